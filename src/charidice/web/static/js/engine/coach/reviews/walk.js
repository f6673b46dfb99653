/** Walks through a record event by event, in the strict order of play (5.5), evaluating every step. */

import { actionOf, actor, evolve } from "../../engine.js";
import { ASK_GIFT, DECLINE_GIFT } from "../../moves.js";
import { Analysis } from "../../solver/analysis.js";
import { startOf } from "../../record/game.js";
import { recipientDecides, recipientOf } from "../../state.js";

/** @import { Action, Event } from "../../moves.js" */
/** @import { GameRecord } from "../../record/game.js" */
/** @import { Objective } from "../../solver/objective.js" */
/** @import { GameState } from "../../state.js" */

/** By seat. @typedef {readonly number[]} Values */

/**
 * A decision evaluated for one objective; values are the deciding player's.
 * @typedef {object} Judgement
 * @property {Action} best
 * @property {number} value  Of the chosen move.
 * @property {number} rival  Of the best alternative.
 * @property {Values} changes  The change of the values by seat: minus the loss for the player, plus the loss for a single opponent.
 */

/**
 * A choice between at least two moves; DECLINE_GIFT also means not asking, without saying so.
 * @typedef {object} Decision
 * @property {number} seat
 * @property {GameState} state  The state it was made in.
 * @property {Action} action
 * @property {Judgement[]} judgements  By objective.
 * @property {Grade} grade
 */

/**
 * An event with the decisions that led to it, in order, and the values after it.
 * @typedef {object} Moment
 * @property {GameState} state  Before the event.
 * @property {Event} event
 * @property {number} seat  The seat that caused it.
 * @property {Decision[]} decisions
 * @property {Values[]} luck  By objective, for a roll: the values after it minus the expected ones; empty for other events.
 * @property {Values[]} values  By objective, after the event.
 * @property {Values[]} unseen  By objective, where rolls are not known: the change that cannot be split into luck and losses.
 */

/** How good a decision was. @typedef {"good" | "inaccuracy" | "mistake" | "blunder"} Grade */
/** @type {readonly Grade[]} */
export const GRADES = Object.freeze(["good", "inaccuracy", "mistake", "blunder"]);
/** The least loss of each grade, in the unit of the objective. @type {Record<string, Record<Exclude<Grade, "good">, number>>} */
export const LEAST_LOSS = {
  victory: { blunder: 0.07, mistake: 0.03, inaccuracy: 0.01 },
  lead: { blunder: 7, mistake: 3, inaccuracy: 1 },
};

/** @param {string} objective @param {number} loss @returns {Grade} */
export function gradeOf(objective, loss) {
  const { blunder, mistake, inaccuracy } = LEAST_LOSS[objective];
  return loss >= blunder ? "blunder" : loss >= mistake ? "mistake" : loss >= inaccuracy ? "inaccuracy" : "good";
}

/** @param {Judgement} judgement */
export const lossOf = ({ value, rival }) => Math.max(value, rival) - value;

/** @param {Event} event */
const isByHand = ({ type }) => type === "laid" || type === "noted";
/** @param {Event} event */
const endsTurn = ({ type }) => type === "scored" || type === "noted";

/** Every event of the record; values change only by the losses and the luck that come with it. @param {GameRecord} record @param {readonly Objective[]} objectives @returns {Moment[]} */
export function walk(record, objectives) {
  let state = startOf(record);
  const walkers = objectives.map((objective) => new Walker(objective, state));
  /** @type {Moment[]} */
  const moments = [];
  let first = 0;
  for (const event of record.events) {
    const decisions = decisionsOf(state, event, walkers);
    const after = evolve(state, event);
    const luck = event.type === "rolled" ? walkers.map((walker) => walker.roll(after)) : [];
    const unseen = isByHand(event) ? walkers.map((walker) => walker.skip(after)) : [];
    if (event.type === "scored" || event.type === "stopped") for (const walker of walkers) walker.lookAnew(after);
    moments.push({ state, event, seat: actor(state, event), decisions, luck, values: walkers.map(({ values }) => values), unseen });
    if (endsTurn(event)) {
      settle(moments, first, walkers);
      first = moments.length;
    }
    state = after;
  }
  settle(moments, first, walkers);
  return moments;
}

/** The decisions that led to an event; none for an event entered by hand, whose decisions are unknown. @param {GameState} state @param {Event} event @param {Walker[]} walkers @returns {Decision[]} */
function decisionsOf(state, event, walkers) {
  if (isByHand(event)) return [];
  const isAnswer = event.type === "gift-asked" || event.type === "gift-declined";
  /** @type {[number, Action][]} */
  const made = [];
  // A recipient who says nothing has decided not to ask, before the active player moves.
  if (recipientDecides(state) && !isAnswer) made.push([recipientOf(state), DECLINE_GIFT]);
  if (event.type === "gift-asked" && !state.turn.rolls) for (const walker of walkers) walker.lookAhead(state);
  if (state.turn.rolls || event.type === "gift-asked") made.push([actor(state, event), /** @type {Action} */ (actionOf(event))]);
  return made.flatMap(([seat, action]) => {
    const judgements = walkers.flatMap((walker) => walker.decide(state, seat, action) ?? []);
    if (!judgements.length) return [];
    return [{ seat, state, action, judgements, grade: gradeOf(walkers[0].objective.name, lossOf(judgements[0])) }];
  });
}

/**
 * All unanticipated changes of a turn are added to the luck of its last roll, or if the rolls are unknown, to the unseen change.
 * @param {Moment[]} moments @param {number} first the first of the turn @param {Walker[]} walkers
 */
function settle(moments, first, walkers) {
  const last = moments.findLastIndex(({ luck, unseen }, at) => at >= first && (luck.length || unseen.length));
  if (last < 0) return;
  const rest = walkers.map((walker) => walker.settle());
  /** @param {Values[]} part */
  const more = (part) => part.map((values, at) => added(values, rest[at]));
  moments[last] = { ...moments[last], luck: more(moments[last].luck), unseen: more(moments[last].unseen) };
}

/** The values by seat where a game begins, which may be in the middle of a turn. @param {GameState} start @param {Objective} objective @returns {Values} */
export const valuesAt = (start, objective) => new Analysis(start, objective).seats;

/** Follows a game for one objective; `values` are the current ones. */
class Walker {
  /** @type {Values} */
  #unplanned;
  /** The recipient's choice in a state: the values by seat of asking and of not asking. @type {{state: GameState, ask: Values, wait: Values} | null} */
  #asking = null;

  /** @param {Objective} objective @param {GameState} start */
  constructor(objective, start) {
    this.objective = objective;
    this.values = valuesAt(start, objective);
    this.#unplanned = this.values.map(() => 0);
  }

  /** Evaluates a move and takes the values after it; null for a forced move, which changes nothing. @param {GameState} state @param {number} seat @param {Action} action @returns {Judgement | null} */
  decide(state, seat, action) {
    const isAnswer = seat !== state.active;
    const { ask, wait } = isAnswer ? this.#answers(state) : { ask: [], wait: [] };
    const moves = isAnswer ? new Map(/** @type {[Action, number][]} */ ([[ASK_GIFT, ask[seat]], [DECLINE_GIFT, wait[seat]]])) : new Analysis(state, this.objective).actionValues(seat);
    const value = Number(moves.get(action));
    moves.delete(action);
    if (!moves.size) return null;
    const [other, rival] = [...moves].reduce((best, move) => (move[1] > best[1] ? move : best));
    const before = this.values;
    const isBest = value >= rival;
    if (isAnswer) this.values = action.type === "ask" ? ask : wait;
    // The values already assume the best move of the active player.
    else if (!isBest) this.values = this.#moved(state, action, value);
    return { best: isBest ? action : other, value, rival, changes: less(this.values, before) };
  }

  /** The luck of a roll: the values under optimal play after it, minus those before. @param {GameState} state */
  roll(state) {
    const before = this.values;
    this.values = recipientDecides(state) ? this.#best(state) : new Analysis(state, this.objective).seats;
    return less(this.values, before);
  }

  /** The change of the values over unknown rolls: in a whole turn, or up to its last roll. @param {GameState} state */
  skip(state) {
    if (state.turn.rolls) return this.roll(state);
    const before = this.values;
    this.values = this.objective.beforeTurn(state);
    return less(this.values, before);
  }

  /**
   * After a turn or a stop, takes the values of the position instead of those of the solved turn. They differ by the tie-break
   * of equal chances, and with three and four players by the error of the networks.
   * @param {GameState} state
   */
  lookAnew(state) {
    this.#see(recipientDecides(state) ? this.#best(state) : this.objective.beforeTurn(state));
  }

  /** Takes the values of the solved turn when the recipient asks before its first roll. @param {GameState} state */
  lookAhead(state) {
    this.#see(this.#best(state));
  }

  /** @param {Values} values */
  #see(values) {
    this.#unplanned = added(this.#unplanned, less(values, this.values));
    this.values = values;
  }

  /** All unanticipated changes since the last call. */
  settle() {
    const rest = this.#unplanned;
    this.#unplanned = rest.map(() => 0);
    return rest;
  }

  /** The values after a move of the active player, to whom it is worth `value`. @param {GameState} state @param {Action} action @param {number} value @returns {Values} */
  #moved(state, action, value) {
    const { sum } = this.objective;
    if (sum === null) return new Analysis(state, this.objective).turn.seats(state, action);
    return state.active ? [sum - value, value] : [value, sum - value];
  }

  /** @param {GameState} state */
  #answers(state) {
    if (this.#asking?.state !== state) this.#asking = { state, ...new Analysis(state, this.objective).asking };
    return this.#asking;
  }

  /** The values by seat if the recipient decides well. @param {GameState} state @returns {Values} */
  #best(state) {
    const { ask, wait } = this.#answers(state);
    const recipient = recipientOf(state);
    return wait[recipient] > ask[recipient] ? wait : ask;
  }
}

/** @param {Values} values @param {Values} more */
const added = (values, more) => values.map((value, seat) => value + more[seat]);
/** @param {Values} values @param {Values} other */
const less = (values, other) => values.map((value, seat) => value - other[seat]);
