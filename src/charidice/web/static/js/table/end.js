/** The end of a game: who gave the most, the totals, the winner, and what to do next. */

import { messageOf, post } from "../lib/api.js";
import { h, refill, setStyle, toast } from "../lib/dom.js";
import { botFace } from "../parts/drawings.js";
import { sheetsButton } from "../parts/files.js";
import { go } from "../shell/router.js";
import { openPicture } from "../parts/picture-dialog.js";
import { tableIcon } from "../parts/table-icons.js";
import { capital, say, sayNodes } from "../lib/text.js";
import { commit, reveal } from "../lib/words.js";

/** @import { Children } from "../types.d.ts" */
/** @import { ResultView } from "../wire.d.ts" */
/** @import { Situation } from "./situation.js" */

/** @type {(keyof ResultView)[]} */
const PARTS = ["points", "bonus", "received", "charity"];
const CONFETTI = 70;
const COLOURS = ["yellow", "orange", "green", "blue", "purple", "accent"];

export class End {
  #table;
  #sending = false;

  /** @param {string} table */
  constructor(table) {
    this.#table = table;
    this.title = h("h1", { class: "victory", tabindex: "-1" });
    this.charity = h("p", { class: "most-given" });
    this.ranks = h("ol", { class: "ranks" });
    this.actions = h("div", { class: "end-actions" });
    const crown = h("div", { class: "crown" }, tableIcon("crown"));
    this.element = h("section", { class: "end" }, h("div", { class: "paper end-paper" }, crown, this.title, this.charity, this.ranks, this.actions));
  }

  /** @param {Situation} situation */
  update(situation) {
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
    refill(this.charity, giver ? told("play.most-given", givers, giver.given, { bonus: giver.charity }) : null);
    this.ranks.setAttribute("aria-label", say("web.table.result"));
    refill(this.ranks, this.#ranking(situation));
    refill(this.actions, this.#buttons(situation));
  }

  /** Confetti for the winners. */
  celebrate() {
    if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    const pieces = Array.from({ length: CONFETTI }, (_, index) =>
      setStyle(h("i", { class: COLOURS[index % COLOURS.length] }), {
        "--x": `${Math.round(Math.random() * 100)}vw`,
        "--sway": `${Math.round(Math.random() * 160 - 80)}px`,
        "--delay": `${Math.round(Math.random() * 900)}ms`,
        "--fall": `${1800 + Math.round(Math.random() * 1600)}ms`,
        "--spin": `${Math.round(Math.random() * 1080 - 540)}deg`,
      }),
    );
    const rain = h("div", { class: "confetti", "aria-hidden": "true" }, pieces);
    document.body.append(rain);
    setTimeout(() => rain.remove(), 4500);
  }

  /** @param {Situation} situation */
  #ranking(situation) {
    const total = (/** @type {number} */ seat) => resultOf(situation, seat).total;
    const order = situation.game.sheets.map((_, seat) => seat).sort((a, b) => total(b) - total(a) || a - b);
    return order.map((seat, place) => this.#rank(situation, seat, place));
  }

  /** @param {Situation} situation @param {number} seat @param {number} place */
  #rank(situation, seat, place) {
    const result = resultOf(situation, seat);
    const { bot } = situation.view.seats[seat];
    const won = situation.game.winners?.includes(seat);
    const value = (/** @type {keyof ResultView} */ name) => (name === "charity" ? `+${result.charity}` : String(result[name]));
    const part = (/** @type {keyof ResultView} */ name) => h("div", { class: name }, h("dt", {}, capital(say(`box.${name}`))), h("dd", {}, value(name)));
    const row = h(
      "li",
      { class: won ? "won" : null, data: { place } },
      h("span", { class: "who" }, bot ? botFace(bot) : null, situation.bdi(seat), situation.youTag(seat), won ? tableIcon("crown") : null),
      h("b", { class: "total" }, h("span", { class: "unseen" }, `${say("box.total")}: `), String(result.total)),
      h("dl", {}, PARTS.filter((name) => name !== "charity" || result.charity).map(part)),
    );
    return setStyle(row, { "--place": place });
  }

  /** @param {Situation} situation */
  #buttons(situation) {
    const { view } = situation;
    const link = (/** @type {string} */ href, /** @type {string} */ key, properties = {}) => h("a", { class: "button plain", href, ...properties }, say(key));
    const again = () => {
      const words = say(situation.watching ? "web.table.rematch-watch" : "web.table.rematch-join");
      if (view.rematch) return h("a", { class: "button primary", href: `/table/${view.rematch}`, data: { action: "join-rematch" } }, words);
      if (situation.watching) return null;
      return h("button", { class: "button primary", type: "button", data: { action: "rematch" }, on: { click: () => this.#rematch() } }, say("web.table.rematch"));
    };
    return [
      again(),
      link(`/review/${this.#table}`, "web.table.look-back", { data: { action: "review" } }),
      view.settings.pad ? null : link(`/fair-dice/${this.#table}`, "web.table.check-dice", { data: { action: "check" } }),
      sheetsButton(this.#table, `/api/tables/${this.#table}`, say("web.table.print-sheets")),
      h("button", { class: "button plain", type: "button", data: { action: "picture" }, on: { click: () => openPicture(this.#table) } }, say("web.table.share-picture")),
      link(`/api/tables/${this.#table}/record`, "web.table.save-record", { data: { action: "save" }, download: `charidice-${this.#table}.json` }),
    ];
  }

  async #rematch() {
    if (this.#sending) return;
    this.#sending = true;
    try {
      const rematch = await post(`/api/tables/${this.#table}/rematch`, { commitment: commit() });
      await reveal(rematch);
      go(`/table/${rematch.table}`);
    } catch (error) {
      toast(messageOf(error));
    } finally {
      this.#sending = false;
    }
  }
}

/** A seat's result; every sheet has one at the end. @param {Situation} situation @param {number} seat */
const resultOf = ({ game }, seat) => /** @type {ResultView} */ (game.sheets[seat].result);
