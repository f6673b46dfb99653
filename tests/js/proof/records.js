/** Answers about records, notations, positions and moves as text. */

import { DiceSet, readRoll } from "../../../src/charidice/web/static/js/engine/dice.js";
import { legalActions } from "../../../src/charidice/web/static/js/engine/engine.js";
import { Refused } from "../../../src/charidice/web/static/js/engine/errors.js";
import { recipientOf } from "../../../src/charidice/web/static/js/engine/state.js";
import { load } from "../../../src/charidice/web/static/js/engine/record/forms.js";
import { dumpJson } from "../../../src/charidice/web/static/js/engine/record/jsonform.js";
import { readMove, writeMove } from "../../../src/charidice/web/static/js/engine/record/movetext.js";
import { dumpNotation } from "../../../src/charidice/web/static/js/engine/record/notation.js";
import { readNode, readPosition, writeNode, writePosition } from "../../../src/charidice/web/static/js/engine/record/position.js";

/** @import { GameNode } from "../../../src/charidice/web/static/js/engine/strict.js" */
/** @import { GameState } from "../../../src/charidice/web/static/js/engine/state.js" */

/** What is read, or why it is refused, as code and values. @param {() => unknown} read */
function orRefusal(read) {
  try {
    return read();
  } catch (error) {
    if (error instanceof Refused) return [error.code, error.values];
    throw error;
  }
}

/** @param {string} text */
export function written(text) {
  const record = load(text);
  return [dumpJson(load(dumpNotation(record))), dumpNotation(load(dumpJson(record)))];
}

/** @param {string} text */
export const broken = (text) =>
  orRefusal(() => {
    const record = load(text);
    return [dumpJson(record), dumpNotation(record)];
  });

/** @param {string} text */
export const positions = (text) => orRefusal(() => (text.includes("|") ? writeNode(readNode(text)) : writePosition(readPosition(text))));

/** @param {{node: string, told: string[]}} question */
export function moves({ node: text, told }) {
  const node = readNode(text);
  const { state } = node;
  /** @param {string} move @param {GameState | GameNode} position */
  const read = (move, position) => orRefusal(() => writeMove(readMove(move, position), state));
  return {
    legal: [state.active, recipientOf(state)].flatMap((seat) => legalActions(state, seat).map((action) => writeMove(action, state))),
    read: told.map((move) => [read(move, state), read(move, node)]),
  };
}

/** @param {{dice: string, sets: string[], rolls: string[]}} question */
export function diceTexts({ dice, sets, rolls }) {
  const diceSet = DiceSet.read(dice);
  return [sets.map((text) => orRefusal(() => String(DiceSet.read(text)))), rolls.map((text) => orRefusal(() => readRoll(text, diceSet)))];
}
