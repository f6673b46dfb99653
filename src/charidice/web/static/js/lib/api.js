/** Requests to the server, for JSON and for files; errors come back in the user's language. */

import { language, say } from "./text.js";

/** @import { GetAnswer, PostAnswer, PostBody, Reason } from "../wire.d.ts" */

/** Request timeouts in milliseconds; LONG is for what the server has to compute. */
const SHORT = 8_000;
export const LONG = 60_000;

/** Codes of refusals that pass: this browser or its address has asked too often, or the server computes too much. */
export const TOO_MANY = "too-many-messages";
export const BUSY = "busy";

/** An error response: its `code`, the message to show, and any extra fields (`view`, `events`, `wait`). */
export class Refusal extends Error {
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
export const getFile = (path) => patiently(() => request("GET", path, undefined, LONG, (answer) => answer.blob()), TOO_MANY, BUSY);

/** @param {string} method @param {string} path @param {object | undefined} body */
async function request(method, path, body, patience = SHORT, read = (/** @type {Response} */ answer) => answer.json()) {
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
