/** A file with the history of this device. */

import { getHere } from "../lib/api.js";
import { save } from "./files.js";

/** Saves all games of this device as a file. */
export async function saveBackup() {
  const backup = JSON.stringify(await getHere("/api/history/backup"));
  save(new Blob([backup], { type: "application/json" }), `charidice-${new Date().toISOString().slice(0, 10)}.json`);
}
