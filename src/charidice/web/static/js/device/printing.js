/** Prints the score sheets of a finished game of this device: two to a page turned sideways, or up to four to an upright one. */

import { getHere, messageOf } from "../lib/api.js";
import { h, toast } from "../lib/dom.js";
import { capital, say } from "../lib/text.js";
import { fetchStyles } from "./styles.js";

/** @import { PrintedSheet, PrintedSheets } from "../types.d.ts" */

/** The most sheets of a page turned sideways. */
const SIDE_BY_SIDE = 2;

/** @param {string} address of all that this device has of the game */
export async function printSheets(address) {
  try {
    const [found] = await Promise.all([getHere(`${address}/sheets`), fetchStyles("print")]);
    print(pageOf(found));
  } catch (error) {
    toast(messageOf(error));
  }
}

/** Prints a page in the place of what is shown. @param {HTMLElement} page */
function print(page) {
  document.querySelector(".printed")?.remove();
  document.body.append(page);
  // Some phones print after `print` has returned.
  addEventListener("afterprint", () => page.remove(), { once: true });
  window.print();
}

/** @param {PrintedSheets} found */
const pageOf = ({ charities, sheets }) => h("div", { class: `printed ${sheets.length > SIDE_BY_SIDE ? "upright" : "sideways"}` }, sheets.map((sheet) => sheetOf(sheet, charities.join(" / "))));

/** @param {PrintedSheet} sheet @param {string} charities the two bonuses */
function sheetOf(sheet, charities) {
  const { name, rows, hasGift, won, charity, total } = sheet;
  const boxes = /** @type {(keyof typeof rows[0])[]} */ (Object.keys(rows[0]));
  return h(
    "section",
    { class: "printed-sheet" },
    h("header", {}, h("bdi", {}, name), won ? h("b", { class: "printed-won" }, say("paper.victory")) : h("span", {}, say("web.title"))),
    h(
      "table",
      {},
      h("thead", {}, h("tr", {}, h("td"), boxes.map(head))),
      h("tbody", {}, rows.map((row, round) => h("tr", {}, h("th", { scope: "row" }, String(round + 1)), boxes.map((box) => h("td", { class: box }, row[box] === null ? "" : String(row[box])))))),
      h("tfoot", {}, h("tr", {}, h("th", { scope: "row" }, "Σ"), boxes.map((box) => h("td", { class: box }, String(sheet[box]))))),
    ),
    h(
      "footer",
      {},
      part(say("paper.gift"), h("b", { class: hasGift ? "printed-gift" : "printed-gift used" }, say("box.gift"))),
      part(say("box.charity"), h("span", {}, charities), h("b", {}, String(charity))),
      part(say("box.total"), h("b", { class: "printed-total" }, String(total))),
    ),
  );
}

/** Its number, its word, and whose gift it is. @param {string} box @param {number} index */
const head = (box, index) =>
  h("th", { scope: "col", class: box }, h("b", { class: "printed-number" }, String(index + 1)), h("span", {}, capital(say(`box.${box}`))), h("small", {}, box === "received" || box === "given" ? say(`paper.${box}`) : ""));

/** @param {string} words @param {...HTMLElement} values */
const part = (words, ...values) => h("div", {}, h("span", { class: "printed-word" }, capital(words)), h("div", { class: "printed-values" }, values));
