/** What belongs to the person at this browser: language, looks, sound, name. Kept in the browser. */

const KEY = "charidice";
const DEFAULTS = { language: null, theme: "system", sound: false, name: "", names: [], level: "squirrel", table: null, letters: "international", newcomer: true };

/** Told to `document` when a setting changed; `detail` is its name. */
export const SETTING_CHANGED = "charidice:setting";

let kept = { ...DEFAULTS, ...read() };

function read() {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "{}");
  } catch {
    return {};
  }
}

export const setting = (name) => kept[name];

export function setSetting(name, value) {
  kept = { ...kept, [name]: value };
  try {
    localStorage.setItem(KEY, JSON.stringify(kept));
  } catch {
    // A private window may not keep anything; it lasts as long as the page does.
  }
  // The page comes with the texts of this language the next time.
  if (name === "language") document.cookie = `language=${value}; path=/; max-age=31536000; samesite=strict`;
  document.dispatchEvent(new CustomEvent(SETTING_CHANGED, { detail: name }));
}

/** Light, dark, or as the system says. */
export function applyTheme() {
  document.documentElement.dataset.theme = kept.theme;
}
