/** The settings that the host can change during a game; each is sent as soon as it is chosen. */

import { messageOf, post } from "../lib/api.js";
import { openDialog } from "../lib/dialogs.js";
import { h, toast } from "../lib/dom.js";
import { setSetting, TUTORED_GAMES } from "../lib/settings.js";
import { say } from "../lib/text.js";
import { speedChoice, tutorSwitch, waitField } from "../parts/table-settings.js";

/** @import { Take } from "../types.d.ts" */
/** @import { ChangedSettings, View } from "../wire.d.ts" */

/** @param {string} table @param {View} view @param {Take} take */
export function openSettings(table, { seats, settings }, take) {
  return openDialog(say("web.table.settings"), (close) => {
    const change = async (/** @type {ChangedSettings} */ changed) => {
      try {
        take(await post(`/api/tables/${table}/settings`, changed));
      } catch (error) {
        // A message would be hidden behind the dialog.
        close();
        toast(messageOf(error));
      }
    };
    const tutor = (/** @type {boolean} */ wanted) => {
      // The next games against a bot are played in the same way.
      setSetting("tutored", wanted ? 0 : TUTORED_GAMES);
      change({ hints: wanted ? "tutor" : "ask" });
    };
    const hasBots = seats.some(({ bot }) => bot);
    return h(
      "div",
      { class: "table-settings" },
      settings.hints === "off" ? null : tutorSwitch(settings.hints === "tutor", tutor),
      hasBots ? speedChoice(settings.speed, (speed) => change({ speed })) : null,
      hasBots || new Set(seats.map(({ holder }) => holder)).size > 1 ? waitField({ settings: { ...settings } }, (wait) => change({ wait })) : null,
    );
  });
}
