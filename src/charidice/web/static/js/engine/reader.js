/** Fetches the solver's tables, and counts how much of them has come. */

import { Away } from "./errors.js";

/** What the page is told: the part that has come, null where the host does not say how much there is. @typedef {{percent: number | null}} Loading */

/** One file on its way, by bytes; `all` is null until the host has said it. @typedef {{come: number, all: number | null}} Arrival */

const WHOLE = 100;

/** The part that has come of all files on their way: never less than before, and told once per percent. */
export class Progress {
  #tell;
  /** @type {Arrival[]} */
  #files = [];
  /** How many of them are still on their way. */
  #open = 0;
  #hasFailed = false;
  /** Null while nothing is on its way. @type {Loading | null} */
  now = null;

  /** @param {(loading: Loading | null) => void} tell null once everything has come; who waits for a file that fails hears of that */
  constructor(tell) {
    this.#tell = tell;
  }

  /** A file is asked for. @returns {Arrival} */
  begin() {
    const file = { come: 0, all: null };
    this.#files.push(file);
    this.#open += 1;
    if (!this.now) this.#say({ percent: null });
    return file;
  }

  /** More of a file has come, or the host has said how long it is. @param {Arrival} file @param {Partial<Arrival>} news */
  note(file, { come = file.come, all = file.all }) {
    Object.assign(file, { come, all });
    if (!this.#files.every((each) => each.all)) return;
    const sum = (/** @type {(each: Arrival) => number} */ part) => this.#files.reduce((total, each) => total + part(each), 0);
    // A host that compresses the table tells the length of that.
    const percent = Math.floor((WHOLE * sum((each) => Math.min(each.come, Number(each.all)))) / sum((each) => Number(each.all)));
    if (percent > (this.now?.percent ?? -1)) this.#say({ percent });
  }

  /** @param {boolean} hasCome whether a file has come, or failed */
  end(hasCome) {
    this.#open -= 1;
    this.#hasFailed ||= !hasCome;
    if (this.#open) return;
    this.now = null;
    if (!this.#hasFailed) this.#tell(null);
    this.#files = [];
    this.#hasFailed = false;
  }

  /** @param {Loading} loading */
  #say(loading) {
    this.now = loading;
    this.#tell(loading);
  }
}

export class Reader {
  #addresses;
  #progress;

  /** @param {readonly string[]} addresses of the tables @param {(loading: Loading | null) => void} tell */
  constructor(addresses, tell) {
    this.#addresses = addresses;
    this.#progress = new Progress(tell);
  }

  /** Null while nothing is on its way. */
  get loading() {
    return this.#progress.now;
  }

  /** @param {string} file such as "lead.npz" @returns {Promise<ArrayBuffer>} */
  read = async (file) => {
    const arrival = this.#progress.begin();
    const bytes = await this.#fetched(file, arrival).catch(() => null);
    this.#progress.end(bytes !== null);
    if (bytes) return bytes;
    throw new Away(`no table ${file}`);
  };

  /** Null if the host does not have it. @param {string} file @param {Arrival} arrival */
  async #fetched(file, arrival) {
    const { ok, body, headers } = await fetch(String(this.#addresses.find((address) => address.includes(`/${file}?`))));
    if (!ok || !body) return null;
    this.#progress.note(arrival, { all: Number(headers.get("content-length")) || null });
    const counted = new TransformStream({
      transform: (/** @type {Uint8Array} */ chunk, passing) => {
        this.#progress.note(arrival, { come: arrival.come + chunk.byteLength });
        passing.enqueue(chunk);
      },
    });
    return new Response(body.pipeThrough(counted)).arrayBuffer();
  }
}
