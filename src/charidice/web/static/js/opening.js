/** Opening a table: made at the server, and begun at once when nobody is still to come. */

import { post, randomWords } from "./api.js";
import { rememberPromise } from "./promises.js";
import { go } from "./router.js";

/** Opens a table and goes there. */
export async function openTable(seats, settings) {
  const { view } = await post("/api/tables", { seats, settings });
  if (seats.every(({ who }) => who !== "link")) await startTable(view);
  go(`/table/${view.table}`);
}

/** Begins the game of a full table; the words of this browser are mixed into its dice. */
export async function startTable({ table, commitment }) {
  const words = randomWords();
  const answer = await post(`/api/tables/${table}/start`, { words });
  rememberPromise(table, commitment, words);
  return answer;
}
