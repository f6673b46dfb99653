/** Requests: what is only read is asked for again after the time that a server in a hurry says. */

import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";

import { answers, begin, end, pass, requests } from "./browser.js";
import { get, post, Refusal } from "../../src/charidice/web/static/js/lib/api.js";

const tooMany = { status: 429, error: { code: "too-many-messages", message: "Slowly, please.", wait: 5_000 } };

beforeEach(begin);
afterEach(end);

test("reading goes on after the time to wait, and not before", async () => {
  answers.push(tooMany, tooMany, { tables: [] });
  const found = get("/api/tables");
  await pass();
  for (const sent of [1, 2]) {
    await pass(4_999);
    assert.equal(requests.length, sent);
    await pass(1);
  }
  assert.deepEqual(await found, { tables: [] });
  assert.equal(requests.length, 3);
});

test("a refusal without a time to wait is told at once", async () => {
  answers.push({ status: 429, error: { code: "too-many-messages", message: "Slowly, please." } });
  await assert.rejects(get("/api/tables"), new Refusal(429, { code: "too-many-messages", message: "Slowly, please." }));
});

test("what is sent is not sent again by itself", async () => {
  answers.push(tooMany);
  await assert.rejects(post("/api/tables/t/skip", {}), { code: "too-many-messages", message: "Slowly, please." });
  assert.equal(requests.length, 1);
});
