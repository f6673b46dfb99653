/** Elements made in code: no markup is ever put together as text, so no name can break a page. */

/** @import { Children, ElementOf, Properties } from "../types.d.ts" */

const SVG = "http://www.w3.org/2000/svg";
const SVG_TAGS = new Set(["svg", "g", "path", "circle", "rect", "line", "polygon", "polyline", "text", "title", "desc", "use", "ellipse"]);
const TOAST_TIME = 5000;

/**
 * An element. Properties: `class`, `on` (listeners by event), `data` (data-* attributes), anything else is an attribute;
 * true sets an empty one, null, undefined and false leave it out. Children may be nodes, texts, lists, or nothing.
 * @template {string} Tag
 * @param {Tag} tag
 * @param {Properties<Tag>} properties
 * @param {...Children} children
 * @returns {ElementOf<Tag>}
 */
export function h(tag, properties = {}, ...children) {
  const element = /** @type {ElementOf<Tag>} */ (SVG_TAGS.has(tag) ? document.createElementNS(SVG, tag) : document.createElement(tag));
  const { on = {}, data = {}, ...attributes } = properties;
  for (const [event, listener] of Object.entries(on)) element.addEventListener(event, /** @type {EventListener} */ (listener));
  for (const [key, value] of Object.entries(data)) element.dataset[key] = String(value);
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== null && value !== undefined && value !== false) element.setAttribute(name, value === true ? "" : String(value));
  }
  element.append(...present(children));
  return element;
}

/** The children that are there, out of lists of any depth. @param {unknown[]} children */
const present = (children) =>
  /** @type {(Node | string)[]} */ (children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false));

/** Gives an element new children. @template {Element} E @param {E} element @param {...Children} children */
export function fill(element, ...children) {
  element.replaceChildren(...present(children));
  return element;
}

/**
 * Brings an element's children up to date: what is the same stays, listeners included, so that no press on it is lost and
 * nothing that moves begins again.
 * @template {Element} E @param {E} element @param {...Children} children
 */
export function refill(element, ...children) {
  const before = [...element.childNodes];
  const wanted = present(children).map((child) => (child instanceof Node ? child : document.createTextNode(String(child))));
  for (const [index, child] of wanted.entries()) {
    const now = before[index];
    if (!now) element.append(child);
    else if (now.isEqualNode(child)) continue;
    else if (now instanceof Element && now.cloneNode().isEqualNode(child.cloneNode())) refill(now, ...child.childNodes);
    else now.replaceWith(child);
  }
  for (const rest of before.slice(wanted.length)) rest.remove();
  return element;
}

/** An element that every page has. @param {string} id */
export const byId = (id) => /** @type {HTMLElement} */ (document.getElementById(id));

/** A name somebody chose, in whatever script, kept apart from the text around it. @param {Children} name */
export const named = (name) => h("bdi", { class: "name" }, name);

/**
 * Custom properties are set by script, since the page allows no style attributes.
 * @template {ElementCSSInlineStyle} E @param {E} element @param {Record<string, string | number>} properties
 */
export function setStyle(element, properties) {
  for (const [name, value] of Object.entries(properties)) element.style.setProperty(name, String(value));
  return element;
}

/** A message that goes by itself; screen readers hear it too. @param {Children} text */
export function toast(text) {
  const message = h("p", { class: "toast", role: "status" }, text);
  byId("toasts").append(message);
  setTimeout(() => message.remove(), TOAST_TIME);
}

/**
 * Keeps the keyboard's place where a part of the page is made anew: notes what has the focus inside an element that
 * matches `within`; the answer puts it back, on the element that has the same id by then.
 * @param {string} within
 * @returns {() => void}
 */
export function heldFocus(within) {
  const before = document.activeElement;
  if (!before?.id || !before.closest(within)) return () => {};
  const { selectionStart = null, selectionEnd = null } = before instanceof HTMLInputElement ? before : {};
  return () => {
    const now = document.getElementById(before.id);
    if (!now || now === document.activeElement) return;
    now.focus({ preventScroll: true });
    if (selectionStart !== null && now instanceof HTMLInputElement) now.setSelectionRange(selectionStart, selectionEnd);
  };
}
