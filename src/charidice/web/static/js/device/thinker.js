/** Asks the engine's Worker, which is started with the first question. */

import { Refused } from "../engine/errors.js";
import { writeNode } from "../engine/record/position.js";
import { dataOf } from "../engine/state.js";
import { file } from "../lib/address.js";
import { CONSTANTS } from "../lib/settings.js";
import { scriptAddress } from "../lib/trusted.js";

/** @import { Action } from "../engine/moves.js" */
/** @import { Hint } from "../engine/coach/hints.js" */
/** @import { ReviewNumbers } from "../engine/coach/reviews/numbers.js" */
/** @import { LabAnswer, LabForecast, LabQuestion, LabStrip, Quantity } from "../engine/lab/types.d.ts" */
/** @import { GameState } from "../engine/state.js" */
/** @import { GameNode } from "../engine/strict.js" */
/** @import { Load } from "./types.d.ts" */

/** The engine, or a table that it needs, could not be fetched; later it may be. */
export class NotHere extends Error {}

/** @type {Worker | null} */
let worker = null;
let questions = 0;
/** @typedef {{tell?: (part: any) => void, load?: Load}} Meanwhile what is known before the answer, and how much of the tables for it has come */
/** @type {Map<number, Meanwhile & {resolve: (answer: any) => void, reject: (error: Error) => void}>} */
const waiting = new Map();

function start() {
  const started = new Worker(scriptAddress(new URL("../engine/worker.js", import.meta.url).href), { type: "module" });
  started.postMessage({ tables: CONSTANTS.tables.map((table) => new URL(file(table), document.baseURI).href) });
  started.onmessage = ({ data: { id, ids, loading, part, answer, error, isAway } }) => {
    if (ids) {
      for (const each of ids) waiting.get(each)?.load?.(loading);
      return;
    }
    const asked = waiting.get(id);
    if (part) {
      asked?.tell?.(part);
      return;
    }
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

/** @param {object} question @param {Meanwhile} [meanwhile] @returns {Promise<any>} */
export function ask(question, meanwhile) {
  worker ??= start();
  const id = (questions += 1);
  const answered = new Promise((resolve, reject) => waiting.set(id, { resolve, reject, ...meanwhile }));
  worker.postMessage({ id, ...question });
  return answered;
}

/** Null if a newer question of the kind has come; throws Refused. @param {LabQuestion} question @param {(part: LabStrip) => void} [tell] */
async function askLab(question, tell) {
  const answer = await ask(question, { tell });
  if (answer?.refusal) throw new Refused(answer.refusal.code, answer.refusal.values);
  return answer;
}

export const thinker = {
  /** @param {string} level @param {GameNode} node @param {string} seed @param {Load} [load] @returns {Promise<Action>} */
  choose: (level, node, seed, load) => ask({ ask: "choose", level, node: writeNode(node), seed }, { load }),
  /** @param {GameState} state @param {number} player @param {Load} [load] @returns {Promise<Hint>} */
  hint: (state, player, load) => ask({ ask: "hint", state: dataOf(state), player }, { load }),
  /** What an action gives away of the chance of victory. @param {GameState} state @param {number} player @param {Action} action @returns {Promise<number>} */
  loss: (state, player, action) => ask({ ask: "loss", state: dataOf(state), player, action }),
  /** @param {string} record in its JSON form @param {Load} [load] @returns {Promise<ReviewNumbers>} */
  review: (record, load) => ask({ ask: "review", record }, { load }),
  /** @param {string} position @param {string} objective @returns {Promise<LabAnswer | null>} */
  lab: (position, objective) => askLab({ ask: "lab", position, objective }),
  /** What the turn will bring after this move. @param {string} position @param {string} objective @param {string} move @returns {Promise<LabForecast | null>} */
  labForecast: (position, objective, move) => askLab({ ask: "lab-forecast", position, objective, move }),
  /** @param {string} position @param {string} objective @param {Quantity} quantity @param {(part: LabStrip) => void} tell every step before the last @returns {Promise<LabStrip | null>} */
  labStrip: (position, objective, quantity, tell) => askLab({ ask: "lab-strip", position, objective, quantity }, tell),
  /** Ends a running strip. */
  labRest: () => askLab({ ask: "lab-rest" }),
};
