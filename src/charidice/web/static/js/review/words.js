/** A step of a game in words: as nodes with dice, or as plain text for screen readers. */

import { h } from "../lib/dom.js";
import { eventSentences, paragraph, SPOKEN } from "../parts/event-words.js";
import { join, say, sayNodes, Someone } from "../lib/text.js";
import { diceRow } from "../parts/move-words.js";

/** @import { Values } from "../types.d.ts" */
/** @import { Form } from "../parts/event-words.js" */
/** @import { Review } from "./judgement.js" */

/** Isolates a name's text direction within plain text. @param {string} name */
const apart = (name) => `\u2068${name}\u2069`;

/** A sentence as nodes; punctuation after dice stays with the last of them, so that no line begins with it. @param {string} key @param {Values} [values] */
function tellNodes(key, values) {
  const nodes = sayNodes(key, values);
  return nodes.map((node, index) => {
    const before = nodes[index - 1];
    const mark = typeof node === "string" && before instanceof HTMLElement && before.lastElementChild ? /^[.,:;!?…]+/.exec(node)?.[0] : undefined;
    if (!mark || typeof node !== "string" || !(before instanceof HTMLElement) || !before.lastElementChild) return node;
    before.append(h("span", { class: "last-die" }, before.lastElementChild, mark));
    return node.slice(mark.length);
  });
}

const SEEN = { tell: tellNodes, name: (/** @type {string} */ name) => name, dice: diceRow };
const HEARD = { ...SPOKEN, name: apart };

/** Who won, said to the reader; empty while the game goes on. @param {Review} review */
export function victoryText({ page, players, steps, you }) {
  const { winners, sheets } = steps[steps.length - 1];
  if (!winners || you === null || !winners.includes(you)) return page.victory;
  const others = winners.filter((seat) => seat !== you).map((seat) => apart(players[seat]));
  const points = say("points", { count: sheets[you].result?.total ?? 0 });
  return say(others.length ? "play.winner.you-and" : "play.winner.you", { players: join(others), points });
}

/** A step's sentences as lists of nodes. @param {Review} review @param {number} step */
export const stepNodes = (review, step) => sentences(review, step, SEEN);

/** A step's sentences as one string, with the grades. @param {Review} review @param {number} step */
export function stepText(review, step) {
  const grades = review.decisions[step].map(({ assessment: { words, loss } }) => `${words} ${loss}`.trim());
  return paragraph([...sentences(review, step, HEARD), ...grades]);
}

/** @template T @param {Review} review @param {number} step @param {Omit<Form<T>, "player"> & { name: (name: string) => string }} form @returns {(T | string)[]} */
function sentences(review, step, form) {
  const { events, players, steps, you } = review;
  if (step === 0) return [form.tell("web.review.begins")];
  const player = (/** @type {number} */ seat) => new Someone(form.name(players[seat]), seat === you);
  const told = eventSentences(events[step - 1], steps[step - 1], { ...form, player });
  return steps[step].winners ? [...told, victoryText(review)] : told;
}
