/** The games that a history has, whichever form they came in. */

/** @import { Game } from "./games.js" */

/** The prefix of a key that is an id. */
const ID = "id ";

/** The key of a game without a commitment. @param {string} id */
export const keyOfId = (id) => `${ID}${id}`;

/** The id in a key; empty if the key is a commitment or a digest. @param {string} key */
export const idIn = (key) => (key.startsWith(ID) ? key.slice(ID.length) : "");

/** Games by key, with their number of events. A score pad whose record was saved alone has no id, but the same sheets. */
export class KnownGames {
  /** @type {Map<string, number>} */
  #lengths = new Map();
  /** By the sheets of a pad: whether it has an id. @type {Map<string, boolean>} */
  #pads = new Map();

  /** @param {string} key @param {Game | null} game @param {number} events */
  add(key, game, events) {
    this.#lengths.set(key, events);
    if (game?.kind === "pad" && game.finished) this.#pads.set(sheetsOf(game), Boolean(idIn(key)));
  }

  /** Whether a game is there, in as many events. @param {string} key @param {Game} game @param {number} events */
  has(key, game, events) {
    return this.#lengths.has(key) ? events <= Number(this.#lengths.get(key)) : this.#hasPad(key, game);
  }

  /** Whether a score pad is there under another key. @param {string} key @param {Game} game */
  #hasPad(key, game) {
    const hasId = this.#pads.get(sheetsOf(game));
    return hasId !== undefined && !(hasId && idIn(key));
  }
}

/** @param {Game} game */
const sheetsOf = ({ kind, finished, rounds, houseRules, seats }) => JSON.stringify([kind, finished, rounds, houseRules, seats]);
