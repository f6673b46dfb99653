/** What this browser keeps of the lab: the tree of variations, and the last positions. */

import { RecordError } from "../engine/record/game.js";
import { Tree } from "./tree.js";

const KEY = "charidice:lab";
export const MOST_RECENT = 20;

/** @typedef {{tree: string, recent: string[]}} Kept */

/** Where storage is blocked, this lasts as long as the page. @type {Kept | null} */
let kept = null;

/** @returns {Kept} */
function read() {
  try {
    const found = JSON.parse(localStorage.getItem(KEY) ?? "null") ?? kept;
    const recent = Array.isArray(found?.recent) ? found.recent.filter((/** @type {unknown} */ each) => typeof each === "string").slice(0, MOST_RECENT) : [];
    return { tree: typeof found?.tree === "string" ? found.tree : "", recent };
  } catch {
    return kept ?? { tree: "", recent: [] };
  }
}

/** @param {Partial<Kept>} changed */
function write(changed) {
  kept = { ...read(), ...changed };
  try {
    localStorage.setItem(KEY, JSON.stringify(kept));
  } catch {
    // Blocked, as in a private window, or full.
  }
}

/** The tree; a damaged one is empty. */
export function keptTree() {
  const { tree } = read();
  try {
    return tree ? Tree.read(tree) : new Tree();
  } catch (error) {
    if (!(error instanceof RecordError)) throw error;
    return new Tree();
  }
}

/** @param {Tree} tree */
export const keepTree = (tree) => write({ tree: tree.text() });

/** The last positions, the newest first. */
export const recentPositions = () => read().recent;

/** @param {string} position */
export const keepRecent = (position) => write({ recent: [position, ...read().recent.filter((each) => each !== position)].slice(0, MOST_RECENT) });
