/** The score sheet, as on the printed pad: four boxes per round, sums, the 2x box, the charity box, the total. */

import { openDialog } from "../lib/dialogs.js";
import { fill, h, refill } from "../lib/dom.js";
import { BOXES, sumOf } from "./boxes.js";
import { CONSTANTS } from "../lib/settings.js";
import { capital, say } from "../lib/text.js";

/** @import { SheetView } from "../wire.d.ts" */
/** @import { Situation } from "./situation.js" */

/** @typedef {typeof BOXES[number]} Box */

/** One player's sheet, updated in place so that it keeps its scroll position. */
class Sheet {
  /** @type {Record<Box, HTMLElement[]>} */
  #boxes = { points: [], bonus: [], received: [], given: [] };

  /** @param {number} seat @param {number} rounds */
  constructor(seat, rounds) {
    this.seat = seat;
    this.#caption = h("caption");
    this.#heads = BOXES.map((box) => h("th", { scope: "col", class: box }));
    this.#rows = Array.from({ length: rounds }, (_, round) => {
      const cells = BOXES.map((box) => h("td", { class: box }));
      for (const [index, box] of BOXES.entries()) this.#boxes[box].push(cells[index]);
      return h("tr", {}, h("th", { scope: "row" }, String(round + 1)), cells);
    });
    this.#sums = BOXES.map((box) => h("td", { class: box }));
    this.#sumHead = h("th", { scope: "row" });
    this.#foot = h("dl", { class: "sheet-foot" });
    const table = h(
      "table",
      {},
      this.#caption,
      h("thead", {}, h("tr", {}, h("td"), this.#heads)),
      h("tbody", {}, this.#rows),
      h("tfoot", {}, h("tr", {}, this.#sumHead, this.#sums)),
    );
    this.element = h("div", { class: "sheet paper" }, table, this.#foot);
  }
  #caption;
  #heads;
  #rows;
  #sums;
  #sumHead;
  #foot;

  /** @param {Situation} situation */
  update(situation) {
    const { game } = situation;
    const sheet = game.sheets[this.seat];
    refill(this.#caption, situation.bdi(this.seat));
    this.element.classList.toggle("active", this.seat === game.active && !situation.over);
    refill(this.#sumHead, h("span", { "aria-hidden": "true" }, "Σ"), h("span", { class: "unseen" }, say("box.sum")));
    for (const [index, box] of BOXES.entries()) {
      refill(this.#heads[index], capital(say(`box.${box}`)));
      refill(this.#sums[index], sheet[box].some((number) => number !== null) ? String(sumOf(sheet[box])) : "");
      for (const [round, cell] of this.#boxes[box].entries()) write(cell, sheet[box][round]);
    }
    for (const [round, row] of this.#rows.entries()) row.classList.toggle("now", round + 1 === game.round && !situation.over);
    refill(this.#foot, this.#ends(sheet));
  }

  /** The cell of a box, as the target of an animation. @param {Box} box @param {number} round */
  cell(box, round) {
    return this.#boxes[box][round - 1];
  }

  /** @param {SheetView} sheet */
  #ends(sheet) {
    const { has_gift: open, result } = sheet;
    const entry = (/** @type {string} */ name, /** @type {string} */ label, /** @type {string} */ value) => h("div", { class: name }, h("dt", {}, capital(label)), h("dd", {}, value));
    const crossed = [h("span", { class: "unseen" }, say(open ? "web.table.gift-open" : "web.table.gift-spent"))];
    return [
      h("div", { class: `gift ${open ? "" : "spent"}` }, h("dt", {}, say("box.gift")), h("dd", {}, crossed)),
      entry("charity", say("box.charity"), result ? String(result.charity) : CONSTANTS.charity.join(" / ")),
      entry("total", say("box.total"), String(result?.total ?? sheet.subtotal)),
    ];
  }
}

/** @param {HTMLElement} cell @param {number | null | undefined} number */
function write(cell, number) {
  const text = String(number ?? "");
  if (cell.textContent === text) return;
  cell.classList.toggle("fresh", text !== "" && cell.dataset.seen === "");
  cell.textContent = text;
  cell.dataset.seen = "";
}

export class Sheets {
  /** @type {Sheet[]} */
  #sheets = [];

  constructor() {
    this.element = h("section", { class: "sheets" });
  }

  /** @param {Situation} situation */
  update(situation) {
    const { view, game } = situation;
    if (this.#sheets.length !== view.seats.length) {
      this.#sheets = view.seats.map((_, seat) => new Sheet(seat, game.rounds));
      this.element.dataset.seats = String(view.seats.length);
      fill(this.element, this.#sheets.map((sheet) => sheet.element));
    }
    this.element.setAttribute("aria-label", say("web.table.sheets"));
    for (const sheet of this.#sheets) sheet.update(situation);
  }

  /** @param {number} seat */
  sheet(seat) {
    return this.#sheets[seat];
  }

  /** Pixels from one sheet to the next in a row that is swiped: the first at its beginning, the last at its end. */
  get #swipe() {
    return (this.element.scrollWidth - this.element.clientWidth) / (this.#sheets.length - 1);
  }

  /** Scrolls sideways only: names and the way out stay in view. @param {number} seat @param {ScrollBehavior} [behavior] */
  swipeTo(seat, behavior) {
    this.element.scrollTo({ left: seat * this.#swipe, behavior });
  }

  /** The seat of the sheet that was swiped to. */
  get swipedTo() {
    return Math.round(this.element.scrollLeft / this.#swipe);
  }
}

/** The sheets in a dialog, to swipe through, where the table has no room for them. */
export class SheetsDialog {
  /** @type {Sheets | null} */
  #sheets = null;

  /** @param {Situation} situation */
  update(situation) {
    this.#sheets?.update(situation);
  }

  /** @param {Situation} situation @param {number} seat */
  async open(situation, seat) {
    if (this.#sheets) return;
    const sheets = (this.#sheets = new Sheets());
    sheets.update(situation);
    Object.assign(sheets.element, { tabIndex: 0 });
    sheets.element.setAttribute("role", "group");
    const show = (/** @type {number} */ chosen) => {
      mark(chosen);
      sheets.swipeTo(chosen, "smooth");
    };
    const names = situation.view.seats.map(({ seat: index }) =>
      h("button", { class: "button plain", type: "button", on: { click: () => show(index) } }, situation.bdi(index)),
    );
    const mark = (/** @type {number} */ chosen) => names.forEach((name, index) => name.setAttribute("aria-pressed", String(index === chosen)));
    mark(seat);
    // A swipe chooses as a press does.
    sheets.element.addEventListener("scroll", () => mark(sheets.swipedTo));
    const done = openDialog(say("web.table.sheets"), () => [h("div", { class: "sheet-names" }, names), sheets.element]);
    sheets.element.closest("dialog")?.classList.add("wide");
    sheets.swipeTo(seat);
    await done;
    this.#sheets = null;
  }
}
