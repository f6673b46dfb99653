/** Random numbers from a seed, for bots; their quality is enough for whims. Fair dice are in ../chance.js. */

import { hmacSha256 } from "../sha256.js";

const BYTES = 4;
const LIMIT = 2 ** (8 * BYTES);
const encoder = new TextEncoder();

export class Random {
  #key;
  #drawn = 0;

  /** @param {string} seed */
  constructor(seed) {
    this.#key = encoder.encode(seed);
  }

  /** At least 0 and below 1. */
  next() {
    this.#drawn += 1;
    const bytes = hmacSha256(this.#key, encoder.encode(String(this.#drawn)));
    return new DataView(bytes.buffer, bytes.byteOffset).getUint32(0) / LIMIT;
  }

  /** @param {number} probability */
  happens(probability) {
    return this.next() < probability;
  }

  /** One of so many. @param {number} count */
  below(count) {
    return Math.floor(this.next() * count);
  }
}
