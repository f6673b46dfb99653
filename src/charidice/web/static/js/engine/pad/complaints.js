/** Checks of typed boxes. A complaint is a code with values; it warns, and forbids nothing. */

import { possibleScores } from "./possible.js";

/** @import { Noted } from "../moves.js" */

/**
 * @typedef {"no-such-bonus" | "no-such-points" | "no-such-gift" | "odd-gift" | "not-together" | "received-differs" | "second-gift" | "other-dice"} Code
 * @typedef {Readonly<{code: Code, values: Readonly<Record<string, number | string>>}>} Complaint
 */

/**
 * The possible boxes alone and together, as text.
 * @typedef {{points: Set<string>, bonuses: Set<number>, gifts: Set<number>, scores: Set<string>}} Possible
 */

/** @type {Map<boolean, Possible>} */
const known = new Map();

/** @param {boolean} freeGiving */
function possibleBoxes(freeGiving) {
  let possible = known.get(freeGiving);
  if (!possible) {
    const scores = possibleScores(freeGiving);
    possible = {
      points: new Set(scores.map(([points, bonus]) => `${points},${bonus}`)),
      bonuses: new Set(scores.map(([, bonus]) => bonus)),
      gifts: new Set(scores.map(([, , gift]) => gift)),
      scores: new Set(scores.map(String)),
    };
    known.set(freeGiving, possible);
  }
  return possible;
}

/** @param {Code} code @param {Complaint["values"]} values @returns {Complaint} */
export const complaint = (code, values) => ({ code, values });

/** Complaints about impossible boxes, and about a box 3 that differs from the giver's box 4. @param {Noted} boxes @param {boolean} freeGiving @returns {Complaint[]} */
export function complaintsAbout(boxes, freeGiving) {
  const { gift, received } = boxes;
  const impossible = impossibleIn(boxes, freeGiving);
  return [...(impossible ? [impossible] : []), ...(received === gift ? [] : [complaint("received-differs", { gift, received })])];
}

/** The first impossible box or combination of boxes. @param {Noted} boxes @param {boolean} freeGiving @returns {Complaint | null} */
function impossibleIn({ points, bonus, gift: written, asked }, freeGiving) {
  const possible = possibleBoxes(freeGiving);
  if (!possible.bonuses.has(bonus)) return complaint("no-such-bonus", { bonus });
  if (!possible.points.has(`${points},${bonus}`)) return complaint("no-such-points", { points, bonus });
  if (asked && written % 2) return complaint("odd-gift", { gift: written });
  const gift = asked ? written / 2 : written;
  if (!possible.gifts.has(gift)) return complaint("no-such-gift", { gift: written });
  if (!possible.scores.has(`${points},${bonus},${gift}`)) return complaint("not-together", { points, bonus, gift: written });
  return null;
}
