/** A score pad of this device goes online: phones can join from then on, and nothing is entered twice. */

import { putOnline } from "../lib/api.js";
import { offerOnline } from "../shell/going-online.js";
import { go } from "../shell/router.js";

/** Goes on with the pad of the server that this one has become, or becomes now. @param {string} table */
export async function goOnline(table) {
  const id = await putOnline(table);
  // Back leads to where this pad was opened, not to the pad itself.
  return go(`/pad/${id}`, { replace: true });
}

/** @param {string} table */
export const offerPad = (table) => offerOnline({ why: "web.pad.online.why", needsNetwork: "web.pad.online.needs-network", put: () => goOnline(table) });
