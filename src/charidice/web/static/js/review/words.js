/** A step of a game in words: as nodes with dice, or as plain text for screen readers. */

import { named } from "../lib/dom.js";
import { eventSentences, paragraph, SPOKEN } from "../parts/event-words.js";
import { sayNodes } from "../lib/text.js";
import { diceRow } from "../parts/move-words.js";

/** @import { Form } from "../parts/event-words.js" */
/** @import { Review } from "./judgement.js" */

/** Isolates a name's text direction within plain text. @param {string} name */
const apart = (name) => `\u2068${name}\u2069`;

const SEEN = { tell: sayNodes, name: named, dice: diceRow };
const HEARD = { ...SPOKEN, name: apart };

/** A step's sentences as lists of nodes. @param {Review} review @param {number} step */
export const stepNodes = (review, step) => sentences(review, step, SEEN);

/** A step's sentences as one string, with the grades. @param {Review} review @param {number} step */
export function stepText(review, step) {
  const grades = review.decisions[step].map(({ assessment: { words, loss } }) => `${words} ${loss}`.trim());
  return paragraph([...sentences(review, step, HEARD), ...grades]);
}

/** @template T @param {Review} review @param {number} step @param {Omit<Form<T>, "player"> & { name: (name: string) => unknown }} form @returns {(T | string)[]} */
function sentences({ events, page, players, steps }, step, form) {
  if (step === 0) return [form.tell("web.review.begins")];
  const told = eventSentences(events[step - 1], steps[step - 1], { ...form, player: (seat) => form.name(players[seat]) });
  return steps[step].winners ? [...told, page.victory] : told;
}
