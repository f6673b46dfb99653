/** Which screen the address names, going from one to another without loading the page again, and what every screen does. */

import { renderBar } from "./bar.js";
import { h, toast } from "../lib/dom.js";
import { fetchAllTexts, LANGUAGE_CHANGED, say } from "../lib/text.js";

/** The addresses of the screens, as the server knows them too, and where each is: an element that a module of its name defines. @type {Record<string, {address: RegExp, room: string}>} */
const SCREENS = {
  start: { address: /^\/$/, room: "start" },
  table: { address: /^\/table\/([^/]+)$/, room: "table" },
  rules: { address: /^\/rules$/, room: "learn" },
  tutorial: { address: /^\/tutorial$/, room: "learn" },
  "fair-dice": { address: /^\/fair-dice(?:\/([^/]+))?$/, room: "fair" },
  review: { address: /^\/review(?:\/([^/]+))?$/, room: "review" },
  missing: { address: /^/, room: "shell" },
};

/** @type {Promise<Event> | null} */
let styles = null;

/** Goes to an address of ours; `replace` leaves no way back to the one before. @param {string} path */
export function go(path, { replace = false } = {}) {
  history[replace ? "replaceState" : "pushState"](null, "", path);
  return show();
}

/** Shows the screen of the address, which gets the rest of the address as its `parameter`. */
export async function show() {
  const { href, pathname } = location;
  const [name, { address, room }] = Object.entries(SCREENS).find(([, each]) => each.address.test(pathname)) ?? ["missing", SCREENS.missing];
  const parameter = address.exec(pathname)?.[1] ?? "";
  const element = `${name}-screen`;
  const main = /** @type {HTMLElement} */ (document.querySelector("main"));
  try {
    // Most people come to play: what is only read is fetched when it is wanted.
    await (name === "start" ? import("../start/start-screen.js") : load(`${room}/${element}`));
  } catch (error) {
    // A server that was updated since this page was loaded sends modules that do not fit those that are here.
    if (error instanceof SyntaxError && main.childElementCount) return location.reload();
    return toast(say("web.unreachable"));
  }
  if (location.href !== href) return;
  const NamedScreen = /** @type {typeof Screen} */ (customElements.get(element));
  document.body.dataset.screen = name;
  renderBar();
  main.replaceChildren(new NamedScreen(parameter));
  scrollTo(0, 0);
  main.focus({ preventScroll: true });
}

/** Makes links to our own addresses go without loading, and the browser's back button work. */
export function followLinks() {
  document.addEventListener("click", (event) => {
    const link = event.target instanceof Element ? event.target.closest("a[href^='/']") : null;
    const path = link?.getAttribute("href");
    if (!link || !path || event.defaultPrevented || event.button || event.metaKey || event.ctrlKey || event.shiftKey) return;
    if (link.hasAttribute("download") || link.hasAttribute("target") || path.startsWith("/api/")) return;
    event.preventDefault();
    go(path);
  });
  addEventListener("popstate", show);
}

/**
 * A module, with the texts and styles that the first view of the start page does without.
 * @param {string} path
 */
export async function load(path) {
  const [module] = await Promise.all([import(`../${path}.js`), fetchAllTexts(), fetchAllStyles()]);
  return module;
}

/** Other pages than the start page have them from the beginning. */
function fetchAllStyles() {
  const href = new URL("../../css/rest.css", import.meta.url).pathname;
  if (!styles && document.querySelector(`link[href="${href}"]`)) return;
  styles ??= new Promise((resolve, reject) => {
    const failed = () => {
      link.remove();
      styles = null;
      reject(new Error(`no styles at ${href}`));
    };
    const link = h("link", { rel: "stylesheet", href, on: { load: resolve, error: failed } });
    document.head.append(link);
  });
  return styles;
}

/** Renders itself from what it knows, again when the language changes. */
export class Screen extends HTMLElement {
  #languageChanged = () => this.refresh();

  /** @param {string} parameter the part of the address that this screen is about, such as a table */
  constructor(parameter = "") {
    super();
    this.parameter = parameter;
  }

  /** The key or text of the title; a subclass may also set `document.title` itself. */
  get heading() {
    return "web.title";
  }

  connectedCallback() {
    document.addEventListener(LANGUAGE_CHANGED, this.#languageChanged);
    this.refresh();
    this.entered();
  }

  disconnectedCallback() {
    document.removeEventListener(LANGUAGE_CHANGED, this.#languageChanged);
    this.left();
  }

  refresh() {
    // A screen within a dialog leaves the title to the one behind it.
    if (this.parentElement?.localName === "main") document.title = this.heading === "web.title" ? say("web.title") : `${say(this.heading)} · ${say("web.title")}`;
    this.render();
  }

  /** Shows everything anew. */
  render() {}
  /** Called once when the screen has appeared. */
  entered() {}
  /** Called once when it goes. */
  left() {}
}
