/** The dial: what everybody plays for. */

import { fill, h, rememberFocus } from "../lib/dom.js";
import { say } from "../lib/text.js";
import { segments } from "../parts/fields.js";

/** @import { LabView } from "./lab-view.d.ts" */

const NAMES = ["victory", "lead", "points", "target", "charity"];
const [USUAL_TARGET, MOST_TARGET] = [220, 9999];

export class Objectives {
  #view;
  #target = USUAL_TARGET;
  #body = h("div", { class: "lab-goals" });
  element = h("section", { class: "paper lab-objectives", "aria-labelledby": "lab-objectives-heading" });

  /** @param {LabView} view */
  constructor(view) {
    this.#view = view;
    fill(this.element, h("h2", { id: "lab-objectives-heading" }, say("web.lab.objective")), this.#body);
  }

  update() {
    const restore = rememberFocus(".lab-objectives");
    const [name, target] = this.#view.objective.split(" ");
    if (target) this.#target = Number(target);
    fill(this.#body,
      segments({
        name: "lab-objective", legend: say("web.lab.objective.legend"), values: NAMES, chosen: name, text: (each) => say(`web.lab.objective.${each}`),
        changed: (each) => this.#view.pursue(each === "target" ? `target ${this.#target}` : each),
      }),
      name === "target" ? h("label", { class: "field lab-target" }, h("span", {}, say("web.lab.objective.score")), this.#field()) : null,
      h("p", { class: "soft" }, say(`web.lab.objective.${name}.why`)));
    restore();
  }

  #field() {
    const change = (/** @type {{currentTarget: HTMLInputElement}} */ { currentTarget: field }) => {
      const wanted = Math.round(Number(field.value));
      if (!(wanted >= 1 && wanted <= MOST_TARGET)) field.value = String(this.#target);
      else this.#view.pursue(`target ${wanted}`);
    };
    return h("input", { id: "lab-target", type: "number", min: 1, max: MOST_TARGET, step: 1, value: this.#target, inputmode: "numeric", on: { change: (event) => change(/** @type {any} */ (event)) } });
  }
}
