/** The browser's engine in its Worker, measured in a page for bench/worker.py, which asks for one of these functions. */

/** @param {string} name of a module, from the folder of the page's modules */
const module = (name) => import(new URL(name, document.querySelector("script[type=module]").src).href);

/** The milliseconds of a review, from the record to what the page shows. @param {string} text */
export async function review(text) {
  const { load } = await module("engine/record/forms.js");
  const { publicRecord } = await module("engine/record/game.js");
  const { fetchTextsHere } = await module("lib/text.js");
  const { reviewAnswer } = await module("device/reviews/answer.js");
  const before = performance.now();
  await fetchTextsHere();
  await reviewAnswer(publicRecord(load(text)));
  return performance.now() - before;
}

/** The milliseconds between the frames of the page, from now until the function returned is called. */
function countFrames() {
  const gaps = [];
  let before = performance.now();
  let isOver = false;
  const tick = () => {
    if (isOver) return;
    const now = performance.now();
    gaps.push(now - before);
    before = now;
    requestAnimationFrame(tick);
  };
  requestAnimationFrame(tick);
  return () => {
    isOver = true;
    return gaps;
  };
}

/** The frames of a page in which nothing is decided. @param {number} milliseconds */
export async function idle(milliseconds) {
  const frames = countFrames();
  await new Promise((resolve) => setTimeout(resolve, milliseconds));
  return frames();
}

/** The milliseconds of the owl's first decision of every turn, by turns left, and the frames meanwhile. @param {number} players @param {number} games */
export async function decisions(players, games) {
  const { thinker } = await module("device/thinker.js");
  const { FairDice } = await module("engine/chance.js");
  const { GameNode } = await module("engine/strict.js");
  const { newGame } = await module("engine/state.js");
  const { turnsLeftIn } = await module("engine/solver/contest.js");
  const spent = {};
  let frames = () => /** @type {number[]} */ ([]);
  // The first game loads the tables and warms up.
  for (let game = 0; game <= games; game += 1) {
    if (game === 1) frames = countFrames();
    const dice = new FairDice(String(game).padStart(64, "0"));
    let [node, solved] = [GameNode.of(newGame(players)), 0];
    while (node.player !== null) {
      const left = turnsLeftIn(node.state);
      const before = performance.now();
      const action = node.state.turn.rolls ? await thinker.choose("owl", node, "") : node.actions[0];
      const isFirst = node.state.turn.rolls && solved !== left;
      if (isFirst) solved = left;
      if (isFirst && game) (spent[left] ??= []).push(performance.now() - before);
      node = node.play(action, dice);
    }
  }
  return { spent, frames: frames() };
}
