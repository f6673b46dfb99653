/** The conformance kit, and the golden games. */

import { readdirSync, readFileSync } from "node:fs";

/** @param {string} path */
const read = (path) => readFileSync(new URL(`../../${path}`, import.meta.url), "utf-8");

/** The vectors of one file. @param {"dice" | "games" | "rolls"} name @returns {any[]} */
export const vectors = (name) => read(`conformance/${name}.jsonl`).trim().split("\n").map((line) => JSON.parse(line));

/** The texts of all golden games, by name without ending. @param {".json" | ".txt"} ending @returns {[name: string, text: string][]} */
export const playthroughs = (ending) =>
  readdirSync(new URL("../playthroughs/", import.meta.url))
    .filter((name) => name.endsWith(ending))
    .map((name) => [name.slice(0, -ending.length), read(`tests/playthroughs/${name}`)]);
