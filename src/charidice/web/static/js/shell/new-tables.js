/** Creates tables; a table with no seat left to fill starts at once. */

import { isHere, Offline, post, postHere, Unreachable } from "../lib/api.js";
import { toast } from "../lib/dom.js";
import { go } from "./router.js";
import { CONSTANTS, setSetting, setting, TUTORED_GAMES } from "../lib/settings.js";
import { say } from "../lib/text.js";

/** @import { SeatRequest, TableSettings } from "../types.d.ts" */

/** The bot level last chosen in this browser. */
export const chosenLevel = () => (CONSTANTS.levels.includes(setting("level")) ? setting("level") : "squirrel");

/** The user's stored name, or a friendly one: nobody has to enter one first. */
export const myName = () => setting("name") || say("web.start.guest");

/** The name is stored, so that the user keeps it in every form and language. @returns {SeatRequest} */
function myself() {
  setSetting("name", myName());
  return { who: "here", name: myName() };
}

/** A game against a bot; the tutor looks on in the first ones. */
export async function playBot() {
  const tutored = setting("tutored");
  const isFirst = tutored < TUTORED_GAMES;
  await openTable([myself(), { who: "bot", bot: chosenLevel() }], { start: "seat", first: 0, hints: isFirst ? "tutor" : "ask" });
  if (isFirst) setSetting("tutored", tutored + 1);
}

/** A table for two whose second seat goes to the person who opens the link. */
export const playWithFriend = () => openTable([myself(), { who: "link" }], { start: "lot" });

/**
 * Creates a table and navigates to it. From a position: its seats are in the order of play, and rounds, house rules, dice and the player
 * in turn follow from it. `here` opens it on this device, server or not. Rejects with a Refusal or Unreachable, whose message is for the user.
 * @param {SeatRequest[]} seats @param {Partial<TableSettings>} settings @param {{position?: string, here?: boolean}} [from]
 */
export async function openTable(seats, settings, { position, here } = {}) {
  const { table } = (await (here ? postHere("/api/tables", { seats, settings, position }) : opened(seats, settings, position))).view;
  setSetting("newcomer", false);
  go(addressOf(table, Boolean(settings.pad)));
}

/** A new table: on the server, or on this device while the server is away and nobody is to join. @param {SeatRequest[]} seats @param {Partial<TableSettings>} settings @param {string} [position] */
async function opened(seats, settings, position) {
  const isOnline = seats.some(({ who }) => who === "link");
  try {
    const { commit, reveal } = await words();
    const update = await post("/api/tables", { seats, settings, position, commitment: commit() });
    const { table } = update.view;
    if (!isOnline && !isHere(table)) await reveal(table, await post(`/api/tables/${table}/start`));
    return update;
  } catch (error) {
    if (isOnline || !(error instanceof Unreachable)) throw error;
    const update = await postHere("/api/tables", { seats, settings, position });
    toast(say("web.start.here"));
    return update;
  }
}

/** A score pad has a screen of its own, to which its table leads once it has started. @param {string} table @param {boolean} pad */
export const addressOf = (table, pad) => `/${pad ? "pad" : "table"}/${table}`;

/** The module of words comes with the table, not with the start page. */
async function words() {
  try {
    return await import("../lib/words.js");
  } catch {
    throw new Offline();
  }
}
