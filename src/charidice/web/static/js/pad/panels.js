/** The ways to enter a turn, and the switch between them. */

import { h, rememberFocus } from "../lib/dom.js";
import { segments } from "../parts/fields.js";
import { setSetting, setting } from "../lib/settings.js";
import { say } from "../lib/text.js";
import { DiceEntry } from "./dice-entry.js";
import { PointsEntry } from "./points-entry.js";

/** @import { PadContext, PadEntryKind } from "../types.d.ts" */

/** @type {Partial<Record<PadEntryKind, new () => HTMLElement & {context: PadContext}>>} */
const PANELS = { dice: DiceEntry, points: PointsEntry };
const KINDS = /** @type {PadEntryKind[]} */ (Object.keys(PANELS));

/** A panel for one turn at a time, which dispatches `enter` and remembers the chosen way to enter. */
export class EntryPanel {
  #name;
  /** @type {PadEntryKind | null} */
  #kind = null;
  /** @type {(HTMLElement & {context: PadContext}) | null} */
  #panel = null;
  /** @type {PadContext | null} */
  #context = null;
  /** Words of the switch, painted again in another language. */
  #painted = "";
  /** Stands beside the heading, or alone above the panel. */
  switch = h("div", { class: "entry-switch" });
  element = h("div", { class: "entry-panel" });

  /** @param {string} name of the switch, unique on the page @param {PadEntryKind | null} [kind] to begin with, if not as the last time */
  constructor(name, kind = null) {
    this.#name = name;
    this.#kind = kind;
  }

  /** @param {PadContext} context */
  update(context) {
    this.#context = context;
    const wanted = this.#kind ?? setting("padEntry");
    this.#show(KINDS.includes(wanted) ? wanted : KINDS[0]);
  }

  /** @param {PadEntryKind} kind */
  #show(kind) {
    if (this.#kind !== kind) this.#panel = null;
    this.#kind = kind;
    if (!this.#panel) {
      const Panel = /** @type {new () => HTMLElement & {context: PadContext}} */ (PANELS[kind]);
      this.#panel = new Panel();
      this.element.replaceChildren(this.#panel);
    }
    if (this.#context) this.#panel.context = this.#context;
    this.#paintSwitch(kind);
  }

  /** @param {PadEntryKind} kind */
  #paintSwitch(kind) {
    const changed = (/** @type {PadEntryKind} */ chosen) => {
      setSetting("padEntry", chosen);
      this.#show(chosen);
    };
    const text = (/** @type {PadEntryKind} */ each) => say(`web.pad.by.${each}`);
    const words = KINDS.map(text).join();
    if (this.#painted === `${kind} ${words}`) return;
    this.#painted = `${kind} ${words}`;
    const restore = rememberFocus(".entry-switch");
    this.switch.replaceChildren(segments({ name: this.#name, legend: say("web.pad.by"), values: KINDS, chosen: kind, text, changed }));
    restore();
  }
}
