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
    byId("announcer").textContent = waiting.reduce(followed);
    waiting = [];
  }, GATHERING);
}

/** Two texts with a full stop between them, where a voice pauses. @param {string} text @param {string} next */
const followed = (text, next) => `${text}${/[\p{L}\p{N}]$/u.test(text) ? "." : ""} ${next}`;
