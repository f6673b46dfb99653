/** What each kind of decision costs in a game, beside the bots and beside oneself a month ago. */

import { sum } from "../engine/sheet.js";
import { h, setStyle } from "../lib/dom.js";
import { number, say } from "../lib/text.js";
import { CONSTANTS } from "../lib/settings.js";

/** @import { Level } from "../engine/bots/levels.js" */
/** @import { LevelCosts } from "../engine/trainer/exercises.js" */
/** @import { Insight, Insights } from "../engine/trainer/insights.js" */

/** @typedef {Exclude<keyof Insights, "total">} Group */
/** @type {Group[]} */
const GROUPS = ["themes", "kinds", "rounds", "standings", "opponents"];

/** Of the chance of victory, as games of a hundred. */
const games = (/** @type {number} */ share) => number(100 * share, 1);

/** What all decisions cost the bots: each is of one kind. @param {Record<Level, LevelCosts>} levels @returns {Partial<Record<Level, number>>} */
const totals = (levels) => Object.fromEntries(Object.entries(levels).map(([level, { kinds }]) => [level, sum(Object.values(kinds).map(([cost]) => cost))]));

/**
 * @param {Insights} insights @param {Record<Level, LevelCosts>} levels
 * @param {{open: Set<string>, opened: (group: Group, open: boolean) => void, practise: (group: Group, name: string) => void, offers: (group: Group, name: string) => boolean}} listeners
 */
export function insightsList(insights, levels, { open, opened, practise, offers }) {
  const { total } = insights;
  if (!total) return h("p", {}, say("web.trainer.insights.none"));
  return [
    h("p", { class: "soft" }, say("web.trainer.insights.why")),
    row("", { ...total, levels: totals(levels) }, say("web.trainer.insights.total", { count: total.cost.games }), null),
    GROUPS.filter((group) => insights[group].length).map((group) =>
      h("details", { id: `trainer-insights-${group}`, open: open.has(group), on: { toggle: ({ currentTarget }) => opened(group, /** @type {HTMLDetailsElement} */ (currentTarget).open) } },
        h("summary", {}, h("h3", {}, say(`web.trainer.insights.${group}`))),
        h("ul", {}, [...insights[group]].sort(group === "rounds" ? () => 0 : (one, other) => other.cost.mean - one.cost.mean).map((insight) =>
          h("li", {}, row(group, insight, nameOf(group, insight.name), offers(group, insight.name) ? () => practise(group, insight.name) : null)))))),
  ];
}

/** @param {Group} group @param {string} name */
function nameOf(group, name) {
  if (group === "themes") return say(`web.trainer.theme.${name}`);
  if (group === "kinds") return say(`web.trainer.kind.${name}`);
  if (group === "rounds") return say("web.trainer.insights.round", { round: name });
  return group === "standings" ? say(`web.trainer.standing.${name}`) : name;
}

/** @param {string} group @param {Insight} insight @param {string} name @param {(() => void) | null} practise */
function row(group, insight, name, practise) {
  const { cost: { mean, low, high, games: count }, before, levels } = insight;
  const bots = CONSTANTS.levels.flatMap((level) => (levels[level] === undefined ? [] : [{ level, cost: Number(levels[level]) }]));
  const most = Math.max(high ?? mean, before?.mean ?? 0, ...bots.map(({ cost }) => cost), 0.01);
  return h("div", { class: "trainer-insight" },
    h("span", { class: "trainer-insight-name" }, h("b", {}, name)),
    h("span", { class: "trainer-insight-cost" }, h("b", {}, games(mean)), " ", h("small", {}, low === null || high === null ? say("web.trainer.insights.few", { count }) : say("web.trainer.insights.range", { low: games(low), high: games(high) }))),
    setStyle(h("span", { class: "trainer-track", "aria-hidden": "true" }, h("i", { class: "trainer-range" }), h("b", {}), bots.map(({ level, cost }) => setStyle(h("u", { data: { level } }), { "--at": cost / most }))), { "--at": mean / most, "--low": (low ?? mean) / most, "--high": (high ?? mean) / most }),
    h("small", { class: "soft" }, [before && before.games < count && say("web.trainer.insights.before", { cost: games(before.mean) }), bots.map(({ level, cost }) => `${say(`bot.${level}`)} ${games(cost)}`).join(" · ")].filter(Boolean).join(". ")),
    practise && h("button", { id: `trainer-practise-${group}-${insight.name}`, class: "button plain", type: "button", "aria-label": say("web.trainer.practise.of", { name }), on: { click: practise } }, say("web.trainer.practise")));
}
