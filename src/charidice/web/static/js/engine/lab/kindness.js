/** The price of kindness: each move's own value against what it gives. */

/** @import { KindMove, LabAnswer } from "./types.d.ts" */

/** The moves that no other one beats in both its own value and its gift: the best move first, then each gives more for less.
 * @param {Pick<LabAnswer, "moves">} answer @returns {KindMove[]} */
export function kindness({ moves }) {
  /** @type {KindMove[]} */
  const frontier = [];
  // Of equal values, the largest gift first.
  for (const { move, value, loss, gift } of [...moves].sort((one, other) => other.value - one.value || other.gift - one.gift)) {
    const last = frontier.at(-1);
    if (!last || gift > last.gift) frontier.push({ move, value, loss, gift });
  }
  return frontier;
}
