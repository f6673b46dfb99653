/** Keyboard shortcuts of the table; a focused button or field handles a key first. */

/**
 * @typedef {{tap: (die: number) => void, roll: () => void, confirm: () => void, move: (step: number) => void, back: () => void, ask: () => void,
 *   hint: () => void, undo: () => void, sheets: () => void, help: () => void}} Actions
 */
export class Keyboard {
  #actions;
  /** The button focused by a pointer: keys pressed after that are shortcuts of the table. @type {Element | null} */
  #touched = null;

  /** @param {Actions} actions */
  constructor(actions) {
    this.#actions = actions;
    document.addEventListener("keydown", this.#pressed);
    document.addEventListener("click", this.#clicked);
  }

  close() {
    document.removeEventListener("keydown", this.#pressed);
    document.removeEventListener("click", this.#clicked);
  }

  #clicked = (/** @type {MouseEvent} */ event) => {
    this.#touched = event.detail && event.target instanceof Element ? event.target.closest("button") : null;
  };

  #pressed = (/** @type {KeyboardEvent} */ event) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]")) return;
    // Ignore key repeat.
    if (event.repeat && event.key === "Enter") return event.preventDefault();
    if (event.key === "Escape" && document.querySelector(":popover-open")) return;
    if (event.key === "Tab") this.#touched = null;
    const focused = /** @type {Element} */ (event.target);
    if (focused.closest("input, select, textarea, [contenteditable]")) return;
    const action = this.#actionOf(event, focused);
    if (!action) return;
    event.preventDefault();
    if (!event.repeat || event.key.startsWith("Arrow")) action();
  };

  /** @param {KeyboardEvent} event @param {Element} focused @returns {(() => void) | null | undefined} */
  #actionOf({ key, code }, focused) {
    const actions = this.#actions;
    if (/^[1-6]$/.test(key)) return () => actions.tap(Number(key) - 1);
    if (code === "Space") {
      const button = focused.closest("button, a, summary");
      return button && button !== this.#touched ? null : actions.roll;
    }
    // Enter chooses a scoring option, and confirms the chosen one.
    if (key === "Enter") return focused.matches('button.way[aria-pressed="true"]') ? actions.confirm : null;
    /** @type {Record<string, () => void>} */
    const byKey = {
      ArrowDown: () => actions.move(1),
      ArrowUp: () => actions.move(-1),
      ArrowRight: () => actions.move(1),
      ArrowLeft: () => actions.move(-1),
      Escape: actions.back,
      g: actions.ask,
      h: actions.hint,
      u: actions.undo,
      s: actions.sheets,
      "?": actions.help,
    };
    return byKey[key.length === 1 ? key.toLowerCase() : key];
  }
}
