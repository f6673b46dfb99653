/** What an answer to an exercise is worth: 1 if it is right, else less, the more it costs. */

/** Of the chance of victory: moves closer to the best one are right, too. */
export const HAIR = 0.002;
// The loss that halves the worth of an answer, unless the margin of the exercise is smaller.
const HALVING = 0.03;

/** The worth of an answer with this loss in an exercise with this margin. @param {number} loss @param {number} margin */
export const worth = (loss, margin) => (loss <= HAIR ? 1 : 2 ** (-loss / Math.min(margin, HALVING)));
