/** Hints and reviews of games on a server, worked out on this device, so that they cost the server nothing. */

import { Refused } from "../engine/errors.js";
import { load } from "../engine/record/forms.js";
import { publicRecord } from "../engine/record/game.js";
import { setupOf, stateOf } from "../engine/state.js";
import { get, Unreachable } from "../lib/api.js";
import { fetchTextsHere, seatName } from "../lib/text.js";
import { hintView } from "./hint-words.js";
import { diceOf, padOfView, rulesOf } from "./pad-of-view.js";
import { stateFor } from "./pads.js";
import { NotHere, thinker } from "./thinker.js";

/** @import { Pad } from "../engine/pad/pad.js" */
/** @import { GameState } from "../engine/state.js" */
/** @import { GameView, HintView, ReviewAnswer, SheetView, View } from "../wire.d.ts" */

/** How long the server is not asked, in milliseconds: at first this device may have to load the tables, and a review may take seconds. */
const [SOON, PATIENT] = [1_500, 6_000];
/** The kinds of games whose tables are there. @type {Set<string>} */
const ready = new Set();

/** Games of one kind need the same tables. @param {View} view */
const kindOf = ({ seats, settings: { dice, free_giving, late_asking } }) => JSON.stringify([seats.length, dice, free_giving, late_asking]);

/** Whether this device can review a game without loading tables for it. @param {View} view */
export const canReview = (view) => ready.has(kindOf(view));

/** A hint; null where the server has to be asked. @param {View} view @param {number} seat @returns {Promise<HintView | null>} */
export async function hintHere(view, seat) {
  const { game, seats, settings } = view;
  if (!game || settings.hints === "off") return null;
  const state = stateOfView(view, game);
  return here(view, SOON, async () => hintView(await thinker.hint(state, seat), state, seats.map(seatName)));
}

/**
 * A hint for faces on a score pad; null where the server has to be asked, also about what it would refuse.
 * @param {View} view @param {Parameters<typeof stateFor>[1]} question @returns {Promise<HintView | null>}
 */
export async function padHintHere(view, question) {
  if (!view.pad || view.settings.hints === "off") return null;
  const players = view.seats.map(seatName);
  const state = stateOnPad(padOfView(view, view.pad), question);
  return state && here(view, SOON, async () => hintView(await thinker.hint(state, question.seat), state, players));
}

/** The review of a table's game; null where the server has to be asked. @param {View} view @returns {Promise<ReviewAnswer | null>} */
export async function reviewHere(view) {
  if (view.settings.hints === "off" && view.stage !== "over") return null;
  return here(view, canReview(view) ? PATIENT : SOON, async () => {
    const { reviewAnswer } = await import("./reviews/answer.js");
    const record = publicRecord(load(JSON.stringify(await get(`/api/tables/${view.table}/record`))));
    // Bots are called by the reader's language, not by the host's.
    return reviewAnswer({ ...record, players: view.seats.map(seatName) });
  });
}

/** What this device finds in time; null if it cannot, or should load no tables. @template T @param {View} view @param {number} time @param {() => Promise<T>} work @returns {Promise<T | null>} */
async function here(view, time, work) {
  if (savesData()) return null;
  const late = new Promise((resolve) => setTimeout(resolve, time, null));
  return Promise.race([workedOut(view, work), late]);
}

/** @template T @param {View} view @param {() => Promise<T>} work @returns {Promise<T | null>} */
async function workedOut(view, work) {
  try {
    await fetchTextsHere();
    const found = await work();
    ready.add(kindOf(view));
    return found;
  } catch (error) {
    if (error instanceof NotHere || error instanceof Unreachable) return null;
    throw error;
  }
}

/** The tables have up to 3 MB. Not every browser knows this setting. */
const savesData = () => Boolean(/** @type {{connection?: {saveData?: boolean}}} */ (navigator).connection?.saveData);

/** @param {Pad} pad @param {Parameters<typeof stateFor>[1]} question */
function stateOnPad(pad, question) {
  try {
    return stateFor(pad, question);
  } catch (refusal) {
    if (!(refusal instanceof Refused)) throw refusal;
    return null;
  }
}

/** @param {View} view @param {GameView} game @returns {GameState} */
function stateOfView({ settings, seats }, game) {
  const setup = setupOf(seats.length, rulesOf(settings), diceOf(settings));
  const { rolls, asked, stopped, declined } = game;
  const numbers = game.faces.map(([, number]) => Number(number));
  return stateOf(setup, game.round, game.active, { rolls, numbers, asked, stopped, declined }, game.sheets.map(sheetOfView));
}

/** @param {SheetView} sheet */
function sheetOfView({ points, bonus, received, given, has_gift }) {
  const written = (/** @type {(number | null)[]} */ boxes) => boxes.filter((box) => box !== null);
  return { points: written(points), bonus: written(bonus), received: written(received), given: written(given), hasGift: has_gift };
}
