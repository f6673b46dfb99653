/** The state of a game: its setup, the turn in progress, and the sheets. */

import { areSameDice, DiceSet, STANDARD_DICE } from "./dice.js";
import { isWhole, Refused } from "./errors.js";
import { areSameRules, LEAST_PLAYERS, MOST_PLAYERS, ROLLS, STANDARD } from "./ruleset.js";
import { scoringTable } from "./scoring.js";
import { EMPTY_SHEET } from "./sheet.js";

/** @import { Face, Numbers } from "./dice.js" */
/** @import { Ruleset } from "./ruleset.js" */
/** @import { ScoringOption, ScoringTable } from "./scoring.js" */
/** @import { Sheet } from "./sheet.js" */

/**
 * Everything fixed before the first roll. Seats are numbered from 0 in the order of play.
 * @typedef {Readonly<{players: number, ruleset: Readonly<Ruleset>, diceSet: DiceSet, scoring: ScoringTable}>} Setup
 */

/**
 * The turn in progress.
 * @typedef {object} TurnSoFar
 * @property {number} rolls  How often the dice were rolled.
 * @property {Numbers} numbers  The numbers of dice 0-5; none before the first roll.
 * @property {boolean} asked  The recipient has asked for the greatest of gifts.
 * @property {boolean} stopped  Late asking (8.2): the active player will not roll again, and the recipient may still ask.
 * @property {boolean} declined  Late asking (8.2): the recipient has declined to ask.
 * @typedef {Readonly<TurnSoFar>} Turn
 */

/**
 * Everything about a game in progress. Rounds count from 1; after the last turn, `round` is one past the last round.
 * @typedef {Readonly<{setup: Setup, round: number, active: number, turn: Turn, sheets: readonly Sheet[]}>} GameState
 */

/** @type {Turn} */
export const START_OF_TURN = Object.freeze({ rolls: 0, numbers: Object.freeze([]), asked: false, stopped: false, declined: false });

/** @param {number} players @param {Readonly<Ruleset>} [ruleset] @param {DiceSet} [diceSet] @returns {Setup} */
export function setupOf(players, ruleset = STANDARD, diceSet = STANDARD_DICE) {
  if (!isWhole(players, LEAST_PLAYERS, MOST_PLAYERS)) {
    throw new Refused("players-out-of-range", { players, least: LEAST_PLAYERS, most: MOST_PLAYERS });
  }
  return Object.freeze({ players, ruleset, diceSet, scoring: scoringTable(diceSet, ruleset.freeGiving) });
}

/** The state before the first roll. @param {number} players @param {Readonly<Ruleset>} [ruleset] @param {DiceSet} [diceSet] */
export function newGame(players, ruleset = STANDARD, diceSet = STANDARD_DICE) {
  const setup = setupOf(players, ruleset, diceSet);
  return stateOf(setup, 1, 0, START_OF_TURN, Array(players).fill(EMPTY_SHEET));
}

/** @param {Setup} setup @param {number} round @param {number} active @param {Turn} turn @param {readonly Sheet[]} sheets @returns {GameState} */
export const stateOf = (setup, round, active, turn, sheets) => Object.freeze({ setup, round, active, turn, sheets: Object.freeze(sheets) });

/**
 * A state as plain data, for another thread. Unlike a position, which people write, it holds anything that a score pad does.
 * @typedef {Readonly<Omit<GameState, "setup"> & {players: number, ruleset: Readonly<Ruleset>, dice: string}>} StateData
 */

/** @param {GameState} state @returns {StateData} */
export const dataOf = ({ setup: { players, ruleset, diceSet }, round, active, turn, sheets }) => ({ players, ruleset, dice: String(diceSet), round, active, turn, sheets });

/** @param {StateData} data @returns {GameState} */
export const stateFrom = ({ players, ruleset, dice, round, active, turn, sheets }) => stateOf(setupOf(players, ruleset, DiceSet.read(dice)), round, active, turn, sheets);

/** The same state with some of its turn changed. @param {GameState} state @param {Partial<Turn>} changed @returns {GameState} */
export const withTurn = ({ setup, round, active, turn, sheets }, changed) => stateOf(setup, round, active, Object.freeze({ ...turn, ...changed }), sheets);

/** No house rules, and the standard dice. @param {Pick<Setup, "ruleset" | "diceSet">} setup */
export const isRulebookGame = ({ ruleset, diceSet }) => areSameRules(ruleset, STANDARD) && areSameDice(diceSet, STANDARD_DICE);

/** The seat to the left of the active one, which receives the gift. @param {GameState} state */
export const recipientOf = ({ active, sheets }) => (active + 1) % sheets.length;

/** @param {GameState} state */
export const isOver = ({ round, setup }) => round > setup.ruleset.rounds;

/** @param {GameState} state */
export const rollsLeft = ({ turn }) => (turn.stopped ? 0 : ROLLS - turn.rolls);

/** The faces of dice 0-5; none before the first roll of a turn. @param {GameState} state @returns {readonly Face[]} */
export const facesOf = ({ turn, setup }) => (turn.rolls ? setup.diceSet.faces(turn.numbers) : []);

/** The ways to score the dice on the table, best sum first; none before the first roll of a turn. @param {GameState} state @returns {readonly ScoringOption[]} */
export const optionsOf = ({ turn, setup }) => (turn.rolls ? setup.scoring.options(turn.numbers) : []);

/** The recipient may ask for the greatest of gifts now (5.2, 5.3). @param {GameState} state */
export function mayBeAsked(state) {
  const { rolls, asked, declined } = state.turn;
  return rolls < ROLLS && !asked && !declined && !isOver(state) && state.sheets[recipientOf(state)].hasGift;
}

/** In the strict order of moves (5.5) the recipient decides here, which is never before the first roll. @param {GameState} state */
export const recipientDecides = (state) => state.turn.rolls > 0 && mayBeAsked(state);

/** Late asking (8.2): before the third roll, the active player must stop before scoring. @param {GameState} state */
export const mustStopFirst = (state) => state.setup.ruleset.lateAsking && !state.turn.stopped && recipientDecides(state);

/** Late asking (8.2): the active player has stopped, and the recipient has not answered yet. @param {Turn} turn */
export const awaitsAnswer = ({ stopped, asked, declined }) => stopped && !asked && !declined;
