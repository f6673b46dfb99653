/** My recent games, each a way back to its table; loads by itself after the page is there. */

import { get, Unreachable } from "../lib/api.js";
import { fill, h, named } from "../lib/dom.js";
import { icon } from "../parts/icons.js";
import { noteAnswer } from "../shell/offline.js";
import { join, language, say, seatName } from "../lib/text.js";

const AT_FIRST = 5;
const NEXT_TRY = 5000;

/** Whether a game waits for somebody at this browser. */
export const isMyTurn = (table) => table.stage === "playing" && table.mine.includes(table.turn);

export class RecentGames extends HTMLElement {
  /** @type {any[] | null} */
  #tables = null;
  #trouble = "";
  #all = false;
  #timer = 0;
  #loaded;
  #load = async () => {
    clearTimeout(this.#timer);
    try {
      this.#tables = (await get("/api/tables")).tables;
      this.#trouble = "";
      noteAnswer(true);
      this.#loaded(this.#tables);
    } catch (error) {
      this.#trouble = error.message;
      if (error instanceof Unreachable && this.isConnected) {
        noteAnswer(false);
        this.#timer = window.setTimeout(this.#load, NEXT_TRY);
      }
    }
    this.render();
  };

  /** @param {(tables: any[]) => void} loaded told of the games whenever they come */
  constructor(loaded) {
    super();
    this.#loaded = loaded;
  }

  connectedCallback() {
    addEventListener("online", this.#load);
    if (!this.#tables) this.#load();
  }

  disconnectedCallback() {
    removeEventListener("online", this.#load);
    clearTimeout(this.#timer);
    noteAnswer(true);
  }

  render() {
    const busy = String(!this.#tables && !this.#trouble);
    fill(this, h("section", { class: "paper recent", "aria-busy": busy }, h("h2", {}, say("web.start.recent")), this.#content()));
  }

  #content() {
    if (this.#trouble) {
      const again = h("button", { class: "button plain", type: "button", on: { click: this.#load } }, say("web.start.again"));
      return [h("p", { role: "status" }, this.#trouble), again];
    }
    if (!this.#tables) return h("p", { class: "soft loading" }, say("web.start.loading"));
    if (!this.#tables.length) return h("p", { class: "soft" }, say("web.start.none"));
    const shown = this.#all ? this.#tables : this.#tables.slice(0, AT_FIRST);
    const more = this.#tables.length - shown.length;
    return [h("ul", {}, shown.map((table) => h("li", {}, game(table)))), more ? this.#more(more) : null];
  }

  #more(count) {
    const show = () => {
      this.#all = true;
      this.render();
      /** @type {HTMLElement} */ (this.querySelectorAll("a[data-table]")[AT_FIRST]).focus();
    };
    return h("button", { class: "button plain", type: "button", on: { click: show } }, say("web.start.show-more", { count }));
  }
}

function game(table) {
  const mine = isMyTurn(table);
  return h(
    "a",
    { class: `game ${table.stage} ${mine ? "mine" : ""}`.trim(), href: `/table/${table.table}`, data: { table: table.table } },
    h("span", { class: "who" }, table.seats.map((seat, i) => [i ? ", " : "", named(seatName(seat))])),
    h("span", { class: "how" }, state(table, mine)),
    h("time", { class: "when soft", datetime: table.touched }, ago(table.touched)),
    icon("go"),
  );
}

function state(table, mine) {
  if (table.stage === "lobby") return say("web.start.waiting");
  const name = (seat) => seatName(table.seats[seat]);
  if (table.stage === "over") {
    const points = say("points", { count: Math.max(...table.totals) });
    return say("play.winner", { count: table.winners.length, players: join(table.winners.map(name)), points });
  }
  const round = say("web.start.round", { round: table.round, rounds: table.rounds });
  if (mine) return [round, " · ", h("b", { class: "your-turn" }, say("web.start.your-turn"))];
  return [round, " · ", say("web.start.turn", { player: name(table.turn) })];
}

const UNITS = [["day", 86_400], ["hour", 3_600], ["minute", 60]];

/** How long ago, in words: "yesterday", "3 minutes ago". */
function ago(time) {
  const seconds = (Date.parse(time) - Date.now()) / 1000;
  const words = new Intl.RelativeTimeFormat(language(), { numeric: "auto", style: "short" });
  for (const [unit, length] of UNITS) {
    if (Math.abs(seconds) >= length) return words.format(Math.round(seconds / length), unit);
  }
  return words.format(0, "second");
}

customElements.define("recent-games", RecentGames);
