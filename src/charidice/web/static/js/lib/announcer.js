/** Tells screen readers what happens, politely and in order. */

const GATHERING = 150;
let waiting = [];
let timer = 0;

/** Says a sentence; several that come together are said as one. */
export function announce(text) {
  waiting.push(text);
  clearTimeout(timer);
  timer = window.setTimeout(() => {
    document.getElementById("announcer").textContent = waiting.join(" ");
    waiting = [];
  }, GATHERING);
}
