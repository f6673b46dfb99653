/** The coach: from a position to a hint, in numbers. It never changes a game. */

import { colourOf, diceOf, numberOf, SIZES } from "../dice.js";
import { evolve, legalActions } from "../engine.js";
import { ASK_GIFT, DECLINE_GIFT, GIFT_DECLINED, STOPPED } from "../moves.js";
import { ROLLS } from "../ruleset.js";
import { KINDS } from "../scoring.js";
import { totalGiven } from "../sheet.js";
import { Analysis, objectiveFor, objectivesOf } from "../solver/analysis.js";
import { facesOf, isOver, mayBeAsked, optionsOf, recipientDecides, recipientOf, rollsLeft } from "../state.js";
import { SAME_VICTORY, WITH_BONUS } from "./differences.js";

/** @import { Dice } from "../dice.js" */
/** @import { Action } from "../moves.js" */
/** @import { Kind } from "../scoring.js" */
/** @import { Tables } from "../solver/files.js" */
/** @import { Forecast } from "../solver/forecast.js" */
/** @import { Objective } from "../solver/objective.js" */
/** @import { GameState } from "../state.js" */

const ONE_COLOUR = "3.1.";
/** How many of the best moves are told. */
const SHOWN = 3;
/** The least probability of a bonus combination that makes it the reason to keep dice. */
const WORTH_A_TRY = 0.1;

/**
 * Where to look, or why there is nothing to choose.
 * @typedef {"over" | "not-your-turn" | "answer-first" | "first-roll" | "ask-later" | "colour" | "number" | "colours" | "kind" | "anew" | "enough" | "gift"} Look
 * Whether to ask for the greatest of gifts: now if that is worth more than not asking, else wait if a better moment can still come.
 * @typedef {"now" | "wait" | "not"} Verdict
 */

/**
 * One of the best moves, with the expected outcome of the turn under optimal play.
 * @typedef {object} Prospect
 * @property {Action} action
 * @property {number} victory  The chance, or the share, of victory.
 * @property {number | null} lead  The expected final lead, where it is known exactly.
 * @property {number} points  Expected points of the active player, bonus included.
 * @property {number} gift  Expected gift, doubled where asked for.
 * @property {Map<Kind, number>} kinds  The probability that the turn ends with each kind.
 * @property {number} mostGiven  The probability that nobody has given more than the active player after this turn (6.1).
 * @property {number} spread  The standard deviation of points minus gift.
 * @property {number} asked  The probability that the gift of this turn will be doubled.
 */

/**
 * The coach's advice to a player.
 * @typedef {object} Hint
 * @property {number} player
 * @property {Look} look
 * @property {number | string | null} about  The colour, number or kind to look at.
 * @property {Dice} dice  The dice to keep or score; when the question is whether to ask, those of the giver's best move.
 * @property {Prospect[]} prospects  The best few moves, the best first; none if there is nothing to choose.
 * @property {Verdict | null} verdict
 * @property {Action | null} giver  When the question is whether to ask: the giver's best move if not asked.
 * @property {string | null} truth  The accuracy of the chances of victory; all else is exact.
 * @property {boolean} makesNoDifference  All moves have the same chance of victory.
 * @property {number | null} error  The standard error of the chances of victory, if it has been measured.
 */

/** @type {Omit<Hint, "player" | "look">} */
const NOTHING = { about: null, dice: 0, prospects: [], verdict: null, giver: null, truth: null, makesNoDifference: false, error: null };

/** How much of the chance of victory an action gives away, against the best one. @param {GameState} state @param {number} player @param {Action} action @param {Tables} tables */
export function lossOf(state, player, action, tables) {
  const values = new Analysis(state, objectiveFor("victory", state.setup, tables)).actionValues(player);
  const same = [...values].find(([each]) => writeMove(each) === writeMove(action));
  return same ? Math.max(...values.values()) - same[1] : 0;
}

/** An action as text, the same for equal ones. @param {Action} action */
const writeMove = (action) => JSON.stringify(action);

/** The best that a player can do now, and why. @param {GameState} state @param {number} player @param {Tables} tables with those of the victory in this game @returns {Hint} */
export function hintFor(state, player, tables) {
  const idle = nothingToChoose(state, player);
  if (idle) return { ...NOTHING, player, look: idle };
  const [victory, lead = null] = objectivesOf(state.setup).map((name) => objectiveFor(name, state.setup, tables));
  return player === state.active ? onMoving(state, victory, lead) : onAsking(state, victory, lead);
}

/** @param {GameState} state @param {number} player @returns {Look | null} */
function nothingToChoose(state, player) {
  if (isOver(state)) return "over";
  if (player === state.active) {
    if (!state.turn.rolls) return "first-roll";
    return legalActions(state, player).length ? null : "answer-first";
  }
  if (player !== recipientOf(state) || !mayBeAsked(state)) return "not-your-turn";
  return recipientDecides(state) ? null : "ask-later";
}

/** @param {GameState} state @param {Objective} victory @param {Objective | null} lead @returns {Hint} */
function onMoving(state, victory, lead) {
  const analysis = new Analysis(state, victory);
  const values = analysis.actionValues(state.active);
  const leads = leadsOf(state, state.active, lead);
  const prospects = bestOf(state, values).map((action) => prospect(analysis, action, Number(values.get(action)), leads.get(action) ?? null, analysis.forecast(action)));
  const [best] = prospects;
  const dice = diceFor(analysis, best.action);
  const all = [...values.values()];
  return {
    ...NOTHING,
    player: state.active,
    ...focus(state, best.action, dice, best.kinds),
    dice,
    prospects,
    truth: analysis.truth,
    error: analysis.error,
    makesNoDifference: Math.max(...all) - Math.min(...all) < SAME_VICTORY,
  };
}

/** @param {GameState} state @param {Objective} victory @param {Objective | null} lead @returns {Hint} */
function onAsking(state, victory, lead) {
  const analysis = new Analysis(state, victory);
  const player = recipientOf(state);
  const leads = leadsOf(state, player, lead);
  const [ask, wait] = [ASK_GIFT, DECLINE_GIFT].map((answer) => {
    const forecast = analysis.forecast(answer);
    return prospect(analysis, answer, forecast.seats[player], leads.get(answer) ?? null, forecast);
  });
  const giver = giverMove(analysis);
  const verdict = analysis.shouldAsk ? "now" : canAskLater(state, victory, giver, wait.asked) ? "wait" : "not";
  return {
    ...NOTHING,
    player,
    look: "gift",
    dice: diceFor(analysis, giver),
    prospects: verdict === "now" ? [ask, wait] : [wait, ask],
    verdict,
    giver,
    truth: analysis.truth,
    error: analysis.error,
    makesNoDifference: Math.abs(ask.victory - wait.victory) < SAME_VICTORY,
  };
}

/** @param {GameState} state @param {number} player @param {Objective | null} lead @returns {Map<Action, number>} */
const leadsOf = (state, player, lead) => (lead ? new Analysis(state, lead).actionValues(player) : new Map());

/** The best few moves with different outcomes; ties go to scoring, then to the smaller gift. @param {GameState} state @param {Map<Action, number>} values @returns {Action[]} */
function bestOf(state, values) {
  const options = new Map(optionsOf(state).map((option) => [option.dice, option]));
  /** @param {Action} action */
  const optionOf = (action) => (action.type === "score" ? options.get(action.dice) : undefined);
  const ranked = [...values].map(([action, value]) => ({ action, value, rolls: Number(action.type === "roll"), gift: optionOf(action)?.gift ?? 0 }));
  ranked.sort((one, other) => other.value - one.value || one.rolls - other.rolls || one.gift - other.gift);
  /** @type {Map<unknown, Action>} */
  const best = new Map();
  for (const { action } of ranked) {
    const option = optionOf(action);
    const same = option ? [option.kind, option.points, option.bonus, option.gift].join() : action;
    if (!best.has(same)) best.set(same, action);
    if (best.size === SHOWN) break;
  }
  return [...best.values()];
}

/** The best move of the active player if not asked. @param {Analysis} analysis @returns {Action} */
export function giverMove({ state, objective }) {
  const now = state.turn.stopped ? evolve(state, GIFT_DECLINED) : state;
  return bestOf(now, new Analysis(now, objective).actionValues(state.active))[0];
}

/** The dice that a move keeps or scores; for a stop, those to score if nobody asks. @param {Analysis} analysis @param {Action} action @returns {Dice} */
function diceFor({ state, objective }, action) {
  const told = action.type === "stop" ? giverMove(new Analysis(evolve(state, STOPPED), objective)) : action;
  return told.type === "roll" ? told.keep : told.type === "score" ? told.dice : 0;
}

/** Whether a better moment to ask can come: in a later turn of the giver, or still in this one.
 * @param {GameState} state @param {Objective} objective @param {Action} giver @param {number} asked the chance that they ask later in this turn */
export function canAskLater(state, objective, giver, asked) {
  if (state.round < state.setup.ruleset.rounds) return true;
  if (objective.sum !== null) return asked > 0;
  return giver.type === "stop" || (giver.type === "roll" && state.turn.rolls + 1 < ROLLS);
}

/** @param {Analysis} analysis @param {Action} action @param {number} victory @param {number | null} lead @param {Forecast} forecast @returns {Prospect} */
function prospect(analysis, action, victory, lead, forecast) {
  const { state } = analysis;
  const { outcomes, plain, asked, points, gift } = forecast;
  const given = state.sheets.map(totalGiven);
  const needed = Math.max(...given.filter((_, seat) => seat !== state.active)) - given[state.active];
  let [mostGiven, squares, doubled] = [0, 0, 0];
  for (let outcome = 0; outcome < plain.length; outcome += 1) {
    const [total, gives] = [outcomes.total[outcome], outcomes.gift[outcome]];
    if (gives >= needed) mostGiven += plain[outcome];
    if (2 * gives >= needed) mostGiven += asked[outcome];
    squares += plain[outcome] * (total - gives) ** 2 + asked[outcome] * (total - 2 * gives) ** 2;
    doubled += asked[outcome];
  }
  const spread = Math.sqrt(Math.max(squares - (points - gift) ** 2, 0));
  return { action, victory: analysis.reported(victory), lead, points, gift, kinds: forecast.kinds, mostGiven, spread, asked: doubled };
}

/** The common colour or number of the dice to keep or score, or else the most likely combination. @param {GameState} state @param {Action} action @param {Dice} dice @param {Map<Kind, number>} kinds @returns {Pick<Hint, "look" | "about">} */
function focus(state, action, dice, kinds) {
  const size = SIZES[dice];
  if (!size) return { look: "anew", about: null };
  if (rollsLeft(state) && action.type !== "roll") return { look: "enough", about: null };
  const shown = facesOf(state);
  const faces = diceOf(dice).map((die) => shown[die]);
  const colours = new Set(faces.map(colourOf));
  const numbers = new Set(faces.map(numberOf));
  /** @param {Kind} kind */
  const chance = (kind) => kinds.get(kind) ?? 0;
  // A single die has both; the probabilities tell which one matters.
  const ofAColour = [...kinds].reduce((sum, [kind, share]) => sum + (kind.startsWith(ONE_COLOUR) ? share : 0), 0);
  if (colours.size === 1 && (size > 1 || ofAColour > chance(KINDS.SAME_NUMBER))) return { look: "colour", about: colourOf(faces[0]) };
  if (numbers.size === 1) return { look: "number", about: numberOf(faces[0]) };
  if (colours.size === size) return { look: "colours", about: null };
  const likeliest = WITH_BONUS.reduce((best, kind) => (chance(kind) > chance(best) ? kind : best));
  return chance(likeliest) >= WORTH_A_TRY ? { look: "kind", about: likeliest } : { look: "colours", about: null };
}
