"""A game as lines of text: dice, ways to score, sheets and events."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

from wcwidth import ljust, width

from charidice.messages import Catalog
from charidice.rules.dice import ALL_DICE, Colour, Face
from charidice.rules.engine import actor
from charidice.rules.moves import Event, GiftAsked, GiftDeclined, Laid, Noted, Rolled, Scored, Stopped
from charidice.rules.scoring import ScoringOption
from charidice.rules.sheet import results
from charidice.rules.state import GameState
from charidice.show.columns import aligned
from charidice.show.sheets import BOXES, ShownSheet, shown_sheets
from charidice.show.words import of_seats, victory_text


@dataclass(frozen=True, slots=True)
class Teller:
    """Tells of a game: in tables, or in whole words for screen readers."""

    catalog: Catalog
    players: Sequence[str]
    written: Callable[[Face], str] = str
    """How a face is written, such as in its colour."""
    spoken: bool = False
    you: int | None = None
    """The seat of the reader, to whom events and results say "you"; None if they name everybody."""

    def face(self, face: Face) -> str:
        return self.catalog.face(face) if self.spoken else self.written(face)

    def faces(self, faces: Iterable[Face]) -> str:
        shown = map(self.face, faces)
        return self.catalog.join(shown) if self.spoken else " ".join(shown)

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
            gift = option.gift_if(doubled)
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
        for sheet in shown_sheets(state, self.players):
            yield from self._spoken_sheet(sheet) if self.spoken else self._sheet_table(sheet)
            if sheet.charity is not None:
                yield f"  {self.catalog.say('box.charity')}: {sheet.charity}"
            yield f"  {self.catalog.say('box.total')}: {sheet.total}"
            yield ""

    def result(self, state: GameState) -> Iterator[str]:
        """The charity bonus and the winners of a finished game."""
        say, final = self.catalog.say, results(state.sheets)
        givers = [seat for seat, result in enumerate(final) if result.charity]
        given = say("points", count=final[givers[0]].given)
        bonus = final[givers[0]].charity
        yield of_seats(self.catalog, "play.most-given", givers, self.players, self.you, points=given, bonus=bonus)
        yield victory_text(self.catalog, state, self.players, self.you)

    def _sheet_table(self, sheet: ShownSheet) -> Iterator[str]:
        say = self.catalog.say
        heads = ["", *(say(f"box.{box}") for box in BOXES)]
        by_round = [[round_, *boxes] for round_, boxes in enumerate(sheet.rows, 1)]
        yield f"{sheet.name}  [{say('box.gift') if sheet.has_gift else '--'}]"
        yield from (f"  {line}" for line in aligned([heads, *by_round, [say("box.sum"), *sheet.sums]], "<>>>>"))

    def _spoken_sheet(self, sheet: ShownSheet) -> Iterator[str]:
        say = self.catalog.say
        yield f"{sheet.name}: {say('box.gift')}: {say('answer.yes' if sheet.has_gift else 'answer.no').split()[1]}"
        for round_, row in enumerate(sheet.rows, 1):
            boxes = zip(BOXES, row, strict=True)
            written = [say("play.sheet.box", box=say(f"box.{box}"), number=n) for box, n in boxes if n is not None]
            if written:
                yield say("play.sheet.row", round=round_, boxes=", ".join(written))
