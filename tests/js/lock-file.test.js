/** The lock file pins packages by digest, never by URL: each machine chooses its own registry. */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

test("every package is pinned by its digest, and none by an address", () => {
  const { packages } = JSON.parse(readFileSync(new URL("../../package-lock.json", import.meta.url), "utf-8"));
  for (const [name, { integrity, resolved }] of Object.entries(packages)) {
    if (name) assert.ok(integrity?.startsWith("sha512-") && !resolved, name);
  }
});
