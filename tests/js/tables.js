/** Sample views and events. */

/** @import { GameView, SeatView, TableEvent, View } from "../../src/charidice/web/static/js/wire.d.ts" */

/** @param {number} seat @param {string} name @returns {SeatView} */
const seatOf = (seat, name) => ({ seat, name, person: true, bot: null, holder: seat, twin: 1, recipient: (seat + 1) % 2, online: true, away: false });

const SHEET = { points: [], bonus: [], received: [], given: [], has_gift: true, subtotal: 0, total_given: 0, result: null };

/** @type {GameView} */
const GAME = {
  ...{ round: 1, rounds: 7, active: 0, recipient: 1, rolls: 1, rolls_left: 2, faces: [], kept: [], asked: false, stopped: false, declined: false },
  ...{ passed: false, wait: 0, options: [], may: [["roll"], ["ask"]], sheets: [SHEET, SHEET], winners: null },
};

/** Anna plays, Ben is her neighbour. @param {number} seq @param {Partial<GameView>} game @returns {View} */
export const viewAt = (seq, game = {}) => ({
  ...{ table: "t", seq, stage: "playing", host: 0, hosts: [0], commitment: "", starting: null, begins: null, rematch: null, seats: [seatOf(0, "Anna"), seatOf(1, "Ben")] },
  settings: { rounds: 7, free_giving: false, late_asking: false, wait: 10, away: 60, speed: "normal", hints: "ask", start: "lot", first: 0, dice: null, pad: false },
  game: { ...GAME, ...game },
  pad: null,
});

/** @param {number} seq @param {object} event @returns {TableEvent} */
export const eventAt = (seq, event) => /** @type {TableEvent} */ ({ seq, at: "2026-01-01T12:00:00Z", ...event });
