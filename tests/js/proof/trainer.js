/** Answers about exercises. */

import { Random } from "../../../src/charidice/web/static/js/engine/bots/random.js";
import { readNode } from "../../../src/charidice/web/static/js/engine/record/position.js";
import { Tables } from "../../../src/charidice/web/static/js/engine/solver/files.js";
import { afterPeriod, intervalOf } from "../../../src/charidice/web/static/js/engine/trainer/glicko.js";
import { graded } from "../../../src/charidice/web/static/js/engine/trainer/grading.js";
import { FALLIBLE, ratingOf, worthOfLevel } from "../../../src/charidice/web/static/js/engine/trainer/levels.js";
import { analysed, themesOf } from "../../../src/charidice/web/static/js/engine/trainer/themes.js";
import { twin } from "../../../src/charidice/web/static/js/engine/trainer/twins.js";
import { worth } from "../../../src/charidice/web/static/js/engine/trainer/worth.js";
import { read } from "./tables.js";

/** @import { Result, Skill } from "../../../src/charidice/web/static/js/engine/trainer/glicko.js" */
/** @import { LevelNumbers } from "../../../src/charidice/web/static/js/engine/trainer/levels.js" */
/** @import { Idea, Theme } from "../../../src/charidice/web/static/js/engine/trainer/names.js" */

const tables = new Tables();

/** @param {string} text */
async function loaded(text) {
  const node = readNode(text);
  await tables.load(node.state.setup, "victory", read);
  return node;
}

/** @param {{node: string, ratings: LevelNumbers}} question */
export async function found({ node: text, ratings }) {
  const a = analysed(await loaded(text), tables);
  return Object.fromEntries(
    [...themesOf(a)].map(([theme, { idea, margin }]) => {
      const worths = Object.fromEntries(FALLIBLE.map((level) => [level, worthOfLevel(level, a, margin)]));
      return [theme, { idea, margin, worths, rating: ratingOf(a, margin, ratings) }];
    }),
  );
}

/** @param {{node: string, theme: Theme, idea: Idea, margin: number, seed: string}} question */
export async function twins({ node: text, theme, idea, margin, seed }) {
  const node = await loaded(text);
  const made = twin({ node, theme, idea, margin }, new Random(seed), tables);
  if (!made) return null;
  const [[best]] = [...made.analysed.victory].sort(([, one], [, other]) => other - one);
  return { node: made.node, idea: made.idea, margin: made.margin, right: graded(made.analysed.node, best, made, tables).right };
}

/** @param {{skill: Skill, results: Result[]}} question */
export function ratings({ skill, results }) {
  const after = afterPeriod(skill, results);
  return { ...after, interval: intervalOf(after) };
}

/** @param {{loss: number, margin: number}} question */
export const worths = ({ loss, margin }) => worth(loss, margin);
