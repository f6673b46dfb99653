/** The wire types: tsc must reject every line below marked with an expected error; some also run. */

import assert from "node:assert/strict";
import { test } from "node:test";

import "./browser.js";
import { eventAt, viewAt } from "./tables.js";
import { get, post } from "../../src/charidice/web/static/js/lib/api.js";

test("undeclared fields are undefined", () => {
  // @ts-expect-error no such field of a view
  assert.equal(viewAt(1).unheard_of, undefined);
  // @ts-expect-error no such field of a game
  assert.equal(viewAt(1).game?.unheard_of, undefined);
  // @ts-expect-error only some events have a seat
  assert.equal(eventAt(1, { event: "settings", speed: "fast", wait: null, hints: null }).seat, undefined);
});

/** Never called; checked by tsc. */
export async function requests() {
  const { tables } = await get("/api/tables");
  // @ts-expect-error no such field of an answer
  tables[0].unheard_of;
  // @ts-expect-error another answer than that of the address
  (await get("/api/tables/t/record")).tables;
  // @ts-expect-error no such address
  (await get("/api/unheard-of")).tables;
  // @ts-expect-error no such field of a request
  await post("/api/tables/t/settings", { unheard_of: 1 });
  // @ts-expect-error no such value
  await post("/api/tables/t/settings", { speed: "unheard of" });
}
