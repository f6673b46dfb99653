/** Small line drawings for buttons and menus; words beside them or a label say what they mean. */

import { h } from "../lib/dom.js";

const STROKES = {
  menu: ["M4 7h16M4 12h16M4 17h16"],
  help: ["M9 9a3 3 0 1 1 4.6 2.6c-1 .6-1.6 1.2-1.6 2.4", "M12 17.6v.1"],
  home: ["M4 11.5 12 5l8 6.5", "M6.5 10v9h11v-9"],
  book: ["M12 6.5C10 5 7 4.8 4 5.2v13c3-.4 6-.2 8 1.3 2-1.5 5-1.7 8-1.3v-13c-3-.4-6-.2-8 1.3Z", "M12 6.5v13"],
  learn: ["M2.5 9.5 12 5l9.5 4.5L12 14Z", "M6.5 11.8V16c1.6 1.4 3.4 2 5.5 2s3.9-.6 5.5-2v-4.2"],
  fair: ["M12 4v16M7 20h10", "M5 8h14", "M5 8l-2.5 6h5ZM19 8l-2.5 6h5Z"],
  review: ["M4 4v16h16", "m7.5 14.5 3.5-4 3 2.5 5-6"],
  plus: ["M12 5v14M5 12h14"],
  copy: ["M9 9h10v11H9Z", "M15 9V4H5v11h4"],
  share: ["M12 15V4", "m8 7.5 4-4 4 4", "M5 12v8h14v-8"],
  language: ["M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18Z", "M3 12h18", "M12 3c-5 5.5-5 12.5 0 18 5-5.5 5-12.5 0-18Z"],
  smile: ["M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18Z", "M8.5 14.5c1.9 2.3 5.1 2.3 7 0", "M9 9.5v.1M15 9.5v.1"],
  go: ["m9 5 7 7-7 7"],
};

/** @param {keyof typeof STROKES} name */
export const icon = (name) =>
  h("svg", { class: "icon", viewBox: "0 0 24 24", "aria-hidden": "true" }, STROKES[name].map((d) => h("path", { d })));
