/**
 * The engine in a Worker: decides for bots and advises people, away from the page. Each question has an id, which its answer
 * repeats, and its parts before.
 */

import { botOf, OBJECTIVES } from "./bots/levels.js";
import { Away } from "./errors.js";
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

/** The addresses of the tables, which come first. @type {string[]} */
let addresses = [];
/** The questions that need tables, by id. @type {Set<number>} */
const waiting = new Set();
/** @type {ReturnType<typeof open> | null} */
let opening = null;

/** Tells the page how much of the tables for these questions has come. @param {Iterable<number>} ids @param {import("./reader.js").Loading | null} loading */
const tellLoading = (ids, loading) => scope.postMessage({ ids: [...ids], loading });

async function open() {
  const [found, { Reader }] = await Promise.all([import("./expert.js"), import("./reader.js")]);
  return { ...found, reader: new Reader(addresses, (loading) => tellLoading(waiting, loading)) };
}

/** What the weaker bots can do without. All wait for one opening, so that questions stay in their order. */
async function expert() {
  try {
    return await (opening ??= open());
  } catch (error) {
    opening = null;
    throw new Away(String(error));
  }
}

/** @param {number} id @param {Question} question @param {(part: unknown) => void} tell what is known before the answer */
async function answer(id, question, tell) {
  if (question.ask === "choose" && !OBJECTIVES[question.level]) return botOf(question.level, question.seed).choose(readNode(question.node));
  waiting.add(id);
  try {
    const { choose, grade, hint, judge, lab, loss, review, twin, reader: { read, loading } } = await expert();
    if (loading) tellLoading([id], loading);
    switch (question.ask) {
      case "choose":
        return await choose({ level: question.level, node: readNode(question.node) }, read);
      case "hint":
        return await hint(question, read);
      case "loss":
        return await loss(question, read);
      case "judge":
        return await judge(question, read);
      case "grade":
        return await grade(question, read);
      case "twin":
        return await twin(question, read);
      case "review":
        return await review(question, read);
      default:
        return await lab(question, read, tell);
    }
  } finally {
    waiting.delete(id);
  }
}

scope.addEventListener("message", async ({ data: { id, ...question } }) => {
  if (question.tables) {
    addresses = question.tables;
    return;
  }
  try {
    scope.postMessage({ id, answer: await answer(id, /** @type {Question} */ (question), (part) => scope.postMessage({ id, part })) });
  } catch (error) {
    scope.postMessage({ id, error: String(error), isAway: error instanceof Away });
  }
});
