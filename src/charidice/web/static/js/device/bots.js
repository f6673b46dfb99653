/** Plays the bots of the tables on this device: answers at once, turns at a pace that people can follow. */

import { onlyHere } from "./locks.js";
import { NotHere } from "./thinker.js";

/** @import { GameNode } from "../engine/strict.js" */
/** @import { Action } from "../engine/moves.js" */
/** @import { Room } from "./room.js" */
/** @import { Loading } from "../engine/reader.js" */
/** @import { Load, TableEvent } from "./types.d.ts" */

/**
 * Decides for a bot, away from the page. The same random bits give the same decision in every tab.
 * @typedef {{choose: (level: string, node: GameNode, chance: string, load: Load) => Promise<Action>}} Thinker
 */

/** Seconds after which a bot tries again. */
const NEXT_TRY = 5;

export class Bots {
  #thinker;
  #decide;
  /** The rooms in which bots play now. @type {WeakSet<Room>} */
  #atWork = new WeakSet();

  /** @param {Thinker} thinker @param {(room: Room, decide: (room: Room) => TableEvent | null) => Promise<void>} decide */
  constructor(thinker, decide) {
    this.#thinker = thinker;
    this.#decide = decide;
  }

  /** Starts playing if a bot has to act. @param {Room} room */
  wake(room) {
    if (this.#atWork.has(room) || !room.table.botDecision) return;
    this.#atWork.add(room);
    onlyHere(`charidice bots ${room.table.id}`, () => this.#play(room)).finally(() => {
      this.#atWork.delete(room);
      room.skipping = false;
    });
  }

  /** A bot's action; null if it could not fetch its tables and has to be asked again later. @param {Room} room @param {number} seat @param {GameNode} node @param {string} chance */
  async #choose(room, seat, node, chance) {
    try {
      // An attempt that follows a failed one is shown once something comes.
      const load = (/** @type {Loading | null} */ loading) => (!room.hasFailed || loading?.percent) && room.waitFor(loading && { seat, loading });
      const action = await this.#thinker.choose(String(room.table.seats[seat].bot), node, chance, load);
      room.waitFor(null);
      return action;
    } catch (error) {
      if (!(error instanceof NotHere)) throw error;
      room.waitFor({ seat, loading: null });
      await room.changed(NEXT_TRY);
      return null;
    }
  }

  /** Plays until a person has to act. @param {Room} room */
  async #play(room) {
    for (let node = room.table.botDecision; node && !room.isGone; node = room.table.botDecision) {
      const { seq } = room.table;
      const seat = /** @type {number} */ (node.player);
      const { state } = node;
      const chance = `${room.table.seed} bot ${seat} ${state.round} ${state.active} ${state.turn.rolls} ${node.asking}`;
      const action = await this.#choose(room, seat, node, chance);
      if (!action) continue;
      // Time to look, to undo a score, and to ask for the gift first; whether to ask for it is answered at once.
      while (!node.asking && room.table.seq === seq && Math.max(room.prioritySeconds, room.pause) > 0) await room.changed(Math.max(room.prioritySeconds, room.pause));
      if (room.isGone) return;
      await this.#decide(room, ({ table }) => {
        if (table.seq !== seq || !table.match || (!node.asking && room.prioritySeconds)) return null;
        if (node.waives(action)) {
          table.match.play(action);
          return null;
        }
        return table.decide(seat, action);
      });
    }
  }
}
