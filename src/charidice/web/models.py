"""Request bodies, validated strictly."""

from datetime import date
from typing import Annotated, Literal, Self

from pydantic import (
    AfterValidator,
    BaseModel,
    ConfigDict,
    Field,
    ModelWrapValidatorHandler,
    ValidationError,
    model_validator,
)
from typing_extensions import TypeAliasType

from charidice.chance import ENTROPY_LIMIT
from charidice.history.people import KEY_LIMIT
from charidice.pad import complaints
from charidice.record.game import NAME_LIMIT
from charidice.record.position import LENGTH_LIMIT
from charidice.rules.dice import DICE, DiceSet
from charidice.rules.engine import ActionName
from charidice.rules.ruleset import MOST_IN_A_BOX, PLAYERS, ROLLS, ROUNDS, ROUNDS_ALLOWED
from charidice.show.paper import names
from charidice.strategy.bots import levels

Fields = dict[str, object]

LONGEST_WAIT = 30
RECORD_LIMIT = 256 * 1024
"""The size of a record to review, in bytes."""
# The most errors that are described one by one: more than any body has fields.
MOST_FIELDS, MOST_ERRORS = 30, 10
# PostgreSQL stores no text with this character.
NO_NUL = r"^[^\x00]*$"
# Bounds of the setting `away`, in seconds.
AWAY = (15, 900)
Level = TypeAliasType("Level", levels.Level)
BotName = TypeAliasType("BotName", Annotated[str, Field(min_length=1, max_length=NAME_LIMIT, pattern=NO_NUL)])
"""A level, or an installed bot that the operator has invited."""
Speed = TypeAliasType("Speed", Literal["slow", "normal", "fast"])
Hints = TypeAliasType("Hints", Literal["off", "ask", "tutor"])
WhoStarts = TypeAliasType("WhoStarts", Literal["birthday", "seat", "lot"])
Paper = TypeAliasType("Paper", names.Paper)
PictureForm = TypeAliasType("PictureForm", Literal["png", "svg"])
MoveName = TypeAliasType("MoveName", ActionName | Literal["undo"])
ReactionName = TypeAliasType("ReactionName", Literal["heart", "clap", "laugh", "wow", "sad", "thanks"])


def _is_a_day(text: str) -> str:
    month, day = map(int, text.split("-"))
    # In a leap year, to allow 29 February.
    date(2000, month, day)
    return text


def _is_a_dice_set(layout: str) -> str:
    return str(DiceSet.read(layout))


Name = Annotated[str, Field(min_length=1, max_length=10_000, pattern=NO_NUL)]
NameKey = Annotated[str, Field(min_length=1, max_length=KEY_LIMIT)]
Birthday = Annotated[str, Field(pattern=r"^[01][0-9]-[0-3][0-9]$"), AfterValidator(_is_a_day)]
# At least 128 bits, so that nobody can find them from their commitment.
Words = Annotated[str, Field(min_length=32, max_length=ENTROPY_LIMIT, pattern="^[0-9a-f]+$")]
Commitment = Annotated[str, Field(description="SHA-256 of random words for the dice.", pattern="^[0-9a-f]{64}$")]
SeatNumber = Annotated[int, Field(ge=0, lt=PLAYERS[-1])]
DieNumbers = Annotated[list[Annotated[int, Field(ge=0, lt=DICE)]], Field(max_length=DICE)]
Layout = Annotated[
    str,
    Field(
        description="A dice set: the colours of the numbers 1 to 6 of each die.",
        pattern="^[YOGBPK]{6}( [YOGBPK]{6}){5}$",
        examples=["YOGBPK OGBPKY GBPKYO BPKYOG PKYOGB KYOGBP"],
    ),
    AfterValidator(_is_a_dice_set),
]
FaceText = Annotated[str, Field(pattern="^[YOGBPK][1-6]$", examples=["B4"])]
FaceNames = Annotated[list[FaceText], Field(max_length=DICE)]
ComplaintCode = TypeAliasType("ComplaintCode", complaints.Code)
Confirmed = Annotated[
    list[ComplaintCode],
    Field(description="The complaints that were seen and answered: it is right all the same.", max_length=8),
]
PageId = Annotated[str, Field(pattern="^[0-9a-f]{32}$")]
MoveId = Annotated[str, Field(min_length=8, max_length=64, pattern="^[0-9A-Za-z_-]+$")]
PositionText = Annotated[
    str,
    Field(
        description="A position; rounds, house rules, dice and the starting player of the table follow from it.",
        max_length=LENGTH_LIMIT,
        pattern=NO_NUL,
        examples=["C1 16+0-10:2x/16+0-1:2x 2:P5K5K4G6O4P6"],
    ),
]
Box = Annotated[int, Field(ge=0, le=MOST_IN_A_BOX)]
Code = Annotated[str, Field(min_length=1, max_length=100, pattern=NO_NUL)]
GameId = Annotated[str, Field(max_length=64, pattern=NO_NUL)]


class Received(BaseModel):
    """Base of all request bodies: unknown fields are refused, and many errors are one."""

    model_config = ConfigDict(
        extra="forbid",
        frozen=True,
        strict=True,
        use_attribute_docstrings=True,
        json_schema_serialization_defaults_required=True,
    )

    @model_validator(mode="wrap")
    @classmethod
    def _with_few_errors(cls, sent: object, validated: ModelWrapValidatorHandler[Self]) -> Self:
        # To describe one error takes longer than to validate a field.
        if isinstance(sent, dict) and len(sent) > MOST_FIELDS:
            raise ValueError("too many fields")
        try:
            return validated(sent)
        except ValidationError as invalid:
            if invalid.error_count() > MOST_ERRORS:
                raise ValueError("too many errors") from None
            raise


class TableSettings(Received):
    """The settings of a game, fixed when its table is opened; only those of `ChangedSettings` change later."""

    rounds: int = Field(default=ROUNDS, ge=ROUNDS_ALLOWED[0], le=ROUNDS_ALLOWED[-1])
    free_giving: bool = False
    late_asking: bool = False
    wait: int = Field(default=10, ge=0, le=LONGEST_WAIT)
    """Seconds after a roll in which the recipient may ask for the gift before the active player goes on."""
    away: int = Field(default=60, ge=AWAY[0], le=AWAY[-1])
    """Seconds of absence after which anybody at the table may let a bot stand in."""
    speed: Speed = "normal"
    """The speed of bots."""
    hints: Hints = "ask"
    start: WhoStarts = "birthday"
    """`birthday` is the next one, or a random seat if nobody gives theirs."""
    first: SeatNumber = 0
    dice: Layout | None = None
    """None for the standard dice."""
    pad: bool = False
    """Real dice: the table is a score pad, where people enter what they rolled."""


class PersonHere(Received):
    who: Literal["here"]
    name: Name
    birthday: Birthday | None = None


class PersonByLink(Received):
    who: Literal["link"]


class BotSeat(Received):
    who: Literal["bot"]
    bot: BotName


class NewTable(Received):
    seats: list[Annotated[PersonHere | PersonByLink | BotSeat, Field(discriminator="who")]] = Field(
        min_length=PLAYERS[0], max_length=PLAYERS[-1]
    )
    settings: TableSettings = TableSettings()
    position: PositionText | None = None
    """Where the game begins, the seats in the order of play; None for empty sheets."""
    commitment: Commitment | None = None
    key: MoveId | None = None
    """A browser that sends one key again gets the same table again."""

    @model_validator(mode="after")
    def _somebody_is_here(self) -> "NewTable":
        if not any(isinstance(seat, PersonHere) for seat in self.seats):
            raise ValueError("somebody must sit here")
        if self.settings.first >= len(self.seats):
            raise ValueError("there is no such seat to start")
        if self.settings.pad and any(isinstance(seat, BotSeat) for seat in self.seats):
            raise ValueError("bots have no hands to roll real dice")
        return self


class Reveal(Received):
    words: Words
    commitment: Commitment | None = None
    """The commitment to other words, for a rematch."""


class Join(Received):
    code: Code
    name: Name
    birthday: Birthday | None = None
    commitment: Commitment | None = None
    seat: SeatNumber | None = None


class Rename(Received):
    name: Name


class Move(Received):
    """A move; `seq` is the last event its sender had seen, `move_id` deduplicates retries."""

    move_id: MoveId
    seq: int = Field(ge=0, lt=2**31)
    seat: SeatNumber
    action: MoveName
    keep: DieNumbers = Field(default_factory=list)
    dice: DieNumbers = Field(default_factory=list)
    sure: bool = False
    page: PageId | None = None
    """The id of a page's live connection, which is left out of updates that this answer has."""


class PadRoll(Received):
    """The faces after a roll, and the kept ones among them."""

    faces: FaceNames
    keep: FaceNames = Field(default_factory=list)


class PadDice(Received):
    """A turn by its dice."""

    by: Literal["dice"]
    rolls: list[PadRoll] = Field(min_length=1, max_length=ROLLS)
    """The last roll, or all rolls if `every` is true."""
    every: bool = False
    scored: FaceNames
    asked: bool = False
    """Whether the recipient has asked for the greatest of gifts."""
    asked_after: int = Field(default=0, ge=0, lt=ROLLS)
    """With `every` roll: how many of them the recipient had seen."""
    confirmed: Confirmed = Field(default_factory=list)


class PadPoints(Received):
    """A turn by its boxes, as they are written: the gift is doubled if the recipient has asked."""

    by: Literal["points"]
    points: Box
    bonus: Box
    gift: Box
    received: Box | None = None
    """Box 3 of the recipient; None is the same as the gift."""
    asked: bool = False
    confirmed: Confirmed = Field(default_factory=list)


class PadNothing(Received):
    """Clears a turn."""

    by: Literal["nothing"]


PadValue = TypeAliasType("PadValue", Annotated[PadDice | PadPoints | PadNothing, Field(discriminator="by")])


class NewEntry(Received):
    """A turn for the pad; `entry` deduplicates retries, `replaces` are the entries its sender saw in this turn."""

    entry: MoveId
    round: int = Field(ge=ROUNDS_ALLOWED[0], le=ROUNDS_ALLOWED[-1])
    seat: SeatNumber
    value: PadValue
    replaces: list[MoveId] = Field(default_factory=list, max_length=100)


class Considering(Received):
    """Whether the recipient has the confirmation dialog for asking open."""

    seat: SeatNumber
    considering: bool


class ChangedSettings(Received):
    """The settings of a table that can change during a game; only those that are not None do."""

    speed: Speed | None = None
    wait: int | None = Field(default=None, ge=0, le=LONGEST_WAIT)
    hints: Literal["ask", "tutor"] | None = None
    """Only where hints are on."""


class BotFor(Received):
    bot: BotName


class MoveHere(Received):
    code: Code
    commitment: Commitment | None = None


class Rematch(Received):
    commitment: Commitment | None = None


class Reaction(Received):
    seat: SeatNumber
    reaction: ReactionName


class DiceToComplete(Received):
    """The faces of a dice set entered so far."""

    dice: Annotated[list[Annotated[list[FaceText], Field(max_length=DICE)]], Field(min_length=DICE, max_length=DICE)]


class DiceSetToSave(Received):
    name: Name
    dice: Layout


class DiceSetToRemove(Received):
    name: Name


class EmptyRequest(Received):
    """An empty body."""


class CallPeople(Received):
    """A new name for the person behind these names; None undoes it."""

    names: list[Name] = Field(min_length=1, max_length=100)
    called: Name | None


class DeleteGames(Received):
    games: list[GameId] = Field(min_length=1, max_length=100)


class ImportGames(Received):
    """Each game is one of a backup, as JSON, or a record."""

    games: list[Annotated[str, Field(max_length=RECORD_LIMIT)]] = Field(max_length=1000)
    names: dict[NameKey, Name] = Field(default_factory=dict, max_length=1000)


class ReviewOf(Received):
    """Either a table of this server, or the text of a record."""

    table: GameId | None = None
    # A string with a constraint is also checked for lone surrogates.
    record: str | None = Field(default=None, max_length=RECORD_LIMIT)

    @model_validator(mode="after")
    def _one_of_both(self) -> "ReviewOf":
        if (self.table is None) == (self.record is None):
            raise ValueError("either table or record")
        return self
