/**
 * What a player has answered, and what follows from it: a rating, and the memory of each theme.
 *
 * The answers are the truth; all else is computed from them, in the order of time. So the progress of two devices is the union of
 * their answers. The oldest answers are summed up in a checkpoint. Of two checkpoints the later one stays, with the answers after it.
 */

import { afterPeriod, UNKNOWN } from "./glicko.js";
import { DAY, dueAt, recall, remembered } from "./memory.js";
import { THEMES } from "./names.js";

/** @import { Skill } from "./glicko.js" */
/** @import { Memory } from "./memory.js" */
/** @import { Theme } from "./names.js" */

/**
 * An answer to an exercise.
 * @typedef {object} Answered
 * @property {string} id  Of this answer: no other one has it.
 * @property {string} exercise  The id of the exercise.
 * @property {Theme | null} theme
 * @property {number} rating  Of the exercise.
 * @property {number} deviation  Of that rating.
 * @property {number} worth
 * @property {number} at  In milliseconds.
 */

/** @typedef {Partial<Record<Theme, Memory>>} Memories */
/** The sum of all answers up to a time. @typedef {{until: number, day: number, skill: Skill, memories: Memories, count: number}} Checkpoint */
/** @typedef {{version: 1, checkpoint: Checkpoint | null, answers: Answered[]}} Progress */

/** The most answers that are kept one by one. */
export const MOST_ANSWERS = 1000;
// After that many the oldest are summed up, all at once, so that it is seldom.
const KEPT = 800;
// The newest answers of a theme, by which it is judged.
const RECENT = 12;
const [LONGEST_ID, MOST_RATING] = [120, 4000];

/** @type {Progress} */
export const NO_PROGRESS = Object.freeze({ version: 1, checkpoint: null, answers: [] });

/** @param {Progress} progress @param {Answered} answer @returns {Progress} */
export const withAnswer = (progress, answer) => bounded(merged(progress, { ...NO_PROGRESS, answers: [answer] }));

/** The progress of two devices together; nothing counts twice. @param {Progress} one @param {Progress} other @returns {Progress} */
export function merged(one, other) {
  const [first, second] = [one.checkpoint, other.checkpoint];
  const checkpoint = (first?.until ?? -1) >= (second?.until ?? -1) ? first : second;
  const byId = new Map([...one.answers, ...other.answers].map((answer) => [answer.id, answer]));
  const answers = [...byId.values()].filter(({ at }) => !checkpoint || at > checkpoint.until).sort(byTime);
  return bounded({ version: 1, checkpoint, answers });
}

/** @param {Progress} progress @returns {Progress} */
function bounded({ checkpoint, answers }) {
  if (answers.length <= MOST_ANSWERS) return { version: 1, checkpoint, answers };
  // Whole days only: a day is a period of the rating.
  const last = dayOf(answers[answers.length - KEPT].at);
  const kept = answers.findIndex(({ at }) => dayOf(at) >= last);
  const cut = kept > 0 ? kept : answers.length - KEPT;
  return { version: 1, checkpoint: sumUp(checkpoint, answers.slice(0, cut)), answers: answers.slice(cut) };
}

/** @param {Answered} one @param {Answered} other */
const byTime = (one, other) => one.at - other.at || (one.id < other.id ? -1 : 1);

/** @param {number} at */
const dayOf = (at) => Math.floor(at / DAY);

/** @param {Checkpoint | null} checkpoint @param {readonly Answered[]} answers by time, after it @returns {Checkpoint} */
function sumUp(checkpoint, answers) {
  const [{ at: first }, { at: until }] = [answers[0], answers[answers.length - 1]];
  let { skill, day } = checkpoint ?? { skill: UNKNOWN, day: dayOf(first) };
  const memories = { ...checkpoint?.memories };
  for (const today of new Set(answers.map(({ at }) => dayOf(at)))) {
    skill = idle(skill, today - day - 1);
    skill = afterPeriod(skill, answers.filter(({ at }) => dayOf(at) === today));
    day = today;
  }
  for (const { theme, worth, at } of answers) if (theme) memories[theme] = remembered(memories[theme], worth, at);
  return { until, day, skill, memories, count: (checkpoint?.count ?? 0) + answers.length };
}

/** A rating after days without answers. @param {Skill} skill @param {number} days */
function idle(skill, days) {
  let after = skill;
  // It is as uncertain as it can be long before.
  for (let day = 0; day < Math.min(days, 5000); day += 1) after = afterPeriod(after, []);
  return after;
}

/**
 * A theme as somebody has trained it; `recent` is the mean worth of the newest answers, null without any.
 * @typedef {{theme: Theme, answers: number, recent: number | null, recall: number, dueAt: number, memory: Memory | undefined}} ThemeProgress
 * @typedef {{skill: Skill, count: number, themes: ThemeProgress[]}} Standing
 */

/** What follows from all answers. @param {Progress} progress @param {number} now @returns {Standing} */
export function standing({ checkpoint, answers }, now) {
  const all = answers.length ? sumUp(checkpoint, answers) : checkpoint;
  const skill = all ? idle(all.skill, dayOf(now) - all.day - 1) : UNKNOWN;
  const themes = THEMES.map((theme) => {
    const of = answers.filter((answer) => answer.theme === theme);
    const recent = of.slice(-RECENT);
    const memory = all?.memories[theme];
    return { theme, answers: of.length, recent: recent.length ? recent.reduce((sum, { worth }) => sum + worth, 0) / recent.length : null, recall: recall(memory, now), dueAt: dueAt(memory), memory };
  });
  return { skill, count: all?.count ?? 0, themes };
}

/** Progress from a file or another version of the page: what is not a proper answer, or from the future, is left out. @param {unknown} data @param {number} now @returns {Progress} */
export function readProgress(data, now) {
  const { version, checkpoint, answers } = /** @type {Record<string, unknown>} */ (data && typeof data === "object" ? data : {});
  if (version !== 1 || !Array.isArray(answers)) return NO_PROGRESS;
  // Another device's clock may be ahead.
  const last = now + DAY;
  const known = isCheckpoint(checkpoint) && checkpoint.until <= last ? checkpoint : null;
  return merged({ version: 1, checkpoint: known, answers: answers.slice(-MOST_ANSWERS).filter(isAnswer).filter(({ at }) => at <= last) }, NO_PROGRESS);
}

/** @param {unknown} value @param {number} least @param {number} most @returns {value is number} */
const isBetween = (value, least, most) => typeof value === "number" && value >= least && value <= most;
/** @param {unknown} value */
const isId = (value) => typeof value === "string" && value.length > 0 && value.length <= LONGEST_ID;
// The last moment of a Date.
const LAST = 8.64e15;

/** @param {any} data @returns {data is Answered} */
const isAnswer = (data) =>
  isId(data?.id) &&
  isId(data.exercise) &&
  (data.theme === null || THEMES.includes(data.theme)) &&
  isBetween(data.rating, 0, MOST_RATING) &&
  isBetween(data.deviation, 0, MOST_RATING) &&
  isBetween(data.worth, 0, 1) &&
  isBetween(data.at, 0, LAST);

/** @param {any} data @returns {data is Checkpoint} */
const isCheckpoint = (data) =>
  isBetween(data?.until, 0, LAST) &&
  isBetween(data.day, 0, LAST / DAY) &&
  isBetween(data.count, 0, LAST) &&
  isBetween(data.skill?.rating, -MOST_RATING, 2 * MOST_RATING) &&
  isBetween(data.skill.deviation, 0, MOST_RATING) &&
  isBetween(data.skill.volatility, 0, 1) &&
  data.memories !== null &&
  typeof data.memories === "object" &&
  Object.entries(data.memories).every(([theme, memory]) => THEMES.some((each) => each === theme) && isBetween(memory?.halfLife, 0.01, 1000) && isBetween(memory.last, 0, LAST));
