/** The tutorial's script: the dice, task and scene of each step. */

/** @import { SCENES } from "./tutorial-scenes.js" */

/** One die of each colour, shown before the first roll. */
const SHOWN = ["Y1", "G2", "P3", "O5", "B6", "K1"];
const FIRST_ROLL = ["K6", "B3", "B2", "B1", "O4", "Y2"];
const SECOND_ROLL = ["B4", "B3", "B2", "B1", "G5", "P6"];
/** The neighbour leaves a 2 and a 5, as in the rulebook's example of the greatest of gifts. */
const NEIGHBOURS_DICE = ["G3", "G2", "G1", "O5", "K2", "G4"];
/** The next turn: four equal numbers. */
const EQUAL = ["P5", "K5", "Y5", "G6", "O4", "B5"];

/**
 * `tap`: the dice to find; `roll`: the faces after the roll; `scene`: what to show below the dice; `task`: whether something
 * must be done before the next step.
 * @typedef {{name: string, faces: string[], tap?: number[], roll?: string[], scene?: keyof typeof SCENES, task?: boolean}} Step
 */

/** @type {Step[]} */
export const STEPS = [
  { name: "dice", faces: SHOWN, tap: [4], task: true },
  { name: "roll", faces: SHOWN, roll: FIRST_ROLL },
  { name: "hold", faces: FIRST_ROLL, tap: [1, 2, 3], roll: SECOND_ROLL, task: true },
  { name: "choose", faces: SECOND_ROLL, scene: "options", task: true },
  { name: "points", faces: SECOND_ROLL, scene: "sheet" },
  { name: "gift", faces: SECOND_ROLL, scene: "giving" },
  { name: "greatest", faces: NEIGHBOURS_DICE, scene: "asking", task: true },
  { name: "doubled", faces: NEIGHBOURS_DICE, scene: "receiving" },
  { name: "equal", faces: EQUAL, tap: [0, 1, 2, 5], scene: "equal", task: true },
  { name: "charity", faces: [], scene: "charity" },
  { name: "done", faces: [], scene: "farewell" },
];

/** The dice of both players, the neighbour's also with the greatest of gifts, and of the next turn. @type {[string[], boolean][]} */
export const ROLLS = [[SECOND_ROLL, false], [NEIGHBOURS_DICE, false], [NEIGHBOURS_DICE, true], [EQUAL, false]];
