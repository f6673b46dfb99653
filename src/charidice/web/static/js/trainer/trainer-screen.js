/** The trainer: lessons from one's own games and from those that come with the game. */

import { fetchExercises } from "../device/exercises.js";
import { NotHere } from "../device/thinker.js";
import { readNode } from "../engine/record/position.js";
import { subtotal } from "../engine/sheet.js";
import { rollsLeft } from "../engine/state.js";
import { standing } from "../engine/trainer/progress.js";
import { messageOf, randomWords } from "../lib/api.js";
import { fill, h, rememberFocus, toast } from "../lib/dom.js";
import { botName, fetchTextsHere, language, say } from "../lib/text.js";
import { isKept, keepAnswer, keepLesson, storedProgress } from "../lib/training.js";
import { setBarCentre } from "../shell/bar.js";
import { go, Screen } from "../shell/router.js";
import { lessonCard, ratingCard, themeCard } from "./home.js";
import { insightsList } from "./insights-view.js";
import { askedAt, lessonUnderWay, levelOf, prepare, startLesson, startWith } from "./lessons.js";
import { mistakesOf, OwnGames } from "./own-games.js";

/** @import { Exercise, ThemeSet } from "../engine/trainer/exercises.js" */
/** @import { Graded } from "../engine/trainer/grading.js" */
/** @import { Judged } from "../engine/trainer/judging.js" */
/** @import { Theme } from "../engine/trainer/names.js" */
/** @import { Children } from "../types.d.ts" */
/** @import { Group } from "./insights-view.js" */
/** @import { ExerciseView } from "./exercise.js" */
/** @import { Asked, Lesson } from "./lessons.js" */
/** @import { OwnGame } from "./own-games.js" */

const PATH = "/trainer";

class TrainerScreen extends Screen {
  #games = new OwnGames(() => this.#judged());
  /** @type {ThemeSet | null} */
  #set = null;
  /** What needs a part of the engine, and comes later. @type {typeof import("../engine/trainer/insights.js").insightsOf | null} */
  #insightsOf = null;
  /** @type {Lesson | null} */
  #lesson = null;
  /** @type {ExerciseView | null} */
  #exercise = null;
  /** @type {{right: number, count: number} | null} */
  #finished = null;
  #trouble = "";
  #isStarting = false;
  #isLooking = false;
  #language = "";
  /** Which groups of the insights are open. @type {Set<string>} */
  #open = new Set(["kinds"]);
  #left = false;

  get heading() {
    return "web.trainer.title";
  }

  /** What the address asks for. */
  get #wanted() {
    return new URLSearchParams(location.hash.slice(1));
  }

  entered() {
    document.addEventListener("keydown", this.#key);
    this.#begin();
  }

  left() {
    document.removeEventListener("keydown", this.#key);
    this.#games.stop();
    this.#left = true;
  }

  async #begin() {
    try {
      const wanted = this.#wanted;
      await fetchTextsHere();
      this.#set = await fetchExercises();
      if (this.#left) return;
      if (wanted.has("game")) return await this.#ofGame(String(wanted.get("game")), wanted);
      if (wanted.has("lesson")) return await this.#resume();
      this.refresh();
      this.#insightsOf = (await import("../engine/trainer/insights.js")).insightsOf;
      await this.#games.find(this.#set.ratings);
    } catch (error) {
      if (this.#left) return;
      this.#trouble = error instanceof NotHere || error instanceof TypeError || error instanceof SyntaxError ? say("web.trainer.away") : messageOf(error);
      this.refresh();
    }
  }

  render() {
    setBarCentre(say("web.trainer.title"));
    const isNew = this.#language !== language();
    this.#language = language();
    if (this.#exercise) {
      // The coach's reason is in the language of the answer.
      if (isNew) fetchTextsHere().then(() => this.#exercise?.paint());
    } else this.#page();
  }

  #page() {
    const restore = rememberFocus("trainer-screen");
    const content = this.#trouble ? this.#failed() : this.#isLooking || !this.#set ? h("p", { class: "felt-soft", role: "status" }, say("web.trainer.working")) : this.#finished ? this.#done(this.#finished) : this.#home(this.#set);
    this.dataset.state = this.#trouble ? "failed" : this.#isLooking || !this.#set ? "working" : this.#finished ? "finished" : "shown";
    fill(this, h("div", { class: "page trainer-page" }, h("h1", { class: "unseen" }, say("web.trainer.title")), content));
    restore();
  }

  #failed() {
    const again = () => {
      this.#trouble = "";
      this.refresh();
      this.#begin();
    };
    return h("div", { class: "paper" }, h("p", { class: "error", role: "alert" }, this.#trouble), h("div", { class: "buttons" }, h("button", { class: "button primary", type: "button", on: { click: again } }, say("web.trainer.again-try"))));
  }

  /** @param {ThemeSet} set @returns {Children} */
  #home({ ratings, levels }) {
    const now = Date.now();
    const home = { standing: standing(storedProgress(), now), ratings, lesson: lessonUnderWay(), isKept: isKept(), isStarting: this.#isStarting, now, start: (/** @type {{theme?: Theme}} */ wanted) => this.#start(wanted) };
    const { waiting, isAway, judged } = this.#games;
    return [
      lessonCard(home),
      themeCard(home),
      ratingCard(home),
      h("section", { class: "paper trainer-insights", data: { waiting: waiting ?? "" } }, h("h2", {}, say("web.trainer.insights")),
        waiting ? h("p", { class: "soft", role: "status" }, say("web.trainer.insights.waiting", { count: waiting })) : null,
        isAway ? h("p", { class: "trouble" }, say("web.trainer.away")) : null,
        !this.#insightsOf || (waiting !== 0 && !judged.length) ? null : insightsList(this.#insightsOf(judged, levels, now), levels, {
          open: this.#open,
          opened: (group, open) => (open ? this.#open.add(group) : this.#open.delete(group)),
          practise: (group, name) => this.#practise(group, name),
          offers: (group, name) => group !== "opponents" || this.#seeds((_, game) => opponentsOf(game).includes(name)).length > 0,
        })),
    ];
  }

  /** A game more has been judged. */
  #judged() {
    if (this.isConnected && !this.#exercise && !this.#finished && this.#set) this.#page();
  }

  /** @param {(decision: Judged, game: OwnGame) => boolean} [belongs] */
  #seeds(belongs) {
    return this.#set ? this.#games.seeds(levelOf(this.#set.ratings), belongs) : [];
  }

  /** @param {{theme?: Theme, fits?: (exercise: Exercise) => boolean, belongs?: (decision: Judged, game: OwnGame) => boolean}} wanted */
  async #start({ theme, fits, belongs }) {
    if (this.#isStarting) return;
    this.#isStarting = true;
    this.refresh();
    try {
      // One's own mistakes come first.
      if (!theme) await this.#games.some;
      this.#games.stop();
      if (await startLesson({ seeds: this.#seeds(belongs), theme, fits })) go(`${PATH}#lesson`);
      else toast(say("web.trainer.nothing"));
    } finally {
      this.#isStarting = false;
      if (this.isConnected) this.refresh();
    }
  }

  /** The exercises of a row of the insights: one's own mistakes, and those that come with the game and are like them. @param {Group} group @param {string} name */
  #practise(group, name) {
    if (group === "themes") return this.#start({ theme: /** @type {Theme} */ (name) });
    /** @type {Record<Exclude<Group, "themes">, {fits: (exercise: Exercise) => boolean, belongs: (decision: Judged, game: OwnGame) => boolean}>} */
    const ways = {
      kinds: { belongs: ({ kind }) => kind === name, fits: ({ node }) => kindOf(node) === name },
      rounds: { belongs: ({ round }) => round === Number(name), fits: ({ node }) => readNode(node).state.round === Number(name) },
      standings: { belongs: (decision) => decision.standing === name, fits: ({ node }) => standingOf(node) === name },
      opponents: { belongs: (_, game) => opponentsOf(game).includes(name), fits: () => false },
    };
    return this.#start(ways[group]);
  }

  /** A lesson of the mistakes in one game. @param {string} id @param {URLSearchParams} wanted */
  async #ofGame(id, wanted) {
    this.#isLooking = true;
    this.refresh();
    const seat = wanted.has("seat") ? Number(wanted.get("seat")) : null;
    const all = await mistakesOf(id, String(history.state?.record ?? ""), seat, /** @type {ThemeSet} */ (this.#set).ratings);
    const event = wanted.get("event");
    const seeds = event === null ? all : all.filter((each) => each.id.split(".").at(-2) === event);
    if (this.#left) return;
    this.#isLooking = false;
    if (seeds.length) {
      startWith(seeds);
      go(`${PATH}#lesson`, { replace: true });
    } else {
      toast(say("web.trainer.nothing.game"));
      go(PATH, { replace: true });
    }
  }

  async #resume() {
    this.#lesson = lessonUnderWay();
    if (!this.#lesson) return go(PATH, { replace: true });
    await this.#show();
  }

  /** The exercise that the lesson has come to. */
  async #show() {
    const lesson = /** @type {Lesson} */ (this.#lesson);
    this.dataset.state = "working";
    // The start of the trainer needs none of the engine.
    const [{ ExerciseView: Exercise }, { DEVIATION }] = await Promise.all([import("./exercise.js"), import("../engine/trainer/levels.js"), prepare(lesson, lesson.at)]);
    if (this.#left) return;
    keepLesson(lesson);
    const { at, steps } = lesson;
    const asked = askedAt(lesson, at);
    const leave = () => go(PATH);
    const next = () => this.#next();
    this.#exercise = new Exercise(asked, { number: at + 1, count: steps.length }, { answered: (graded) => this.#answered(asked, graded, DEVIATION), next, leave });
    fill(this, this.#exercise.element);
    this.dataset.state = "exercise";
    scrollTo(0, 0);
    this.#exercise.focus();
    // While somebody thinks.
    prepare(lesson, at + 1).then(() => this.#lesson === lesson && lesson.at === at && !lesson.worths[at] && keepLesson(lesson));
  }

  /** @param {Asked} asked @param {Graded} graded @param {number} deviation of the ratings of exercises */
  #answered({ id, theme, rating }, { worth }, deviation) {
    const lesson = /** @type {Lesson} */ (this.#lesson);
    const now = Date.now();
    const progress = keepAnswer({ id: randomWords(), exercise: id, theme, rating, deviation, worth, at: now });
    lesson.worths[lesson.at] = worth;
    // After a reload comes the next one.
    lesson.at += 1;
    keepLesson(lesson.at < lesson.steps.length ? lesson : null);
    return theme && (standing(progress, now).themes.find((each) => each.theme === theme) ?? null);
  }

  async #next() {
    const lesson = /** @type {Lesson} */ (this.#lesson);
    if (lesson.at < lesson.steps.length) return this.#show();
    this.#exercise = null;
    this.#finished = { right: lesson.worths.filter((worth) => worth === 1).length, count: lesson.steps.length };
    this.refresh();
    scrollTo(0, 0);
    /** @type {HTMLElement} */ (this.querySelector("h2")).focus();
  }

  /** @param {{right: number, count: number}} finished */
  #done({ right, count }) {
    return h("div", { class: "paper trainer-done" }, h("h2", { tabindex: "-1" }, say("web.trainer.done")), h("p", {}, say("web.trainer.done.right", { right, count })),
      h("div", { class: "buttons" }, h("a", { id: "trainer-home", class: "button primary", href: PATH }, say("web.trainer.done.home")), h("button", { id: "trainer-more", class: "button plain", type: "button", "aria-disabled": String(this.#isStarting), on: { click: () => this.#more() } }, say("web.trainer.done.more"))));
  }

  async #more() {
    this.#games = new OwnGames(() => this.#judged());
    const found = this.#games.find(/** @type {ThemeSet} */ (this.#set).ratings);
    await this.#start({});
    await found;
  }

  #key = (/** @type {KeyboardEvent} */ event) => {
    const exercise = this.#exercise;
    if (!exercise || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]")) return;
    if (event.target instanceof Element && event.target.closest("input, select, textarea")) return;
    if (/^[1-6]$/.test(event.key)) exercise.tap(Number(event.key) - 1);
    else if (event.key !== "Escape" || !exercise.back()) return;
    event.preventDefault();
  };
}

/** @param {OwnGame} game */
const opponentsOf = ({ players, seat }) => players.filter((_, other) => other !== seat).map(botName);

/** As the history sorts decisions. @param {string} text */
function kindOf(text) {
  const { asking, state } = readNode(text);
  if (asking) return "asking";
  return rollsLeft(state) ? (state.turn.rolls === 1 ? "first-keep" : "second-keep") : "scoring";
}

/** @param {string} text */
function standingOf(text) {
  const { player, state } = readNode(text);
  const totals = state.sheets.map(subtotal);
  const ahead = totals[Number(player)] - Math.max(...totals.filter((_, seat) => seat !== player));
  return ahead > 0 ? "leading" : ahead < 0 ? "trailing" : "level";
}

customElements.define("trainer-screen", TrainerScreen);
