/** An exercise: the situation, the dice, the answers, and the card with what the answer was worth. */

import { grade } from "../device/exercises.js";
import { hintView } from "../device/hint-words.js";
import { optionViews } from "../device/options.js";
import { NotHere, thinker } from "../device/thinker.js";
import { ALL_DICE, maskOf } from "../engine/dice.js";
import { ASK_GIFT, DECLINE_GIFT, roll, score, STOP } from "../engine/moves.js";
import { readNode, writePosition } from "../engine/record/position.js";
import { facesOf, optionsOf } from "../engine/state.js";
import { goToLab } from "../shell/lab.js";
import { decode, encode } from "../engine/trainer/encoding.js";
import { fill, h, rememberFocus } from "../lib/dom.js";
import { capital, faceWords, giftWords, join, kindWords, say } from "../lib/text.js";
import { dieFace, sortedFaces } from "../parts/die.js";
import { againWords, barOf, dayOf, detailWords, lossWords, moveSentence, situationWords, starsOf } from "./words.js";

/** @import { Children } from "../types.d.ts" */
/** @import { Action } from "../engine/moves.js" */
/** @import { Graded } from "../engine/trainer/grading.js" */
/** @import { ThemeProgress } from "../engine/trainer/progress.js" */
/** @import { OptionView } from "../wire.d.ts" */
/** @import { Asked } from "./lessons.js" */

/** The worth from which an answer is nearly the best. */
const NEAR = 0.5;
const MARKS = { best: "✓", right: "✓", near: "≈", other: "→" };

/**
 * @typedef {{action: Action, graded: Graded, reason: Children, standing: ThemeProgress | null}} Outcome
 * @typedef {{answered: (graded: Graded) => ThemeProgress | null, next: () => void, leave: () => void}} Listeners
 */

export class ExerciseView {
  #asked;
  #node;
  /** @type {OptionView[]} */
  #options;
  #place;
  #listeners;
  /** The dice that are kept, or in `scoring` those that are scored. @type {Set<number>} */
  #chosen = new Set();
  #isScoring;
  #showsAll = false;
  /** @type {"asked" | "working" | "answered"} */
  #state = "asked";
  #trouble = "";
  /** @type {Outcome | null} */
  #outcome = null;
  element = h("section", { class: "trainer-exercise" });

  /** @param {Asked} asked @param {{number: number, count: number}} place @param {Listeners} listeners */
  constructor(asked, place, listeners) {
    this.#asked = asked;
    this.#place = place;
    this.#listeners = listeners;
    this.#node = readNode(asked.node);
    const { state, actions } = this.#node;
    this.#options = actions.some(({ type }) => type === "score") ? optionViews(optionsOf(state), state.turn.numbers, state.turn.asked) : [];
    this.#isScoring = !this.#canRoll && this.#options.length > 0;
    this.paint();
  }

  get #game() {
    return this.#node.state;
  }

  get #canRoll() {
    return this.#node.actions.some(({ type }) => type === "roll");
  }

  get #picked() {
    const dice = maskOf([...this.#chosen]);
    return this.#options.find((option) => maskOf(option.dice) === dice) ?? null;
  }

  paint() {
    const restore = rememberFocus(".trainer-exercise");
    this.element.dataset.state = this.#state;
    this.element.dataset.exercise = this.#asked.id;
    this.element.dataset.mode = this.#node.asking ? "asking" : this.#isScoring ? "scoring" : "keeping";
    fill(this.element, this.#head(), this.#situation(), this.#dice(), this.#outcome ? this.#card(this.#outcome) : this.#answers());
    restore();
  }

  /** The first thing that is read. */
  focus() {
    /** @type {HTMLElement} */ (this.element.querySelector(".trainer-situation h2")).focus({ preventScroll: true });
  }

  #head() {
    const { theme } = this.#asked;
    const { number, count } = this.#place;
    return h("header", { class: "trainer-head" },
      h("button", { id: "trainer-leave", class: "button quiet", type: "button", "aria-label": say("web.trainer.leave"), on: { click: this.#listeners.leave } }, "✕"),
      h("h1", {}, say(theme ? `web.trainer.theme.${theme}` : "web.trainer.theme.none")),
      h("b", { class: "trainer-place" }, say("web.trainer.place", { number, count })));
  }

  #situation() {
    const { from, seed, names, forChild } = this.#asked;
    const source = seed && say(from === "own" ? "web.trainer.from.own" : "web.trainer.from.twin", { date: dayOf(seed.at) });
    return h("div", { class: "trainer-situation" },
      h("h2", { tabindex: "-1" }, situationWords(this.#node, names)),
      h("p", {}, [source, ...(forChild ? [say(`web.trainer.child.${this.#asked.theme}`)] : detailWords(this.#node, names))].filter(Boolean).join(" · ")));
  }

  #dice() {
    const faces = facesOf(this.#game);
    const action = this.#outcome?.action;
    const dice = ALL_DICE.map((die) => {
      const look = this.#lookOf(die, action);
      const words = say("web.table.die", { number: die + 1, face: faceWords(faces[die]) });
      const canTap = this.#state === "asked" && !this.#node.asking;
      const shown = [dieFace(faces[die], { hidden: true }), h("span", { class: "trainer-look", "aria-hidden": "true" }, look && say(`web.trainer.look.${look}`))];
      const properties = { id: `trainer-die-${die}`, class: "trainer-die", data: { die, look }, "aria-label": look ? `${words}, ${say(`web.trainer.look.${look}`)}` : words };
      if (!canTap) return h("span", { role: "img", ...properties }, shown);
      return h("button", { type: "button", "aria-pressed": String(this.#chosen.has(die)), ...properties, on: { click: () => this.tap(die) } }, shown);
    });
    return h("div", { class: "trainer-dice", role: "group", "aria-label": say("web.table.dice") }, dice);
  }

  /** @param {number} die @param {Action | undefined} action */
  #lookOf(die, action) {
    const scoring = action ? action.type === "score" : this.#isScoring;
    const chosen = action?.type === "roll" || action?.type === "score" ? maskOf([die]) & (action.type === "roll" ? action.keep : action.dice) : this.#chosen.has(die) ? 1 : 0;
    if (chosen) return scoring ? "score" : "keep";
    return scoring && (action || this.#picked) ? "give" : "";
  }

  /** Chooses a die, or lets it go again. @param {number} die */
  tap(die) {
    if (this.#state !== "asked" || this.#node.asking) return;
    if (!this.#chosen.delete(die)) this.#chosen.add(die);
    this.paint();
  }

  /** Back from scoring to keeping; false if there is nothing to go back from. */
  back() {
    if (this.#state !== "asked" || !this.#isScoring || !this.#canRoll) return false;
    this.#score(false);
    return true;
  }

  /** @param {boolean} isScoring */
  #score(isScoring) {
    this.#isScoring = isScoring;
    this.#chosen.clear();
    this.paint();
    /** @type {HTMLElement | null} */ (this.element.querySelector(isScoring ? ".trainer-options button" : "#trainer-score"))?.focus();
  }

  #answers() {
    const busy = this.#state === "working" ? h("p", { class: "trainer-working", role: "status" }, say("web.trainer.working")) : null;
    const trouble = this.#trouble ? h("p", { class: "trainer-trouble", role: "alert" }, this.#trouble) : null;
    return h("div", { class: "trainer-answers" }, this.#node.asking ? this.#askOrNot() : this.#isScoring ? this.#ways() : this.#keepOrScore(), busy, trouble);
  }

  /** @param {string} id @param {string} looks @param {Children} words @param {() => void} click */
  #button(id, looks, words, click, disabled = false) {
    return h("button", { id: `trainer-${id}`, class: `button ${looks}`, type: "button", "aria-disabled": String(disabled || this.#state !== "asked"), on: { click: () => !disabled && this.#state === "asked" && click() } }, words);
  }

  #askOrNot() {
    return [
      h("p", { class: "trainer-question" }, say("web.trainer.ask.question", { name: this.#asked.names[this.#game.active] })),
      h("div", { class: "trainer-row" }, this.#button("ask", "quiet", say("web.trainer.ask"), () => this.#answer(ASK_GIFT)), this.#button("decline", "quiet", say("web.trainer.decline"), () => this.#answer(DECLINE_GIFT))),
    ];
  }

  #keepOrScore() {
    const count = ALL_DICE.length - this.#chosen.size;
    const words = count === ALL_DICE.length ? say("web.trainer.roll-all") : count ? say("web.trainer.roll", { count }) : say("web.table.all-held");
    const canStop = this.#node.actions.includes(STOP);
    return h("div", { class: "trainer-row" },
      this.#button("roll", "primary", words, () => this.#answer(roll(maskOf([...this.#chosen]))), !count),
      canStop ? this.#button("stop", "quiet", say("web.trainer.stop"), () => this.#answer(STOP)) : this.#button("score", "quiet", say("web.trainer.score"), () => this.#score(true)));
  }

  #ways() {
    const options = this.#options;
    const picked = this.#picked;
    const shown = options.filter((option) => this.#showsAll || !option.folded || option === picked);
    const rest = options.length - shown.length;
    const showAll = () => {
      this.#showsAll = true;
      this.paint();
    };
    return [
      h("ul", { class: "trainer-options", "aria-label": say("web.trainer.ways") }, shown.map((option) => h("li", {}, this.#way(option, option === picked))),
        rest ? h("li", {}, h("button", { id: "trainer-more", class: "button quiet", type: "button", on: { click: showAll } }, say("web.start.show-more", { count: rest }))) : null),
      h("div", { class: "trainer-row" },
        this.#canRoll ? this.#button("back", "quiet", say("web.trainer.back"), () => this.#score(false)) : null,
        this.#button("confirm", "primary", picked ? say("web.trainer.score-this", { total: picked.total, gift: picked.gift }) : say("web.trainer.score-choose"), () => picked && this.#answer(score(maskOf(picked.dice))), !picked)),
    ];
  }

  /** @param {OptionView} option @param {boolean} isPicked */
  #way(option, isPicked) {
    const all = [...facesOf(this.#game)];
    const faces = sortedFaces(option.dice.map((die) => all[die]));
    const pick = () => {
      if (this.#state !== "asked") return;
      this.#chosen = new Set(option.dice);
      this.paint();
    };
    const gift = giftWords(option, all);
    const words = `${capital(kindWords(option.kind, faces))}: ${join(faces.map(faceWords))}. ${option.points} + ${option.bonus} = ${option.total}. ${capital(gift)}.`;
    return h("button", { id: `trainer-way-${maskOf(option.dice)}`, class: "trainer-way", type: "button", "aria-pressed": String(isPicked), "aria-label": words, on: { click: pick } },
      h("span", { class: "minis" }, faces.map((face) => dieFace(face, { small: true, hidden: true }))),
      h("span", { class: "trainer-points" }, h("small", {}, `${option.points} + ${option.bonus}`), h("b", {}, String(option.total))),
      h("span", { class: "trainer-gift" }, gift));
  }

  /** @param {Action} action */
  async #answer(action) {
    if (this.#state !== "asked") return;
    this.#state = "working";
    this.#trouble = "";
    this.paint();
    try {
      const [graded, reason] = await Promise.all([grade(this.#asked, action), this.#reason()]);
      this.#outcome = { action, graded, reason, standing: this.#listeners.answered(graded) };
      this.#state = "answered";
    } catch (error) {
      if (!(error instanceof NotHere)) throw error;
      this.#trouble = say("web.trainer.away");
      this.#state = "asked";
    }
    this.paint();
    if (this.#outcome) this.#showCard();
  }

  #showCard() {
    const heading = /** @type {HTMLElement | null} */ (this.element.querySelector("#trainer-verdict"));
    heading?.focus({ preventScroll: true });
    this.element.querySelector(".trainer-card")?.scrollIntoView({ block: "nearest", behavior: "smooth" });
  }

  /** Why the best move is the best: in the coach's words, for children without chances. @returns {Promise<Children>} */
  async #reason() {
    const { names, forChild } = this.#asked;
    const { state } = this.#node;
    if (forChild) return null;
    const player = Number(this.#node.player);
    const { stages, brief } = hintView(await thinker.hint(state, player), state, names);
    return [h("p", {}, brief?.lines.join(" ")), h("details", {}, h("summary", {}, say("web.table.hint-more")), h("p", {}, stages[stages.length - 1]))];
  }

  /** @param {Outcome} outcome */
  #card({ action, graded, reason, standing }) {
    const { seed, from, forChild, theme, names } = this.#asked;
    const { state } = this.#node;
    const { isRight, right, worth, loss } = graded;
    const verdict = isRight ? (encode(action) === right[0] ? "best" : "right") : worth >= NEAR ? "near" : "other";
    const isSame = seed && from === "own" && encode(action) === seed.action;
    const earlier = seed && from === "own" ? (isSame ? say("web.trainer.last.same") : moveSentence("last", decode(seed.action), state, { loss: lossWords(seed.loss) })) : null;
    return h("div", { class: "paper trainer-card", data: { verdict } },
      h("div", { class: "trainer-verdict" },
        h("span", { class: "trainer-mark", "aria-hidden": "true" }, MARKS[verdict]),
        h("div", {}, h("h2", { id: "trainer-verdict", tabindex: "-1" }, say(`web.trainer.verdict.${verdict}`)),
          isRight || forChild ? null : h("p", { class: "soft" }, say("web.trainer.costs", { loss: lossWords(loss), worth: Math.round(100 * worth) })),
          earlier && h("p", { class: "soft" }, earlier))),
      isRight ? null : h("p", { class: "trainer-better" }, moveSentence("better", decode(right[0]), state)),
      forChild ? childReason(theme, this.#options.find((option) => maskOf(option.dice) === /** @type {any} */ (decode(right[0])).dice), names[(state.active + 1) % names.length]) : reason,
      theme && standing && h("div", { class: "trainer-theme-line" }, h("span", { class: "soft" }, say(`web.trainer.theme.${theme}`)), starsOf(standing.recent), barOf(standing), h("span", { class: "soft trainer-again" }, againWords(standing, Date.now()))),
      h("div", { class: "buttons" },
        h("button", { id: "trainer-next", class: "button primary", type: "button", on: { click: this.#listeners.next } }, say("web.trainer.next")),
        forChild ? null : h("button", { class: "button plain", type: "button", data: { action: "lab" }, on: { click: () => goToLab(writePosition(state), names) } }, say("web.review.lab"))));
  }
}

/** In pictures and whole points. @param {import("../engine/trainer/names.js").Theme | null} theme @param {OptionView | undefined} option @param {string} name */
const childReason = (theme, option, name) => option && h("p", {}, say(`web.trainer.child.${theme}.why`, { points: option.points, bonus: option.bonus, total: option.total, gift: option.gift, name }));
