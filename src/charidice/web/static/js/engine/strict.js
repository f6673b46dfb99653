/**
 * The next decision, its player and its legal moves: the game in a strict order of moves (clause 5.5).
 *
 * After roll 1 and after roll 2 the recipient who still has the greatest of gifts decides first, then the active player. Not
 * asking is always the action DECLINE_GIFT. For solvers and learning, chance has nodes of its own: a roll is a sequence of
 * them, one for each die rolled, in the order of the dice.
 */

import { ALL_DICE, ALL_NUMBERS, areSixNumbers, diceOf, EVERY_DIE } from "./dice.js";
import { ASK_OR_DECLINE, decide, evolve, kindsOf, legalActions, NO_DICE, verify } from "./engine.js";
import { isWhole, Refused } from "./errors.js";
import { rolled } from "./moves.js";
import { results, victoryShares } from "./sheet.js";
import { isOver, recipientDecides, recipientOf } from "./state.js";

/** @import { Dice, Numbers } from "./dice.js" */
/** @import { DiceSource } from "./engine.js" */
/** @import { Action, Event } from "./moves.js" */
/** @import { GameState } from "./state.js" */

/** The player of a chance node. */
export const CHANCE = -1;
/** The outcomes of a chance node with their probabilities. @type {readonly (readonly [number: number, probability: number])[]} */
export const OUTCOMES = Object.freeze(ALL_NUMBERS.map((number) => Object.freeze(/** @type {const} */ ([number, 1 / 6]))));

/** A node of the game tree: a decision node of one seat, a chance node for one die, or a terminal node. `Node` in Python. */
export class GameNode {
  /**
   * @param {GameState} state the state before the roll in progress, or the current one
   * @param {boolean} asking whether the recipient decides next if to ask
   * @param {Dice} [keep] during a roll: the dice that stay as they are
   * @param {Dice} [falling] the dice still to land; the first of them lands next
   * @param {Numbers} [numbers] the numbers on the table, 0 for a die that has not landed
   */
  constructor(state, asking, keep = 0, falling = 0, numbers = state.turn.numbers) {
    this.state = state;
    this.asking = asking;
    this.keep = keep;
    this.falling = falling;
    this.numbers = numbers;
    Object.freeze(this);
  }

  /** The node of a state in which the recipient has not yet decided since the last roll. @param {GameState} state */
  static of(state) {
    return new GameNode(state, recipientDecides(state));
  }

  /** The seat to decide, CHANCE at a chance node, null at a terminal node. */
  get player() {
    if (this.falling) return CHANCE;
    if (this.asking) return recipientOf(this.state);
    return isOver(this.state) ? null : this.state.active;
  }

  /** The legal actions; none at a chance node or a terminal node. @returns {readonly Action[]} */
  get actions() {
    if (this.falling) return [];
    return this.asking ? ASK_OR_DECLINE : legalActions(this.state, this.state.active);
  }

  /** The outcomes of a chance node with their probabilities. */
  get outcomes() {
    return this.falling ? OUTCOMES : [];
  }

  /** The payoffs by seat: final totals; before the end, as if the game ended now. */
  get totals() {
    return results(this.state.sheets).map(({ total }) => total);
  }

  /** The share of victory by seat at a terminal node, where they add up to 1; zeros before. */
  returns() {
    const { sheets } = this.state;
    return isOver(this.state) ? victoryShares(results(sheets)) : sheets.map(() => 0);
  }

  /** Whether the action declines the gift without an event; after a stop (8.2), declining is an event. @param {Action} action */
  waives(action) {
    return this.asking && action.type === "decline" && !this.state.turn.stopped;
  }

  /** Why the seat to decide may not do this, or null. @param {Action} action @returns {Refused | null} */
  verify(action) {
    return this.#notTheDecision(action) ?? (this.waives(action) ? null : verify(this.state, this.#decider(), action));
  }

  /** The event that an action of the seat to decide causes; null if it `waives` asking. @param {Action} action @param {DiceSource} [dice] @returns {Event | null} */
  decide(action, dice = NO_DICE) {
    const refusal = this.#notTheDecision(action);
    if (refusal) throw refusal;
    return this.waives(action) ? null : decide(this.state, this.#decider(), action, dice);
  }

  /** The node after an action of the seat to decide; with a dice source, a roll needs no chance nodes. @param {Action} action @param {DiceSource} [dice] */
  play(action, dice) {
    if (action.type === "roll" && !dice) {
      const refusal = this.verify(action);
      if (refusal) throw refusal;
      const { numbers } = this.state.turn;
      const shown = ALL_DICE.map((die) => ((action.keep >> die) & 1 ? numbers[die] : 0));
      return new GameNode(this.state, false, action.keep, EVERY_DIE & ~action.keep, Object.freeze(shown));
    }
    const event = this.decide(action, dice);
    return event ? GameNode.of(evolve(this.state, event)) : new GameNode(this.state, false);
  }

  /** The node after the next falling die shows this number. @param {number} number */
  land(number) {
    if (!this.falling || !isWhole(number, 1, 6)) {
      throw new Refused("not-the-decision", { allowed: this.outcomes.map(([possible]) => possible) });
    }
    const [die] = diceOf(this.falling);
    const falling = this.falling & ~(1 << die);
    const numbers = Object.freeze(this.numbers.with(die, number));
    if (falling) return new GameNode(this.state, false, this.keep, falling, numbers);
    return GameNode.of(evolve(this.state, rolled(this.keep, numbers)));
  }

  /** The node after the whole roll: all six numbers, as a dice source gives them; landed dice keep theirs. @param {Numbers} numbers */
  roll(numbers) {
    if (!this.falling) throw new Refused("not-the-decision", { allowed: [] });
    if (!areSixNumbers(numbers)) throw new Refused("not-six-numbers");
    const changed = diceOf(EVERY_DIE & ~this.falling).find((die) => numbers[die] !== this.numbers[die]);
    if (changed !== undefined) {
      const [face, other] = [this.numbers, numbers].map((shown) => this.state.setup.diceSet.face(changed, shown[changed]));
      throw new Refused("kept-die-changed", { face, other });
    }
    return GameNode.of(evolve(this.state, rolled(this.keep, Object.freeze([...numbers]))));
  }

  #decider() {
    return this.asking ? recipientOf(this.state) : this.state.active;
  }

  /** Why this is no action of the seat to decide. @param {Action} action */
  #notTheDecision(action) {
    const isAnswer = action.type === "ask" || action.type === "decline";
    const isDecision = this.asking ? isAnswer : this.player !== null && this.player !== CHANCE;
    return isDecision ? null : new Refused("not-the-decision", { allowed: kindsOf(this.actions) });
  }
}
