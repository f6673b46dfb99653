/** The table screen: lobby, game and end; queues live updates until each animation has finished. */

import { announce } from "../lib/announcer.js";
import { isHere, messageOf } from "../lib/api.js";
import { setBarCentre, setBarHelp, setBarMenu } from "../shell/bar.js";
import { Chronicle } from "./chronicle.js";
import { openFrom } from "../lib/dialogs.js";
import { byId, fill, h, refill, toast } from "../lib/dom.js";
import { homeLink } from "../end/end.js";
import { tooLate } from "./greatest-gift.js";
import { Keyboard } from "./keyboard.js";
import { Live } from "../parts/live.js";
import { arrive, invitedTooLate, lobby } from "./lobby.js";
import { saveFrom } from "../parts/files.js";
import { fly, pack } from "../parts/motion.js";
import { Moves } from "./moves.js";
import { Play } from "./play.js";
import { reactionButton, showReaction } from "./reactions.js";
import { addressOf } from "../shell/new-tables.js";
import { go, Screen } from "../shell/router.js";
import { isHost, Situation } from "../parts/situation.js";
import { rattle } from "../lib/sound.js";
import { CONSTANTS, promiseOf } from "../lib/settings.js";
import { giftBox } from "../parts/table-icons.js";
import { language, say, sayNodes } from "../lib/text.js";
import { TurnSignal } from "./turn-signal.js";
import { closeTutorial } from "../parts/tutorial-dialog.js";
import { reveal, revealAtRematch } from "../lib/words.js";

/** @import { Children, MenuEntry, News } from "../types.d.ts" */
/** @import { GameView, PresenceMessage, ScoredEvent, TableEvent, View } from "../wire.d.ts" */

/** After more events than this at once, the user was away: no animations. */
const FEW = 3;

const openHelp = () => openFrom(() => import("./help-dialog.js"), (dialog) => dialog.openHelp());

/** @param {(going: typeof import("./going-online.js")) => unknown} open */
const goingOnline = (open) => openFrom(() => import("./going-online.js"), open);

class TableScreen extends Screen {
  #moves = new Moves(this.parameter, { take: (news) => this.#live.take(news), changed: () => this.#changed() });
  #live = new Live(this.parameter, {
    onUpdate: (news) => this.#arrived(news),
    onWait: (time) => {
      this.#moves.await(time);
      this.#changed();
    },
    onReaction: (reaction) => this.#view && showReaction(reaction, new Situation(this.#view, this.#me)),
    onPresence: (presence) => this.#present(presence),
    onConnection: (trouble) => {
      this.#away = trouble;
      this.#changed();
    },
    onGone: () => this.#lose(say("web.table.gone")),
  });
  #chronicle = new Chronicle();
  #signal = new TurnSignal();
  /** @type {Keyboard | null} */
  #keyboard = null;
  /** @type {Play | null} */
  #play = null;
  /** @type {News[]} */
  #queue = [];
  #draining = false;
  /** @type {View | null} */
  #view = null;
  /** @type {number | null} */
  #me = null;
  /** Why there is no connection. @type {Children} */
  #away = "";
  /** The error that says why there is no such table. */
  #lost = "";

  entered() {
    this.#live.open().catch((error) => this.#lose(messageOf(error)));
    arrive(this.parameter);
  }

  left() {
    this.#live.close();
    this.#moves.close();
    this.#keyboard?.close();
    this.#signal.clear();
  }

  /** Shows why there is no such table. @param {string} why */
  #lose(why) {
    this.#lost = why;
    this.#live.close();
    this.render();
  }

  /** @param {News} news */
  #arrived(news) {
    const isOnline = (/** @type {{event: string}[]} */ events) => events.some(({ event }) => event === "online");
    if (isOnline(news.events)) return goingOnline((going) => going.followOnline(this.parameter, news.view));
    this.#addWords(news);
    this.#queue.push(news);
    if (!this.#draining) this.#drain();
  }

  /** Adds this browser's words to the dice of a game that is starting, here or as the rematch. @param {News} news */
  async #addWords({ me = this.#me, events, view }) {
    const rematch = events.find((event) => event.event === "rematch");
    if (me !== null && rematch?.event === "rematch") await revealAtRematch(this.parameter, rematch.table);
    const update = await reveal(this.parameter, { view, me });
    if (update) this.#live.take(update);
  }

  /** A game has started without the words of a seat. @param {Situation} situation @param {number} seat */
  #missingWords(situation, seat) {
    const isMine = situation.view.seats[seat].holder === this.#me;
    const code = isMine && promiseOf(situation.view.table)?.words ? "words-left-out" : "withheld";
    return say(`web.table.event.${code}`, { player: situation.who(seat) });
  }

  /** Shows queued updates one by one, each after the animations of the one before. */
  async #drain() {
    this.#draining = true;
    try {
      for (let news = this.#queue.shift(); news && this.isConnected; news = this.#queue.shift()) await this.#show(news);
    } finally {
      this.#draining = false;
    }
    if (this.isConnected) this.#changed();
  }

  /** @param {News} news */
  async #show({ me, events, view }) {
    const before = this.#view;
    if (me !== undefined) this.#me = me;
    const situation = new Situation(view, this.#me);
    const words = events.map((event) => this.#chronicle.add(event, situation)).filter((sentence) => sentence !== null);
    this.#moves.see(situation, events);
    if (this.#play && before?.game && events.length && events.length <= FEW && !this.#queue.length) {
      this.#mark();
      for (const event of events) await this.#perform(this.#play, event, before.game);
    }
    if (before?.game && this.#play?.felt.gift.considering && !situation.canAsk && !situation.game.asked) toast(tooLate(events, view, before.game.recipient));
    this.#view = view;
    if (this.#play && events.some(({ event }) => event === "rolled") && situation.canRoll) this.#play.settle();
    this.render();
    if (!before) return;
    // A message about the last turn would cover the buttons of the end.
    if (view.stage === "over" && before.stage !== "over") byId("toasts").replaceChildren();
    this.#tellRemoved(before, events);
    if (!view.game) return;
    for (const sentence of words) announce(sentence);
    const started = events.find((event) => event.event === "started");
    for (const seat of started?.withheld ?? []) toast(this.#missingWords(situation, seat));
    this.#tellTurn(before, situation);
    this.#tellUndone(before, situation, events);
    this.#tellMayAsk(before, situation);
    const offered = situation.over && situation.othersPlay && !this.#play?.end.opening;
    if (offered && events.some(({ event }) => event === "rematch")) toast(say("web.table.rematch-offered"));
  }

  /** @param {Play} play @param {TableEvent} event @param {GameView} before */
  async #perform(play, event, before) {
    if (event.event === "rolled") {
      rattle(6 - event.keep.length);
      await play.felt.tray.roll(event.faces, event.keep);
    } else if (event.event === "scored") await this.#fliesOff(play, event, before);
  }

  /** Moves the points to the active player's sheet and the gift's box to the neighbour's card. @param {Play} play @param {ScoredEvent} event @param {GameView} before */
  async #fliesOff(play, { seat, dice, points, bonus, gift }, before) {
    const { seats, settings } = play.situation.view;
    if (seats[seat].bot && settings.speed !== "fast" && (await play.mark(dice))) return;
    const other = (seat + 1) % before.sheets.length;
    const round = before.sheets[seat].points.length + 1;
    const cell = play.sheets.sheet(seat).cell("points", round);
    const written = cell?.offsetParent && inView(cell) ? cell : play.seats.card(seat);
    const card = play.seats.card(seat);
    const scored = () => fly(h("b", { class: "flying-points" }, `+${points + bonus}`), play.felt.tray.place(dice[0]), written);
    if (!gift) return scored();
    const box = () => h("span", { class: `flying-gift ${before.asked ? "greatest" : ""}` }, giftBox(), h("b", {}, String(gift)));
    const { skipped, unpack } = await pack(play.felt.tray.others(dice), box(), card);
    if (!skipped) await Promise.all([scored(), fly(box(), card, play.seats.card(other), true)]);
    unpack();
  }

  /** @param {View} before @param {Situation} situation */
  #tellTurn(before, situation) {
    const { game } = situation;
    if (situation.over) return;
    const changed = before.game?.active !== game.active || before.game.round !== game.round;
    if (changed) announce(situation.myTurn && !situation.shared ? say("web.table.your-turn") : say("web.table.turn-of", { name: situation.who(game.active) }));
    else if (situation.myTurn && before.game?.rolls !== game.rolls) {
      const best = game.options[0];
      announce(`${say("rolls-left", { count: game.rolls_left })}. ${say("web.table.ways", { count: game.options.length, best: best.total })}`);
    }
  }

  /** Tells a screen reader that the time to ask for the greatest of gifts begins. @param {View} before @param {Situation} situation */
  #tellMayAsk({ game: before }, situation) {
    const { game, recipient } = situation;
    const isNew = before?.active !== game.active || before.round !== game.round || before.rolls !== game.rolls;
    if (!isNew || !situation.canAsk || game.passed) return;
    const values = { player: situation.who(recipient), count: Math.ceil(this.#moves.waiting / 1000) };
    announce(say(values.count ? "web.table.may-ask.time" : "web.table.may-ask", values));
  }

  /** Tells a player whose turn was taken away by an undo. @param {View} before @param {Situation} situation @param {TableEvent[]} events */
  #tellUndone(before, situation, events) {
    const undone = events.find((event) => event.event === "undone");
    if (undone?.event !== "undone" || situation.myTurn || !before.game || !new Situation(before, this.#me).myTurn) return;
    toast(sayNodes("web.table.turn-taken-back", { name: situation.bdi(undone.seat) }));
  }

  /** Tells a player that the host removed them. @param {View} before @param {TableEvent[]} events */
  #tellRemoved({ seats }, events) {
    if (events.some((event) => event.event === "left" && seats[event.seat].holder === this.#me && event.by !== this.#me)) toast(say("web.lobby.removed"));
  }

  /** Handles a presence heartbeat; re-renders only on a change. @param {PresenceMessage} presence */
  #present({ seats, hosts }) {
    const view = this.#view;
    if (!view || seats.length !== view.seats.length) return;
    const shown = () => JSON.stringify([view.seats, view.hosts]);
    const before = shown();
    for (const seat of view.seats) Object.assign(seat, seats[seat.seat]);
    view.hosts = hosts;
    if (shown() !== before) this.#changed();
  }

  #changed() {
    if (this.#view) this.render();
    else this.#mark();
  }

  render() {
    if (this.#lost) return this.#showLost();
    if (!this.#view) fill(this, h("h1", { class: "waiting-words" }, say("web.table.loading")), this.#banner());
    else if (this.#view.stage === "lobby") this.#showLobby(this.#view);
    else if (this.#refuseLate(this.#view)) return;
    else if (this.#view.settings.pad) go(`${addressOf(this.parameter, true)}${location.hash}`, { replace: true });
    else this.#showPlay(new Situation(this.#view, this.#me));
  }

  /** Whether somebody's invitation came too late, which is said first. @param {View} view */
  #refuseLate(view) {
    const words = view.settings.pad ? null : invitedTooLate(view, this.#me);
    if (words && !this.querySelector(".too-late")) fill(this, words, this.#banner());
    if (words) this.#mark();
    return words !== null;
  }

  #showLost() {
    setBarCentre(null);
    const home = h("a", { class: "button primary", href: "/" }, say("web.table.home"));
    const words = h("section", { class: "paper missing" }, h("h1", {}, say("web.table.lost")), h("p", {}, this.#lost), home);
    fill(this, h("div", { class: "page" }, words));
  }

  #lobby = h("div", { class: "lobby page" });
  /** @param {View} view */
  #showLobby(view) {
    this.#play = null;
    setBarCentre(null);
    if (!this.#lobby.isConnected) fill(this, this.#lobby, this.#banner());
    lobby(this.#lobby, { view, me: this.#me, table: this.parameter, take: (update) => this.#live.take(update) });
    this.#mark();
  }

  /** @param {Situation} situation */
  #showPlay(situation) {
    const wasOver = this.#play?.situation.over;
    const play = (this.#play ??= this.#build(situation));
    play.update(situation, this.#draining);
    this.#showReactions(play, situation);
    setBarCentre(situation.over ? homeLink() : roundOf(situation.game));
    setBarMenu(this.#menu(play, situation));
    this.#signal.update(situation, wasOver !== undefined && !play.end.opening);
    if (situation.over && wasOver === false) {
      play.end.celebrate();
      scrollTo(0, 0);
    }
    this.#mark();
  }

  /** @param {Situation} situation */
  #build(situation) {
    const play = new Play(this.parameter, situation, { moves: this.#moves, chronicle: this.#chronicle, changed: () => this.#changed(), take: (update) => this.#live.take(update) });
    closeTutorial();
    fill(this, play.element, this.#banner());
    setBarHelp(openHelp);
    this.#keyboard?.close();
    this.#keyboard = new Keyboard({
      tap: (die) => play.tap(die),
      roll: () => play.roll(),
      confirm: () => play.confirm(),
      move: (step) => play.step(step),
      back: () => play.back(),
      ask: () => play.ask(),
      hint: () => play.hint(),
      undo: () => play.undo(),
      sheets: () => play.openSheets(),
      help: openHelp,
    });
    return play;
  }

  #reacting = "";
  /** Reactions are shown only when somebody plays on another device. @param {Play} play @param {Situation} situation */
  #showReactions(play, { mine, othersPlay, view }) {
    const seats = othersPlay ? mine.map((seat) => view.seats[seat]) : [];
    const key = `${language()} ${othersPlay ? mine : ""}`;
    if (this.#reacting === key) return;
    this.#reacting = key;
    play.felt.tools.querySelector(".reacting")?.remove();
    if (seats.length) play.felt.tools.append(h("div", { class: "reacting" }, reactionButton({ table: this.parameter, seats })));
  }

  /** @param {View} view */
  #openSettings(view) {
    openFrom(() => import("./settings-dialog.js"), ({ openSettings }) => openSettings(this.parameter, view, (update) => this.#live.take(update)));
  }

  /** @param {View} view @returns {MenuEntry[]} */
  #links(view) {
    const table = this.parameter;
    if (!isHere(table)) return [{ label: say("web.table.people"), drawing: "people", action: () => openFrom(() => import("../parts/invite.js"), ({ invite }) => invite({ table, view, me: this.#me })) }];
    if (CONSTANTS.site || view.stage === "over") return [];
    return [{ label: say("web.pad.online"), drawing: "share", action: () => goingOnline((going) => going.offerGame(table, view)) }];
  }

  /** @param {Play} play @param {Situation} situation @returns {MenuEntry[]} */
  #menu(play, situation) {
    const { view } = situation;
    const save = () => saveFrom(`/api/tables/${this.parameter}/record`, `charidice-${this.parameter}.json`);
    return [
      { label: say("web.table.sheets"), drawing: "pad", action: () => play.openSheets() },
      ...this.#links(view),
      { label: say("web.table.turns"), drawing: "history", action: () => play.openTurns() },
      ...(isHost(view, this.#me) && !situation.over ? [/** @type {const} */ ({ label: say("web.table.settings"), drawing: "speed", action: () => this.#openSettings(view) })] : []),
      { label: say("web.table.save-record"), drawing: "save", action: save },
      { label: say("web.table.help"), drawing: "help", action: openHelp },
    ];
  }

  #words = h("span");
  #notice = h("div", { class: "connection", role: "status", hidden: true }, this.#words);
  #banner() {
    return this.#notice;
  }

  /** Exposes state as attributes, for tests and style sheets. */
  #mark() {
    const trouble = this.#away || this.#moves.trouble;
    this.#notice.hidden = !trouble;
    refill(this.#words, trouble);
    if (!this.#view) return;
    const { stage, seq, game } = this.#view;
    const mine = new Situation(this.#view, this.#me).mine;
    const busy = this.#draining || this.#moves.sending || Boolean(this.#play?.settling);
    Object.assign(this.dataset, { stage, seq: String(seq), active: String(game?.active ?? ""), mine: mine.join(","), busy: String(busy) });
  }
}

/** The round in words, and in figures for a narrow bar. @param {GameView} game */
function roundOf({ round, rounds }) {
  return [h("span", { class: "round" }, say("web.table.round", { round, rounds })), h("span", { class: "round-short", "aria-hidden": "true" }, `${round}/${rounds}`)];
}

/** @param {Element} element */
function inView(element) {
  const { top, bottom } = element.getBoundingClientRect();
  return top >= 0 && bottom <= innerHeight;
}

customElements.define("table-screen", TableScreen);
