/** A minimal fake browser for modules without a screen: texts, clickable elements, fetch, WebSockets and a mock clock. */

import { readFileSync } from "node:fs";
import { mock } from "node:test";

const MESSAGES = new URL("../../src/charidice/messages/", import.meta.url);

class FakeElement extends EventTarget {
  /** @type {(FakeElement | string)[]} */
  children = [];
  /** @type {Record<string, string>} */
  dataset = {};
  id = "";

  setAttribute() {}
  showModal() {}

  /** @param {...(FakeElement | string)} children */
  append(...children) {
    this.children.push(...children);
  }

  close() {
    this.dispatchEvent(new Event("close"));
  }

  remove() {
    for (const place of [body, toasts]) place.children = place.children.filter((child) => child !== this);
  }

  /** @returns {string} */
  get textContent() {
    return this.children.map((child) => (typeof child === "string" ? child : child.textContent)).join("");
  }

  /** @param {string} action @returns {FakeElement | undefined} */
  find(action) {
    if (this.dataset.action === action) return this;
    return this.children.flatMap((child) => (typeof child === "string" ? [] : (child.find(action) ?? []))).at(0);
  }
}

const body = new FakeElement();
const toasts = new FakeElement();

export class FakeSocket {
  static OPEN = 1;
  readyState = FakeSocket.OPEN;
  /** @type {string[]} what the page said */
  said = [];
  /** @type {(() => void) | null} */
  onopen = null;
  /** @type {((message: {data: string}) => void) | null} */
  onmessage = null;
  /** @type {((event: {code: number}) => void) | null} */
  onclose = null;

  /** @param {string} url */
  constructor(url) {
    this.url = url;
    sockets.push(this);
  }

  /** @param {string} text */
  send(text) {
    this.said.push(text);
  }

  close() {
    this.readyState = 3;
  }

  /** Receives a message from the server. @param {import("../../src/charidice/web/static/js/wire.d.ts").ServerMessage} message */
  hear(message) {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
}

/** All sockets opened, newest last. @type {FakeSocket[]} */
export const sockets = [];
/** All requests sent. @type {{path: string, body: any}[]} */
export const requests = [];
/** Queued responses: a body, an error, or "unreachable". @type {(object | {status: number, error: object} | "unreachable")[]} */
export const answers = [];

const page = Object.assign(new EventTarget(), {
  documentElement: { lang: "", dataset: { constants: JSON.stringify({ record_size: 256 }) } },
  visibilityState: "visible",
  body,
  createElement: () => new FakeElement(),
  createElementNS: () => new FakeElement(),
  getElementById: () => toasts,
  querySelector: () => null,
});
const events = new EventTarget();

Object.assign(globalThis, {
  window: globalThis,
  document: page,
  location: { protocol: "http:", host: "here" },
  Node: FakeElement,
  WebSocket: FakeSocket,
  addEventListener: events.addEventListener.bind(events),
  removeEventListener: events.removeEventListener.bind(events),
  /** @param {string | URL} path @param {RequestInit} options */
  async fetch(path, options) {
    const [, here, language] = /texts\/(here\/)?(\w+)\.json$/.exec(String(path)) ?? [];
    if (here) return Response.json({ "only.here": language });
    if (language) return new Response(readFileSync(new URL(`${language}.json`, MESSAGES)));
    requests.push({ path: String(path), body: options.body && JSON.parse(String(options.body)) });
    const answer = answers.shift();
    if (!answer) throw new Error(`nobody expected ${path}`);
    if (answer === "unreachable") throw new TypeError("no network");
    return Response.json(answer, { status: "status" in answer ? Number(answer.status) : 200 });
  },
});

const { useLanguage } = await import("../../src/charidice/web/static/js/lib/text.js");
await useLanguage("en");

/** @param {string} name */
export const happens = (name) => events.dispatchEvent(new Event(name));

/** @param {"visible" | "hidden"} state */
export function look(state) {
  page.visibilityState = state;
  page.dispatchEvent(new Event("visibilitychange"));
}

/** The texts of the toasts shown. */
export const told = () => toasts.children.map((toast) => (typeof toast === "string" ? toast : toast.textContent));

/** Clicks a button of the open dialog. @param {string} action */
export function press(action) {
  const button = body.find(action);
  if (!button) throw new Error(`no button ${action}`);
  button.dispatchEvent(new Event("click"));
}

/** Resets everything for a test; the mock clock stands still until `pass`. */
export function begin() {
  mock.timers.enable({ apis: ["setTimeout", "Date"] });
  mock.method(performance, "now", () => Date.now());
  mock.method(Math, "random", () => 1);
  for (const list of [sockets, requests, answers, body.children, toasts.children]) list.length = 0;
  page.visibilityState = "visible";
}

export const end = () => mock.reset();

/** Advances the clock and runs everything due. @param {number} milliseconds */
export async function pass(milliseconds = 0) {
  mock.timers.tick(milliseconds);
  await new Promise(setImmediate);
}
