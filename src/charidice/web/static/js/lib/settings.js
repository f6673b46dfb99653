/** Constants from the server, and what localStorage keeps: the user's settings, and the dice commitments of their tables. */

/** @import { Kept, Settings } from "../types.d.ts" */
/** @import { Constants } from "../wire.d.ts" */

/** The game's numbers, limits, defaults and choices. @type {Constants} */
export const CONSTANTS = JSON.parse(String(document.documentElement.dataset.constants));

const SETTINGS = "charidice";
const PROMISES = "charidice:promises";
const MOST_PROMISES = 20;
/** @type {Settings} */
const DEFAULTS = { language: null, theme: "system", sound: false, name: "", names: [], level: "squirrel", table: null, letters: "international", newcomer: true };

/** Dispatched on `document` when a setting changes; `detail` is its name. */
export const SETTING_CHANGED = "charidice:setting";

/** @type {Settings} */
let settings = { ...DEFAULTS, ...read(SETTINGS) };

/** @param {string} key */
function read(key) {
  try {
    return JSON.parse(localStorage.getItem(key) ?? "{}");
  } catch {
    return {};
  }
}

/** @param {string} key @param {object} value */
function write(key, value) {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // Storage may be blocked in a private window: settings then last until reload, and the dice check uses the record alone.
  }
}

/** @template {keyof Settings} Name @param {Name} name */
export const setting = (name) => settings[name];

/** @template {keyof Settings} Name @param {Name} name @param {Settings[Name]} value */
export function setSetting(name, value) {
  settings = { ...settings, [name]: value };
  write(SETTINGS, settings);
  // So that the server embeds this language's texts in the next page.
  if (name === "language") document.cookie = `language=${value}; path=/; max-age=31536000; samesite=strict`;
  document.dispatchEvent(new CustomEvent(SETTING_CHANGED, { detail: name }));
}

/** Light, dark, or the system's preference. */
export function applyTheme() {
  document.documentElement.dataset.theme = settings.theme;
}

/**
 * Stores the commitment that a table showed before its first roll, and the entropy this browser sent.
 * @param {string} table @param {string} commitment @param {string} words
 */
export function rememberPromise(table, commitment, words) {
  const others = Object.entries(read(PROMISES)).filter(([other]) => other !== table);
  const newest = [...others, [table, { commitment, words }]].slice(-MOST_PROMISES);
  write(PROMISES, Object.fromEntries(newest));
}

/** @param {string} table @returns {Kept | null} */
export const promiseOf = (table) => read(PROMISES)[table] ?? null;
