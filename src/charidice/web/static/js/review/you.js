/** Which seat of a reviewed game is the reader's. */

import { get } from "../lib/api.js";
import { h } from "../lib/dom.js";
import { say } from "../lib/text.js";

/** The reader's seat at a table; null if several people share this browser, nobody plays here, or the table is gone. @param {string} table */
export async function seatOfReader(table) {
  try {
    const { me, view } = await get(`/api/tables/${table}`);
    const mine = view.seats.filter(({ holder, person, bot }) => me !== null && holder === me && person && !bot);
    return mine.length === 1 ? mine[0].seat : null;
  } catch {
    // The review is readable with names, too.
    return null;
  }
}

/** The "you" tag beside the reader's name. @param {number} seat @param {number | null} you */
export const youTag = (seat, you) => (seat === you ? [" ", h("small", { class: "you" }, say("web.table.you"))] : null);
