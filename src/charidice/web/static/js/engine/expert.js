/** All that needs the solver's tables: the owl, hints, reviews, the lab, and exercises with their answers. */

import { OBJECTIVES } from "./bots/levels.js";
import { Planner } from "./bots/planner.js";
import { Random } from "./bots/random.js";
import { hintFor, lossOf } from "./coach/hints.js";
import { numbersOf } from "./coach/reviews/numbers.js";
import { reviewOf } from "./coach/reviews/review.js";
import { Lab } from "./lab/lab.js";
import { startOf } from "./record/game.js";
import { loadJson } from "./record/jsonform.js";
import { readNode } from "./record/position.js";
import { objectivesOf } from "./solver/analysis.js";
import { Tables } from "./solver/files.js";
import { stateFrom } from "./state.js";
import { decode } from "./trainer/encoding.js";
import { graded } from "./trainer/grading.js";
import { judgedDecisions } from "./trainer/judging.js";
import { ratingOf } from "./trainer/levels.js";
import { tries } from "./trainer/twins.js";

/** @import { LabQuestion, LabStrip } from "./lab/types.d.ts" */
/** @import { Level } from "./bots/levels.js" */
/** @import { Action } from "./moves.js" */
/** @import { GameNode } from "./strict.js" */
/** @import { Setup, StateData } from "./state.js" */
/** @import { LevelNumbers } from "./trainer/levels.js" */
/** @import { Idea, Theme } from "./trainer/names.js" */

/** @typedef {(file: string) => Promise<ArrayBuffer>} Read fetches a table */

const tables = new Tables();
/** @type {Lab | null} */
let opened = null;

/** Loads the tables of every objective. @param {Setup} setup @param {Read} read */
async function load(setup, read) {
  for (const objective of objectivesOf(setup)) await tables.load(setup, objective, read);
}

/** @param {{level: Level, node: GameNode}} question @param {Read} read */
export async function choose({ level, node }, read) {
  const objective = OBJECTIVES[level] ?? "points";
  await tables.load(node.state.setup, objective, read);
  return new Planner(objective, tables).choose(node);
}

/** @param {{state: StateData, player: number}} question @param {Read} read */
export async function hint({ state: data, player }, read) {
  const state = stateFrom(data);
  await load(state.setup, read);
  return hintFor(state, player, tables);
}

/** What an action gives away of the chance of victory. @param {{state: StateData, player: number, action: Action}} question @param {Read} read */
export async function loss({ state: data, player, action }, read) {
  const state = stateFrom(data);
  await load(state.setup, read);
  return lossOf(state, player, action, tables);
}

/** @param {{record: string}} question @param {Read} read */
export async function review({ record: text }, read) {
  const record = loadJson(text);
  await load(startOf(record).setup, read);
  return numbersOf(reviewOf(record, tables));
}

/** @param {LabQuestion} question @param {Read} read @param {(part: LabStrip) => void} tell */
export const lab = (question, read, tell) => (opened ??= new Lab(tables, read)).answer(question, tell);

/** The decisions of some seats with their themes. @param {{record: string, seats: number[], ratings: LevelNumbers}} question `ratings` are those of the bots @param {Read} read */
export async function judge({ record: text, seats, ratings }, read) {
  const record = loadJson(text);
  await load(startOf(record).setup, read);
  return judgedDecisions(reviewOf(record, tables), seats, ratings, tables);
}

/** Grades the answer to an exercise, an index of the encoding. @param {{node: string, action: number, theme: Theme | null, margin: number}} question @param {Read} read */
export async function grade({ node: text, action, theme, margin }, read) {
  const node = readNode(text);
  await load(node.state.setup, read);
  return graded(node, decode(action), { theme, margin }, tables);
}

/** A fresh position with the idea of another, or null; other questions are answered between the tries.
 * @param {{node: string, theme: Theme, idea: Idea, margin: number, seed: string, ratings: LevelNumbers}} question @param {Read} read */
export async function twin({ node: text, theme, idea, margin, seed, ratings }, read) {
  const node = readNode(text);
  await load(node.state.setup, read);
  for (const found of tries({ node, theme, idea, margin }, new Random(seed), tables)) {
    if (found) return { node: found.node, theme, idea, margin: found.margin, rating: ratingOf(found.analysed, found.margin, ratings) };
    await new Promise((resolve) => setTimeout(resolve));
  }
  return null;
}
