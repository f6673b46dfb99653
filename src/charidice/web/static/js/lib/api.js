/** Requests to the server, or to this device about its own tables, for JSON and for files; errors come back in the user's language. */

import { language, say } from "./text.js";

/** @import { Children, Where } from "../types.d.ts" */
/** @import { GetAnswer, PostAnswer, PostBody, Reason, Update } from "../wire.d.ts" */

/** Request timeouts in milliseconds; LONG is for what the server has to compute. */
const SHORT = 8_000;
export const LONG = 60_000;

/** Codes of refusals that pass: this browser or its address has asked too often, or the server computes too much. */
export const TOO_MANY = "too-many-messages";
export const BUSY = "busy";

/** An error response: its `code`, the message to show, and any extra fields (`view`, `events`, `wait`). */
export class Refusal extends Error {
  /** Makes a button that asks again, where that may help. @type {((ask: () => void) => HTMLElement) | undefined} */
  button;

  /** @param {number} status @param {Reason} error */
  constructor(status, error) {
    super(error.message);
    this.status = status;
    this.code = error.code;
    this.details = error;
  }
}

/** The server is offline, or its database is, or the request timed out; it is safe to retry. */
export class Unreachable extends Error {}

/** There is no network, or nobody answers. */
export class Offline extends Unreachable {
  constructor() {
    super(say("web.unreachable"));
  }
}

/** The message to show for a failed request, without a network what needs one. @param {unknown} error @param {string} key */
export const messageOrNetwork = (error, key) => (error instanceof Offline ? say(key) : messageOf(error));

/** The message to show for a failed request; rethrows any other error, which is a bug. @param {unknown} error */
export function messageOf(error) {
  if (error instanceof Refusal || error instanceof Unreachable) return error.message;
  throw error;
}

/**
 * Asks again while the server refuses with one of these codes, each time after the milliseconds that it says.
 * @template Answer @param {() => Promise<Answer>} ask @param {string[]} codes @returns {Promise<Answer>}
 */
export async function patiently(ask, ...codes) {
  try {
    return await ask();
  } catch (error) {
    if (!(error instanceof Refusal) || !codes.includes(error.code) || !error.details.wait) throw error;
    await new Promise((resolve) => setTimeout(resolve, error.details.wait));
    return patiently(ask, ...codes);
  }
}

/** @template {string} Path @param {Path} path @param {number} [patience] @returns {Promise<GetAnswer<Path>>} */
export const get = (path, patience) => patiently(() => request("GET", path, undefined, patience), TOO_MANY);
/** @template {string} Path @param {Path} path @param {PostBody<Path>} [body] @param {number} [patience] @returns {Promise<PostAnswer<Path>>} */
export const post = (path, body, patience) => request("POST", path, body ?? {}, patience);
/** @param {string} path @returns {Promise<Blob>} */
export async function getFile(path) {
  const file = await patiently(() => request("GET", path, undefined, LONG, (answer) => answer.blob()), TOO_MANY, BUSY);
  return file instanceof Blob ? file : new Blob([JSON.stringify(file)], { type: "application/json" });
}

/**
 * This device as a server: whether it answers a request, and how.
 * @typedef {{answers: (path: string, body?: object) => boolean, answer: (method: string, path: string, body?: object) => Promise<any>,
 *   listen: (table: string, show: (news: Update, trouble: Children) => void) => Promise<() => void>,
 *   putOnline: (table: string, places?: Where[]) => Promise<string>}} Device
 */
/** @type {Device} */
let device = { answers: () => false, answer: () => Promise.reject(new Offline()), listen: () => Promise.reject(new Offline()), putOnline: () => Promise.reject(new Offline()) };

/** @param {Device} here */
export function useDevice(here) {
  device = here;
}

/** Asks this device, whether a server is in reach or not. @template {string} Path @param {Path} path @returns {Promise<GetAnswer<Path>>} */
export const getHere = (path) => device.answer("GET", path);
/** @template {string} Path @param {Path} path @param {PostBody<Path>} [body] @returns {Promise<PostAnswer<Path>>} */
export const postHere = (path, body) => device.answer("POST", path, body ?? {});
/** Whether a table is on this device. @param {string} table */
export const isHere = (table) => device.answers(`/api/tables/${table}`);
/** Follows a table on this device, until the returned function is called. @param {string} table @param {(news: Update, trouble: Children) => void} show */
export const listenHere = (table, show) => device.listen(table, show);
/** Gives a table of this device to the server, with where each seat plays; returns its id there. @param {string} table @param {Where[]} [places] */
export const putOnline = (table, places) => device.putOnline(table, places);

/** @param {string} method @param {string} path @param {object | undefined} body */
async function request(method, path, body, patience = SHORT, read = (/** @type {Response} */ answer) => answer.json()) {
  if (device.answers(path, body)) return device.answer(method, path, body);
  /** @type {RequestInit} */
  const options = { method, headers: { "Accept-Language": language() }, credentials: "same-origin", signal: AbortSignal.timeout(patience) };
  if (body !== undefined) {
    options.body = JSON.stringify(body);
    options.headers = { ...options.headers, "Content-Type": "application/json" };
  }
  let answer, data;
  try {
    answer = await fetch(path, options);
    data = await (answer.ok ? read(answer) : answer.json());
  } catch {
    throw new Offline();
  }
  if (answer.ok) return data;
  if (data.error?.code === "database-away") throw new Unreachable(data.error.message);
  throw new Refusal(answer.status, data.error ?? { code: "unknown", message: say("web.unreachable") });
}

/** Random hex digits for a move id or as words for the dice; needs no secure context. */
export function randomWords(bytes = 16) {
  return Array.from(crypto.getRandomValues(new Uint8Array(bytes)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
