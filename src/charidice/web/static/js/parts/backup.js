/** Files with the history of this device. */

import { getHere } from "../lib/api.js";
import { save } from "./files.js";

/** Saves all games of this device as a file. */
export async function saveBackup() {
  saveToday(JSON.stringify(await getHere("/api/history/backup")), "application/json", "json");
}

/** Saves a table of them, a row for each seat. */
export async function saveTable() {
  saveToday(await getHere("/api/history/csv"), "text/csv", "csv");
}

/** @param {string} text @param {string} type @param {string} ending */
const saveToday = (text, type, ending) => save(new Blob([text], { type }), `charidice-${new Date().toISOString().slice(0, 10)}.${ending}`);
