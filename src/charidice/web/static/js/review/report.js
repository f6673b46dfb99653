/** The coach's page within ours: curve, summary and turns, in a shadow root with the style of the page itself. */

import { h } from "../lib/dom.js";
import { trusted } from "../lib/trusted.js";

/** Shows the markup in a host, with a place for the host's own children before it; `go(step)` when one is chosen. */
export class Report {
  #root;
  #go;
  #cursor = h("line", { y1: 0, y2: "100%", part: "cursor" });
  #places;
  #current = null;

  constructor(host, markup, go) {
    this.#go = go;
    this.#root = host.attachShadow({ mode: "open" });
    const style = h("link", { rel: "stylesheet", href: "/static/css/review-page.css" });
    // Without its style it can still be read.
    this.ready = new Promise((resolve) => ["load", "error"].forEach((end) => style.addEventListener(end, resolve, { once: true })));
    const parsed = new DOMParser().parseFromString(trusted.html(markup), "text/html");
    this.#root.append(style, h("slot"), ...[...parsed.body.childNodes].map((node) => document.adoptNode(node)));
    this.#turns();
    this.#curve();
  }

  /** Marks the place of a step in the curve and its turn in the list. */
  show(step) {
    const place = `${this.#places[step] ?? 0}%`;
    this.#cursor.setAttribute("x1", place);
    this.#cursor.setAttribute("x2", place);
    this.#current?.part.remove("current");
    const reached = [...this.#root.querySelectorAll(".felt[data-events]")].filter((roll) => Number(roll.dataset.events) <= step).at(-1);
    this.#current = reached?.closest(".turn") ?? null;
    this.#current?.part.add("current");
  }

  /** The heading of a turn becomes a button, and all that was done in it can be pointed at. */
  #turns() {
    for (const turn of this.#root.querySelectorAll(".turn")) {
      const name = turn.querySelector("h3 > span");
      const first = Number(turn.querySelector("[data-events]").dataset.events);
      name.replaceWith(h("button", { type: "button", part: "turn-button", on: { click: () => this.#go(first) } }, ...name.childNodes));
    }
    for (const told of this.#root.querySelectorAll("[data-events]")) {
      told.part.add("told");
      told.addEventListener("click", () => this.#go(Number(told.dataset.events)));
    }
  }

  /** A click anywhere in the curve goes to the nearest step, a mouse can be drawn along. */
  #curve() {
    const curve = this.#root.querySelector(".curve");
    this.#places = [...curve.querySelector("polyline").points].map(({ x }) => x);
    curve.querySelector(".lines").before(this.#cursor);
    curve.setAttribute("part", "curve");
    // The marks are too small to be pressed one by one.
    for (const link of curve.querySelectorAll("a")) link.replaceWith(...link.childNodes);
    const follow = ({ clientX }) => {
      const { left, width } = curve.getBoundingClientRect();
      const at = (100 * (clientX - left)) / width;
      const away = this.#places.map((place) => Math.abs(place - at));
      this.#go(away.indexOf(Math.min(...away)));
    };
    curve.addEventListener("click", follow);
    curve.addEventListener("pointermove", (event) => event.pointerType === "mouse" && event.buttons === 1 && follow(event));
  }
}
