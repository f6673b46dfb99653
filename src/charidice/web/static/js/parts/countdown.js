/** A visible deadline: a ring that empties, and the seconds left. A re-render does not restart it. */

import { h } from "../lib/dom.js";
import { say } from "../lib/text.js";

/**
 * Animates a ring until a deadline in `performance.now()` time.
 * @param {Element} ring
 * @param {{until: number, total: number}} deadline
 */
export function runOut(ring, { until, total }) {
  if (ring.getAttribute("data-until") === String(until)) return;
  ring.setAttribute("data-until", String(until));
  for (const before of ring.getAnimations()) before.cancel();
  ring.animate({ "--gone": ["100%", "0%"] }, { duration: total, delay: until - performance.now() - total, fill: "both" });
}

/** The time left to ask for the greatest of gifts. */
export class Countdown {
  #until = 0;
  #timer = 0;
  #seconds = h("b", { "aria-hidden": "true" });
  #ring = h("i", { class: "ring" });
  element = h("span", { class: "clock waiting", role: "timer", hidden: true }, this.#ring, this.#seconds);

  /** @param {{until: number, total: number} | null} deadline */
  update(deadline) {
    this.#until = deadline?.until ?? 0;
    this.element.hidden = !deadline;
    if (deadline) runOut(this.#ring, deadline);
    this.#tick();
  }

  #tick() {
    clearTimeout(this.#timer);
    const left = this.#until - performance.now();
    if (left <= 0 || !this.element.isConnected) return;
    const count = Math.ceil(left / 1000);
    this.#seconds.textContent = String(count);
    this.element.setAttribute("aria-label", say("web.table.ask-time", { count }));
    this.#timer = window.setTimeout(() => this.#tick(), left - 1000 * (count - 1) + 1);
  }
}
