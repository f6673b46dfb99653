/** The history of this browser: its games, what they say about people, and files to keep them in. */

import { get, getHere, LONG, messageOf, messageOrNetwork, Offline, patiently, post, postHere, Unreachable } from "../lib/api.js";
import { fill, h, rememberFocus, toast } from "../lib/dom.js";
import { CONSTANTS, setting } from "../lib/settings.js";
import { language, say } from "../lib/text.js";
import { hero } from "../parts/drawings.js";
import { saveBackup, saveTable } from "../parts/backup.js";
import { noteAnswer } from "../shell/bar.js";
import { Screen } from "../shell/router.js";
import { filters, idOf, NOTHING, queryOf } from "./filters.js";
import { gameRow, sureToDelete } from "./games.js";
import { importFile } from "./importing.js";
import { course, record } from "./mine.js";
import { joinedName, newName } from "./naming.js";
import { everybody, personView } from "./person.js";

/** @import { CallPeople, HistoryAnswer, HistoryLine, PersonRow } from "../wire.d.ts" */
/** @import { Outcome } from "./importing.js" */

const MORE = 20;
/** The polling interval, in milliseconds, while something is computed or the server is away. */
const NEXT_LOOK = 1_500;
const NEXT_TRY = 5_000;
/** The least number of games for which filters are shown. */
const LEAST_CHOICE = 2;

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
  /** Which tables, explanations, games and filters are open. @type {Set<string>} */
  #open = new Set();
  /** What the last import did. @type {Outcome | null} */
  #imported = null;
  #importing = "";
  /** Whether these are the games of this device: on a static site, and while the server is away. */
  #isHere = CONSTANTS.site;
  /** Finished games of this device that the server does not have, as a backup. @type {{games: {id: string}[]} | null} */
  #unsent = null;

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
    fill(this, h("div", { class: this.#person ? "page history-page of-person" : "page history-page" }, h("h1", {}, say("web.history.title")), this.#content()));
    restore();
  }

  /** Asks for the games chosen; an answer that comes after a newer question is ignored. */
  #ask = async () => {
    const number = ++this.#asked;
    clearTimeout(this.#timer);
    this.#language = language();
    this.dataset.state = "working";
    try {
      const { found, isHere, unsent } = await this.#looked();
      if (number !== this.#asked) return;
      this.#found = found;
      this.#isHere = isHere;
      this.#unsent = unsent;
      this.#error = "";
      noteAnswer(CONSTANTS.site || !isHere);
      this.#again(found.waiting ? NEXT_LOOK : isHere && !CONSTANTS.site ? NEXT_TRY : 0);
    } catch (error) {
      if (number !== this.#asked) return;
      this.#error = messageOrNetwork(error, "web.history.needs-network");
      if (error instanceof Unreachable) this.#again(NEXT_TRY);
    }
    this.dataset.state = this.#error ? "failed" : "shown";
    this.render();
  };

  /** The server's games, or while it is away those of this device. */
  async #looked() {
    const path = /** @type {const} */ (`/api/history?${this.#query()}`);
    try {
      const found = await patiently(() => get(path, LONG), "busy");
      return { found, isHere: CONSTANTS.site, unsent: setting("here") && !CONSTANTS.site ? await getHere("/api/history/unsent") : null };
    } catch (error) {
      if (!(error instanceof Offline) || !setting("here")) throw error;
      return { found: await getHere(path), isHere: true, unsent: null };
    }
  }

  /** @param {number} wait */
  #again(wait) {
    if (wait) this.#timer = window.setTimeout(this.#ask, wait);
  }

  #query() {
    /** @type {[string, string][]} */
    const person = this.#person ? [["person", this.#person.key], ["is_bot", String(this.#person.is_bot)]] : [];
    const all = [...person, ...queryOf(this.#choice), ["most", String(this.#most)], ["me", setting("name")]];
    return new URLSearchParams(all.filter(([, value]) => value));
  }

  #content() {
    const away = this.#isHere && !CONSTANTS.site ? h("p", { class: "trouble", role: "status" }, say("web.history.here")) : null;
    const trouble = this.#error ? h("p", { class: "trouble", role: "alert" }, this.#error) : [away, this.#offer()];
    const found = this.#found;
    if (!found) return this.#error ? trouble : h("p", { class: "felt-soft", role: "status" }, say("web.start.loading"));
    if (!found.total) return [trouble, this.#nothing(found), this.#yours(found)];
    const { mine } = found;
    return [
      trouble,
      this.#person ? this.#about(found) : mine && [record(mine), course(mine, ({ key }) => this.#choose({ key, is_bot: false }))],
      this.#waiting(found),
      h("div", { class: "history-list" }, found.total < LEAST_CHOICE ? null : this.#filters(found), this.#games(found)),
      this.#person ? null : this.#about(found),
      this.#yours(found),
    ];
  }

  /** The finished games of this device can be added. */
  #offer() {
    const count = this.#unsent?.games.length;
    return count ? h("section", { class: "paper history-unsent" }, h("p", {}, say("web.history.here.unsent", { count })), this.#button("unsent", () => this.#send(), "web.history.here.add")) : null;
  }

  async #send() {
    const sent = this.#unsent;
    if (!sent || this.#importing) return;
    await this.#importTexts([{ name: "", text: async () => JSON.stringify(sent) }]);
    if (this.#imported && !this.#imported.refused.length) await postHere(`/api/history/sent?${new URLSearchParams(sent.games.map(({ id }) => ["game", id]))}`);
    await this.#ask();
  }

  /** For newcomers. @param {HistoryAnswer} found */
  #nothing({ waiting }) {
    if (waiting) return h("p", { class: "felt-soft", role: "status" }, say("web.history.waiting", { count: waiting }));
    return h(
      "section",
      { class: "paper history-nothing" },
      hero(),
      h("h2", {}, say("web.history.nothing")),
      h("p", {}, say("web.history.nothing.why")),
      h("a", { class: "button primary", href: "/" }, say("web.history.nothing.play")),
    );
  }

  /** @param {HistoryAnswer} found */
  #filters(found) {
    return filters({
      found,
      chosen: this.#choice,
      person: this.#person,
      open: this.#open.has("filters"),
      opened: (open) => this.#opened("filters", open),
      choose: (chosen) => this.#narrow(chosen),
      choosePerson: (person) => this.#choose(person),
    });
  }

  /** @param {Partial<typeof NOTHING>} chosen */
  #narrow(chosen) {
    this.#choice = { ...this.#choice, ...chosen };
    this.#most = MORE;
    this.#ask();
  }

  /** Opens or closes a part of the page. @param {string} name @param {boolean} open */
  #opened(name, open) {
    this.#note(name, open);
    this.render();
  }

  /** @param {string} name @param {boolean} open */
  #note(name, open) {
    if (open) this.#open.add(name);
    else this.#open.delete(name);
  }

  /** @param {Pick<PersonRow, "key" | "is_bot"> | null} person */
  async #choose(person) {
    this.#person = person;
    this.#most = MORE;
    await this.#ask();
    this.querySelector("#history-person, h1")?.scrollIntoView({ block: "nearest" });
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
    return personView(person, { buttons: [back, ...naming], isOpen: (name) => this.#open.has(name), opened: (name, open) => this.#note(name, open) });
  }

  /** @param {string} action @param {() => void} click */
  #button = (action, click, key = `web.history.${action}`) => h("button", { id: `history-${action}`, class: "button plain", type: "button", data: { action }, on: { click } }, say(key));

  /** Stores what to call somebody, and shows them under that name. @param {CallPeople | undefined} wanted */
  async #call(wanted) {
    if (!wanted) return;
    await this.#change(async () => {
      const { key } = await this.#post("/api/history/names", wanted);
      this.#person = { key, is_bot: false };
    });
  }

  /** @template {string} Path @param {Path} path @param {import("../wire.d.ts").PostBody<Path>} body */
  #post = (path, body) => (this.#isHere ? postHere(path, body) : post(path, body));

  /** Changes something on the server, then shows the history again. @param {() => Promise<unknown>} work */
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
    const row = (/** @type {HistoryLine} */ line) => {
      const name = `game ${line.game}`;
      return gameRow(line, { open: this.#open.has(name), isHere: this.#isHere, opened: (open) => this.#opened(name, open), remove: this.#delete });
    };
    return h(
      "section",
      { class: "paper history-games", "aria-labelledby": "history-games" },
      h("h2", { id: "history-games", class: "count" }, say("web.history.games", { count })),
      games.length ? h("ul", { class: "games" }, games.map(row)) : [h("p", {}, say("web.history.none-fit")), this.#button("show-all", () => this.#showAll())],
      rest > 0 ? h("button", { id: "history-more", class: "button plain", type: "button", on: { click: more } }, say("web.start.show-more", { count: Math.min(rest, MORE) })) : null,
    );
  }

  #showAll() {
    this.#person = null;
    this.#narrow(NOTHING);
  }

  #delete = async (/** @type {HistoryLine} */ line) => {
    if (!(await sureToDelete(line))) return;
    await this.#change(async () => {
      await this.#post("/api/history/delete", { games: [line.game] });
      toast(say("web.history.deleted"));
    });
  };

  /** @param {HistoryAnswer} found */
  #yours({ total, retention }) {
    const file = h("input", { id: "history-import", type: "file", multiple: true, accept: ".json,.txt,application/json,text/plain", on: { change: ({ currentTarget }) => this.#import([...(currentTarget.files ?? [])]) } });
    const link = (/** @type {string} */ path, /** @type {string} */ key) => h("a", { class: "button plain", href: path, download: "", data: { action: key } }, say(`web.history.${key}`));
    const { finished, unfinished } = retention;
    const kept = [say("web.history.kept", { count: unfinished }), " ", finished === null ? say("web.history.kept.finished") : say("web.history.kept.finished-days", { count: finished })];
    // The server does not have what the trainer keeps.
    const training = setting("due").length > 0;
    const backup = this.#isHere || training ? this.#button("backup", () => this.#save()) : link("/api/history/backup", "backup");
    const table = this.#isHere ? this.#button("csv", saveTable) : link("/api/history/csv", "csv");
    const saving = [total || training ? backup : null, total ? table : null];
    const canImport = CONSTANTS.site || !this.#isHere;
    return h(
      "section",
      { class: "paper history-yours" },
      h("h2", {}, say("web.history.yours")),
      this.#isHere ? h("p", {}, say("web.history.here.yours")) : [h("p", {}, say("web.history.yours.why")), h("p", { class: "soft" }, kept)],
      h("div", { class: "buttons" }, saving, canImport ? h("label", { class: "button plain import" }, file, say("web.history.import")) : null),
      canImport ? h("p", { class: "soft" }, say("web.history.import.why")) : null,
      h("div", { role: "status" }, this.#importing ? h("p", {}, this.#importing) : null, this.#imported ? outcomeWords(this.#imported) : null),
    );
  }

  async #save() {
    try {
      await saveBackup(this.#isHere);
    } catch (error) {
      toast(messageOf(error));
    }
  }

  /** @param {Pick<File, "name" | "text">[]} files */
  async #import(files) {
    await this.#importTexts(files);
    await this.#ask();
  }

  /** @param {Pick<File, "name" | "text">[]} files */
  async #importTexts(files) {
    if (this.#importing) return;
    /** @type {Outcome} */
    const all = { added: 0, known: 0, refused: [], training: false };
    this.#imported = null;
    try {
      for (const each of files) {
        const { added, known, refused, training } = await importFile(await each.text(), (done, count, until) => {
          const time = until?.toLocaleTimeString(language(), { hour: "2-digit", minute: "2-digit" });
          this.#importing = time ? say("web.history.import.waiting", { done, all: count, time }) : say("web.history.importing", { done, all: count });
          this.render();
        });
        all.added += added;
        all.known += known;
        all.training ||= training;
        all.refused.push(...refused.map(({ number, message }) => ({ number, message: files.length > 1 ? `${each.name}: ${message}` : message })));
      }
    } catch (error) {
      toast(messageOf(error));
    }
    this.#importing = "";
    this.#imported = all;
  }
}

/** @param {Outcome} outcome */
function outcomeWords({ added, known, refused, training }) {
  return [
    h("p", {}, say("web.history.import.added", { count: added }), " ", known ? say("web.history.import.known", { count: known }) : null, " ", training ? say("web.history.import.training") : null),
    refused.length ? h("ul", { class: "error" }, refused.map(({ number, message }) => h("li", {}, say("web.history.import.refused", { number, message })))) : null,
  ];
}

customElements.define("history-screen", HistoryScreen);
