/** The boxes of a score sheet. */

/** The columns, in the order of the printed sheet. */
export const BOXES = /** @type {const} */ (["points", "bonus", "received", "given"]);

/** Adds up boxes; empty ones count nothing. @param {readonly (number | null)[]} boxes */
export const sumOf = (boxes) => boxes.reduce((/** @type {number} */ sum, number) => sum + (number ?? 0), 0);
