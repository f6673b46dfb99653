/** The people of a history: each is known by a name, and may have played under several. */

/** @import { Game, SeatResult } from "./games.js" */

/** A person, by the `nameKey` of the name in the history; or a bot, by its level. @typedef {Readonly<{key: string, isBot: boolean}>} Person */
/** All names that were written at tables, newest first, and the one to show. @typedef {{shown: string, atTables: string[]}} PersonNames */

/** A key for all spellings of a name: spaces, capitals and composed letters do not matter. @param {string} name */
export const nameKey = (name) => name.normalize("NFKC").toUpperCase().toLowerCase().split(/\s+/u).filter(Boolean).join(" ");

/** The names of people in the history, by the `nameKey` of their name at the table. */
export class Aliases {
  #names;
  /** One object for each person. @type {Map<string, Person>} */
  #people = new Map();

  /** @param {Record<string, string>} names */
  constructor(names) {
    this.#names = new Map(Object.entries(names));
  }

  /** @param {string} key @param {boolean} isBot @returns {Person} */
  known(key, isBot) {
    const id = `${isBot} ${key}`;
    const person = this.#people.get(id) ?? Object.freeze({ key, isBot });
    this.#people.set(id, person);
    return person;
  }

  /** @param {Pick<SeatResult, "name" | "bot">} seat */
  person({ name, bot }) {
    return bot === null ? this.known(nameKey(this.called(name)), false) : this.known(bot, true);
  }

  /** The names of everybody in these games, newest games first. @param {Game[]} games @returns {Map<Person, PersonNames>} */
  people(games) {
    /** @type {Map<Person, Map<string, string>>} */
    const found = new Map();
    for (const { seats } of [...games].sort((one, other) => (one.at < other.at ? 1 : one.at > other.at ? -1 : 0))) {
      for (const seat of seats) {
        const person = this.person(seat);
        const names = found.get(person) ?? new Map();
        found.set(person, names.has(seat.name) ? names : names.set(seat.name, this.called(seat.name)));
      }
    }
    // An alias says how to write it; otherwise the newest spelling does.
    return new Map([...found].map(([person, names]) => [person, { shown: [...names].find(([name, called]) => called !== name)?.[1] ?? [...names.keys()][0], atTables: [...names.keys()] }]));
  }

  /** @param {string} name */
  called(name) {
    return this.#names.get(nameKey(name)) ?? name;
  }
}

/**
 * Which games to list; null or empty means all.
 * @typedef {{person: Person | null, kinds: string[], players: number | null, finished: boolean | null, since: string, until: string}} GameFilter
 */

/** @param {GameFilter} filter @param {Game[]} games @param {Aliases} aliases */
export const fitting = ({ person, kinds, players, finished, since, until }, games, aliases) =>
  games.filter(
    (game) =>
      (!kinds.length || kinds.includes(game.kind)) &&
      (players === null || players === game.seats.length) &&
      (finished === null || finished === game.finished) &&
      game.at >= since &&
      (!until || game.at < until) &&
      (person === null || game.seats.some((seat) => aliases.person(seat) === person)),
  );

/** The owner of a history: the person of this name if an own seat is theirs, else the one with most own seats. @param {{game: Game, mine: number[]}[]} kept @param {Aliases} aliases @param {string} name */
export function ownerOf(kept, aliases, name) {
  /** @type {Map<Person, number>} */
  const seats = new Map();
  for (const seat of kept.flatMap(({ game, mine }) => mine.map((at) => game.seats[at]))) {
    if (seat.bot === null) seats.set(aliases.person(seat), (seats.get(aliases.person(seat)) ?? 0) + 1);
  }
  const called = aliases.person({ name, bot: null });
  if (seats.has(called)) return called;
  return [...seats].reduce((/** @type {[Person, number] | null} */ most, each) => (most && most[1] >= each[1] ? most : each), null)?.[0] ?? null;
}
