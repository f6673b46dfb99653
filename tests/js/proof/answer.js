/** Answers Python's questions: `node answer.js MODULE FUNCTION`, a line of JSON for each line. */

import { createInterface } from "node:readline";

const [module, name] = process.argv.slice(2);
const answer = (await import(`./${module}.js`))[name];
for await (const line of createInterface({ input: process.stdin })) {
  let told;
  try {
    told = { answer: await answer(JSON.parse(line)) };
  } catch (error) {
    told = { failed: error instanceof Error ? error.stack : String(error) };
  }
  process.stdout.write(`${JSON.stringify(told)}\n`);
}
