/** Answers about the values of positions and moves. */

import { diceOf } from "../../../src/charidice/web/static/js/engine/dice.js";
import { readNode, readPosition } from "../../../src/charidice/web/static/js/engine/record/position.js";
import { analyse } from "../../../src/charidice/web/static/js/engine/solver/analysis.js";
import { asksSelfishGiver } from "../../../src/charidice/web/static/js/engine/solver/asking.js";
import { Tables } from "../../../src/charidice/web/static/js/engine/solver/files.js";
import { Target } from "../../../src/charidice/web/static/js/engine/solver/solo.js";
import { isOver, recipientDecides } from "../../../src/charidice/web/static/js/engine/state.js";
import { GameNode } from "../../../src/charidice/web/static/js/engine/strict.js";
import { read } from "./tables.js";

/** @import { Action } from "../../../src/charidice/web/static/js/engine/moves.js" */
/** @import { Analysis, ObjectiveName } from "../../../src/charidice/web/static/js/engine/solver/analysis.js" */

const tables = new Tables();

/** @param {{position: string, objective: ObjectiveName | "target", score?: number}} question */
export async function positions({ position: text, objective, score }) {
  const position = text.includes("|") ? readNode(text) : readPosition(text);
  const state = position instanceof GameNode ? position.state : position;
  await tables.load(state.setup, objective, read);
  const a = analyse(position, objective === "target" ? new Target(Number(score)) : objective, tables);
  const seats = state.sheets.map((_, seat) => seat);
  const moves = seats.map((seat) => a.moves(seat));
  return {
    truth: a.truth,
    error: a.error,
    values: seats.map((seat) => a.value(seat)),
    moves: moves.map((found) => Object.fromEntries([...found].map(([action, value]) => [told(action), value]))),
    best: seats.map((seat) => (moves[seat].size ? told(a.best(seat)) : null)),
    ahead: isOver(state) ? null : expected(a),
    asksSelfish: recipientDecides(state) && asksSelfishGiver(state),
  };
}

/** @param {Analysis} a */
function expected(a) {
  const { seats, points, gift, kinds } = a.forecast();
  return { seats, points, gift, kinds: [...kinds.values()], expectedGift: a.turn.expectedGift(a.state) };
}

/** @param {Action} action */
const told = (action) => [action.type, ...diceOf(action.type === "roll" ? action.keep : action.type === "score" ? action.dice : 0)].join(" ");
