/** Hints in stages, from a nudge to the move and its reason, each on request. */

import { announce } from "../lib/announcer.js";
import { get, LONG, messageOf } from "../lib/api.js";
import { fill, h, setStyle, toast } from "../lib/dom.js";
import { minis } from "./option-row.js";
import { tableIcon } from "../parts/table-icons.js";
import { workedOutHere } from "../shell/here.js";
import { say, sayNodes } from "../lib/text.js";

/** @import { Refusal } from "../lib/api.js" */
/** @import { BriefView, ChanceView, HintView, View } from "../wire.d.ts" */

/** The indexes of the stage that names the move and of the last one, which gives its reason. */
const MOVE = 2;
const REASON = 3;

export class Hints {
  #table;
  #light;
  #shut;
  /** @type {string[]} */
  #faces = [];
  /** @type {HintView | null} */
  #advice = null;
  #stage = 0;
  #asking = false;
  /** Incremented when a hint becomes stale, so that a late response is ignored. */
  #moment = 0;

  /**
   * @param {string} table
   * @param {{light: (dice: number[]) => void, follow: (advice: HintView) => void, shut: () => void}} listeners highlight a hint's
   *   dice, prepare its move, and note that it is closed unused
   */
  constructor(table, { light, follow, shut }) {
    this.#table = table;
    this.#light = light;
    this.#shut = shut;
    this.text = h("div", { class: "hint-text" });
    this.reason = h("div", { class: "hint-reason" });
    this.follow = h("button", { class: "button primary", type: "button", data: { action: "hint-follow" }, on: { click: () => this.#advice && follow(this.#advice) } });
    this.more = h("button", { class: "button plain", type: "button", data: { action: "hint-more" } });
    this.shut = h("button", { class: "button plain shut", type: "button", data: { action: "hint-shut" } }, "✕");
    this.element = h("section", { class: "hint", hidden: true }, tableIcon("hint"), this.text, this.shut, this.reason, h("div", { class: "hint-buttons" }, this.follow, this.more));
    this.shut.addEventListener("click", () => this.close());
  }

  /** Shows the first stage, or the next one. @param {number | undefined} seat @param {View} view */
  async ask(seat, view) {
    if (seat === undefined || this.#asking) return;
    this.#faces = view.game?.faces ?? [];
    this.more.onclick = () => this.ask(seat, view);
    if (this.#advice) {
      this.#stage = Math.min(this.#stage + 1, this.#advice.stages.length - 1);
      this.#show(this.#advice);
      return;
    }
    this.#asking = true;
    const moment = this.#moment;
    try {
      const advice = (await workedOutHere(this.#table, ({ hintHere }) => hintHere(view, seat))) ?? (await get(`/api/tables/${this.#table}/hint?seat=${seat}`, LONG));
      if (moment !== this.#moment) return;
      this.#advice = advice;
      this.#stage = 0;
      this.#show(advice);
    } catch (error) {
      toast([messageOf(error), /** @type {Refusal} */ (error).button?.(() => this.ask(seat, view))]);
    } finally {
      this.#asking = false;
    }
  }

  /** The player has read enough. */
  close() {
    this.clear();
    this.#shut();
  }

  /** Removes the hint once the situation it was about has changed. */
  clear() {
    this.#moment++;
    if (!this.#advice) return;
    this.#advice = null;
    this.element.hidden = true;
    this.#light([]);
  }

  /** @param {HintView} advice */
  #show(advice) {
    const { stages, dice, action } = advice;
    const brief = this.#stage === REASON ? advice.brief : null;
    this.element.hidden = false;
    this.element.setAttribute("aria-label", say("web.table.hint"));
    fill(this.text, brief ? h("p", {}, this.#move(advice)) : stages.slice(0, this.#stage + 1).map((stage) => h("p", {}, stage)));
    fill(this.reason, brief && reasonOf(brief));
    this.reason.hidden = !brief;
    const doing = action?.keep?.length ? "keep" : action?.action === "score" || action?.action === "stop" ? "choose" : null;
    this.follow.hidden = !doing || this.#stage < MOVE;
    if (doing) this.follow.textContent = say(`web.table.hint-${doing}`);
    this.more.textContent = say("web.table.hint-more");
    this.more.hidden = this.#stage >= stages.length - 1;
    this.shut.setAttribute("aria-label", say("web.close"));
    this.#light(this.#stage > 0 ? dice : []);
    announce(brief ? spoken(brief) : stages[this.#stage]);
    this.element.scrollIntoView({ block: "nearest" });
  }

  /** The move with its dice; whether to ask for the greatest of gifts involves none. @param {HintView} advice */
  #move({ stages, dice, action }) {
    if (!dice.length || !action || !["roll", "score", "stop"].includes(action.action)) return stages[MOVE];
    const key = action.action === "roll" ? "keep" : action.action;
    return sayNodes(`coach.move.${key}`, { faces: minis(dice.map((die) => this.#faces[die]), false) });
  }
}

/** The reason for a move: two lines, and the probabilities as bars. @param {BriefView} brief */
const reasonOf = ({ lines, chances }) => [
  lines.map((line) => h("p", {}, line)),
  chances.length ? h("ul", { class: "chances" }, chances.map(bar)) : null,
];

/** @param {BriefView} brief */
const spoken = ({ lines, chances }) => [...lines, ...chances.map(({ label, percent }) => `${label}: ${percent}.`)].join(" ");

/** @param {ChanceView} chance */
const bar = ({ label, share, percent }) => setStyle(h("li", {}, h("span", {}, label), h("b", {}, percent)), { "--share": share });
