"""A game as lines of text: dice, ways to score, sheets and events."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from wcwidth import ljust, width

from charidice.columns import aligned
from charidice.messages import Catalog
from charidice.rules.dice import ALL_DICE, Colour, Face
from charidice.rules.engine import actor
from charidice.rules.moves import Event, GiftAsked, GiftDeclined, Laid, Noted, Rolled, Scored, Stopped
from charidice.rules.scoring import ScoringOption
from charidice.rules.sheet import Result, Sheet, results, winners
from charidice.rules.state import GameState

# Background and foreground of each colour, as 256-colour codes.
PAINT = {
    Colour.YELLOW: (221, 16),
    Colour.ORANGE: (166, 231),
    Colour.GREEN: (72, 16),
    Colour.BLUE: (26, 231),
    Colour.PURPLE: (89, 231),
    Colour.BLACK: (234, 231),
}
BOXES = ("points", "bonus", "received", "given")


@dataclass(frozen=True, slots=True)
class Teller:
    """Formats a game: coloured or plain, as tables or in whole words for screen readers."""

    catalog: Catalog
    players: Sequence[str]
    painted: bool = False
    spoken: bool = False
    you: int | None = None
    """The seat of the reader, to whom events and results say "you"; None if they name everybody."""

    def face(self, face: Face) -> str:
        if self.spoken:
            return self.catalog.face(face)
        if not self.painted:
            return str(face)
        background, ink = PAINT[face.colour]
        return f"\x1b[48;5;{background};38;5;{ink}m {face} \x1b[0m"

    def faces(self, faces: Iterable[Face]) -> str:
        return (", " if self.spoken else " ").join(map(self.face, faces))

    def dice(self, state: GameState) -> str:
        """All six dice, each with its position from 1 to 6."""
        if self.spoken:
            dice = ", ".join(f"{die + 1}: {self.face(state.faces[die])}" for die in ALL_DICE)
        else:
            dice = "  ".join(f"{die + 1}:{self.face(state.faces[die])}" for die in ALL_DICE)
        return self.catalog.say("play.dice", dice=dice)

    def turn(self, state: GameState) -> str:
        return self.catalog.say(
            "play.turn",
            round=state.round,
            rounds=state.setup.ruleset.rounds,
            player=self.players[state.active],
            other=self.players[state.recipient],
        )

    def letters(self) -> str:
        return ", ".join(f"{colour.letter} {self.catalog.colour(colour)}" for colour in Colour)

    def kind(self, option: ScoringOption, faces: Sequence[Face]) -> str:
        first = faces[option.dice[0]]
        values = {"colour": self.catalog.colour(first.colour), "number": first.number, "count": len(option.dice)}
        return self.catalog.say(f"kind.{option.kind}", **values)

    def options(self, options: Sequence[ScoringOption], faces: Sequence[Face], doubled: bool) -> list[str]:
        """A line for each way to score, numbered from 1."""
        lines = []
        dice = [self.faces(faces[die] for die in option.dice) for option in options]
        widest = max(map(width, dice))
        for number, (option, chosen) in enumerate(zip(options, dice, strict=True), 1):
            gift = option.doubled_gift if doubled else option.gift
            numbers = {"points": option.points, "bonus": option.bonus, "sum": option.total, "gift": gift}
            if self.spoken:
                sums = self.catalog.say("play.option", **numbers)
                lines.append(f"{number}: {self.kind(option, faces)}: {chosen}: {sums}")
            else:
                sums = self.catalog.say("play.option", **{name: f"{value:2}" for name, value in numbers.items()})
                lines.append(f"{number:3}  {ljust(chosen, widest)}   {ljust(sums, 32)} {self.kind(option, faces)}")
        return [line.rstrip() for line in lines]

    def event(self, before: GameState, event: Event) -> Iterator[str]:
        """The lines for an event, given the state before it."""
        acts, receives, faces = actor(before, event), before.recipient, before.faces
        player, other = self.players[acts], self.players[receives]

        def say(key: str, **values: object) -> str:
            key = self._for_reader(key, player=acts, other=receives)
            return self.catalog.say(key, player=player, other=other, **values)

        if isinstance(event, Rolled):
            after = before.setup.dice_set.faces(event.numbers)
            thrown = [after[die] for die in ALL_DICE if die not in event.keep]
            line = say("event.rolled", count=len(thrown), faces=self.faces(thrown))
            kept = self.faces(faces[die] for die in event.keep)
            yield f"{line} ({say('event.kept', faces=kept)})" if kept else line
        elif isinstance(event, Scored):
            chosen = self.faces(faces[die] for die in event.dice)
            total = event.points + event.bonus
            yield say("event.scored", faces=chosen, points=event.points, bonus=event.bonus, sum=total)
            if len(event.dice) == len(ALL_DICE):
                yield say("event.gave-nothing")
            else:
                yield say("event.gave-doubled" if before.turn.asked else "event.gave", count=event.gift)
        elif isinstance(event, Laid | Noted):
            if event.asked:
                yield self.catalog.say("event.gift-asked", player=other, other=player)
            yield from self._by_hand(before, event, player, other)
        else:
            key = {GiftAsked: "gift-asked", Stopped: "stopped", GiftDeclined: "gift-declined"}[type(event)]
            yield say(f"event.{key}")

    def _for_reader(self, key: str, **seats: int) -> str:
        """The form of a sentence in which one of the seats is "you", if there is one."""
        forms = (f"{key}.{name}-you" for name, seat in seats.items() if seat == self.you)
        return next((form for form in forms if form in self.catalog.texts), key)

    def _by_hand(self, before: GameState, event: Laid | Noted, player: str, other: str) -> Iterator[str]:
        say = self.catalog.say
        if isinstance(event, Laid):
            yield say("event.laid", player=player, faces=self.faces(before.setup.dice_set.faces(event.numbers)))
            return
        points, bonus = event.points, event.bonus
        yield say("event.noted", player=player, points=points, bonus=bonus, sum=points + bonus)
        key = "event.gave-doubled" if event.asked else "event.gave"
        yield say(key, player=player, other=other, count=event.gift)
        if event.received != event.gift:
            yield say("event.received", player=other, count=event.received)

    def sheets(self, state: GameState) -> Iterator[str]:
        """All sheets as filled in so far."""
        final = results(state.sheets) if state.is_over else None
        for seat, sheet in enumerate(state.sheets):
            lines = self._spoken_sheet if self.spoken else self._sheet_table
            yield from lines(self.players[seat], sheet, state.setup.ruleset.rounds, final[seat] if final else None)
            yield ""

    def result(self, state: GameState) -> Iterator[str]:
        """The charity bonus and the winners of a finished game."""
        say, final = self.catalog.say, results(state.sheets)
        givers = [seat for seat, result in enumerate(final) if result.charity]
        given = say("points", count=final[givers[0]].given)
        yield self._of_seats("play.most-given", givers, points=given, bonus=final[givers[0]].charity)
        best = winners(final)
        yield self._of_seats("play.winner", best, points=say("points", count=final[best[0]].total))

    def _of_seats(self, key: str, seats: Sequence[int], **values: object) -> str:
        """A sentence about one or several players, the reader perhaps among them."""
        others = [seat for seat in seats if seat != self.you]
        if len(others) < len(seats):
            key += ".you-and" if others else ".you"
        names = self.catalog.join([self.players[seat] for seat in others]) if others else ""
        return self.catalog.say(key, count=len(seats), players=names, **values)

    def _sheet_table(self, name: str, sheet: Sheet, rounds: int, result: Result | None) -> Iterator[str]:
        say = self.catalog.say
        heads = ["", *(say(f"box.{box}") for box in BOXES)]
        by_round = [[round_, *sheet.row(round_)] for round_ in range(1, rounds + 1)]
        sums = [say("box.sum"), *(sum(column) for column in sheet[:4])]
        yield f"{name}  [{say('box.gift') if sheet.has_gift else '--'}]"
        yield from (f"  {line}" for line in aligned([heads, *by_round, sums], "<>>>>"))
        yield from self._totals(sheet, result)

    def _spoken_sheet(self, name: str, sheet: Sheet, rounds: int, result: Result | None) -> Iterator[str]:
        say = self.catalog.say
        yield f"{name}: {say('box.gift')}: {say('answer.yes' if sheet.has_gift else 'answer.no').split()[1]}"
        for round_ in range(1, rounds + 1):
            boxes = zip(BOXES, sheet.row(round_), strict=True)
            written = [say("play.sheet.box", box=say(f"box.{box}"), number=n) for box, n in boxes if n is not None]
            if written:
                yield say("play.sheet.row", round=round_, boxes=", ".join(written))
        yield from self._totals(sheet, result)

    def _totals(self, sheet: Sheet, result: Result | None) -> Iterator[str]:
        say = self.catalog.say
        if result:
            yield f"  {say('box.charity')}: {result.charity}"
        yield f"  {say('box.total')}: {result.total if result else sheet.subtotal}"
