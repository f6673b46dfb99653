/** Answers about score pads: what can lie there, what an entry is refused for, and what the screens are shown. */

Object.assign(globalThis, { document: Object.assign(new EventTarget(), { documentElement: { lang: "", dataset: { constants: "{}" } } }) });
const { Refused } = await import("../../../src/charidice/web/static/js/engine/errors.js");
const { possibleScores } = await import("../../../src/charidice/web/static/js/engine/pad/possible.js");
const { dumpJson } = await import("../../../src/charidice/web/static/js/engine/record/jsonform.js");
const { writePosition } = await import("../../../src/charidice/web/static/js/engine/record/position.js");
const { completed } = await import("../../../src/charidice/web/static/js/device/own-dice.js");
const { enter } = await import("../../../src/charidice/web/static/js/device/pads.js");
const { padView } = await import("../../../src/charidice/web/static/js/device/pad-view.js");
const { waysToScore } = await import("../../../src/charidice/web/static/js/device/ways.js");
const { readFaces } = await import("../../../src/charidice/web/static/js/engine/dice.js");
const { Table } = await import("../../../src/charidice/web/static/js/device/table.js");

/** @import { TableEvent } from "../../../src/charidice/web/static/js/device/types.d.ts" */
/** @import { NewEntry } from "../../../src/charidice/web/static/js/wire.d.ts" */

/** @param {string[][]} dice */
export const layouts = (dice) => orRefusal(() => completed({ dice }));

/** @param {boolean} freeGiving */
export const scores = (freeGiving) => possibleScores(freeGiving);

/**
 * The pad after each entry, or why it is refused; then the record, the state before each turn, and the ways to score some faces.
 * @param {{opening: TableEvent[], entries: NewEntry[], faces: string[]}} question
 */
export function folds({ opening, entries, faces }) {
  const table = new Table("here-1", "0".repeat(64));
  const apply = (/** @type {TableEvent} */ event, moveId = /** @type {string | null} */ (null)) => table.apply({ table: table.id, seq: table.seq + 1, at: "", moveId, event });
  for (const event of opening) apply(event);
  const shown = entries.map((entry) =>
    orRefusal(() => {
      const event = enter(table, entry);
      if (event) apply(event, entry.entry);
      return [event, table.stage, padView(table)];
    }),
  );
  const { pad } = table;
  const before = pad?.turns.map((turn) => pad.stateBefore(turn));
  return {
    shown,
    record: dumpJson(table.record(table.seats.map(({ name }) => String(name)))),
    before: before?.map((state) => state && writePosition(state)),
    options: faces.map((six) => orRefusal(() => waysToScore(readFaces(six), table.settings, true))),
  };
}

/** @param {() => unknown} read */
function orRefusal(read) {
  try {
    return read();
  } catch (error) {
    if (error instanceof Refused) return [error.code, error.values];
    throw error;
  }
}
