/** The contents of a review page as data, in the page's language. */

import { swingsOf } from "../../engine/coach/reviews/swings.js";
import { turnsOf } from "../../engine/coach/reviews/turns.js";
import { knowsDecisions } from "../../engine/coach/reviews/review.js";
import { gradeOf, GRADES, lossOf } from "../../engine/coach/reviews/walk.js";
import { diceOf } from "../../engine/dice.js";
import { evolve } from "../../engine/engine.js";
import { results, subtotal, winners } from "../../engine/sheet.js";
import { facesOf, isOver, rollsLeft } from "../../engine/state.js";
import { capital, join, say } from "../../lib/text.js";
import { accountCharts, curveOf, roundBars } from "./charts.js";
import { facesOfMove, ReviewWords, SYMBOLS } from "./words.js";

/** @import { Review } from "../../engine/coach/reviews/review.js" */
/** @import { Swing } from "../../engine/coach/reviews/swings.js" */
/** @import { ReviewedRoll, ReviewedTurn, Step } from "../../engine/coach/reviews/turns.js" */
/** @import { Decision } from "../../engine/coach/reviews/walk.js" */
/** @import { Action } from "../../engine/moves.js" */
/** @import { GameState } from "../../engine/state.js" */
/** @import { Assessment, Fact, Highlight, KeyMoment, MoveWords, PlayerCard, ReviewPage, RollRow, StepLine, TurnCard } from "../../wire.d.ts" */

/** A decision, and the number of events up to and including its move. @typedef {{events: number, decision: Decision}} Placed */

/** @param {Review} review @returns {ReviewPage} */
export function reviewPage(review) {
  const words = new ReviewWords(review);
  const turns = turnsOf(review);
  const rounds = [...new Set(turns.map(({ start }) => start.round))];
  return {
    title: words.title,
    victory: victory(review),
    truths: words.truths,
    curve: curveOf(words, turns),
    moments: swingsOf(turns).map((swing) => keyMoment(words, swing)),
    players: players(words, turns),
    rounds: rounds.map((round) => turns.filter(({ start }) => start.round === round).map((turn) => turnCard(words, turn))),
  };
}

/** Who won; empty for an unfinished game. @param {Review} review */
function victory({ record: { state, players: names } }) {
  if (!isOver(state)) return "";
  const final = results(state.sheets);
  const best = winners(final);
  // Bidi-isolated, so that a right-to-left name does not reorder the sentence.
  const won = join(best.map((seat) => `\u2068${names[seat]}\u2069`));
  return say("play.winner", { count: best.length, players: won, points: say("points", { count: final[best[0]].total }) });
}

/** @param {ReviewWords} words @param {Swing} swing @returns {KeyMoment} */
function keyMoment(words, { kind, seat, change, turn, events, moment: { state, event }, decision }) {
  const place = { events, turn, name: words.turn(state, seat), seat, kind, change: words.change(change) };
  if (decision) {
    const { words: title, better } = assessment(words, decision);
    return { ...place, grade: decision.grade, title: capital(title), move: moveWords(words.move(state, decision.action), state, decision.action), better };
  }
  const faces = [...facesOf(evolve(state, event))];
  const told = event.type === "noted" ? words.noted(event) : faces.join(" ");
  return { ...place, grade: null, title: say(`review.moment.${kind}`), move: { words: told, faces }, better: null };
}

/** @param {ReviewWords} words @param {ReviewedTurn[]} turns @returns {PlayerCard[]} */
function players(words, turns) {
  const { state } = words.review.record;
  const final = isOver(state) ? results(state.sheets) : null;
  const [accounts, byRound] = [accountCharts(words), roundBars(words, turns)];
  return state.sheets.map((sheet, seat) => ({
    name: words.player(seat),
    points: say("points", { count: final ? final[seat].total : subtotal(sheet) }),
    figures: figures(words, seat),
    account: accounts[seat],
    by_round: byRound[seat],
    facts: facts(words, seat),
    best_move: bestMove(words, seat),
    worst_move: worstMove(words, seat),
  }));
}

/** @param {string} key @param {string} value @returns {Fact} */
const fact = (key, value) => ({ name: capital(say(key)), value, grade: null, symbol: "" });

/** The grades of the decisions, and the sums of the boxes where not all are known. @param {ReviewWords} words @param {number} seat @returns {Fact[]} */
function figures(words, seat) {
  const player = words.review.players[seat];
  const sums = words.isComplete ? [] : words.sums(seat).map(([box, points]) => fact(`box.${box}`, String(points)));
  if (!knowsDecisions(words.review, [seat])) return sums;
  const grades = GRADES.map((grade) => ({ ...fact(`review.grades.${grade}`, String(player.grades[grade])), grade, symbol: SYMBOLS[grade] }));
  return [...sums, fact("review.accuracy", words.accuracy(player)), ...grades];
}

/** @param {ReviewWords} words @param {number} seat @returns {Fact[]} */
function facts(words, seat) {
  const player = words.review.players[seat];
  const kindness = words.kindness(seat);
  return [
    ...(words.isComplete ? [fact("review.without-luck", words.withoutLuck(player))] : []),
    fact("review.received", words.gifts(player.received)),
    fact("review.given", words.gifts(player.given)),
    fact("review.greatest-gift", words.greatestGift(seat)),
    ...(kindness ? [fact("review.kindness", kindness)] : []),
  ];
}

/**
 * The right move where every other one would have lost the most; null if no loss would have been noticed. Leaves out scores after
 * the last roll and not asking: hardly anybody is proud of them.
 * @param {ReviewWords} words @param {number} seat
 */
function bestMove(words, seat) {
  /** @param {Placed} placed */
  const margin = ({ decision: { judgements: [{ value, rival }] } }) => value - rival;
  const found = decisionsOf(words.review, seat).filter(({ decision: { state, action } }) => (rollsLeft(state) || action.type !== "score") && action.type !== "decline");
  const best = greatest(found, margin);
  return best && gradeOf(words.review.objectives[0].name, margin(best)) !== "good" ? highlight(words, best) : null;
}

/** The move that lost the most; null if all were good. @param {ReviewWords} words @param {number} seat */
function worstMove(words, seat) {
  const worst = greatest(decisionsOf(words.review, seat).filter(({ decision }) => decision.grade !== "good"), ({ decision }) => lossOf(decision.judgements[0]));
  return worst && highlight(words, worst);
}

/** The first of the greatest; null of none. @template T @param {T[]} found @param {(each: T) => number} size @returns {T | null} */
const greatest = (found, size) => found.reduce((/** @type {T | null} */ most, each) => (most !== null && size(most) >= size(each) ? most : each), null);

/** @param {Review} review @param {number} seat @returns {Placed[]} */
const decisionsOf = ({ moments }, seat) => moments.flatMap(({ decisions }, at) => decisions.filter((decision) => decision.seat === seat).map((decision) => ({ events: at + 1, decision })));

/** @param {ReviewWords} words @param {Placed} placed @returns {Highlight} */
function highlight(words, { events, decision: { seat, state, action } }) {
  const move = moveWords(words.move(state, action), state, action);
  return { events, round: state.round, faces: [...facesOf(state)], asking: seat !== state.active, move };
}

/** @param {ReviewWords} words @param {ReviewedTurn} turn @returns {TurnCard} */
function turnCard(words, { start, before, after, opening, rolls, moments, events }) {
  const { event } = moments[moments.length - 1];
  /** @type {StepLine[]} The single line of a turn that was entered without its dice. */
  const noted = event.type === "noted" ? [{ events, player: null, move: { words: say("review.noted"), faces: [] }, scored: words.noted(event), assessment: null }] : [];
  return {
    name: words.turn(start),
    values: `${words.value(before[0][start.active])} → ${words.value(after[0][start.active])}`,
    opening: [...opening.map((step) => stepLine(words, start, step)), ...noted],
    rolls: rolls.map((roll) => rollRow(words, roll)),
  };
}

/** @param {ReviewWords} words @param {ReviewedRoll} roll @returns {RollRow} */
function rollRow(words, roll) {
  const { events, state, steps } = roll;
  const chosen = steps.find(({ seat }) => seat === state.active)?.action;
  return {
    events,
    faces: [...facesOf(state)],
    kept: chosen?.type === "roll" ? [...diceOf(chosen.keep)] : [],
    scored: chosen?.type === "score" ? [...diceOf(chosen.dice)] : [],
    luck: words.luck(roll),
    steps: steps.map((step) => stepLine(words, state, step)),
  };
}

/** @param {ReviewWords} words @param {GameState} state @param {Step} step @returns {StepLine} */
function stepLine(words, state, { seat, action, decision, events }) {
  return {
    events,
    player: seat === state.active ? null : words.player(seat),
    move: moveWords(words.move(state, action), state, action),
    scored: words.scored(state, action),
    assessment: decision && assessment(words, decision),
  };
}

/** @param {ReviewWords} words @param {Decision} decision @returns {Assessment} */
function assessment(words, decision) {
  const { grade, state, judgements: [{ best }] } = decision;
  const loss = words.loss(decision);
  return { grade, symbol: SYMBOLS[grade], words: say(`review.grade.${grade}`), loss, better: loss ? moveWords(words.better(decision), state, best) : null };
}

/** A move in words, and the faces in them, so that dice can be drawn instead. @param {string} words @param {GameState} state @param {Action} action @returns {MoveWords} */
const moveWords = (words, state, action) => ({ words, faces: facesOfMove(state, action) });
