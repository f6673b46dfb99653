/** Answers about a game in progress. */

import { Refused } from "../../../src/charidice/web/static/js/engine/errors.js";
import { Match } from "../../../src/charidice/web/static/js/engine/match.js";
import { dumpJson, loadJson } from "../../../src/charidice/web/static/js/engine/record/jsonform.js";
import { writeNode, writePosition } from "../../../src/charidice/web/static/js/engine/record/position.js";
import { ACTIONS } from "./actions.js";

/** @typedef {{does: string, seat: number, action: number, words: string, faces: string[] | null}} Step */

/** @param {{record: string, steps: Step[]}} question */
export function matches({ record, steps }) {
  const match = new Match(loadJson(record));
  return { seen: steps.map((step) => [taken(match, step), ...shown(match)]), record: dumpJson(match.record) };
}

/** Whether it caused no event, or why it was refused. @param {Match} match @param {Step} step */
function taken(match, { does, seat, action, words, faces }) {
  try {
    if (does === "play") return match.play(ACTIONS[action], faces ?? undefined) === null;
    if (does === "undo") match.undo(seat);
    else if (does === "mix") match.addEntropy(seat, words);
    else match.submit(seat, ACTIONS[action], faces ?? undefined);
    return false;
  } catch (error) {
    if (error instanceof Refused) return [error.code, error.values];
    throw error;
  }
}

/** @param {Match} match */
function shown(match) {
  const undoable = match.state.sheets.map((_, seat) => {
    const refusal = match.whyNotUndo(seat);
    return refusal && [refusal.code, refusal.values];
  });
  return [writePosition(match.state), writeNode(match.node), match.lastActor, match.kept, undoable, match.winners];
}
