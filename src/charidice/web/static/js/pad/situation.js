/** A pad as the parts of the table see a game: its sheets, and who won. */

import { Situation } from "../parts/situation.js";

/** @import { GameView, View } from "../wire.d.ts" */

export class PadSituation extends Situation {
  /** @param {View} view @param {number | null} me @param {boolean} over */
  constructor(view, me, over) {
    super(view, me);
    const { pad } = view;
    if (!pad) throw new Error("no pad yet");
    this.pad = pad;
    this.over = over;
  }

  /** Without dice. @returns {GameView} */
  get game() {
    return /** @type {GameView} */ (/** @type {unknown} */ ({ ...this.pad, active: this.pad.active ?? -1 }));
  }
}
