/** What the page brings from the server, and what this browser keeps: language, looks, sound and name of the person at it, and what it was promised about the dice of its tables. */

/** @import { Kept, Settings } from "../types.d.ts" */
/** @import { Constants } from "../wire.d.ts" */

/** Numbers, limits, defaults and choices of the game. @type {Constants} */
export const CONSTANTS = JSON.parse(String(document.documentElement.dataset.constants));

const SETTINGS = "charidice";
const PROMISES = "charidice:promises";
const MOST_PROMISES = 20;
/** @type {Settings} */
const DEFAULTS = { language: null, theme: "system", sound: false, name: "", names: [], level: "squirrel", table: null, letters: "international", newcomer: true };

/** Told to `document` when a setting changed; `detail` is its name. */
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
    // A private window may not keep anything; settings last as long as the page does, the check of dice rests on the record.
  }
}

/** @template {keyof Settings} Name @param {Name} name */
export const setting = (name) => settings[name];

/** @template {keyof Settings} Name @param {Name} name @param {Settings[Name]} value */
export function setSetting(name, value) {
  settings = { ...settings, [name]: value };
  write(SETTINGS, settings);
  // The page comes with the texts of this language the next time.
  if (name === "language") document.cookie = `language=${value}; path=/; max-age=31536000; samesite=strict`;
  document.dispatchEvent(new CustomEvent(SETTING_CHANGED, { detail: name }));
}

/** Light, dark, or as the system says. */
export function applyTheme() {
  document.documentElement.dataset.theme = settings.theme;
}

/**
 * Keeps the fingerprint that a table showed before its first roll, and the words this browser mixed in.
 * @param {string} table @param {string} commitment @param {string} words
 */
export function rememberPromise(table, commitment, words) {
  const others = Object.entries(read(PROMISES)).filter(([other]) => other !== table);
  const newest = [...others, [table, { commitment, words }]].slice(-MOST_PROMISES);
  write(PROMISES, Object.fromEntries(newest));
}

/** @param {string} table @returns {Kept | null} */
export const promiseOf = (table) => read(PROMISES)[table] ?? null;
