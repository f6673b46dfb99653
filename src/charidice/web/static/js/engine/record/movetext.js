/** Moves as text, the same in all languages, as faces are: `keep B4 B3`, `score B4 B3`, `ask`. */

import { diceOf, maskOf, readFaces } from "../dice.js";
import { kindsOf, legalActions, verify } from "../engine.js";
import { quoted, Refused } from "../errors.js";
import { ASK_GIFT, DECLINE_GIFT, roll, score, STOP } from "../moves.js";
import { facesOf, recipientOf } from "../state.js";
import { CHANCE, GameNode } from "../strict.js";
import { lengthOf, wordsOf } from "../text.js";

/** @import { Dice } from "../dice.js" */
/** @import { Action } from "../moves.js" */
/** @import { GameState } from "../state.js" */

const PLAIN = new Map(/** @type {[string, Action][]} */ ([["roll", roll()], ["ask", ASK_GIFT], ["pass", DECLINE_GIFT], ["stop", STOP]]));
const WITH_DICE = new Map(/** @type {[string, (dice: Dice) => Action][]} */ ([["keep", roll], ["score", score]]));
// The most characters of an unreadable move that an error repeats.
const MOST_REPEATED = 60;

/** The first word of a move. @param {Action} action */
export function verbOf(action) {
  switch (action?.type) {
    case "roll":
      return action.keep ? "keep" : "roll";
    case "decline":
      return "pass";
    case "score":
    case "ask":
    case "stop":
      return action.type;
    default:
      throw new Refused("not-an-action", { text: quoted(action) });
  }
}

/** An action as text. @param {Action} action @param {GameState} state */
export function writeMove(action, state) {
  const verb = verbOf(action);
  const dice = diceOf(action.type === "roll" ? action.keep : action.type === "score" ? action.dice : 0);
  const faces = facesOf(state);
  if (!dice || (dice.length && !faces.length)) throw new Refused("unknown-die");
  return [verb, ...dice.map((die) => faces[die])].join(" ");
}

/**
 * Reads a legal move: the whole text, or the part in its last square brackets. Throws Refused.
 * @param {string} text @param {GameState | GameNode} position
 */
export function readMove(text, position) {
  const words = ([...text.matchAll(/\[([^[\]]*)\]/g)].at(-1)?.[1] ?? text).trim();
  const [first, ...others] = words.split(" ");
  const [verb, rest] = [first.toLowerCase(), others.join(" ").trim()];
  const state = position instanceof GameNode ? position.state : position;
  const action = rest ? WITH_DICE.get(verb)?.(readDice(rest, state)) : PLAIN.get(verb);
  if (!action) throw new Refused("unreadable-move", { text: shortened(words), allowed: kindsOf(allowed(position)) });
  const refusal = refusalOf(position, action);
  if (refusal) throw refusal;
  return action;
}

/** Reads dice by their positions 1-6, as 1 3 4 or 134, or by the faces they show. @param {string} text @param {GameState} state @returns {Dice} */
export function readDice(text, state) {
  const digits = text.replaceAll(/[, ]/g, "");
  if (/^[0-9]+$/.test(digits)) {
    if (!/^[1-6]+$/.test(digits)) throw new Refused("unknown-die");
    return maskOf([...digits].map((digit) => Number(digit) - 1));
  }
  const faces = readFaces(text);
  const face = faces.find((one) => !facesOf(state).includes(one));
  if (face !== undefined) throw new Refused("face-not-there", { face });
  return maskOf(faces.map((one) => state.setup.diceSet.dieOf(one)));
}

/** Why the move is illegal; while the recipient decides, any other move is `not-the-decision`. @param {GameState | GameNode} position @param {Action} action */
function refusalOf(position, action) {
  if (!(position instanceof GameNode)) {
    const isAnswer = action.type === "ask" || action.type === "decline";
    return verify(position, isAnswer ? recipientOf(position) : position.active, action);
  }
  if (position.actions.includes(action)) return null;
  const { state, player } = position;
  const decides = player !== null && player !== CHANCE && !position.asking;
  const refusal = decides ? verify(state, state.active, action) : null;
  return refusal ?? new Refused("not-the-decision", { allowed: kindsOf(allowed(position)) });
}

/** @param {GameState | GameNode} position */
function allowed(position) {
  if (position instanceof GameNode) return position.actions;
  return [...legalActions(position, position.active), ...legalActions(position, recipientOf(position))];
}

/** As many whole words as fit. @param {string} text */
function shortened(text) {
  const words = wordsOf(text);
  if (lengthOf(words.join(" ")) <= MOST_REPEATED) return words.join(" ");
  while (words.length && lengthOf(words.join(" ")) >= MOST_REPEATED) words.pop();
  return `${words.join(" ")}…`;
}
