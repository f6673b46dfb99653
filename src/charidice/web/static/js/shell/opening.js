/** Creates tables; a table with no seat left to fill starts at once. */

import { post, randomWords } from "../lib/api.js";
import { go } from "./router.js";
import { CONSTANTS, rememberPromise, setSetting, setting } from "../lib/settings.js";
import { say } from "../lib/text.js";

/** @import { SeatRequest, TableSettings } from "../types.d.ts" */
/** @import { View } from "../wire.d.ts" */

/** The bot level last chosen in this browser. */
export const chosenLevel = () => (CONSTANTS.levels.includes(setting("level")) ? setting("level") : "squirrel");

/** The user's stored name, or "guest": nobody has to enter one first. @returns {SeatRequest} */
const myself = () => ({ who: "here", name: setting("name") || say("web.start.guest") });

export const playBot = () => openTable([myself(), { who: "bot", bot: chosenLevel() }], { start: "seat", first: 0 });

/** A table for two whose second seat goes to whoever opens the link. */
export const playWithFriend = () => openTable([myself(), { who: "link" }], { start: "lot" });

/** Creates a table and navigates to it. @param {SeatRequest[]} seats @param {Partial<TableSettings>} settings */
export async function openTable(seats, settings) {
  const { view } = await post("/api/tables", { seats, settings });
  setSetting("newcomer", false);
  if (seats.every(({ who }) => who !== "link")) await startTable(view);
  go(`/table/${view.table}`);
}

/** Starts the game of a full table, contributing this browser's entropy to its dice. @param {View} view */
export async function startTable({ table, commitment }) {
  const words = randomWords();
  const answer = await post(`/api/tables/${table}/start`, { words });
  rememberPromise(table, commitment, words);
  return answer;
}
