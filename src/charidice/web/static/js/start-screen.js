/** The first page: play at once, open a table, go on with a game, or learn how it goes. */

import { botFace, LEVELS } from "./bot-faces.js";
import { dieFace } from "./die.js";
import { fill, h } from "./dom.js";
import { icon } from "./icons.js";
import { NewTable } from "./new-table.js";
import { openTable } from "./opening.js";
import { RecentGames } from "./recent-games.js";
import { Screen } from "./screen.js";
import { setSetting, setting } from "./settings.js";
import { say } from "./text.js";

/** What a turn is about, in one picture: four of a kind for oneself, the rest for the neighbour. */
const SCORED = ["Y5", "B5", "P5", "K5"];
const GIVEN = ["O4", "G6"];
const BOW = "M20 13C12-2 0 1 3 10c2 6 11 5 17 3ZM20 13C28-2 40 1 37 10c-2 6-11 5-17 3ZM18 13l-6 10 8-6 8 6-6-10Z";
/** Seconds a bot gives you to ask for the greatest of gifts after each of its rolls. */
const BOT_WAITS = 3;
/** Where to look around: address, drawing, and the last part of the key. */
const LEARNING = [["/tutorial", "learn", "tutorial"], ["/rules", "book", "rules"], ["/review", "review", "review"], ["/fair-dice", "fair", "fair"]];

class StartScreen extends Screen {
  #recent = new RecentGames();
  #form = new NewTable();
  #trouble = "";

  get heading() {
    return this.#opening ? "web.new.title" : "web.title";
  }

  /** The form has an address of its own, so that the browser's back button leaves it. */
  get #opening() {
    return location.hash === "#new";
  }

  render() {
    if (this.#opening) {
      this.#form.render();
      fill(this, this.#form);
      return;
    }
    this.#recent.render();
    fill(
      this,
      h(
        "div",
        { class: "start" },
        h("section", { class: "welcome" }, h("h1", {}, say("web.title")), h("p", { class: "tagline" }, say("web.start.tagline")), hero()),
        h("section", { class: "play", "aria-label": say("web.start.play") }, this.#playNow(), newTableLink()),
        this.#recent,
        learning(),
      ),
    );
  }

  #playNow() {
    const level = LEVELS.includes(setting("level")) ? setting("level") : "squirrel";
    const temper = h("p", { class: "temper" }, temperOf(level));
    const choose = (chosen) => {
      setSetting("level", chosen);
      fill(temper, temperOf(chosen));
    };
    const name = h("input", {
      id: "my-name", name: "name", maxlength: 40, autocomplete: "nickname", placeholder: say("web.start.guest"), value: setting("name"),
      on: { change: () => setSetting("name", name.value.trim()) },
    });
    const what = { class: "button primary big", type: "submit", data: { action: "play-now" } };
    const button = h("button", what, h("span", { class: "play-sign" }), say("web.start.play"));
    const play = async (event) => {
      event.preventDefault();
      if (button.getAttribute("aria-disabled")) return;
      button.setAttribute("aria-disabled", "true");
      try {
        await this.#play(name.value.trim());
      } catch (error) {
        this.#trouble = error.message;
        this.render();
        this.querySelector("[data-action=play-now]")?.focus();
      }
    };
    return h(
      "form",
      { class: "play-now", on: { submit: play } },
      button,
      this.#trouble ? h("p", { class: "trouble", role: "alert" }, this.#trouble) : null,
      h("fieldset", { class: "levels" }, h("legend", {}, say("web.start.against")), LEVELS.map((each) => levelChoice(each, each === level, choose))),
      temper,
      h("label", { class: "field my-name" }, h("span", {}, say("web.start.name")), name),
    );
  }

  async #play(name) {
    setSetting("name", name);
    const level = new FormData(this.querySelector("form")).get("level");
    const seats = [{ who: "here", name: name || say("web.start.guest") }, { who: "bot", bot: level }];
    await openTable(seats, { start: "seat", first: 0, wait: BOT_WAITS });
  }
}

function levelChoice(level, chosen, choose) {
  const radio = h("input", { type: "radio", name: "level", value: level, checked: chosen, on: { change: () => choose(level) } });
  return h("label", { class: "level", title: say(`bot.${level}`) }, radio, botFace(level), h("span", { class: "unseen" }, say(`bot.${level}`)));
}

const temperOf = (level) => [h("b", {}, say(`bot.${level}`)), " ", say(`bot.${level}.temper`)];

/** Dice that are kept shine in gold, dice that are given wear a ribbon. */
function hero() {
  const bow = () => h("svg", { class: "bow", viewBox: "0 0 40 24" }, h("path", { d: BOW }), h("circle", { cx: 20, cy: 12, r: 4 }));
  return h(
    "div",
    { class: "hero", "aria-hidden": "true" },
    h("div", { class: "hero-kept" }, SCORED.map((face) => dieFace(face, { hidden: true }))),
    h("div", { class: "hero-gift" }, GIVEN.map((face) => h("span", { class: "wrapped" }, dieFace(face, { hidden: true }), bow()))),
  );
}

const newTableLink = () =>
  h("a", { class: "button new-table", href: "/#new", data: { action: "new-table" } }, icon("plus"), twoLines("web.start.new"));

/** What it is, and below it what for. */
const twoLines = (key) => h("span", {}, h("b", {}, say(key)), h("small", {}, say(`${key}.why`)));

function learning() {
  const card = ([path, drawing, key]) => h("li", {}, h("a", { class: "paper card", href: path }, icon(drawing), twoLines(`web.start.${key}`)));
  return h("nav", { class: "learning", "aria-label": say("web.start.more") }, h("ul", {}, LEARNING.map(card)));
}

customElements.define("start-screen", StartScreen);
