/**
 * When to ask for the greatest of gifts, if all givers maximise the points of their own turn.
 *
 * Asking doubles the gift of one turn, once per game, so it is an optimal stopping problem: ask when the expected gift
 * exceeds the value of keeping the option for later turns. After roll 1 it never pays to ask unless the giver will score
 * these dice: after roll 2 the recipient knows more and can still ask.
 */

import { MOST_ROUNDS, ROLLS } from "../ruleset.js";
import { orbitOf } from "./orbits.js";
import { outcomes } from "./outcomes.js";
import { turnAlone } from "./play.js";
import { byDice } from "./recent.js";
import { expectation, mean, SCORES, spread } from "./sweeps.js";

/** @import { GameState } from "../state.js" */
/** @import { SolvedTurn } from "./play.js" */

// Far below a tenth of a point, far above rounding errors.
const MARGIN = 1e-9;

/** Whether to ask in a state in which the recipient may. @param {GameState} state */
export function asksSelfishGiver({ setup, turn, round }) {
  const { ruleset, diceSet } = setup;
  const giver = selfishGiver(diceSet, ruleset.freeGiving);
  const orbit = orbitOf(giver.orbits, turn.numbers);
  const later = giver.chance[ruleset.rounds - round] + MARGIN;
  if (turn.stopped) return giver.scoredGift[orbit] > later;
  if (turn.rolls === ROLLS - 1) return giver.second[orbit] > later;
  return giver.stops[orbit] === 1 && giver.first[orbit] > later;
}

/** The gifts of a giver who maximises points and, among equals, gives less. */
export const selfishGiver = byDice((diceSet, freeGiving) => {
  const found = outcomes(diceSet, freeGiving);
  const turn = turnAlone(found, Float64Array.from(found.total));
  /** By orbit of rolls: the gift if these dice are scored. */
  const scoredGift = spread(Float64Array.from(found.gift), turn.values.plain.scored());
  /** By orbit of rolls, after roll 1 and 2: the expected gift. */
  const second = followed(turn, 2, scoredGift, scoredGift);
  const first = followed(turn, 1, second, scoredGift);
  /** By orbit of rolls: whether the giver scores after roll 1. */
  const stops = Uint8Array.from(turn.values.plain.policy(1), (row) => Number(row === SCORES));
  /** By the giver's turns left: the value of the right to ask, used optimally. */
  const chance = [0];
  while (chance.length <= MOST_ROUNDS) {
    // Optimal stopping: ask after roll 2, or after roll 1 if the giver then scores.
    const kept = chance[chance.length - 1];
    /** @param {Float64Array} gifts */
    const orLater = (gifts) => gifts.map((gift) => Math.max(gift, kept));
    chance.push(mean(turn.orbits, followed(turn, 1, orLater(second), orLater(scoredGift))));
  }
  return { orbits: turn.orbits, scoredGift, first, second, stops, chance };
});

/** By orbit of rolls, after roll 1 or 2: the mean of a quantity under the optimal policy: `rolled` after the next roll,
 * `scored` if the dice on the table are scored. @param {SolvedTurn} turn @param {number} rolls @param {Float64Array} rolled @param {Float64Array} scored */
function followed({ values, orbits }, rolls, rolled, scored) {
  const rows = values.plain.policy(rolls);
  const after = expectation(orbits, rolled, false);
  return scored.map((value, orbit) => (rows[orbit] === SCORES ? value : after[rows[orbit]]));
}
