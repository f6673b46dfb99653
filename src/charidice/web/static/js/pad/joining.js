/** Another phone joins a running pad: its owner picks a name and can then enter turns here, too. */

import { codeIn } from "../lib/address.js";
import { messageOf, post } from "../lib/api.js";
import { h, toast } from "../lib/dom.js";
import { go } from "../shell/router.js";
import { say } from "../lib/text.js";
import { seatsToWrite } from "../parts/invite.js";

/** @import { View } from "../wire.d.ts" */

/** The words and buttons for somebody with the link and without a seat, else null. @param {View} view @param {boolean} watching */
export function joining(view, watching) {
  const code = codeIn("join");
  if (!code || !watching) return null;
  const seats = seatsToWrite(view);
  const take = async (/** @type {number} */ seat, /** @type {string} */ name) => {
    try {
      await post(`/api/tables/${view.table}/join`, { code, name, seat });
      // Opened again, so that updates are for this seat; and without the code, so that nobody shares it with the link.
      go(`/pad/${view.table}`, { replace: true });
    } catch (error) {
      toast(messageOf(error));
    }
  };
  const buttons = seats.map(({ seat, name }) =>
    h("button", { class: "button plain", type: "button", data: { action: "write", seat }, on: { click: () => take(seat, String(name)) } }, String(name)),
  );
  return { words: say(seats.length ? "web.pad.join" : "web.lobby.full"), buttons };
}
