/** The actions that players choose and the events that follow. */

import { DICE, IN_ORDER, SETS, SIZES } from "./dice.js";

/** @import { Dice, Numbers } from "./dice.js" */

/**
 * Roll the dice that are not kept; the first roll of a turn keeps none.
 * @typedef {Readonly<{type: "roll", keep: Dice}>} Roll
 * Score exactly these dice; the others are the gift.
 * @typedef {Readonly<{type: "score", dice: Dice}>} Score
 * Ask, as the recipient, for the greatest of gifts.
 * @typedef {Readonly<{type: "ask"}>} AskGift
 * Late asking (8.2): announce the end of rolling, before choosing the dice to score.
 * @typedef {Readonly<{type: "stop"}>} Stop
 * Do not ask now, as the recipient. Causes an event only after a stop (8.2); see strict.js.
 * @typedef {Readonly<{type: "decline"}>} DeclineGift
 * @typedef {Roll | Score | AskGift | Stop | DeclineGift} Action
 */

/**
 * The numbers of all dice after rolling the dice not in `keep`.
 * @typedef {Readonly<{type: "rolled", keep: Dice, numbers: Numbers}>} Rolled
 * Dice scored, and the numbers for both sheets; the gift is as written there, doubled if the recipient has asked.
 * @typedef {Readonly<{type: "scored", dice: Dice, points: number, bonus: number, gift: number}>} Scored
 * The recipient has crossed off the 2x box for this turn.
 * @typedef {Readonly<{type: "gift-asked"}>} GiftAsked
 * The active player will not roll again in this turn.
 * @typedef {Readonly<{type: "stopped"}>} Stopped
 * The recipient has declined to ask in this turn.
 * @typedef {Readonly<{type: "gift-declined"}>} GiftDeclined
 * The real dice after the last roll of a turn, entered by hand; the earlier rolls are unknown, and when the recipient asked.
 * @typedef {Readonly<{type: "laid", numbers: Numbers, asked: boolean}>} Laid
 * A whole turn entered by hand as the boxes of both sheets, without dice; it may break the rules.
 * @typedef {Readonly<{type: "noted", points: number, bonus: number, gift: number, received: number, asked: boolean}>} Noted
 * @typedef {Rolled | Scored | GiftAsked | Stopped | GiftDeclined | Laid | Noted} Event
 */

/** @type {AskGift} */
export const ASK_GIFT = Object.freeze({ type: "ask" });
/** @type {Stop} */
export const STOP = Object.freeze({ type: "stop" });
/** @type {DeclineGift} */
export const DECLINE_GIFT = Object.freeze({ type: "decline" });
/** @type {GiftAsked} */
export const GIFT_ASKED = Object.freeze({ type: "gift-asked" });
/** @type {Stopped} */
export const STOPPED = Object.freeze({ type: "stopped" });
/** @type {GiftDeclined} */
export const GIFT_DECLINED = Object.freeze({ type: "gift-declined" });

/** The sets of dice that a roll may keep: fewer dice first, then in order. @type {readonly Dice[]} */
export const KEEPS = Object.freeze([...IN_ORDER.keys()].flatMap((size) => (size < DICE ? IN_ORDER.filter((dice) => SIZES[dice] === size) : [])));
/** @type {readonly Roll[]} */
const ROLL_BY_KEPT = Array.from({ length: SETS }, (_, keep) => Object.freeze({ type: "roll", keep }));
/** @type {readonly Score[]} */
const SCORE_BY_DICE = Array.from({ length: SETS }, (_, dice) => Object.freeze({ type: "score", dice }));

/** @param {Dice} [keep] @returns {Roll} */
export const roll = (keep = 0) => ROLL_BY_KEPT[keep] ?? Object.freeze({ type: "roll", keep });

/** @param {Dice} dice @returns {Score} */
export const score = (dice) => SCORE_BY_DICE[dice] ?? Object.freeze({ type: "score", dice });

/** Every roll that keeps fewer than six dice. @type {readonly Roll[]} */
export const REROLLS = Object.freeze(KEEPS.map(roll));

/** @param {Dice} keep @param {Numbers} numbers @returns {Rolled} */
export const rolled = (keep, numbers) => Object.freeze({ type: "rolled", keep, numbers });

/** @param {Dice} dice @param {number} points @param {number} bonus @param {number} gift @returns {Scored} */
export const scored = (dice, points, bonus, gift) => Object.freeze({ type: "scored", dice, points, bonus, gift });

/** @param {Numbers} numbers @param {boolean} [asked] @returns {Laid} */
export const laid = (numbers, asked = false) => Object.freeze({ type: "laid", numbers, asked });

/** @param {number} points @param {number} bonus @param {number} gift @param {number} [received] @param {boolean} [asked] @returns {Noted} */
export const noted = (points, bonus, gift, received = gift, asked = false) => Object.freeze({ type: "noted", points, bonus, gift, received, asked });
