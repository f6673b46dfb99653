/** Answers about reviews in words, and about refusals. */

import { readFileSync } from "node:fs";

Object.assign(globalThis, {
  document: Object.assign(new EventTarget(), { documentElement: { lang: "", dataset: { constants: "{}" } }, querySelector: () => null }),
  fetch: async (/** @type {URL} */ address) => new Response(readFileSync(new URL(`../../../src/charidice/messages/${address.pathname.split("/").at(-1)}`, import.meta.url))),
});
const { useLanguage } = await import("../../../src/charidice/web/static/js/lib/text.js");
const { answerFrom } = await import("../../../src/charidice/web/static/js/device/reviews/answer.js");
const { sentence } = await import("../../../src/charidice/web/static/js/device/refusals.js");
const { verify } = await import("../../../src/charidice/web/static/js/engine/engine.js");
const { Refused } = await import("../../../src/charidice/web/static/js/engine/errors.js");
const { maskOf } = await import("../../../src/charidice/web/static/js/engine/dice.js");
const { load } = await import("../../../src/charidice/web/static/js/engine/record/forms.js");
const { readPosition } = await import("../../../src/charidice/web/static/js/engine/record/position.js");
const { ACTIONS } = await import("./actions.js");

/** @import { MomentNumbers, ReviewNumbers } from "../../../src/charidice/web/static/js/engine/coach/reviews/numbers.js" */
/** @import { Seat } from "../../../src/charidice/web/static/js/device/types.d.ts" */

/** @param {{record: string, numbers: ReviewNumbers, language: string}} question */
export async function pages({ record, numbers, language }) {
  await useLanguage(language);
  return answerFrom(load(record), { ...numbers, moments: numbers.moments.map(withMasks) });
}

/** Python tells dice as lists. @param {MomentNumbers} moment @returns {MomentNumbers} */
function withMasks(moment) {
  const move = (/** @type {any} */ { type, dice }) => (type === "roll" ? { type, keep: maskOf(dice) } : type === "score" ? { type, dice: maskOf(dice) } : { type });
  return {
    ...moment,
    decisions: moment.decisions.map((decision) => ({
      ...decision,
      action: move(decision.action),
      judgements: decision.judgements.map((judgement) => ({ ...judgement, best: move(judgement.best) })),
    })),
  };
}

/** The sentences for every move that is refused. @param {{position: string, names: string[], language: string}} question */
export async function refusals({ position, names, language }) {
  await useLanguage(language);
  const state = readPosition(position);
  const seats = names.map((name) => /** @type {Seat} */ ({ name }));
  return names.map((_, seat) => ACTIONS.flatMap((action) => verify(state, seat, action) ?? []).map((refused) => sentence(refused, seats)));
}

/** The sentence for a record that cannot be read, null for one that can. @param {{text: string, language: string}} question */
export async function unreadable({ text, language }) {
  await useLanguage(language);
  try {
    load(text);
    return null;
  } catch (error) {
    if (error instanceof Refused) return sentence(error, []);
    throw error;
  }
}
