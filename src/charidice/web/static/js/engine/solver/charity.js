/**
 * The probability of giving the most in the whole game, from the gift distributions of independent turns.
 *
 * Assumes that a player who wants the charity bonus maximises the gift of every turn and that all others maximise points.
 */

import { MOST_ROUNDS } from "../ruleset.js";
import { totalGiven } from "../sheet.js";
import { forecastFromStart } from "./forecast.js";
import { outcomes } from "./outcomes.js";
import { turnAlone } from "./play.js";
import { byDice } from "./recent.js";

/** @import { GameState } from "../state.js" */

/** By number of turns: the distribution of the sum of their gifts, with turns that maximise points or the gift. */
const giftSums = byDice((diceSet, freeGiving) => {
  const found = outcomes(diceSet, freeGiving);
  /** @param {Int32Array} playedFor */
  const sums = (playedFor) => {
    const { plain } = forecastFromStart(turnAlone(found, Float64Array.from(playedFor)));
    const ofOneTurn = new Float64Array(found.gifts[found.gifts.length - 1] + 1);
    plain.forEach((chance, outcome) => (ofOneTurn[found.gift[outcome]] += chance));
    const added = [Float64Array.of(1)];
    while (added.length <= MOST_ROUNDS) added.push(convolved(added[added.length - 1], ofOneTurn));
    return added;
  };
  return { selfish: sums(found.total), generous: sums(found.gift) };
});

/** The distribution of a sum. @param {Float64Array} one @param {Float64Array} other */
function convolved(one, other) {
  const found = new Float64Array(one.length + other.length - 1);
  for (let first = 0; first < one.length; first += 1) for (let second = 0; second < other.length; second += 1) found[first + second] += one[first] * other[second];
  return found;
}

/**
 * By seat, and by each of the gifts of the coming turn: the probability that nobody gives more in the whole game.
 * @param {GameState} state @param {number[]} gifts
 */
export function charityChances({ setup, active, sheets }, gifts) {
  const { rounds, freeGiving } = setup.ruleset;
  const sums = giftSums(setup.diceSet, freeGiving);
  const size = Math.max(...sheets.map(totalGiven)) + sums.selfish[rounds].length + Math.max(...gifts);

  /** The distribution of the final total given, without the gift of this turn. @param {number} seat @param {Float64Array[]} ofTurns */
  const finallyGiven = (seat, ofTurns) => {
    const found = new Float64Array(size);
    found.set(ofTurns[rounds - sheets[seat].points.length - Number(seat === active)], totalGiven(sheets[seat]));
    return found;
  };

  const atMost = sheets.map((_, seat) => {
    let sum = 0;
    return finallyGiven(seat, sums.selfish).map((chance) => (sum += chance));
  });
  return sheets.map((_, seat) => {
    const own = finallyGiven(seat, sums.generous);
    const rivals = atMost.filter((_, other) => other !== seat && other !== active).reduce((product, each) => product.map((chance, total) => chance * each[total]), new Float64Array(size).fill(1));
    const [shifted, fixed] = seat === active ? [own, rivals] : [atMost[active], own.map((chance, total) => chance * rivals[total])];
    return gifts.map((gift) => {
      let chance = 0;
      for (let total = 0; total < size - gift; total += 1) chance += shifted[total] * fixed[total + gift];
      return chance;
    });
  });
}
