/** Answers of the lab. */

import { labAnswer } from "../../../src/charidice/web/static/js/engine/lab/answer.js";
import { tablesOf } from "../../../src/charidice/web/static/js/engine/lab/objective.js";
import { readPosition } from "../../../src/charidice/web/static/js/engine/record/position.js";
import { Tables } from "../../../src/charidice/web/static/js/engine/solver/files.js";
import { read } from "./tables.js";

const tables = new Tables();

/** @param {{position: string, objective: string}} question */
export async function answers({ position, objective }) {
  await tables.load(readPosition(position).setup, tablesOf(objective), read);
  return labAnswer(position, objective, tables);
}
