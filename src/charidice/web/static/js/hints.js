/** Hints in stages, from a nudge to the move and its reason, each only when it is wanted. */

import { announce } from "./announcer.js";
import { get, Refusal, Unreachable } from "./api.js";
import { toast } from "./dialogs.js";
import { fill, h } from "./dom.js";
import { LONG } from "./patience.js";
import { icon } from "./table-icons.js";
import { say } from "./text.js";

export class Hints {
  #table;
  #light;
  #advice = null;
  #stage = 0;
  #asking = false;

  /** @param {string} table @param {(dice: number[]) => void} light shows the dice that a hint speaks of */
  constructor(table, light) {
    this.#table = table;
    this.#light = light;
    this.text = h("div", { class: "hint-text" });
    this.more = h("button", { class: "button plain", type: "button", data: { action: "hint-more" } });
    this.shut = h("button", { class: "button plain shut", type: "button", data: { action: "hint-shut" } }, "✕");
    this.element = h("section", { class: "hint", hidden: true }, icon("hint"), this.text, h("div", { class: "hint-buttons" }, this.more, this.shut));
    this.shut.addEventListener("click", () => this.clear());
  }

  /** The first stage, or one more. */
  async ask(seat) {
    if (seat === undefined || this.#asking) return;
    this.more.onclick = () => this.ask(seat);
    if (this.#advice) {
      this.#stage = Math.min(this.#stage + 1, this.#advice.stages.length - 1);
      this.#show();
      return;
    }
    this.#asking = true;
    try {
      this.#advice = await get(`/api/tables/${this.#table}/hint?seat=${seat}`, LONG);
      this.#stage = 0;
      this.#show();
    } catch (error) {
      if (!(error instanceof Refusal || error instanceof Unreachable)) throw error;
      toast(error.message);
    } finally {
      this.#asking = false;
    }
  }

  /** A hint is about one moment; when that is over, it goes. */
  clear() {
    if (!this.#advice) return;
    this.#advice = null;
    this.element.hidden = true;
    this.#light([]);
  }

  #show() {
    const { stages, dice } = this.#advice;
    this.element.hidden = false;
    this.element.setAttribute("aria-label", say("web.table.hint"));
    fill(this.text, stages.slice(0, this.#stage + 1).map((stage) => h("p", {}, stage)));
    this.more.textContent = say("web.table.hint-more");
    this.more.hidden = this.#stage >= stages.length - 1;
    this.shut.setAttribute("aria-label", say("web.close"));
    this.#light(this.#stage > 0 ? dice : []);
    announce(stages[this.#stage]);
    this.element.scrollIntoView({ block: "nearest" });
  }
}
