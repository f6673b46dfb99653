/** Playing a solved turn: the value of each action in a state of that turn, and the best one. */

import { legalActions } from "../engine.js";
import { REROLLS, roll, score, STOP } from "../moves.js";
import { ROLLS } from "../ruleset.js";
import { mustStopFirst, optionsOf, recipientDecides, rollsLeft } from "../state.js";
import { keptRow, orbitOf } from "./orbits.js";
import { branchOf, solveForSeats, solveTurn } from "./turn.js";

/** @import { Dice, Numbers } from "../dice.js" */
/** @import { Action, Roll } from "../moves.js" */
/** @import { ScoringOption } from "../scoring.js" */
/** @import { GameState } from "../state.js" */
/** @import { Outcomes } from "./outcomes.js" */
/** @import { TurnValues } from "./turn.js" */

/**
 * The value of each outcome of a turn to every seat, in the order of play from the active player: `asked` with a doubled
 * gift, null if nobody can ask or if it makes no difference. In a constant-sum game both players decide by the first.
 * @typedef {{ plain: Float64Array[], asked: Float64Array[] | null, single?: boolean }} Leaves
 */

/** Score these dice, or stop first where that is required. @param {GameState} state @param {Dice} dice @returns {Action} */
export const scoreOrStop = (state, dice) => (mustStopFirst(state) ? STOP : score(dice));

/** A solved turn with its leaves. All values are the active player's, except in the leaves and by seat. */
export class SolvedTurn {
  /** @type {TurnValues | null} */
  #bySeat = null;

  /** @param {Outcomes} outcomes @param {Leaves} leaves @param {{ active?: number, lateAsking?: boolean, constantSum?: boolean }} [options] */
  constructor(outcomes, leaves, { active = 0, lateAsking = false, constantSum = true } = {}) {
    this.outcomes = outcomes;
    this.orbits = outcomes.orbits;
    this.leaves = leaves;
    this.active = active;
    this.lateAsking = lateAsking;
    this.constantSum = constantSum;
    const { plain, asked, single } = leaves;
    this.values = constantSum ? solveTurn(outcomes, plain[0], asked && asked[0], { lateAsking, single }) : this.bySeat;
  }

  /** The same turn for every seat, in the order of play, with the gift as the last column. @returns {TurnValues} */
  get bySeat() {
    const { plain, asked } = this.leaves;
    return (this.#bySeat ??= solveForSeats(this.outcomes, plain, asked, this.lateAsking, this.constantSum ? this.values : null));
  }

  /** The active player's best action; ties go to scoring, then to the smaller gift. @param {GameState} state @returns {Action} */
  bestAction(state) {
    const { turn } = state;
    if (turn.rolls === 0) return roll();
    const reroll = rollsLeft(state) ? this.bestReroll(turn.asked, turn.rolls, turn.numbers) : null;
    if (reroll) return reroll;
    const options = optionsOf(state);
    const values = options.map((option) => this.optionValue(state, option));
    const most = Math.max(...values);
    const best = options.filter((_, at) => values[at] === most);
    return scoreOrStop(state, best.reduce((least, option) => (option.gift < least.gift ? option : least)).dice);
  }

  /** The value of every legal action of the active player. @param {GameState} state @returns {Map<Action, number>} */
  actionValues(state) {
    const { turn } = state;
    const actions = legalActions(state, state.active);
    if (turn.rolls === 0) return new Map(actions.map((action) => [action, branchOf(this.values, turn.asked).start()]));
    const keeps = actions.some(({ type }) => type === "roll") ? branchOf(this.values, turn.asked).keeps(turn.rolls, turn.numbers) : [];
    const options = new Map(optionsOf(state).map((option) => [option.dice, option]));
    /** @type {Map<Action, number>} */
    const values = new Map();
    actions.forEach((action, at) => {
      const option = action.type === "score" ? options.get(action.dice) : null;
      values.set(action, action.type === "roll" ? keeps[at] : option ? this.optionValue(state, option) : this.#stopValue(turn.numbers));
    });
    return values;
  }

  /** The best reroll after roll 1 or 2, after the recipient has asked or not; null to score. @param {boolean} asked @param {number} rolls @param {Numbers} numbers @returns {Roll | null} */
  bestReroll(asked, rolls, numbers) {
    const branch = branchOf(this.values, asked);
    const keeps = branch.keeps(rolls, numbers);
    let best = 0;
    for (let at = 1; at < keeps.length; at += 1) if (keeps[at] > keeps[best]) best = at;
    return keeps[best] > branch.early()[orbitOf(this.orbits, numbers)] ? REROLLS[best] : null;
  }

  /** The value of scoring this option. @param {GameState} state @param {ScoringOption} option */
  optionValue({ turn }, { total, gift }) {
    const { plain, asked } = this.leaves;
    return (turn.asked && asked ? asked : plain)[0][this.outcomes.ofPair(total, gift)];
  }

  /** The value of the turn if the recipient asks, and if not, where they may. @param {GameState} state */
  asking({ turn }) {
    const [asked, plain] = [true, false].map((isAsked) => {
      const branch = branchOf(this.values, isAsked);
      if (turn.rolls === 0) return branch.start();
      const orbit = orbitOf(this.orbits, turn.numbers);
      if (turn.stopped) return branch.score()[orbit];
      return branch.keeps(turn.rolls, turn.numbers).reduce((most, value) => Math.max(most, value), branch.early()[orbit]);
    });
    return { ifAsked: asked, ifNotAsked: plain };
  }

  /** Whether it is better for the recipient to ask now, where they may. @param {GameState} state */
  shouldAsk(state) {
    if (this.constantSum) {
      const { ifAsked, ifNotAsked } = this.asking(state);
      return ifAsked < ifNotAsked;
    }
    const { turn } = state;
    const { plain } = this.values;
    if (!plain.asked) return false;
    if (turn.rolls === 0) return plain.asked.start(1) > plain.start(1);
    return Boolean(plain.asks(turn.stopped ? ROLLS : turn.rolls)[orbitOf(this.orbits, turn.numbers)]);
  }

  /** The value by seat after an action of either player; by default, under optimal play. @param {GameState} state @param {Action | null} [action] */
  seats(state, action = null) {
    return this.#rotated(this.#mean(state, action));
  }

  /** The value by seat before the first roll. */
  get start() {
    return this.#rotated((column) => this.bySeat.plain.start(column));
  }

  /** After an action of either player, by default under optimal play; doubled where asked for. @param {GameState} state @param {Action | null} [action] */
  expectedGift(state, action = null) {
    return this.#mean(state, action)(this.leaves.plain.length);
  }

  /** From the order of play to seats. @param {(column: number) => number} valueOf */
  #rotated(valueOf) {
    const count = this.leaves.plain.length;
    return this.leaves.plain.map((_, seat) => valueOf((seat - this.active + count) % count));
  }

  /** By column of `bySeat`: the expectation at the end of the turn. @param {GameState} state @param {Action | null} action @returns {(column: number) => number} */
  #mean(state, action) {
    const { turn } = state;
    const decides = !action && turn.rolls > 0 && recipientDecides(state);
    const asked = decides ? this.shouldAsk(state) : turn.asked || action?.type === "ask";
    const branch = branchOf(this.bySeat, asked);
    if (action?.type === "score") {
      const option = optionsOf(state).find(({ dice }) => dice === action.dice);
      if (!option) throw new Error("not a scoring option");
      const outcome = this.outcomes.ofPair(option.total, option.gift);
      return (column) => branch.utility[column][outcome];
    }
    if (turn.rolls === 0) return (column) => branch.start(column);
    const ends = turn.stopped || turn.rolls === ROLLS;
    const next = ends || action?.type === "roll" || action?.type === "stop" ? action : this.bestReroll(asked, turn.rolls, turn.numbers);
    if (next?.type === "roll") {
      const row = keptRow(this.orbits, turn.numbers, next.keep);
      return (column) => branch.after(turn.rolls, column)[row];
    }
    const orbit = orbitOf(this.orbits, turn.numbers);
    return (column) => (ends ? branch.score(column) : branch.early(column))[orbit];
  }

  /** The value of a stop, after which the recipient may still ask. @param {Numbers} numbers */
  #stopValue(numbers) {
    return this.values.plain.early()[orbitOf(this.orbits, numbers)];
  }
}

/** A turn of a single player with this utility of each outcome. @param {Outcomes} outcomes @param {Float64Array} utility */
export const turnAlone = (outcomes, utility) => new SolvedTurn(outcomes, { plain: [utility], asked: null });
