/** A review as the review screen is sent it: the coach's page as data, and every state of the game. */

import { reviewFrom } from "../../engine/coach/reviews/numbers.js";
import { dumpJson, writeEvent } from "../../engine/record/jsonform.js";
import { positionOf } from "../../engine/record/position.js";
import { noted } from "../noting.js";
import { thinker } from "../thinker.js";
import { gameView } from "../view.js";
import { reviewPage } from "./page.js";

/** @import { ReviewNumbers } from "../../engine/coach/reviews/numbers.js" */
/** @import { Review } from "../../engine/coach/reviews/review.js" */
/** @import { GameRecord } from "../../engine/record/game.js" */
/** @import { GameState } from "../../engine/state.js" */
/** @import { GameEvent, GameView, ReviewAnswer } from "../../wire.d.ts" */

/** The last game that was reviewed: the end of a game asks for it, then the review itself, or another language. @type {{game: string, numbers: Promise<ReviewNumbers>} | null} */
let last = null;

/** @param {GameRecord} record */
export async function reviewAnswer(record) {
  return answerFrom(record, await numbersFor(record));
}

/** @param {GameRecord} record */
function numbersFor(record) {
  // Whatever its players are called.
  const game = dumpJson({ ...record, players: record.players.map((_, seat) => String(seat)) });
  if (last?.game !== game) {
    const asked = (last = { game, numbers: noted("noteOfReview", (load) => thinker.review(game, load)) });
    asked.numbers.catch(() => last === asked && (last = null));
  }
  return last.numbers;
}

/** @param {GameRecord} record @param {ReviewNumbers} numbers @returns {ReviewAnswer} */
export function answerFrom(record, numbers) {
  const review = reviewFrom(record, numbers);
  const { moments, objectives } = review;
  return {
    players: [...record.players],
    pledged: record.pledge !== null,
    page: reviewPage(review),
    values: [objectives[0].start, ...moments.map(({ values }) => values[0])].map((values) => [...values]),
    events: moments.map(({ event, seat }) => /** @type {GameEvent} */ (/** @type {unknown} */ (writeEvent(event, seat, record.diceSet)))),
    steps: stepsOf(review),
    positions: [...moments.map(({ state }) => state), record.state].map(positionOf),
  };
}

/** The game before each event, and after the last. @param {Review} review @returns {GameView[]} */
function stepsOf({ moments, record }) {
  let kept = 0;
  const steps = moments.map(({ state, event }) => {
    const view = gameView(state, kept);
    // Dice stay kept until the next roll or the end of the turn.
    if (event.type === "rolled") kept = event.keep;
    else if (event.type === "scored" || event.type === "laid" || event.type === "noted") kept = 0;
    return view;
  });
  return [...steps, gameView(record.state, kept)];
}
