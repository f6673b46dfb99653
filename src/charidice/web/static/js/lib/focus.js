/** Keeps the keyboard's place where a part of the page is made anew: elements are found again by their id. */

/**
 * Notes what has the focus inside an element that matches `within`; the answer puts it back where it was.
 * @param {string} within
 * @returns {() => void}
 */
export function heldFocus(within) {
  const before = /** @type {any} */ (document.activeElement);
  if (!before?.id || !before.closest(within)) return () => {};
  const { id, selectionStart, selectionEnd } = before;
  return () => {
    const now = /** @type {any} */ (document.getElementById(id));
    if (!now || now === document.activeElement) return;
    now.focus({ preventScroll: true });
    if (typeof selectionStart === "number") now.setSelectionRange(selectionStart, selectionEnd);
  };
}
