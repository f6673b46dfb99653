/** What the engine refuses. */

import assert from "node:assert/strict";

import { Refused } from "../../src/charidice/web/static/js/engine/errors.js";

/** The code and values of what is refused; null if nothing is. @param {() => unknown} does */
export function refusal(does) {
  try {
    does();
  } catch (error) {
    assert.ok(error instanceof Refused, String(error));
    return [error.code, error.values];
  }
  return null;
}
