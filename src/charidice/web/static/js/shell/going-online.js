/** A table of this device goes online: this offers it, and says when the network is missing. */

import { messageOrNetwork } from "../lib/api.js";
import { openDialog } from "../lib/dialogs.js";
import { h, refill } from "../lib/dom.js";
import { say } from "../lib/text.js";

/** @import { Children } from "../types.d.ts" */

/**
 * Says what it is good for, and asks; `why` and `needsNetwork` are keys of texts.
 * @param {{why: string, needsNetwork: string, more?: Children, put: () => Promise<void>}} offer
 */
export function offerOnline({ why, needsNetwork, more = null, put }) {
  const trouble = h("p", { class: "trouble", role: "alert" });
  return openDialog(say("web.pad.online"), (close) => {
    const press = async () => {
      if (button.getAttribute("aria-disabled")) return;
      button.setAttribute("aria-disabled", "true");
      try {
        await put();
        close();
      } catch (error) {
        refill(trouble, messageOrNetwork(error, needsNetwork));
      }
      button.removeAttribute("aria-disabled");
    };
    const button = h("button", { class: "button primary", type: "button", data: { action: "put-online" }, on: { click: press } }, say("web.pad.online"));
    return [h("p", {}, say(why)), more, trouble, h("div", { class: "buttons" }, button)];
  });
}
