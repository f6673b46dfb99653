/** The felt: the dice, the turn's status, the question for the greatest of gifts, the roll controls. */

import { h, refill } from "../lib/dom.js";
import { askedBanner, GreatestGift } from "./greatest-gift.js";
import { RollControls } from "./roll-controls.js";
import { tableIcon } from "../parts/table-icons.js";
import { say, sayNodes } from "../lib/text.js";
import { Tray } from "./tray.js";

/** @import { Deadline } from "../types.d.ts" */
/** @import { MoveName } from "../wire.d.ts" */
/** @import { Situation } from "../parts/situation.js" */

export class Felt {
  /**
   * @param {{onTap: (die: number) => void, onMode: () => void, onRoll: () => void, onUndo: () => void, onSkip: () => void, onAnswer: (action: MoveName) => void,
   *   onConsider: (considering: boolean) => void, onHint: () => void, onSheets: () => void}} listeners
   */
  constructor(listeners) {
    this.tray = new Tray(listeners.onTap);
    this.controls = new RollControls(listeners);
    this.gift = new GreatestGift(listeners);
    this.#news = h("p", { class: "news" });
    this.#aside = h("div", { class: "aside" });
    this.#cue = h("p", { class: "cue", "aria-hidden": "true" });
    this.hint = tool("hint", listeners.onHint);
    this.sheets = tool("sheets", listeners.onSheets);
    this.pick = tool("pick", listeners.onMode);
    this.tools = h("div", { class: "tools" }, this.hint, this.sheets);
    const notice = h("div", { class: "notice" }, this.#news, this.#aside, this.pick, this.tools);
    this.element = h("div", { class: "felt" }, h("div", { class: "mat" }, this.tray.element, this.#cue), notice, this.controls.element);
  }
  #news;
  #aside;
  #cue;

  /**
   * @param {Situation} situation
   * @param {{held: Set<number>, picked: Set<number> | null, rolling: number, busy: boolean, armed: MoveName | undefined, deadline: Deadline | null, settling: boolean, scoring: boolean}} turn
   */
  update(situation, { held, picked, rolling, busy, armed, deadline, settling, scoring }) {
    const { game } = situation;
    const canTap = (situation.canRoll || picked !== null) && game.rolls > 0 && !busy;
    this.tray.update({ faces: game.faces, held, picked, canTap, layout: situation.view.settings.dice });
    // The question takes the main place if there is nothing else to decide and the dice have been rolled.
    const main = situation.canAsk && game.rolls > 0 && !(situation.canRoll || situation.canScore || situation.canStop);
    const home = main ? this.controls.question : this.#aside;
    if (this.gift.element.parentElement !== home) home.append(this.gift.element);
    this.gift.update(situation, { sending: busy, deadline });
    this.#aside.hidden = main || !situation.canAsk;
    this.#news.hidden = !this.#aside.hidden;
    this.#news.classList.toggle("doubling", game.asked);
    refill(this.#news, newsOf(situation, picked ? null : rolling));
    refill(this.#cue, cueOf(situation));
    this.#cue.hidden = game.faces.length > 0;
    this.controls.update(situation, { dice: rolling, sending: busy, armed: armed === "roll", deadline, settling, asking: main, scoring });
    // Without a roll left a tap on a die is for scoring in any case.
    this.pick.hidden = !situation.canRoll || !(situation.canScore || situation.canStop);
    this.pick.setAttribute("aria-pressed", String(picked !== null));
    this.pick.setAttribute("aria-label", say("web.table.pick"));
    this.pick.title = say("web.table.pick");
    this.hint.hidden = situation.watching || situation.view.settings.hints === "off";
    this.hint.setAttribute("aria-disabled", String(situation.adviceSeat === undefined));
    this.hint.setAttribute("aria-label", say("web.table.hint"));
    this.sheets.setAttribute("aria-label", say("web.table.sheets"));
  }
}

/** @param {"pick" | "hint" | "sheets"} name @param {() => void} action */
const tool = (name, action) => h("button", { class: "button tool", type: "button", data: { action: name }, on: { click: action } }, tableIcon(name));

/** @param {Situation} situation @param {number | null} rolling how many dice a roll would throw; null while a tap is for scoring */
function newsOf(situation, rolling) {
  const { game } = situation;
  if (situation.canRoll && rolling === 0) return h("span", {}, say("web.table.all-held.why"));
  if (game.asked) return askedBanner(situation);
  if (situation.watching && !situation.replaced) return [tableIcon("eye"), h("span", {}, say("web.table.watching"))];
  if (situation.myTurn && game.rolls) return h("span", {}, say(rolling === null ? "web.table.score-some" : "web.table.hold-some"));
  return h("span", {}, sayNodes("web.table.gift-to", { name: situation.who(game.recipient) }));
}

/** The name shown over the dice before a roll: whom to hand the device to, or who plays. @param {Situation} situation */
function cueOf(situation) {
  const name = situation.who(situation.active);
  if (!situation.myTurn) return sayNodes("web.table.turn-of", { name });
  return situation.shared ? sayNodes("web.table.pass-to", { name }) : say("web.table.your-turn");
}
