/** Client-side routing, and the base class of every screen. */

import { address, path } from "../lib/address.js";
import { renderBar } from "./bar.js";
import { h, toast } from "../lib/dom.js";
import { fetchTexts, LANGUAGE_CHANGED, say } from "../lib/text.js";

/**
 * The pattern of each screen's path (the server has the same) and folder; a module of its name defines its custom element. A screen with
 * parts has texts and styles of its own, too.
 * @type {Record<string, {pattern: RegExp, room: string, parts?: boolean}>}
 */
const SCREENS = {
  start: { pattern: /^\/$/, room: "start" },
  table: { pattern: /^\/table\/([^/]+)$/, room: "table" },
  pad: { pattern: /^\/pad\/([^/]+)$/, room: "pad" },
  rules: { pattern: /^\/rules$/, room: "learn" },
  tutorial: { pattern: /^\/tutorial$/, room: "learn" },
  "my-dice": { pattern: /^\/my-dice$/, room: "pad" },
  paper: { pattern: /^\/paper$/, room: "learn" },
  "fair-dice": { pattern: /^\/fair-dice(?:\/([^/]+))?$/, room: "fair", parts: true },
  review: { pattern: /^\/review(?:\/([^/]+))?$/, room: "review" },
  history: { pattern: /^\/history$/, room: "history" },
  lab: { pattern: /^(?:\/(embed))?\/lab$/, room: "lab", parts: true },
  trainer: { pattern: /^\/trainer$/, room: "trainer", parts: true },
  missing: { pattern: /^/, room: "shell" },
};

/** The style sheets that were added, by name. @type {Map<string, Promise<Event>>} */
const styles = new Map();

/** Navigates within the site; `replace` replaces the current history entry, `state` is kept with the new one. @param {string} to @param {{replace?: boolean, state?: object | null}} [how] */
export function go(to, { replace = false, state = null } = {}) {
  history[replace ? "replaceState" : "pushState"](state, "", address(to));
  return show();
}

/** Shows the screen of the current URL, whose captured part becomes the screen's `parameter`. */
export async function show() {
  const { href } = location;
  const [name, { pattern, room, parts }] = Object.entries(SCREENS).find(([, each]) => each.pattern.test(path())) ?? ["missing", SCREENS.missing];
  const parameter = pattern.exec(path())?.[1] ?? "";
  const element = `${name}-screen`;
  const main = /** @type {HTMLElement} */ (document.querySelector("main"));
  try {
    // Other screens are imported lazily: most people come to play.
    await (name === "start" ? import("../start/start-screen.js") : load(`${room}/${element}`, parts ? name : ""));
  } catch (error) {
    // After a server update, new modules may not match those already loaded.
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

/** Handles clicks on internal links, and the back button, without a page load. */
export function followLinks() {
  document.addEventListener("click", (event) => {
    const link = event.target instanceof Element ? event.target.closest("a[href^='/'], a[href^='./']") : null;
    const to = link?.getAttribute("href");
    if (!link || !to || event.defaultPrevented || event.button || event.metaKey || event.ctrlKey || event.shiftKey) return;
    if (link.hasAttribute("download") || link.hasAttribute("target") || to.startsWith("/api/")) return;
    event.preventDefault();
    go(to);
  });
  addEventListener("popstate", show);
}

/**
 * Imports a module, along with the texts and styles that the start page's first view does not need.
 * @param {string} path @param {string} [part] the name of further texts and styles
 */
export async function load(path, part) {
  const [module] = await Promise.all([import(`../${path}.js`), fetchTexts(), fetchStyles("rest"), part && fetchTexts(`${part}/`), part && fetchStyles(part)]);
  return module;
}

/** Adds a style sheet, unless the page came with it. @param {string} name */
function fetchStyles(name) {
  const href = new URL(`../../css/${name}.css`, import.meta.url).pathname;
  const added = styles.get(name);
  if (added || document.querySelector(`link[href="${href}"]`)) return added;
  const loaded = new Promise((resolve, reject) => {
    const failed = () => {
      link.remove();
      styles.delete(name);
      reject(new Error(`no styles at ${href}`));
    };
    const link = h("link", { rel: "stylesheet", href, on: { load: resolve, error: failed } });
    document.head.append(link);
  });
  styles.set(name, loaded);
  return loaded;
}

/** Base class of screens; re-renders when the language changes. */
export class Screen extends HTMLElement {
  #languageChanged = () => this.refresh();

  /** @param {string} parameter the captured part of the URL, such as a table */
  constructor(parameter = "") {
    super();
    this.parameter = parameter;
  }

  /** The catalog key of the title; a subclass may also set `document.title` itself. */
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
    // A screen inside a dialog does not change the title.
    if (this.parentElement?.localName === "main") document.title = this.heading === "web.title" ? say("web.title") : `${say(this.heading)} · ${say("web.title")}`;
    this.render();
  }

  render() {}
  /** Called once when the screen is shown. */
  entered() {}
  /** Called once when it is removed. */
  left() {}
}
