/** The trainer's questions to the engine's Worker, and the exercises that come with the game. */

import { encode } from "../engine/trainer/encoding.js";
import { themeSet } from "../engine/trainer/exercises.js";
import { ask } from "./thinker.js";

/** @import { Action } from "../engine/moves.js" */
/** @import { Exercise, ThemeSet } from "../engine/trainer/exercises.js" */
/** @import { Graded } from "../engine/trainer/grading.js" */
/** @import { Judged } from "../engine/trainer/judging.js" */
/** @import { LevelNumbers } from "../engine/trainer/levels.js" */
/** @import { Idea, Theme } from "../engine/trainer/names.js" */

/** @type {Promise<ThemeSet> | null} */
let fetched = null;

/** Fetches the exercises once; failing that, the next time. @returns {Promise<ThemeSet>} */
export function fetchExercises() {
  fetched ??= fetch(new URL("../../exercises.json", import.meta.url))
    .then((answer) => answer.json())
    .then(themeSet)
    .catch((error) => {
      fetched = null;
      throw error;
    });
  return fetched;
}

/** The decisions of some seats with their themes. @param {string} record in its JSON form @param {number[]} seats @param {LevelNumbers} ratings those of the bots @returns {Promise<Judged[]>} */
export const judge = (record, seats, ratings) => ask({ ask: "judge", record, seats, ratings });

/** Grades an answer to an exercise. @param {{node: string, theme: Theme | null, margin: number}} exercise @param {Action} action @returns {Promise<Graded>} */
export const grade = ({ node, theme, margin }, action) => ask({ ask: "grade", node, theme, margin, action: encode(action) });

/** A fresh position with the same idea, or null if none is found. @param {{node: string, theme: Theme, idea: Idea, margin: number}} exercise @param {string} seed of the random changes @param {LevelNumbers} ratings those of the bots @returns {Promise<Omit<Exercise, "id"> | null>} */
export const twin = ({ node, theme, idea, margin }, seed, ratings) => ask({ ask: "twin", node, theme, idea, margin, seed, ratings });
