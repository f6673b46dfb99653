/** The charts of a person's history as data, each with a table of the same numbers. */

import { DECISION_KINDS, meanOf } from "../../engine/history/games.js";
import { botRatings, counts, rating, RECENT } from "../../engine/history/rating.js";
import { mean, sum } from "../../engine/history/statistics.js";
import { number, say } from "../../lib/text.js";
import { BLANK, hundredths, Scale } from "../scale.js";

/** @import { Rating } from "../../engine/history/rating.js" */
/** @import { Appearance, Statistics } from "../../engine/history/statistics.js" */
/** @import { Bar, Chart, DataRow, DataTable, HistoryChart, Mark } from "../../wire.d.ts" */

/** The most games of a chart over time; more would be too narrow to see on a phone. */
const MOST_GAMES = 50;
const MOST_DATES = 3;
/** The fewest games of a chart. */
const LEAST_GAMES = 2;
const LOWEST_RATING = 40;
/** The number of bots in a chart of the nearest ones. */
const NEAR = 2;
const [BAR, GAP] = [0.7, 0.15];

/** @param {number} value @param {number} digits */
const signed = (value, digits) => number(value, digits, "decimal", "exceptZero");

/** @param {Appearance[]} played @param {Statistics} found @returns {HistoryChart[]} */
export function chartsOf(played, found) {
  if (played.length < LEAST_GAMES) return [];
  return [ratings(played), points(played), losses(found), luck(played), gifts(played, found)].filter((chart) => chart !== null);
}

/** After each game, with its interval, and the ratings of the bots as levels: all of them, or the nearest ones. @param {Appearance[]} played */
export function ratings(played, near = false) {
  const counted = played.filter(counts);
  const first = Math.max(0, counted.length - MOST_GAMES);
  const shown = counted.slice(first).map((each, at) => ({ each, found: /** @type {Rating} */ (rating(counted.slice(Math.max(0, first + at + 1 - RECENT), first + at + 1))) }));
  if (shown.length < LEAST_GAMES) return null;
  const now = shown[shown.length - 1].found.value;
  const bots = near ? botRatings().sort((one, other) => Math.abs(one[1] - now) - Math.abs(other[1] - now)).slice(0, NEAR) : botRatings();
  const lowest = near ? Math.min(...bots.map(([, value]) => value)) : LOWEST_RATING;
  const scale = new Scale(Math.min(lowest, ...shown.map(({ found }) => found.low)), 100);
  const places = middles(shown.length);
  const heights = (/** @type {"value" | "low" | "high"} */ name) => shown.map(({ found }) => scale.y(found[name]));
  const rows = shown.map(({ each, found }) => ({ date: each.game.at, cells: [number(found.value), `${number(found.low)}–${number(found.high)}`] }));
  return overTime("rating", shown.map(({ each }) => each), rows, {
    levels: bots.map(([level, value]) => ({ at: scale.y(value), label: say(`bot.${level}`) })),
    places,
    lines: [heights("value")],
    band: [heights("high"), heights("low")],
    marks: heights("value").map((y, at) => spot(places[at], y, "filled")),
  });
}

/** The total of each game; a victory is a filled mark. @param {Appearance[]} played */
function points(played) {
  const shown = played.slice(-MOST_GAMES);
  const scale = Scale.around(shown.map(({ seat }) => seat.total));
  const places = middles(shown.length);
  const heights = shown.map(({ seat }) => scale.y(seat.total));
  const rows = shown.map(({ game, seat }) => ({ date: game.at, cells: [String(seat.total), seat.victory ? say("history.won") : ""] }));
  const marks = shown.map(({ seat }, at) => spot(places[at], heights[at], seat.victory ? "filled" : ""));
  return overTime("points", shown, rows, { levels: levels(scale), places, lines: [heights], marks });
}

/** @param {Appearance[]} played */
function luck(played) {
  const shown = played.filter(({ review }) => review && review.luck !== null).slice(-MOST_GAMES);
  if (shown.length < LEAST_GAMES) return null;
  const lucks = shown.map(({ review }) => 100 * Number(review?.luck));
  const scale = Scale.around(lucks);
  const rows = shown.map(({ game }, at) => ({ date: game.at, cells: [signed(lucks[at], 1)] }));
  return overTime("luck", shown, rows, { levels: levels(scale, true), bars: barsOf(lucks, scale), zero: scale.y(0) });
}

/** Per decision, by kind of decision. @param {Statistics} found */
function losses({ reviewed, losses: found }) {
  if (reviewed < LEAST_GAMES) return null;
  const means = DECISION_KINDS.map((kind) => 100 * (meanOf(found[kind]) ?? 0));
  const names = DECISION_KINDS.map((kind) => say(`history.kind-of-decision.${kind}`));
  const rows = DECISION_KINDS.map((kind, at) => ({ date: null, cells: [names[at], String(found[kind].decisions), number(means[at], 2), number(100 * found[kind].total, 1)] }));
  return byName("losses", names, means, rows);
}

/** The number of greatest gifts by the round of asking. @param {Appearance[]} played @param {Statistics} found */
function gifts(played, { gifts: found }) {
  if (!found.length) return null;
  const rounds = Array.from({ length: Math.max(...played.map(({ game }) => game.rounds)) }, (_, at) => at + 1);
  const asked = rounds.map((round) => found.filter((gift) => gift.asked.round === round));
  const rows = rounds.flatMap((round, at) => {
    const doubled = asked[at].flatMap((gift) => gift.asked.gift ?? []);
    const gains = asked[at].flatMap(({ gain }) => gain ?? []);
    const told = [doubled.length ? number(mean(doubled), 1) : "–", gains.length ? signed((100 * sum(gains)) / gains.length, 1) : "–"];
    return asked[at].length ? [{ date: null, cells: [String(round), String(asked[at].length), ...told] }] : [];
  });
  return byName("gifts", rounds.map(String), asked.map(({ length }) => length), rows);
}

/** @param {string} name @param {Appearance[]} shown @param {DataRow[]} rows @param {Partial<Chart>} parts @returns {HistoryChart} */
function overTime(name, shown, rows, parts) {
  const [places, last] = [middles(shown.length), shown.length - 1];
  const step = Math.max(1, last / (MOST_DATES - 1));
  const ticked = new Set(Array.from({ length: MOST_DATES }, (_, at) => Math.min(halfEven(step * at), last)));
  const dates = [...ticked].map((at) => ({ at: places[at], date: shown[at].game.at }));
  return { name, note: say(`history.chart.${name}.note`), chart: { ...BLANK, title: say(`history.chart.${name}`), ...parts }, dates, table: table(name, rows) };
}

/** @param {string} name @param {string[]} names @param {number[]} values @param {DataRow[]} rows @returns {HistoryChart} */
function byName(name, names, values, rows) {
  const scale = Scale.around(values);
  const places = middles(names.length);
  const labels = names.map((label, at) => ({ at: places[at], label }));
  const chart = { ...BLANK, title: say(`history.chart.${name}`), bars: barsOf(values, scale, "whole"), levels: levels(scale), labels, zero: scale.y(0) };
  return { name, note: say(`history.chart.${name}.note`), chart, dates: [], table: table(name, rows) };
}

/** @param {string} name @param {DataRow[]} rows @returns {DataTable} */
const table = (name, rows) => ({ heads: say(`history.chart.${name}.heads`).split("|"), rows });

/** @param {Scale} scale */
function levels(scale, isSigned = false) {
  const { ticks } = scale;
  const digits = ticks.every(Number.isInteger) ? 0 : 1;
  return ticks.map((tick) => ({ at: scale.y(tick), label: isSigned ? signed(tick, digits) : number(tick, digits) }));
}

/** @param {number[]} values @param {Scale} scale @param {Bar["kind"] | null} kind @returns {Bar[]} */
function barsOf(values, scale, kind = null) {
  const width = 100 / values.length;
  return values.flatMap((value, at) => (value ? [{ ...scale.column(width * (at + GAP), width * BAR, value), kind: kind ?? (value > 0 ? "rise" : "fall") }] : []));
}

/** The middles of so many columns. @param {number} count */
const middles = (count) => Array.from({ length: count }, (_, at) => hundredths((100 * (at + 0.5)) / count));

/** A mark without words. @param {number} x @param {number} y @param {string} kind @returns {Mark} */
const spot = (x, y, kind) => ({ x, y, line: 0, kind, symbol: "", title: "", turn: null });

/** The nearest whole number, of two the even one. @param {number} value */
const halfEven = (value) => (value % 1 === 0.5 ? 2 * Math.round(value / 2) : Math.round(value));
