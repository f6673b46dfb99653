// A game of dice on boardgame.io, tables in memory: as many seats, moves and bytes per update as in bench/table.py.
import { Origins, Server } from "boardgame.io/dist/cjs/server.js";

const ROUNDS = 20;
const DICE = [0, 1, 2, 3, 4, 5];
const SEATS = ["Anna", "Ben", "Cleo", "Dan"];

const sheet = () => ({ points: [], bonus: [], received: [], given: [], has_gift: true, subtotal: 0, total_given: 0 });

/** The ways to score: each number on the table, and each without one of the other dice. */
function options(faces) {
    const found = new Map();
    for (const number of new Set(faces)) {
        const dice = DICE.filter((die) => faces[die] === number);
        const others = DICE.filter((die) => faces[die] !== number);
        // Six of a kind is scored, too.
        for (const left of others.length ? others.slice(0, 2) : [null]) {
            const gives = DICE.filter((die) => !dice.includes(die));
            const points = dice.reduce((sum, die) => sum + faces[die], 0);
            const gift = gives.reduce((sum, die) => sum + faces[die], 0);
            found.set(`${number} ${left}`, {
                dice, kind: "3.2.1", group: "numbers", points, bonus: 0, total: points, gift, gives, doubled: [left], folded: false,
            });
        }
    }
    return [...found.values()].sort((one, other) => other.total - one.total);
}

const game = {
    name: "dice",
    disableUndo: true,
    setup: () => ({
        table: "aYEh6RiqNv5oBhUj",
        commitment: "02e26bdcf91d89be1a32739efe62ac93f65440dd9c8e4bfb6272570bffb8f2e7",
        settings: { rounds: ROUNDS, free_giving: false, late_asking: false, wait: 0, away: 60, speed: "normal", hints: "off" },
        seats: SEATS.map((name, seat) => ({ seat, name, person: true, bot: null, holder: 0, online: false, away: false })),
        rolls: 0,
        faces: [],
        options: [],
        sheets: SEATS.map(sheet),
    }),
    turn: { minMoves: 2, maxMoves: 2 },
    moves: {
        roll: {
            client: false,
            move: ({ G, random }) => {
                if (G.rolls) return "INVALID_MOVE";
                G.rolls = 1;
                G.faces = random.D6(DICE.length);
                G.options = options(G.faces);
            },
        },
        score: {
            client: false,
            move: ({ G, ctx }, dice) => {
                const option = G.options.find((each) => `${each.dice}` === `${dice}`);
                if (!option) return "INVALID_MOVE";
                const seat = Number(ctx.currentPlayer);
                const mine = G.sheets[seat], theirs = G.sheets[(seat + 1) % SEATS.length];
                mine.points.push(option.points);
                mine.bonus.push(option.bonus);
                mine.given.push(option.gift);
                theirs.received.push(option.gift);
                mine.subtotal += option.total;
                theirs.subtotal += option.gift;
                mine.total_given += option.gift;
                G.rolls = 0;
                G.faces = [];
                G.options = [];
            },
        },
    },
};

const server = Server({ games: [game], origins: [Origins.LOCALHOST] });
const { appServer } = await server.run(0);
console.log(appServer.address().port);
