/** The JSON form of a review, version 1, as `charidice review --json` prints it. */

import { diceOf } from "../../dice.js";
import { eventFields } from "../../record/jsonform.js";
import { publicRecord, startOf } from "../../record/game.js";
import { facesOf, isOver } from "../../state.js";
import { bestChance, isComplete, usedChance } from "./review.js";
import { GRADES, lossOf } from "./walk.js";

/** @import { Action } from "../../moves.js" */
/** @import { GameState } from "../../state.js" */
/** @import { Account, AskingChance, Gifts, PlayerReview, Review } from "./review.js" */
/** @import { Decision, Judgement, Moment, Values } from "./walk.js" */

// More than the values are accurate to, and enough for sums to match.
const DIGITS = 1e6;

/** @param {Review} review */
export function reviewFields(review) {
  const { record, objectives, moments, players } = review;
  const told = eventFields(startOf(record), record.events);
  return {
    format: "charidice-review",
    version: 1,
    seed: publicRecord(record).pledge?.seed ?? null,
    players: record.players,
    finished: isOver(record.state),
    objectives: objectives.map(({ name, truth, start, error }) => ({ name, truth, start: numbers(start), error })),
    summary: players.map((player) => playerFields(review, player)),
    events: moments.map((moment, at) => ({ ...told[at], ...momentFields(review, moment) })),
  };
}

/** @param {Review} review @param {Moment} moment */
function momentFields(review, { state, event, decisions, luck, unseen, values }) {
  return {
    round: state.round,
    roll: state.turn.rolls + Number(event.type === "rolled"),
    ...(decisions.length ? { decisions: decisions.map((decision) => decisionFields(review, decision)) } : {}),
    ...(luck.length ? { luck: byObjective(review, luck.map(numbers)) } : {}),
    ...(unseen.length ? { unseen: byObjective(review, unseen.map(numbers)) } : {}),
    values: byObjective(review, values.map(numbers)),
  };
}

/** @param {Review} review @param {Decision} decision */
function decisionFields(review, { seat, state, action, grade, judgements }) {
  return { seat, ...moveFields(state, action), grade, judgements: byObjective(review, judgements.map((judged) => judgementFields(state, judged))) };
}

/** @param {GameState} state @param {Judgement} judgement */
function judgementFields(state, judgement) {
  const { value, rival, best, changes } = judgement;
  return { value: number(value), best: moveFields(state, best), best_value: number(Math.max(value, rival)), loss: number(lossOf(judgement)), changes: numbers(changes) };
}

/** A move with the faces of its dice; dice count from 0. @param {GameState} state @param {Action} action */
function moveFields(state, action) {
  if (action.type !== "roll" && action.type !== "score") return { action: action.type };
  const dice = diceOf(action.type === "roll" ? action.keep : action.dice);
  const shown = facesOf(state);
  return { action: action.type, [action.type === "roll" ? "keep" : "dice"]: dice, faces: dice.map((die) => shown[die]) };
}

/** @param {Review} review @param {PlayerReview} player */
function playerFields(review, { accounts, grades, received, given, greatestGift }) {
  const decisions = GRADES.reduce((sum, grade) => sum + grades[grade], 0);
  const [used, best] = [usedChance(greatestGift), bestChance(greatestGift)];
  return {
    decisions,
    grades,
    accuracy: decisions ? number(grades.good / decisions) : null,
    accounts: byObjective(review, accounts.map((account) => accountFields(review, account))),
    received: giftFields(received),
    given: giftFields(given),
    greatest_gift: {
      used: used && chanceFields(review, used),
      brought: greatestGift.brought,
      unseen: greatestGift.unseen,
      best: best && chanceFields(review, best),
      chances: greatestGift.chances.map((chance) => chanceFields(review, chance)),
    },
  };
}

/** @param {Review} review @param {Account} account */
function accountFields(review, { start, result, ownLuck, othersLuck, ownLosses, othersLosses, unseen }) {
  const luck = ownLuck + othersLuck;
  return {
    start: number(start),
    result: number(result),
    own_luck: number(ownLuck),
    others_luck: number(othersLuck),
    own_losses: number(ownLosses),
    others_losses: number(othersLosses),
    unseen: number(unseen),
    luck: number(luck),
    without_luck: isComplete(review) ? number(result - luck) : null,
  };
}

/** @param {Gifts} gifts */
const giftFields = ({ points, expected }) => ({ points, expected: expected === null ? null : number(expected), luck: expected === null ? null : number(points - expected) });

/** @param {Review} review @param {AskingChance} chance */
const chanceFields = (review, { round, roll, asked, gains }) => ({ round, roll, asked, gains: byObjective(review, gains.map(number)) });

/** @param {Review} review @param {unknown[]} values */
const byObjective = ({ objectives }, values) => Object.fromEntries(objectives.map(({ name }, at) => [name, values[at]]));

/** @param {Values} values */
const numbers = (values) => values.map(number);

/** @param {number} value */
const number = (value) => Math.round(value * DIGITS) / DIGITS + 0;
