/** Objectives that players contest: the chance of victory, and the expected lead of two. */

import { Refused } from "../errors.js";
import { results, subtotal, sum, totalGiven, victoryShares } from "../sheet.js";
import { isOver, isRulebookGame, recipientOf } from "../state.js";
import { ends, isSameGame } from "./files.js";
import { PLAYERS } from "./lead.js";
import { inOrder, outcomesOf, solvedTurn } from "./objective.js";

/** @import { GameState, Setup } from "../state.js" */
/** @import { LeadSolution, Pair } from "./lead.js" */
/** @import { Truth } from "./objective.js" */
/** @import { Leaves } from "./play.js" */
/** @import { Shares } from "./shares.js" */
/** @import { VictorySolution } from "./victory.js" */

/** A position that an objective cannot evaluate. */
export class CannotValue extends Refused {}

/** Refuses a game that these tables do not solve. @param {Setup} setup @param {LeadSolution} solution */
export function checkSolved(setup, solution) {
  if (setup.players !== PLAYERS) throw new CannotValue("two-players-only");
  if (!ends(setup, solution.game)) throw new CannotValue("not-solved");
}

/** The expected final lead of two players in equilibrium; exact. */
export class Lead {
  name = "lead";
  truth = /** @type {const} */ ("exact");
  sum = 0;

  /** @param {LeadSolution} solution */
  constructor(solution) {
    this.solution = solution;
  }

  /** @param {GameState} state */
  beforeTurn(state) {
    checkSolved(state.setup, this.solution);
    if (isOver(state)) {
      const [own, other] = results(state.sheets);
      return [own.total - other.total, other.total - own.total];
    }
    return bySeat(state, this.solution.value(pairOf(state)), 0);
  }

  /** @param {GameState} state */
  leaves(state) {
    checkSolved(state.setup, this.solution);
    return pairLeaves(state, (pair, factor) => this.solution.leaf(pair, factor), 0);
  }
}

/** The chance of victory of two players in equilibrium; a tie counts half. */
export class Victory {
  name = "victory";
  sum = 1;

  /** @param {VictorySolution} solution */
  constructor(solution) {
    /** The bound has been verified for the rulebook's game only. @type {Truth} */
    this.truth = isRulebookGame(solution.lead.game) ? "bounded" : "estimated";
    this.solution = solution;
  }

  /** @param {GameState} state */
  beforeTurn(state) {
    checkSolved(state.setup, this.solution.lead);
    return isOver(state) ? victoryShares(results(state.sheets)) : bySeat(state, this.solution.chance(pairOf(state)), 1);
  }

  /** @param {GameState} state */
  leaves(state) {
    checkSolved(state.setup, this.solution.lead);
    return pairLeaves(state, (pair, factor) => this.solution.leaf(pair, factor), 1);
  }
}

/** The share of victory by fitted networks, for any number of players, dice and house rules. */
export class ShareOfVictory {
  name = "victory";

  /** @param {Shares} shares @param {Setup} setup */
  constructor(shares, setup) {
    /** The error is known for the game that they were fitted to. In shorter ones less has been given by the last rounds. @type {Truth} */
    this.truth = isSameGame(setup, shares.game) ? "measured" : "estimated";
    this.sum = shares.seats === PLAYERS ? 1 : null;
    this.shares = shares;
  }

  /** From the start of the last turn on, shares are exact. @param {GameState} state */
  error(state) {
    return this.shares.error(turnsLeftIn(state), state.turn.rolls > 0 || state.turn.asked);
  }

  /** By one-turn lookahead, which averages the errors of the networks. @param {GameState} state */
  beforeTurn(state) {
    if (isOver(state)) return victoryShares(results(state.sheets));
    // Tie-breaks can make a share negative.
    const found = solvedTurn(this, state).start.map((share) => Math.max(share, 0));
    const all = sum(found);
    return found.map((share) => share / all);
  }

  /** @param {GameState} state @returns {Leaves} */
  leaves(state) {
    const sheets = inOrder(state.sheets, state.active);
    const position = { points: sheets.map(subtotal), given: sheets.map(totalGiven), gifts: sheets.map(({ hasGift }) => Number(hasGift)) };
    /** @param {number} factor */
    const leaf = (factor) => this.shares.after(position, turnsLeftIn(state), outcomesOf(state.setup), factor);
    return { plain: leaf(1), asked: position.gifts[1] ? leaf(2) : null, single: true };
  }
}

/** The turns that all players have left together, including the current one. @param {GameState} state */
export const turnsLeftIn = ({ sheets, setup }) => sheets.reduce((left, { points }) => left - points.length, sheets.length * setup.ruleset.rounds);

/** A two-player position before a turn, from the active player's view. @param {GameState} state @returns {Pair} */
function pairOf(state) {
  const [active, recipient] = [state.sheets[state.active], state.sheets[recipientOf(state)]];
  return {
    turnsLeft: turnsLeftIn(state),
    own: totalGiven(active),
    other: totalGiven(recipient),
    hasGift: Number(active.hasGift),
    otherHasGift: Number(recipient.hasGift),
    difference: subtotal(active) - subtotal(recipient),
  };
}

/** The leaves of a constant-sum game, from the value of each outcome to the active player.
 * @param {GameState} state @param {(pair: Pair, factor: number) => Float64Array} leaf @param {number} total @returns {Leaves} */
function pairLeaves(state, leaf, total) {
  const pair = pairOf(state);
  /** @param {Float64Array} values */
  const both = (values) => [values, values.map((value) => Math.fround(total - value))];
  const asked = pair.otherHasGift ? both(leaf({ ...pair, otherHasGift: 0 }, 2)) : null;
  return { plain: both(leaf(pair, 1)), asked, single: true };
}

/** Both values, from the active player's. @param {GameState} state @param {number} value @param {number} total */
const bySeat = ({ active }, value, total) => (active === 0 ? [value, total - value] : [total - value, value]);
