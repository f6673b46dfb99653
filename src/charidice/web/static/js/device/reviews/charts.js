/** The charts of a review as data: coordinates are percentages of a chart from its left and its top. */

import { isKnown } from "../../engine/coach/reviews/turns.js";
import { knowsDecisions, knowsLuck } from "../../engine/coach/reviews/review.js";
import { lossOf } from "../../engine/coach/reviews/walk.js";
import { capital, say } from "../../lib/text.js";
import { BLANK, hundredths, Scale } from "../scale.js";
import { SYMBOLS } from "./words.js";

/** @import { ReviewedTurn } from "../../engine/coach/reviews/turns.js" */
/** @import { Decision, Values } from "../../engine/coach/reviews/walk.js" */
/** @import { AccountChart, AccountRow, Bar, Chart, Mark, Tick } from "../../wire.d.ts" */
/** @import { ReviewWords } from "./words.js" */

/** More labels below a chart would overlap on a phone. */
const MOST_LABELS = 10;
/** The least reach of a scale of points ahead. */
const LEAST_REACH = 10;

/** The values of all seats after every event, all turns equally wide; the marks are mistakes. @param {ReviewWords} words @param {ReviewedTurn[]} turns @returns {Chart} */
export function curveOf(words, turns) {
  const { objectives, moments } = words.review;
  const values = [objectives[0].start, ...moments.map((moment) => moment.values[0])];
  const { scale, ticks } = valueScale(objectives[0].name, values);
  const places = [0, ...placesOf(turns)];
  const last = values[values.length - 1];
  return {
    ...BLANK,
    title: words.objective(),
    description: words.seats.map((seat) => `${words.player(seat)}: ${words.value(values[0][seat])} → ${words.value(last[seat])}`).join("; "),
    places,
    lines: words.seats.map((seat) => values.map((of) => scale.y(of[seat]))),
    levels: ticks.map((tick) => ({ at: scale.y(tick), label: words.value(tick, 0, 0) })),
    labels: axis(turns),
    uprights: roundsOf(turns).map(({ end }) => hundredths((100 * end) / turns.length)),
    // A mistake stands where it was made, before its event.
    marks: turns.flatMap(({ moments: each }, turn) => each.map((moment) => ({ turn, worst: worstOf(moment.decisions) }))).flatMap(({ turn, worst }, at) => (worst ? [mark(worst, turn, at)] : [])),
  };

  /** @param {Decision} decision @param {number} turn @param {number} at @returns {Mark} */
  function mark(decision, turn, at) {
    const { seat, grade } = decision;
    const title = `${words.player(seat)}: ${say(`review.grade.${grade}`)} ${words.loss(decision)}`;
    return { x: places[at], y: scale.y(values[at][seat]), line: seat, kind: grade, symbol: SYMBOLS[grade], title, turn };
  }
}

/** By seat, the luck and losses in each of its turns, all with the same scale; null for a seat of which neither is known. @param {ReviewWords} words @param {ReviewedTurn[]} turns @returns {(Chart | null)[]} */
export function roundBars(words, turns) {
  const bySeat = words.seats.map((seat) => luckAndLosses(turns, seat));
  const scale = Scale.around(bySeat.flat().flat().map(({ value }) => value));
  const levels = scale.ticks.filter(Boolean).map((tick) => ({ at: scale.y(tick), label: words.amount(tick, 0, 0) }));
  return bySeat.map((parts, seat) => {
    if (!knowsLuck(words.review, [seat]) && !knowsDecisions(words.review, [seat])) return null;
    const told = parts.flatMap((known, at) => (known.length ? [`${at + 1}: ${known.map(({ value }) => words.change(value)).join(" / ")}`] : []));
    const labels = axis(turns.filter(({ start }) => start.active === seat));
    return { ...BLANK, title: `${say("review.by-round")}: ${words.player(seat)}`, description: told.join("; "), bars: barsOf(parts, scale), levels, labels, zero: scale.y(0) };
  });
}

/** By seat, all with the same scale, and room for every sum on the way; null if nothing on the way is known. @param {ReviewWords} words @returns {(AccountChart | null)[]} */
export function accountCharts(words) {
  const objectives = words.review.objectives.map((_, at) => words.objective(at));
  const scale = Scale.around(words.seats.flatMap((seat) => accountBars(words, seat).flat()));
  return words.seats.map((seat) => (words.parts(seat).length ? { zero: scale.x(0), objectives, rows: accountRows(words, seat, scale) } : null));
}

/** @param {ReviewWords} words @param {number} seat @param {Scale} scale @returns {AccountRow[]} */
function accountRows(words, seat, scale) {
  const columns = words.review.players[seat].accounts.map(({ start, result }, at) => [
    words.value(start, at),
    ...words.parts(seat, at).map(({ part }) => words.amount(part, at)),
    words.value(result, at),
  ]);
  const names = [say("review.start"), ...words.parts(seat).map(({ name }) => name), words.resultName];
  const bars = accountBars(words, seat);
  return names.map((name, row) => {
    const [start, end] = bars[row];
    const kind = row === 0 || row === names.length - 1 ? "whole" : end >= start ? "rise" : "fall";
    const bar = /** @type {const} */ ({ ...scale.bar(start, end), y: 15, height: 70, kind });
    return { name: capital(name), bar, values: columns.map((column) => column[row]) };
  });
}

/** From start to result: each part begins where the one before it ends. @param {ReviewWords} words @param {number} seat @returns {[start: number, end: number][]} */
function accountBars(words, seat) {
  const [{ start, result }] = words.review.players[seat].accounts;
  let at = start;
  /** @type {[number, number][]} */
  const bars = words.parts(seat).map(({ part }) => [at, (at += part)]);
  return [[0, start], ...bars, [0, result]];
}

/** @typedef {{kind: Bar["kind"], value: number}} Known */

/**
 * For each turn of the seat: the luck of its rolls, and minus the losses of the seat since its last turn. A turn whose rolls are
 * not known has no luck.
 * @param {ReviewedTurn[]} turns @param {number} seat @returns {Known[][]}
 */
function luckAndLosses(turns, seat) {
  /** @type {Known[][]} */
  const found = [];
  /** @type {number | null} */
  let lost = null;
  for (const turn of turns) {
    const made = turn.moments.flatMap(({ decisions }) => decisions.filter((decision) => decision.seat === seat));
    if (made.length || isKnown(turn)) lost = made.reduce((sum, { judgements }) => sum + lossOf(judgements[0]), 0) + (lost ?? 0);
    if (turn.start.active !== seat) continue;
    const luck = turn.moments.reduce((sum, moment) => sum + (moment.luck[0]?.[seat] ?? 0), 0);
    found.push([...(isKnown(turn) ? [{ kind: /** @type {const} */ ("luck"), value: luck }] : []), ...(lost === null ? [] : [{ kind: /** @type {const} */ ("loss"), value: -lost }])]);
    lost = null;
  }
  const last = found.at(-1);
  if (lost && last) {
    const loss = last.find(({ kind }) => kind === "loss");
    if (loss) loss.value -= lost;
    else last.push({ kind: "loss", value: -lost });
  }
  return found;
}

/** @param {Known[][]} parts @param {Scale} scale @returns {Bar[]} */
function barsOf(parts, scale) {
  const width = 100 / Math.max(parts.length, 1);
  return parts.flatMap((known, at) =>
    known.filter(({ value }) => value).map(({ kind, value }) => ({ ...scale.column(width * (at + (kind === "luck" ? 0.16 : 0.52)), width * 0.32, value), kind })),
  );
}

/** The horizontal coordinate of each event, all turns equally wide. @param {ReviewedTurn[]} turns */
const placesOf = (turns) => turns.flatMap(({ moments }, turn) => moments.map((_, at) => hundredths((100 * (turn + (at + 1) / moments.length)) / turns.length)));

/** The scale of the curve, and the values with a grid line. @param {string} name @param {Values[]} values */
function valueScale(name, values) {
  if (name === "victory") return { scale: new Scale(0, 1), ticks: [0, 0.25, 0.5, 0.75, 1] };
  const reach = Math.max(LEAST_REACH, ...values.flat().map(Math.abs));
  const scale = new Scale(-reach, reach);
  return { scale, ticks: scale.ticks };
}

/** The worst of the decisions that led to an event, if that is marked. @param {Decision[]} decisions */
function worstOf(decisions) {
  if (!decisions.length) return null;
  const worst = decisions.reduce((most, other) => (lossOf(other.judgements[0]) > lossOf(most.judgements[0]) ? other : most));
  return worst.grade === "mistake" || worst.grade === "blunder" ? worst : null;
}

/** Every round with the index of its first turn and of the one after its last. @param {ReviewedTurn[]} turns */
function roundsOf(turns) {
  const rounds = turns.map(({ start }) => start.round);
  return [...new Set(rounds)].map((round) => ({ round, first: rounds.indexOf(round), end: rounds.lastIndexOf(round) + 1 }));
}

/** The numbers of the rounds below a chart. @param {ReviewedTurn[]} turns @returns {Tick[]} */
function axis(turns) {
  const found = roundsOf(turns);
  return found
    .filter(({ round }) => found.length <= MOST_LABELS || round % 2)
    .map(({ round, first, end }) => ({ at: hundredths((50 * (first + end)) / turns.length), label: String(round) }));
}
