"""A review as text, as JSON and as a page."""

import json
import re
from dataclasses import replace
from functools import cache
from html.parser import HTMLParser
from itertools import pairwise

import pytest

from charidice import GameRecord, Ruleset
from charidice.coach import Grade, Review, dump_review, review
from charidice.coach.reviews.model import LEAST_LOSS, AskingChance
from charidice.coach.reviews.swings import swings
from charidice.coach.reviews.turns import turns
from charidice.messages import LANGUAGES, catalog
from charidice.rules.state import Setup
from charidice.show.html.page import page
from charidice.show.reviews.page import review_page
from charidice.show.reviews.report import report
from charidice.show.reviews.words import ReviewWords
from charidice.strategy.objectives.contest import objective_for

from ..coach.games import game
from ..coach.toys import Hopes

LEAD = objective_for("lead", Setup(2))
NASTY = '<img src=x onerror="alert(1)">&amp;\'"'
MINUS = "\N{MINUS SIGN}"
every_language = pytest.mark.parametrize("language", LANGUAGES)


@cache
def sample() -> Review:
    """A game of two, seen with a chance of victory and with the lead."""
    return review(game(1), [Hopes(2), LEAD])


@cache
def others() -> dict[str, Review]:
    three = game(6, ("fox", "magpie", "squirrel"), ruleset=Ruleset(3))
    late = game(4, ("magpie", "magpie", "fox", "fox"), whims=0.5, ruleset=Ruleset(2, late_asking=True))
    running = replace(game(1), events=game(1).events[:9])
    return {
        "three": review(three, [Hopes(3)]),
        "late asking": review(late, [Hopes(4)]),
        "running": review(running, [LEAD]),
        "not begun": review(GameRecord(("Anna", "Ben")), [LEAD]),
    }


def all_reviews() -> list[Review]:
    return [sample(), *others().values()]


def text(found: Review, language: str = "en") -> str:
    return "\n".join(report(found, catalog(language)))


# --- text


def with_chances(*chances: AskingChance) -> str:
    """What is told of the greatest of gifts of a player who had these chances."""
    first, second = sample().players
    gift = first.greatest_gift._replace(chances=chances, brought=8 if any(c.asked for c in chances) else None)
    players = (first._replace(greatest_gift=gift), second)
    return ReviewWords(replace(sample(), players=players), catalog("en")).greatest_gift(0)


@pytest.mark.parametrize(
    ("chances", "end"),
    [
        ([AskingChance(1, 1, True, (0.02, 1.0))], "There was no better moment."),
        ([AskingChance(1, 1, True, (-0.02, -1.0))], "Waiting would have been better."),
        (
            [AskingChance(1, 1, False, (-0.01, -1.0)), AskingChance(2, 1, True, (-0.02, -1.0))],
            "Waiting would have been better.",
        ),
        (
            [AskingChance(1, 1, False, (0.03, 2.0)), AskingChance(2, 1, True, (0.02, 1.0))],
            "in round 1 after roll 1 (+3.0 of 100 games, +2.0 points).",
        ),
        ([AskingChance(1, 1, False, (-0.01, -1.0))], "Asking was never better than waiting."),
    ],
)
def test_the_moment_of_asking_is_judged_without_contradiction(chances: list[AskingChance], end: str) -> None:
    assert with_chances(*chances).endswith(end)


def test_a_good_move_has_at_most_an_even_better_one() -> None:
    lines = text(sample()).splitlines()
    remarks = [(before, line) for before, line in pairwise(lines) if "better: " in line]
    assert {" good " in before for before, _ in remarks} == {True, False}
    assert all((" good " in before) == ("even better: " in line) for before, line in remarks)


@every_language
def test_the_report_is_complete_in_every_language(language: str) -> None:
    for found in all_reviews():
        told = text(found, language)
        assert "{" not in told
        assert all(name in told for name in found.record.players)
    told = text(sample(), language)
    say = catalog(language).say
    for key in ("review.accuracy", "review.received", "review.without-luck", "review.grade.blunder"):
        assert say(key) in told
    if language != "en":
        assert not re.search(r"\b(luck|better|mistake|round)\b", told, re.IGNORECASE)
        assert not re.search(r"\d\.\d", told)


@pytest.mark.parametrize(("luck", "key"), [(0.7, "less-than"), (-0.7, "more-than"), (0.0, None)])
def test_a_result_without_luck_that_is_no_chance_is_told_so(luck: float, key: str | None, language: str) -> None:
    texts, found = catalog(language), sample()
    first = found.players[0]
    account = first.accounts[0]._replace(start=0.5, result=0.5, own_luck=luck, others_luck=0.0)
    told = ReviewWords(found, texts).without_luck(first._replace(accounts=(account,)))
    limits = {"less-than": texts.percent(0), "more-than": texts.percent(1)}
    assert told == (texts.say(f"review.{key}", value=limits[key]) if key else texts.percent(0.5, 1))


def test_the_report_tells_every_turn_and_every_roll() -> None:
    told = text(sample())
    played = turns(sample())
    assert len(played) == 14
    for turn in played:
        assert f"Round {turn.start.round}: {sample().record.players[turn.start.active]}" in told
        for roll in turn.rolls:
            assert " ".join(map(str, roll.state.faces)) in told


def test_a_wrong_decision_is_told_with_what_it_lost_and_what_was_better() -> None:
    lines = text(sample()).splitlines()
    wrong = [number for number, line in enumerate(lines) if re.search(r"\?\? blunder .?\d", line)]
    blunders = sum(player.grades[Grade.BLUNDER] for player in sample().players)
    assert len(wrong) == blunders > 0
    for number in wrong:
        assert re.search(rf"blunder {MINUS}\d+\.\d of 100 games, [{MINUS}+]?\d+\.\d points$", lines[number])
        assert lines[number + 1].strip().startswith("better: ")


def test_the_sums_are_told_in_one_line_for_every_player() -> None:
    told = text(sample())
    for line in told.splitlines():
        if line.endswith("%") and "own losses" in line and " = " in line:
            sums, result = line.split(": ")[1].split(" = ")
            numbers = [float(part.replace(MINUS, "-")) for part in re.findall(rf"[{MINUS}+]?\d+\.\d", sums)]
            assert sum(numbers) == pytest.approx(float(result.removesuffix("%")), abs=0.3)
            return
    pytest.fail("no line of sums")


def test_the_moments_are_the_greatest_changes_and_the_costliest_decision() -> None:
    found = swings(turns(sample()))
    assert len({each.turn for each in found}) == len(found) == 3
    assert [each.events for each in found] == sorted(each.events for each in found)
    losses = [decision.loss for moment in sample().moments for decision in moment.decisions]
    assert max(losses) in [-each.change for each in found if each.decision]
    luck = max(abs(moment.luck[0][moment.seat]) for moment in sample().moments if moment.luck)
    assert max(abs(each.change) for each in found) >= luck
    assert not swings(turns(others()["not begun"]))


# --- JSON


def test_the_json_form_has_the_documented_keys() -> None:
    data = json.loads(dump_review(sample()))
    assert list(data) == ["format", "version", "seed", "players", "finished", "objectives", "summary", "events"]
    assert (data["format"], data["version"], data["finished"]) == ("charidice-review", 1, True)
    assert [list(objective) for objective in data["objectives"]] == [["name", "truth", "start", "error"]] * 2
    player = data["summary"][0]
    assert list(player) == ["decisions", "grades", "accuracy", "accounts", "received", "given", "greatest_gift"]
    assert list(player["accounts"]) == ["victory", "lead"]
    parts = ["start", "result", "own_luck", "others_luck", "own_losses", "others_losses", "unseen"]
    parts += ["luck", "without_luck"]
    assert list(player["accounts"]["lead"]) == parts
    assert list(player["greatest_gift"]) == ["used", "brought", "unseen", "best", "chances"]
    rolled = next(event for event in data["events"] if event.get("decisions") and event["event"] == "rolled")
    keys = ["seat", "event", "keep", "faces", "round", "roll", "decisions", "luck", "values"]
    assert list(rolled) == keys
    judgement = rolled["decisions"][-1]["judgements"]["lead"]
    assert list(judgement) == ["value", "best", "best_value", "loss", "changes"]


def test_the_json_form_adds_up_by_itself() -> None:
    data = json.loads(dump_review(sample()))
    for seat, player in enumerate(data["summary"]):
        for name, account in player["accounts"].items():
            own, others_ = 0.0, 0.0
            for event in data["events"]:
                if "luck" in event:
                    own += event["luck"][name][seat]
                for decision in event.get("decisions", ()):
                    others_ += decision["judgements"][name]["changes"][seat]
            assert account["result"] - account["start"] == pytest.approx(own + others_, abs=1e-3)
            assert data["events"][-1]["values"][name][seat] == account["result"]


def test_the_json_form_names_moves_by_their_dice() -> None:
    data = json.loads(dump_review(sample()))
    moves = [decision for event in data["events"] for decision in event.get("decisions", ())]
    assert {move["action"] for move in moves} >= {"roll", "score", "decline", "ask"}
    for move in moves:
        dice = move.get("keep", move.get("dice"))
        if dice is not None:
            assert len(dice) == len(move["faces"])


def test_the_json_form_works_for_every_game() -> None:
    for found in others().values():
        data = json.loads(dump_review(found))
        assert data["finished"] == found.record.state.is_over
        assert len(data["events"]) == len(found.record.events)
    assert "NaN" not in dump_review(sample())


# --- page

VOID = {"meta"}


class Reader(HTMLParser):
    """Checks that every element is closed, and collects what a page holds."""

    def __init__(self, source: str) -> None:
        super().__init__(convert_charrefs=True)
        self.open: list[str] = []
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.texts: list[str] = []
        self.feed(source)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if "style" not in self.open:
            self.texts.append(data)

    def named(self, name: str) -> list[dict[str, str | None]]:
        return [attributes for tag, attributes in self.tags if tag == name]


@every_language
def test_the_page_is_whole_in_every_language(language: str) -> None:
    for found in all_reviews():
        read = Reader(page(found, catalog(language)))
        assert not read.open
        assert read.named("html") == [{"lang": language}]
        assert "{" not in " ".join(read.texts)
        assert [tag for tag, _ in read.tags].count("h1") == 1


def test_the_page_needs_nothing_from_elsewhere() -> None:
    source = page(sample(), catalog("en"))
    assert not re.search(r"https?:|//|@import|url\(|<script|<link|<img|<iframe|javascript:", source)
    read = Reader(source)
    names = {name for _, attributes in read.tags for name in attributes}
    assert not any(name.startswith("on") for name in names)
    assert not names & {"src", "style", "srcset", "action"}
    ids = {attributes.get("id") for _, attributes in read.tags}
    for anchor in read.named("a"):
        assert anchor["href"].removeprefix("#") in ids  # type: ignore[union-attr]


def test_a_name_cannot_break_the_page() -> None:
    found = sample()
    record = replace(found.record, players=(NASTY, "Ben"))
    source = page(replace(found, record=record), catalog("en"))
    assert "<img" not in source
    read = Reader(source)
    assert not read.named("img")
    assert any(NASTY in text for text in read.texts)
    assert NASTY in "".join(report(replace(found, record=record), catalog("en")))


def test_every_chart_says_what_it_shows() -> None:
    source = page(sample(), catalog("en"))
    charts = re.findall('<svg class="(?:curve|rounds)"', source)
    assert len(charts) == 3
    assert source.count("<desc>") == 3
    read = Reader(source)
    hidden_or_named = [svg for svg in read.named("svg") if svg.get("aria-hidden") or svg.get("role")]
    assert len(hidden_or_named) == len(read.named("svg")) - 1  # the lines of the curve lie within its own drawing
    assert len(read.named("polyline")) == 2
    assert all(cell.get("scope") for cell in read.named("th"))


def test_the_grade_of_a_decision_is_told_by_a_sign_and_a_word() -> None:
    source = page(sample(), catalog("en"))
    for sign, word in (("✓", "good"), ("?!", "inaccuracy"), ("?", "mistake"), ("??", "blunder")):
        assert f'<span aria-hidden="true">{sign}</span> {word}</span>' in source


def test_the_curves_have_a_point_for_every_event() -> None:
    found = sample()
    for line in Reader(page(found, catalog("en"))).named("polyline"):
        points = [tuple(map(float, point.split(","))) for point in str(line["points"]).split()]
        assert len(points) == len(found.record.events) + 1
        assert points == sorted(points, key=lambda point: point[0])
        assert points[-1][0] == 100
        assert all(0 <= x <= 100 and 0 <= y <= 100 for x, y in points)


def test_the_best_and_the_worst_move_of_each_player() -> None:
    reviewed = review(game(2, ("sparrow", "owl"), whims=0, ruleset=Ruleset(3)))
    weak, strong = review_page(reviewed, catalog("en")).players
    losses = {
        (events, decision.state.round): decision.loss
        for events, moment in enumerate(reviewed.moments, 1)
        for decision in moment.decisions
        if decision.seat == 0
    }
    assert weak.worst_move
    assert losses[weak.worst_move.events, weak.worst_move.round] == max(losses.values())
    assert len(weak.worst_move.faces) == 6
    # An owl makes no mistake, and any other move than its best one would have lost something.
    assert strong.worst_move is None
    assert strong.best_move
    [chosen] = [each for each in reviewed.moments[strong.best_move.events - 1].decisions if each.seat == 1]
    assert chosen.judgements[0].value - chosen.judgements[0].rival >= LEAST_LOSS["victory"][Grade.INACCURACY]
    assert strong.best_move.move.words


def test_a_highlight_says_whether_it_is_about_the_greatest_of_gifts() -> None:
    cards = [
        card for seed in range(4) for card in review_page(review(game(seed, ruleset=Ruleset(2))), catalog("en")).players
    ]
    found = [move for card in cards for move in (card.best_move, card.worst_move) if move]
    assert {move.asking for move in found} == {True, False}
    assert all(move.asking == ("the greatest of gifts" in move.move.words) for move in found)
