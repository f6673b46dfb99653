/** An interactive tutorial: a guided first turn, with one task and a sentence or two at a time. */

import { messageOf, messageOrNetwork } from "../lib/api.js";
import { fill, h } from "../lib/dom.js";
import { isSecondPress } from "../lib/presses.js";
import { letterOf } from "../parts/die.js";
import { waysToScore } from "../parts/lessons.js";
import { botFace } from "../parts/drawings.js";
import { dieState, lessonDie, showLessonDie } from "../parts/lesson-die.js";
import { fly, tumble } from "../parts/motion.js";
import { playBot } from "../shell/new-tables.js";
import { Screen } from "../shell/router.js";
import { setSetting } from "../lib/settings.js";
import { giftBox } from "../parts/table-icons.js";
import { faceWords, say } from "../lib/text.js";
import { SCENES } from "./tutorial-scenes.js";
import { ROLLS, STEPS } from "./tutorial-steps.js";

/** @import { LessonDieState } from "../parts/lesson-die.js" */
/** @import { Options, OptionView } from "../wire.d.ts" */
/** @import { Act, Lesson } from "./tutorial-scenes.js" */

export class TutorialScreen extends Screen {
  /** Closes the tutorial, if it was opened in a dialog. @type {(() => void) | undefined} */
  leave;
  #at = 0;
  /** @type {Lesson} */
  #lesson = { reckoned: null, chosen: null, given: false, asked: false };
  /** @type {Set<number>} dice found or held at this step */
  #tapped = new Set();
  /** Replaces the step's own text; a function, so that it follows the language. @type {(() => string) | null} */
  #reply = null;
  /** The error if the server's options could not be loaded. */
  #problem = "";
  /** Whether an animation is running that must end first. */
  #isMoving = false;
  /** When the last step began. */
  #begun = -Infinity;
  #parts = this.#build();

  get heading() {
    return "web.tutorial";
  }

  get #step() {
    return STEPS[this.#at];
  }

  #build() {
    return {
      progress: h("progress", { max: STEPS.length, "aria-label": say("web.tutorial.progress") }),
      count: h("span", { class: "lesson-count" }),
      words: h("p", { class: "lesson-words", role: "status" }),
      dice: h("div", { class: "lesson-dice", role: "group", "aria-label": say("web.tutorial.dice-group") }),
      scene: h("div", { class: "lesson-scene" }),
      back: button("button", "back", (event) => isSecondPress(event, this.#begun) || this.#back()),
      main: button("button primary lesson-main", "next", (event) => isSecondPress(event, this.#begun) || this.#main()),
      buttons: STEPS[0].faces.map((_, die) => lessonDie(die, (one) => this.#tap(one))),
    };
  }

  render() {
    this.#parts = this.#build();
    const { progress, count, words, dice, scene, back, main, buttons } = this.#parts;
    fill(back, say("web.tutorial.back"));
    fill(dice, buttons);
    const skip = this.leave
      ? h("button", { class: "button lesson-skip", type: "button", on: { click: this.leave } }, say("web.tutorial.to-table"))
      : h("a", { class: "button lesson-skip", href: "/" }, say("web.tutorial.skip"));
    this.replaceChildren(
      h(
        "div",
        { class: "lesson" },
        h("div", { class: "lesson-head" }, h("h1", {}, say("web.tutorial")), count, skip, progress),
        h("div", { class: "lesson-speech" }, botFace("owl"), h("div", { class: "paper lesson-bubble" }, words)),
        h("div", { class: "lesson-stage" }, dice, scene),
        h("div", { class: "lesson-foot" }, back, main),
      ),
    );
    this.#show();
  }

  entered() {
    setSetting("newcomer", false);
    this.#load();
  }

  async #load() {
    try {
      const [mine, neighbours, asked, equal] = await Promise.all(ROLLS.map(([faces, doubled]) => waysToScore(faces, doubled)));
      this.#lesson.reckoned = { mine, neighbours, asked, equal };
    } catch (problem) {
      this.#problem = messageOf(problem);
    }
    this.#show();
  }

  /** Goes to a step and resets it. @param {number} at */
  #go(at) {
    if (!STEPS[at]) return;
    this.#at = at;
    this.#begun = performance.now();
    this.#tapped = new Set();
    this.#reply = null;
    const { name } = this.#step;
    if (name === "choose") this.#lesson.chosen = null;
    if (name === "gift") this.#lesson.given = false;
    if (name === "greatest") this.#lesson.asked = false;
    this.#show();
  }

  get #isDone() {
    const { tap, name } = this.#step;
    if (tap) return tap.every((die) => this.#tapped.has(die));
    if (name === "choose") return this.#lesson.chosen !== null;
    if (name === "greatest") return this.#lesson.asked;
    return true;
  }

  async #main() {
    if (this.#isMoving) return;
    if (!this.#isReady) return this.#load();
    if (!this.#isDone) return this.#say(() => this.#words(false));
    const { name, roll } = this.#step;
    if (roll) await this.#moving(this.#roll(roll));
    if (name === "gift" && !this.#lesson.given) {
      await this.#moving(this.#give());
      this.#lesson.given = true;
      this.#begun = performance.now();
      return this.#show();
    }
    this.#go(this.#at + 1);
  }

  #back() {
    if (!this.#isMoving) this.#go(this.#at - 1);
  }

  /** @param {Promise<void>} motion */
  async #moving(motion) {
    this.#isMoving = true;
    await motion;
    this.#isMoving = false;
  }

  /** @param {number} die */
  #tap(die) {
    const { tap, faces, name } = this.#step;
    if (!tap || this.#isMoving) return;
    if (!tap.includes(die)) return this.#say(() => say(`web.tutorial.${name}.wrong`, { face: faceWords(faces[die]), letter: letterOf("B") }));
    this.#tapped.add(die);
    const missing = tap.length - this.#tapped.size;
    this.#say(missing && this.#tapped.size ? () => say(`web.tutorial.${name}.more`, { count: missing }) : null);
  }

  /** @param {(() => string) | null} reply */
  #say(reply) {
    this.#reply = reply;
    this.#show();
  }

  /** Animates a roll of the dice that are not held. @param {string[]} faces */
  #roll(faces) {
    const isThrown = (/** @type {unknown} */ _, /** @type {number} */ die) => !this.#tapped.has(die);
    return tumble(this.#parts.buttons.filter(isThrown), faces.filter(isThrown));
  }

  #give() {
    const { scene } = this.#parts;
    return fly(giftBox(), scene.querySelector(".lesson-parcel"), scene.querySelector(".receiver"));
  }

  /** @param {boolean} isDone */
  #words(isDone) {
    const { name } = this.#step;
    const { reckoned, chosen, given } = this.#lesson;
    if (!this.#isReady) return this.#problem;
    if (name === "points" && chosen) return say(chosen.bonus ? "web.tutorial.points" : "web.tutorial.points.plain", { ...chosen });
    if (name === "gift" && chosen) return say(given ? "web.tutorial.gift.done" : "web.tutorial.gift", { ...chosen });
    if (name === "doubled" && reckoned) {
      const [gift, double] = [reckoned.neighbours, reckoned.asked].map(({ options }) => options[0].gift);
      return say("web.tutorial.doubled", { gift, double });
    }
    return say(isDone && this.#step.task ? `web.tutorial.${name}.done` : `web.tutorial.${name}`, { letter: letterOf("B") });
  }

  #mainWords() {
    const { name, roll, tap } = this.#step;
    const { chosen, given } = this.#lesson;
    if (roll) return say("web.tutorial.roll-dice", { count: STEPS[0].faces.length - (tap?.length ?? 0) });
    if (name === "choose" && chosen) return say("web.tutorial.score", { total: chosen.total });
    if (name === "gift" && chosen && !given) return say("web.tutorial.give", { gift: chosen.gift });
    return say("web.tutorial.next");
  }

  #show() {
    const { progress, count, words, scene, back, main } = this.#parts;
    const { name, roll, scene: sceneName } = this.#step;
    const isLast = this.#at === STEPS.length - 1;
    this.dataset.step = String(this.#at + 1);
    this.dataset.name = name;
    progress.value = this.#at + 1;
    count.textContent = say("web.tutorial.step", { number: this.#at + 1, count: STEPS.length });
    const text = this.#reply?.() ?? this.#words(this.#isDone);
    if (words.textContent !== text) words.textContent = text;
    this.#showDice();
    const { activeElement: before } = document;
    const focused = before instanceof HTMLElement && scene.contains(before) ? selectorOf(before) : null;
    /** @type {Act} */
    const act = { choose: (option) => this.#choose(option), ask: () => this.#ask(), play: () => this.#play(), leave: this.leave };
    fill(scene, sceneName && this.#isReady && (name !== "equal" || this.#isDone) ? SCENES[sceneName](this.#lesson, act) : null);
    if (focused) /** @type {HTMLElement | null} */ (scene.querySelector(focused))?.focus();
    back.hidden = this.#at === 0;
    main.hidden = isLast;
    main.dataset.action = roll ? "roll" : "next";
    fill(main, this.#mainWords());
    main.setAttribute("aria-disabled", String(!this.#isDone));
    if (isLast && document.activeElement === document.body) scene.querySelector("button")?.focus();
  }

  get #isReady() {
    return this.#lesson.reckoned !== null || !["options", "receiving", "equal"].includes(this.#step.scene ?? "");
  }

  #showDice() {
    const { name, faces, tap } = this.#step;
    const { reckoned, chosen } = this.#lesson;
    this.#parts.dice.hidden = !faces.length;
    const ready = /** @type {Record<string, Options | undefined>} */ ({ doubled: reckoned?.asked, equal: this.#isDone ? reckoned?.equal : undefined });
    const option = name in ready ? ready[name]?.options[0] : chosen;
    const scored = ["choose", "points", "gift", "doubled", "equal"].includes(name) && option;
    faces.forEach((face, die) => {
      const state = scored ? dieState(scored, die) : {};
      /** @type {LessonDieState} */
      const found = name === "hold" ? { look: "held", tag: say("web.tutorial.held") } : { look: "scored", tag: say("web.tutorial.found") };
      showLessonDie(this.#parts.buttons[die], face, { ...(this.#tapped.has(die) && !scored ? found : state), still: !tap });
    });
  }

  /** @param {OptionView} option */
  #choose(option) {
    this.#lesson.chosen = option;
    this.#say(null);
  }

  async #play() {
    if (this.#isMoving) return;
    try {
      await this.#moving(playBot());
    } catch (problem) {
      this.#isMoving = false;
      const message = messageOrNetwork(problem, "web.start.needs-network");
      this.#say(() => message);
    }
  }

  #ask() {
    this.#lesson.asked = true;
    this.#say(null);
  }
}

/** @param {string} look @param {string} action @param {(event: MouseEvent) => void} click */
const button = (look, action, click) => h("button", { class: look, type: "button", data: { action }, on: { click } });

/** A selector that finds the same button after its scene was re-rendered. @param {HTMLElement} button */
function selectorOf({ dataset }) {
  return dataset.option === undefined ? `[data-action="${dataset.action}"]` : `[data-option="${dataset.option}"]`;
}

customElements.define("tutorial-screen", TutorialScreen);
