/** A score pad of this device goes online: phones can join from then on, and nothing is entered twice. */

import { messageOrNetwork, putOnline } from "../lib/api.js";
import { openDialog } from "../lib/dialogs.js";
import { h, refill } from "../lib/dom.js";
import { say } from "../lib/text.js";
import { go } from "../shell/router.js";

/** Goes on with the pad of the server that this one has become, or becomes now. @param {string} table */
export async function goOnline(table) {
  const id = await putOnline(table);
  // Back leads to where this pad was opened, not to the pad itself.
  return go(`/pad/${id}`, { replace: true });
}

/** Says what it is good for, and asks. @param {string} table */
export function offerOnline(table) {
  const trouble = h("p", { class: "trouble", role: "alert" });
  return openDialog(say("web.pad.online"), (close) => {
    const put = async () => {
      if (button.getAttribute("aria-disabled")) return;
      button.setAttribute("aria-disabled", "true");
      try {
        await goOnline(table);
        close();
      } catch (error) {
        refill(trouble, messageOrNetwork(error, "web.pad.online.needs-network"));
      }
      button.removeAttribute("aria-disabled");
    };
    const button = h("button", { class: "button primary", type: "button", data: { action: "put-online" }, on: { click: put } }, say("web.pad.online"));
    return [h("p", {}, say("web.pad.online.why")), trouble, h("div", { class: "buttons" }, button)];
  });
}
