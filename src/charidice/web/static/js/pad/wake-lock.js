/** Keeps the screen on while a pad is shown, where the browser can. */

export class WakeLock {
  /** @type {WakeLockSentinel | null} */
  #lock = null;
  #wanted = false;

  hold() {
    this.#wanted = true;
    document.addEventListener("visibilitychange", this.#request);
    return this.#request();
  }

  release() {
    this.#wanted = false;
    document.removeEventListener("visibilitychange", this.#request);
    this.#lock?.release();
    this.#lock = null;
  }

  /** The browser takes it back whenever the page is hidden. */
  #request = async () => {
    if (!this.#wanted || document.visibilityState !== "visible" || !navigator.wakeLock) return;
    try {
      this.#lock = await navigator.wakeLock.request("screen");
      if (!this.#wanted) this.release();
    } catch {
      // The battery is low, or the system forbids it.
    }
  };
}
