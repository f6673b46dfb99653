/** The ☰ menu: the screen's own entries, navigation, theme, letters and sound, and the about line. */

import { isOffered } from "../lib/address.js";
import { languageChoice } from "./bar.js";
import { openDialog } from "../lib/dialogs.js";
import { byId, h } from "../lib/dom.js";
import { icon } from "../parts/drawings.js";
import { segments } from "../parts/fields.js";
import { CONSTANTS, setSetting, setting } from "../lib/settings.js";
import { chime } from "../lib/sound.js";
import { COLOURS, language, say } from "../lib/text.js";

/** @import { MenuEntry, Settings } from "../types.d.ts" */

/**
 * Each entry's catalog key (last part), path and icon.
 * @type {[string, string, Parameters<typeof icon>[0]][]}
 */
const PLACES = [
  ["home", "/", "home"],
  ["rules", "/rules", "book"],
  ["tutorial", "/tutorial", "learn"],
  ["fair", "/fair-dice", "fair"],
  ["history", "/history", "history"],
  ["trainer", "/trainer", "speed"],
  ["review", "/review", "review"],
  ["lab", "/lab", "lab"],
  ["paper", "/paper", "print"],
  ["my-dice", "/my-dice", "dice"],
];
/** @type {Settings["theme"][]} */
const THEMES = ["light", "dark", "system"];
/** @type {Settings["letters"][]} */
const LETTERS = ["international", "own"];

/** @param {MenuEntry[]} entries */
export function openMenu(entries) {
  return openDialog(say("web.bar.menu"), (close) => [
    entries.length ? h("ul", { class: "menu-list added" }, entries.map((entry) => h("li", {}, added(entry, close)))) : null,
    h("ul", { class: "menu-list places" }, PLACES.filter(([, href]) => isOffered(href)).map(([name, href, drawing]) => {
      const go = h("a", { class: "menu-entry", href, on: { click: () => close() } }, icon(drawing), say(`web.bar.to.${name}`));
      return h("li", {}, go);
    }), CONSTANTS.documentation ? h("li", {}, documentation(close)) : null),
    h("div", { class: "menu-settings" }, themeChoice(), lettersChoice(), soundChoice(), inMenu(close)),
    h("p", { class: "about soft" }, say("web.bar.about")),
  ]);
}

/** Opens in a new window, so that a game stays open; other languages have pages for players only. @param {() => void} close */
function documentation(close) {
  const href = language() === "en" ? "/docs/" : `/docs/${language()}/play.html`;
  const link = { class: "menu-entry", href, target: "_blank", rel: "noopener", on: { click: () => close() } };
  return h("a", link, icon("help"), say("web.bar.to.docs"));
}

/** @param {MenuEntry} entry @param {() => void} close */
function added({ label, drawing, action }, close) {
  const act = () => {
    close();
    action();
  };
  return h("button", { class: "menu-entry", type: "button", on: { click: act } }, icon(drawing), label);
}

function themeChoice() {
  return segments({
    name: "theme",
    legend: say("web.bar.theme"),
    values: THEMES,
    chosen: setting("theme"),
    text: (theme) => say(`web.bar.theme.${theme}`),
    changed: (theme) => setSetting("theme", theme),
  });
}

/** Translated colour letters or the notation's, which records have. Hidden where both are the same. */
function lettersChoice() {
  const letters = { international: Object.keys(COLOURS).join(" "), own: Object.values(COLOURS).map((colour) => say(`letter.${colour}`)).join(" ") };
  if (letters.own === letters.international) return null;
  return segments({
    name: "letters",
    legend: say("web.bar.letters"),
    values: LETTERS,
    chosen: setting("letters"),
    text: (kind) => letters[kind],
    changed: (kind) => setSetting("letters", kind),
  });
}

function soundChoice() {
  const box = h("input", { type: "checkbox", name: "sound", role: "switch", checked: setting("sound") });
  box.addEventListener("change", () => {
    setSetting("sound", box.checked);
    setTimeout(chime, 100);
  });
  return h("label", { class: "choice" }, box, say("web.bar.sound"));
}

/** The language choice at a table, where the bar has no room for it; choosing closes the menu. @param {() => void} close */
function inMenu(close) {
  if (document.querySelector("#bar select[name=language]")) return null;
  const chosen = () => {
    close();
    byId("bar-menu").focus();
  };
  return h("div", { class: "field" }, h("span", {}, say("web.bar.language")), languageChoice("menu-language", chosen));
}
