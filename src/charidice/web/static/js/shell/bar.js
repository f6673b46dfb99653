/** The bar at the top of every screen: home, language, menu; at a table only what the game needs. Below it the offline banner. */

import { file } from "../lib/address.js";
import { byId, fill, h, rememberFocus, refill, toast } from "../lib/dom.js";
import { icon } from "../parts/drawings.js";
import { CONSTANTS, setSetting } from "../lib/settings.js";
import { language, LANGUAGE_CHANGED, say, useLanguage } from "../lib/text.js";

/** @import { Children, MenuEntry } from "../types.d.ts" */

/** @type {Children} */
let centre = null;
/** @type {MenuEntry[]} */
let entries = [];
/** @type {(() => void) | null} */
let help = null;
let shownLanguage = "";
let reached = true;

/** Renders the bar. A new screen clears what the last one added to it; a language change does not. */
export function renderBar() {
  if (shownLanguage === language()) {
    centre = null;
    entries = [];
    help = null;
  }
  shownLanguage = language();
  paint();
}

/** Sets the middle of the bar, such as the round. @param {Children} node */
export function setBarCentre(node) {
  centre = node;
  const place = document.querySelector("#bar .bar-centre");
  if (place) refill(place, centre);
}

/** Adds a screen's entries to the top of the menu. @param {MenuEntry[]} added */
export function setBarMenu(added) {
  entries = added;
}

/** Sets the action of a table's ? button. @param {() => void} action */
export function setBarHelp(action) {
  help = action;
  paint();
}

function paint() {
  const restore = rememberFocus("#bar");
  const atTable = ["table", "pad"].includes(String(document.body.dataset.screen));
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

/** Without help, an empty placeholder keeps the middle centred. */
function helpButton() {
  if (!help) return h("span", { class: "bar-button empty" });
  return button("bar-help", "help", help);
}

function logo() {
  return h(
    "a",
    { id: "bar-home", class: "logo", href: "/", "aria-label": say("web.bar.home") },
    h("img", { src: file("icons/icon.svg"), alt: "", width: 34, height: 34 }),
    h("span", { class: "logo-name" }, say("web.title")),
  );
}

/** The languages, each by its own name; a choice applies at once and is stored. @param {string} id */
export function languageChoice(id, chosen = () => {}) {
  const options = CONSTANTS.languages.map(({ code, name }) => h("option", { value: code, lang: code, selected: code === language() }, name));
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

/** Shows the offline banner whenever the connection is lost. */
export function watchConnection() {
  showConnection();
  for (const change of ["online", "offline"]) addEventListener(change, showConnection);
  document.addEventListener(LANGUAGE_CHANGED, showConnection);
}

/** Reports whether the server answered; `navigator.onLine` can be true while it is unreachable. @param {boolean} answered */
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
