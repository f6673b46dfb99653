/** The score sheets of a finished game, to be printed from this device. */

import { Refused } from "../engine/errors.js";
import { CHARITY_BONUS, GREAT_CHARITY_BONUS } from "../engine/ruleset.js";
import { results, rowOf, winners } from "../engine/sheet.js";
import { isOver } from "../engine/state.js";

/** @import { GameRecord } from "../engine/record/game.js" */
/** @import { PrintedSheets } from "../types.d.ts" */

/** @param {GameRecord} record @returns {PrintedSheets} */
export function sheetsOf({ players, ruleset, state }) {
  if (!isOver(state)) throw new Refused("not-over");
  const final = results(state.sheets);
  const best = winners(final);
  const sheets = state.sheets.map((sheet, seat) => ({
    name: players[seat],
    rows: Array.from({ length: ruleset.rounds }, (_, round) => rowOf(sheet, round + 1)),
    hasGift: sheet.hasGift,
    won: best.includes(seat),
    ...final[seat],
  }));
  return { charities: [CHARITY_BONUS, GREAT_CHARITY_BONUS], sheets };
}
