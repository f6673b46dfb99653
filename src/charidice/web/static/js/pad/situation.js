/** A pad as the parts of the table see a game: its sheets, and who won. */

import { Situation } from "../table/situation.js";

/** @import { GameView, View } from "../wire.d.ts" */

export class PadSituation extends Situation {
  /** @param {View} view @param {number | null} me */
  constructor(view, me) {
    super(view, me);
    const { pad } = view;
    if (!pad) throw new Error("no pad yet");
    this.pad = pad;
    // While a correction is not handed in yet, nobody knows who has won.
    this.over &&= pad.sheets.every(({ result }) => result);
  }

  /** Without dice. @returns {GameView} */
  get game() {
    return /** @type {GameView} */ (/** @type {unknown} */ ({ ...this.pad, active: this.pad.active ?? -1 }));
  }
}
