/** What the trainer keeps in this browser: the answers, the lesson under way, and the decisions of judged games. */

import { merged, readProgress, standing, withAnswer } from "../engine/trainer/progress.js";
import { setSetting } from "./settings.js";

/** @import { Answered, Progress } from "../engine/trainer/progress.js" */

const PROGRESS = "charidice:training";
const LESSON = "charidice:lesson";
const GAMES = "charidice:decisions";
const PROBE = "charidice:probe";

/** What the storage has refused, for this visit. @type {Map<string, unknown>} */
const refused = new Map();

/** @param {string} key @returns {unknown} */
function read(key) {
  if (refused.has(key)) return refused.get(key);
  try {
    return JSON.parse(localStorage.getItem(key) ?? "null");
  } catch {
    return null;
  }
}

/** @param {string} key @param {unknown} value */
function write(key, value) {
  const text = JSON.stringify(value);
  // The decisions can be judged again, so they make room for the answers.
  for (const makesRoom of [false, true]) {
    try {
      if (makesRoom) localStorage.removeItem(GAMES);
      localStorage.setItem(key, text);
      refused.delete(key);
      return;
    } catch {
      if (key === GAMES) break;
    }
  }
  refused.set(key, value);
}

/** Whether the browser allows to keep anything beyond this visit. */
export function isKept() {
  try {
    localStorage.setItem(PROBE, "1");
    localStorage.removeItem(PROBE);
    return !refused.has(PROGRESS);
  } catch {
    return false;
  }
}

export const storedProgress = () => readProgress(read(PROGRESS), Date.now());

/** @param {Answered} answer */
export const keepAnswer = (answer) => keepProgress(withAnswer(storedProgress(), answer));

/** Adds the answers of a file. @param {unknown} data */
export const addProgress = (data) => keepProgress(merged(storedProgress(), readProgress(data, Date.now())));

/** @param {Progress} progress */
function keepProgress(progress) {
  write(PROGRESS, progress);
  // The start page counts what is due without the engine.
  setSetting("due", standing(progress, Date.now()).themes.flatMap(({ memory, dueAt }) => (memory ? [dueAt] : [])));
  return progress;
}

export const storedLesson = () => read(LESSON);

/** @param {object | null} lesson */
export const keepLesson = (lesson) => write(LESSON, lesson);

/** @returns {unknown[]} */
export function storedGames() {
  const games = read(GAMES);
  return Array.isArray(games) ? games : [];
}

/** @param {unknown[]} games */
export const keepGames = (games) => write(GAMES, games);
