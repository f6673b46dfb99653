/** The lab in node, measured for bench/lab.py: reads positions as lines, prints milliseconds of processor time as JSON. */

import { createInterface } from "node:readline";

import { read } from "../tests/js/proof/tables.js";
import { labAnswer } from "../src/charidice/web/static/js/engine/lab/answer.js";
import { tablesOf } from "../src/charidice/web/static/js/engine/lab/objective.js";
import { readPosition } from "../src/charidice/web/static/js/engine/record/position.js";
import { Tables } from "../src/charidice/web/static/js/engine/solver/files.js";

const [objective] = process.argv.slice(2);
const tables = new Tables();
const found = [];
for await (const position of createInterface({ input: process.stdin })) {
  await tables.load(readPosition(position).setup, tablesOf(objective), read);
  const before = process.cpuUsage();
  labAnswer(position, objective, tables);
  const { user, system } = process.cpuUsage(before);
  found.push((user + system) / 1000);
}
process.stdout.write(JSON.stringify(found));
