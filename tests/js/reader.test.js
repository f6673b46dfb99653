/** How much of the tables has come: never less than before, each percent told once, whatever the host says of lengths. */

import assert from "node:assert/strict";
import { createServer } from "node:http";
import { beforeEach, test } from "node:test";

import { Away } from "../../src/charidice/web/static/js/engine/errors.js";
import { Progress, Reader } from "../../src/charidice/web/static/js/engine/reader.js";

/** @import { Loading } from "../../src/charidice/web/static/js/engine/reader.js" */

/** @type {(number | null | "end")[]} */
let told;
const tell = (/** @type {Loading | null} */ loading) => told.push(loading ? loading.percent : "end");
/** @type {Progress} */
let progress;

beforeEach(() => {
  told = [];
  progress = new Progress(tell);
});

test("every percent is told once, however small the parts are", () => {
  const file = progress.begin();
  progress.note(file, { all: 3_000_000 });
  for (let come = 0; come <= 3_000_000; come += 1000) progress.note(file, { come });
  progress.end(true);
  assert.deepEqual(told, [null, ...Array(101).keys(), "end"]);
});

test("two files are one whole, which is known once both lengths are", () => {
  const [one, other] = [progress.begin(), progress.begin()];
  progress.note(one, { all: 100 });
  progress.note(one, { come: 100 });
  progress.end(true);
  assert.deepEqual(told, [null]);
  progress.note(other, { all: 300 });
  progress.note(other, { come: 150 });
  progress.note(other, { come: 300 });
  progress.end(true);
  assert.deepEqual(told, [null, 25, 62, 100, "end"]);
  assert.equal(progress.now, null);
});

test("a file that is asked for later does not make it less", () => {
  const one = progress.begin();
  progress.note(one, { all: 100, come: 80 });
  const other = progress.begin();
  progress.note(other, { all: 100, come: 20 });
  progress.note(other, { come: 70 });
  progress.note(one, { come: 100 });
  assert.deepEqual(told, [null, 80, 85]);
});

test("a host that does not say the length is told of without a figure, and one that says too little with a whole", () => {
  progress.note(progress.begin(), { come: 100 });
  progress.end(true);
  progress.note(progress.begin(), { all: 100, come: 120 });
  assert.deepEqual(told, [null, "end", null, 100]);
});

test("a failure is not told as an end, and the next attempt begins anew", () => {
  const file = progress.begin();
  progress.note(file, { all: 100, come: 60 });
  progress.end(false);
  assert.equal(progress.now, null);
  progress.note(progress.begin(), { all: 100, come: 10 });
  progress.end(true);
  assert.deepEqual(told, [null, 60, null, 10, "end"]);
});

test("a table is read whole, and one that is missing, cut off or out of reach is away", async () => {
  const table = new Uint8Array(200_000).fill(7);
  const host = createServer((request, answer) => {
    if (request.url?.startsWith("/missing")) answer.writeHead(404).end();
    else if (request.url?.startsWith("/cut")) answer.writeHead(200, { "Content-Length": 400_000 }).write(table, () => answer.destroy());
    else answer.writeHead(200, { "Content-Length": table.length }).end(table);
  });
  await new Promise((resolve) => host.listen(0, "127.0.0.1", () => resolve(null)));
  const { port } = /** @type {import("node:net").AddressInfo} */ (host.address());
  const names = ["whole.npz", "missing.npz", "cut.npz"];
  const reader = new Reader(names.map((name) => `http://127.0.0.1:${port}/${name}?0`), tell);
  assert.deepEqual(new Uint8Array(await reader.read("whole.npz")), table);
  assert.deepEqual([told[0], told.at(-2), told.at(-1)], [null, 100, "end"]);
  for (const name of names.slice(1)) await assert.rejects(reader.read(name), Away);
  host.closeAllConnections();
  await new Promise((resolve) => host.close(resolve));
  await assert.rejects(reader.read("whole.npz"), Away);
  assert.equal(told.filter((each) => each === "end").length, 1);
});
