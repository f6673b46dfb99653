/** The bar at the top of every screen: the way home, the language, the menu; at a table only what the game needs. Below it a banner without connection. */

import { byId, fill, h, heldFocus, refill, toast } from "../lib/dom.js";
import { icon } from "../parts/drawings.js";
import { CONSTANTS, setSetting } from "../lib/settings.js";
import { capital, language, LANGUAGE_CHANGED, say, useLanguage } from "../lib/text.js";

/** @import { Children, MenuEntry } from "../types.d.ts" */

/** @type {Children} */
let centre = null;
/** @type {MenuEntry[]} */
let entries = [];
/** @type {(() => void) | null} */
let help = null;
let shownLanguage = "";
let reached = true;

/** Shows the bar anew. What a screen put into it goes when the screen does, but stays when only the language changes. */
export function renderBar() {
  if (shownLanguage === language()) {
    centre = null;
    entries = [];
    help = null;
  }
  shownLanguage = language();
  paint();
}

/** What stands in the middle of the bar, such as the round. @param {Children} node */
export function setBarCentre(node) {
  centre = node;
  const place = document.querySelector("#bar .bar-centre");
  if (place) refill(place, centre);
}

/** What a screen adds to the top of the menu. @param {MenuEntry[]} added */
export function setBarMenu(added) {
  entries = added;
}

/** What the ? button of a table does. @param {() => void} action */
export function setBarHelp(action) {
  help = action;
  paint();
}

function paint() {
  const restore = heldFocus("#bar");
  const atTable = document.body.dataset.screen === "table";
  const middle = h("div", { class: "bar-centre" }, centre);
  const menu = button("bar-menu", "menu", openMenu);
  menu.setAttribute("aria-haspopup", "dialog");
  fill(byId("bar"), atTable ? [menu, middle, helpButton()] : [logo(), middle, languageChoice("bar-language"), menu]);
  restore();
}

async function openMenu() {
  try {
    (await import("./menu.js")).openMenu(entries);
  } catch {
    toast(say("web.unreachable"));
  }
}

/** @param {string} id @param {"menu" | "help"} name @param {() => void} click */
const button = (id, name, click) =>
  h("button", { id, class: "bar-button", type: "button", "aria-label": say(`web.bar.${name}`), on: { click } }, icon(name));

/** Keeps its place even when there is nothing to help with, so that the middle stays in the middle. */
function helpButton() {
  if (!help) return h("span", { class: "bar-button empty" });
  return button("bar-help", "help", help);
}

function logo() {
  return h(
    "a",
    { id: "bar-home", class: "logo", href: "/", "aria-label": say("web.bar.home") },
    h("img", { src: "/static/icons/icon.svg", alt: "", width: 34, height: 34 }),
    h("span", { class: "logo-name" }, say("web.title")),
  );
}

/** The five languages by their own names; choosing one shows it at once and keeps it. @param {string} id */
export function languageChoice(id, chosen = () => {}) {
  const name = (/** @type {string} */ code) => capital(new Intl.DisplayNames([code], { type: "language" }).of(code) ?? code);
  const options = CONSTANTS.languages.map((code) => h("option", { value: code, lang: code, selected: code === language() }, name(code)));
  const select = h("select", { id, name: "language", "aria-label": say("web.bar.language") }, options);
  select.addEventListener("change", async () => {
    try {
      await useLanguage(select.value);
      setSetting("language", select.value);
      chosen();
    } catch {
      select.value = language();
      toast(say("web.unreachable"));
    }
  });
  return h("span", { class: "language-choice" }, icon("language"), select);
}

/** Says from now on when there is no connection. */
export function watchConnection() {
  showConnection();
  for (const change of ["online", "offline"]) addEventListener(change, showConnection);
  document.addEventListener(LANGUAGE_CHANGED, showConnection);
}

/** Tells whether the server answered; a browser may believe to be online where it cannot be reached. @param {boolean} answered */
export function noteAnswer(answered) {
  if (answered === reached) return;
  reached = answered;
  showConnection();
}

function showConnection() {
  document.querySelector(".offline-banner")?.remove();
  if (navigator.onLine && reached) return;
  byId("bar").after(h("p", { class: "offline-banner", role: "status" }, say("web.offline.now")));
}
