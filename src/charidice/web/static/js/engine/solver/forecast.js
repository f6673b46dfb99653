/** The distribution of a turn's outcome from a state on, under the solved policy. */

import { DICE, ROLLS_OF_SIX, SIZES } from "../dice.js";
import { ROLLS } from "../ruleset.js";
import { optionsOf, recipientDecides } from "../state.js";
import { NUMBERS, orbitOf } from "./orbits.js";
import { KINDS } from "./outcomes.js";
import { SCORES } from "./sweeps.js";
import { branchOf } from "./turn.js";

/** @import { Dice, Numbers } from "../dice.js" */
/** @import { Action } from "../moves.js" */
/** @import { Kind } from "../scoring.js" */
/** @import { GameState } from "../state.js" */
/** @import { Orbits } from "./orbits.js" */
/** @import { Outcomes } from "./outcomes.js" */
/** @import { SolvedTurn } from "./play.js" */

/** The probability of every outcome, with a plain gift and with a doubled one. */
export class Forecast {
  /** @param {SolvedTurn} turn @param {Float64Array} plain @param {Float64Array} asked */
  constructor(turn, plain, asked) {
    this.turn = turn;
    this.outcomes = turn.outcomes;
    this.plain = plain;
    this.asked = asked;
  }

  /** The probabilities with a plain gift, then with a doubled one; they sum to 1 exactly. */
  get chances() {
    const chances = Float64Array.of(...this.plain, ...this.asked);
    const sum = chances.reduce((before, chance) => before + chance, 0);
    return chances.map((chance) => chance / sum);
  }

  /** The expected points and bonus. */
  get points() {
    return this.#mean((outcome) => this.outcomes.total[outcome], (outcome) => this.outcomes.total[outcome]);
  }

  /** The expected gift, doubled after asking. */
  get gift() {
    return this.#mean((outcome) => this.outcomes.gift[outcome], (outcome) => 2 * this.outcomes.gift[outcome]);
  }

  /** The probability that the turn ends with each kind. @returns {Map<Kind, number>} */
  get kinds() {
    const chances = new Float64Array(KINDS.length);
    this.outcomes.kind.forEach((kind, outcome) => (chances[kind] += this.plain[outcome] + this.asked[outcome]));
    // Rounding can bring a sum above 1.
    return new Map(KINDS.map((kind, at) => [kind, Math.min(chances[at], 1)]));
  }

  /** The expected value by seat. */
  get seats() {
    const { leaves, active } = this.turn;
    const count = leaves.plain.length;
    return leaves.plain.map((_, seat) => {
      const column = (seat - active + count) % count;
      const [plain, asked] = [leaves.plain[column], (leaves.asked ?? leaves.plain)[column]];
      return this.#mean((outcome) => plain[outcome], (outcome) => asked[outcome]);
    });
  }

  /** @param {(outcome: number) => number} plain @param {(outcome: number) => number} asked */
  #mean(plain, asked) {
    let sum = 0;
    for (let outcome = 0; outcome < this.plain.length; outcome += 1) sum += this.plain[outcome] * plain(outcome) + this.asked[outcome] * asked(outcome);
    return sum;
  }
}

/** The outcome after an action of either player; by default, under optimal play. @param {SolvedTurn} turn @param {GameState} state @param {Action | null} [action] */
export const forecast = (turn, state, action = null) => new Following(turn).fromState(state, action);

/** The outcome of a whole turn. @param {SolvedTurn} turn */
export const forecastFromStart = (turn) => new Following(turn).fromStart(false);

/** By branch, before and after asking: the probability of every orbit of rolls. @typedef {[Float64Array, Float64Array]} Chances */

/** Propagates the probability of every orbit of rolls through the decisions of a turn. */
class Following {
  /** @param {SolvedTurn} turn */
  constructor(turn) {
    this.turn = turn;
    this.orbits = turn.orbits;
    this.ended = this.#none();
  }

  /** @param {boolean} asked */
  fromStart(asked) {
    const current = this.#none();
    current[Number(asked)].set(this.orbits.shares);
    if (!asked) this.#ask(current, 1);
    this.#play(current, 1, false);
    return this.#result();
  }

  /** @param {GameState} state @param {Action | null} action */
  fromState(state, action) {
    const { rolls, numbers, stopped } = state.turn;
    if (action?.type === "score") return this.#scored(state, action.dice);
    let asked = state.turn.asked || action?.type === "ask";
    if (rolls === 0) return this.fromStart(asked);
    let mayAsk = action?.type === "stop";
    if (!action && recipientDecides(state)) asked = this.turn.shouldAsk(state);
    let next = action;
    if (!(stopped || rolls === ROLLS || next?.type === "roll" || next?.type === "stop")) {
      next = this.turn.bestReroll(asked, rolls, numbers);
      mayAsk = !next;
    }
    const current = this.#none();
    if (next?.type === "roll") {
      current[Number(asked)] = afterKeeping(this.orbits, numbers, next.keep);
      this.#play(current, rolls + 1, true);
    } else {
      current[Number(asked)][orbitOf(this.orbits, numbers)] = 1;
      this.#stop(current, mayAsk);
    }
    return this.#result();
  }

  /** @returns {Chances} */
  #none() {
    const count = this.orbits.rolls.length;
    return [new Float64Array(count), new Float64Array(count)];
  }

  /** From the probability of every roll to the end of the turn. @param {Chances} chances @param {number} rolls @param {boolean} mayAsk */
  #play(chances, rolls, mayAsk) {
    let current = chances;
    let may = mayAsk;
    for (let stage = rolls; stage < ROLLS; stage += 1) {
      if (may) this.#ask(current, stage);
      current = this.#decide(current, stage);
      may = true;
    }
    this.#end(current);
  }

  /** The recipient asks where that is better for them. @param {Chances} current @param {number} stage */
  #ask(current, stage) {
    const { plain } = this.turn.values;
    if (plain.asked) move(current, plain.asks(stage));
  }

  /** The dice will be scored; by house rule 8.2 the recipient may still ask. @param {Chances} ending @param {boolean} mayAsk */
  #stop(ending, mayAsk) {
    const { plain } = this.turn.values;
    if (plain.asked && plain.lateAsking && mayAsk) move(ending, plain.asks(ROLLS));
    this.#end(ending);
  }

  /** @param {Chances} ending */
  #end(ending) {
    ending.forEach((chances, branch) => chances.forEach((chance, orbit) => (this.ended[branch][orbit] += chance)));
  }

  /** Takes the best action in every roll; returns the probabilities after the next roll. @param {Chances} current @param {number} stage @returns {Chances} */
  #decide(current, stage) {
    const ending = this.#none();
    const following = current.map((chances, branch) => {
      if (!chances.some(Boolean)) return chances;
      const rows = branchOf(this.turn.values, Boolean(branch)).policy(stage);
      const kept = new Float64Array(this.orbits.rows);
      chances.forEach((chance, orbit) => {
        if (rows[orbit] === SCORES) ending[branch][orbit] = chance;
        else kept[rows[orbit]] += chance;
      });
      return rolledFrom(this.orbits, kept);
    });
    this.#stop(ending, true);
    return /** @type {Chances} */ (following);
  }

  /** All probability on scoring these dice. @param {GameState} state @param {Dice} dice */
  #scored(state, dice) {
    const option = optionsOf(state).find((each) => each.dice === dice);
    const { total, gift, kind } = this.turn.outcomes;
    const which = Float64Array.from(total, (points, outcome) =>
      Number(points === option?.total && gift[outcome] === option.gift && KINDS[kind[outcome]] === option.kind),
    );
    const none = new Float64Array(which.length);
    return new Forecast(this.turn, state.turn.asked ? none : which, state.turn.asked ? which : none);
  }

  #result() {
    const [plain, asked] = this.ended.map((ended, branch) => {
      const scored = branchOf(this.turn.values, Boolean(branch)).scored();
      const chances = new Float64Array(this.turn.outcomes.total.length);
      ended.forEach((chance, orbit) => (chances[scored[orbit]] += chance));
      return chances;
    });
    return new Forecast(this.turn, plain, asked);
  }
}

/** @param {Chances} chances @param {Uint8Array} asks by orbit */
function move([plain, asked], asks) {
  for (let orbit = 0; orbit < asks.length; orbit += 1) {
    if (!asks[orbit]) continue;
    asked[orbit] += plain[orbit];
    plain[orbit] = 0;
  }
}

/** The probability of every orbit of rolls after this reroll. @param {Orbits} orbits @param {Numbers} numbers @param {Dice} keep */
function afterKeeping(orbits, numbers, keep) {
  let rolls = [0];
  numbers.forEach((number, die) => {
    const shown = (keep >> die) & 1 ? [number - 1] : [0, 1, 2, 3, 4, 5];
    rolls = rolls.flatMap((roll) => shown.map((one) => NUMBERS * roll + one));
  });
  const chances = new Float64Array(orbits.rolls.length);
  for (const roll of rolls) chances[orbits.ofRoll[roll]] += 1 / NUMBERS ** (DICE - SIZES[keep]);
  return chances;
}

/** The probability of every orbit of rolls, from that of sets of kept dice, which is used up. @param {Orbits} orbits @param {Float64Array} kept */
function rolledFrom({ landing, ofSingles, severalFrom, shares, symmetries }, kept) {
  for (let row = kept.length - 1; row >= severalFrom; row -= 1) {
    const chance = kept[row] / NUMBERS;
    if (chance) for (let at = NUMBERS * row; at < NUMBERS * (row + 1); at += 1) kept[landing[at]] += chance;
  }
  // A roll comes from the sets with one of its dice to be rolled; each set stands for its whole orbit.
  const rolled = new Float64Array(shares.length);
  const scale = ROLLS_OF_SIX / NUMBERS / symmetries.length;
  for (let orbit = 0; orbit < rolled.length; orbit += 1) {
    let sum = 0;
    for (let at = DICE * orbit; at < DICE * (orbit + 1); at += 1) sum += kept[ofSingles[at]];
    rolled[orbit] = sum * shares[orbit] * scale;
  }
  return rolled;
}
