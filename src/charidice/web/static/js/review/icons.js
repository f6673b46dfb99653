/** The icons of the review's buttons, which all have text or a label too. */

import { h } from "../lib/dom.js";

const SHAPES = {
  first: "M5 5h3v14H5zM20 5v14L9 12z",
  previous: "M18 5v14L6 12z",
  next: "M6 5v14l12-7z",
  last: "M16 5h3v14h-3zM4 5v14l11-7z",
  mistake: "M4 5v14l9-7zM16 4h4l-.700 10h-2.600zM16 16h4v4h-4z",
  table: "M11 4v5h9v6h-9v5L3 12z",
  save: "M10 3h4v8h5l-7 7-7-7h5zM4 19h16v2H4z",
  dice: "M6 3h12a3 3 0 0 1 3 3v12a3 3 0 0 1-3 3H6a3 3 0 0 1-3-3V6a3 3 0 0 1 3-3zm4.500 13.500L18 9l-1.700-1.700-5.800 5.800-2.800-2.800L6 12z",
  another: "M3 5h7l2 2.500h9V19H3zm8 5v2.200H8.800v2H11V16.500h2v-2.300h2.200v-2H13V10z",
};

/** @param {keyof typeof SHAPES} name */
export const stepIcon = (name) =>
  h("svg", { viewBox: "0 0 24 24", class: "step-icon", "aria-hidden": "true" }, h("path", { d: SHAPES[name], "fill-rule": "evenodd" }));
