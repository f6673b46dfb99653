/** A game of the history: its players, its results, and a summary of its review. */

import { evolve } from "../engine.js";
import { startOf } from "../record/game.js";
import { results, victoryShares } from "../sheet.js";
import { isOver, recipientOf } from "../state.js";
import { isAnswer, usedChance } from "../coach/reviews/review.js";
import { lossOf } from "../coach/reviews/walk.js";

/** @import { Review } from "../coach/reviews/review.js" */
/** @import { Decision } from "../coach/reviews/walk.js" */
/** @import { GameRecord } from "../record/game.js" */

/** The way a game was played. @typedef {"pad" | "online" | "bots" | "table"} GameKind */
/** @typedef {"first-keep" | "second-keep" | "scoring" | "asking"} DecisionKind */
/** @type {readonly DecisionKind[]} */
export const DECISION_KINDS = Object.freeze(["first-keep", "second-keep", "scoring", "asking"]);
/** More than the values are accurate to. */
const DIGITS = 1e6;

/**
 * The number of some decisions, and the sum of their losses in chance of victory.
 * @typedef {{decisions: number, total: number}} Losses
 * A seat's use of the greatest of gifts: the rolls before it, null if that is unknown; the doubled gift, null until the turn is over.
 * @typedef {{round: number, rolls: number | null, gift: number | null}} Asked
 */

/**
 * A player and the result; in an unfinished game the sums so far, without charity bonus and victory.
 * @typedef {object} SeatResult
 * @property {string} name
 * @property {string | null} bot
 * @property {number} points
 * @property {number} bonus
 * @property {number} given
 * @property {number} received
 * @property {number} charity
 * @property {number} total
 * @property {number} victory  The share of the victory.
 * @property {Asked | null} asked
 */

/**
 * What a review says of a seat.
 * @typedef {object} SeatReview
 * @property {Partial<Record<DecisionKind, Losses>>} losses
 * @property {number | null} luck  The change of this seat's chance of victory by all rolls; null if some rolls are unknown.
 * @property {number | null} askingGain  The gain of asking over waiting; null if this seat did not ask.
 * @property {number | null} costly  The number of mistakes and blunders; null in reviews by earlier versions.
 * @typedef {{seats: SeatReview[], unseen: number}} GameReview  With the number of turns entered without all their rolls.
 */

/**
 * @typedef {object} Game
 * @property {string} id
 * @property {string} at  The time of its last event, ISO 8601 in UTC.
 * @property {GameKind} kind
 * @property {number} rounds
 * @property {boolean} houseRules  Whether free giving or late asking was in force.
 * @property {boolean} finished
 * @property {SeatResult[]} seats
 * @property {GameReview | null} review  Null until it is made.
 * @property {boolean} [whole]  Whether it began with empty sheets, and not at a position; missing in games stored before.
 */

/** Whether a game began with empty sheets. @param {Game} game */
export const isWhole = ({ whole = true }) => whole;

/** Whether statistics and ratings include a game. @param {Game} game */
export const isCounted = (game) => game.finished && isWhole(game);

/** @param {GameRecord} record @param {{id: string, at: string, kind: GameKind}} kept @param {GameReview | null} review @returns {Game} */
export function gameOf(record, { id, at, kind }, review) {
  const { state, ruleset, players, bots } = record;
  const finished = isOver(state);
  const final = results(state.sheets);
  const shares = finished ? victoryShares(final) : players.map(() => 0);
  const asked = askedIn(record);
  const seats = final.map(({ points, bonus, given, received, charity, total }, seat) => ({
    name: players[seat],
    bot: bots[seat],
    points,
    bonus,
    given,
    received,
    charity: finished ? charity : 0,
    total: finished ? total : total - charity,
    victory: shares[seat],
    asked: asked.get(seat) ?? null,
  }));
  return { id, at, kind, rounds: ruleset.rounds, houseRules: ruleset.freeGiving || ruleset.lateAsking, finished, seats, review, whole: record.beginsAt === null };
}

/** @param {GameRecord} record @returns {GameKind} */
export const kindOf = ({ pledge, bots }) => (pledge === null ? "pad" : bots.some(Boolean) ? "bots" : "table");

/** By seat. @param {GameRecord} record */
function askedIn(record) {
  /** @type {Map<number, Asked>} */
  const found = new Map();
  let state = startOf(record);
  for (const event of record.events) {
    const [after, recipient] = [evolve(state, event), recipientOf(state)];
    if (state.sheets[recipient].hasGift && !after.sheets[recipient].hasGift) {
      found.set(recipient, { round: state.round, rolls: event.type === "gift-asked" ? state.turn.rolls : null, gift: null });
    }
    const { given } = after.sheets[state.active];
    const asked = found.get(recipient);
    if (asked && asked.round === state.round && given.length === state.round) asked.gift = given[given.length - 1];
    state = after;
  }
  return found;
}

/** @param {Review} review @returns {GameReview} */
export function summaryOf({ moments, players }) {
  const unseen = moments.filter(({ event }) => event.type === "laid" || event.type === "noted").length;
  /** @type {SeatReview[]} */
  const seats = players.map(({ accounts: [{ ownLuck, othersLuck }], greatestGift }) => {
    const used = usedChance(greatestGift);
    return { losses: {}, luck: unseen ? null : rounded(ownLuck + othersLuck), askingGain: used && rounded(used.gains[0]), costly: 0 };
  });
  for (const decision of moments.flatMap(({ decisions }) => decisions)) {
    const of = seats[decision.seat];
    const kind = kindOfDecision(decision);
    of.losses[kind] = sumOf([of.losses[kind] ?? NONE, { decisions: 1, total: lossOf(decision.judgements[0]) }]);
    of.costly = Number(of.costly) + Number(decision.grade === "mistake" || decision.grade === "blunder");
  }
  for (const losses of seats.flatMap((seat) => Object.values(seat.losses))) losses.total = rounded(losses.total);
  return { seats, unseen };
}

/** @param {Decision} decision @returns {DecisionKind} */
export function kindOfDecision(decision) {
  if (isAnswer(decision)) return "asking";
  const { rolls, stopped } = decision.state.turn;
  return stopped || rolls > 2 ? "scoring" : rolls === 1 ? "first-keep" : "second-keep";
}

/** @param {number} value */
const rounded = (value) => Math.round(value * DIGITS) / DIGITS;

/** @type {Losses} */
const NONE = { decisions: 0, total: 0 };
/** @param {Losses[]} losses @returns {Losses} */
export const sumOf = (losses) => losses.reduce((sum, { decisions, total }) => ({ decisions: sum.decisions + decisions, total: sum.total + total }), NONE);

/** The mean loss of a decision, null of none. @param {Losses} losses */
export const meanOf = ({ decisions, total }) => (decisions ? total / decisions : null);
