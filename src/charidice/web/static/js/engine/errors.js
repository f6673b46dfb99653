/** Errors have a code and values, the same as Python's; the catalogs turn them into a sentence. Faces and colours are text, seats numbers. */

// The most characters of an input that an error repeats.
const MOST_REPEATED = 60;

/** @typedef {Readonly<Record<string, unknown>>} Values */

/** What the rules refuse: `code` is the reason, `values` fill in its sentence. */
export class Refused extends Error {
  /** @param {string} code @param {Values} [values] */
  constructor(code, values = {}) {
    super(code);
    this.code = code;
    this.values = values;
  }
}

/** A table, or what reads it, could not be fetched. */
export class Away extends Error {}

/** An input as an error quotes it, shortened. @param {unknown} value */
export function quoted(value) {
  const letters = [...(typeof value === "string" ? `'${value}'` : (JSON.stringify(value) ?? String(value)))];
  return letters.length <= MOST_REPEATED ? letters.join("") : `${letters.slice(0, MOST_REPEATED - 1).join("")}…`;
}

/** Whether a value is a whole number within these limits. @param {unknown} value @param {number} least @param {number} most @returns {value is number} */
export const isWhole = (value, least, most) => typeof value === "number" && Number.isInteger(value) && value >= least && value <= most;

/** Refuses a seat that does not exist. @param {unknown} seat @param {number} seats */
export function checkSeat(seat, seats) {
  if (!isWhole(seat, 0, seats - 1)) throw new Refused("unknown-seat", { text: quoted(seat), most: seats - 1 });
}
