/** Which seat of a reviewed game is the reader's. */

import { h } from "../lib/dom.js";
import { say } from "../lib/text.js";

/** @import { View } from "../wire.d.ts" */

/** The reader's seat at a table; null if several people share this browser or nobody plays here. @param {{me: number | null, view: View}} update */
export function seatOfReader({ me, view }) {
  const mine = view.seats.filter(({ holder, person, bot }) => me !== null && holder === me && person && !bot);
  return mine.length === 1 ? mine[0].seat : null;
}

/** The "you" tag beside the reader's name. @param {number} seat @param {number | null} you */
export const youTag = (seat, you) => (seat === you ? [" ", h("small", { class: "you" }, say("web.table.you"))] : null);
