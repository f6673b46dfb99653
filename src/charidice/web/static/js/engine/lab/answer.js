/** All about a position: its values, every move with its price, whether to ask, and what the turn will bring. */

import { ERROR_BOUND } from "../coach/differences.js";
import { canAskLater, giverMove } from "../coach/hints.js";
import { DECLINE_GIFT } from "../moves.js";
import { readMove, writeMove } from "../record/movetext.js";
import { readNode, readPosition } from "../record/position.js";
import { analyse, IN_POINTS } from "../solver/analysis.js";
import { isOver, mayBeAsked, optionsOf, recipientOf } from "../state.js";
import { GameNode } from "../strict.js";
import { readObjective } from "./objective.js";

/** @import { Action } from "../moves.js" */
/** @import { Kind } from "../scoring.js" */
/** @import { Analysis } from "../solver/analysis.js" */
/** @import { Tables } from "../solver/files.js" */
/** @import { Forecast } from "../solver/forecast.js" */
/** @import { GameState } from "../state.js" */
/** @import { Decision, LabAnswer, LabAsking, LabForecast, LabMove } from "./types.d.ts" */

/** A position, or a node of the strict order. @param {string} text */
export const readEither = (text) => (text.includes("|") ? readNode(text) : readPosition(text));

/** @param {string} text @param {string} objective @param {Tables} tables */
export const analysisOf = (text, objective, tables) => analyse(readEither(text), readObjective(objective), tables);

/**
 * The lab's answer about a position, or a node of the strict order; throws Refused.
 * @param {string} position @param {string} objective `victory`, `lead`, `points`, `charity` or `target N`
 * @param {Tables} tables with the files that the objective needs @returns {LabAnswer}
 */
export function labAnswer(position, objective, tables) {
  const analysis = analysisOf(position, objective, tables);
  const { state } = analysis;
  const node = analysis.node ?? GameNode.of(state);
  const over = isOver(state);
  return {
    position,
    objective,
    unit: IN_POINTS.includes(analysis.objective.name) ? "points" : "chance",
    decides: node.player,
    decision: decisionAt(node),
    active: state.active,
    recipient: recipientOf(state),
    values: state.sheets.map((_, seat) => analysis.value(seat)),
    truth: analysis.truth,
    error: over ? 0 : errorOf(analysis),
    moves: movesOf(analysis),
    asking: askingOf(analysis),
    forecast: over ? null : forecastOf(analysis, null),
  };
}

/** What the turn will bring after a move of either player. @param {string} position @param {string} objective @param {string} move @param {Tables} tables @returns {LabForecast} */
export function labForecast(position, objective, move, tables) {
  const analysis = analysisOf(position, objective, tables);
  return forecastOf(analysis, readMove(move, analysis.state));
}

/** @param {GameNode} node @returns {Decision} */
function decisionAt({ player, asking, state }) {
  if (player === null) return "over";
  if (asking) return "ask";
  return state.turn.rolls ? "move" : "roll";
}

/** @param {Analysis} analysis */
function errorOf(analysis) {
  if (analysis.truth === "exact") return 0;
  return analysis.truth === "bounded" ? ERROR_BOUND : analysis.error;
}

/** The active player's moves, the best first; ties go to scoring, then to the smaller gift. @param {Analysis} analysis @returns {LabMove[]} */
export function movesOf(analysis) {
  const { state } = analysis;
  const options = new Map(optionsOf(state).map((option) => [option.dice, option]));
  const factor = state.turn.asked ? 2 : 1;
  const ranked = [...analysis.actionValues(state.active)].map(([action, value]) => ({ action, value, option: action.type === "score" ? options.get(action.dice) : undefined }));
  ranked.sort((one, other) => other.value - one.value || Number(!one.option) - Number(!other.option) || (one.option?.gift ?? 0) - (other.option?.gift ?? 0));
  const most = ranked.length ? analysis.reported(ranked[0].value) : 0;
  return ranked.map(({ action, value: raw, option }) => {
    const value = analysis.reported(raw);
    return {
      move: writeMove(action, state),
      type: /** @type {LabMove["type"]} */ (action.type),
      dice: action.type === "roll" ? action.keep : action.type === "score" ? action.dice : 0,
      value,
      loss: most - value,
      gift: option ? factor * option.gift : analysis.turn.expectedGift(state, action),
      scored: option ? { points: option.points, bonus: option.bonus, gift: factor * option.gift, kind: option.kind } : null,
    };
  });
}

/** @param {Analysis} analysis @returns {LabAsking | null} */
function askingOf(analysis) {
  const { state, node } = analysis;
  if (!mayBeAsked(state) || (node && !node.asking && state.turn.rolls > 0)) return null;
  const { ask, wait } = analysis.asking;
  const reported = (/** @type {readonly number[]} */ values) => values.map((value) => analysis.reported(value));
  return { ask: reported(ask), wait: reported(wait), verdict: verdictOf(analysis) };
}

/** @param {Analysis} analysis @returns {LabAsking["verdict"]} */
function verdictOf(analysis) {
  const { state, objective, turn } = analysis;
  if (!turn.leaves.asked) return "same";
  if (analysis.shouldAsk) return "now";
  // Before the first roll nobody knows anything yet, and after it the recipient may ask as well.
  if (!state.turn.rolls) return "wait";
  return canAskLater(state, objective, giverMove(analysis), askedIn(analysis.forecast(DECLINE_GIFT))) ? "wait" : "not";
}

/** @param {Forecast} forecast */
const askedIn = ({ asked }) => asked.reduce((sum, chance) => sum + chance, 0);

/** @param {Analysis} analysis @param {Action | null} action @returns {LabForecast} */
function forecastOf(analysis, action) {
  const found = analysis.forecast(action);
  const { outcomes, plain, asked } = found;
  const [totals, gifts] = [new Map(), new Map()];
  /** @param {Map<number, number>} chances @param {number} value @param {number} chance */
  const add = (chances, value, chance) => chance > 0 && chances.set(value, (chances.get(value) ?? 0) + chance);
  for (let outcome = 0; outcome < plain.length; outcome += 1) {
    add(totals, outcomes.total[outcome], plain[outcome] + asked[outcome]);
    add(gifts, outcomes.gift[outcome], plain[outcome]);
    add(gifts, 2 * outcomes.gift[outcome], asked[outcome]);
  }
  return {
    move: action && writeMove(action, analysis.state),
    points: found.points,
    gift: found.gift,
    totals: ascending(totals),
    gifts: ascending(gifts),
    kinds: /** @type {Record<Kind, number>} */ (Object.fromEntries(found.kinds)),
    asked: Math.min(askedIn(found), 1),
  };
}

/** @param {Map<number, number>} chances @returns {[number, number][]} */
const ascending = (chances) => [...chances].sort(([one], [other]) => one - other);
