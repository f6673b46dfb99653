/** What is odd about a turn on the pad, in words. */

import { say } from "../lib/text.js";

/** @import { PadTurnView } from "../wire.d.ts" */

/** One sentence for each complaint. @param {PadTurnView} turn @param {(seat: number) => string} name */
export const complaintsOf = (turn, name) => turn.complaints.map(({ code, ...values }) => say(`pad.complaint.${code}`, { ...values, player: name(turn.recipient) }));
