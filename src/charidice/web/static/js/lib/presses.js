/** Double presses, whose second half lands on what has come in the place of what was pressed. */

/** In milliseconds. */
const DOUBLE_PRESS = 500;

/**
 * Whether a press is the second half of a double press.
 * @param {MouseEvent} event
 * @param {number} first when the first half was, in `performance.now()` time
 */
export function isSecondPress(event, first) {
  // Not every browser counts the taps of a finger.
  const follows = event.detail > 1 || (event instanceof PointerEvent && event.pointerType === "touch");
  return follows && event.timeStamp - first <= DOUBLE_PRESS;
}
