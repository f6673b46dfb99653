/** Constants from the server, and what localStorage keeps: the user's settings, and words and commitments for the dice. */

/** @import { Kept, KeptPad, SecretWords, Settings } from "../types.d.ts" */
/** @import { Constants } from "../wire.d.ts" */

/** The game's numbers, limits, defaults and choices; the page of the HTTP API has none. @type {Constants} */
export const CONSTANTS = JSON.parse(document.documentElement.dataset.constants ?? "{}");

const SETTINGS = "charidice";
const PROMISES = "charidice:promises";
const WORDS = "charidice:words";
const PADS = "charidice:pads";
/** How many promises, words and pads are kept, the newest. */
const MOST = 50;
/** Fallback for values that localStorage refuses. @type {Record<string, object>} */
const unsaved = {};
/** @type {Settings} */
const DEFAULTS = { language: null, theme: "system", sound: false, name: "", names: [], level: "squirrel", table: null, letters: "own", newcomer: true, tutored: 0, paper: null, pad: null, padEntry: "dice", dice: [], best: null, here: false, warned: false, due: [], called: {} };

/** Dispatched on `document` when a setting changes; `detail` is its name. */
export const SETTING_CHANGED = "charidice:setting";

/** How many games against a bot a beginner plays with the tutor. */
export const TUTORED_GAMES = 3;

const saved = read(SETTINGS);
/** People who played before there was a tutor are no beginners. @type {Settings} */
let settings = { ...DEFAULTS, ...(saved.newcomer === false ? { tutored: TUTORED_GAMES } : {}), ...saved };

/** @param {string} key */
function read(key) {
  try {
    return JSON.parse(localStorage.getItem(key) ?? "null") ?? unsaved[key] ?? {};
  } catch {
    return unsaved[key] ?? {};
  }
}

/** @param {string} key @param {object} value */
function write(key, value) {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // Storage may be blocked in a private window: settings and words then last until reload.
    unsaved[key] = value;
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

/** @param {string} key @param {string} name @param {unknown} value */
function keep(key, name, value) {
  const others = Object.entries(read(key)).filter(([other]) => other !== name);
  write(key, Object.fromEntries([...others, [name, value]].slice(-MOST)));
}

/**
 * Stores what a table showed before its first roll, and the words this browser sends there. Tables where it sent none, which a server may
 * invent, do not push out the others.
 * @param {string} table @param {Kept} promise
 */
export function rememberPromise(table, promise) {
  const all = [...Object.entries(read(PROMISES)).filter(([other]) => other !== table), [table, promise]];
  const newest = (/** @type {boolean} */ sent) => all.filter(([, { words }]) => Boolean(words) === sent).slice(-MOST);
  write(PROMISES, Object.fromEntries([...newest(false), ...newest(true)]));
}

/** @param {string} table @returns {Kept | null} */
export const promiseOf = (table) => read(PROMISES)[table] ?? null;

/** Stores what this phone knows of a score pad and has entered there. @param {string} table @param {KeptPad} pad */
export const keepPad = (table, pad) => keep(PADS, table, pad);

/** @param {string} table @returns {KeptPad | null} */
export const padOf = (table) => read(PADS)[table] ?? null;

/** Stores secret words by their commitment, and what they are for once they are sent. @param {string} commitment @param {SecretWords} secret */
export const keepWords = (commitment, secret) => keep(WORDS, commitment, secret);

/** @param {string} commitment @returns {SecretWords | null} */
export function wordsOf(commitment) {
  const kept = read(WORDS)[commitment] ?? null;
  // Earlier versions stored the words alone.
  return typeof kept === "string" ? { words: kept } : kept;
}
