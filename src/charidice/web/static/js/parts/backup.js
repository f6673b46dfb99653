/** Files with the history, and with what the trainer keeps in this browser. */

import { get, getHere, LONG } from "../lib/api.js";
import { setting } from "../lib/settings.js";
import { save } from "./files.js";

/** Saves all games of this device, or of the server, as a file. */
export async function saveBackup(isHere = true) {
  const history = await (isHere ? getHere("/api/history/backup") : get("/api/history/backup", LONG));
  const backup = setting("due").length ? { ...history, training: (await import("../lib/training.js")).storedProgress() } : history;
  saveToday(JSON.stringify(backup), "application/json", "json");
}

/** Saves a table of them, a row for each seat. */
export async function saveTable() {
  saveToday(await getHere("/api/history/csv"), "text/csv", "csv");
}

/** @param {string} text @param {string} type @param {string} ending */
const saveToday = (text, type, ending) => save(new Blob([text], { type }), `charidice-${new Date().toISOString().slice(0, 10)}.${ending}`);
