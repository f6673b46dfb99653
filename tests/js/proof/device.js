/** Answers about the tables that live in a browser: what its screens are shown. */

Object.assign(globalThis, { document: Object.assign(new EventTarget(), { documentElement: { lang: "", dataset: { constants: "{}" } } }) });
const { Table } = await import("../../../src/charidice/web/static/js/device/table.js");
const { viewOf } = await import("../../../src/charidice/web/static/js/device/view.js");

/** @import { TableEvent } from "../../../src/charidice/web/static/js/device/types.d.ts" */

/** The game after every event of a log. @param {{seed: string, log: TableEvent[]}} question */
export function views({ seed, log }) {
  const table = new Table("here-1", seed);
  return log.map((event, seq) => {
    table.apply({ table: table.id, seq, at: "", moveId: null, event });
    return [table.stage, viewOf(table, 0).game];
  });
}
