/** The menu behind ☰: what the screen adds, where else to go, looks and sound, and whose game this is. */

import { languageChoice } from "./bar.js";
import { openDialog } from "../lib/dialogs.js";
import { h } from "../lib/dom.js";
import { icon } from "../parts/drawings.js";
import { segments } from "../parts/fields.js";
import { setSetting, setting } from "../lib/settings.js";
import { chime } from "../lib/sound.js";
import { COLOURS, say } from "../lib/text.js";

/** Address and drawing of every entry, by the last part of its key. */
const PLACES = {
  home: ["/", "home"],
  rules: ["/rules", "book"],
  tutorial: ["/tutorial", "learn"],
  fair: ["/fair-dice", "fair"],
  review: ["/review", "review"],
};
const THEMES = ["light", "dark", "system"];

/** @param {{label: string, action: () => void}[]} entries */
export function openMenu(entries) {
  return openDialog(say("web.bar.menu"), (close) => [
    entries.length ? h("ul", { class: "menu-list added" }, entries.map((entry) => h("li", {}, added(entry, close)))) : null,
    h("ul", { class: "menu-list places" }, Object.keys(PLACES).map((name) => h("li", {}, place(name, close)))),
    h("div", { class: "menu-settings" }, themeChoice(), lettersChoice(), soundChoice(), inMenu(close)),
    h("p", { class: "about soft" }, say("web.bar.about")),
  ]);
}

function added({ label, action }, close) {
  const act = () => {
    close();
    action();
  };
  return h("button", { class: "menu-entry", type: "button", on: { click: act } }, label);
}

function place(name, close) {
  const [path, drawing] = PLACES[name];
  return h("a", { class: "menu-entry", href: path, on: { click: () => close() } }, icon(drawing), say(`web.bar.to.${name}`));
}

function themeChoice() {
  const text = (theme) => say(`web.bar.theme.${theme}`);
  const changed = (theme) => setSetting("theme", theme);
  return segments({ name: "theme", legend: say("web.bar.theme"), values: THEMES, chosen: setting("theme"), text, changed });
}

/** Y for yellow helps nobody who says gelb. Where both are the same, there is nothing to choose. */
function lettersChoice() {
  const letters = { international: Object.keys(COLOURS).join(" "), own: Object.values(COLOURS).map((colour) => say(`letter.${colour}`)).join(" ") };
  if (letters.own === letters.international) return null;
  const changed = (chosen) => setSetting("letters", chosen);
  return segments({ name: "letters", legend: say("web.bar.letters"), values: Object.keys(letters), chosen: setting("letters"), text: (kind) => letters[kind], changed });
}

function soundChoice() {
  const box = h("input", { type: "checkbox", name: "sound", role: "switch", checked: setting("sound") });
  box.addEventListener("change", () => {
    setSetting("sound", box.checked);
    setTimeout(chime, 100);
  });
  return h("label", { class: "choice" }, box, say("web.bar.sound"));
}

/** At a table the bar has no room for the language, so it is here; the menu shuts to show the new one. */
function inMenu(close) {
  if (document.querySelector("#bar select[name=language]")) return null;
  const chosen = () => {
    close();
    document.getElementById("bar-menu").focus();
  };
  return h("div", { class: "field" }, h("span", {}, say("web.bar.language")), languageChoice("menu-language", chosen));
}
