/** A review: a record walked through and summed up for every seat, in numbers. */

import { objectiveFor, objectivesOf } from "../../solver/analysis.js";
import { solvedTurn, startOfTurn } from "../../solver/objective.js";
import { startOf } from "../../record/game.js";
import { recipientOf } from "../../state.js";
import { GRADES, lossOf, valuesAt, walk } from "./walk.js";

/** @import { GameRecord } from "../../record/game.js" */
/** @import { Tables } from "../../solver/files.js" */
/** @import { Objective } from "../../solver/objective.js" */
/** @import { Decision, Grade, Moment, Values } from "./walk.js" */

/**
 * An objective of a review, and the values at the start of the game.
 * @typedef {{name: string, truth: string, sum: number | null, start: Values, error: number | null}} ReviewObjective
 */

/**
 * The result of one seat broken down by cause, for one objective.
 * @typedef {object} Account
 * @property {number} start
 * @property {number} result  The final value; in an unfinished game, the current one.
 * @property {number} ownLuck  Of the seat's own rolls.
 * @property {number} othersLuck  The others' luck, as it changed the value of this seat.
 * @property {number} ownLosses
 * @property {number} othersLosses  The gain of this seat by the others' losses; can be negative with three or more players.
 * @property {number} unseen  The change for this seat in turns whose rolls are not known.
 */

/**
 * Gifts of finished turns: actual points, and points expected before each turn under optimal play, null if one was entered without its dice.
 * @typedef {{points: number, expected: number | null}} Gifts
 * A chance to ask for the greatest of gifts; by objective, the value of asking minus that of waiting, to the recipient.
 * @typedef {{round: number, roll: number, asked: boolean, gains: number[]}} AskingChance
 */

/**
 * How a seat used the greatest of gifts.
 * @typedef {object} GreatestGift
 * @property {AskingChance[]} chances
 * @property {number | null} brought  The doubled gift; null if it was not asked for, or if that turn is not over yet.
 * @property {number | null} unseen  The round of asking, if the moment within the turn is not known.
 * @property {boolean} allKnown  False if there may have been chances in turns whose rolls are not known.
 */

/** @typedef {{accounts: Account[], grades: Record<Grade, number>, received: Gifts, given: Gifts, greatestGift: GreatestGift}} PlayerReview */
/** @typedef {{record: GameRecord, objectives: ReviewObjective[], moments: Moment[], players: PlayerReview[]}} Review */

/** Reviews a game, finished or not, for all objectives that its rules allow. @param {GameRecord} record @param {Tables} tables @returns {Review} */
export function reviewOf(record, tables) {
  const start = startOf(record);
  const chosen = objectivesOf(start.setup).map((name) => objectiveFor(name, start.setup, tables));
  const objectives = chosen.map((objective) => {
    const { name, truth, sum } = objective;
    return { name, truth, sum, start: valuesAt(start, objective), error: truth === "measured" && objective.error ? objective.error(start) : null };
  });
  const moments = walk(record, chosen);
  const gifts = moments.flatMap((moment) => giftOf(moment, chosen[0]) ?? []);
  const players = record.players.map((_, seat) => ({
    accounts: objectives.map((_, number) => accountOf(objectives, moments, seat, number)),
    grades: gradesOf(moments, seat),
    received: summed(gifts.filter(({ recipient }) => recipient === seat).map(({ received, expected }) => ({ points: received, expected }))),
    given: summed(gifts.filter(({ giver }) => giver === seat).map(({ given, expected }) => ({ points: given, expected }))),
    greatestGift: greatestGiftOf(moments, seat),
  }));
  return { record, objectives, moments, players };
}

/** The breakdown of a seat's result, for the objective of this index. @param {ReviewObjective[]} objectives @param {Moment[]} moments @param {number} seat @param {number} number @returns {Account} */
function accountOf(objectives, moments, seat, number) {
  const start = objectives[number].start[seat];
  const account = { start, result: moments.at(-1)?.values[number][seat] ?? start, ownLuck: 0, othersLuck: 0, ownLosses: 0, othersLosses: 0, unseen: 0 };
  for (const moment of moments) {
    if (moment.unseen.length) account.unseen += moment.unseen[number][seat];
    if (moment.luck.length) account[moment.seat === seat ? "ownLuck" : "othersLuck"] += moment.luck[number][seat];
    for (const decision of moment.decisions) {
      const judgement = decision.judgements[number];
      if (decision.seat === seat) account.ownLosses += lossOf(judgement);
      else account.othersLosses += judgement.changes[seat];
    }
  }
  return account;
}

/** The gift of a finished turn. @param {Moment} moment @param {Objective} objective */
function giftOf({ state, event }, objective) {
  if (event.type !== "scored" && event.type !== "noted") return null;
  const seats = { giver: state.active, recipient: recipientOf(state) };
  if (event.type === "noted") return { ...seats, given: event.gift, received: event.received, expected: null };
  const start = startOfTurn(state);
  return { ...seats, given: event.gift, received: event.gift, expected: solvedTurn(objective, start).expectedGift(start) };
}

/** @param {Gifts[]} gifts @returns {Gifts} */
function summed(gifts) {
  const isKnown = gifts.every(({ expected }) => expected !== null);
  const points = gifts.reduce((sum, gift) => sum + gift.points, 0);
  return { points, expected: isKnown ? gifts.reduce((sum, { expected }) => sum + Number(expected), 0) : null };
}

/** @param {Moment[]} moments @param {number} seat */
function gradesOf(moments, seat) {
  const decisions = moments.flatMap((moment) => moment.decisions.filter((decision) => decision.seat === seat));
  return /** @type {Record<Grade, number>} */ (Object.fromEntries(GRADES.map((grade) => [grade, decisions.filter((decision) => decision.grade === grade).length])));
}

/** @param {Moment[]} moments @param {number} seat @returns {GreatestGift} */
function greatestGiftOf(moments, seat) {
  /** @type {GreatestGift} */
  const gift = { chances: [], brought: null, unseen: null, allKnown: true };
  for (const { state, event, decisions } of moments) {
    if ((event.type === "laid" || event.type === "noted") && recipientOf(state) === seat) {
      gift.allKnown &&= !state.sheets[seat].hasGift;
      if (event.asked) {
        gift.unseen = state.round;
        gift.brought = event.type === "noted" ? event.received : null;
      }
    }
    gift.chances.push(...decisions.filter((decision) => decision.seat === seat && isAnswer(decision)).map(chanceOf));
    if (event.type === "scored" && state.turn.asked && recipientOf(state) === seat) gift.brought = event.gift;
  }
  return gift;
}

/** Whether the recipient decides, to ask or not. @param {Decision} decision */
export const isAnswer = ({ action }) => action.type === "ask" || action.type === "decline";

/** @param {Decision} decision @returns {AskingChance} */
function chanceOf({ action, state, judgements }) {
  const asked = action.type === "ask";
  const gains = judgements.map(({ value, rival }) => (asked ? value - rival : rival - value));
  return { round: state.round, roll: state.turn.rolls, asked, gains };
}

/** The chance where a seat asked; null if it did not, or if the moment is not known. @param {GreatestGift} gift */
export const usedChance = ({ chances }) => chances.find(({ asked }) => asked) ?? null;

/** The chance where asking gained the most, by the first objective; null if not all chances are known. @param {GreatestGift} gift */
export const bestChance = ({ chances, allKnown }) =>
  allKnown && chances.length ? chances.reduce((best, chance) => (chance.gains[0] > best.gains[0] ? chance : best)) : null;

/** Whether every roll of every turn is known. @param {Review} review */
export const isComplete = ({ moments }) => !moments.some(({ event }) => event.type === "laid" || event.type === "noted");

/** Whether a roll of these seats is known, or every roll, as in a game without rolls yet. @param {Review} review @param {number[]} seats */
export const knowsLuck = (review, seats) => isComplete(review) || review.moments.some(({ luck, seat }) => luck.length && seats.includes(seat));

/** Whether a decision of these seats is known, or every decision. @param {Review} review @param {number[]} seats */
export const knowsDecisions = (review, seats) => isComplete(review) || seats.some((seat) => GRADES.some((grade) => review.players[seat].grades[grade]));
