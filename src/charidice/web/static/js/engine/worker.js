/**
 * The engine in a Worker: decides for bots and advises people, away from the page. Each question has an id, which its answer
 * repeats, and its parts before.
 */

import { botOf, OBJECTIVES } from "./bots/levels.js";
import { readNode } from "./record/position.js";

/** @import { Level } from "./bots/levels.js" */
/** @import { LabQuestion } from "./lab/types.d.ts" */
/** @import { Action } from "./moves.js" */
/** @import { StateData } from "./state.js" */
/** @import { LevelNumbers } from "./trainer/levels.js" */
/** @import { Idea, Theme } from "./trainer/names.js" */

/**
 * @typedef {{ask: "choose", level: Level, node: string, seed: string} | {ask: "hint", state: StateData, player: number}
 *   | {ask: "loss", state: StateData, player: number, action: Action}
 *   | {ask: "review", record: string} | {ask: "judge", record: string, seats: number[], ratings: LevelNumbers}
 *   | {ask: "grade", node: string, action: number, theme: Theme | null, margin: number}
 *   | {ask: "twin", node: string, theme: Theme, idea: Idea, margin: number, seed: string, ratings: LevelNumbers} | LabQuestion} Question
 */

const scope = /** @type {Worker} */ (/** @type {unknown} */ (globalThis));

/** A table, or what reads it, could not be fetched. */
class Away extends Error {}

/** The addresses of the tables, which come first. @type {string[]} */
let addresses = [];

/** @param {string} file */
async function read(file) {
  try {
    const answer = await fetch(String(addresses.find((address) => address.includes(`/${file}?`))));
    if (answer.ok) return await answer.arrayBuffer();
  } catch {
    // Without a network, the same as below.
  }
  throw new Away(`no table ${file}`);
}

/** What the weaker bots can do without. */
const expert = () =>
  import("./expert.js").catch((error) => {
    throw new Away(String(error));
  });

/** @param {Question} question @param {(part: unknown) => void} tell what is known before the answer */
async function answer(question, tell) {
  switch (question.ask) {
    case "choose": {
      const node = readNode(question.node);
      return OBJECTIVES[question.level] ? (await expert()).choose({ level: question.level, node }, read) : botOf(question.level, question.seed).choose(node);
    }
    case "hint":
      return (await expert()).hint(question, read);
    case "loss":
      return (await expert()).loss(question, read);
    case "judge":
      return (await expert()).judge(question, read);
    case "grade":
      return (await expert()).grade(question, read);
    case "twin":
      return (await expert()).twin(question, read);
    case "review":
      return (await expert()).review(question, read);
    default:
      return (await expert()).lab(question, read, tell);
  }
}

scope.addEventListener("message", async ({ data: { id, ...question } }) => {
  if (question.tables) {
    addresses = question.tables;
    return;
  }
  try {
    scope.postMessage({ id, answer: await answer(/** @type {Question} */ (question), (part) => scope.postMessage({ id, part })) });
  } catch (error) {
    scope.postMessage({ id, error: String(error), isAway: error instanceof Away });
  }
});
