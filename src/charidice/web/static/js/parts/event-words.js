/** An event of the game in sentences: as nodes with dice in them, or as text for a screen reader. */

import { capital, faceWords, join, say } from "../lib/text.js";

/** @import { GameEvent, LaidEvent, NotedEvent } from "../wire.d.ts" */
/** @import { Values } from "../types.d.ts" */
/** The parts of a sentence; `player` makes a new node each time, since a node has one place only. @template T @typedef {{ tell: (key: string, values?: Values) => T, player: (seat: number) => unknown, dice: (faces: string[]) => unknown }} Form */
/** The context of an event: the seat that gets the gift, the dice before it, whether the gift was asked for. @typedef {{ recipient: number, faces: string[], asked: boolean }} Moment */

/** Sentences for a screen reader. */
export const SPOKEN = { tell: say, dice: (/** @type {string[]} */ faces) => join(faces.map(faceWords)) };

/** @template T @param {GameEvent} event @param {Moment} moment @param {Form<T>} form @returns {T[]} */
export function eventSentences(event, { recipient, faces, asked }, { tell, player: name, dice }) {
  const player = name(event.seat);
  if (event.event === "rolled") {
    const rolled = event.faces.filter((_, die) => !event.keep.includes(die));
    const kept = event.keep.map((die) => event.faces[die]);
    const told = tell("event.rolled", { player, count: rolled.length, faces: dice(rolled) });
    return kept.length ? [told, tell("event.kept", { faces: dice(kept) })] : [told];
  }
  if (event.event === "laid" || event.event === "noted") {
    const asking = event.asked ? [tell("event.gift-asked", { player: name(recipient), other: name(event.seat) })] : [];
    return [...asking, ...byHand(event, recipient, { tell, player: name, dice })];
  }
  if (event.event !== "scored") return [tell(`event.${event.event}`, { player, other: name(recipient) })];
  const { points, bonus, gift } = event;
  const gave = gift === 0 ? "event.gave-nothing" : asked ? "event.gave-doubled" : "event.gave";
  return [
    tell("event.scored", { player, faces: dice(event.dice.map((die) => faces[die])), points, bonus, sum: points + bonus }),
    tell(gave, { player: name(event.seat), count: gift, other: name(recipient) }),
  ];
}

/** The sentences about a turn entered by hand. @template T @param {LaidEvent | NotedEvent} event @param {number} recipient @param {Form<T>} form @returns {T[]} */
function byHand(event, recipient, { tell, player, dice }) {
  if (event.event === "laid") return [tell("event.laid", { player: player(event.seat), faces: dice(event.faces) })];
  const { points, bonus, gift, received, asked } = event;
  const told = [
    tell("event.noted", { player: player(event.seat), points, bonus, sum: points + bonus }),
    tell(asked ? "event.gave-doubled" : "event.gave", { player: player(event.seat), count: gift, other: player(recipient) }),
  ];
  return received === gift ? told : [...told, tell("event.received", { player: player(recipient), count: received })];
}

/** Sentences as one text. @param {string[]} sentences */
export const paragraph = (sentences) => sentences.map((each) => capital(/[.!?]$/.test(each) ? each : `${each}.`)).join(" ");
