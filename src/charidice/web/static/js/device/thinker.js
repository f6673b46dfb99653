/** Asks the engine's Worker, which is started with the first question. */

import { writeNode } from "../engine/record/position.js";
import { dataOf } from "../engine/state.js";
import { file } from "../lib/address.js";
import { CONSTANTS } from "../lib/settings.js";
import { scriptAddress } from "../lib/trusted.js";

/** @import { Action } from "../engine/moves.js" */
/** @import { Hint } from "../engine/coach/hints.js" */
/** @import { ReviewNumbers } from "../engine/coach/reviews/numbers.js" */
/** @import { GameState } from "../engine/state.js" */
/** @import { GameNode } from "../engine/strict.js" */

/** The engine, or a table that it needs, could not be fetched; later it may be. */
export class NotHere extends Error {}

/** @type {Worker | null} */
let worker = null;
let questions = 0;
/** @type {Map<number, {resolve: (answer: any) => void, reject: (error: Error) => void}>} */
const waiting = new Map();

function start() {
  const started = new Worker(scriptAddress(new URL("../engine/worker.js", import.meta.url).href), { type: "module" });
  started.postMessage({ tables: CONSTANTS.tables.map((table) => new URL(file(table), document.baseURI).href) });
  started.onmessage = ({ data: { id, answer, error, isAway } }) => {
    const asked = waiting.get(id);
    waiting.delete(id);
    if (error) asked?.reject(isAway ? new NotHere(error) : new Error(error));
    else asked?.resolve(answer);
  };
  // A module of it could not be loaded: the next question starts it again.
  started.onerror = () => {
    worker = null;
    for (const { reject } of waiting.values()) reject(new NotHere("the engine did not start"));
    waiting.clear();
  };
  return started;
}

/** @param {object} question @returns {Promise<any>} */
function ask(question) {
  worker ??= start();
  const id = (questions += 1);
  const answered = new Promise((resolve, reject) => waiting.set(id, { resolve, reject }));
  worker.postMessage({ id, ...question });
  return answered;
}

export const thinker = {
  /** @param {string} level @param {GameNode} node @param {string} seed @returns {Promise<Action>} */
  choose: (level, node, seed) => ask({ ask: "choose", level, node: writeNode(node), seed }),
  /** @param {GameState} state @param {number} player @returns {Promise<Hint>} */
  hint: (state, player) => ask({ ask: "hint", state: dataOf(state), player }),
  /** What an action gives away of the chance of victory. @param {GameState} state @param {number} player @param {Action} action @returns {Promise<number>} */
  loss: (state, player, action) => ask({ ask: "loss", state: dataOf(state), player, action }),
  /** @param {string} record in its JSON form @returns {Promise<ReviewNumbers>} */
  review: (record) => ask({ ask: "review", record }),
};
