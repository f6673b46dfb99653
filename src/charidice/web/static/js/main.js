/** The way in: language and looks first, then the screen that the address names. */

import { applyTheme, setting, SETTING_CHANGED } from "./lib/settings.js";
import { LANGUAGE_CHANGED, LANGUAGES, useLanguage } from "./lib/text.js";
import { renderBar } from "./shell/bar.js";
import { registerWorker } from "./shell/offline.js";
import { followLinks, show } from "./shell/router.js";
import "./start/start-screen.js";
import "./table/table-screen.js";

document.addEventListener(SETTING_CHANGED, applyTheme);
document.addEventListener(LANGUAGE_CHANGED, () => renderBar());
applyTheme();
followLinks();
const wanted = setting("language") ?? document.documentElement.lang;
await speak(LANGUAGES.includes(wanted) ? wanted : "en");
await show();
registerWorker();

/** Without words there is no page: a server that is just gone is asked again. */
async function speak(language) {
  try {
    await useLanguage(language);
  } catch {
    await new Promise((resolve) => setTimeout(resolve, 1500));
    await speak(language);
  }
}
