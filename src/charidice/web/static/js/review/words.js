/** A step of a game in words: as nodes with dice, or as plain text for screen readers. */

import { dieFace } from "../parts/die.js";
import { h, named } from "../lib/dom.js";
import { capital, faceWords, join, say, sayNodes } from "../lib/text.js";

/** @import { MoveWords } from "../wire.d.ts" */
/** @import { Values } from "../types.d.ts" */
/** @import { Review } from "./judgement.js" */
/** How to build a sentence. @template T @typedef {{ tell: (key: string, values?: Values) => T, player: (name: string) => unknown, dice: (faces: string[]) => unknown }} Form */

/** Isolates a name's text direction within plain text. @param {string} name */
const apart = (name) => `\u2068${name}\u2069`;

/** Inline dice for a sentence. @param {string[]} faces */
export const diceRow = (faces) => h("span", { class: "told-dice" }, faces.map((face) => dieFace(face, { small: true })));

/** The coach's text with faces such as B4 K2 replaced by dice. @param {MoveWords} move */
export function moveNodes({ words, faces }) {
  if (!faces.length) return words;
  const [start, end] = words.split(faces.join(" "));
  return [start, diceRow(faces), end];
}

const SEEN = { tell: sayNodes, player: named, dice: diceRow };
const HEARD = { tell: say, player: apart, dice: (/** @type {string[]} */ faces) => join(faces.map(faceWords)) };

/** A step's sentences as lists of nodes. @param {Review} review @param {number} step */
export const stepNodes = (review, step) => sentences(review, step, SEEN);

/** A step's sentences as one string, with the grades. @param {Review} review @param {number} step */
export function stepText(review, step) {
  const grades = review.decisions[step].map(({ assessment: { words, loss } }) => `${words} ${loss}`.trim());
  const parts = [...sentences(review, step, HEARD), ...grades].map(capital);
  return parts.map((part) => (/[.!?]$/.test(part) ? part : `${part}.`)).join(" ");
}

/** @template T @param {Review} review @param {number} step @param {Form<T>} form @returns {(T | string)[]} */
function sentences(review, step, form) {
  if (step === 0) return [form.tell("web.review.begins")];
  const told = happened(review, step, form);
  return review.steps[step].winners ? [...told, review.page.victory] : told;
}

/** @template T @param {Review} review @param {number} step @param {Form<T>} form */
function happened(review, step, { tell, player: shown, dice }) {
  const event = review.events[step - 1];
  const before = review.steps[step - 1];
  const names = (/** @type {number} */ seat) => shown(review.players[seat]);
  const player = names(event.seat);
  const other = () => names(before.recipient);
  if (event.event === "rolled") {
    const rolled = event.faces.filter((_, die) => !event.keep.includes(die));
    const told = [tell("event.rolled", { player, count: rolled.length, faces: dice(rolled) })];
    if (event.keep.length) told.push(tell("event.kept", { faces: dice(event.keep.map((die) => event.faces[die])) }));
    return told;
  }
  if (event.event !== "scored") return [tell(`event.${event.event}`, { player, other: other() })];
  const faces = dice(event.dice.map((die) => before.faces[die]));
  const { points, bonus, gift } = event;
  const gave = gift === 0 ? "event.gave-nothing" : before.asked ? "event.gave-doubled" : "event.gave";
  return [
    tell("event.scored", { player, faces, points, bonus, sum: points + bonus }),
    tell(gave, { player: names(event.seat), count: gift, other: other() }),
  ];
}
