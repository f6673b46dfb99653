/** The price of kindness: for each move its own value against what it gives. */

import { fill, h } from "../lib/dom.js";
import { number, say } from "../lib/text.js";
import { lossText, moveNodes, moveText, valueText } from "./words.js";
import { kindness } from "../engine/lab/kindness.js";

/** @import { LabAnswer, LabMove } from "../engine/lab/types.d.ts" */
/** @import { LabView } from "./lab-view.d.ts" */

/** Of the drawing: its size, and the room for labels at the left and below. */
const [WIDTH, HEIGHT, LEFT, FOOT, EDGE] = [320, 150, 44, 26, 8];
/** The most moves of the frontier that are told. */
const TOLD = 5;

export class Kindness {
  #view;
  #body = h("div", { class: "lab-kindness-body" });
  element = h("section", { class: "paper lab-kindness", "aria-labelledby": "lab-kindness-heading" });

  /** @param {LabView} view */
  constructor(view) {
    this.#view = view;
    fill(this.element, h("h2", { id: "lab-kindness-heading" }, say("web.lab.kindness")), this.#body);
  }

  /** @param {LabAnswer} answer */
  update(answer) {
    const { state, names } = this.#view;
    const moves = state.turn.rolls ? answer.moves : [];
    this.element.hidden = moves.length < 2;
    if (moves.length < 2) return fill(this.#body);
    const best = kindness(answer);
    const byMove = new Map(moves.map((move) => [move.move, move]));
    const told = spaced(best, TOLD).map(({ move }) => /** @type {LabMove} */ (byMove.get(move)));
    return fill(this.#body, h("p", { class: "soft" }, say("web.lab.kindness.why", { name: names[answer.active], other: names[answer.recipient] })), plot(answer, moves, best),
      h("ul", { class: "lab-prices" }, told.map((move) => h("li", {}, h("span", { class: "lab-price-move", "aria-hidden": "true" }, moveNodes(move, state)), h("span", { class: "unseen" }, moveText(move, state)),
        h("span", {}, say(lossText(move.loss, answer.unit) ? `web.lab.kindness.costs.${answer.unit}` : "web.lab.kindness.free", { gift: number(move.gift, move.scored ? 0 : 1), loss: lossText(move.loss, answer.unit).slice(1) }))))));
  }
}

/** So many of a list, the first and the last among them. @template T @param {readonly T[]} list @param {number} count */
const spaced = (list, count) => (list.length <= count ? [...list] : Array.from({ length: count }, (_, at) => list[Math.round((at * (list.length - 1)) / (count - 1))]));

/** @param {LabAnswer} answer @param {LabMove[]} moves @param {readonly {value: number, gift: number}[]} best */
function plot({ unit }, moves, best) {
  const gifts = moves.map(({ gift }) => gift);
  const values = moves.map(({ value }) => value);
  const [least, most] = [Math.min(...gifts), Math.max(...gifts)];
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const x = (/** @type {number} */ gift) => LEFT + EDGE + ((WIDTH - LEFT - 2 * EDGE) * (gift - least)) / (most - least || 1);
  const y = (/** @type {number} */ value) => EDGE + (HEIGHT - 2 * EDGE) * (1 - (value - low) / (high - low || 1));
  const at = (/** @type {{value: number, gift: number}} */ { value, gift }) => `${x(gift)},${y(value)}`;
  const label = (/** @type {number} */ left, /** @type {number} */ top, /** @type {string} */ anchor, /** @type {string} */ text) => h("text", { x: left, y: top, "text-anchor": anchor }, text);
  return h("svg", { class: "lab-plot", viewBox: `0 0 ${WIDTH} ${HEIGHT + FOOT}`, role: "img", "aria-label": say("web.lab.kindness.plot", { count: best.length }) },
    h("line", { class: "lab-ground", x1: LEFT, x2: WIDTH, y1: HEIGHT, y2: HEIGHT }), h("line", { class: "lab-ground", x1: LEFT, x2: LEFT, y1: 0, y2: HEIGHT }),
    moves.map((move) => h("circle", { class: "lab-dot", cx: x(move.gift), cy: y(move.value), r: 2.5 })),
    h("polyline", { class: "lab-frontier", points: best.map(at).join(" ") }),
    best.map((move) => h("path", { class: "lab-front-dot", d: `M${x(move.gift)} ${y(move.value) - 5}l5 5-5 5-5-5Z` })),
    label(LEFT - 4, EDGE + 4, "end", valueText(high, unit)), label(LEFT - 4, HEIGHT - EDGE + 4, "end", valueText(low, unit)),
    label(x(least), HEIGHT + 16, "start", number(least, 0)), label(x(most), HEIGHT + 16, "end", number(most, 0)), label((LEFT + WIDTH) / 2, HEIGHT + 16, "middle", say("web.lab.kindness.axis")));
}
