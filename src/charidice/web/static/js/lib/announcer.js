/** Tells screen readers what happens, politely and in order. */

import { byId } from "./dom.js";

const GATHERING = 150;
/** @type {string[]} */
let waiting = [];
let timer = 0;

/** Says a sentence; several that come together are said as one. @param {string} text */
export function announce(text) {
  waiting.push(text);
  clearTimeout(timer);
  timer = window.setTimeout(() => {
    byId("announcer").textContent = waiting.join(" ");
    waiting = [];
  }, GATHERING);
}
