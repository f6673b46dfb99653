/** Bots that play every turn for points and ignore the rest of the game: the magpie and the fox. */

import { EVERY_DIE } from "../dice.js";
import { ASK_GIFT, DECLINE_GIFT, roll } from "../moves.js";
import { asksSelfishGiver } from "../solver/asking.js";
import { outcomes } from "../solver/outcomes.js";
import { scoreOrStop, turnAlone } from "../solver/play.js";
import { byDice } from "../solver/recent.js";
import { optionsOf, rollsLeft } from "../state.js";

/** @import { Action } from "../moves.js" */
/** @import { GameNode } from "../strict.js" */

/** The smallest gift that the magpie asks for after roll 2, and in the last round. */
const WORTH_ASKING = 12;
const IN_THE_END = 1;

/** Greedy: keeps the dice of the best sum on the table and rerolls the others, so it never loses that sum. */
export class Magpie {
  /** @param {GameNode} node @returns {Action} */
  choose({ state, asking }) {
    const { turn, round, setup } = state;
    if (!asking && !turn.rolls) return roll();
    const [best] = optionsOf(state);
    if (asking) {
      const isSettled = turn.rolls > 1 || turn.stopped;
      return isSettled && best.gift >= (round === setup.ruleset.rounds ? IN_THE_END : WORTH_ASKING) ? ASK_GIFT : DECLINE_GIFT;
    }
    return rollsLeft(state) && best.dice !== EVERY_DIE ? roll(best.dice) : scoreOrStop(state, best.dice);
  }
}

/** A turn solved for own points and bonus: the same for every turn of every game. */
export const turnForPoints = byDice((diceSet, freeGiving) => {
  const found = outcomes(diceSet, freeGiving);
  return turnAlone(found, Float64Array.from(found.total));
});

/** Plays every turn optimally for its own points and bonus: the benchmark. Asks as if the giver did the same. */
export class Fox {
  /** @param {GameNode} node @returns {Action} */
  choose({ state, asking }) {
    if (asking) return asksSelfishGiver(state) ? ASK_GIFT : DECLINE_GIFT;
    return turnForPoints(state.setup.diceSet, state.setup.ruleset.freeGiving).bestAction(state);
  }
}
