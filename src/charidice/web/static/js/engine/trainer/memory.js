/**
 * How long a theme is remembered: the chance to remember it halves with every half-life. A right answer makes the half-life
 * longer, the more so if the theme was nearly forgotten; a wrong one makes it shorter (as in Settles and Meeder, A trainable spaced
 * repetition model, 2016, with fixed weights).
 */

/** A theme in memory: its half-life in days, and the time of the last answer in milliseconds. @typedef {Readonly<{halfLife: number, last: number}>} Memory */

export const DAY = 24 * 60 * 60 * 1000;
// In days: a theme that was never met, and the bounds.
const [FIRST, LEAST, MOST] = [1, 1 / 4, 180];
// By what a half-life is multiplied: by a worthless answer; what the worth adds, and what it adds if all was forgotten.
const [WRONG, RIGHT, FORGOTTEN] = [0.5, 0.6, 2];
/** The chance to remember below which a theme is due. */
export const DUE = 0.8;

/** The chance that a theme is remembered; 0 if it was never met. @param {Memory | undefined} memory @param {number} now */
export const recall = (memory, now) => (memory ? 2 ** (-Math.max(now - memory.last, 0) / DAY / memory.halfLife) : 0);

/** The memory of a theme after an answer. @param {Memory | undefined} memory @param {number} worth of the answer @param {number} now @returns {Memory} */
export function remembered(memory, worth, now) {
  const halfLife = (memory?.halfLife ?? FIRST) * (WRONG + worth * (RIGHT + FORGOTTEN * (1 - recall(memory, now))));
  return { halfLife: Math.min(Math.max(halfLife, LEAST), MOST), last: Math.max(now, memory?.last ?? 0) };
}

/** When a theme is due again, in milliseconds. @param {Memory | undefined} memory */
export const dueAt = (memory) => (memory ? memory.last + memory.halfLife * DAY * -Math.log2(DUE) : 0);
