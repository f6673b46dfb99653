/** A hint in words, stage by stage, and in brief: as the server says it, from the same catalogs. */

import { diceOf, letterOf } from "../engine/dice.js";
import { SAME_VICTORY, WITH_BONUS } from "../engine/coach/differences.js";
import { facesOf, recipientOf } from "../engine/state.js";
import { COLOURS, faceWords, has, join, number, percent, say } from "../lib/text.js";

/** @import { Dice } from "../engine/dice.js" */
/** @import { Hint, Prospect } from "../engine/coach/hints.js" */
/** @import { Action } from "../engine/moves.js" */
/** @import { GameState } from "../engine/state.js" */
/** @import { BriefView, ChanceView, HintView } from "../wire.d.ts" */

/** The most combinations listed, and the least probability of each. */
const [KINDS_TOLD, LEAST_CHANCE] = [3, 0.01];
/** The least differences that are mentioned: of points; of the probability of a combination or of the lead in giving. */
const [LEAST_POINTS, LEAST_DIFFERENCE] = [0.05, 0.03];

/** @param {Hint} hint @param {GameState} state @param {string[]} players @returns {HintView} */
export const hintView = (hint, state, players) => new HintWords(hint, state, players).view;

/** A move as data; dice count from 0. @param {Action} action @returns {import("../wire.d.ts").MoveView} */
export function moveView(action) {
  if (action.type === "roll") return { action: "roll", keep: [...diceOf(action.keep)] };
  return action.type === "score" ? { action: "score", dice: [...diceOf(action.dice)] } : { action: action.type };
}

/** @param {string} kind */
const kindName = (kind) => say(`coach.kind.${kind}`);

/** Points: an integer where they are certain, else an average. @param {number} value @param {boolean} [certain] */
const points = (value, certain = false) => (certain ? say("points", { count: Math.round(value) }) : say("coach.points", { points: number(value, 1) }));

/** This many points ahead or behind. @param {number} lead */
const aheadBy = (lead) => say(lead >= 0 ? "coach.ahead" : "coach.behind", { points: points(Math.abs(lead)) });

/** @param {number} gift */
const averageGift = (gift) => say("coach.gift", { gift: number(gift, 1) });

/** @param {number} chance @param {number} other */
const both = (chance, other) => ({ percent: percent(chance), other: percent(other) });

/** The combinations that a turn most likely ends with; none if it is scored at once. @param {Prospect} prospect */
function likelyKinds({ action, kinds }) {
  if (action.type === "score") return [];
  return [...kinds].sort(([, one], [, other]) => other - one).slice(0, KINDS_TOLD).filter(([, chance]) => chance >= LEAST_CHANCE);
}

class HintWords {
  /** @param {Hint} hint @param {GameState} state @param {string[]} players */
  constructor(hint, state, players) {
    this.hint = hint;
    this.state = state;
    this.giver = players[state.active];
    this.recipient = players[recipientOf(state)];
  }

  /** @returns {HintView} */
  get view() {
    const { hint } = this;
    const [best] = hint.prospects;
    return { stages: this.#stages(), brief: best ? this.#brief(best) : null, dice: [...diceOf(hint.dice)], action: best ? moveView(best.action) : null };
  }

  /** Four stages, each more specific than the one before; only one if there is nothing to choose. */
  #stages() {
    const { hint } = this;
    if (!hint.prospects.length) return [this.#look()];
    if (hint.verdict) return [this.#look(), this.#giver(), say(`coach.verdict.${hint.verdict}`), this.#reason()];
    return [this.#look(), this.#dice(), this.#move(hint.prospects[0].action, "coach.move"), this.#reason()];
  }

  #look() {
    const { look, about } = this.hint;
    const value = look === "kind" ? kindName(String(about)) : look === "colour" ? say(`colour.${COLOURS[letterOf(Number(about))]}`) : about;
    return say(`coach.look.${look}`, { active: this.giver, recipient: this.recipient, [look]: value });
  }

  #dice() {
    const count = diceOf(this.hint.dice).length;
    return count ? say("coach.dice", { count, faces: this.#faces(this.hint.dice) }) : say("coach.dice.none");
  }

  #giver() {
    const { dice, giver } = this.hint;
    if (!dice) return say("coach.giver.roll-all", { player: this.giver });
    return say(giver?.type === "roll" ? "coach.giver.keep" : "coach.giver.score", { player: this.giver, faces: this.#faces(dice) });
  }

  /** @param {Dice} dice */
  #faces(dice) {
    const shown = facesOf(this.state);
    return join(diceOf(dice).map((die) => faceWords(shown[die])));
  }

  /** A move in words; `form` is the prefix of other texts than the usual ones, for the moves that have them. @param {Action} action */
  #move(action, form = "move") {
    const name = action.type === "roll" ? (action.keep ? "keep" : "roll-all") : action.type;
    const key = [form, "move", "action"].map((prefix) => `${prefix}.${name}`).find(has) ?? "";
    const dice = form === "move" ? (action.type === "roll" ? action.keep : action.type === "score" ? action.dice : 0) : this.hint.dice;
    return say(key, { faces: this.#faces(dice) });
  }

  /** Why a move is the best, in short sentences; every clause is backed by a number. */
  #reason() {
    const { truth, error } = this.hint;
    const sentences = this.hint.verdict ? this.#whetherToAsk() : this.#whichMove();
    if (truth === "estimated") sentences.push(say("coach.estimated"));
    else if (error) sentences.push(say("coach.measured", { error: number(100 * error, 1) }));
    return sentences.join(" ");
  }

  #whichMove() {
    const { hint } = this;
    const [best, next, ...rest] = hint.prospects;
    const kinds = likelyKinds(best).map(([kind, chance]) => say("coach.chance", { kind: kindName(kind), percent: percent(chance) }));
    const sentences = [brings(best, "coach.scores", "coach.brings"), ...(kinds.length ? [say("coach.chances", { chances: kinds.join(", ") })] : [])];
    sentences.push(say(next && hint.makesNoDifference ? "coach.victory.same" : "coach.victory", { percent: percent(best.victory, 1) }));
    if (best.lead !== null) sentences.push(say("coach.end", { lead: aheadBy(best.lead) }));
    if (!next) return [...sentences, say("coach.only")];
    sentences.push(say("coach.next", { move: this.#valued(next) }), ...this.#comparison(best, next));
    return [...sentences, ...rest.map((other) => say("coach.third", { move: this.#valued(other) }))];
  }

  /** A move with its chance of victory, or where all are equal, with its points. @param {Prospect} prospect */
  #valued(prospect) {
    const { victory, lead, points: scored, gift } = prospect;
    const equal = lead !== null ? aheadBy(lead) : `${points(scored)}, ${averageGift(gift)}`;
    return say("coach.valued", { move: this.#move(prospect.action), value: this.hint.makesNoDifference ? equal : percent(victory, 1) });
  }

  /** The advantages and disadvantages of the best move compared with another. @param {Prospect} best @param {Prospect} other */
  #comparison(best, other) {
    const { makesNoDifference } = this.hint;
    if (!makesNoDifference && best.victory - other.victory < SAME_VICTORY) return [say("coach.equal")];
    const { gains, costs } = differences(best, other);
    if (!gains.length && !makesNoDifference) gains.push(...(risk(best, other) ?? [say("coach.wins-more")]));
    if (!gains.length) return [];
    const sentences = [say("coach.gains", { clauses: gains.join(", ") })];
    return costs.length ? [...sentences, say("coach.costs", { clauses: costs.join(", ") })] : sentences;
  }

  #whetherToAsk() {
    const { hint } = this;
    const { ask, wait } = this.#answers;
    const sentences = [
      say("coach.if-asked", { prospect: this.#answered(ask) }),
      say(wait.asked ? "coach.if-not-asked-now" : "coach.if-not-asked", { prospect: this.#answered(wait) }),
    ];
    if (hint.makesNoDifference) sentences.push(say("coach.victory.same", { percent: percent(wait.victory, 1) }));
    if (Math.abs(ask.mostGiven - wait.mostGiven) >= LEAST_DIFFERENCE) sentences.push(say("coach.giver-ahead", { player: this.giver, ...both(ask.mostGiven, wait.mostGiven) }));
    if (hint.verdict === "not") sentences.push(say("coach.last-chance"));
    if (hint.verdict === "wait") sentences.push(say("coach.later"));
    if (hint.verdict === "wait" && wait.asked >= LEAST_CHANCE) sentences.push(say("coach.later-in-turn", { percent: percent(wait.asked) }));
    return sentences;
  }

  /** @param {Prospect} prospect */
  #answered({ gift, victory, lead }) {
    const parts = [averageGift(gift)];
    if (!this.hint.makesNoDifference) parts.push(say("coach.chance-of-victory", { percent: percent(victory, 1) }));
    if (lead !== null) parts.push(say("coach.at-end", { lead: aheadBy(lead) }));
    return parts.join(", ");
  }

  get #answers() {
    const [one, other] = this.hint.prospects;
    return one.action.type === "ask" ? { ask: one, wait: other } : { ask: other, wait: one };
  }

  /** The reason in two short lines and a few probabilities, for small screens. @param {Prospect} best @returns {BriefView} */
  #brief(best) {
    if (this.hint.verdict) {
      const { ask, wait } = this.#answers;
      const line = (/** @type {string} */ key, /** @type {Prospect} */ { gift }) => say(key, { prospect: averageGift(gift) });
      const chances = [chanceView(say("coach.victory.asked"), ask.victory), chanceView(say("coach.victory.not-asked"), wait.victory)];
      return { lines: [line("coach.if-asked", ask), line("coach.if-not-asked-now", wait)], chances };
    }
    const victory = say(this.hint.makesNoDifference ? "coach.victory.same" : "coach.victory", { percent: percent(best.victory) });
    const chances = likelyKinds(best).map(([kind, share]) => chanceView(kindName(kind), share));
    return { lines: [brings(best, "coach.brief.scores", "coach.brief.brings"), victory], chances };
  }
}

/** The points and gift of the turn: certain when scored, else expected. @param {Prospect} prospect @param {string} certain @param {string} expected */
function brings({ action, points: scored, gift }, certain, expected) {
  const isCertain = action.type === "score";
  return say(isCertain ? certain : expected, { points: points(scored, isCertain), gift: number(gift, isCertain ? 0 : 1) });
}

/** @param {string} label @param {number} share @returns {ChanceView} */
const chanceView = (label, share) => ({ label, share, percent: percent(share) });

/** @param {Prospect} best @param {Prospect} other */
function differences(best, other) {
  /** @type {string[]} */
  const gains = [];
  /** @type {string[]} */
  const costs = [];
  const certain = best.action.type === "score" && other.action.type === "score";
  const more = best.points - other.points;
  if (Math.abs(more) >= LEAST_POINTS) (more > 0 ? gains : costs).push(say(more > 0 ? "coach.more-points" : "coach.fewer-points", { points: points(Math.abs(more), certain) }));
  const larger = best.gift - other.gift;
  if (Math.abs(larger) >= LEAST_POINTS) (larger < 0 ? gains : costs).push(say(larger < 0 ? "coach.smaller-gift" : "coach.greater-gift", { points: number(Math.abs(larger), certain ? 0 : 1) }));
  const chance = (/** @type {Prospect} */ { kinds }, /** @type {typeof WITH_BONUS[number]} */ kind) => kinds.get(kind) ?? 0;
  const kind = WITH_BONUS.reduce((most, each) => (chance(best, each) - chance(other, each) > chance(best, most) - chance(other, most) ? each : most));
  if (!certain && chance(best, kind) - chance(other, kind) >= LEAST_DIFFERENCE) gains.push(say("coach.likelier", { kind: kindName(kind), ...both(chance(best, kind), chance(other, kind)) }));
  const giving = best.mostGiven - other.mostGiven;
  if (Math.abs(giving) >= LEAST_DIFFERENCE) (giving > 0 ? gains : costs).push(say("coach.ahead-in-giving", both(best.mostGiven, other.mostGiven)));
  return { gains, costs };
}

/** Where the moves differ only in risk: a player who is behind wants it, one who is ahead avoids it. @param {Prospect} best @param {Prospect} other */
function risk(best, other) {
  if (Math.abs(best.spread - other.spread) < LEAST_POINTS) return null;
  const values = { points: number(best.spread, 1), other: number(other.spread, 1) };
  return [say(best.spread > other.spread ? "coach.bolder" : "coach.safer", values)];
}
