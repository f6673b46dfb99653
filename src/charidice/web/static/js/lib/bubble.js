/** A tooltip opened by a button; a click anywhere or Escape closes it. */

import { announce } from "./announcer.js";
import { fill, h, setStyle } from "./dom.js";

/** Places the tooltip above the button if there is room, else below, always inside the window. @param {HTMLElement} bubble @param {HTMLElement} button */
export function beside(bubble, button) {
  const place = button.getBoundingClientRect();
  const { offsetWidth: width, offsetHeight: height } = bubble;
  const left = Math.min(Math.max(8, place.left + place.width / 2 - width / 2), innerWidth - width - 8);
  const top = place.top > height + 16 ? place.top - height - 8 : place.bottom + 8;
  setStyle(bubble, { "--left": `${left}px`, "--top": `${top}px` });
}

/**
 * A button over an icon that opens a one-sentence explanation of it.
 * @param {string} name the class that positions it
 * @param {() => string} words
 */
export function explaining(name, words) {
  const bubble = h("p", { class: "bubble paper", popover: "auto", on: { click: ({ currentTarget }) => currentTarget.hidePopover() } });
  const button = h("button", { class: `explaining ${name}`, type: "button" });
  button.popoverTargetElement = bubble;
  bubble.addEventListener("beforetoggle", (event) => {
    if (event.newState === "open") fill(bubble, words());
  });
  bubble.addEventListener("toggle", (event) => {
    if (event.newState !== "open") return;
    beside(bubble, button);
    announce(bubble.textContent);
  });
  return { button, bubble };
}
