/** Builds DOM elements in code, never from HTML strings, so no player's name can inject markup. */

import { address } from "./address.js";

/** @import { Children, ElementOf, Properties, SvgTag } from "../types.d.ts" */

const SVG = "http://www.w3.org/2000/svg";
/** @type {Set<SvgTag>} */
const SVG_TAGS = new Set(["svg", "g", "path", "circle", "rect", "line", "polygon", "polyline", "text", "title", "desc", "use", "ellipse"]);
const TOAST_TIME = 5000;
/** By event; an element that stays in a new state listens as in that state. @type {WeakMap<EventTarget, Record<string, any>>} */
const listeners = new WeakMap();
const call = (/** @type {Event} */ event) => listeners.get(/** @type {Element} */ (event.currentTarget))?.[event.type]?.(event);

/**
 * Creates an element. Properties: `class`, `on` (listeners by event), `data` (data-* attributes); anything else is an attribute:
 * true sets an empty one; null, undefined and false omit it. Children may be nodes, strings, nested arrays, or nothing.
 * @template {string} Tag
 * @param {Tag} tag
 * @param {Properties<Tag>} properties
 * @param {...Children} children
 * @returns {ElementOf<Tag>}
 */
export function h(tag, properties = {}, ...children) {
  const element = /** @type {ElementOf<Tag>} */ (SVG_TAGS.has(/** @type {SvgTag} */ (tag)) ? document.createElementNS(SVG, tag) : document.createElement(tag));
  const { on = {}, data = {}, ...attributes } = properties;
  listen(element, on);
  for (const [key, value] of Object.entries(data)) element.dataset[key] = String(value);
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== null && value !== undefined && value !== false) element.setAttribute(name, value === true ? "" : tag === "a" && name === "href" ? address(String(value)) : String(value));
  }
  element.append(...present(children));
  return element;
}

/** Flattens nested children and drops null, undefined and false. @param {unknown[]} children */
const present = (children) =>
  /** @type {(Node | string)[]} */ (children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false));

/** Replaces an element's children. @template {Element} E @param {E} element @param {...Children} children */
export function fill(element, ...children) {
  element.replaceChildren(...present(children));
  return element;
}

/**
 * Updates an element's children in place: nodes that are equal stay and listen as the new ones would, so that no click is lost and
 * no animation restarts. What replaces the focused element takes the focus over if it is the same thing in another state.
 * @template {Element} E @param {E} element @param {...Children} children
 */
export function refill(element, ...children) {
  const before = [...element.childNodes];
  const wanted = present(children).map((child) => (child instanceof Node ? child : document.createTextNode(String(child))));
  for (const [index, child] of wanted.entries()) {
    const now = before[index];
    if (!now) element.append(child);
    else if (now === child) continue;
    else if (now.cloneNode().isEqualNode(child.cloneNode())) {
      listen(now, listeners.get(child));
      refill(/** @type {Element} */ (now), ...child.childNodes);
    } else {
      const focused = now === document.activeElement && isSame(now, child);
      now.replaceWith(child);
      if (focused) /** @type {HTMLElement} */ (child).focus({ preventScroll: true });
    }
  }
  for (const rest of before.slice(wanted.length)) rest.remove();
  return element;
}

/** @param {Node} node @param {object} on */
function listen(node, on = {}) {
  listeners.set(node, on);
  // Adding it again changes nothing.
  for (const event of Object.keys(on)) node.addEventListener(event, call);
}

/** Whether two nodes are one control: the same kind, class and data. @param {Node} one @param {Node} other */
function isSame(one, other) {
  if (!(one instanceof HTMLElement && other instanceof HTMLElement)) return false;
  const key = (/** @type {HTMLElement} */ each) => JSON.stringify([each.nodeName, each.className, { ...each.dataset }]);
  return key(one) === key(other);
}

/** An element present on every page. @param {string} id */
export const byId = (id) => /** @type {HTMLElement} */ (document.getElementById(id));

/** A user's name, isolated from the surrounding text direction. @param {Children} name */
export const named = (name) => h("bdi", { class: "name" }, name);

/**
 * Sets style properties from script, since the CSP forbids style attributes.
 * @template {ElementCSSInlineStyle} E @param {E} element @param {Record<string, string | number>} properties
 */
export function setStyle(element, properties) {
  for (const [name, value] of Object.entries(properties)) element.style.setProperty(name, String(value));
  return element;
}

/** Shows a message that disappears by itself; screen readers announce it. @param {Children} text */
export function toast(text) {
  const message = h("p", { class: "toast", role: "status" }, text);
  byId("toasts").append(message);
  setTimeout(() => message.remove(), TOAST_TIME);
}

/**
 * Selects the text of a field that is pressed, so that typing replaces what was filled in for the user; the next press places the cursor.
 * @param {MouseEvent & {currentTarget: HTMLInputElement}} event
 */
export function selectAll(event) {
  const field = event.currentTarget;
  if (document.activeElement === field) return;
  // The browser would place the cursor.
  event.preventDefault();
  field.focus();
  field.select();
}

/**
 * Preserves the focus across a re-render: remembers the focused element inside one that matches `within`; the returned
 * function focuses the new element with the same id.
 * @param {string} within
 * @returns {() => void}
 */
export function rememberFocus(within) {
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
