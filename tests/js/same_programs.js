/** Reads pairs of scripts or style sheets as JSON, and prints the names of those that are not the same program but for comments. */

import { readFileSync } from "node:fs";
import { parse } from "espree";
import postcss from "postcss";

/** @type {[name: string, one: string, other: string][]} */
const pairs = JSON.parse(readFileSync(0, "utf8"));

const NO_PART = ["start", "end"];

/** The program without comments and positions. @param {string} name @param {string} text */
function read(name, text) {
  if (name.endsWith(".js")) {
    const part = (/** @type {string} */ key, /** @type {unknown} */ value) => (NO_PART.includes(key) ? undefined : typeof value === "bigint" ? `${value}n` : value);
    return JSON.stringify(parse(text, { ecmaVersion: "latest", sourceType: "module" }), part);
  }
  const sheet = postcss.parse(text);
  sheet.walkComments((comment) => void comment.remove());
  sheet.cleanRaws();
  return sheet.toString();
}

const different = pairs.filter(([name, one, other]) => read(name, one) !== read(name, other)).map(([name]) => name);
console.log(JSON.stringify(different));
