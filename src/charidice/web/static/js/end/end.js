/** The end of a game: the points counted up, the winner, praise, and the next actions. */

import { isHere, messageOf, post } from "../lib/api.js";
import { openFrom } from "../lib/dialogs.js";
import { h, refill, setStyle, toast } from "../lib/dom.js";
import { CONSTANTS, setSetting } from "../lib/settings.js";
import { capital, say, sayNodes } from "../lib/text.js";
import { commit, reveal } from "../lib/words.js";
import { botFace, icon, isLevel, stars } from "../parts/drawings.js";
import { isStill, progress } from "../parts/motion.js";
import { openPicture } from "../parts/picture-dialog.js";
import { tableIcon } from "../parts/table-icons.js";
import { openTable } from "../shell/new-tables.js";
import { go } from "../shell/router.js";
import { Moments } from "./moments.js";
import { beatenBest } from "./personal-best.js";

/** @import { Level, ResultView } from "../wire.d.ts" */
/** @import { Situation } from "../parts/situation.js" */

/** @typedef {"points" | "bonus" | "received" | "charity"} Part */
/** @type {Part[]} */
const PARTS = ["points", "bonus", "received", "charity"];
/** The duration of the counting in milliseconds, and the share of it before the charity bonus. */
const COUNTING = 2200;
const CHARITY_AT = 0.75;
/** The most points short that count as a close game. */
const CLOSE = 20;
const CONFETTI = 70;
const COLOURS = ["yellow", "orange", "green", "blue", "purple", "accent"];

export class End {
  #table;
  #isHere;
  /** Whether this browser is opening the next table. */
  opening = false;
  /** The share of the counting that is over. */
  #counted = 1;
  /** @type {Situation | null} */
  #situation = null;

  /** @param {string} table */
  constructor(table) {
    this.#table = table;
    // A server prints sheets.
    this.#isHere = isHere(table);
    this.title = h("h1", { class: "victory", tabindex: "-1" });
    this.charity = h("p", { class: "most-given" });
    this.line = h("p", { class: "end-line" });
    this.ranks = h("ol", { class: "ranks" });
    this.moments = new Moments(table);
    this.actions = h("div", { class: "end-actions" });
    this.element = h("section", { class: "end" }, h("div", { class: "end-head" }, this.title, this.line, this.charity), this.ranks, this.moments.element, this.actions);
  }

  /** @param {Situation} situation */
  update(situation) {
    this.#situation = situation;
    const { game } = situation;
    const winners = game.winners ?? [];
    const told = (/** @type {string} */ key, /** @type {number[]} */ seats, /** @type {number} */ points, more = {}) => {
      const others = seats.filter((seat) => seat !== situation.you);
      const form = others.length === seats.length ? key : `${key}.${others.length ? "you-and" : "you"}`;
      return sayNodes(form, { count: seats.length, players: situation.bdis(others), points: say("points", { count: points }), ...more });
    };
    const givers = game.sheets.map((_, seat) => seat).filter((seat) => resultOf(situation, seat).charity);
    const [giver] = givers.map((seat) => resultOf(situation, seat));
    refill(this.title, told("play.winner", winners, resultOf(situation, winners[0]).total));
    refill(this.line, lineFor(situation, winners));
    refill(this.charity, giver ? told("play.most-given", givers, giver.given, { bonus: giver.charity }) : null);
    this.ranks.setAttribute("aria-label", say("web.table.result"));
    this.ranks.classList.toggle("podium", game.sheets.length === 2);
    this.#showRanks();
    this.moments.update(situation);
    refill(this.actions, this.#buttons(situation));
  }

  /** Tells the result, counts the points up, the charity bonus last, and then lets the confetti rain for a victory. */
  async celebrate() {
    // Screen readers hear the headline at once and only here; it is seen when the counting is over.
    this.title.focus({ preventScroll: true });
    if (isStill()) return;
    this.element.classList.add("counting");
    await progress(COUNTING, (share) => {
      this.#counted = share;
      this.#showRanks();
    });
    this.element.classList.remove("counting");
    if (this.element.isConnected && this.#hasWon) rain();
  }

  /** Nobody is cheered for having lost. */
  get #hasWon() {
    const { game, mine, watching } = /** @type {Situation} */ (this.#situation);
    return watching || mine.some((seat) => game.winners?.includes(seat));
  }

  #showRanks() {
    const situation = this.#situation;
    if (!situation) return;
    const total = (/** @type {number} */ seat) => resultOf(situation, seat).total;
    const order = situation.game.sheets.map((_, seat) => seat).sort((a, b) => total(b) - total(a) || a - b);
    refill(this.ranks, order.map((seat, place) => this.#rank(situation, seat, total(order[0]), place)));
  }

  /** The points of a part counted so far. @param {ResultView} result @param {Part} name */
  #soFar(result, name) {
    if (name === "charity") return this.#counted >= CHARITY_AT ? result.charity : 0;
    return Math.round(result[name] * Math.min(1, this.#counted / CHARITY_AT));
  }

  /** @param {Situation} situation @param {number} seat @param {number} most the winner's total @param {number} place */
  #rank(situation, seat, most, place) {
    const result = resultOf(situation, seat);
    const { bot } = situation.view.seats[seat];
    const won = this.#counted === 1 && situation.game.winners?.includes(seat);
    const soFar = (/** @type {Part} */ name) => this.#soFar(result, name);
    const total = PARTS.reduce((sum, name) => sum + soFar(name), 0);
    const part = (/** @type {Part} */ name) => h("div", { class: name }, h("dt", {}, capital(say(`box.${name}`))), h("dd", {}, name === "charity" ? `+${result.charity}` : String(soFar(name))));
    const bar = PARTS.map((name) => setStyle(h("i", { class: name }), { "--part": most ? (100 * soFar(name)) / most : 0 }));
    const face = won ? tableIcon("crown") : bot ? botFace(bot) : h("span", { "aria-hidden": "true" }, [...situation.name(seat)][0]);
    return h(
      "li",
      { class: won ? "won" : seat === situation.you ? "mine" : null, data: { place } },
      h("span", { class: "rank-face" }, face),
      h("span", { class: "who" }, situation.bdi(seat), situation.youTag(seat)),
      h("b", { class: "total" }, h("span", { class: "unseen" }, `${say("box.total")}: `), String(total)),
      h("span", { class: "parts-bar", "aria-hidden": "true" }, bar),
      h("dl", {}, PARTS.filter((name) => name !== "charity" || result.charity).map(part)),
    );
  }

  /** The main action, what most people press next, and a menu with the rest. @param {Situation} situation */
  #buttons(situation) {
    const next = nextLevel(situation);
    const button = (/** @type {string} */ looks, /** @type {string} */ action, /** @type {() => void} */ click, /** @type {import("../types.d.ts").Children} */ words, more = {}) =>
      h("button", { class: `button ${looks}`, type: "button", data: { action }, on: { click }, ...more }, words);
    const again = () => {
      const looks = next ? "quiet" : "primary";
      const { rematch } = situation.view;
      const join = say(situation.watching ? "web.table.rematch-watch" : "web.table.rematch-join");
      if (rematch) return h("a", { class: `button ${looks}`, href: `/table/${rematch}`, data: { action: "join-rematch" } }, join);
      return situation.watching ? null : button(looks, "rematch", () => this.#once(() => this.#rematch()), say("web.table.rematch"));
    };
    const nextWords = () => next && [say("web.table.end.next", { bot: say(`bot.${next}`) }), stars(next)];
    return [
      h("div", { class: "end-row" }, next && button("primary", "next-level", () => this.#once(() => this.#playNext(next)), nextWords()), again()),
      h(
        "div",
        { class: "end-row" },
        h("a", { class: "button quiet", href: `/review/${this.#table}`, data: { action: "review" } }, say("web.table.look-back")),
        button("quiet", "picture", () => openPicture(this.#table), say("web.picture.share")),
        button("quiet end-menu", "more", () => openFrom(() => import("./more.js"), ({ openMore }) => openMore(situation.view, this.#isHere)), "···", { "aria-label": say("web.table.end.more"), "aria-haspopup": "dialog" }),
      ),
    ];
  }

  /** Opens another table, ignoring further presses meanwhile. @param {() => Promise<unknown>} open */
  async #once(open) {
    if (this.opening) return;
    this.opening = true;
    try {
      await open();
    } catch (error) {
      toast(messageOf(error));
    } finally {
      this.opening = false;
    }
  }

  async #rematch() {
    const rematch = await post(`/api/tables/${this.#table}/rematch`, { commitment: commit() });
    await reveal(rematch.table, rematch);
    go(`/table/${rematch.table}`);
  }

  /** The same game against a stronger bot, which is then also the one of the start page. @param {Level} level */
  async #playNext(level) {
    const { view, you } = /** @type {Situation} */ (this.#situation);
    const seats = view.seats.map(({ seat, name }) => (seat === you ? { who: /** @type {const} */ ("here"), name: String(name) } : { who: /** @type {const} */ ("bot"), bot: level }));
    await openTable(seats, view.settings);
    setSetting("level", level);
  }
}

/** The way out, in the bar. */
export const homeLink = () => h("a", { class: "bar-out", href: "/" }, icon("home"), h("span", {}, say("web.bar.to.home")));

/** A line for the one person at this device: a personal best, or a kind word after a defeat. @param {Situation} situation @param {number[]} winners */
function lineFor(situation, winners) {
  const before = beatenBest(situation);
  const points = (/** @type {number} */ count) => say("points", { count });
  if (before !== null) return say("web.table.end.best", { points: points(before) });
  if (situation.you === null || winners.includes(situation.you)) return null;
  const short = resultOf(situation, winners[0]).total - resultOf(situation, situation.you).total;
  return short <= CLOSE ? say("web.table.end.close", { points: points(short) }) : say("web.table.end.kind");
}

/** The bot after the one that was beaten, in a game for two. @param {Situation} situation @returns {Level | null} */
function nextLevel({ game, view, you }) {
  if (you === null || view.settings.pad || view.seats.length !== 2 || !game.winners?.includes(you)) return null;
  const beaten = view.seats[1 - you].bot;
  if (!beaten || !isLevel(beaten)) return null;
  return CONSTANTS.levels[CONSTANTS.levels.indexOf(beaten) + 1] ?? null;
}

/** Confetti for the winners. */
function rain() {
  const pieces = Array.from({ length: CONFETTI }, (_, index) =>
    setStyle(h("i", { class: COLOURS[index % COLOURS.length] }), {
      "--x": `${Math.round(Math.random() * 100)}vw`,
      "--sway": `${Math.round(Math.random() * 160 - 80)}px`,
      "--delay": `${Math.round(Math.random() * 900)}ms`,
      "--fall": `${1800 + Math.round(Math.random() * 1600)}ms`,
      "--spin": `${Math.round(Math.random() * 1080 - 540)}deg`,
    }),
  );
  const shower = h("div", { class: "confetti", "aria-hidden": "true" }, pieces);
  document.body.append(shower);
  setTimeout(() => shower.remove(), 4500);
}

/** A seat's result; every sheet has one at the end. @param {Situation} situation @param {number} seat */
const resultOf = ({ game }, seat) => /** @type {ResultView} */ (game.sheets[seat].result);
