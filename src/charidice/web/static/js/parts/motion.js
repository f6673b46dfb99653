/** Animations: tumbling dice, flying points and gifts. A tap or key skips them; reduced motion disables them. */

import { cubeSides } from "./die.js";
import { h, setStyle } from "../lib/dom.js";
import { CONSTANTS } from "../lib/settings.js";

/** @import { Children } from "../types.d.ts" */

// The server waits as long as these animations take.
const ROLL_TIME = 1000 * CONSTANTS.motion.rolled;
const MARK_TIME = 1000 * CONSTANTS.motion.marked;
const PACK_TIME = 1000 * CONSTANTS.motion.packed;
const FLIGHT_TIME = 1000 * CONSTANTS.motion.scored;
const CENTRED = "translate(-50%, -50%)";
/** How much earlier than the last die the first may stop, in milliseconds. */
const ROLL_SPREAD = 200;

/** Callbacks that end the running animations. @type {Set<() => void>} */
const running = new Set();

/** Whether nothing is to move. */
export const isStill = () => matchMedia("(prefers-reduced-motion: reduce)").matches || document.hidden;

export function skipMotion() {
  for (const end of [...running]) end();
}

/** Whether the current gesture skipped an animation; then it does nothing else, whatever its target. */
let skipped = false;

/** Presses outside the table, and keys without a meaning there, skip nothing. @param {PointerEvent | KeyboardEvent} event */
function isAtTable(event) {
  if (event.target instanceof Element && event.target.closest("#bar, dialog")) return false;
  return !("key" in event) || (/^(.|Enter|Escape|Arrow.+)$/.test(event.key) && !event.ctrlKey && !event.metaKey && !event.altKey);
}

/** @param {Event} event */
function swallow(event) {
  if (!skipped) return;
  event.preventDefault();
  event.stopImmediatePropagation();
}

/** @param {PointerEvent | KeyboardEvent} event */
function begin(event) {
  if (!("repeat" in event && event.repeat)) skipped = running.size > 0 && isAtTable(event);
  if (!skipped) return;
  skipMotion();
  // Keep pointerdown's default: it is harmless, and some browsers could not scroll without it.
  if (event.type === "keydown") swallow(event);
}
addEventListener("pointerdown", begin, { capture: true });
addEventListener("keydown", begin, { capture: true });
for (const rest of ["keyup", "click"]) addEventListener(rest, swallow, { capture: true });

/** Resolves after a time in milliseconds, or when skipped; whether it was. @param {number} time @returns {Promise<boolean>} */
function lasting(time) {
  return new Promise((resolve) => {
    const finish = (/** @type {boolean} */ skips) => {
      clearTimeout(timer);
      running.delete(skip);
      resolve(skips);
    };
    const skip = () => finish(true);
    const timer = setTimeout(() => finish(false), time);
    running.add(skip);
  });
}

/** Calls `show` for every frame of a time in milliseconds with the share of it that is over; the last time with 1. @param {number} time @param {(share: number) => void} show */
export async function progress(time, show) {
  const start = performance.now();
  const frame = () => {
    show(Math.min((performance.now() - start) / time, 1));
    request = requestAnimationFrame(frame);
  };
  let request = 0;
  frame();
  await lasting(time);
  cancelAnimationFrame(request);
  show(1);
}

/** The time to look at what a bot scores; whether it was skipped. */
export const marking = () => lasting(MARK_TIME);

/**
 * Animates a roll of the dice in `places`, which end with `faces`; `layout` is that of the dice, null for the standard ones.
 * @param {HTMLElement[]} places @param {string[]} faces @param {string | null} layout
 */
export async function tumble(places, faces, layout = null) {
  if (isStill()) return;
  const cubes = places.map((place, index) => {
    const cube = h("span", { class: "cube", "aria-hidden": "true" }, cubeSides(faces[index], layout));
    const turns = () => (Math.random() < 0.5 ? -1 : 1) * (360 + 90 * Math.floor(Math.random() * 3));
    setStyle(cube, {
      "--spin-x": `${turns()}deg`,
      "--spin-y": `${turns()}deg`,
      "--drift": `${Math.round(Math.random() * 24 - 12)}px`,
      "--time": `${ROLL_TIME - Math.round(Math.random() * ROLL_SPREAD)}ms`,
    });
    place.classList.add("rolling");
    place.append(cube);
    return cube;
  });
  await lasting(ROLL_TIME);
  for (const cube of cubes) cube.remove();
  for (const place of places) place.classList.remove("rolling");
}

/** Puts something over the centre of an element. @param {Children} thing @param {Element} at */
function hover(thing, at) {
  const { x, y } = middle(at);
  const flyer = setStyle(h("div", { class: "flyer", "aria-hidden": "true" }, thing), { left: `${x}px`, top: `${y}px` });
  document.body.append(flyer);
  return flyer;
}

/**
 * Animates dice into a box at an element, where they stay until they are unpacked.
 * @param {HTMLElement[]} dice @param {Children} box @param {Element} at
 */
export async function pack(dice, box, at) {
  if (isStill()) return { skipped: false, unpack: () => {} };
  const flyer = hover(box, at);
  flyer.animate([{ transform: `${CENTRED} scale(.4)`, opacity: 0 }, { transform: CENTRED, opacity: 1 }], { duration: PACK_TIME / 3, fill: "both" });
  const end = middle(at);
  const moves = dice.map((die) => {
    const start = middle(die);
    const into = `translate(${end.x - start.x}px, ${end.y - start.y}px) scale(.15)`;
    return die.animate([{ transform: "none" }, { transform: into, opacity: 1, offset: 0.9 }, { transform: into, opacity: 0 }], { duration: PACK_TIME, easing: "ease-in", fill: "forwards" });
  });
  const skipped = await lasting(PACK_TIME);
  flyer.remove();
  return { skipped, unpack: () => moves.forEach((move) => move.cancel()) };
}

/**
 * Animates something in an arc from one element to the centre of another; it grows at its start unless it is `there` already.
 * @param {Children} thing @param {Element | null | undefined} from @param {Element | null | undefined} to
 */
export async function fly(thing, from, to, there = false) {
  if (isStill() || !from?.isConnected || !to?.isConnected) return;
  const [start, end] = [middle(from), middle(to)];
  const flyer = hover(thing, from);
  const [x, y] = [end.x - start.x, end.y - start.y];
  const lift = Math.min(80, Math.abs(x) / 4 + 30);
  flyer.animate(
    [
      there ? { transform: CENTRED, opacity: 1 } : { transform: `${CENTRED} scale(.4)`, opacity: 0 },
      { transform: `${CENTRED} scale(1.15)`, opacity: 1, offset: 0.2 },
      { transform: `translate(calc(-50% + ${x / 2}px), calc(-50% + ${y / 2 - lift}px)) scale(1.1)`, opacity: 1, offset: 0.6 },
      { transform: `translate(calc(-50% + ${x}px), calc(-50% + ${y}px)) scale(.6)`, opacity: 0.9 },
    ],
    { duration: FLIGHT_TIME, easing: "ease-in-out", fill: "both" },
  );
  await lasting(FLIGHT_TIME);
  flyer.remove();
}

/** @param {Element} element */
function middle(element) {
  const { left, top, width, height } = element.getBoundingClientRect();
  return { x: left + width / 2, y: top + height / 2 };
}
