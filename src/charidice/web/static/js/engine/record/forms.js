/** Reads a record in either form: JSON starts with a brace. */

import { checkSize } from "./game.js";
import { loadJson } from "./jsonform.js";
import { loadNotation } from "./notation.js";

/** @param {string} text */
export function load(text) {
  checkSize(text);
  // The byte order mark that some editors write.
  const read = text.replace(/^\ufeff/, "");
  return read.trimStart().startsWith("{") ? loadJson(read) : loadNotation(read);
}
