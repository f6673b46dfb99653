/** The previous turns' results, for those who looked away: the last one in the options' place until the first roll, more in a dialog. */

import { openDialog } from "../lib/dialogs.js";
import { fill, h } from "../lib/dom.js";
import { adds, minis } from "./option-row.js";
import { tableIcon, twice } from "../parts/table-icons.js";
import { say, sayNodes } from "../lib/text.js";

/** @import { Chronicle, TurnTaken } from "./chronicle.js" */
/** @import { Situation } from "../parts/situation.js" */

/** How many rounds the dialog shows. */
const ROUNDS = 3;

/** @param {TurnTaken | null} turn @param {Situation} situation @returns {Node} */
export function lastTurn(turn, situation) {
  if (!turn) return h("p", { class: "soft empty-note" }, say("web.table.first-turn"));
  return h("div", { class: "last-turn" }, h("h3", {}, sayNodes("web.table.last-turn", { name: situation.who(turn.seat) })), result(turn, situation));
}

/** @param {TurnTaken} turn @param {Situation} situation */
function result({ seat, faces, given, points, bonus, gift, asked }, situation) {
  const other = situation.who(situation.view.seats[seat].recipient);
  const worth = say("points", { count: gift });
  const gave = gift ? sayNodes("web.table.gave-to", { points: worth, name: other }) : sayNodes("event.gave-nothing", { other });
  return [
    h("div", { class: "line" }, minis(faces, false), adds(points, bonus)),
    h("p", { class: "gives" }, asked ? twice() : tableIcon("gift"), minis(given, false), h("span", {}, gave)),
  ];
}

/** The turns of the last rounds, the newest first. */
export class TurnsDialog {
  #chronicle;
  /** @type {HTMLElement | null} */
  #list = null;
  #shown = 0;

  /** @param {Chronicle} chronicle */
  constructor(chronicle) {
    this.#chronicle = chronicle;
  }

  /** @param {Situation} situation */
  update(situation) {
    const { turns } = this.#chronicle;
    if (!this.#list || turns.length === this.#shown) return;
    this.#shown = turns.length;
    const players = situation.view.seats.length;
    const turn = (/** @type {TurnTaken} */ taken, /** @type {number} */ number) => {
      const round = say("web.table.round", { round: Math.floor(number / players) + 1, rounds: situation.game.rounds });
      return h("li", { class: "last-turn" }, h("h3", {}, situation.bdi(taken.seat), " ", situation.youTag(taken.seat), ` · ${round}`), result(taken, situation));
    };
    const rows = turns.map(turn).slice(-ROUNDS * players).reverse();
    fill(this.#list, rows.length ? rows : h("li", {}, say("web.table.turns.none")));
  }

  /** @param {Situation} situation */
  async open(situation) {
    if (this.#list) return;
    this.#list = h("ol", { class: "turns", tabindex: "0", "aria-label": say("web.table.turns") });
    this.#shown = -1;
    this.update(situation);
    await openDialog(say("web.table.turns"), () => this.#list);
    this.#list = null;
  }
}
