"""The texts and numbers of a review, shared by all its forms."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from charidice.coach.reviews.kindness import kindest
from charidice.coach.reviews.model import (
    Account,
    AskingChance,
    Decision,
    Gifts,
    Grade,
    GreatestGift,
    PlayerReview,
    Review,
    Values,
)
from charidice.coach.reviews.turns import ReviewedRoll
from charidice.messages import Catalog
from charidice.rules.moves import Action, Noted, Score, dice_of
from charidice.rules.sheet import results
from charidice.rules.state import GameState
from charidice.show.words import move_text
from charidice.strategy.tables.victory import ERROR_BOUND

# As in chess notation.
SYMBOLS = {Grade.GOOD: "✓", Grade.INACCURACY: "?!", Grade.MISTAKE: "?", Grade.BLUNDER: "??"}


@dataclass(frozen=True, slots=True)
class ReviewWords:
    """The texts of one review in one language."""

    review: Review
    catalog: Catalog

    def title(self) -> str:
        return self.catalog.say("review.title", players=self.catalog.join(self.review.record.players))

    def truths(self) -> Iterator[str]:
        """The accuracy of the numbers, one line per objective, and how to read them."""
        for number, objective in enumerate(self.review.objectives):
            bound, error = (
                self.catalog.number(100 * ERROR_BOUND, 2),
                self.catalog.number(100 * (objective.error or 0), 1),
            )
            key = f"review.truth.{objective.truth}"
            yield self.catalog.say(key, objective=self.objective(number), bound=bound, error=error)
        names = [objective.name for objective in self.review.objectives]
        if names[0] == "victory":
            yield self.catalog.say("review.legend")
            if self._knows_anything:
                yield self.catalog.say("review.legend.changes")
        if "lead" in names:
            yield self.catalog.say("review.legend.lead")
        for kind, count in (("noted", self.review.noted), ("laid", self.review.laid)):
            if count:
                yield self.catalog.say(f"review.unseen.{kind}", count=count)
        if count := len({(each.round, each.seat) for each in self.review.record.corrections}):
            yield self.catalog.say("review.corrected", count=count)
        if self.review.record.begins_at:
            yield self.catalog.say("review.begins-at", round=self.review.record.begins_at.round)
        if not self.review.record.state.is_over:
            yield self.catalog.say("review.going-on")

    def objective(self, number: int = 0) -> str:
        return self.catalog.say(f"review.objective.{self.review.objectives[number].name}")

    def player(self, seat: int) -> str:
        return self.review.record.players[seat]

    def turn(self, state: GameState, seat: int | None = None) -> str:
        """The round and a player, by default the active one."""
        player = self.player(state.active if seat is None else seat)
        return self.catalog.say("review.turn", round=state.round, player=player)

    def value(self, value: float, number: int = 0, digits: int = 1) -> str:
        """A value of the objective of this index."""
        if self.review.objectives[number].name == "victory":
            return self.catalog.percent(value, digits)
        return self.catalog.number(value, digits, signed=True)

    def amount(self, value: float, number: int = 0, digits: int = 1) -> str:
        """Luck or loss for the objective of this index, without its unit."""
        return self.catalog.number(value * self._scale(number), digits, signed=True)

    def change(self, value: float, number: int = 0) -> str:
        """Luck or loss with its unit."""
        return self.catalog.say(f"review.unit.{self.review.objectives[number].name}", number=self.amount(value, number))

    def changes(self, values: Values) -> str:
        """The same for all objectives."""
        return ", ".join(self.change(value, number) for number, value in enumerate(values))

    def loss(self, decision: Decision) -> str:
        """The loss of a decision for all objectives; empty if it rounds to 0."""
        losses = tuple(-judgement.loss for judgement in decision.judgements)
        shown = self.change(losses[0])
        return self.changes(losses) if shown != self.change(0) else ""

    def better(self, decision: Decision) -> str:
        """The best move, where another one was chosen."""
        key = "review.even-better" if decision.grade is Grade.GOOD else "review.better"
        return self.catalog.say(key, move=self.move(decision.state, decision.judgements[0].best))

    def grade(self, grade: Grade) -> str:
        return self.catalog.say(f"review.grade.{grade}")

    def move(self, state: GameState, action: Action) -> str:
        """A move in a few words."""
        faces = " ".join(str(state.faces[die]) for die in dice_of(action))
        return move_text(self.catalog, action, faces, "review.move")

    def scored(self, state: GameState, action: Action) -> str:
        """The points, bonus and gift of a score; empty for other moves."""
        if not isinstance(action, Score):
            return ""
        option = state.setup.scoring.options(state.turn.numbers)[action.dice]
        gift = option.gift_if(state.turn.asked)
        return self.catalog.say("review.scored", points=option.points, bonus=option.bonus, gift=gift)

    def noted(self, boxes: Noted) -> str:
        """The points, bonus and gift of a turn without dice."""
        return self.catalog.say("review.scored", points=boxes.points, bonus=boxes.bonus, gift=boxes.gift)

    def luck(self, roll: ReviewedRoll) -> str:
        """The luck of a roll with its unit, empty if the rolls before it are not known."""
        return self.change(roll.luck[0][roll.state.active]) if roll.luck else ""

    def parts(self, seat: int, number: int = 0) -> list[tuple[str, float]]:
        """The known parts between start and result, with their names; empty if no turn is known."""
        review, account = self.review, self.review.players[seat].accounts[number]
        others = self._others(seat)
        parts = (
            ("review.own-luck", account.own_luck, review.knows_luck([seat])),
            ("review.others-luck", account.others_luck, review.knows_luck(others)),
            ("review.own-losses", -account.own_losses, review.knows_decisions([seat])),
            ("review.others-losses", account.others_losses, review.knows_decisions(others)),
            ("review.unseen", account.unseen, self._knows_anything and not review.is_complete),
        )
        return [(self.catalog.say(key), part) for key, part, known in parts if known]

    @property
    def _knows_anything(self) -> bool:
        """Whether any luck or decision is known."""
        seats = range(len(self.review.players))
        return self.review.knows_luck(seats) or self.review.knows_decisions(seats)

    def _others(self, seat: int) -> list[int]:
        return [other for other in range(len(self.review.players)) if other != seat]

    def start_name(self) -> str:
        return self.catalog.say("review.start")

    def result_name(self) -> str:
        return self.catalog.say("review.result" if self.review.record.state.is_over else "review.now")

    def summary(self) -> Iterator[tuple[str, list[str]]]:
        """Rows of the summary: a label and one cell per player."""
        say, players, seats = self.catalog.say, self.review.players, range(len(self.review.players))
        if not self.review.is_complete:
            sums = [self.sums(seat) for seat in seats]
            yield from ((say(f"box.{box}"), [str(own[box]) for own in sums]) for box in sums[0])
        if self.review.knows_decisions(seats):
            yield from self._decisions()
        if self.review.knows_luck(seats):
            own, others = (
                [self.review.knows_luck(of) for of in each]
                for each in ([[seat] for seat in seats], [self._others(seat) for seat in seats])
            )
            yield say("review.own-luck"), self._known(own, lambda a: a.own_luck)
            yield say("review.others-luck"), self._known(others, lambda a: a.others_luck)
        yield say("review.received"), [self.gifts(player.received) for player in players]
        yield say("review.given"), [self.gifts(player.given) for player in players]
        yield self.start_name(), [self._values(player, lambda a: a.start) for player in players]
        yield self.result_name(), [self._values(player, lambda a: a.result) for player in players]
        if self.review.is_complete:
            yield say("review.without-luck"), [self.without_luck(player) for player in players]

    def _decisions(self) -> Iterator[tuple[str, list[str]]]:
        """Rows about decisions; a dash for a player of whom none is known."""
        say, players = self.catalog.say, self.review.players
        known = [self.review.knows_decisions([seat]) for seat in range(len(players))]
        counts = [("review.decisions", "", [player.decisions for player in players])]
        counts += [
            (f"review.grades.{grade}", f"{SYMBOLS[grade]} ", [player.grades[grade] for player in players])
            for grade in Grade
        ]
        for key, sign, numbers in counts:
            yield f"{sign}{say(key)}", [str(n) if knows else "-" for n, knows in zip(numbers, known, strict=True)]
        yield say("review.accuracy"), [self.accuracy(player) for player in players]
        yield say("review.own-losses"), self._known(known, lambda a: -a.own_losses)

    def _known(self, known: Sequence[bool], part: Callable[[Account], float]) -> list[str]:
        """A cell per player, a dash where it is not known."""
        return [
            self.changes(tuple(map(part, player.accounts))) if knows else "-"
            for player, knows in zip(self.review.players, known, strict=True)
        ]

    def sums(self, seat: int) -> dict[str, int]:
        """By box, the sums of a seat's own dice, and once the game is over, its charity bonus and its total."""
        state = self.review.record.state
        sheet = state.sheets[seat]
        sums = {"points": sum(sheet.points), "bonus": sum(sheet.bonus)}
        if not state.is_over:
            return sums
        final = results(state.sheets)[seat]
        return sums | {"charity": final.charity, "total": final.total}

    def accuracy(self, player: PlayerReview) -> str:
        """The share of good decisions; a dash before the first one."""
        return "-" if player.accuracy is None else self.catalog.percent(player.accuracy)

    def without_luck(self, player: PlayerReview) -> str:
        return ", ".join(self._sum(account.without_luck, number) for number, account in enumerate(player.accounts))

    def _values(self, player: PlayerReview, part: Callable[[Account], float]) -> str:
        return ", ".join(self.value(part(account), number) for number, account in enumerate(player.accounts))

    def _sum(self, value: float, number: int) -> str:
        """A sum of losses; it can exceed 100 %, because luck restores chances that are then lost again."""
        if self.review.objectives[number].name != "victory":
            return self.change(value, number)
        if 0 <= round(value, 3) <= 1:
            return self.value(value, number)
        key, limit = ("review.less-than", 0) if value < 0 else ("review.more-than", 1)
        return self.catalog.say(key, value=self.catalog.percent(limit))

    def gifts(self, gifts: Gifts) -> str:
        """Gifts: actual and expected points, and the difference, which is luck; of turns without dice the sum alone."""
        if gifts.expected is None or gifts.luck is None:
            return self.catalog.say("points", count=gifts.points)
        expected, luck = self.catalog.number(gifts.expected, 1), self.catalog.number(gifts.luck, 1, signed=True)
        return self.catalog.say("review.gifts", count=gifts.points, expected=expected, luck=luck)

    def greatest_gift(self, seat: int) -> str:
        """When a seat asked for the greatest of gifts, what it gained, and whether there was a better moment."""
        gift, player = self.review.players[seat].greatest_gift, self.player(seat)
        if gift.unseen is not None:
            return " ".join(
                [self.catalog.say("review.gift.unseen", player=player, round=gift.unseen), *self._brought(gift)]
            )
        best = gift.best
        if gift.all_known and not best:
            return self.catalog.say("review.gift.no-chance", player=player)
        if (used := gift.used) is None:
            told = [self.catalog.say("review.gift.never", player=player)]
        else:
            key = "review.gift.asked" if used.roll else "review.gift.asked-first"
            told = [self.catalog.say(key, player=player, **self._when(used))]
            told += self._brought(gift)
        if best and best.gains[0] > 0 and best is not used:
            key = "review.gift.best" if best.roll else "review.gift.best-first"
            told.append(self.catalog.say(key, **self._when(best)))
        elif used and used.gains[0] < 0:
            told.append(self.catalog.say("review.gift.too-early"))
        elif best:
            told.append(self.catalog.say("review.gift.best-used" if used else "review.gift.never-better"))
        return " ".join(told)

    def kindness(self, seat: int) -> str:
        """What a seat gave beyond the best decision, and what that cost; empty if it is not worth telling."""
        if (found := kindest(self.review, seat)) is None:
            return ""
        told = {"player": self.player(seat), "round": found.decision.state.round, "count": found.more}
        if loss := self.loss(found.decision):
            return self.catalog.say("review.kindness.told", **told, loss=loss)
        return self.catalog.say("review.kindness.free", **told)

    def _brought(self, gift: GreatestGift) -> list[str]:
        if gift.brought is None:
            return []
        return [self.catalog.say("review.gift.brought", points=self.catalog.say("points", count=gift.brought))]

    def _when(self, chance: AskingChance) -> dict[str, object]:
        return {"round": chance.round, "roll": chance.roll, "gain": self.changes(chance.gains)}

    def _scale(self, number: int) -> int:
        """Chances are shown in percentage points."""
        return 100 if self.review.objectives[number].name == "victory" else 1
