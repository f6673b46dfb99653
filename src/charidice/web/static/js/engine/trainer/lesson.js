/** A lesson of about five minutes: mistakes of one's own games first, then what is about to be forgotten. */

import { DUE } from "./memory.js";
import { FOR_CHILDREN, THEMES } from "./names.js";
import { standing } from "./progress.js";

/** @import { Exercise } from "./exercises.js" */
/** @import { Seed } from "./seeds.js" */
/** @import { Progress, ThemeProgress } from "./progress.js" */
/** @import { Theme } from "./names.js" */

/**
 * A step of a lesson. Of `own` the position is met again; of `twin` the Worker finds one while somebody thinks, and `exercise` stands in
 * if there is none.
 * @typedef {{from: "own", theme: Theme | null, seed: Seed} | {from: "twin", theme: Theme, seed: Seed, exercise: Exercise | null} | {from: "set", theme: Theme, exercise: Exercise}} Step
 */

/** How many exercises take five minutes. */
export const EXERCISES = 8;
// The most mistakes of one's own in a lesson, each met once before its twins.
const MOST_OWN = 3;
// Exercises so near one's own rating are as good as each other.
const NEAR = 100;

/** How many themes are due, for the start page: those that were met and are about to be forgotten. @param {Progress} progress @param {number} now */
export const dueCount = (progress, now) => standing(progress, now).themes.filter(isDue).length;

/** @param {ThemeProgress} theme */
const isDue = ({ memory, recall }) => memory !== undefined && recall < DUE;

/**
 * @param {object} given
 * @param {Progress} given.progress
 * @param {readonly Exercise[]} given.exercises  Those that come with the game.
 * @param {readonly Seed[]} given.seeds  The mistakes of one's own games, newest first.
 * @param {number} given.now
 * @param {boolean} [given.forChild]
 * @param {number} [given.count]
 * @returns {Step[]}
 */
export function lessonOf({ progress, exercises, seeds, now, forChild = false, count = EXERCISES }) {
  const { skill, themes } = standing(progress, now);
  const answered = new Map(progress.answers.map(({ exercise, at }) => [exercise, at]));
  const open = forChild ? [] : seeds.filter(({ id }) => !answered.has(id)).slice(0, MOST_OWN);
  /** @type {Step[]} */
  const steps = open.slice(0, count).map((seed) => ({ from: "own", theme: seed.theme, seed }));
  const chosen = new Set();
  const order = inOrder(themes, forChild);
  for (let at = 0; steps.length < count; at += 1) {
    const { theme } = order[at % order.length];
    const exercise = nearest(exercises, theme, skill.rating, answered, chosen);
    const seed = at < order.length && !forChild ? seeds.find((each) => each.theme === theme && answered.has(each.id)) : undefined;
    if (seed) steps.push({ from: "twin", theme, seed, exercise });
    else if (exercise) steps.push({ from: "set", theme, exercise });
    if (exercise) chosen.add(exercise.id);
    if (!exercise && !seed && at >= order.length * count) break;
  }
  return steps;
}

/** What is due comes first, then what was never met, then the rest; the least remembered first. @param {ThemeProgress[]} themes @param {boolean} forChild */
function inOrder(themes, forChild) {
  /** @param {ThemeProgress} theme */
  const rank = (theme) => (isDue(theme) ? 0 : theme.memory ? 2 : 1);
  const wanted = themes.filter(({ theme }) => FOR_CHILDREN.includes(theme) === forChild);
  return wanted.sort((one, other) => rank(one) - rank(other) || one.recall - other.recall || THEMES.indexOf(one.theme) - THEMES.indexOf(other.theme));
}

/** The exercise of a theme that was not met for the longest time, of those nearest to a rating. @param {readonly Exercise[]} exercises @param {Theme} theme @param {number} rating @param {Map<string, number>} answered @param {Set<unknown>} chosen */
function nearest(exercises, theme, rating, answered, chosen) {
  const free = exercises.filter((each) => each.theme === theme && !chosen.has(each.id));
  /** @param {Exercise} exercise */
  const away = (exercise) => Math.floor(Math.abs(exercise.rating - rating) / NEAR);
  return free.sort((one, other) => (answered.get(one.id) ?? 0) - (answered.get(other.id) ?? 0) || away(one) - away(other))[0] ?? null;
}
