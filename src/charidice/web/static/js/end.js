/** The end of a game: who gave the most, the sums, who won, and where to go from here. */

import { post, Refusal, Unreachable } from "./api.js";
import { botFace } from "./bot-faces.js";
import { toast } from "./dialogs.js";
import { fill, h, named, setStyle } from "./dom.js";
import { startTable } from "./opening.js";
import { go } from "./router.js";
import { icon } from "./table-icons.js";
import { capital, join, say } from "./text.js";

const PARTS = ["points", "bonus", "received", "charity"];
const CONFETTI = 70;
const COLOURS = ["yellow", "orange", "green", "blue", "plum", "accent"];

export class End {
  #table;
  #sending = false;

  constructor(table) {
    this.#table = table;
    this.title = h("h1", { class: "victory", tabindex: "-1" });
    this.charity = h("p", { class: "most-given" });
    this.ranks = h("table", { class: "ranks" });
    this.actions = h("div", { class: "end-actions" });
    this.element = h("section", { class: "end" }, h("div", { class: "paper end-paper" }, h("div", { class: "crown" }, icon("crown")), this.title, this.charity, this.ranks, this.actions));
  }

  update(situation) {
    const { game } = situation;
    const names = (seats) => join(seats.map((seat) => situation.name(seat)));
    const result = (seat) => game.sheets[seat].result;
    const points = (count) => say("points", { count });
    const winners = game.winners;
    const givers = game.sheets.map((_, seat) => seat).filter((seat) => result(seat).charity);
    this.title.textContent = say("play.winner", { count: winners.length, players: names(winners), points: points(result(winners[0]).total) });
    this.charity.textContent = givers.length
      ? say("play.most-given", { count: givers.length, players: names(givers), points: points(result(givers[0]).given), bonus: result(givers[0]).charity })
      : "";
    fill(this.ranks, this.#ranking(situation));
    fill(this.actions, this.#buttons(situation));
  }

  /** Paper rain for the winners. */
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

  #ranking(situation) {
    const { game } = situation;
    const order = game.sheets.map((_, seat) => seat).sort((a, b) => game.sheets[b].result.total - game.sheets[a].result.total || a - b);
    const head = h("tr", {}, h("td"), PARTS.map((part) => h("th", { scope: "col", class: part }, capital(say(`box.${part}`)))), h("th", { scope: "col" }, capital(say("box.total"))));
    return [
      h("caption", { class: "unseen" }, say("web.table.result")),
      h("thead", {}, head),
      h("tbody", {}, order.map((seat, place) => this.#row(situation, seat, place))),
    ];
  }

  #row(situation, seat, place) {
    const { result } = situation.game.sheets[seat];
    const { bot } = situation.view.seats[seat];
    const won = situation.game.winners.includes(seat);
    const cell = (part) => h("td", { class: part }, h("span", {}, part === "charity" ? (result.charity ? `+${result.charity}` : "–") : String(result[part])));
    const row = h(
      "tr",
      { class: won ? "won" : null, data: { place } },
      h("th", { scope: "row" }, h("span", { class: "who" }, bot ? botFace(bot) : null, named(situation.name(seat)), won ? icon("crown") : null)),
      PARTS.map(cell),
      h("td", { class: "total" }, h("b", {}, String(result.total))),
    );
    return setStyle(row, { "--place": place });
  }

  #buttons(situation) {
    const { view } = situation;
    const link = (href, key, properties = {}) => h("a", { class: "button plain", href, ...properties }, say(key));
    const again = view.rematch
      ? h("a", { class: "button primary", href: `/table/${view.rematch}`, data: { action: "join-rematch" } }, say(situation.watching ? "web.table.rematch-watch" : "web.table.rematch-join"))
      : situation.watching
        ? null
        : h("button", { class: "button primary", type: "button", data: { action: "rematch" }, on: { click: () => this.#rematch() } }, say("web.table.rematch"));
    return [
      again,
      link(`/review/${this.#table}`, "web.table.look-back", { data: { action: "review" } }),
      link(`/fair-dice/${this.#table}`, "web.table.check-dice", { data: { action: "check" } }),
      link(`/api/tables/${this.#table}/record`, "web.table.save-record", { data: { action: "save" }, download: `charidice-${this.#table}.json` }),
    ];
  }

  async #rematch() {
    if (this.#sending) return;
    this.#sending = true;
    try {
      const { table, view } = await post(`/api/tables/${this.#table}/rematch`);
      if (view.stage === "lobby") await startTable(view);
      go(`/table/${table}`);
    } catch (error) {
      if (!(error instanceof Refusal || error instanceof Unreachable)) throw error;
      toast(error.message);
    } finally {
      this.#sending = false;
    }
  }
}
