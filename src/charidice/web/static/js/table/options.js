/** All scoring options for the dice on the table: grouped, best sum first, dominated ones collapsed. */

import { fill, h, refill } from "../lib/dom.js";
import { optionRow } from "./option-row.js";
import { optionKey } from "../parts/situation.js";
import { say, sayNodes } from "../lib/text.js";

/** @import { OptionView } from "../wire.d.ts" */
/** @import { Confirmation, OptionListeners } from "./option-row.js" */
/** @import { Situation } from "../parts/situation.js" */

/** @type {OptionView["group"][]} */
const GROUPS = ["colour", "colours"];

export class Options {
  /** @type {Map<string, ReturnType<typeof optionRow>>} */
  #rows = new Map();
  #shown = "";
  #unfolded = false;
  #listeners;

  /** @param {OptionListeners} listeners */
  constructor(listeners) {
    this.#listeners = listeners;
    this.heading = h("h2", { tabindex: "-1" });
    this.note = h("p", { class: "goes-to" });
    this.list = h("div", { class: "ways" });
    this.more = h("button", { class: "more", type: "button", on: { click: () => this.#unfold() } });
    this.folded = h("div", { class: "ways folded" });
    this.element = h("div", { class: "options" }, h("div", { class: "options-head" }, this.heading, this.note), this.list, this.more, this.folded);
  }

  /**
   * @param {Situation} situation
   * @param {{chosen: string | null, confirm: Confirmation | null, last: Node | null}} turn the chosen option, how it is confirmed,
   *   and what to show before the first roll
   */
  update(situation, { chosen, confirm, last }) {
    const { game } = situation;
    this.element.hidden = false;
    refill(this.heading, heading(situation));
    refill(this.note, game.faces.length ? sayNodes("web.table.gift-to", { name: situation.who(game.recipient) }) : null);
    const keys = game.faces.join("") + game.options.map(optionKey).join(" ");
    if (keys !== this.#shown) this.#rebuild(game.options, keys);
    if (!game.faces.length) refill(this.list, last);
    for (const option of game.options) {
      const key = optionKey(option);
      this.#rows.get(key)?.update(option, situation, key === chosen ? confirm : null);
    }
    this.#showFold(game.options.filter(({ folded }) => folded).length);
  }

  /** The visible options, in order. */
  get order() {
    return /** @type {HTMLElement[]} */ ([...this.element.querySelectorAll("button.way")]).filter((button) => !button.closest("[hidden]"));
  }

  /** @param {string} key */
  row(key) {
    return this.#rows.get(key);
  }

  /** @param {OptionView[]} options @param {string} keys */
  #rebuild(options, keys) {
    this.#shown = keys;
    this.#unfolded = false;
    this.#rows = new Map(options.map((option) => [optionKey(option), optionRow(this.#listeners)]));
    fill(this.list, this.#groups(options.filter((option) => !option.folded)));
    fill(this.folded, this.#groups(options.filter((option) => option.folded)));
    this.element.scrollTop = 0;
  }

  /** Groups the options, the group with the best sum first; within a group the server's order stays. @param {OptionView[]} options */
  #groups(options) {
    const best = (/** @type {OptionView["group"]} */ group) => options.findIndex((option) => option.group === group);
    const present = GROUPS.filter((group) => best(group) >= 0).sort((a, b) => best(a) - best(b));
    return present.map((group) =>
      h(
        "section",
        { class: "group" },
        h("h3", { data: { group } }),
        h("ul", {}, options.filter((option) => option.group === group).map((option) => this.#rows.get(optionKey(option))?.element)),
      ),
    );
  }

  #unfold() {
    this.#unfolded = !this.#unfolded;
    this.#showFold(this.folded.querySelectorAll("button.way").length);
  }

  /** @param {number} count */
  #showFold(count) {
    for (const title of /** @type {NodeListOf<HTMLElement>} */ (this.element.querySelectorAll("h3[data-group]"))) refill(title, say(`web.table.group.${title.dataset.group}`));
    this.more.hidden = !count;
    this.folded.hidden = !this.#unfolded || !count;
    this.more.setAttribute("aria-expanded", String(this.#unfolded));
    if (count) refill(this.more, say(this.#unfolded ? "web.table.fewer" : "web.table.more", { count }));
  }
}

/** @param {Situation} situation */
function heading(situation) {
  const { game } = situation;
  if (!game.faces.length) return say("web.table.before-roll");
  if (!situation.myTurn) return sayNodes("web.table.ways-of", { name: situation.who(game.active) });
  return say(situation.canScore && !game.rolls_left ? "web.table.score-one" : "web.table.score-now");
}
