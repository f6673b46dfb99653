/** Answers about histories: a game summed up, and the page of many. */

import { readFileSync } from "node:fs";
import { reviewOf } from "../../../src/charidice/web/static/js/engine/coach/reviews/review.js";
import { gameOf, kindOf, summaryOf } from "../../../src/charidice/web/static/js/engine/history/games.js";
import { Aliases } from "../../../src/charidice/web/static/js/engine/history/people.js";
import { rows } from "../../../src/charidice/web/static/js/engine/history/rows.js";
import { startOf } from "../../../src/charidice/web/static/js/engine/record/game.js";
import { loadJson } from "../../../src/charidice/web/static/js/engine/record/jsonform.js";
import { objectivesOf } from "../../../src/charidice/web/static/js/engine/solver/analysis.js";
import { Tables } from "../../../src/charidice/web/static/js/engine/solver/files.js";
import { read } from "./tables.js";

Object.assign(globalThis, {
  document: Object.assign(new EventTarget(), { documentElement: { lang: "", dataset: { constants: "{}" } }, querySelector: () => null }),
  fetch: async (/** @type {URL} */ address) => new Response(readFileSync(new URL(`../../../src/charidice/messages/${address.pathname.split("/").at(-1)}`, import.meta.url))),
});
const { useLanguage } = await import("../../../src/charidice/web/static/js/lib/text.js");
const { bestRoll } = await import("../../../src/charidice/web/static/js/device/picture.js");
const { historyAnswer } = await import("../../../src/charidice/web/static/js/device/history/answer.js");
const { csvOf } = await import("../../../src/charidice/web/static/js/device/history/csv.js");

/** @import { Game } from "../../../src/charidice/web/static/js/engine/history/games.js" */
/** @import { Kept } from "../../../src/charidice/web/static/js/device/history/answer.js" */

const tables = new Tables();

/** @param {string} text */
export async function games(text) {
  const record = loadJson(text);
  const { setup } = startOf(record);
  for (const objective of objectivesOf(setup)) await tables.load(setup, objective, read);
  return { game: gameOf(record, { id: "1", at: "2026", kind: kindOf(record) }, summaryOf(reviewOf(record, tables))), best: bestRoll(record) };
}

/** @param {{kept: Kept[], names: Record<string, string>, query: [string, string][], waiting: number, language: string}} question */
export async function pages({ kept, names, query, waiting, language }) {
  await useLanguage(language);
  return historyAnswer(kept, names, new URLSearchParams(query), waiting);
}

/** @param {{games: Game[], names: Record<string, string>}} question */
export const table = ({ games, names }) => csvOf(rows(games, new Aliases(names)));
