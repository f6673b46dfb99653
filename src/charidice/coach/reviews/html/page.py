"""A review as one page for a browser, complete in itself: no script, and nothing that is loaded from elsewhere."""

from collections.abc import Iterator, Sequence
from importlib import resources

from markupsafe import Markup

from charidice.coach.reviews.html.charts import (
    Scale,
    account_bar,
    account_bars,
    account_scale,
    by_round,
    curve,
    luck_and_losses,
)
from charidice.coach.reviews.html.markup import join, tag
from charidice.coach.reviews.html.turns import link, rounds
from charidice.coach.reviews.model import Grade, Review
from charidice.coach.reviews.turns import ReviewedTurn, turns
from charidice.coach.reviews.words import SYMBOLS, ReviewWords
from charidice.messages import Catalog
from charidice.rules.sheet import results, winners


def page(review: Review, catalog: Catalog) -> str:
    """The text of an HTML file."""
    words = ReviewWords(review, catalog)
    head = tag(
        "head",
        tag("meta", charset="utf-8"),
        tag("meta", name="viewport", content="width=device-width, initial-scale=1"),
        tag("meta", name="color-scheme", content="light dark"),
        tag("title", words.title()),
        tag("style", Markup(resources.files(__package__).joinpath("page.css").read_text("utf-8"))),  # noqa: S704  (ours)
    )
    main = tag("main", *_sections(words, turns(review)))
    footer = tag("footer", tag("p", catalog.say("cli.unofficial")))
    header = tag("header", tag("h1", words.title()), _victory(words), _truths(words))
    return f"<!doctype html>\n{tag('html', head, tag('body', header, main, footer), lang=catalog.language)}\n"


def content(review: Review, catalog: Catalog) -> Markup:
    """The same without heading and style, to be put into another page that has them."""
    words = ReviewWords(review, catalog)
    sections = _sections(words, turns(review))
    return tag("div", _victory(words), *sections, _truths(words), class_="review", lang=catalog.language)


def _victory(words: ReviewWords) -> Markup:
    state, say = words.review.record.state, words.catalog.say
    if not state.is_over:
        return Markup()
    final = results(state.sheets)
    best = winners(final)
    names = words.catalog.join(words.player(seat) for seat in best)
    points = say("points", count=final[best[0]].total)
    return tag("p", say("play.winner", count=len(best), players=names, points=points), class_="victory")


def _truths(words: ReviewWords) -> Markup:
    return tag("ul", *(tag("li", truth) for truth in words.truths()), class_="truths")


def _sections(words: ReviewWords, played: Sequence[ReviewedTurn]) -> Iterator[Markup]:
    say = words.catalog.say
    chart = tag("figure", _legend(words), curve(words, played, link))
    yield _section(say(f"review.objective.{words.review.views[0].name}"), tag("div", chart, class_="paper"))
    yield _section(
        say("review.summary"), tag("div", *_players(words, played), class_=f"players seats-{len(words.review.players)}")
    )
    if played:
        yield _section(say("review.turns"), *rounds(words, played))


def _section(heading: str, *content: Markup) -> Markup:
    return tag("section", tag("h2", heading), *content)


def _legend(words: ReviewWords) -> Markup:
    entries = [
        tag("li", _sample(f"line seat-{seat}"), tag("bdi", name))
        for seat, name in enumerate(words.review.record.players)
    ]
    return tag("ul", *entries, class_="legend")


def _sample(kind: str) -> Markup:
    line = tag("line", x1="0", x2="28", y1="6", y2="6", class_=kind)
    return tag("svg", line, class_="sample", aria_hidden="true")


def _players(words: ReviewWords, played: Sequence[ReviewedTurn]) -> Iterator[Markup]:
    """A card for every player; all charts of a kind have the same scale."""
    seats = range(len(words.review.players))
    parts = [value for seat in seats for luck, loss in luck_and_losses(played, seat) for value in (luck, -loss)]
    bars = Scale.around([0.0, *parts])
    accounts = account_scale([player.accounts[0] for player in words.review.players])
    for seat in seats:
        yield tag(
            "article",
            _name(words, seat),
            _grades(words, seat),
            _account(words, seat, accounts),
            tag("h4", words.catalog.say("review.by-round")),
            tag("figure", _bar_legend(words), by_round(words, played, seat, bars)),
            _gifts(words, seat),
            class_="paper player",
        )


def _name(words: ReviewWords, seat: int) -> Markup:
    state = words.review.record.state
    sheet = state.sheets[seat]
    total = results(state.sheets)[seat].total if state.is_over else sheet.subtotal
    points = tag("span", words.catalog.say("points", count=total), class_="total")
    return tag("h3", _sample(f"line seat-{seat}"), tag("bdi", words.player(seat)), points)


def _grades(words: ReviewWords, seat: int) -> Markup:
    player = words.review.players[seat]
    accuracy = tag("div", tag("dt", _label(words.catalog.say("review.accuracy"))), tag("dd", words.accuracy(player)))
    counts = [
        tag(
            "div",
            tag("dt", _symbol(grade), _label(words.catalog.say(f"review.grades.{grade}"))),
            tag("dd", player.grades[grade]),
        )
        for grade in Grade
    ]
    return tag("dl", accuracy, *counts, class_="grades")


def _symbol(grade: Grade) -> Markup:
    return tag("span", SYMBOLS[grade], class_=f"symbol {grade}", aria_hidden="true")


def _account(words: ReviewWords, seat: int, scale: Scale) -> Markup:
    """From the start to the result, with a bar for each part, and the numbers by all objectives."""
    say, accounts = words.catalog.say, words.review.players[seat].accounts
    names = [words.start_name(), *(name for name, _ in words.parts(accounts[0])), words.result_name()]
    columns = []
    for number, account in enumerate(accounts):
        parts = (words.amount(part, number) for _, part in words.parts(account))
        columns.append([words.value(account.start, number), *parts, words.value(account.result, number)])
    heads = [tag("th", say(f"review.objective.{view.name}"), scope="col") for view in words.review.views]
    rows = []
    for row, (name, (start, end)) in enumerate(zip(names, account_bars(accounts[0]), strict=True)):
        whole = row in (0, len(names) - 1)
        kind = "whole" if whole else "more" if end >= start else "less"
        cells = [tag("td", column[row]) for column in columns]
        part = tag("div", tag("span", _label(name)), account_bar(start, end, scale, kind), class_="part-row")
        rows.append(tag("tr", tag("th", part, scope="row"), *cells, class_="whole" if whole else None))
    head = tag("thead", tag("tr", tag("td"), *heads))
    caption = tag("caption", say("review.by-account"))
    return tag("table", caption, head, tag("tbody", *rows), class_="account")


def _bar_legend(words: ReviewWords) -> Markup:
    entries = []
    for kind, key in (("luck", "review.luck"), ("loss", "review.losses")):
        sample = tag(
            "svg", tag("rect", width="12", height="12", class_=f"bar {kind}"), class_="swatch", aria_hidden="true"
        )
        entries.append(tag("li", sample, _label(words.catalog.say(key))))
    return tag("ul", *entries, class_="legend")


def _gifts(words: ReviewWords, seat: int) -> Markup:
    say, player = words.catalog.say, words.review.players[seat]
    facts = [
        (say("review.without-luck"), words.without_luck(player)),
        (say("review.received"), words.gifts(player.received)),
        (say("review.given"), words.gifts(player.given)),
        (say("review.greatest-gift"), words.greatest_gift(seat)),
    ]
    return tag("dl", *(join(tag("dt", _label(name)), tag("dd", fact)) for name, fact in facts), class_="facts")


def _label(text: str) -> str:
    """Words that stand by themselves begin with a capital letter."""
    return text[:1].upper() + text[1:]
