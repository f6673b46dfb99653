/** The score pad: the round at a glance, the turn to enter, and all turns so far. Goes on without a network. */

import { knowScores } from "../engine/pad/possible.js";
import { announce } from "../lib/announcer.js";
import { get, getHere, isHere, LONG, messageOf } from "../lib/api.js";
import { fill, h, named, refill } from "../lib/dom.js";
import { workedOutHere } from "../shell/here.js";
import { go, load, Screen } from "../shell/router.js";
import { setBarCentre, setBarHelp, setBarMenu } from "../shell/bar.js";
import { saveFrom } from "../parts/files.js";
import { fetchLessons } from "../parts/lessons.js";
import { isSecondPress } from "../lib/presses.js";
import { CONSTANTS } from "../lib/settings.js";
import { say } from "../lib/text.js";
import { End, homeLink } from "../end/end.js";
import { invite } from "../parts/invite.js";
import { Live } from "../parts/live.js";
import { SheetsDialog } from "../parts/sheet.js";
import { boxesWords, openCorrection } from "./correction.js";
import { asItIs, asksForDice, complaintsOf, keepingWords } from "./complaints.js";
import { giving, glance } from "./glance.js";
import { laidOver } from "./overlay.js";
import { goOnline, offerPad } from "./going-online.js";
import { openPadHelp } from "./help.js";
import { joining } from "./joining.js";
import { EntryPanel } from "./panels.js";
import { Queue } from "./queue.js";
import { roundsTable } from "./rounds.js";
import { PadSituation } from "./situation.js";
import { WakeLock } from "./wake-lock.js";

/** @import { Entered, MenuEntry, News, PadContext, PadTurn } from "../types.d.ts" */
/** @import { TracedEntry, View } from "../wire.d.ts" */

class PadScreen extends Screen {
  /** @type {View | null} */
  #view = null;
  /** @type {number | null} */
  #me = null;
  #connected = true;
  #lost = "";
  #large = false;
  #wasOver = /** @type {boolean | null} */ (null);
  /** Whether to offer that the dice of the box are entered once for all. */
  #offersDice = false;
  #enteredAt = -Infinity;
  #wake = new WakeLock();
  #panel = new EntryPanel("enter-by");
  #sheets = new SheetsDialog();
  /** @type {Queue} */
  #queue = new Queue(this.parameter, { taken: (update) => this.#live?.take(update), changed: () => this.render() });
  /** Whether the pad is on this device, not on a server. */
  #isHere = isHere(this.parameter);
  /** @type {Live | null} */
  #live = null;
  #end = new End(this.parameter);
  #glance = h("section", { class: "glance" });
  #notes = h("section", { class: "pad-notes", role: "status" });
  #heading = h("h2", { id: "entry-title", tabindex: "-1" });
  #entry = h("section", { class: "pad-entry", "aria-labelledby": "entry-title" }, h("div", { class: "entry-head" }, this.#heading, this.#panel.switch), this.#panel.element);
  #giving = h("section", { class: "pad-giving" });
  #rounds = h("section", { class: "paper pad-rounds" });
  #page = h("div", { class: "pad" }, this.#glance, this.#notes, this.#entry, this.#giving, this.#rounds);

  get heading() {
    return "web.pad.title";
  }

  entered() {
    const { update } = this.#queue;
    if (update?.view.pad) this.#take(update);
    this.#live = new Live(this.parameter, {
      onUpdate: (news) => this.#take(news),
      onConnection: (trouble) => this.#connection(!trouble),
      onGone: () => this.#lose(say("web.pad.gone")),
    });
    this.#panel.element.addEventListener("enter", (event) => {
      this.#enter(this.#next(), /** @type {CustomEvent<Entered>} */ (event).detail);
      // The next turn begins at the top, however far down the last one was entered.
      scrollTo({ top: 0 });
    });
    this.#page.addEventListener("click", this.#ignoreSecondPress, { capture: true });
    setBarHelp(() => openPadHelp());
    this.#wake.hold();
    this.#open();
  }

  /** The second half of a double press would land on what has come in the place of the button. */
  #ignoreSecondPress = (/** @type {MouseEvent} */ event) => {
    if (!isSecondPress(event, this.#enteredAt)) return;
    event.preventDefault();
    event.stopPropagation();
  };

  left() {
    this.#live?.close();
    this.#queue.close();
    this.#wake.release();
    setBarCentre(null);
  }

  async #open() {
    try {
      await this.#live?.open();
      await this.#prepare();
    } catch (error) {
      this.#lose(messageOf(error));
    }
    this.render();
  }

  /** Hands in what was entered, and fetches everything needed to go on without a network. */
  async #prepare() {
    const view = this.#view;
    if (!view) return this.#lose(say("web.unreachable"));
    if (!view.settings.pad || view.stage === "lobby") return go(`/table/${this.parameter}`, { replace: true });
    try {
      this.#queue.handIn();
      await this.#fetchScores(view);
      await Promise.all([fetchLessons(), load("learn/rules-screen")]).catch(() => {
        // They are fetched again when they are needed.
      });
    } catch (error) {
      messageOf(error);
    }
    this.render();
  }

  /** There is no such pad, or not any more; what this device has is still shown. @param {string} why */
  #lose(why) {
    this.#lost = why;
    this.render();
  }

  /** All possible scores, as buttons that work offline too. @param {View} view */
  async #fetchScores({ settings }) {
    if (this.#queue.scores.length) return;
    const path = /** @type {const} */ (`/api/scores?free_giving=${settings.free_giving}`);
    this.#queue.keepScores((await (this.#isHere ? getHere(path) : get(path, LONG))).scores);
    this.render();
  }

  /** @param {News} news */
  #take({ view, me = this.#me, events }) {
    const isOnline = (/** @type {{event: string}[]} */ news) => news.some(({ event }) => event === "online");
    if (this.#isHere && isOnline(events)) return void goOnline(this.parameter);
    this.#lost = "";
    this.#me = me;
    this.#view = view;
    this.#queue.saw(view, me);
    knowScores(view.settings.free_giving, this.#queue.scores.flatMap(({ points, bonus, gifts }) => gifts.map((gift) => /** @type {const} */ ([points, bonus, gift]))));
    this.render();
  }

  /** @param {boolean} connected */
  #connection(connected) {
    const back = connected && !this.#connected;
    this.#connected = connected;
    if (back) this.#prepare();
    else this.render();
  }

  /** The pad with what is entered here, handed in or not. */
  #situation() {
    const view = /** @type {View} */ (this.#view);
    const pad = view.pad && laidOver(view, view.pad, this.#queue.entries);
    // With a network, the server says so in a moment, and can then review the game.
    const isEnd = this.#wasOver === true || !this.#connected || !this.#waiting;
    return new PadSituation({ ...view, pad }, this.#me, Boolean(pad?.winners) && isEnd);
  }

  /** How many entries are not handed in yet. */
  get #waiting() {
    return this.#queue.entries.filter(({ refused }) => !refused).length;
  }

  /** The turn to enter next. @returns {PadTurn} */
  #next() {
    const { pad } = this.#situation();
    return pad.turns[pad.round - 1][pad.active ?? 0];
  }

  /** @param {PadTurn} turn @param {Entered} entered */
  #enter(turn, entered) {
    const { seats } = /** @type {View} */ (this.#view);
    announce(`${say("web.pad.turn-of", { round: turn.round, player: String(seats[turn.seat].name) })}: ${boxesWords(entered.boxes)}`);
    this.#enteredAt = performance.now();
    this.#offersDice = false;
    this.#queue.add(turn, entered);
    this.render();
    this.#heading.focus({ preventScroll: true });
  }

  /** @param {PadTurn} turn @returns {PadContext} */
  #context(turn) {
    const { view } = this.#situation();
    return {
      turn,
      view,
      scores: this.#queue.scores,
      hints: view.settings.hints !== "off",
      name: (seat) => String(view.seats[seat].name),
      hint: (faces, rolls, asked) => this.#hint(view, { round: turn.round, seat: turn.seat, faces: faces.join(), rolls, asked }),
    };
  }

  /** @param {View} view @param {{round: number, seat: number, faces: string, rolls: number, asked: boolean}} question */
  async #hint(view, question) {
    const { round, seat, faces, rolls, asked } = question;
    const path = /** @type {const} */ (`/api/tables/${this.parameter}/pad-hint?round=${round}&seat=${seat}&faces=${faces}&rolls=${rolls}&asked=${asked}`);
    return (await workedOutHere(this.parameter, ({ padHintHere }) => padHintHere(view, question))) ?? get(path);
  }

  #correct = (/** @type {PadTurn} */ turn) => openCorrection(this.#context(turn), (entered) => this.#enter(turn, entered));

  render() {
    if (!this.isConnected) return;
    if (!this.#view?.pad) return void fill(this, h("h1", { class: "waiting-words" }, this.#lost || say("web.table.loading")));
    const situation = this.#situation();
    const { pad, over, watching } = situation;
    const name = (/** @type {number} */ seat) => situation.name(seat);
    const entering = !over && !watching && pad.active !== null;
    if (!this.#page.isConnected) fill(this, h("h1", { class: "unseen" }, say("web.pad.title")), this.#page);
    refill(this.#glance, glance(pad, name));
    refill(this.#giving, giving(pad, name), this.#enlarge());
    // The end says who won, and who got the charity bonus.
    this.#glance.hidden = this.#giving.hidden = over;
    refill(this.#notes, this.#notesOf(situation));
    this.#entry.hidden = !entering;
    if (entering) this.#offer(this.#next(), name);
    refill(this.#rounds, h("h2", {}, say("web.pad.rounds")), roundsTable(pad, name, watching ? null : this.#correct));
    this.#showEnd(situation);
    this.#sheets.update(situation);
    this.#page.classList.toggle("large", this.#large && !over);
    setBarCentre(over ? homeLink() : say("web.table.round", { round: pad.round, rounds: pad.rounds }));
    setBarMenu(this.#menu(situation));
    Object.assign(this.dataset, { stage: this.#view.stage, seq: String(this.#view.seq), waiting: String(this.#waiting), connected: String(this.#connected) });
  }

  /** @param {PadTurn} turn @param {(seat: number) => string} name */
  #offer(turn, name) {
    refill(this.#heading, h("b", {}, named(name(turn.seat))), " ", h("small", {}, say("web.pad.gift-to", { player: name(turn.recipient) })));
    this.#panel.update(this.#context(turn));
  }

  /** @param {PadSituation} situation */
  #showEnd(situation) {
    if (situation.over) {
      this.#end.update(situation);
      if (!this.#end.element.isConnected) this.#page.prepend(this.#end.element);
      if (this.#wasOver === false) this.#end.celebrate();
    } else this.#end.element.remove();
    this.#wasOver = situation.over;
  }

  #enlarge() {
    const click = () => {
      this.#large = !this.#large;
      this.render();
      scrollTo({ top: 0 });
    };
    return h("button", { class: "button quiet enlarge", type: "button", "aria-pressed": String(this.#large), data: { action: "enlarge" }, on: { click } }, say("web.pad.large"));
  }

  /** The notices: no network, refused entries, two that differ, complaints about the last turns. @param {PadSituation} situation */
  #notesOf(situation) {
    const { pad, watching } = situation;
    const name = (/** @type {number} */ seat) => situation.name(seat);
    const waiting = this.#waiting;
    const turns = pad.turns.flat();
    const last = turns.filter(({ boxes }) => boxes).at(-1);
    const join = joining(situation.view, watching);
    return [
      this.#lost && this.#note("gone", this.#lost),
      join && this.#note("joining", join.words, join.buttons),
      this.#connected || !waiting ? (this.#connected ? null : this.#note("offline", say("web.pad.offline"))) : this.#note("offline", say("web.pad.kept", { count: waiting })),
      this.#queue.entries.filter(({ refused }) => refused).map(({ entry, round, seat, refused }) =>
        this.#note("refused", `${say("web.pad.turn-of", { round, player: name(seat) })}: ${refused}`, [
          this.#button("change", () => this.#correct(pad.turns[round - 1][seat])),
          this.#button("drop", () => this.#drop(entry)),
        ]),
      ),
      watching ? [] : turns.filter(({ rivals }) => rivals.length).map((turn) => this.#choice(turn, name)),
      last && !watching ? this.#question(last, complaintsOf(last, name)) : null,
      this.#offersDice ? this.#diceOffer() : null,
    ];
  }

  /** @param {string} kind @param {string} words @param {HTMLElement | HTMLElement[]} [buttons] */
  #note = (kind, words, buttons = []) => h("div", { class: `pad-note ${kind}` }, h("p", {}, words), h("div", { class: "note-buttons" }, buttons));

  /** @param {string} action @param {() => void} click */
  #button = (action, click, words = say(`web.pad.${action}`)) => h("button", { class: "button plain", type: "button", data: { action }, on: { click } }, words);

  /** The complaints about a turn, which is kept or changed. @param {PadTurn} turn @param {string[]} complaints */
  #question(turn, complaints) {
    if (!complaints.length) return null;
    const keep = () => {
      const dice = asksForDice(turn);
      this.#enter(turn, asItIs(turn));
      this.#offersDice = dice;
      this.render();
    };
    return this.#note("complaint", complaints.join(" "), [this.#button("keep", keep, keepingWords(turn)), this.#button("change", () => this.#correct(turn))]);
  }

  /** Dice that were entered once are known to every pad. */
  #diceOffer() {
    const close = () => {
      this.#offersDice = false;
      this.render();
      this.#heading.focus({ preventScroll: true });
    };
    const link = h("a", { class: "button plain", href: "/my-dice#enter", data: { action: "my-dice" } }, say("web.my-dice.title"));
    return this.#note("offer", say("web.pad.other-dice"), [link, this.#button("close-offer", close, say("web.close"))]);
  }

  /** @param {string} entry */
  #drop(entry) {
    this.#queue.drop(entry);
    this.render();
  }

  /** Two entries differ: a choice between them. @param {PadTurn} turn @param {(seat: number) => string} name */
  #choice(turn, name) {
    const pick = (/** @type {TracedEntry} */ { entry, value, boxes, holder }) => {
      const by = this.#view?.seats.filter((seat) => seat.holder === holder).map((seat) => seat.name).join(", ");
      const words = `${boxesWords(boxes)}${by ? ` (${by})` : ""}`;
      return h("button", { class: "button plain", type: "button", data: { action: "choose", entry }, on: { click: () => this.#enter(turn, { value, boxes }) } }, words);
    };
    return this.#note("conflict", `${say("web.pad.turn-of", { round: turn.round, player: name(turn.seat) })}: ${say("web.pad.conflict")}`, turn.rivals.map(pick));
  }

  /** @param {PadSituation} situation @returns {MenuEntry[]} */
  #menu(situation) {
    const save = () => saveFrom(`/api/tables/${this.parameter}/record`, `charidice-${this.parameter}.json`);
    /** @type {MenuEntry} */
    const people = { label: say("web.table.people"), drawing: "people", action: () => void invite({ table: this.parameter, view: situation.view, me: this.#me }) };
    /** @type {MenuEntry} */
    const online = { label: say("web.pad.online"), drawing: "share", action: () => void offerPad(this.parameter) };
    return [
      { label: say("web.table.sheets"), drawing: "pad", action: () => void this.#sheets.open(situation, situation.pad.active ?? 0) },
      ...(this.#isHere ? (CONSTANTS.site ? [] : [online]) : [people]),
      { label: say("web.table.save-record"), drawing: "save", action: save },
      { label: say("web.table.help"), drawing: "help", action: () => void openPadHelp() },
    ];
  }
}

customElements.define("pad-screen", PadScreen);
