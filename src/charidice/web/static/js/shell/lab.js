/** Links to the lab from a game. */

import { h } from "../lib/dom.js";
import { say } from "../lib/text.js";
import { icon } from "../parts/drawings.js";
import { go } from "./router.js";

/** The address of a position; spaces are underscores there. @param {string} position */
const addressOf = (position) => `/lab#${position.replaceAll(" ", "_")}`;

/** Goes to a position; the names of the players stay in this browser. @param {string} position @param {readonly string[]} names */
export const goToLab = (position, names) => go(addressOf(position), { state: { names } });

/** @param {string} position @param {readonly string[]} names */
export function openLab(position, names) {
  const open = (/** @type {MouseEvent} */ event) => {
    if (event.button || event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    goToLab(position, names);
  };
  return h("a", { class: "step-lab", href: addressOf(position), data: { action: "lab" }, on: { click: open } }, icon("lab"), say("web.review.lab"));
}
