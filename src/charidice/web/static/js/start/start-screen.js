/** The start page: play now, open a table, resume a game, or learn to play. */

import { isOffered } from "../lib/address.js";
import { get, getHere, messageOrNetwork, Unreachable } from "../lib/api.js";
import { noteAnswer } from "../shell/bar.js";
import { fill, h, named, selectAll, toast } from "../lib/dom.js";
import { botFace, hero, icon, stars } from "../parts/drawings.js";
import { addressOf, chosenLevel, playBot, playWithFriend } from "../shell/new-tables.js";
import { go, load, Screen } from "../shell/router.js";
import { CONSTANTS, setSetting, setting } from "../lib/settings.js";
import { join, language, say, seatName } from "../lib/text.js";

/** @import { Children } from "../types.d.ts" */
/** @import { Level, RecentTable } from "../wire.d.ts" */
/** @import { NewTable } from "./new-table.js" */

/** Links: path, icon, and the last part of the catalog key. @type {[string, Parameters<typeof icon>[0], string][]} */
const LEARNING = [["/tutorial", "learn", "tutorial"], ["/trainer", "speed", "trainer"], ["/rules", "book", "rules"], ["/review", "review", "review"], ["/lab", "lab", "lab"], ["/fair-dice", "fair", "fair"], ["/paper", "print", "paper"]];

/** The URL hashes of the forms: for a new table, and for a score pad. */
const FORMS = ["#new", "#pad"];
const AT_FIRST = 5;
const NEXT_TRY = 5000;

class StartScreen extends Screen {
  #recent = new RecentGames((tables) => {
    this.#waiting = tables.find(isMyTurn);
    this.#comeFirst();
  });
  /** A game in which it is my turn. @type {RecentTable | undefined} */
  #waiting;
  /** The new-table form, imported lazily. @type {NewTable | undefined} */
  #form;
  #trouble = "";
  /** The top call to action: the tutorial at a first visit, later a game that waits for a move. */
  #foremost = h("div", { class: "foremost" });

  get heading() {
    return this.#opening === "#pad" ? "web.start.pad" : this.#opening ? "web.new.title" : "web.title";
  }

  /** A form has its own URL hash, so that the back button leaves it. */
  get #opening() {
    return FORMS.find((hash) => hash === location.hash) ?? "";
  }

  render() {
    if (this.#opening) this.#showForm(this.#opening === "#pad");
    else this.#showStart();
  }

  /** @param {boolean} pad */
  async #showForm(pad) {
    let form;
    try {
      const { NewTable } = await load("start/new-table");
      form = this.#form ??= /** @type {NewTable} */ (new NewTable(pad));
    } catch {
      toast(say("web.unreachable"));
      return go("/", { replace: true });
    }
    form.render();
    fill(this, form);
  }

  #showStart() {
    this.#recent.render();
    const newTable = formLink("new-table", "#new", "plus", twoLines("web.start.new", CONSTANTS.site ? "here" : "why"));
    const pad = formLink("keep-score", "#pad", "pad", twoLines("web.start.pad"));
    const buttons = [this.#playNow(), CONSTANTS.site ? null : this.#friend(), this.#name(), newTable, pad];
    fill(
      this,
      h(
        "div",
        { class: "start" },
        h("section", { class: "welcome" }, h("h1", {}, say("web.title")), h("p", { class: "tagline" }, say("web.start.tagline")), hero()),
        h("section", { class: "play", "aria-label": say("web.start.play") }, this.#foremost, buttons),
        this.#recent,
        learning(),
      ),
    );
    this.#comeFirst();
  }

  /** Only one button is primary: the call to action if there is one, else Play now. The tutorial is offered once. */
  #comeFirst() {
    const teach = !this.#waiting && setting("newcomer");
    fill(this.#foremost, this.#waiting ? goOn(this.#waiting) : teach ? tutorial() : null);
    this.querySelector("[data-action=play-now]")?.classList.toggle("primary", !this.#foremost.childElementCount);
    this.querySelector(".learning li:has([href='/tutorial'])")?.toggleAttribute("hidden", teach);
  }

  #playNow() {
    const level = chosenLevel();
    const temper = h("p", { class: "temper" }, temperOf(level));
    const choose = (/** @type {Level} */ chosen) => {
      setSetting("level", chosen);
      fill(temper, temperOf(chosen));
    };
    const what = { class: "button big", type: "submit", data: { action: "play-now" } };
    const button = h("button", what, h("span", { class: "play-sign" }), say("web.start.play"));
    const play = (/** @type {Event} */ event) => {
      event.preventDefault();
      this.#open(button, playBot);
    };
    return h(
      "form",
      { id: "play-now", class: "play-now", on: { submit: play } },
      button,
      this.#trouble ? h("p", { class: "trouble", role: "alert" }, this.#trouble) : null,
      h("fieldset", { class: "levels" }, h("legend", {}, say("web.start.against")), CONSTANTS.levels.map((each) => levelChoice(each, each === level, choose))),
      temper,
    );
  }

  #friend() {
    const what = { class: "button two-lines", type: "button", data: { action: "friend" } };
    return h("button", { ...what, on: { click: ({ currentTarget }) => this.#open(currentTarget, playWithFriend) } }, icon("share"), twoLines("web.start.friend"));
  }

  #name() {
    const name = h("input", {
      id: "my-name", form: "play-now", name: "name", maxlength: CONSTANTS.name_length, autocomplete: "nickname", placeholder: say("web.start.guest"), value: setting("name"),
      on: { mousedown: selectAll, input: ({ currentTarget }) => setSetting("name", currentTarget.value.trim()) },
    });
    return h("label", { class: "field my-name" }, h("span", {}, say("web.start.name")), name);
  }

  /** Opens a table, ignoring further presses meanwhile; shows the error if it fails. @param {HTMLElement} button @param {() => Promise<void>} open */
  async #open(button, open) {
    if (button.getAttribute("aria-disabled")) return;
    button.setAttribute("aria-disabled", "true");
    try {
      await open();
    } catch (error) {
      this.#trouble = messageOrNetwork(error, "web.start.needs-network");
      this.render();
      /** @type {HTMLElement | null} */ (this.querySelector(`[data-action=${button.dataset.action}]`))?.focus();
    }
  }
}

/** @param {Level} level @param {boolean} chosen @param {(level: Level) => void} choose */
function levelChoice(level, chosen, choose) {
  const radio = h("input", { type: "radio", name: "level", value: level, checked: chosen, on: { change: () => choose(level) } });
  return h("label", { class: "level", title: say(`bot.${level}`) }, radio, botFace(level), h("span", { class: "unseen" }, say(`bot.${level}`)), stars(level));
}

/** @param {Level} level */
const temperOf = (level) => [h("b", {}, `${say(`bot.${level}`)}, ${say(`bot.${level}.level`)}.`), " ", say(`bot.${level}.temper`)];

/** @param {string} href @param {string} action @param {...Children} content */
const foremost = (href, action, ...content) => h("a", { class: "button primary big two-lines", href, data: { action } }, content);

const tutorial = () => foremost("/tutorial", "tutorial", icon("learn"), twoLines("web.start.tutorial"));

/** @param {RecentTable} table */
function goOn(table) {
  const names = table.seats.map((seat, i) => [i ? ", " : "", named(seatName(seat))]);
  const where = h("small", {}, names, " · ", say("web.start.round", { ...table }));
  return foremost(addressOf(table.table, table.pad && table.stage !== "lobby"), "continue", icon("go"), h("span", {}, h("b", {}, say("web.start.continue")), where));
}

/** @param {string} action @param {string} hash @param {Parameters<typeof icon>[0]} drawing @param {Children} words */
const formLink = (action, hash, drawing, words) => h("a", { class: "button two-lines", href: `/${hash}`, data: { action } }, icon(drawing), words);

/** A title with its reason below. @param {string} key */
const twoLines = (key, why = "why", count = 0) => h("span", {}, h("b", {}, say(key)), h("small", {}, say(`${key}.${why}`, { count })));

function learning() {
  const due = setting("due").filter((time) => time < Date.now()).length;
  const cards = LEARNING.filter(([path]) => isOffered(path)).map(([path, drawing, key]) =>
    h("li", {}, h("a", { class: "paper card", href: path }, icon(drawing), key === "trainer" && due ? twoLines(`web.start.${key}`, "due", due) : twoLines(`web.start.${key}`))),
  );
  return h("nav", { class: "learning", "aria-label": say("web.start.more") }, h("ul", {}, cards));
}

/** Whether a game waits for a player at this browser. @param {RecentTable} table */
const isMyTurn = ({ stage, mine, turn }) => stage === "playing" && turn !== null && mine.includes(turn);

/** My recent games, with links to their tables; loads after the page is shown. */
class RecentGames extends HTMLElement {
  /** @type {RecentTable[] | null} */
  #tables = null;
  #trouble = "";
  #all = false;
  #timer = 0;
  /** That this browser deletes games, until it has been read. @type {HTMLElement | null} */
  #notice = null;
  #loaded;
  #load = async () => {
    clearTimeout(this.#timer);
    // Without a game on this device, the page need not load what plays there.
    const here = setting("here") ? (await getHere("/api/tables")).tables : [];
    try {
      this.#show(CONSTANTS.site ? here : [...(await get("/api/tables")).tables, ...here]);
      this.#trouble = "";
      noteAnswer(true);
    } catch (error) {
      if (here.length) this.#show(here);
      else this.#trouble = messageOrNetwork(error, "web.start.recent.needs-network");
      if (error instanceof Unreachable && this.isConnected) {
        noteAnswer(false);
        this.#timer = window.setTimeout(this.#load, NEXT_TRY);
      }
    }
    this.render();
    if (here.length) await this.#warn();
  };

  async #warn() {
    const [{ sevenDays }, { saveBackup }] = await Promise.all([import("../device/seven-days.js"), import("../parts/backup.js")]);
    this.#notice = await sevenDays(saveBackup, () => {
      this.#notice = null;
      this.render();
    });
    if (this.#notice) this.render();
  }

  /** @param {RecentTable[]} tables */
  #show(tables) {
    this.#tables = tables.toSorted((one, other) => Date.parse(other.touched) - Date.parse(one.touched));
    this.#loaded(this.#tables);
  }

  /** @param {(tables: RecentTable[]) => void} loaded told of the games whenever they come */
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
    fill(this, h("section", { class: "paper recent", "aria-busy": busy }, h("h2", {}, say("web.start.recent")), this.#notice, this.#content(), allGames(), CONSTANTS.site ? h("p", { class: "soft" }, say("web.start.friend.site")) : null));
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

  /** @param {number} count */
  #more(count) {
    const show = () => {
      this.#all = true;
      this.render();
      /** @type {HTMLElement} */ (this.querySelectorAll("a[data-table]")[AT_FIRST]).focus();
    };
    return h("button", { class: "button plain", type: "button", on: { click: show } }, say("web.start.show-more", { count }));
  }
}

const allGames = () => h("a", { class: "button plain", href: "/history", data: { action: "history" } }, icon("history"), say("web.start.history"));

/** @param {RecentTable} table */
function game(table) {
  const mine = isMyTurn(table);
  return h(
    "a",
    { class: `game ${table.stage} ${mine ? "mine" : ""}`.trim(), href: addressOf(table.table, table.pad && table.stage !== "lobby"), data: { table: table.table } },
    h("span", { class: "who" }, table.seats.map((seat, i) => [i ? ", " : "", named(seatName(seat))])),
    h("span", { class: "how" }, state(table, mine)),
    h("time", { class: "when soft", datetime: table.touched }, ago(table.touched)),
    icon("go"),
  );
}

/** @param {RecentTable} table @param {boolean} mine */
function state(table, mine) {
  if (table.stage === "lobby") return say("web.start.waiting");
  const name = (/** @type {number} */ seat) => seatName(table.seats[seat]);
  if (table.winners) {
    const points = say("points", { count: Math.max(...table.totals) });
    return say("play.winner", { count: table.winners.length, players: join(table.winners.map(name)), points });
  }
  const round = say("web.start.round", { round: table.round, rounds: table.rounds });
  if (mine) return [round, " · ", h("b", { class: "your-turn" }, say("web.start.your-turn"))];
  return [round, " · ", table.turn !== null && say("web.start.turn", { player: name(table.turn) })];
}

/** @type {[Intl.RelativeTimeFormatUnit, number][]} */
const UNITS = [["day", 86_400], ["hour", 3_600], ["minute", 60]];

/** Relative time: "yesterday", "3 minutes ago". @param {string} time */
function ago(time) {
  const seconds = (Date.parse(time) - Date.now()) / 1000;
  const words = new Intl.RelativeTimeFormat(language(), { numeric: "auto", style: "short" });
  for (const [unit, length] of UNITS) {
    if (Math.abs(seconds) >= length) return words.format(Math.round(seconds / length), unit);
  }
  return words.format(0, "second");
}

customElements.define("recent-games", RecentGames);
customElements.define("start-screen", StartScreen);
