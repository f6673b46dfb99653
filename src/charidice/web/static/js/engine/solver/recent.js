/** A cache of the last few results. */

/** @template T */
export class Recent {
  /** @type {Map<string, T>} The last used last. */
  #kept = new Map();

  /** @param {number} most */
  constructor(most) {
    this.most = most;
  }

  /** @param {string} key @param {() => T} make @returns {T} */
  get(key, make) {
    const found = this.#kept.has(key) ? /** @type {T} */ (this.#kept.get(key)) : make();
    this.#kept.delete(key);
    this.#kept.set(key, found);
    if (this.#kept.size > this.most) this.#kept.delete(String(this.#kept.keys().next().value));
    return found;
  }
}

// The dice sets of the games at hand.
const DICE_SETS = 4;

/** A function of a dice set and the house rule of free giving, computed once for the last few.
 * @template T @param {(diceSet: import("../dice.js").DiceSet, freeGiving: boolean) => T} make */
export function byDice(make) {
  /** @type {Recent<T>} */
  const recent = new Recent(DICE_SETS);
  /** @param {import("../dice.js").DiceSet} diceSet @param {boolean} freeGiving */
  return (diceSet, freeGiving) => recent.get(`${diceSet} ${freeGiving}`, () => make(diceSet, freeGiving));
}
