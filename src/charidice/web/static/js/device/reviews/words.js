/** The texts and numbers of a review: as the server says them, from the same catalogs. */

import { diceOf } from "../../engine/dice.js";
import { ERROR_BOUND } from "../../engine/coach/differences.js";
import { kindest } from "../../engine/coach/reviews/kindness.js";
import { isComplete, knowsDecisions, knowsLuck, usedChance, bestChance } from "../../engine/coach/reviews/review.js";
import { GRADES, lossOf } from "../../engine/coach/reviews/walk.js";
import { results, sum } from "../../engine/sheet.js";
import { facesOf, isOver, optionsOf } from "../../engine/state.js";
import { has, join, number, percent, say } from "../../lib/text.js";

/** @import { AskingChance, Gifts, GreatestGift, PlayerReview, Review } from "../../engine/coach/reviews/review.js" */
/** @import { ReviewedRoll } from "../../engine/coach/reviews/turns.js" */
/** @import { Decision, Grade, Values } from "../../engine/coach/reviews/walk.js" */
/** @import { Action, Noted } from "../../engine/moves.js" */
/** @import { GameState } from "../../engine/state.js" */

/** As in chess notation. @type {Record<Grade, string>} */
export const SYMBOLS = { good: "✓", inaccuracy: "?!", mistake: "?", blunder: "??" };

/** The dice that a move keeps or scores. @param {Action} action */
const diceOfMove = (action) => diceOf(action.type === "roll" ? action.keep : action.type === "score" ? action.dice : 0);

/** The faces in a move. @param {GameState} state @param {Action} action @returns {string[]} */
export function facesOfMove(state, action) {
  const faces = facesOf(state);
  return diceOfMove(action).map((die) => faces[die]);
}

export class ReviewWords {
  /** @param {Review} review */
  constructor(review) {
    this.review = review;
    this.seats = review.players.map((_, seat) => seat);
    this.isComplete = isComplete(review);
  }

  get title() {
    return say("review.title", { players: join([...this.review.record.players]) });
  }

  /** The accuracy of the numbers, one line per objective, and how to read them. */
  get truths() {
    const { objectives, moments, record } = this.review;
    const lines = objectives.map(({ truth, error }, at) => say(`review.truth.${truth}`, { objective: this.objective(at), bound: number(100 * ERROR_BOUND, 2), error: number(100 * (error ?? 0), 1) }));
    if (objectives[0].name === "victory") lines.push(say("review.legend"), ...(this.#knowsAnything ? [say("review.legend.changes")] : []));
    if (objectives.some(({ name }) => name === "lead")) lines.push(say("review.legend.lead"));
    for (const kind of ["noted", "laid"]) {
      const count = moments.filter(({ event }) => event.type === kind).length;
      if (count) lines.push(say(`review.unseen.${kind}`, { count }));
    }
    const corrected = new Set(record.corrections.map(({ round, seat }) => `${round} ${seat}`)).size;
    if (corrected) lines.push(say("review.corrected", { count: corrected }));
    if (record.beginsAt) lines.push(say("review.begins-at", { round: record.beginsAt.round }));
    if (!isOver(record.state)) lines.push(say("review.going-on"));
    return lines;
  }

  /** The name of the objective of this index. @param {number} at */
  objective(at = 0) {
    return say(`review.objective.${this.review.objectives[at].name}`);
  }

  /** @param {number} seat */
  player(seat) {
    return this.review.record.players[seat];
  }

  /** The round and a player, by default the active one. @param {GameState} state @param {number} seat */
  turn(state, seat = state.active) {
    return say("review.turn", { round: state.round, player: this.player(seat) });
  }

  /** A value of the objective of this index. @param {number} value @param {number} at */
  value(value, at = 0, digits = 1) {
    return this.#isVictory(at) ? percent(value, digits) : signed(value, digits);
  }

  /** Luck or loss for the objective of this index, without its unit. @param {number} value @param {number} at */
  amount(value, at = 0, digits = 1) {
    return signed(this.#isVictory(at) ? 100 * value : value, digits);
  }

  /** Luck or loss with its unit. @param {number} value @param {number} at */
  change(value, at = 0) {
    return say(`review.unit.${this.review.objectives[at].name}`, { number: this.amount(value, at) });
  }

  /** The same for all objectives. @param {readonly number[]} values */
  #changes(values) {
    return values.map((value, at) => this.change(value, at)).join(", ");
  }

  /** The loss of a decision for all objectives; empty if it rounds to 0. @param {Decision} decision */
  loss({ judgements }) {
    const losses = judgements.map((judgement) => -lossOf(judgement));
    return this.change(losses[0]) === this.change(0) ? "" : this.#changes(losses);
  }

  /** The best move, where another one was chosen. @param {Decision} decision */
  better({ grade, state, judgements }) {
    return say(grade === "good" ? "review.even-better" : "review.better", { move: this.move(state, judgements[0].best) });
  }

  /** A move in a few words. @param {GameState} state @param {Action} action */
  move(state, action) {
    const name = action.type === "roll" ? (action.keep ? "keep" : "roll-all") : action.type;
    const key = ["review.move", "move", "action"].map((prefix) => `${prefix}.${name}`).find(has) ?? "";
    return say(key, { faces: facesOfMove(state, action).join(" ") });
  }

  /** The points, bonus and gift of a score; empty for other moves. @param {GameState} state @param {Action} action */
  scored(state, action) {
    const option = action.type === "score" && optionsOf(state).find(({ dice }) => dice === action.dice);
    return option ? boxes({ ...option, gift: state.turn.asked ? 2 * option.gift : option.gift }) : "";
  }

  /** The points, bonus and gift of a turn without dice. @param {Noted} noted */
  noted(noted) {
    return boxes(noted);
  }

  /** The luck of a roll with its unit, empty if the rolls before it are not known. @param {ReviewedRoll} roll */
  luck({ luck, state }) {
    return luck.length ? this.change(luck[0][state.active]) : "";
  }

  /** The known parts between start and result, with their names; empty if no turn is known. @param {number} seat @param {number} at @returns {{name: string, part: number}[]} */
  parts(seat, at = 0) {
    const { review } = this;
    const account = review.players[seat].accounts[at];
    const others = this.seats.filter((other) => other !== seat);
    /** @type {[string, number, boolean][]} */
    const parts = [
      ["review.own-luck", account.ownLuck, knowsLuck(review, [seat])],
      ["review.others-luck", account.othersLuck, knowsLuck(review, others)],
      ["review.own-losses", -account.ownLosses, knowsDecisions(review, [seat])],
      ["review.others-losses", account.othersLosses, knowsDecisions(review, others)],
      ["review.unseen", account.unseen, this.#knowsAnything && !this.isComplete],
    ];
    return parts.filter(([, , isKnown]) => isKnown).map(([key, part]) => ({ name: say(key), part }));
  }

  /** Whether any luck or decision is known. */
  get #knowsAnything() {
    return knowsLuck(this.review, this.seats) || knowsDecisions(this.review, this.seats);
  }

  /** What the result is called: in a game that goes on, it is worth this now. */
  get resultName() {
    return say(isOver(this.review.record.state) ? "review.result" : "review.now");
  }

  /** By box, the sums of a seat's own dice, and once the game is over, its charity bonus. @param {number} seat @returns {[box: string, points: number][]} */
  sums(seat) {
    const { state } = this.review.record;
    const { points, bonus } = state.sheets[seat];
    return [["points", sum(points)], ["bonus", sum(bonus)], ...(isOver(state) ? [/** @type {[string, number]} */ (["charity", results(state.sheets)[seat].charity])] : [])];
  }

  /** The share of good decisions; a dash before the first one. @param {PlayerReview} player */
  accuracy({ grades }) {
    const decisions = sum(GRADES.map((grade) => grades[grade]));
    return decisions ? percent(grades.good / decisions) : "-";
  }

  /** @param {PlayerReview} player */
  withoutLuck({ accounts }) {
    return accounts.map(({ result, ownLuck, othersLuck }, at) => this.#sum(result - (ownLuck + othersLuck), at)).join(", ");
  }

  /** A value that is a sum: losses can be more than any chance, since luck gives chances back to be lost again. @param {number} value @param {number} at */
  #sum(value, at) {
    if (!this.#isVictory(at)) return this.change(value, at);
    const rounded = Math.round(1000 * value) / 1000;
    if (rounded >= 0 && rounded <= 1) return this.value(value, at);
    return say(value < 0 ? "review.less-than" : "review.more-than", { value: percent(value < 0 ? 0 : 1) });
  }

  /** Gifts: actual and expected points, and the difference, which is luck; of turns without dice the sum alone. @param {Gifts} gifts */
  gifts({ points, expected }) {
    if (expected === null) return say("points", { count: points });
    return say("review.gifts", { count: points, expected: number(expected, 1), luck: signed(points - expected, 1) });
  }

  /** When a seat asked for the greatest of gifts, what it gained, and whether there was a better moment. @param {number} seat */
  greatestGift(seat) {
    const { greatestGift: gift } = this.review.players[seat];
    const player = this.player(seat);
    if (gift.unseen !== null) return [say("review.gift.unseen", { player, round: gift.unseen }), ...brought(gift)].join(" ");
    const [used, best] = [usedChance(gift), bestChance(gift)];
    if (gift.allKnown && !best) return say("review.gift.no-chance", { player });
    const told = used ? [say(used.roll ? "review.gift.asked" : "review.gift.asked-first", { player, ...this.#when(used) }), ...brought(gift)] : [say("review.gift.never", { player })];
    if (best && best.gains[0] > 0 && best !== used) told.push(say(best.roll ? "review.gift.best" : "review.gift.best-first", this.#when(best)));
    else if (used && used.gains[0] < 0) told.push(say("review.gift.too-early"));
    else if (best) told.push(say(used ? "review.gift.best-used" : "review.gift.never-better"));
    return told.join(" ");
  }

  /** What a seat gave beyond the best decision, and what that cost; empty if it is not worth telling. @param {number} seat */
  kindness(seat) {
    const found = kindest(this.review, seat);
    if (!found) return "";
    const loss = this.loss(found.decision);
    const told = { player: this.player(seat), round: found.decision.state.round, count: found.more };
    return loss ? say("review.kindness.told", { ...told, loss }) : say("review.kindness.free", told);
  }

  /** @param {AskingChance} chance */
  #when({ round, roll, gains }) {
    return { round, roll, gain: this.#changes(gains) };
  }

  /** Chances of victory are shown in percent. @param {number} at */
  #isVictory(at) {
    return this.review.objectives[at].name === "victory";
  }
}

/** @param {number} value @param {number} digits */
const signed = (value, digits) => number(value, digits, "decimal", "exceptZero");

/** @param {{points: number, bonus: number, gift: number}} boxes */
const boxes = ({ points, bonus, gift }) => say("review.scored", { points, bonus, gift });

/** @param {GreatestGift} gift */
const brought = ({ brought: points }) => (points === null ? [] : [say("review.gift.brought", { points: say("points", { count: points }) })]);
