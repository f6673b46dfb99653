/** After a game: the player's best move and one to think about, once the coach has reviewed the game. */

import { BUSY, LONG, messageOf, patiently, post, TOO_MANY, Unreachable } from "../lib/api.js";
import { h, refill } from "../lib/dom.js";
import { language, say } from "../lib/text.js";
import { diceRow, moveNodes } from "../parts/move-words.js";
import { workedOutAlready } from "../shell/here.js";

/** @import { Children } from "../types.d.ts" */
/** @import { Highlight, ReviewAnswer, View } from "../wire.d.ts" */
/** @import { Situation } from "../parts/situation.js" */

export class Moments {
  #table;
  /** The result and language that a review was requested for. */
  #asked = "";
  /** @type {ReviewAnswer | null} */
  #review = null;
  /** After a game against a bot, the question about the worst move is asked in the trainer. */
  #isAsked = false;

  /** @param {string} table */
  constructor(table) {
    this.#table = table;
    this.element = h("div", { class: "end-moments" });
  }

  /** Shown only to a single person at this device, and if hints are allowed. @param {Situation} situation */
  update({ game, view, you }) {
    const seat = view.settings.hints === "off" ? null : you;
    this.element.hidden = seat === null;
    this.#isAsked = view.seats.some(({ bot }) => bot);
    if (seat === null) return;
    const asked = JSON.stringify([language(), game.sheets.map(({ result }) => result?.total)]);
    if (asked !== this.#asked) this.#ask(asked, seat, view);
    this.#show(seat);
  }

  /** Requests the review in the background; without an answer nothing is shown. @param {string} asked @param {number} seat @param {View} view */
  async #ask(asked, seat, view) {
    this.#asked = asked;
    this.#review = null;
    this.element.dataset.state = "working";
    let tries = 0;
    const request = async () => {
      tries += 1;
      // A busy server is not asked again for somebody who has left.
      if (tries > 1 && !this.element.isConnected) throw new Unreachable();
      // Nobody has asked for it, so it loads no tables.
      const found = await workedOutAlready(this.#table, async ({ canReview, reviewHere }) => (canReview(view) ? reviewHere(view) : null));
      return found ?? post("/api/reviews", { table: this.#table }, LONG);
    };
    try {
      const review = await patiently(request, BUSY, TOO_MANY);
      if (asked === this.#asked) this.#review = review;
    } catch (error) {
      messageOf(error);
    }
    if (asked !== this.#asked) return;
    this.element.dataset.state = "done";
    this.#show(seat);
  }

  /** @param {number} seat */
  #show(seat) {
    const player = this.#review?.page.players[seat];
    const [best, worst] = [player?.best_move, player?.worst_move];
    refill(
      this.element,
      best && this.#card("best-move", "★", this.#reviewOf(best), [say("web.table.end.round", { round: best.round }), " ", moveNodes(best.move)]),
      worst && this.#card("think", "?", this.#isAsked ? `/trainer#game=${this.#table}&seat=${seat}&event=${worst.events - 1}` : this.#reviewOf(worst), [say(`web.table.end.what${worst.asking ? ".ask" : ""}`, { round: worst.round }), " ", diceRow(worst.faces)]),
    );
  }

  /** The address of that step of the review. @param {Highlight} highlight */
  #reviewOf = ({ events }) => `/review/${this.#table}#${events}`;

  /** @param {"best-move" | "think"} name @param {string} sign @param {string} href @param {Children} words */
  #card(name, sign, href, words) {
    return h(
      "a",
      { class: "paper moment", href, data: { action: name } },
      h("span", { class: "moment-sign", "aria-hidden": "true" }, sign),
      h("span", {}, h("b", {}, say(`web.table.end.${name}`)), " ", h("span", { class: "moment-words" }, words)),
    );
  }
}
