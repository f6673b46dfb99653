/** Blank score sheets to print. */

import { fill, h } from "../lib/dom.js";
import { segments } from "../parts/fields.js";
import { saveButton, usualPaper } from "../parts/files.js";
import { Screen } from "../shell/router.js";
import { CONSTANTS, setSetting } from "../lib/settings.js";
import { say } from "../lib/text.js";

class PaperScreen extends Screen {
  #players = CONSTANTS.players.most;

  get heading() {
    return "web.paper.title";
  }

  render() {
    const { least, most } = CONSTANTS.players;
    const players = segments({
      name: "players",
      legend: say("web.paper.players"),
      values: Array.from({ length: most - least + 1 }, (_, more) => String(least + more)),
      chosen: String(this.#players),
      text: (count) => count,
      changed: (count) => (this.#players = Number(count)),
    });
    const paper = segments({
      name: "paper",
      legend: say("web.paper.size"),
      values: CONSTANTS.papers,
      chosen: usualPaper(),
      text: (name) => say(`web.paper.${name}`),
      changed: (name) => setSetting("paper", name),
    });
    const path = () => `/api/sheets?players=${this.#players}&paper=${usualPaper()}`;
    const download = saveButton({ words: say("web.paper.download"), looks: "primary", action: "download", path, name: "charidice.pdf" });
    fill(
      this,
      h(
        "div",
        { class: "page paper-page" },
        h("h1", {}, say("web.paper.title")),
        h("section", { class: "paper" }, h("p", {}, say("web.paper.intro")), players, paper, download, h("p", { class: "soft" }, say("web.paper.finished"))),
      ),
    );
  }
}

customElements.define("paper-screen", PaperScreen);
