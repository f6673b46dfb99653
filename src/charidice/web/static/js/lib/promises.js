/** What this browser was promised about the dice of its tables, to be compared when a game is over. */

const KEY = "charidice:promises";
const MOST = 20;

/** @returns {Object<string, {commitment: string, words: string}>} newest last */
function read() {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "{}");
  } catch {
    return {};
  }
}

/** Keeps the fingerprint that a table showed before its first roll, and the words this browser mixed in. */
export function rememberPromise(table, commitment, words) {
  const { [table]: _, ...others } = read();
  const newest = [...Object.entries(others), [table, { commitment, words }]].slice(-MOST);
  try {
    localStorage.setItem(KEY, JSON.stringify(Object.fromEntries(newest)));
  } catch {
    // A private window may not keep anything; the check then rests on the record alone.
  }
}

/** @returns {{commitment: string, words: string} | null} */
export const promiseOf = (table) => read()[table] ?? null;
