/** Translated texts, from the same catalogs as the terminal game. */

import { named } from "./dom.js";

/** @import { BotName, OptionView, SeatView } from "../wire.d.ts" */
/** @import { Values } from "../types.d.ts" */

/** @typedef {Record<string, string | Record<string, string>>} Texts */
/** @type {{language: string, texts: Texts, parts: Set<string>}} */
let catalog = { language: "en", texts: {}, parts: new Set() };
let plurals = new Intl.PluralRules("en");

/** Dispatched on `document` when the language changes. */
export const LANGUAGE_CHANGED = "charidice:language";
const TIMEOUT = 8_000;

export const language = () => catalog.language;

/** Loads a language, sets it on the document, and notifies listeners. @param {string} wanted */
export async function useLanguage(wanted) {
  const first = firstTexts(wanted);
  const next = { language: wanted, texts: first ?? {}, parts: new Set() };
  for (const part of first ? [] : new Set(["", ...catalog.parts])) await addTexts(next, part);
  catalog = next;
  plurals = new Intl.PluralRules(wanted);
  document.documentElement.lang = wanted;
  document.dispatchEvent(new Event(LANGUAGE_CHANGED));
}

/** The texts embedded in the page, enough for its first view. @param {string} wanted @returns {Texts | null} */
function firstTexts(wanted) {
  const sent = /** @type {HTMLTemplateElement | null} */ (document.querySelector("template#texts"));
  sent?.remove();
  const texts = document.documentElement.lang === wanted && sent?.content.textContent;
  return texts ? JSON.parse(texts) : null;
}

/** Fetches the texts that the first view does not need, or a part of them that is needed rarely. */
export async function fetchTexts(part = "") {
  // The language may change meanwhile.
  while (!catalog.parts.has(part)) await addTexts(catalog, part);
}

/** Fetches the texts of games on this device. */
export async function fetchTextsHere() {
  await fetchTexts();
  await fetchTexts("here/");
}

/** @param {typeof catalog} wanted @param {string} part */
async function addTexts(wanted, part) {
  const name = part + wanted.language;
  const answer = await fetch(new URL(`../../texts/${name}.json`, import.meta.url), { signal: AbortSignal.timeout(TIMEOUT) });
  if (!answer.ok) throw new Error(`no texts ${name}`);
  Object.assign(wanted.texts, await answer.json());
  wanted.parts.add(part);
}

/** A player in a sentence. Where {name} is the user, the variant `key.name-you` is used if it exists. */
export class Someone {
  /** @param {string} name @param {boolean} isYou */
  constructor(name, isYou) {
    this.name = name;
    this.isYou = isYou;
  }

  toString() {
    return this.name;
  }
}

/** The text of a key, placeholders not yet filled; `count` selects the plural form. @param {string} key @param {Values} values */
function textOf(key, values) {
  const [you] = Object.entries(values).find(([name, value]) => value instanceof Someone && value.isYou && has(`${key}.${name}-you`)) ?? [];
  const text = catalog.texts[you ? `${key}.${you}-you` : key];
  if (text === undefined) throw new Error(`no text ${key}`);
  return typeof text === "string" ? text : (text[plurals.select(Number(values.count))] ?? text.other);
}

/** The text of a key with placeholders filled. @param {string} key @param {Values} values */
export const say = (key, values = {}) => textOf(key, values).replace(/\{(\w+)\}/g, (_, name) => String(values[name]));

/** The same as nodes, so that a value can be an element. @param {string} key @param {Values} values */
export function sayNodes(key, values = {}) {
  return textOf(key, values).split(/(\{\w+\})/).filter(Boolean).map((part) => {
    const name = /^\{(\w+)\}$/.exec(part)?.[1];
    if (!name) return part;
    const value = values[name];
    if (value instanceof Someone) return named(value.name);
    return value instanceof Node ? value : String(value);
  });
}

/** @param {string} key */
export const has = (key) => key in catalog.texts;

// A conjunction changes before a word that begins with the same sound: "Ana e Inés", "seis u ocho", "Anna ed Elena".
/** @type {Record<string, {key: string, sound: RegExp}>} */
const EUPHONY = {
  "es list.and": { key: "list.and.before-i", sound: /^h?[ií](?!e)/i },
  "es list.or": { key: "list.or.before-o", sound: /^(h?[oó]|8|11\b)/i },
  "it list.and": { key: "list.and.before-e", sound: /^[eèé]/i },
};

/** Joins words into a list: a, b and c; with `list.or`, a, b or c. @param {string[]} words */
export function join(words, by = "list.and") {
  const firsts = words.slice(0, -1);
  const last = words.at(-1) ?? "";
  if (!firsts.length) return last;
  const form = EUPHONY[`${catalog.language} ${by}`];
  return say(form?.sound.test(last) ? form.key : by, { first: firsts.join(", "), last });
}

/** The first grapheme: accents, flags and joined emoji count as one letter. @param {string} text */
export const firstLetter = (text) => new Intl.Segmenter(catalog.language).segment(text).containing(0)?.segment ?? "";

/** Capitalizes the first letter. @param {string} text */
export const capital = (text) => text.charAt(0).toLocaleUpperCase(catalog.language) + text.slice(1);

/** A number in the format of this language, rounded as the server does; zero has no sign. @param {number} value @param {number} digits @param {"decimal" | "percent"} style @param {"negative" | "exceptZero"} signDisplay */
export const number = (value, digits = 0, style = "decimal", signDisplay = "negative") =>
  new Intl.NumberFormat(catalog.language, { style, minimumFractionDigits: digits, maximumFractionDigits: digits, roundingMode: "halfEven", useGrouping: false, signDisplay }).format(value).replace("-", "\u2212");

/** Formats a fraction as a percentage. @param {number} share */
export const percent = (share, digits = 0) => number(share, digits, "percent");

/** @type {Record<string, string>} */
export const COLOURS = { Y: "yellow", O: "orange", G: "green", B: "blue", P: "purple", K: "black" };

/** "B4" as a screen reader says it: blue 4. @param {string} face */
export const faceWords = (face) => say(`face.${COLOURS[face[0]]}`, { number: face[1] });

/** The name of a set of dice: straight of four, blue. @param {string} kind @param {string[]} faces */
export function kindWords(kind, faces) {
  return say(`kind.${kind}`, { colour: say(`colour.${COLOURS[faces[0][0]]}`), number: faces[0][1], count: faces.length });
}

/** The gift of a scoring option, and which of its numbers count double. @param {Pick<OptionView, "gift" | "doubled">} option @param {string[]} faces */
export function giftWords({ gift, doubled }, faces) {
  if (!gift) return say("web.table.gives-nothing");
  const numbers = doubled.map((die) => faces[die][1]).sort();
  return numbers.length ? say("web.table.gives-doubled", { gift, count: numbers.length, numbers: join(numbers) }) : say("web.table.gives", { gift });
}

/** A bot's name, translated if it is one of ours. @param {BotName} bot */
export const botName = (bot) => (`bot.${bot}` in catalog.texts ? say(`bot.${bot}`) : bot);

/** The name at a seat; a bot's name is translated. @param {SeatView} seat */
export function seatName(seat) {
  if (seat.person) return seat.name ?? say("web.open-seat");
  const name = botName(String(seat.bot));
  return seat.twin > 1 ? `${name} ${seat.twin}` : name;
}
