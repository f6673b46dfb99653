/** Quick reactions: a small fixed set of SVG drawings, each announced to screen readers. */

import { announce } from "../lib/announcer.js";
import { messageOf, post } from "../lib/api.js";
import { beside } from "../lib/bubble.js";
import { h, setStyle, toast } from "../lib/dom.js";
import { drawn, icon } from "../parts/drawings.js";
import { say, seatName } from "../lib/text.js";

/** @import { Shape } from "../types.d.ts" */
/** @import { ReactionMessage, ReactionName, SeatView } from "../wire.d.ts" */
/** @import { Situation } from "../parts/situation.js" */

const FLOATING = 2600;
/** @type {Shape[]} */
const face = [["circle", "skin", { cx: 20, cy: 20, r: 16 }]];
/** @type {Shape[]} */
const eyes = [["circle", "line", { cx: 14, cy: 17, r: 2.2 }], ["circle", "line", { cx: 26, cy: 17, r: 2.2 }]];

/** Shapes from back to front: tag, part (its colour is in the style sheet), geometry. @type {Record<ReactionName, Shape[]>} */
const SHAPES = {
  heart: [
    ["path", "red", { d: "M20 35C8 26 3 20 3 13.5A8.5 8.5 0 0 1 20 10a8.5 8.5 0 0 1 17 3.5C37 20 32 26 20 35Z" }],
    ["path", "shine", { d: "M8 14c0-3 2-5 5-5" }],
  ],
  clap: [
    ["path", "ray", { d: "M20 3v5M10 5l2 4M30 5l-2 4" }],
    ["path", "skin edge", { d: "M13 13c2-1 3 0 4 2l6 10c2 5-1 11-6 12-5 .5-8-2-9-6L6 20c0-3 3-3 4-1l1 2-1-5c0-2 2-3 3-3Z" }],
    ["path", "skin edge", { d: "M27 13c-2-1-3 0-4 2l-6 10c-2 5 1 11 6 12 5 .5 8-2 9-6l2-11c0-3-3-3-4-1l-1 2 1-5c0-2-2-3-3-3Z" }],
  ],
  laugh: [
    ...face,
    ["path", "stroke", { d: "M10 17c1.5-3 5-3 6.5 0M23.5 17c1.5-3 5-3 6.5 0" }],
    ["path", "line", { d: "M10 22h20c0 7-4 10.5-10 10.5S10 29 10 22Z" }], ["path", "red", { d: "M14 30c3-3 9-3 12 0-3 3-9 3-12 0Z" }],
  ],
  wow: [
    ...face, ...eyes, ["ellipse", "line", { cx: 20, cy: 28, rx: 4, ry: 5 }],
    ["path", "stroke", { d: "M10.5 11c1-1.5 4-2 5.5-1M29.5 11c-1-1.5-4-2-5.5-1" }],
  ],
  sad: [
    ...face, ...eyes, ["path", "stroke", { d: "M13 29c3-5 11-5 14 0" }],
    ["path", "tear", { d: "M27 20c3 4 4 6 4 7.5a3.5 3.5 0 0 1-7 0c0-1.5 1-3.5 3-7.5Z" }],
  ],
  thanks: [
    ["rect", "gift", { x: 5, y: 17, width: 30, height: 20, rx: 3 }], ["rect", "gift", { x: 3, y: 12, width: 34, height: 8, rx: 3 }],
    ["path", "ribbon", { d: "M17 12h6v25h-6Z" }], ["path", "ribbon", { d: "M20 12C15 1 5 4 9 9c2 3 7 3 11 3ZM20 12C25 1 35 4 31 9c-2 3-7 3-11 3Z" }],
  ],
};

const NAMES = /** @type {ReactionName[]} */ (Object.keys(SHAPES));

/** @param {ReactionName} reaction */
const drawing = (reaction) => h("svg", { class: "reaction", viewBox: "0 0 40 40", "aria-hidden": "true" }, SHAPES[reaction].map(drawn));

/**
 * A button that opens the six reactions. `seats` are the ones at this browser; the first of them
 * is the sender unless another is chosen.
 * @param {{table: string, seats: SeatView[]}} options
 */
export function reactionButton({ table, seats }) {
  let speaker = seats[0].seat;
  const send = async (/** @type {ReactionName} */ reaction) => {
    choices.hidePopover();
    try {
      await post(`/api/tables/${table}/reactions`, { seat: speaker, reaction });
    } catch (error) {
      toast(messageOf(error));
    }
  };
  const choices = h(
    "div",
    { class: "reaction-choices paper", popover: "auto", role: "group", "aria-label": say("web.reaction.choose") },
    seats.length > 1 ? speakers(seats, (seat) => (speaker = seat)) : null,
    NAMES.map((reaction) => {
      const title = say(`web.reaction.${reaction}`);
      return h("button", { type: "button", "aria-label": title, title, data: { reaction }, on: { click: () => send(reaction) } }, drawing(reaction));
    }),
  );
  const what = { class: "reaction-button", type: "button", "aria-label": say("web.reaction.choose"), "aria-expanded": "false" };
  const button = h("button", { ...what, on: { click: () => choices.togglePopover?.() } }, icon("smile"));
  choices.addEventListener("toggle", (event) => {
    const open = event.newState === "open";
    button.setAttribute("aria-expanded", String(open));
    if (open) beside(choices, button);
  });
  return h("span", { class: "reactions" }, button, choices);
}

/** @param {SeatView[]} seats @param {(seat: number) => void} choose */
function speakers(seats, choose) {
  return h(
    "select",
    { name: "speaker", "aria-label": say("web.reaction.speaker"), on: { change: ({ currentTarget }) => choose(Number(currentTarget.value)) } },
    seats.map((seat) => h("option", { value: seat.seat }, seatName(seat))),
  );
}

/** Animates a reaction rising from the sender's card. @param {ReactionMessage} message @param {Situation} situation */
export function showReaction({ seat, reaction }, situation) {
  if (!(reaction in SHAPES)) return;
  const words = say("web.reaction.said", { player: situation.who(seat), reaction: say(`web.reaction.${reaction}`) });
  const cards = [...document.querySelectorAll(`[data-seat="${seat}"]`)].map((element) => element.getBoundingClientRect());
  const card = cards.find(({ width }) => width > 0);
  if (!card) return toast(words);
  announce(words);
  const floating = h("span", { class: "floating-reaction", "aria-hidden": "true" }, drawing(reaction));
  document.body.append(setStyle(floating, { "--left": `${card.left + card.width / 2}px`, "--top": `${card.top + card.height / 2}px` }));
  setTimeout(() => floating.remove(), FLOATING);
}
