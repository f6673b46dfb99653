/** Where the best move changes: the best move for the values of one quantity, all else being equal. */

import { legalActions } from "../engine.js";
import { Refused } from "../errors.js";
import { writeMove } from "../record/movetext.js";
import { readPosition, writePosition } from "../record/position.js";
import { totalGiven } from "../sheet.js";
import { Analysis, objectiveFor } from "../solver/analysis.js";
import { CannotValue } from "../solver/contest.js";
import { solved } from "../solver/objective.js";
import { Target } from "../solver/solo.js";
import { isOver, mayBeAsked, recipientOf } from "../state.js";
import { GameNode } from "../strict.js";
import { readEither } from "./answer.js";
import { limitsOf, sumsOf, withDonated, withGift, withLeads, withRound, withTotal } from "./edit.js";
import { readObjective } from "./objective.js";

/** @import { Tables } from "../solver/files.js" */
/** @import { Objective } from "../solver/objective.js" */
/** @import { GameState } from "../state.js" */
/** @import { LabSample, LabStretch, LabStrip, Quantity } from "./types.d.ts" */

/** The quantities, all of the active player: the total, the gifts donated, the round, whose 2x boxes are free (1 the active
 * player's, 2 the recipient's, 3 both, 0 neither), and the lead in gifts over the most generous of the others.
 * @type {readonly Quantity[]} */
export const QUANTITIES = Object.freeze(["total", "donated", "round", "2x", "gap"]);

// How far the strip goes to either side, in points.
const REACH = 40;
// The first picture, and all there is.
const FIRST_SAMPLES = 9;
const MOST_SAMPLES = 40;

/** @param {GameState} state @param {Quantity} quantity @returns {{now: number, least: number, most: number}} */
export function rangeOf(state, quantity) {
  const { sheets, active, round, setup } = state;
  if (quantity === "round") return { now: round, least: 1, most: setup.ruleset.rounds };
  if (quantity === "2x") return { now: Number(sheets[active].hasGift) + 2 * Number(sheets[recipientOf(state)].hasGift), least: 0, most: 3 };
  const { total, donated } = sumsOf(state)[active];
  const limits = limitsOf(state, active);
  const [now, least, most] = quantity === "total" ? [total, limits.leastTotal, limits.mostTotal] : [donated, 0, limits.mostDonated];
  const from = quantity === "gap" ? mostOfOthers(state) : 0;
  const [low, high] = [Math.max(now - REACH, Math.min(least, now)), Math.min(now + REACH, Math.max(most, now))];
  return { now: now - from, least: low - from, most: high - from };
}

/** The position with another value of the quantity; throws Refused where there is none. @param {string} text @param {Quantity} quantity @param {number} at */
export function positionAt(text, quantity, at) {
  const state = stateOf(text);
  const position = writePosition(state);
  if (at === rangeOf(state, quantity).now) return position;
  const { active } = state;
  if (quantity === "total") return withTotal(position, active, at);
  if (quantity === "donated") return withDonated(position, active, at);
  if (quantity === "gap") return withDonated(position, active, at + mostOfOthers(state));
  if (quantity === "round") return withLeads(withRound(position, at), position);
  return withGift(withGift(position, active, at % 2 === 1), recipientOf(state), at >= 2);
}

/**
 * The strip as it becomes clearer: a step for each solved position, the last one done.
 * @param {string} position or a node @param {string} objective @param {Quantity} quantity @param {Tables} tables with the files that the objective needs
 * @returns {Generator<LabStrip, void>}
 */
export function* labStrip(position, objective, quantity, tables) {
  const state = stateOf(position);
  const goal = readObjective(objective);
  const maximised = goal instanceof Target ? goal : objectiveFor(goal, state.setup, tables);
  const decision = decisionIn(state);
  const range = rangeOf(state, quantity);
  /** By value: the best move, null where there is no such position. @type {Map<number, LabSample | null>} */
  const found = new Map();
  const values = valuesOf(range, found);
  let next = values.next();
  while (!next.done) {
    const at = next.value;
    found.set(at, sampleAt(position, quantity, at, maximised, decision));
    next = values.next();
    const samples = samplesOf(found);
    yield { position, objective, quantity, ...range, decision, samples, stretches: stretchesOf(samples, range), done: Boolean(next.done) };
  }
}

/** @param {string} text @returns {GameState} */
function stateOf(text) {
  const position = readEither(text);
  return position instanceof GameNode ? position.state : position;
}

/** @param {GameState} state */
const mostOfOthers = ({ sheets, active }) => Math.max(...sheets.filter((_, seat) => seat !== active).map(totalGiven));

/** @param {GameState} state @returns {LabStrip["decision"]} */
function decisionIn(state) {
  if (isOver(state)) throw new CannotValue("game-over");
  if (state.turn.rolls && legalActions(state, state.active).length) return "move";
  if (!mayBeAsked(state)) throw new CannotValue("nothing-to-decide", { player: state.active });
  return "ask";
}

/** The values to try: first some over the whole range, then those between two with different moves, the furthest apart first.
 * @param {{now: number, least: number, most: number}} range @param {ReadonlyMap<number, LabSample | null>} found */
function* valuesOf({ now, least, most }, found) {
  const steps = Math.max(1, Math.min(FIRST_SAMPLES, most - least + 1) - 1);
  for (const wanted of [now, ...Array.from({ length: steps + 1 }, (_, step) => Math.round(least + (step * (most - least)) / steps))]) {
    // Close to a limit, some values are impossible: then the next one towards the position.
    for (let away = 0; away < steps; away += 1) {
      const at = wanted + away * Math.sign(now - wanted);
      if (!found.has(at)) yield at;
      if (found.get(at)) break;
    }
  }
  while (found.size < MOST_SAMPLES) {
    const samples = samplesOf(found);
    let [widest, middle] = [1, NaN];
    for (let place = 1; place < samples.length; place += 1) {
      const [one, other] = [samples[place - 1], samples[place]];
      const between = one.move === other.move || other.at - one.at <= widest ? null : untried(one.at, other.at, found);
      if (between !== null) [widest, middle] = [other.at - one.at, between];
    }
    if (widest === 1) return;
    yield middle;
  }
}

/** @param {ReadonlyMap<number, LabSample | null>} found */
const samplesOf = (found) => [...found.values()].filter((sample) => sample !== null).sort((one, other) => one.at - other.at);

/** The value nearest to the middle that has not been tried. @param {number} from @param {number} to @param {ReadonlyMap<number, unknown>} found */
function untried(from, to, found) {
  const middle = Math.floor((from + to) / 2);
  for (let away = 0; away < to - from; away += 1) {
    const there = [middle + away, middle - away].find((at) => at > from && at < to && !found.has(at));
    if (there !== undefined) return there;
  }
  return null;
}

/** @param {string} text @param {Quantity} quantity @param {number} at @param {Objective} objective @param {LabStrip["decision"]} decision @returns {LabSample | null} */
function sampleAt(text, quantity, at, objective, decision) {
  try {
    const position = positionAt(text, quantity, at);
    const analysis = new Passing(readPosition(position), objective);
    const { state } = analysis;
    const player = decision === "move" ? state.active : recipientOf(state);
    const action = analysis.best(player);
    const value = Math.max(...analysis.actionValues(player).values());
    return { at, position, move: writeMove(action, state), value: analysis.reported(value) };
  } catch (error) {
    if (error instanceof Refused) return null;
    throw error;
  }
}

/** @param {readonly LabSample[]} samples ascending @param {{least: number, most: number}} range @returns {LabStretch[]} */
function stretchesOf(samples, { least, most }) {
  /** @type {LabStretch[]} */
  const stretches = [];
  samples.forEach(({ at, move }, place) => {
    const last = stretches.at(-1);
    if (last?.move === move) last.to = at;
    else {
      // Between two samples nobody knows yet where the best move changes.
      const from = last ? Math.floor((samples[place - 1].at + at) / 2) + 1 : least;
      if (last) last.to = from - 1;
      stretches.push({ from, to: at, move });
    }
  });
  const last = stretches.at(-1);
  if (last) last.to = most;
  return stretches;
}

/** An analysis in passing, whose turn takes no place among those that are kept. */
class Passing extends Analysis {
  /** @type {ReturnType<typeof solved> | null} */
  #turn = null;

  /** @override */
  get turn() {
    return (this.#turn ??= solved(this.objective, this.state));
  }
}
