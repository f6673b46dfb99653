/** Announcements for screen readers, through one polite live region. */

import { byId } from "./dom.js";

const GATHERING = 150;
/** @type {string[]} */
let waiting = [];
let timer = 0;

/** Announces a sentence; several in quick succession become one announcement. @param {string} text */
export function announce(text) {
  waiting.push(text);
  clearTimeout(timer);
  timer = window.setTimeout(() => {
    byId("announcer").textContent = waiting.join(" ");
    waiting = [];
  }, GATHERING);
}
