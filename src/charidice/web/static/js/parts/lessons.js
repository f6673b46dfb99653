/** The ways to score the dice of the lessons, which come with the files of the page and so need no network. */

import { get } from "../lib/api.js";

/** @import { Options } from "../wire.d.ts" */

/** By address. @type {Promise<Record<string, Options>> | null} */
let lessons = null;

/** Fetches them once; failing that, the next time. */
export function fetchLessons() {
  lessons ??= fetch(new URL("../../lessons.json", import.meta.url))
    .then((answer) => answer.json())
    .catch(() => {
      lessons = null;
      return {};
    });
  return lessons;
}

/** @param {string[]} faces @returns {Promise<Options>} */
export async function waysToScore(faces, asked = false) {
  const path = /** @type {const} */ (`/api/options?faces=${faces.join()}&asked=${asked}`);
  return (await fetchLessons())[path] ?? get(path);
}
