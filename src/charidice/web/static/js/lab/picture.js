/** A position as a picture to send: the seats, the dice with the best move, and the chances. */

import { columns, drawDie, EDGE, FELT_CARD, FELT_INK, GAP, GOLD, INK, inset, PAPER, Picture, rows, WIDTH } from "../device/picture.js";
import { sumsOf } from "../engine/lab/edit.js";
import { facesOf, isOver } from "../engine/state.js";
import { say } from "../lib/text.js";
import { lookOf, moveText, valueText } from "./words.js";

/** @import { LabAnswer } from "../engine/lab/types.d.ts" */
/** @import { LabView } from "./lab-view.d.ts" */

/** In millimetres. */
const [TITLE, SEAT, DICE, DIE, BEST] = [8, 15, 21, 12.5, 14];

/** @param {LabView} view @param {LabAnswer} answer @returns {Promise<Blob>} a PNG */
export function pictureOfPosition({ state, names }, answer) {
  const best = state.turn.rolls ? answer.moves[0] : null;
  const sums = sumsOf(state);
  const heights = [TITLE, ...sums.map(() => SEAT), ...(state.turn.rolls ? [DICE] : []), ...(best ? [BEST] : [])];
  const height = heights.reduce((sum, each) => sum + each + GAP, 2 * EDGE - GAP);
  const picture = new Picture(height);
  const [title, ...areas] = rows({ x: EDGE, y: EDGE, width: WIDTH - 2 * EDGE, height: height - 2 * EDGE }, heights, GAP);
  const round = say("web.lab.round.of", { round: Math.min(state.round, state.setup.ruleset.rounds), rounds: state.setup.ruleset.rounds });
  picture.write(title, `${say("web.title")} · ${say("web.lab.round")} ${round}`, { size: 5, colour: GOLD });
  sums.forEach(({ total, donated }, seat) => {
    const active = seat === state.active && !isOver(state);
    const colour = active ? INK : FELT_INK;
    picture.box(areas[seat], active ? PAPER : FELT_CARD, 4, active ? GOLD : null);
    const [name, value] = columns(inset(areas[seat], 4, 1), [6, 4]);
    const [who, what] = rows(name, [6, 5]);
    picture.write(who, names[seat], { size: 5, colour, align: "left" });
    picture.write(what, `${total} · ${say("web.lab.donated", { points: donated })}`, { size: 4, colour, align: "left" });
    picture.write(value, valueText(answer.values[seat], answer.unit), { size: 8, colour, align: "right" });
  });
  const [dice, words] = areas.slice(sums.length);
  if (state.turn.rolls) {
    const [line, labels] = rows(dice, [DIE + 3, 4]);
    columns(line, facesOf(state).map(() => 1)).forEach((area, die) => {
      const place = { x: area.x + (area.width - DIE) / 2, y: area.y + 1.5, width: DIE, height: DIE };
      const look = best ? lookOf(best, die) : "";
      if (look === "keep" || look === "score") picture.box({ x: place.x - 1, y: place.y - 1, width: DIE + 2, height: DIE + 2 }, GOLD, 3.2);
      drawDie(picture, place, facesOf(state)[die]);
    });
    columns(labels, facesOf(state).map(() => 1)).forEach((area, die) => {
      const look = best ? lookOf(best, die) : "";
      if (look) picture.write(area, say(`web.lab.look.${look}`), { size: 3.2, colour: FELT_INK });
    });
  }
  if (best) picture.lines(words, `${moveText(best, state)} (${valueText(best.value, answer.unit)})`, { size: 5, colour: FELT_INK });
  return picture.png();
}
