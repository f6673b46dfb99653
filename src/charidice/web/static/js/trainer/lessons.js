/** Lessons: which exercises, how far one is, and what has been answered. */

import { fetchExercises, twin } from "../device/exercises.js";
import { NotHere } from "../device/thinker.js";
import { RecordError } from "../engine/record/game.js";
import { readNode } from "../engine/record/position.js";
import { EXERCISES, lessonOf } from "../engine/trainer/lesson.js";
import { standing } from "../engine/trainer/progress.js";
import { FOR_CHILDREN } from "../engine/trainer/names.js";
import { CONSTANTS, setting } from "../lib/settings.js";
import { botName, say } from "../lib/text.js";
import { keepLesson, storedLesson, storedProgress } from "../lib/training.js";

/** @import { Level } from "../engine/bots/levels.js" */
/** @import { Exercise } from "../engine/trainer/exercises.js" */
/** @import { Fallible, LevelNumbers } from "../engine/trainer/levels.js" */
/** @import { Step } from "../engine/trainer/lesson.js" */
/** @import { Theme } from "../engine/trainer/names.js" */
/** @import { OwnSeed } from "./own-games.js" */

/**
 * A lesson under way. `twins` has those that were found, by step; null where none was.
 * @typedef {{version: 1, steps: Step[], at: number, worths: number[], twins: Record<number, Omit<Exercise, "id"> | null>}} Lesson
 */

/**
 * A decision as it is asked.
 * @typedef {object} Asked
 * @property {string} id
 * @property {string} node
 * @property {Theme | null} theme
 * @property {number} margin
 * @property {number} rating
 * @property {"own" | "twin" | "set"} from
 * @property {OwnSeed | null} seed
 * @property {string[]} names  By seat.
 * @property {boolean} forChild
 */

/** How many mistakes of a game are enough after its review. */
const OF_A_GAME = 3;
const VERSION = 1;

/** The bots that have a rating, the weakest first. @param {LevelNumbers} ratings */
export const ratedBots = (ratings) => /** @type {[Fallible, number][]} */ (Object.entries(ratings).filter(([, rating]) => rating !== null));

/** How well somebody plays, for the size of a mistake: as the bot they choose, or better by their answers. @param {LevelNumbers} ratings @returns {Level} */
export function levelOf(ratings) {
  const { skill, count } = standing(storedProgress(), Date.now());
  const chosen = setting("level");
  const shown = count < EXERCISES ? undefined : ratedBots(ratings).findLast(([, rating]) => rating <= skill.rating)?.[0];
  return shown && CONSTANTS.levels.indexOf(shown) > CONSTANTS.levels.indexOf(chosen) ? shown : chosen;
}

/** @param {Step[]} steps @returns {Lesson} */
const lessonWith = (steps) => ({ version: VERSION, steps, at: 0, worths: [], twins: {} });

/** Starts a lesson; with a theme, of this one alone. @param {{seeds: OwnSeed[], theme?: Theme | null, forChild?: boolean, fits?: (exercise: Exercise) => boolean}} wanted */
export async function startLesson({ seeds, theme = null, forChild = theme !== null && FOR_CHILDREN.includes(theme), fits = () => true }) {
  const { exercises } = await fetchExercises();
  const steps = lessonOf({
    progress: storedProgress(),
    exercises: exercises.filter((each) => (theme === null || each.theme === theme) && fits(each)),
    seeds: theme === null ? seeds : seeds.filter((seed) => seed.theme === theme),
    now: Date.now(),
    forChild,
  });
  keepLesson(lessonWith(steps));
  return steps.length > 0;
}

/** Starts a lesson of the mistakes of a game, the most costly ones. @param {OwnSeed[]} seeds */
export function startWith(seeds, most = OF_A_GAME) {
  keepLesson(lessonWith(seeds.slice(0, most).map((seed) => ({ from: "own", theme: seed.theme, seed }))));
}

/** The lesson that was begun, null without one that this version can read. @returns {Lesson | null} */
export function lessonUnderWay() {
  const lesson = /** @type {Lesson | null} */ (storedLesson());
  if (lesson?.version !== VERSION || !Array.isArray(lesson.steps) || !(lesson.at < lesson.steps.length)) return null;
  try {
    for (const step of lesson.steps) readNode(step.from === "set" ? step.exercise.node : step.seed.node);
    return lesson;
  } catch (error) {
    if (error instanceof RecordError || error instanceof TypeError) return null;
    throw error;
  }
}

/** Finds the twin that a step needs, while somebody thinks about the one before. @param {Lesson} lesson @param {number} at */
export async function prepare(lesson, at) {
  const step = lesson.steps[at];
  if (step?.from !== "twin" || at in lesson.twins) return;
  const { idea } = step.seed;
  try {
    const { ratings } = await fetchExercises();
    lesson.twins[at] = idea === null ? null : await twin({ node: step.seed.node, theme: step.theme, idea, margin: step.seed.margin }, `${Date.now()}`, ratings);
  } catch (error) {
    if (!(error instanceof NotHere)) throw error;
    lesson.twins[at] = null;
  }
}

/** The decision of a step that is prepared. @param {Lesson} lesson @param {number} at @returns {Asked} */
export function askedAt(lesson, at) {
  const step = lesson.steps[at];
  if (step.from === "own") return ofSeed(/** @type {OwnSeed} */ (step.seed));
  const found = step.from === "twin" ? lesson.twins[at] : null;
  if (step.from === "twin" && found) {
    const seed = /** @type {OwnSeed} */ (step.seed);
    return { ...found, id: `${seed.id}.twin`, from: "twin", seed, names: namesFor(found.node, found.rating), forChild: false };
  }
  // Without a twin, one of those that come with the game, or else one's own mistake again.
  if (!step.exercise) return ofSeed(/** @type {OwnSeed} */ (/** @type {Extract<Step, {from: "twin"}>} */ (step).seed));
  const { exercise } = step;
  return { ...exercise, from: "set", seed: null, names: namesFor(exercise.node, exercise.rating), forChild: FOR_CHILDREN.includes(exercise.theme) };
}

/** @param {OwnSeed} seed @returns {Asked} */
const ofSeed = (seed) => ({ ...seed, from: "own", seed, names: seed.players.map((name, seat) => (seat === seed.seat ? me() : botName(name))), forChild: false });

const me = () => setting("name") || say("web.start.guest");

/** Bots as the others: nobody in particular, and so strong as the exercise is difficult. @param {string} text @param {number} rating @returns {string[]} */
function namesFor(text, rating) {
  const { player, state } = readNode(text);
  const first = Math.min(Math.max(Math.floor((rating - 1500) / 100), 0), CONSTANTS.levels.length - 1);
  return state.sheets.map((_, seat) => {
    const place = (seat - Number(player) - 1 + state.sheets.length) % state.sheets.length;
    return seat === player ? me() : botName(CONSTANTS.levels[(first + place) % CONSTANTS.levels.length]);
  });
}
