/** Solo objectives: points, a target score, the charity bonus; for any number of players, dice and house rules. */

import { charityBonuses, totalGiven } from "../sheet.js";
import { isOver, recipientOf } from "../state.js";
import { charityChances } from "./charity.js";
import { CannotValue } from "./contest.js";
import { inOrder, outcomesOf, ownPoints, solvedTurn } from "./objective.js";
import { outcomes } from "./outcomes.js";
import { byDice } from "./recent.js";
import { targetChances } from "./targets.js";
import { solveTurn } from "./turn.js";

/** @import { Sheet } from "../sheet.js" */
/** @import { GameState, Setup } from "../state.js" */
/** @import { Leaves } from "./play.js" */

// Per point: breaks ties between equal chances, far below the displayed digits.
const TIE_BREAK = 1e-9;
/** Above any sum of tie-breaks in a turn: a smaller chance is 0. */
export const NO_CHANCE = 100 * TIE_BREAK;
// No game comes near this target.
const OUT_OF_REACH = 1e6;

/** The expected total of a turn that maximises points. */
const pointsOfTurn = byDice((diceSet, freeGiving) => {
  const found = outcomes(diceSet, freeGiving);
  return solveTurn(found, Float64Array.from(found.total)).plain.start();
});

/** The expected points and bonus of a player's own turns, if everybody maximises theirs. */
export class OwnPoints {
  name = "points";
  truth = /** @type {const} */ ("exact");
  sum = null;

  /** @param {GameState} state */
  beforeTurn({ setup, sheets }) {
    const turn = pointsOfTurn(setup.diceSet, setup.ruleset.freeGiving);
    return sheets.map((sheet) => ownPoints(sheet) + turn * turnsLeft(setup, sheet));
  }

  /** @param {GameState} state */
  leaves(state) {
    const before = this.beforeTurn(state);
    const others = before[state.active] - pointsOfTurn(state.setup.diceSet, state.setup.ruleset.freeGiving);
    return ownLeaves(state, before, Float64Array.from(outcomesOf(state.setup).total, (total) => others + total));
  }
}

/** The maximal probability of reaching a score with points and bonus of a player's own turns. */
export class Target {
  name = "target";
  truth = /** @type {const} */ ("exact");
  sum = null;

  /** @param {number} score the points and bonus to reach in all turns together */
  constructor(score) {
    if (!Number.isInteger(score)) throw new CannotValue("target-not-whole", { text: String(score) });
    this.score = score;
  }

  /** @param {GameState} state */
  beforeTurn({ setup, sheets }) {
    return sheets.map((sheet) => this.#chance(setup, sheet, 0, 0));
  }

  /** @param {GameState} state */
  leaves(state) {
    const { setup, sheets, active } = state;
    const chances = Float64Array.from(outcomesOf(setup).total, (total) => this.#chance(setup, sheets[active], 1, total) + TIE_BREAK * total);
    return ownLeaves(state, this.beforeTurn(state), chances);
  }

  /** A player's probability after some more turns that bring this total. @param {Setup} setup @param {Sheet} sheet @param {number} turns @param {number} total */
  #chance(setup, sheet, turns, total) {
    const needed = Math.max(-OUT_OF_REACH, Math.min(this.score, OUT_OF_REACH)) - ownPoints(sheet);
    return targetChances(setup.diceSet, setup.ruleset.freeGiving).of(turnsLeft(setup, sheet) - turns, needed - total);
  }
}

/**
 * The probability of getting the charity bonus (6.1) against others who play for points.
 *
 * The coming turn is solved exactly. For later turns it assumes that the player maximises every gift and nobody asks for
 * the greatest of gifts: an estimate, exact only in the last turn.
 */
export class CharityBonus {
  name = "charity";
  truth = /** @type {const} */ ("estimated");
  sum = null;

  /** @param {GameState} state */
  beforeTurn(state) {
    if (isOver(state)) return charityBonuses(state.sheets.map(totalGiven)).map((bonus) => Number(bonus > 0));
    return solvedTurn(this, state).seats(state);
  }

  /** @param {GameState} state @returns {Leaves} */
  leaves(state) {
    const { gift, gifts, total } = outcomesOf(state.setup);
    const place = new Map(Array.from(gifts, (value, at) => [value, at]));
    /** @param {number} factor */
    const leaf = (factor) => {
      const bySeat = charityChances(state, Array.from(gifts, (value) => factor * value));
      const columns = inOrder(bySeat, state.active).map((chances) => Float64Array.from(gift, (value) => chances[Number(place.get(value))]));
      columns[0].forEach((chance, outcome) => (columns[0][outcome] = chance + TIE_BREAK * total[outcome]));
      return columns;
    };
    return { plain: leaf(1), asked: state.sheets[recipientOf(state)].hasGift ? leaf(2) : null };
  }
}

/** @param {Setup} setup @param {Sheet} sheet */
const turnsLeft = ({ ruleset }, sheet) => ruleset.rounds - sheet.points.length;

/** Leaves in which only the active player's value depends on the outcome. @param {GameState} state @param {number[]} before by seat @param {Float64Array} active @returns {Leaves} */
function ownLeaves(state, before, active) {
  const others = inOrder(before, state.active).slice(1);
  return { plain: [active, ...others.map((value) => new Float64Array(active.length).fill(value))], asked: null };
}
