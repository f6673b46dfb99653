/** The trainer's own page: a lesson, the rating, the themes, and what decisions cost. */

import { EXERCISES } from "../engine/trainer/lesson.js";
import { intervalOf } from "../engine/trainer/glicko.js";
import { FOR_CHILDREN } from "../engine/trainer/names.js";
import { h, setStyle } from "../lib/dom.js";
import { number, say } from "../lib/text.js";
import { diceRow } from "../parts/move-words.js";
import { botFace } from "../parts/drawings.js";
import { ratedBots } from "./lessons.js";
import { againWords, barOf, starsOf } from "./words.js";

/** @import { LevelNumbers } from "../engine/trainer/levels.js" */
/** @import { Standing, ThemeProgress } from "../engine/trainer/progress.js" */
/** @import { Theme } from "../engine/trainer/names.js" */
/** @import { Lesson } from "./lessons.js" */

/** A picture of what each theme for children is about. @type {Partial<Record<Theme, string[]>>} */
const PICTURES = { straight: ["B1", "B2", "B3", "B4"], "gift-cost": ["Y6", "O5"] };
/** The bounds of the scale of ratings. */
const [LEAST, MOST] = [1000, 2200];

/**
 * @typedef {{standing: Standing, ratings: LevelNumbers, lesson: Lesson | null, isKept: boolean, isStarting: boolean, now: number,
 *   start: (wanted: {theme?: Theme, forChild?: boolean}) => void}} Home
 */

/** @param {Home} home */
export function lessonCard({ standing, lesson, isKept, isStarting, now, start }) {
  const due = standing.themes.filter(({ memory, dueAt }) => memory && dueAt <= now).length;
  const disabled = String(isStarting);
  return h("section", { class: "paper trainer-start" },
    h("p", {}, say("web.trainer.lead")),
    due ? h("p", { class: "trainer-due" }, say("web.trainer.due", { count: due })) : null,
    isKept ? null : h("p", { class: "trainer-not-kept", role: "status" }, say("web.trainer.not-kept")),
    h("div", { class: "buttons" },
      lesson ? h("a", { id: "trainer-resume", class: "button primary", href: "/trainer#lesson" }, say("web.trainer.resume", { number: lesson.at + 1, count: lesson.steps.length })) : null,
      h("button", { id: "trainer-start", class: `button ${lesson ? "plain" : "primary"}`, type: "button", "aria-disabled": disabled, on: { click: () => start({}) } }, say("web.trainer.start"))),
    h("p", { class: "soft" }, say("web.trainer.start.why", { count: EXERCISES })));
}

/** @param {Home} home */
export function ratingCard({ standing: { skill, count }, ratings }) {
  const [low, high] = intervalOf(skill).map(Math.round);
  const told = count
    ? [h("p", { class: "trainer-rating" }, h("b", {}, number(skill.rating)), " ", h("span", { class: "soft" }, say("web.trainer.rating.range", { low: number(low), high: number(high) }))), scale(skill.rating, low, high, ratings)]
    : h("p", {}, say("web.trainer.rating.none"));
  return h("section", { class: "paper trainer-rating-card" }, h("h2", {}, say("web.trainer.rating")), told,
    h("p", { class: "soft" }, say("web.trainer.rating.bots", { ratings: ratedBots(ratings).map(([level, rating]) => `${say(`bot.${level}`)} ${number(rating)}`).join(" · ") })));
}

/** @param {number} value @param {number} low @param {number} high @param {LevelNumbers} ratings */
function scale(value, low, high, ratings) {
  const share = (/** @type {number} */ rating) => Math.min(Math.max((rating - LEAST) / (MOST - LEAST), 0), 1);
  return setStyle(h("div", { class: "trainer-scale", "aria-hidden": "true" },
    ratedBots(ratings).map(([level, rating]) => setStyle(h("span", { class: "trainer-level" }, botFace(level)), { "--at": share(rating) })), h("i", { class: "trainer-range" }), h("b", {})),
  { "--at": share(value), "--low": share(low), "--high": share(high) });
}

/** @param {Home} home */
export function themeCard(home) {
  const { themes } = home.standing;
  const group = (/** @type {boolean} */ forChild) => themes.filter(({ theme }) => FOR_CHILDREN.includes(theme) === forChild);
  return h("section", { class: "paper trainer-themes" },
    h("h2", {}, say("web.trainer.themes")),
    h("p", { class: "soft" }, say("web.trainer.themes.why")),
    h("ul", {}, group(false).map((theme) => h("li", {}, themeButton(theme, home)))),
    h("h3", {}, say("web.trainer.children")),
    h("ul", {}, group(true).map((theme) => h("li", {}, themeButton(theme, home)))));
}

/** @param {ThemeProgress} progress @param {Home} home */
function themeButton(progress, { isStarting, now, start }) {
  const { theme, recent } = progress;
  const picture = PICTURES[theme];
  return h("button", { id: `trainer-theme-${theme}`, class: "trainer-theme", type: "button", data: { theme }, "aria-disabled": String(isStarting), on: { click: () => start({ theme }) } },
    h("span", { class: "trainer-theme-name" }, say(`web.trainer.theme.${theme}`), picture ? h("span", { "aria-hidden": "true" }, diceRow(picture)) : null),
    starsOf(progress.memory ? (recent ?? 0) : null), progress.memory ? [barOf(progress), h("span", { class: "soft trainer-again" }, againWords(progress, now))] : null);
}
