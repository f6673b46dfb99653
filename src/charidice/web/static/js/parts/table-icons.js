/** The table's SVG icons; a text or label always says the same. */

import { h } from "../lib/dom.js";
import { say } from "../lib/text.js";

const PATHS = {
  undo: ["M9 14 4 9l5-5", "M4 9h10a6 6 0 0 1 0 12h-3"],
  skip: ["M4 5l8 7-8 7z", "M12 5l8 7-8 7z"],
  pick: ["M4 4h16v16H4z", "M8 12.500l3 3 5.500-7"],
  hint: ["M9 18h6", "M10 21.5h4", "M12 2.5a6.5 6.5 0 0 0-4 11.6c.8.7 1 1.400 1 2.400h6c0-1 .2-1.700 1-2.400a6.5 6.5 0 0 0-4-11.600z"],
  sheets: ["M5 3h10l4 4v14H5z", "M9 9h6", "M9 13h6", "M9 17h4"],
  gift: ["M4 11h16v10H4z", "M2.500 7h19v4h-19z", "M12 7v14", "M12 7C8 7 6 2 9 2s3 5 3 5 0-5 3-5 1 5-3 5z"],
  crown: ["M3 18 2 7l6 4 4-7 4 7 6-4-1 11z"],
  moon: ["M20 14.500A8.500 8.500 0 0 1 9.500 4a8.500 8.500 0 1 0 10.500 10.500z"],
  eye: ["M2 12s4-7 10-7 10 7 10 7-4 7-10 7S2 12 2 12z", "M12 9a3 3 0 1 1 0 6 3 3 0 0 1 0-6z"],
};

/** @param {keyof typeof PATHS} name */
export function tableIcon(name) {
  return h(
    "svg",
    { class: `icon picture-${name}`, viewBox: "0 0 24 24", "aria-hidden": "true", focusable: "false" },
    PATHS[name].map((d) => h("path", { d })),
  );
}

/** The badge of the greatest of gifts. */
export const twice = () => h("b", { class: "twice" }, say("box.gift"));

/** The gift box that flies to the neighbour. */
export function giftBox() {
  return h(
    "svg",
    { class: "gift-box", viewBox: "0 0 48 48", "aria-hidden": "true" },
    h("rect", { class: "box", x: 6, y: 20, width: 36, height: 24, rx: 4 }),
    h("rect", { class: "lid", x: 3, y: 14, width: 42, height: 9, rx: 3 }),
    h("rect", { class: "ribbon", x: 21, y: 14, width: 6, height: 30 }),
    h("path", { class: "bow", d: "M24 14C14 14 10 3 17 3s7 11 7 11 0-11 7-11 3 11-7 11z" }),
  );
}
