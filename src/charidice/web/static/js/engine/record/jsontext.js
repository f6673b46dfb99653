/**
 * JSON as the records have it: reading names the line and column of a mistake and refuses a field that is there twice; writing
 * puts a value on one line, as Python does. `JSON.parse` does neither, and browsers differ in what they say.
 */

import { RecordError } from "./game.js";

/** @typedef {string | boolean | number | null | JsonList | JsonObject | typeof NOT_WHOLE} Json */
/** @typedef {readonly Json[]} JsonList */
/** @typedef {{readonly [name: string]: Json}} JsonObject */

/** A number with a fraction or an exponent, which no record has. */
export const NOT_WHOLE = Symbol("not a whole number");
const MOST_DEPTH = 100;
const SPACE = /[ \t\n\r]*/y;
const NUMBER = /-?(?:0|[1-9][0-9]*)(\.[0-9]+)?([eE][-+]?[0-9]+)?/y;
// What needs no escape: no control characters.
const PLAIN = /(?:(?!["\\])[ -\uffff])*/y;
const ESCAPE = /\\(?:u([0-9a-fA-F]{4})|(["\\/bfnrt]))/y;
const WORD = /true|false|null|NaN|-?Infinity/y;
/** @type {Record<string, string>} */
const ESCAPED = { b: "\b", f: "\f", n: "\n", r: "\r", t: "\t" };
/** @type {Record<string, boolean | null>} */
const CONSTANTS = { true: true, false: false, null: null };
const LONE_SURROGATE = /\p{Cs}/u;

/** A JSON text as a value. @param {string} text @returns {Json} */
export function readJson(text) {
  const reader = new JsonReader(text);
  const value = reader.value(0);
  reader.end();
  return value;
}

class JsonReader {
  #text;
  #at = 0;
  /** @type {string | undefined} */
  #lone;

  /** @param {string} text */
  constructor(text) {
    this.#text = text;
  }

  /** @param {number} depth @returns {Json} */
  value(depth) {
    if (depth > MOST_DEPTH) throw new RecordError("not-json", { line: 1, column: 1 });
    this.#take(SPACE);
    const first = this.#text[this.#at];
    if (first === '"') return this.#string();
    if (first === "[") return this.#list(depth);
    if (first === "{") return this.#object(depth);
    const [word] = this.#take(WORD) ?? [];
    if (word) {
      if (word in CONSTANTS) return CONSTANTS[word];
      throw new RecordError("not-a-number", { field: word });
    }
    const number = this.#take(NUMBER);
    if (!number) throw this.#mistake();
    return number[1] || number[2] ? NOT_WHOLE : Number(number[0]);
  }

  end() {
    this.#take(SPACE);
    if (this.#at < this.#text.length) throw this.#mistake();
    // No text with half a character can be encoded, not even an error.
    if (this.#lone) throw new RecordError("lone-surrogate", { text: `\\u${this.#lone.charCodeAt(0).toString(16)}` });
  }

  /** @param {number} depth */
  #list(depth) {
    /** @type {Json[]} */
    const list = [];
    this.#members("]", () => list.push(this.value(depth + 1)));
    return list;
  }

  /** @param {number} depth */
  #object(depth) {
    // Without a prototype: a field may be called "__proto__".
    /** @type {Record<string, Json>} */
    const object = Object.create(null);
    /** @type {string[]} */
    const twice = [];
    this.#members("}", () => {
      if (this.#text[this.#at] !== '"') throw this.#mistake();
      const name = this.#string();
      if (name in object) twice.push(name);
      this.#expect(":");
      object[name] = this.value(depth + 1);
    });
    if (twice.length) throw new RecordError("field-twice", { field: twice[0] });
    return object;
  }

  /** What comes between brackets, separated by commas. @param {string} close @param {() => void} member */
  #members(close, member) {
    this.#at += 1;
    this.#take(SPACE);
    if (this.#text[this.#at] === close) {
      this.#at += 1;
      return;
    }
    for (;;) {
      member();
      this.#take(SPACE);
      const next = this.#text[this.#at];
      if (next !== close && next !== ",") throw this.#mistake();
      this.#at += 1;
      if (next === close) return;
      this.#take(SPACE);
    }
  }

  #string() {
    const start = this.#at;
    this.#at += 1;
    let read = "";
    for (;;) {
      read += this.#take(PLAIN)?.[0] ?? "";
      const next = this.#text[this.#at];
      if (next === '"') break;
      const escape = this.#take(ESCAPE);
      if (!escape) throw this.#mistake(next === undefined ? start : this.#at);
      read += escape[1] ? String.fromCharCode(parseInt(escape[1], 16)) : (ESCAPED[escape[2]] ?? escape[2]);
    }
    this.#at += 1;
    this.#lone ??= LONE_SURROGATE.exec(read)?.[0];
    return read;
  }

  /** @param {string} sign */
  #expect(sign) {
    this.#take(SPACE);
    if (this.#text[this.#at] !== sign) throw this.#mistake();
    this.#at += 1;
  }

  /** @param {RegExp} pattern */
  #take(pattern) {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.#text);
    if (found) this.#at = pattern.lastIndex;
    return found;
  }

  #mistake(at = this.#at) {
    const before = this.#text.slice(0, at).split("\n");
    return new RecordError("not-json", { line: before.length, column: [...before[before.length - 1]].length + 1 });
  }
}

/** A value on one line, with a space after each comma and colon. @param {Json} value @returns {string} */
export function writeJson(value) {
  if (isList(value)) return `[${value.map(writeJson).join(", ")}]`;
  if (!isObject(value)) return JSON.stringify(value);
  return `{${Object.entries(value).map(([name, one]) => `${JSON.stringify(name)}: ${writeJson(one)}`).join(", ")}}`;
}

/** @param {Json} value @returns {value is JsonList} */
export const isList = (value) => Array.isArray(value);
/** @param {Json} value @returns {value is JsonObject} */
export const isObject = (value) => typeof value === "object" && value !== null && !isList(value);
