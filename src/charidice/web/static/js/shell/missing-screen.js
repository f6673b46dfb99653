/** Page not found, with a link home. */

import { h } from "../lib/dom.js";
import { Screen } from "./router.js";
import { say } from "../lib/text.js";

class MissingScreen extends Screen {
  render() {
    this.replaceChildren(
      h(
        "div",
        { class: "page" },
        h(
          "section",
          { class: "paper missing" },
          h("h1", {}, say("refused.no-such-page")),
          h("a", { class: "button primary", href: "/" }, say("web.missing.home")),
        ),
      ),
    );
  }
}

customElements.define("missing-screen", MissingScreen);
