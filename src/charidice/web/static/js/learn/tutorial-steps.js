/** The script of the guided first turn: what lies there, what is to be done, and what is said. */

/** @import { SCENES } from "./tutorial-scenes.js" */

/** Six colours, to look at before the first roll. */
const SHOWN = ["Y1", "G2", "P3", "O5", "B6", "K1"];
const FIRST_ROLL = ["K6", "B3", "B2", "B1", "O4", "Y2"];
const SECOND_ROLL = ["B4", "B3", "B2", "B1", "G5", "P6"];
/** The neighbour leaves a 2 and a 5, as in the rulebook's example of the greatest of gifts. */
const NEIGHBOURS_DICE = ["G3", "G2", "G1", "O5", "K2", "G4"];

/**
 * `tap` are the dice to find, `roll` what the dice show after the roll, `scene` what lies below the dice; `task` says
 * that something is to be done before the next step.
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
  { name: "charity", faces: [], scene: "charity" },
  { name: "done", faces: [], scene: "farewell" },
];

/** What the server reckons for the dice of the script: the options of both, the neighbour's with the greatest of gifts too. */
export const RECKONED = /** @type {const} */ ([
  `/api/options?faces=${SECOND_ROLL.join()}&asked=false`,
  `/api/options?faces=${NEIGHBOURS_DICE.join()}&asked=false`,
  `/api/options?faces=${NEIGHBOURS_DICE.join()}&asked=true`,
]);
