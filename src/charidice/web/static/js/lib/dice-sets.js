/** The dice sets of the user's own boxes: on their own computer the server keeps them, else this browser does. */

import { get, post } from "./api.js";
import { setSetting, setting } from "./settings.js";
import { say } from "./text.js";

/** @import { SavedDiceSet } from "../wire.d.ts" */

/** Whether the server keeps them; null until it has said so. @type {boolean | null} */
let onServer = null;

/** A name that cannot be used. */
export class NameTaken extends Error {}

/** @returns {Promise<SavedDiceSet[]>} */
export async function savedSets() {
  const { sets } = await get("/api/dice-sets");
  onServer = sets !== null;
  return sets ? [...sets] : setting("dice");
}

/** @param {SavedDiceSet} set @returns {Promise<SavedDiceSet[]>} all of them */
export async function saveSet(set) {
  const before = await savedSets();
  if (onServer) return [...((await post("/api/dice-sets", set)).sets ?? [])];
  if (before.some(({ name }) => name === set.name)) throw new NameTaken(say("web.my-dice.taken", { name: set.name }));
  return keep([...before, set]);
}

/** @param {string} name @returns {Promise<SavedDiceSet[]>} those left */
export async function removeSet(name) {
  const before = await savedSets();
  if (onServer) return [...((await post("/api/dice-sets/remove", { name })).sets ?? [])];
  return keep(before.filter((set) => set.name !== name));
}

/** @param {SavedDiceSet[]} sets */
function keep(sets) {
  setSetting("dice", sets);
  return sets;
}
