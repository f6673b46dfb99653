/** The table's event log, in words. */

import { eventSentences, paragraph, SPOKEN } from "../parts/event-words.js";
import { say } from "../lib/text.js";

/** @import { TableEvent } from "../wire.d.ts" */
/** @import { Situation } from "../parts/situation.js" */

/** @typedef {{seat: number, faces: string[], given: string[], points: number, bonus: number, gift: number, asked: boolean}} TurnTaken */

/** State that no view has: the last turn's result, and the dice an event refers to. */
export class Chronicle {
  /** @type {string[]} */
  #faces = [];
  #asked = false;
  /** @type {TurnTaken[]} */
  #turns = [];
  /** @type {TableEvent["event"][]} */
  #steps = [];

  /** The scored turns. */
  get turns() {
    return this.#turns;
  }

  /** The last of them, if any. */
  get lastTurn() {
    return this.#turns.at(-1) ?? null;
  }

  /** Adds an event and returns it in words, or null if it needs none. `situation` is the one after it. @param {TableEvent} event @param {Situation} situation */
  add(event, situation) {
    const words = this.#words(event, situation);
    this.#fold(event);
    return words;
  }

  /** @param {TableEvent} event */
  #fold(event) {
    if (["rolled", "scored", "gift-asked", "stopped", "gift-declined"].includes(event.event)) this.#steps.push(event.event);
    if (event.event === "rolled") this.#faces = event.faces;
    else if (event.event === "gift-asked") this.#asked = true;
    else if (event.event === "scored") {
      const { seat, points, bonus, gift } = event;
      const faces = event.dice.map((die) => this.#faces[die]);
      const given = this.#faces.filter((_, die) => !event.dice.includes(die));
      this.#turns.push({ seat, points, bonus, gift, asked: this.#asked, faces, given });
      this.#asked = false;
    } else if (event.event === "undone" && this.#steps.pop() === "scored") this.#asked = this.#turns.pop()?.asked ?? false;
  }

  /** @param {TableEvent} event @param {Situation} situation */
  #words(event, situation) {
    const player = "seat" in event ? situation.who(event.seat) : "";
    switch (event.event) {
      case "rolled":
      case "scored":
      case "gift-asked":
      case "gift-declined":
      case "stopped": {
        const { recipient } = situation.view.seats[event.seat];
        const form = { ...SPOKEN, player: (/** @type {number} */ seat) => situation.who(seat) };
        return paragraph(eventSentences(event, { recipient, faces: this.#faces, asked: this.#asked }, form));
      }
      case "bot-plays":
        // Instead of a bot that failed.
        if (!situation.view.seats[event.seat].person) return say("web.table.event.bot-replaced", { player });
        return say("web.table.event.bot-plays", { player });
      case "passed":
      case "undone":
      case "person-plays":
        return say(`web.table.event.${event.event}`, { player });
      default:
        return null;
    }
  }
}
