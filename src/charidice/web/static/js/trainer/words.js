/** A decision in words: the situation, the moves, and what is known of a theme. */

import { diceOf } from "../engine/dice.js";
import { facesOf, recipientOf, rollsLeft } from "../engine/state.js";
import { subtotal, totalGiven } from "../engine/sheet.js";
import { h, named, setStyle } from "../lib/dom.js";
import { join, language, number, say, sayNodes } from "../lib/text.js";
import { diceRow } from "../parts/move-words.js";

/** @import { Action } from "../engine/moves.js" */
/** @import { GameState } from "../engine/state.js" */
/** @import { GameNode } from "../engine/strict.js" */
/** @import { Children } from "../types.d.ts" */
/** @import { ThemeProgress } from "../engine/trainer/progress.js" */

const MOST_STARS = 5;
const [MINUTE, HOUR, DAY] = [60_000, 3_600_000, 86_400_000];

/** Who leads by how much, and who has donated more, as the one who decides sees it. @param {GameNode} node @param {string[]} names */
export function situationWords({ state, player }, names) {
  const { sheets, round, setup } = state;
  const seat = Number(player);
  const [totals, given] = [sheets.map(subtotal), sheets.map(totalGiven)];
  /** @type {Children[]} */
  const told = [say("web.trainer.round", { round, rounds: setup.ruleset.rounds }), " "];
  if (sheets.length > 2) {
    told.push(sheets.map((_, each) => [sayNodes(each === seat ? "web.trainer.sums.you" : "web.trainer.sums.seat", { name: named(names[each]), points: totals[each], given: given[each] }), " "]));
    return told;
  }
  const other = 1 - seat;
  const name = named(names[other]);
  const [ahead, more] = [totals[seat] - totals[other], given[seat] - given[other]];
  const points = (/** @type {number} */ count) => say("points", { count: Math.abs(count) });
  told.push(sayNodes(ahead > 0 ? "web.trainer.ahead" : ahead < 0 ? "web.trainer.behind" : "web.trainer.level", { name, points: points(ahead) }), " ");
  if (given[seat] || given[other]) told.push(sayNodes(more > 0 ? "web.trainer.donated.more" : more < 0 ? "web.trainer.donated.less" : "web.trainer.donated.same", { name: named(names[other]), points: points(more || given[seat]) }));
  return told;
}

/** The rolls left, the sums, and the greatest of gifts. @param {GameNode} node @param {string[]} names @returns {string[]} */
export function detailWords({ state, player, asking }, names) {
  const { sheets } = state;
  const seat = Number(player);
  const left = rollsLeft(state);
  const free = sheets.flatMap(({ hasGift }, each) => (hasGift ? [each === seat ? say("web.table.you") : names[each]] : []));
  const pair = (/** @type {number[]} */ values) => [values[seat], values[1 - seat]].join("\u00a0:\u00a0");
  return [
    asking ? say("web.trainer.rolled-by", { name: names[state.active], left: say("rolls-left", { count: left }) }) : left ? say("rolls-left", { count: left }) : say("web.trainer.no-rolls"),
    sheets.length === 2 ? say("web.trainer.sums", { points: pair(sheets.map(subtotal)), given: pair(sheets.map(totalGiven)) }) : "",
    state.turn.asked ? say("web.trainer.asked", { name: names[recipientOf(state)] }) : free.length ? say("web.trainer.gift-free", { names: join(free) }) : "",
  ].filter(Boolean);
}

/** A move in a sentence, with its dice. @param {"better" | "last"} form @param {Action} action @param {GameState} state @param {Record<string, string>} [values] */
export function moveSentence(form, action, state, values = {}) {
  const name = action.type === "roll" ? (action.keep ? "keep" : "all") : action.type;
  return sayNodes(`web.trainer.${form}.${name}`, { dice: diceRow(facesIn(state, action)), ...values });
}

/** Of the chance of victory, as games of a hundred. @param {number} loss */
export const lossWords = (loss) => number(100 * loss, 1);

/** Full and empty stars; a screen reader hears their number. @param {number | null} share */
export function starsOf(share) {
  if (share === null) return h("span", { class: "trainer-new" }, say("web.trainer.new"));
  const count = Math.round(MOST_STARS * share);
  return h("span", { class: "trainer-stars" }, h("span", { "aria-hidden": "true" }, "★".repeat(count), h("i", {}, "☆".repeat(MOST_STARS - count))), h("span", { class: "unseen" }, say("web.trainer.stars", { count, most: MOST_STARS })));
}

/** How well a theme is remembered, as a bar. @param {ThemeProgress} theme */
export const barOf = ({ recall }) => setStyle(h("span", { class: "trainer-bar", "aria-hidden": "true" }, h("i")), { "--share": recall });

/** When a theme comes again. @param {ThemeProgress} theme @param {number} now */
export function againWords({ memory, dueAt }, now) {
  if (!memory) return "";
  if (dueAt <= now) return say("web.trainer.again.now");
  const words = new Intl.RelativeTimeFormat(language(), { numeric: "auto" });
  const wait = dueAt - now;
  const when = wait < HOUR ? words.format(Math.ceil(wait / MINUTE), "minute") : wait < DAY ? words.format(Math.ceil(wait / HOUR), "hour") : words.format(Math.ceil(wait / DAY), "day");
  return say("web.trainer.again", { when });
}

/** @param {string} at */
export const dayOf = (at) => new Intl.DateTimeFormat(language(), { day: "numeric", month: "long" }).format(new Date(at));

/** The faces of the dice that a move keeps or scores. @param {GameState} state @param {Action} action */
function facesIn(state, action) {
  const faces = facesOf(state);
  return diceOf(action.type === "roll" ? action.keep : action.type === "score" ? action.dice : 0).map((die) => faces[die]);
}
