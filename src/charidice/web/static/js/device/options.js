/** The ways to score six dice, as a server shows them. */

import { diceOf, EVERY_DIE, PLACES } from "../engine/dice.js";
import { DOUBLED_FROM } from "../engine/ruleset.js";

/** @import { Numbers } from "../engine/dice.js" */
/** @import { ScoringOption } from "../engine/scoring.js" */
/** @import { OptionView } from "../wire.d.ts" */

/** The clauses of sets of one colour. */
const ONE_COLOUR = "3.1.";

/** @param {readonly ScoringOption[]} options @param {Numbers} numbers @param {boolean} asked @returns {OptionView[]} */
export function optionViews(options, numbers, asked) {
  return options.map((option) => {
    const gives = [...diceOf(EVERY_DIE & ~option.dice)];
    return {
      dice: [...diceOf(option.dice)],
      kind: option.kind,
      group: option.kind.startsWith(ONE_COLOUR) ? "colour" : "colours",
      points: option.points,
      bonus: option.bonus,
      total: option.total,
      gift: asked ? 2 * option.gift : option.gift,
      gives,
      doubled: gives.filter((die) => numbers[die] >= DOUBLED_FROM),
      folded: isDominated(option, options),
    };
  });
}

/**
 * A larger gift may be wanted or not. So an option is dominated only if one scores at least as much with a gift no larger, and
 * one with a gift no smaller; of two equal options, the one with the lower dice is kept.
 * @param {ScoringOption} option @param {readonly ScoringOption[]} options
 */
function isDominated({ total, gift, dice }, options) {
  const gifts = options
    .filter((other) => other.total >= total && (other.total !== total || other.gift !== gift || PLACES[other.dice] < PLACES[dice]))
    .map((other) => other.gift);
  return gifts.length > 0 && Math.min(...gifts) <= gift && gift <= Math.max(...gifts);
}
