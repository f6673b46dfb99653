/** Talking to the server: JSON both ways, refusals in the reader's language. */

import { language, say } from "./text.js";

/** Something the server refused: `code`, the message for people, and what came along (`view`, `events`, `wait`). */
export class Refusal extends Error {
  constructor(status, error) {
    super(error.message);
    this.status = status;
    this.code = error.code;
    this.details = error;
  }
}

/** The server cannot be reached; the same request may be sent again later. */
export class Unreachable extends Error {}

export const get = (path) => request("GET", path);
export const post = (path, body = {}) => request("POST", path, body);

async function request(method, path, body) {
  /** @type {RequestInit} */
  const options = { method, headers: { "Accept-Language": language() }, credentials: "same-origin" };
  if (body !== undefined) {
    options.body = JSON.stringify(body);
    options.headers = { ...options.headers, "Content-Type": "application/json" };
  }
  let answer, data;
  try {
    answer = await fetch(path, options);
    data = await answer.json();
  } catch {
    throw new Unreachable(say("web.unreachable"));
  }
  if (answer.ok) return data;
  throw new Refusal(answer.status, data.error ?? { code: "unknown", message: say("web.unreachable") });
}

/** Random letters for a move's name or for mixing into the dice; works without a secure context. */
export function randomWords(bytes = 16) {
  return Array.from(crypto.getRandomValues(new Uint8Array(bytes)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
