"""The power of the tests, measured: small mistakes in the program, and the tests that should notice each of them.

    .venv/bin/python -m bench.mutants            all, in about twenty minutes
    .venv/bin/python -m bench.mutants chance     those with `chance` in their path or text

Each mutant is made in a copy of the tree, alone, and its tests run until one fails: then it is killed. Run it by hand
before and after tests are made smaller: a mutant that was killed before must not survive.
"""

import os
import shutil
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from compileall import compile_dir
from pathlib import Path
from py_compile import PycInvalidationMode
from tempfile import TemporaryDirectory
from time import monotonic
from typing import NamedTuple

ROOT = Path(__file__).parents[1]
SOURCE = "src/charidice/"
COPIED = ("src", "tests", "conformance", "docs", "pyproject.toml", "package.json")
# An endless loop is noticed, too, on a busy machine late.
DEADLINE = 600
# Seconds that a test waits for what a mutant prevents.
PATIENCE = "20"
JS = "web/static/js/"


class Mutant(NamedTuple):
    file: str
    """Below src/charidice."""
    tests: str
    """The tests that should notice it, as arguments of pytest, or the files for node."""
    old: str
    """Occurs once in the file."""
    new: str


ENGINE = "tests/rules/test_engine.py tests/rules/test_greatest_gift.py tests/rules/test_replay.py"
REFUSALS = f"{ENGINE} tests/rules/test_refusals.py"
SCORING = "tests/rules/test_engine.py tests/rules/test_scoring.py"
STRICT = "tests/rules/test_strict.py tests/record/test_node.py"
BOTH = "tests/record/test_both_forms.py"
FORMS = f"{BOTH} tests/record/test_json.py tests/record/test_golden.py tests/test_match.py"
NOTATION = f"{BOTH} tests/record/test_notation.py tests/record/test_golden.py"
POSITION = "tests/record/test_position.py tests/record/test_node.py"
CHANCE = "tests/test_chance.py tests/record/test_word_commitments.py"
PAD = "tests/pad"
STORAGE = "tests/web/test_storage.py -k 'not postgres'"
HISTORY = "tests/web/test_history_store.py -k 'not postgres'"
ROOMS = "tests/web/test_rooms.py -k 'not postgres'"
START = "tests/web/test_fair_start.py -k 'not postgres'"
TABLES = "tests/web/test_tables.py"
VIEW = f"{ROOMS} {TABLES} tests/web/test_presence.py tests/web/test_listeners.py"
PACE = "tests/web/test_pace.py tests/web/test_stand_in.py tests/web/test_presence.py tests/web/test_listeners.py"
E2E = "tests/e2e/test_"
DOUBLE = f"{E2E}double_presses.py"
STAND_IN = f"{E2E}presence.py -k 'takes_the_seat_back or does_nothing'"
SOUND = f"{E2E}online.py -k 'sound or title'"
GREATEST = f"{E2E}pressing.py -k 'greatest or stays_down'"
FILTERS = f"{E2E}history.py -k 'end_to_the_backup or one_press'"
FAIR_DICE = f"{E2E}fair_dice.py"
PAD_PAGE = f"{E2E}pad.py"
FINGERS = f"{E2E}pad_pressing.py -k 'fingers or hurry or other_ways'"
MOVES = "tests/js/moves.test.js"
LIVE = "tests/js/live.test.js"
QUEUE = "tests/js/pad.test.js"
VERIFIER = "tests/js/verifier.test.js"
TEXT = "tests/js/text.test.js"
JS_RULES = "tests/js/engine-scoring.test.js tests/js/engine-rules.test.js"
JS_RECORDS = "tests/js/engine-records.test.js tests/js/engine-rules.test.js"
PROOF = "tests/js/proof -k"
SOLVER = f"{JS}engine/solver/"
VALUES = f"{PROOF} values"
PADS = f"{PROOF} pads"
PADS_HERE = f"{E2E}pad_here.py -k cut_off"
SOLVED = "tests/js/engine-solver.test.js"

# By file and tests: pairs of what is written there, once, and what is written instead.
MISTAKES: list[tuple[str, str, list[tuple[str, str]]]] = [
    (
        "rules/engine.py",
        ENGINE,
        [
            ("return ASK_OR_DECLINE if turn.stopped else ASK", "return ASK_OR_DECLINE"),
            ("return () if state.is_over else ROLL_ALL", "return ROLL_ALL"),
            ("return REROLLS_AND_STOP", "return REROLLS"),
            ("gift *= 2", "gift *= 1"),
            ("gift * 2 if turn.asked else gift", "gift"),
            ("turn._replace(declined=True)", "turn"),
            ("Turn(ROLLS, event.numbers)", "Turn(ROLLS - 1, event.numbers)"),
            ("event.gift, event.received)", "event.gift, event.gift)"),
            ("index=index, **", "index=index + 1, **"),
            ("isinstance(event, (GiftAsked, GiftDeclined))", "isinstance(event, GiftAsked)"),
            ("if number != state.turn.numbers[die]:", "if False:"),
            ("if event != right:", "if event.points != right.points:"),
            ("turn.rolls + 1, numbers, turn.asked, False, False", "turn.rolls + 1, numbers, False, False, False"),
            ("has_gift=False)", "has_gift=True)"),
            ("round_ + (recipient == 0)", "round_ + (active == 0)"),
        ],
    ),
    (
        "rules/engine.py",
        REFUSALS,
        [
            ("if len(action.keep) >= DICE else", "if len(action.keep) > DICE else"),
            ('if state.must_stop_first else ("no-need-to-stop"', 'if True else ("no-need-to-stop"'),
            ('if turn.rolls == ROLLS:\n        return "too-late', 'if False:\n        return "too-late'),
            ('if turn.asked:\n        return "already-asked"', 'if False:\n        return "already-asked"'),
            ('if turn.stopped:\n        return "already-stopped"', 'if False:\n        return "already-stopped"'),
            ("dice[0] < 0 or dice[-1] >= DICE", "dice[0] < 0"),
            ("if event.asked and not state.sheets", "if not state.sheets"),
        ],
    ),
    (
        "rules/scoring.py",
        SCORING,
        [
            ("Kind.STRAIGHT_OF_FIVE: 40", "Kind.STRAIGHT_OF_FIVE: 30"),
            ("5: 30, 6: 60", "5: 30, 6: 50"),
            ("max(shown) - min(shown) == size - 1", "max(shown) - min(shown) <= size"),
            ("elif size == len(dice) or free_giving:", "else:"),
            ("range(1 if free_giving else 4,", "range(3 if free_giving else 4,"),
            ("(*dice, None) if free_giving else dice", "dice"),
            ("range(4, len(dice) + 1)", "range(4, len(dice))"),
            ("rows.append((-points - bonus,", "rows.append((-points,"),
            ("if len(lying) < 4:", "if len(lying) < 3:"),
            ("if number in DOUBLED_NUMBERS else", "if number == 6 else"),
        ],
    ),
    (
        "show/options.py",
        "tests/show/test_telling.py",
        [
            ("other[0] >= total and", "other[0] > total and"),
            ("min(gifts) <= gift <= max(gifts)", "min(gifts) <= gift"),
        ],
    ),
    (
        "rules/sheet.py",
        f"tests/rules/test_sheet.py tests/rules/test_engine.py {STRICT}",
        [
            ("most > GREAT_CHARITY_ABOVE", "most >= GREAT_CHARITY_ABOVE"),
            ("bonus if total == most else 0", "bonus if total >= most - 1 else 0"),
            ("sum(self.points) + sum(self.bonus) + sum(self.received)", "sum(self.points) + sum(self.received)"),
            ("if result.total == most)", "if result.total >= most - 1)"),
            ("if round_ <= len(column)", "if round_ < len(column)"),
            ("1 / len(won) if", "1.0 if"),
        ],
    ),
    (
        "rules/ruleset.py",
        f"{REFUSALS} tests/rules/test_sheet.py",
        [
            ("PLAYERS = range(2, 5)", "PLAYERS = range(2, 6)"),
            ("ROUNDS_ALLOWED = range(1, 21)", "ROUNDS_ALLOWED = range(1, 22)"),
        ],
    ),
    (
        "rules/state.py",
        f"{ENGINE} {STRICT}",
        [
            ("if turn.rolls == ROLLS or turn.asked", "if turn.asked"),
            ("not self.turn.stopped and self.recipient_decides", "self.recipient_decides"),
            ("if rolls == 0 or rolls == ROLLS or", "if rolls == ROLLS or"),
            ("return 0 if self.turn.stopped else ROLLS", "return ROLLS"),
        ],
    ),
    (
        "rules/strict.py",
        STRICT,
        [
            ("0 if die in self.falling else number", "number"),
            ("if die not in self.falling and number != self.numbers[die]:", "if False:"),
        ],
    ),
    (
        "rules/dice.py",
        "tests/rules/test_dice.py",
        [
            ("if len(set(column)) != 6:", "if False:"),
            ("if shown[die] == face:", "if False:"),
            ('"1" <= word <= "6"', '"0" <= word <= "6"'),
            ("if len(text) > LAYOUT_LIMIT:", "if False:"),
        ],
    ),
    (
        "match.py",
        "tests/test_match.py",
        [
            ('if isinstance(event, Rolled):\n            return CannotUndo("undo-roll")', "pass"),
            ("if self.last_actor != seat:", "if False:"),
            ("if self.state.is_over and self._opening.pledge:", "if self.state.is_over:"),
            ("if isinstance(event, GiftAsked):", "if False:"),
            ("if any(isinstance(event, Rolled) for event in self._events):", "if False:"),
            ("if faces is not None:", "if False:"),
        ],
    ),
    (
        "match.py",
        "tests/test_public.py -k 'copy or its_end'",
        [
            ("self._events.copy(), self._states.copy()", "self._events, self._states"),
            ("if self.is_over else ()", "if True else ()"),
        ],
    ),
    (
        "chance.py",
        CHANCE,
        [
            ("if byte < 252 else 0", "if byte < 254 else 0"),
            ("(0x36, 0x5C)", "(0x5C, 0x36)"),
            ('"\\n".join(entropy)', '"".join(entropy)'),
            ("digest[die:30:6]", "digest[die:30:5]"),
            ('b"%b.%d" % (place, attempt)', 'b"%b.%d" % (place, attempt + 1)'),
            ("self.seed is not None and commitment_to(self.seed) == self.commitment", "self.seed is not None"),
            ("if words and commitment is None", "if words"),
            ("not in (None, words, commitment_to(words.encode()))", "not in (None, commitment_to(words.encode()))"),
            ("thrown += DICE - len(event.keep)", "thrown += DICE"),
            ("    pledge.check_words()\n", "    pass\n"),
            ("if recorded.keep != keep:", "if False:"),
            ("len(words) > ENTROPY_LIMIT", "len(words) >= ENTROPY_LIMIT"),
        ],
    ),
    (
        "record/game.py",
        f"{FORMS} tests/record/test_notation.py",
        [
            ("len(name) > NAME_LIMIT", "len(name) >= NAME_LIMIT"),
            ("if self.pledge is None or self.state.is_over:", "if True:"),
            ("VERSION if by_hand or self.corrections else 1", "VERSION if by_hand else 1"),
            ("range(1, rounds + 1)", "range(0, rounds + 1)"),
            ("if self.pledge and self.version > 1:", "if False:"),
        ],
    ),
    (
        "record/jsonform.py",
        FORMS,
        [
            ("if version == 1:\n        _require", "if False:\n        _require"),
            ("if list(indices) != sorted(set(indices)) or", "if"),
            ('if item.get("seat", int) != actor(state, event):', "if False:"),
            ("if type(self.data) is not kind:", "if not isinstance(self.data, kind):"),
            ("if len(fields) != len(pairs):", "if False:"),
        ],
    ),
    (
        "record/notation.py",
        NOTATION,
        [
            ("if text != _result(record.state):", "if False:"),
            ("if not scored_last:", "if False:"),
            ("if noted.received != noted.gift else", "if False else"),
            ("!= state.round or head != name or not", "!= state.round or not"),
            ("if names.count(name) > 1:", "if False:"),
            ("if fact[1] in facts:", "if False:"),
        ],
    ),
    (
        "record/position.py",
        POSITION,
        [
            ("columns[seat - 1][2]", "columns[seat][2]"),
            ("or bonus not in BONUSES or", "or"),
            ("full_rounds + (seat < active)", "full_rounds + (seat <= active)"),
            ("and not sheet.received and not asked_now", "and not sheet.received"),
        ],
    ),
    (
        "pad/pad.py",
        PAD,
        [
            ("MOST_ON_PAD // len(self.turns)", "MOST_ON_PAD"),
            ("(entry.replaces & standing) | ", "entry.replaces | "),
            ("if entry.id not in self.entries:", "if True:"),
            (
                'answered = turn.confirmed | ({"other-dice"} if has_others',
                "answered = turn.confirmed | (set() if False",
            ),
            ("if turn.seat == seat]", "if turn.recipient == seat]"),
            ("GREAT_CHARITY_ABOVE + 1 - max(", "GREAT_CHARITY_ABOVE - max("),
            ("if was != turn.boxes)", ")"),
            ("events.insert(value.asked_after, GiftAsked())", "events.insert(0, GiftAsked())"),
        ],
    ),
    (
        "pad/entries.py",
        PAD,
        [
            ("option.gift_if(value.asked)", "option.gift"),
            ("value.gift if value.received is None else value.received", "value.gift"),
        ],
    ),
    (
        "pad/complaints.py",
        PAD,
        [
            ("divmod(written, 2) if boxes.asked else (written, 0)", "(written, 0)"),
            ("if boxes.received != boxes.gift:", "if False:"),
        ],
    ),
    (
        "web/events.py",
        "tests/web/test_events.py tests/web/test_wire.py",
        [
            ("settings: Private[TableSettings]", "settings: Public[TableSettings]"),
            ("words: Private[str]\n    commitment", "words: Public[str]\n    commitment"),
            ("if Visibility.PUBLIC in getattr", "if Visibility.PRIVATE not in getattr"),
            ("return self.person and self.holder is None", "return self.holder is None"),
        ],
    ),
    (
        "web/table/decide.py",
        START,
        [
            ("if commitment in table.words:\n        return None", "pass"),
            ("if table.seats[seat].holder == holder]:", "]:"),
            ("table.words.get(sealed, sealed) if sealed", 'table.words.get(sealed, "") if sealed'),
        ],
    ),
    (
        "web/table/decide.py",
        TABLES,
        [
            ("(*table.seats[1:], table.seats[0])", "table.seats"),
            ("if request.seat == match.state.active and (seconds", "if False and (seconds"),
        ],
    ),
    (
        "web/table/table.py",
        TABLES,
        [
            ("self.moves.add(entry.move_id)", "pass"),
            ("recipient.bot is None and (active", "(active"),
        ],
    ),
    (
        "web/table/table.py",
        START,
        [
            ("[self.seats[seat] for seat in event.order]", "list(self.seats)"),
            ("if commitment and commitment not in self.words]", "if commitment]"),
        ],
    ),
    (
        "web/store/storage.py",
        STORAGE,
        [
            ("delete(game_table).where(this, last_seq() == seq)", "delete(game_table).where(this)"),
            ("if len(additions) > 1:", "if False:"),
            ("if event.seq > seq] if found[table] else None", "]"),
            ("order_by(last.desc()).limit(most)", "order_by(last).limit(most)"),
            ("game_table.c.finished_at.is_(None) & (last < unfinished_before)", "last < unfinished_before"),
            ("(holder.c.number == number) & (holder.c.digest == browser)", "(holder.c.number == number)"),
        ],
    ),
    (
        "web/store/history.py",
        HISTORY,
        [
            ("return self.summary_seq == self.seq", "return self.summary_seq is not None"),
            ("> max(before, MOST_NAMES):", "> max(before, MOST_NAMES) + 1:"),
        ],
    ),
    (
        "web/store/quotas.py",
        "tests/web/test_quotas.py -k 'not postgres and not process'",
        [("where=quota.c.used < use.most,", "where=quota.c.used <= use.most,")],
    ),
    (
        f"{JS}engine/sha256.js",
        VERIFIER,
        [
            ("padded[bytes.length] = 0x80;", ""),
            ("key.length > BLOCK ? sha256(key) : key", "key"),
        ],
    ),
    (
        f"{JS}engine/dice.js",
        JS_RULES,
        [
            ("layout.map((row) => row[number - 1])", "layout.map((row) => row[0])"),
            ("if (other === face)", "if (false)"),
            ("(die + step) % DICE", "(die + step + 1) % DICE"),
            ("6 * index + numbers[die] - 1", "6 * index + numbers[die]"),
        ],
    ),
    (
        f"{JS}engine/scoring.js",
        JS_RULES,
        [
            ("number >= DOUBLED_FROM", "number > DOUBLED_FROM"),
            ('"3.1.3": 40', '"3.1.3": 30'),
            ("if (kind !== KINDS.ALL_OF_A_COLOUR || chosen === dice || freeGiving)", "if (freeGiving || true)"),
            ("=== shown.length - 1", "=== shown.length"),
            ("const LEAST_ALIKE = 4", "const LEAST_ALIKE = 5"),
            (
                "...differentColours(byColour, freeGiving), ...ofNumber",
                "...ofNumber, ...differentColours(byColour, freeGiving)",
            ),
            ("freeGiving ? [...ofColour, ...chosen] : ofColour", "ofColour"),
            ("one.gift - other.gift", "other.gift - one.gift"),
            ("if (!((dice >> die) & 1)) gift", "if ((dice >> die) & 1) gift"),
            ("${byColour} ${ofColour} ${ofNumber} ${freeGiving}", "${byColour} ${ofColour} ${ofNumber}"),
            ("count < LEAST_ALIKE ?", "count <= LEAST_ALIKE ?"),
            ("!colours.has(letter) && shown", "shown"),
        ],
    ),
    (
        f"{JS}engine/sheet.js",
        JS_RULES,
        [
            ("most > GREAT_CHARITY_ABOVE", "most >= GREAT_CHARITY_ABOVE"),
            ("total === most ? bonus : 0", "bonus"),
            ("subtotal(sheet) + charity", "subtotal(sheet)"),
            ("1 / won.length", "1"),
            ("const begun = sheets.some", "const begun = true || sheets.some"),
        ],
    ),
    (
        f"{JS}engine/engine.js",
        JS_RULES,
        [
            ("return turn.stopped ? ASK_OR_DECLINE : ASK;", "return ASK;"),
            ("if (awaitsAnswer(turn)) return NOTHING;", ""),
            ("return REROLLS_AND_STOP;", "return REROLLS;"),
            ("* (turn.asked ? 2 : 1)", ""),
            ("recipient === 0 ? round + 1 : round", "round + 1"),
            ("{ hasGift: false }", "{ hasGift: true }"),
            ('if (turn.rolls === ROLLS) return ["too-late-to-ask", { active }];', ""),
            ("numbers[die] !== turn.numbers[die]", "false"),
            ("event.bonus === bonus && event.gift === gift", "event.bonus === bonus"),
            ("{ index, ...problem.values }", "{ ...problem.values }"),
            ('if (turn.declined) return ["already-declined"];', ""),
            ("!isStartOfTurn(state.turn)", "state.turn.rolls"),
        ],
    ),
    (f"{JS}engine/engine.js", JS_RECORDS, [("event, event.received)", "event, event.gift)")]),
    (
        f"{JS}engine/state.js",
        JS_RULES,
        [
            ("(active + 1) % sheets.length", "(active + 2) % sheets.length"),
            ("rolls < ROLLS && !asked", "rolls <= ROLLS && !asked"),
            ("state.turn.rolls > 0 && mayBeAsked(state)", "mayBeAsked(state)"),
            ("!state.turn.stopped && recipientDecides(state)", "recipientDecides(state)"),
            ("round > setup.ruleset.rounds", "round >= setup.ruleset.rounds"),
        ],
    ),
    (
        f"{JS}engine/strict.js",
        JS_RULES,
        [
            (""" && !this.state.turn.stopped""", ""),
            ("EVERY_DIE & ~action.keep", "EVERY_DIE"),
            ("this.asking ? isAnswer :", "this.asking ? true :"),
            ("this.asking = asking;", "this.asking = false;"),
        ],
    ),
    (
        f"{JS}engine/chance.js",
        JS_RULES,
        [
            ("FAIR_BYTES = 252", "FAIR_BYTES = 256"),
            ("BYTES_READ = 30", "BYTES_READ = 32"),
            ("let attempt = 1;", "let attempt = 0;"),
            ("thrown += DICE - SIZES[event.keep]", "thrown += DICE"),
            ("[null, words, commitmentToWords(words)]", "[null, commitmentToWords(words)]"),
            ("? before[die] : number", "? number : number"),
            ("words === wordCommitments[seat]", "words !== wordCommitments[seat]"),
        ],
    ),
    (f"{JS}engine/chance.js", JS_RECORDS, [('entropy.join("\\n")', 'entropy.join(" ")')]),
    (
        f"{JS}engine/pad/pad.js",
        PADS,
        [
            ("MOST_UNKNOWN = 4", "MOST_UNKNOWN = 3"),
            ("Math.min(MOST_ENTRIES, ", "Math.min(99, "),
            ("standing.toReversed()", "standing"),
            ("first < round", "first <= round"),
            ("[allRolls, lastRoll]", "[lastRoll]"),
            ("before.delete(JSON.stringify(boxes));", ""),
            (' && !(hasOthers && code === "other-dice")', ""),
            ("events.splice(value.askedAfter, 0, GIFT_ASKED)", "events.push(GIFT_ASKED)"),
        ],
    ),
    (
        f"{JS}engine/pad/complaints.js",
        PADS,
        [
            ("asked && written % 2", "written % 2"),
            ("asked ? written / 2 : written", "written"),
            ("received === gift ? [] :", "received >= gift ? [] :"),
        ],
    ),
    (
        f"{JS}engine/pad/entries.js",
        PADS,
        [
            ("value.asked ? 2 * gift : gift", "gift"),
            ("confirmed: [] });", "});"),
            ("every ? ROLLS : 1", "ROLLS"),
            ("face === listed[at + 1]", "false"),
        ],
    ),
    (f"{JS}engine/pad/possible.js", PADS, [("(others & shown) !== 0", "true")]),
    (
        f"{JS}engine/box/layout.js",
        PADS,
        [
            ("(other) => other === face || numberOf", "(other) => numberOf"),
            ("free &= ~rivalsOf(left);", ""),
            ("if (other[0] === face[0])", "if (false)"),
        ],
    ),
    (
        f"{JS}device/handing-over.js",
        PADS_HERE,
        [
            ("key: id, ", ""),
            ('start: "seat", first: 0', 'start: "seat", first: 1'),
        ],
    ),
    (
        f"{JS}engine/match.js",
        f"{PROOF} match",
        [
            ('if (event.type === "rolled") return new Refused("undo-roll");', ""),
            ("this.lastActor !== player", "false"),
            ("this.isOver && this.#opening.pledge", "this.isOver"),
            ("this.#waived?.state === this.state", "this.#waived"),
            ('last?.type === "rolled" ? last.keep : 0', "0"),
        ],
    ),
    (
        f"{JS}engine/record/game.js",
        JS_RECORDS,
        [
            ("!record.pledge || isOver(record.state)", "!record.pledge"),
            ("lengthOf(name) > NAME_LIMIT", "name.length > NAME_LIMIT"),
            ("record.pledge && versionOf(record) > 1", "false"),
            ("!isWhole(round, 1, rounds) || ", ""),
        ],
    ),
    (
        f"{JS}engine/record/jsonform.js",
        JS_RECORDS,
        [
            ("die > dice[at - 1]", "die >= dice[at - 1]"),
            ("""if (item.get("seat").whole() !== expected)""", "if (false)"),
            ("version === 1 ? FIELDS : ", ""),
            ("if (version === 1) requireNoHandwriting", "if (false) requireNoHandwriting"),
            ("possible(state, readEvent(item, state.setup.diceSet))", "readEvent(item, state.setup.diceSet)"),
        ],
    ),
    (
        f"{JS}engine/record/jsontext.js",
        JS_RECORDS,
        [
            ("if (twice.length)", "if (false)"),
            ("number[1] || number[2] ? NOT_WHOLE : ", ""),
        ],
    ),
    (
        f"{JS}engine/record/notation.js",
        JS_RECORDS,
        [
            ("if (result !== expected)", "if (false)"),
            ("isByHand(event) && (opening.pledge || !this.#mayBeByHand)", "false"),
            ("written[at] === undefined || ", "true || "),
            ("Number(round) !== state.round || ", ""),
        ],
    ),
    (
        f"{JS}engine/record/position.js",
        JS_RECORDS,
        [
            ("points > MOST_POINTS", "points >= MOST_POINTS"),
            ("!sheet.hasGift && !sheet.received.length && !asksNow", "false"),
            ("(!asked || !hasGift) &&", ""),
            ("!node || writeNode(node) !==", "!node || !following && writeNode(node) !=="),
        ],
    ),
    (
        f"{JS}engine/record/movetext.js",
        f"{PROOF} moves",
        [
            ('action.keep ? "keep" : "roll"', '"keep"'),
            ("position.actions.includes(action)", "position.asking"),
        ],
    ),
    (
        f"{SOLVER}sweeps.js",
        VALUES,
        [
            ("from[landing[at + 4]] + from[landing[at + 5]]) *", "from[landing[at + 4]] + from[landing[at + 4]]) *"),
            ("sum = fround(sum + from[landing[at + 5]]);", "sum = fround(sum + from[landing[at + 4]]);"),
            ("at >= start; at -= 1", "at > start; at -= 1"),
            ("< 0 ? digits - row : row", "< 0 ? row : row"),
        ],
    ),
    (
        f"{SOLVER}turn.js",
        VALUES,
        [
            ("Number(less[orbit] < more[orbit])", "Number(less[orbit] > more[orbit])"),
            ("this.lateAsking ? this.#answered(ROLLS, column) : this.score(column)", "this.score(column)"),
            (
                "asksWhere(this.rolled(rolls, 1), this.asked.rolled(rolls, 1))",
                "asksWhere(this.asked.rolled(rolls), this.rolled(rolls))",
            ),
            ("gift[other] - gift[one] ||", "gift[one] - gift[other] ||"),
            ("isAsked ? 2 * value : value", "value"),
        ],
    ),
    (
        f"{SOLVER}play.js",
        VALUES,
        [
            ("keeps[best] > branch.early()", "keeps[best] < branch.early()"),
            ("valueOf((seat - this.active + count) % count)", "valueOf(seat)"),
            ("decides ? this.shouldAsk(state)", "decides ? turn.asked"),
        ],
    ),
    (
        f"{SOLVER}outcomes.js",
        SOLVED,
        [
            ("freeGiving || together === size", "freeGiving || together >= size"),
            (
                "different === size && (freeGiving || colourCount === size)",
                "different === size && colourCount === size",
            ),
            ("high[dice] - low[dice] === size - 1", "high[dice] - low[dice] <= size"),
        ],
    ),
    (
        f"{SOLVER}orbits.js",
        SOLVED,
        [
            ("if (moved < first[roll]) first[roll] = moved;", ""),
            (".filter((moved) => moved.every((die) => die !== undefined))", ".slice(0, 1)"),
        ],
    ),
    (
        f"{SOLVER}lead.js",
        VALUES,
        [
            ("const given = factor * gift[outcome];", "const given = gift[outcome];"),
            ("fround(total[outcome] - given - theirs", "fround(total[outcome] - theirs"),
        ],
    ),
    (
        f"{SOLVER}victory.js",
        VALUES,
        [
            ("given - total[outcome] - pair.difference + shift", "given - total[outcome] + pair.difference + shift"),
            ("fround(fround(x - 2) / 3)", "fround(fround(x - 2) / 2)"),
            ("(Math.floor(at / this.length) % stack)", "(Math.floor(at / this.length) % 1)"),
            ("fround(TIE_BREAK * lead[outcome])", "0"),
            (
                "Math.sign(given - total[outcome] - pair.difference + lead)",
                "Math.sign(given - total[outcome] - pair.difference)",
            ),
        ],
    ),
    (
        f"{SOLVER}features.js",
        VALUES,
        [
            ("height >= 1 ? 0.5 : height - 0.5", "height - 0.5"),
            ("gifts[recipient] ? logOdds(chances[at]) : values[start + at]", "values[start + at]"),
            ("likelyBonus(this.given, 6 * spread, this.bonus)", "likelyBonus(this.given, 5 * spread, this.bonus)"),
            ("values[seat] === most ? second : most", "most"),
        ],
    ),
    (
        f"{SOLVER}last-turn.js",
        VALUES,
        [
            ("gap >= 0 && gap % factor === 0", "gap > 0 && gap % factor === 0"),
            ("byRecipient - won + factor * limit", "byRecipient - won + limit"),
            ("needed - LEAST", "needed - LEAST - 1"),
        ],
    ),
    (
        f"{SOLVER}networks.js",
        VALUES,
        [
            ("    before[input] = inputs[input];\n", ""),
            ("f += two * second;", "f += two * first;"),
            ("found[seat][at] *= rest / sum;", "found[seat][at] /= sum;"),
        ],
    ),
    (
        f"{SOLVER}shares.js",
        VALUES,
        [
            ("if (factor > 1) giftsAfter[theirs] = 0;", ""),
            ("Math.ceil(beyond / this.seats)", "Math.floor(beyond / this.seats)"),
            ("TIE_BREAK * (seats === 2 ? ownPoints - theirPoints : ownPoints)", "TIE_BREAK * ownPoints"),
        ],
    ),
    (
        f"{SOLVER}targets.js",
        VALUES,
        [("rolls < 2; rolls += 1", "rolls < 1; rolls += 1")],
    ),
    (
        f"{SOLVER}charity.js",
        VALUES,
        [("other !== seat && other !== active", "other !== seat")],
    ),
    (
        f"{SOLVER}forecast.js",
        VALUES,
        [
            ("ROLLS_OF_SIX / NUMBERS / symmetries.length", "ROLLS_OF_SIX / NUMBERS"),
            ("    if (!asked) this.#ask(current, 1);\n", ""),
        ],
    ),
    (
        f"{SOLVER}asking.js",
        VALUES,
        [("giver.stops[orbit] === 1 && ", "")],
    ),
    (
        f"{SOLVER}asking.js",
        SOLVED,
        [("Math.max(gift, kept)", "gift")],
    ),
    (
        f"{SOLVER}analysis.js",
        VALUES,
        [
            ("Math.min(ifAsked, ifNotAsked)", "Math.max(ifAsked, ifNotAsked)"),
            ("if (node && !node.asking && recipientDecides(state)) return this.asking.wait;", ""),
        ],
    ),
    (
        f"{SOLVER}files.js",
        SOLVED,
        [
            ("if (table !== name || form !== right)", "if (form !== right)"),
            ("for (const name of files) this.#loading.delete(name);", ""),
        ],
    ),
    (
        f"{SOLVER}npz.js",
        SOLVED,
        [("exponent - 15", "exponent - 14"), ("(into[at] << 8)", "(into[at] << 7)")],
    ),
    (
        f"{JS}fair/verifier.js",
        VERIFIER,
        [
            ("if (bytes[at] < 252) return", "if (bytes[at] < 254) return"),
            ("if (words === commitment) return", "if (!words) return"),
            ("keep.includes(die) ? lying[die] :", ""),
            ("fits(roll > 0 || event.event ===", "fits(event.event !=="),
            ("if (round <= game.rounds) throw", "if (round < game.rounds) throw"),
        ],
    ),
    (
        f"{JS}lib/text.js",
        TEXT,
        [
            ("/^h?[ií](?!e)/i", "/^[ií](?!e)/i"),
            ("value.isYou && has(", "has("),
        ],
    ),
    (
        f"{JS}table/moves.js",
        MOVES,
        [
            ("if (this.sending) return;", ""),
            ("this.#armed.seq = situation.view.seq;", ""),
            ("if (!(error instanceof Unreachable)) throw error;", ""),
        ],
    ),
    (
        f"{JS}parts/live.js",
        LIVE,
        [
            ("filter((event) => event.seq > this.seq)", "filter(() => true)"),
            ("this.#backoff * Math.random()", "this.#backoff"),
        ],
    ),
    (
        f"{JS}pad/queue.js",
        QUEUE,
        [
            ("entries.filter(({ entry }) => !known.has(entry))", "entries"),
            ("!other.refused || other.round !== round || other.seat !== seat", "!other.refused"),
        ],
    ),
    (
        "web/table/view.py",
        VIEW,
        [
            ("max(since, -1) + 1 :", "max(since, -1) :"),
            ("(table.seq, presence, wait), lambda: _view_json", "(table.seq, wait), lambda: _view_json"),
            ("(state.sheets, state.is_over), lambda", "state.is_over, lambda"),
            ('"name": seat.name,', '"name": table.seats[0].name,'),
        ],
    ),
    (
        "web/table/room.py",
        PACE,
        [
            ("self._considering_since + CONSIDERING_SECONDS", "self._clock() + CONSIDERING_SECONDS"),
            ("max(self._changed_at, self.listeners.touched_at(place.holder))", "self._changed_at"),
            ("if not self._is_long_ago(self.listeners.gone_since(table.host)):", "if True:"),
            ("sum(not self._has_seat(one.holder) for", "sum(True for"),
        ],
    ),
    (
        "web/table/listeners.py",
        PACE,
        [
            ("+= 1 if visible else -1", "= int(visible)"),
            ("if word == TOUCHED and listener.holder is not None:", "if listener.holder is not None:"),
        ],
    ),
    (
        f"{JS}lib/presses.js",
        DOUBLE,
        [
            ("event.timeStamp - first <= DOUBLE_PRESS", "false"),
        ],
    ),
    (
        f"{JS}parts/situation.js",
        STAND_IN,
        [("seat.person && !seat.bot)", "seat.person)")],
    ),
    (
        f"{JS}table/absence.js",
        STAND_IN,
        [
            ("seat.away && seat.holder !== me", "false"),
            ('{ bot: setting("level") } : {}', "{}  : {}"),
        ],
    ),
    (
        f"{JS}table/turn-signal.js",
        SOUND,
        [
            ("if (calling && !this.#calling && sounding) chime();", ""),
            ("if (calling && !this.#calling && sounding) chime();", "if (calling && !this.#calling) chime();"),
            ("this.#icon.href = calling ? CALLING : this.#quiet", "this.#icon.href = this.#quiet"),
        ],
    ),
    (
        f"{JS}table/greatest-gift.js",
        GREATEST,
        [
            ("this.no.focus();", "this.yes.focus();"),
            ('this.#sure = false;\n    this.#onAnswer("ask");', "this.#sure = false;"),
        ],
    ),
    (
        f"{JS}table/keyboard.js",
        GREATEST,
        [
            ('if (event.repeat && event.key === "Enter") return event.preventDefault();', ""),
            ("button && button !== this.#touched ? null : actions.roll", "actions.roll"),
        ],
    ),
    (
        f"{JS}history/filters.js",
        FILTERS,
        [
            ("KINDS[kind].map((each)", 'KINDS[""].map((each)'),
            ("chosen.kind === kind", "false"),
        ],
    ),
    (
        f"{JS}fair/verdict.js",
        FAIR_DICE,
        [
            ('if (result.code === "words-missing") return "doubtful";', ""),
            ('const missing = words.filter((kind) => kind === "withheld").length;', "const missing = 0;"),
        ],
    ),
    (
        f"{JS}pad/points-entry.js",
        PAD_PAGE,
        [
            ('box === "points" && !others.length', "false"),
            ("this.#asked ? 2 * gift : gift));", "gift));"),
        ],
    ),
    (
        f"{JS}pad/points-entry.js",
        FINGERS,
        [("if (this.#painted !== this.#shown(context)) this.render();", "this.render();")],
    ),
    (
        f"{JS}pad/glance.js",
        PAD_PAGE,
        [
            ("sheet.result?.total ?? sheet.subtotal", "sheet.result?.total ?? 0"),
            ('sheet.has_gift ? "" : "spent"', '""'),
        ],
    ),
]
MUTANTS = [Mutant(file, tests, old, new) for file, tests, pairs in MISTAKES for old, new in pairs]


def copied_tree(folder: Path) -> Path:
    for name in COPIED:
        source = ROOT / name
        if source.is_dir():
            left_out = shutil.ignore_patterns("__pycache__", "images", "site.zip")
            shutil.copytree(source, folder / name, ignore=left_out)
        else:
            shutil.copy(source, folder / name)
    # Compiled files that are known by what they hold: a mutant may be as old and as long as what it replaces.
    compile_dir(folder / "src", quiet=1, invalidation_mode=PycInvalidationMode.CHECKED_HASH)
    return folder


def command(tests: str) -> str:
    programs = Path(sys.executable).parent
    if tests.endswith(".js"):
        return f"{programs}/node --test {tests}"
    # Failing examples of one mutant are none of the next one's.
    return f"{sys.executable} -m pytest -x -q --tb=no -p no:cacheprovider -p no:pytest_cov {tests}"


def passes(tree: Path, tests: str) -> bool:
    """Whether all these tests pass in the tree."""
    # Before the package that is installed, in the processes that tests start, too.
    own = {"PYTHONPATH": str(tree / "src"), "PYTHONDONTWRITEBYTECODE": "1", "CHARIDICE_PATIENCE": PATIENCE}
    try:
        done = subprocess.run(
            command(tests), shell=True, cwd=tree, env=os.environ | own, timeout=DEADLINE, capture_output=True, text=True
        )
    except subprocess.TimeoutExpired:
        return False
    if not tests.endswith(".js") and done.returncode not in (0, 1, 2):
        raise SystemExit(f"these tests cannot run: {tests}\n{done.stdout}{done.stderr}")
    return done.returncode == 0


def outcome(tree: Path, mutant: Mutant) -> str:
    path = tree / SOURCE / mutant.file
    written = path.read_text("utf-8") if path.exists() else ""
    if written.count(mutant.old) != 1:
        return "GONE"
    path.write_text(written.replace(mutant.old, mutant.new), "utf-8")
    try:
        return "SURVIVED" if passes(tree, mutant.tests) else "killed"
    finally:
        path.write_text(written, "utf-8")


def outcomes(chosen: list[Mutant]) -> Iterator[tuple[Mutant, str]]:
    with TemporaryDirectory() as folder:
        tree = copied_tree(Path(folder))
        works = {tests: passes(tree, tests) for tests in dict.fromkeys(mutant.tests for mutant in chosen)}
        for mutant in chosen:
            yield mutant, outcome(tree, mutant) if works[mutant.tests] else "UNTESTED"


def main() -> None:
    chosen = [mutant for mutant in MUTANTS if all(word in f"{mutant.file} {mutant.old}" for word in sys.argv[1:])]
    counts: Counter[str] = Counter()
    begin = monotonic()
    for mutant, found in outcomes(chosen):
        counts[found] += 1
        print(f"{found:8} {mutant.file}: {mutant.old!r} -> {mutant.new!r}", flush=True)
    told = ", ".join(f"{count} {found.lower()}" for found, count in sorted(counts.items()))
    print(f"{len(chosen)} mutants: {told}, in {monotonic() - begin:.0f} s")
    if counts["GONE"]:
        print("GONE: the old text is no longer there, or there twice; write the mutant anew.")
    if counts["UNTESTED"]:
        print("UNTESTED: the tests fail without any mutant.")


if __name__ == "__main__":
    main()
