/** A finished game as a picture to send: who won, everybody's total, and the best roll that was scored. As a server draws it, with a font of this device. */

import { colourOf, DICE, diceOf, numberOf } from "../engine/dice.js";
import { evolve } from "../engine/engine.js";
import { Refused } from "../engine/errors.js";
import { startOf } from "../engine/record/game.js";
import { results, winners } from "../engine/sheet.js";
import { facesOf, isOver } from "../engine/state.js";
import { COLOURS, join, say } from "../lib/text.js";

/** @import { Face } from "../engine/dice.js" */
/** @import { GameRecord } from "../engine/record/game.js" */

/** @typedef {{x: number, y: number, width: number, height: number}} Area in millimetres */
/** @typedef {{size: number, colour?: string, align?: "left" | "center" | "right"}} Setting */
/** The scored dice of a turn, with their points and bonus. @typedef {{seat: number, faces: Face[], points: number, bonus: number}} ScoredRoll */

const PIXELS = 1440;
export const [FELT, FELT_CARD, FELT_INK, PAPER, GOLD, INK] = ["#1f4d3c", "#3b6654", "#eaf3ec", "#fbf6e9", "#e9b949", "#1c1c28"];
/** By colour: the face, and the ink on it, dark enough for small letters. */
const PAINT = [["#e5d547", "#2b2700"], ["#b35f00", "#ffffff"], ["#55b395", "#06271c"], ["#3464c0", "#ffffff"], ["#872967", "#ffffff"], ["#181928", "#ffffff"]];
/** In millimetres; a phone shows the whole width, so that 3 of them are about as high as its own text. */
export const [WIDTH, EDGE, GAP] = [100, 6, 4];
const [TITLE, VICTORY, PODIUM, ROW, ROLL, DIE] = [8, 22, 36, 14, 38, 12.5];
const FONT = "system-ui, sans-serif";

/** @param {GameRecord} record @returns {Promise<Blob>} a PNG */
export function pictureOf(record) {
  if (!isOver(record.state)) throw new Refused("not-over");
  const best = bestRoll(record);
  const count = record.players.length;
  const totals = count === 2 ? PODIUM : count * ROW + ((count - 1) * GAP) / 2;
  const heights = [TITLE, VICTORY, totals, ...(best ? [ROLL] : [])];
  const height = heights.reduce((sum, each) => sum + each + GAP, 2 * EDGE - GAP);
  const picture = new Picture(height);
  const [title, victory, players, roll] = rows({ x: EDGE, y: EDGE, width: WIDTH - 2 * EDGE, height: height - 2 * EDGE }, heights, GAP);
  picture.write(title, say("web.title"), { size: 5, colour: GOLD });
  picture.lines(victory, victoryText(record), { size: 8.5, colour: FELT_INK });
  drawTotals(picture, players, record);
  if (best) drawRoll(picture, roll, best, record.players[best.seat]);
  return picture.png();
}

/** @param {GameRecord} record */
function victoryText({ players, state }) {
  const final = results(state.sheets);
  const best = winners(final);
  return say("play.winner", { count: best.length, players: join(best.map((seat) => players[seat])), points: say("points", { count: final[best[0]].total }) });
}

/** The first roll with the most points; null if the dice of no turn are known. @param {GameRecord} record */
export function bestRoll(record) {
  /** @type {ScoredRoll | null} */
  let best = null;
  let state = startOf(record);
  for (const event of record.events) {
    if (event.type === "scored" && (!best || event.points + event.bonus > best.points + best.bonus)) {
      const shown = facesOf(state);
      const faces = diceOf(event.dice).map((die) => shown[die]).sort((one, other) => numberOf(one) - numberOf(other) || colourOf(one) - colourOf(other));
      best = { seat: state.active, faces, points: event.points, bonus: event.bonus };
    }
    state = evolve(state, event);
  }
  return best;
}

/** Two players side by side; more of them in rows. @param {Picture} picture @param {Area} area @param {GameRecord} record */
function drawTotals(picture, area, { players, state }) {
  const final = results(state.sheets);
  const best = winners(final);
  const isPodium = players.length === 2;
  const ones = players.map(() => 1);
  const cards = isPodium ? columns(area, ones, GAP) : rows(area, ones, GAP / 2);
  const order = players.map((_, seat) => seat).sort((one, other) => final[other].total - final[one].total);
  for (const [place, seat] of order.entries()) {
    const won = best.includes(seat);
    const colour = won ? INK : FELT_INK;
    picture.box(cards[place], won ? PAPER : FELT_CARD, 4, won ? GOLD : null);
    const inner = inset(cards[place], isPodium ? 3 : 5, isPodium ? 3 : 1);
    const [name, total] = isPodium ? rows(inner, [3, 7]) : columns(inner, [7, 3]);
    picture.write(name, players[seat], { size: 5.5, colour, align: isPodium ? "center" : "left" });
    picture.write(total, String(final[seat].total), { size: isPodium ? 17 : 9, colour, align: isPodium ? "center" : "right" });
  }
}

/** @param {Picture} picture @param {Area} area @param {ScoredRoll} roll @param {string} player */
function drawRoll(picture, area, { faces, points, bonus }, player) {
  picture.box(area, PAPER, 4);
  const [title, dice, sum] = rows(inset(area, 4, 3), [7, DIE, 9], 1.5);
  picture.write(title, say("paper.best-roll", { player }), { size: 5 });
  const gap = (dice.width - DICE * DIE) / (DICE - 1);
  const x = dice.x + (dice.width - faces.length * (DIE + gap) + gap) / 2;
  for (const [at, face] of faces.entries()) drawDie(picture, { x: x + at * (DIE + gap), y: dice.y, width: DIE, height: DIE }, face);
  picture.write(sum, bonus ? `${points} + ${bonus} = ${points + bonus}` : String(points), { size: 7 });
}

/** With the letter of its colour, for readers who cannot tell colours apart. @param {Picture} picture @param {Area} area @param {Face} face */
export function drawDie(picture, area, face) {
  const [paint, colour] = PAINT[colourOf(face)];
  picture.box(area, paint, 2.6);
  const [letter, number] = rows(inset(area, 1.2, 0.5), [3.2, 8.3]);
  picture.write(letter, say(`letter.${COLOURS[face[0]]}`), { size: 2.5, colour });
  picture.write(number, String(numberOf(face)), { size: 7.6, colour });
}

export class Picture {
  #canvas = document.createElement("canvas");
  #paint;

  /** @param {number} height */
  constructor(height) {
    const scale = PIXELS / WIDTH;
    Object.assign(this.#canvas, { width: PIXELS, height: Math.round(height * scale) });
    this.#paint = /** @type {CanvasRenderingContext2D} */ (this.#canvas.getContext("2d"));
    this.#paint.scale(scale, scale);
    this.box({ x: 0, y: 0, width: WIDTH, height }, FELT, 0);
  }

  /** @param {Area} area @param {string} fill @param {number} radius @param {string | null} edge */
  box({ x, y, width, height }, fill, radius, edge = null) {
    const paint = this.#paint;
    paint.beginPath();
    paint.roundRect(x, y, width, height, radius);
    paint.fillStyle = fill;
    paint.fill();
    if (!edge) return;
    Object.assign(paint, { strokeStyle: edge, lineWidth: 0.8 });
    paint.stroke();
  }

  /** One line in the middle of an area, smaller where it would not fit. @param {Area} area @param {string} text @param {Setting} setting */
  write({ x, y, width, height }, text, { size, colour = INK, align = "center" }) {
    const paint = this.#paint;
    Object.assign(paint, { fillStyle: colour, textAlign: align, textBaseline: "middle", direction: "inherit" });
    this.#set(size);
    this.#set(Math.min(size, (size * width) / Math.max(paint.measureText(text).width, 1)));
    paint.fillText(text, align === "left" ? x : align === "right" ? x + width : x + width / 2, y + height / 2);
  }

  /** The same on two lines, if one would be small. @param {Area} area @param {string} text @param {Setting} setting */
  lines(area, text, setting) {
    this.#set(setting.size);
    if (this.#paint.measureText(text).width <= area.width) return this.write(area, text, setting);
    const words = text.split(" ");
    const widest = (/** @type {number} */ at) => Math.max(...[words.slice(0, at), words.slice(at)].map((part) => this.#paint.measureText(part.join(" ")).width));
    const breaks = words.map((_, at) => at).slice(1);
    if (!breaks.length) return this.write(area, text, setting);
    const at = breaks.reduce((best, each) => (widest(each) < widest(best) ? each : best));
    const [first, second] = rows(area, [1, 1]);
    this.write(first, words.slice(0, at).join(" "), setting);
    this.write(second, words.slice(at).join(" "), setting);
  }

  /** @param {number} size in millimetres */
  #set(size) {
    this.#paint.font = `bold ${size}px ${FONT}`;
  }

  /** @returns {Promise<Blob>} */
  png() {
    return new Promise((resolve, reject) => this.#canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("the canvas gave no picture"))), "image/png"));
  }
}

/** @param {Area} area @param {number} across @param {number} down @returns {Area} */
export const inset = ({ x, y, width, height }, across, down) => ({ x: x + across, y: y + down, width: width - 2 * across, height: height - 2 * down });

/** Parts of these shares, one below the other. @param {Area} area @param {number[]} shares @returns {Area[]} */
export function rows({ x, y, width, height }, shares, gap = 0) {
  const unit = (height - gap * (shares.length - 1)) / shares.reduce((sum, share) => sum + share);
  return shares.map((share, at) => ({ x, y: y + at * gap + unit * shares.slice(0, at).reduce((sum, each) => sum + each, 0), width, height: unit * share }));
}

/** The same side by side. @param {Area} area @param {number[]} shares */
export const columns = ({ x, y, width, height }, shares, gap = 0) => rows({ x: y, y: x, width: height, height: width }, shares, gap).map((part) => ({ x: part.y, y: part.x, width: part.height, height: part.width }));
