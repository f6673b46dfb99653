/** Opening a table: made at the server, and begun at once when nobody is still to come. */

import { post, randomWords } from "../lib/api.js";
import { go } from "./router.js";
import { CONSTANTS, rememberPromise, setSetting, setting } from "../lib/settings.js";
import { say } from "../lib/text.js";

/** @import { SeatRequest, TableSettings } from "../types.d.ts" */
/** @import { View } from "../wire.d.ts" */

/** The level of the bot that this browser plays against. */
export const chosenLevel = () => (CONSTANTS.levels.includes(setting("level")) ? setting("level") : "squirrel");

/** By the name that is known here; nobody has to enter one first. @returns {SeatRequest} */
const myself = () => ({ who: "here", name: setting("name") || say("web.start.guest") });

export const playBot = () => openTable([myself(), { who: "bot", bot: chosenLevel() }], { start: "seat", first: 0 });

/** A table for two, whose other seat is for whoever gets the link. */
export const playWithFriend = () => openTable([myself(), { who: "link" }], { start: "lot" });

/** Opens a table and goes there. @param {SeatRequest[]} seats @param {Partial<TableSettings>} settings */
export async function openTable(seats, settings) {
  const { view } = await post("/api/tables", { seats, settings });
  setSetting("newcomer", false);
  if (seats.every(({ who }) => who !== "link")) await startTable(view);
  go(`/table/${view.table}`);
}

/** Begins the game of a full table; the words of this browser are mixed into its dice. @param {View} view */
export async function startTable({ table, commitment }) {
  const words = randomWords();
  const answer = await post(`/api/tables/${table}/start`, { words });
  rememberPromise(table, commitment, words);
  return answer;
}
