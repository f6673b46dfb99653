/** The moments of a game that changed its chances most: rolls, decisions, and turns whose rolls are not known. */

import { lossOf } from "./walk.js";

/** @import { ReviewedTurn } from "./turns.js" */
/** @import { Decision, Moment } from "./walk.js" */

const MOST = 3;

/**
 * A change of a seat's chances, and its cause.
 * @typedef {object} Swing
 * @property {"lucky" | "unlucky" | "decision" | "strong" | "weak"} kind
 * @property {number} seat
 * @property {number} change  Of the first objective, for that seat.
 * @property {number} turn  0-based index of its turn.
 * @property {number} events  The number of events up to and including it.
 * @property {Moment} moment
 * @property {Decision | null} decision
 */

/**
 * The greatest changes, at most one of a turn, in the order of the game. The costliest decision is always among them, because
 * luck teaches nothing.
 * @param {ReviewedTurn[]} turns @returns {Swing[]}
 */
export function swingsOf(turns) {
  const found = turns.flatMap(ofTurn).sort((one, other) => Math.abs(other.change) - Math.abs(one.change));
  const costliest = found.find(({ decision }) => decision);
  const chosen = new Map(costliest ? [[costliest.turn, costliest]] : []);
  for (const each of found) if (chosen.size < MOST && !chosen.has(each.turn)) chosen.set(each.turn, each);
  return [...chosen.values()].sort((one, other) => one.events - other.events);
}

/** @param {ReviewedTurn} reviewed @param {number} turn @returns {Swing[]} */
function ofTurn({ moments, events: end }, turn) {
  return moments.flatMap((moment, at) => {
    const { seat, luck, unseen, decisions } = moment;
    const place = { turn, events: end - moments.length + at + 1, moment };
    /** @type {Swing[]} */
    const found = [];
    const [rolled, changed] = [luck[0]?.[seat], unseen[0]?.[seat]];
    if (rolled) found.push({ kind: rolled > 0 ? "lucky" : "unlucky", seat, change: rolled, decision: null, ...place });
    if (changed) found.push({ kind: changed > 0 ? "strong" : "weak", seat, change: changed, decision: null, ...place });
    for (const decision of decisions) {
      if (decision.grade !== "good") found.push({ kind: "decision", seat: decision.seat, change: -lossOf(decision.judgements[0]), decision, ...place });
    }
    return found;
  });
}
