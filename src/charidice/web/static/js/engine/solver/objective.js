/** What to maximise: the value of positions before a turn, and of every outcome of a turn. */

import { sum, totalGiven } from "../sheet.js";
import { recipientOf, START_OF_TURN, stateOf } from "../state.js";
import { outcomes } from "./outcomes.js";
import { SolvedTurn } from "./play.js";
import { Recent } from "./recent.js";

/** @import { Sheet } from "../sheet.js" */
/** @import { GameState, Setup } from "../state.js" */
/** @import { Leaves } from "./play.js" */

/** The accuracy of values: exact, within a stated bound, with a measured error, or estimated.
 * @typedef {"exact" | "bounded" | "measured" | "estimated"} Truth */

/**
 * An objective. Values of positions are by seat, leaves in the order of play; `sum` is that of both values in a
 * constant-sum game of two, else null; `error` is the standard error of a position's values, if it has been measured.
 * @typedef {object} Objective
 * @property {string} name
 * @property {Truth} truth
 * @property {number | null} sum
 * @property {(state: GameState) => readonly number[]} beforeTurn  Also at the end of the game.
 * @property {(state: GameState) => Leaves} leaves  The value of each outcome of the coming turn to every seat.
 * @property {(state: GameState) => number} [error]
 */

// Each up to 4 MB; used from the first roll of a turn to the last.
const MOST_TURNS = 4;
/** @type {WeakMap<Objective, Recent<SolvedTurn>>} */
const turns = new WeakMap();

/** The turn of a state, solved from its start. @param {Objective} objective @param {GameState} state */
export function solvedTurn(objective, state) {
  const start = startOfTurn(state);
  const recent = turns.get(objective) ?? new Recent(MOST_TURNS);
  turns.set(objective, recent);
  return recent.get(keyOf(start), () => solvedFrom(objective, start));
}

/** The same without keeping it. @param {Objective} objective @param {GameState} state */
export const solved = (objective, state) => solvedFrom(objective, startOfTurn(state));

/** @param {Objective} objective @param {GameState} start */
function solvedFrom(objective, start) {
  const options = { active: start.active, lateAsking: start.setup.ruleset.lateAsking, constantSum: objective.sum !== null };
  return new SolvedTurn(outcomesOf(start.setup), objective.leaves(start), options);
}

/** @param {Setup} setup */
export const outcomesOf = ({ diceSet, ruleset }) => outcomes(diceSet, ruleset.freeGiving);

/** What is by seat, in the order of play instead, the active player first. @template T @param {readonly T[]} bySeat @param {number} active */
export const inOrder = (bySeat, active) => [...bySeat.slice(active), ...bySeat.slice(0, active)];

/** The points and bonus of a player's own turns. @param {Sheet} sheet */
export const ownPoints = ({ points, bonus }) => sum(points) + sum(bonus);

/** The position before the current turn. @param {GameState} state */
export function startOfTurn(state) {
  const { setup, round, active, turn, sheets } = state;
  const recipient = recipientOf(state);
  const before = turn.asked ? sheets.with(recipient, { ...sheets[recipient], hasGift: true }) : sheets;
  return stateOf(setup, round, active, START_OF_TURN, before);
}

/** Identifies all that a solved turn depends on. @param {GameState} start */
function keyOf({ setup, round, active, sheets }) {
  const { rounds, freeGiving, lateAsking } = setup.ruleset;
  const seats = sheets.map((sheet) => [ownPoints(sheet), sum(sheet.received), totalGiven(sheet), sheet.hasGift]);
  return [setup.diceSet, rounds, freeGiving, lateAsking, round, active, ...seats].join();
}
