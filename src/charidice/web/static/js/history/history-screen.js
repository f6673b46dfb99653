/** The history of this browser: its games, what they say about people, and files to keep them in. */

import { get, LONG, messageOf, messageOrNetwork, patiently, post, Unreachable } from "../lib/api.js";
import { fill, h, rememberFocus, toast } from "../lib/dom.js";
import { language, say } from "../lib/text.js";
import { selectField } from "../parts/fields.js";
import { noteAnswer } from "../shell/bar.js";
import { Screen } from "../shell/router.js";
import { spanOf } from "./dates.js";
import { gameCard, sureToDelete } from "./games.js";
import { importFile } from "./importing.js";
import { joinedName, newName } from "./naming.js";
import { everybody, personView } from "./person.js";

/** @import { CallPeople, GameKind, HistoryAnswer, HistoryLine, PersonRow } from "../wire.d.ts" */
/** @import { Outcome } from "./importing.js" */

const MORE = 20;
/** How long until the page asks again while something is being worked out, or the server is away. */
const NEXT_LOOK = 1_500;
const NEXT_TRY = 5_000;
/** @type {("" | GameKind)[]} */
const KINDS = ["", "table", "online", "bots", "pad"];
const NOTHING = { kind: "", players: "", period: "", state: "" };

class HistoryScreen extends Screen {
  /** @type {HistoryAnswer | null} */
  #found = null;
  #language = "";
  #error = "";
  #asked = 0;
  #timer = 0;
  #most = MORE;
  #choice = { ...NOTHING };
  /** The person shown, by key; the name only until the answer comes. @type {Pick<PersonRow, "key" | "is_bot"> | null} */
  #person = null;
  /** Which tables and explanations are open. @type {Set<string>} */
  #open = new Set();
  /** What the last import did. @type {Outcome | null} */
  #imported = null;
  #importing = "";

  get heading() {
    return "web.history.title";
  }

  entered() {
    addEventListener("online", this.#ask);
  }

  left() {
    removeEventListener("online", this.#ask);
    clearTimeout(this.#timer);
    this.#asked += 1;
  }

  render() {
    const restore = rememberFocus("history-screen");
    if (this.#language !== language()) this.#ask();
    fill(this, h("div", { class: "page history-page" }, h("h1", {}, say("web.history.title")), this.#content()));
    restore();
  }

  /** Asks for the games chosen; an answer that comes after a newer question is ignored. */
  #ask = async () => {
    const number = ++this.#asked;
    clearTimeout(this.#timer);
    this.#language = language();
    this.dataset.state = "working";
    try {
      const found = await patiently(() => get(`/api/history?${this.#query()}`, LONG), "busy");
      if (number !== this.#asked) return;
      this.#found = found;
      this.#error = "";
      noteAnswer(true);
      this.#again(found.waiting ? NEXT_LOOK : 0);
    } catch (error) {
      if (number !== this.#asked) return;
      this.#error = messageOrNetwork(error, "web.history.needs-network");
      if (error instanceof Unreachable) this.#again(NEXT_TRY);
    }
    this.dataset.state = this.#error ? "failed" : "shown";
    this.render();
  };

  /** @param {number} wait */
  #again(wait) {
    if (wait) this.#timer = window.setTimeout(this.#ask, wait);
  }

  #query() {
    const { kind, players, period, state } = this.#choice;
    const person = this.#person ? { person: this.#person.key, is_bot: String(this.#person.is_bot) } : {};
    const all = { ...person, kind, players, finished: state && String(state === "finished"), ...spanOf(period), most: String(this.#most) };
    return new URLSearchParams(Object.entries(all).filter(([, value]) => value));
  }

  #content() {
    const trouble = this.#error ? h("p", { class: "trouble", role: "alert" }, this.#error) : null;
    if (!this.#found) return trouble ?? h("p", { class: "felt-soft", role: "status" }, say("web.start.loading"));
    if (!this.#found.total) return [trouble, this.#nothing(this.#found), this.#yours(this.#found)];
    return [trouble, this.#filters(this.#found), this.#waiting(this.#found), this.#about(this.#found), this.#games(this.#found), this.#yours(this.#found)];
  }

  /** For newcomers. @param {HistoryAnswer} found */
  #nothing({ waiting }) {
    if (waiting) return h("p", { class: "felt-soft", role: "status" }, say("web.history.waiting", { count: waiting }));
    return h(
      "section",
      { class: "paper history-nothing" },
      h("h2", {}, say("web.history.nothing")),
      h("p", {}, say("web.history.nothing.why")),
      h("a", { class: "button primary", href: "/" }, say("web.history.nothing.play")),
    );
  }

  /** @param {HistoryAnswer} found */
  #filters({ people, years }) {
    const field = (/** @type {keyof typeof NOTHING} */ name, /** @type {string[]} */ values, /** @type {(value: string) => string} */ text) => {
      const changed = (/** @type {string} */ value) => {
        this.#choice[name] = value;
        this.#most = MORE;
        this.#ask();
      };
      const select = selectField({ id: `history-${name}`, name, values, chosen: this.#choice[name], text: (value) => (value ? text(value) : say("web.history.all")), changed });
      return h("label", { class: "field" }, h("span", {}, say(`web.history.${name}`)), select);
    };
    const keys = ["", ...people.map(idOf)];
    const person = selectField({
      id: "history-who", name: "person", values: keys, chosen: this.#person ? idOf(this.#person) : "",
      text: (key) => people.find((each) => idOf(each) === key)?.name ?? say("web.history.everybody"),
      changed: (key) => this.#choose(people.find((each) => idOf(each) === key) ?? null),
    });
    return h(
      "form",
      { class: "paper history-filters", "aria-label": say("web.history.filters"), on: { submit: (event) => event.preventDefault() } },
      h("label", { class: "field wide" }, h("span", {}, say("web.history.who")), person),
      field("kind", KINDS, (kind) => say(`web.history.kind.${kind}`)),
      field("players", ["", "2", "3", "4"], (count) => count),
      field("period", ["", "30-days", "12-months", ...years.map(String)], (period) => (period.includes("-") ? say(`web.history.period.${period}`) : period)),
      field("state", ["", "finished", "unfinished"], (state) => say(`web.history.state.${state}`)),
    );
  }

  /** @param {Pick<PersonRow, "key" | "is_bot"> | null} person */
  async #choose(person) {
    this.#person = person;
    this.#most = MORE;
    await this.#ask();
    this.querySelector("#history-person, .history-people")?.scrollIntoView({ block: "nearest" });
  }

  /** @param {HistoryAnswer} found */
  #waiting({ waiting }) {
    return waiting ? h("p", { class: "felt-soft", role: "status" }, say("web.history.waiting", { count: waiting })) : null;
  }

  /** @param {HistoryAnswer} found */
  #about({ people, more_people: more, person }) {
    if (!this.#person) return people.length ? everybody(people, more, (row) => this.#choose(row)) : null;
    const row = people.find((each) => idOf(each) === idOf(/** @type {PersonRow} */ (this.#person)));
    const back = this.#button("everybody", () => this.#choose(null));
    if (!row || !person) return h("section", { class: "paper" }, h("p", {}, say("web.history.none-fit")), back);
    const naming = row.is_bot
      ? []
      : [
          this.#button("rename", async () => this.#call(await newName(row))),
          ...(people.filter((each) => !each.is_bot).length > 1 ? [this.#button("join", async () => this.#call(await joinedName(row, people)))] : []),
        ];
    const opened = (/** @type {string} */ name, /** @type {boolean} */ open) => (open ? this.#open.add(name) : this.#open.delete(name));
    return personView(person, { buttons: [back, ...naming], isOpen: (name) => this.#open.has(name), opened });
  }

  /** @param {string} action @param {() => void} click */
  #button = (action, click) => h("button", { id: `history-${action}`, class: "button plain", type: "button", data: { action }, on: { click } }, say(`web.history.${action}`));

  /** Stores what to call somebody, and shows them under that name. @param {CallPeople | undefined} wanted */
  async #call(wanted) {
    if (!wanted) return;
    await this.#change(async () => {
      const { key } = await post("/api/history/names", wanted);
      this.#person = { key, is_bot: false };
    });
  }

  /** Changes something on the server, then shows the history anew. @param {() => Promise<unknown>} work */
  async #change(work) {
    try {
      await work();
    } catch (error) {
      toast(messageOf(error));
    }
    await this.#ask();
  }

  /** @param {HistoryAnswer} found */
  #games({ games, count }) {
    const rest = count - games.length;
    const more = () => {
      this.#most += MORE;
      this.#ask();
    };
    return h(
      "section",
      { class: "paper history-games" },
      h("h2", {}, say("web.history.games", { count })),
      games.length ? h("ul", { class: "games" }, games.map((line) => gameCard(line, this.#delete))) : h("p", {}, say("web.history.none-fit")),
      rest > 0 ? h("button", { id: "history-more", class: "button plain", type: "button", on: { click: more } }, say("web.start.show-more", { count: Math.min(rest, MORE) })) : null,
    );
  }

  #delete = async (/** @type {HistoryLine} */ line) => {
    if (!(await sureToDelete(line))) return;
    await this.#change(async () => {
      await post("/api/history/delete", { games: [line.game] });
      toast(say("web.history.deleted"));
    });
  };

  /** @param {HistoryAnswer} found */
  #yours({ total, retention }) {
    const file = h("input", { id: "history-import", type: "file", multiple: true, accept: ".json,.txt,application/json,text/plain", on: { change: ({ currentTarget }) => this.#import([...(currentTarget.files ?? [])]) } });
    const save = (/** @type {string} */ path, /** @type {string} */ key) => h("a", { class: "button plain", href: path, download: "", data: { action: key } }, say(`web.history.${key}`));
    const { finished, unfinished } = retention;
    return h(
      "section",
      { class: "paper history-yours" },
      h("h2", {}, say("web.history.yours")),
      h("p", {}, say("web.history.yours.why")),
      h("p", { class: "soft" }, say("web.history.kept", { count: unfinished }), " ", finished === null ? say("web.history.kept.finished") : say("web.history.kept.finished-days", { count: finished })),
      h("div", { class: "buttons" }, total ? [save("/api/history/backup", "backup"), save("/api/history/csv", "csv")] : null, h("label", { class: "button plain import" }, file, say("web.history.import"))),
      h("p", { class: "soft" }, say("web.history.import.why")),
      h("div", { role: "status" }, this.#importing ? h("p", {}, this.#importing) : null, this.#imported ? outcomeWords(this.#imported) : null),
    );
  }

  /** @param {File[]} files */
  async #import(files) {
    if (this.#importing) return;
    /** @type {Outcome} */
    const all = { added: 0, known: 0, refused: [] };
    this.#imported = null;
    try {
      for (const each of files) {
        const { added, known, refused } = await importFile(await each.text(), (done, count, until) => {
          const time = until?.toLocaleTimeString(language(), { hour: "2-digit", minute: "2-digit" });
          this.#importing = time ? say("web.history.import.waiting", { done, all: count, time }) : say("web.history.importing", { done, all: count });
          this.render();
        });
        all.added += added;
        all.known += known;
        all.refused.push(...refused.map(({ number, message }) => ({ number, message: files.length > 1 ? `${each.name}: ${message}` : message })));
      }
    } catch (error) {
      toast(messageOf(error));
    }
    this.#importing = "";
    this.#imported = all;
    await this.#ask();
  }
}

/** @param {Pick<PersonRow, "key" | "is_bot">} person */
const idOf = ({ key, is_bot: isBot }) => `${isBot ? "bot" : "name"} ${key}`;

/** @param {Outcome} outcome */
function outcomeWords({ added, known, refused }) {
  return [
    h("p", {}, say("web.history.import.added", { count: added }), " ", known ? say("web.history.import.known", { count: known }) : null),
    refused.length ? h("ul", { class: "error" }, refused.map(({ number, message }) => h("li", {}, say("web.history.import.refused", { number, message })))) : null,
  ];
}

customElements.define("history-screen", HistoryScreen);
