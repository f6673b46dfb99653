/** The lab in the Worker: the newest question wins. */

import { Refused } from "../errors.js";
import { GameNode } from "../strict.js";
import { labAnswer, labForecast, readEither } from "./answer.js";
import { tablesOf } from "./objective.js";
import { labStrip } from "./strip.js";

/** @import { Tables } from "../solver/files.js" */
/** @import { LabAnswer, LabForecast, LabQuestion, LabRefusal, LabStrip } from "./types.d.ts" */

/** Null if a newer question has come. @typedef {LabAnswer | LabForecast | LabStrip | {refusal: LabRefusal} | null} Answered */

/** Answers questions, each by its own kind: an older one that waits is dropped, and a running strip ends at its next step. */
export class Lab {
  /** By kind: the newest question. @type {Map<string, object>} */
  #newest = new Map();

  /** @param {Tables} tables @param {(file: string) => Promise<ArrayBuffer>} read fetches a table */
  constructor(tables, read) {
    this.tables = tables;
    this.read = read;
  }

  /** @param {LabQuestion} question @param {(part: LabStrip) => void} tell every step of a strip but the last @returns {Promise<Answered>} */
  async answer(question, tell) {
    const kind = question.ask === "lab-rest" ? "lab-strip" : question.ask;
    this.#newest.set(kind, question);
    if (question.ask === "lab-rest") return null;
    const isNewest = () => this.#newest.get(kind) === question;
    try {
      await this.#load(question);
      await pause();
      if (!isNewest()) return null;
      const { position, objective } = question;
      if (question.ask === "lab") return labAnswer(position, objective, this.tables);
      if (question.ask === "lab-forecast") return labForecast(position, objective, question.move, this.tables);
      for (const strip of labStrip(position, objective, question.quantity, this.tables)) {
        if (strip.done) return strip;
        tell(strip);
        await pause();
        if (!isNewest()) return null;
      }
      return null;
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      return { refusal: { code: error.code, values: { ...error.values } } };
    }
  }

  /** @param {{position: string, objective: string}} question */
  async #load({ position: text, objective }) {
    const position = readEither(text);
    const { setup } = position instanceof GameNode ? position.state : position;
    await this.tables.load(setup, tablesOf(objective), this.read);
  }
}

/** Lets newer questions in, which have come meanwhile. */
const pause = () => new Promise((resolve) => setTimeout(resolve));
