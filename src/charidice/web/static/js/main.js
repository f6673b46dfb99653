/** The way in: language and looks first, then the screen that the address names. */

import { applyTheme, setting, SETTING_CHANGED } from "./settings.js";
import { LANGUAGE_CHANGED, LANGUAGES, useLanguage } from "./text.js";
import { renderBar } from "./bar.js";
import { registerWorker } from "./offline.js";
import { followLinks, show } from "./router.js";
import "./start-screen.js";
import "./table-screen.js";
import "./rules-screen.js";
import "./tutorial-screen.js";
import "./fair-dice-screen.js";
import "./review-screen.js";

document.addEventListener(SETTING_CHANGED, applyTheme);
document.addEventListener(LANGUAGE_CHANGED, () => renderBar());
applyTheme();
followLinks();
const wanted = setting("language") ?? document.documentElement.lang;
await useLanguage(LANGUAGES.includes(wanted) ? wanted : "en");
show();
registerWorker();
