"""A review as one self-contained HTML page: no script, and nothing loaded from elsewhere."""

from collections.abc import Iterator
from html import escape
from importlib import resources

from markupsafe import Markup

from charidice.coach.reviews.model import Review
from charidice.messages import Catalog, catalog
from charidice.show.charts import Chart
from charidice.show.html.charts import account_bar, chart_svg
from charidice.show.html.markup import join, tag
from charidice.show.html.turns import link, round_rows
from charidice.show.reviews.charts import AccountChart
from charidice.show.reviews.page import Fact, KeyMoment, PlayerCard, ReviewPage, review_page
from charidice.show.words import capital

# The style sheets of the game in the browser, which draws the same page.
SHARED_STYLES = ("tokens.css", "dice.css", "report.css")


def page(review: Review, catalog: Catalog) -> str:
    """The text of an HTML file."""
    shown = review_page(review, catalog)
    head = tag(
        "head",
        tag("meta", charset="utf-8"),
        tag("meta", name="viewport", content="width=device-width, initial-scale=1"),
        tag("meta", name="color-scheme", content="light dark"),
        tag("title", shown.title),
        tag("style", Markup(_style())),  # noqa: S704  (ours)
    )
    victory = tag("p", shown.victory, class_="victory") if shown.victory else ""
    truths = tag("ul", *(tag("li", truth) for truth in shown.truths), class_="truths")
    header = tag("header", tag("h1", shown.title), victory, truths)
    main = tag("main", *_sections(shown, catalog), class_=f"report seats-{len(shown.players)}")
    footer = tag("footer", tag("p", catalog.say("cli.unofficial")))
    return f"<!doctype html>\n{tag('html', head, tag('body', header, main, footer), lang=catalog.language)}\n"


def framed(review: Review) -> str:
    """The page in a frame, for a notebook: it has styles of its own."""
    told = escape(page(review, catalog("en")))
    return f'<iframe srcdoc="{told}" style="width: 100%; height: 40em; border: 0"></iframe>'


def _style() -> str:
    shared = resources.files("charidice").joinpath("web", "static", "css")
    files = [*map(shared.joinpath, SHARED_STYLES), resources.files(__package__).joinpath("page.css")]
    return "\n".join(file.read_text("utf-8") for file in files)


def _sections(shown: ReviewPage, catalog: Catalog) -> Iterator[Markup]:
    say = catalog.say
    names = (tag("li", _sample(seat), tag("bdi", player.name)) for seat, player in enumerate(shown.players))
    chart = tag("figure", tag("ul", *names, class_="legend"), chart_svg(shown.curve, "curve", "group", link))
    yield _section(shown.curve.title, tag("div", chart, class_="paper"))
    if shown.moments:
        moments = tag("ol", *map(_moment, shown.moments), class_="key-moments")
        yield _section(say("review.moments"), moments)
    cards = (_player(seat, player, catalog) for seat, player in enumerate(shown.players))
    yield _section(say("review.summary"), tag("div", *cards, class_="players"))
    if shown.rounds:
        yield _section(say("review.turns"), *round_rows(shown.rounds, catalog))


def _section(heading: str, *content: Markup) -> Markup:
    return tag("section", tag("h2", heading), *content)


def _moment(moment: KeyMoment) -> Markup:
    better = tag("span", moment.better.words, class_="moment-better") if moment.better else ""
    name = tag("a", moment.name, href=link(moment.turn))
    title = tag("b", moment.title, class_=f"moment-title {moment.grade or moment.kind}")
    return tag(
        "li",
        tag("span", name, class_="moment-name"),
        title,
        tag("span", moment.move.words),
        better,
        tag("span", moment.change, class_="moment-change"),
        class_="paper key-moment",
    )


def _sample(seat: int) -> Markup:
    line = tag("line", x1="0", x2="28", y1="6", y2="6", class_=f"seat-line seat-{seat}")
    return tag("svg", line, class_="sample", aria_hidden="true")


def _player(seat: int, player: PlayerCard, catalog: Catalog) -> Markup:
    return tag(
        "article",
        tag("h3", _sample(seat), tag("bdi", player.name), tag("span", player.points, class_="total")),
        tag("dl", *(tag("div", _fact(fact)) for fact in player.figures), class_="figures"),
        _account(player.account, catalog) if player.account else "",
        _by_round(player.by_round, catalog) if player.by_round else "",
        tag("dl", *map(_fact, player.facts), class_="facts"),
        class_="paper player",
    )


def _by_round(chart: Chart, catalog: Catalog) -> Markup:
    figure = tag("figure", _bar_legend(catalog), chart_svg(chart, "rounds", "img"))
    return join(tag("h4", catalog.say("review.by-round")), figure)


def _fact(fact: Fact) -> Markup:
    sign = tag("span", fact.symbol, class_=f"sign {fact.grade}", aria_hidden="true") if fact.grade else ""
    return join(tag("dt", sign, fact.name), tag("dd", fact.value))


def _account(account: AccountChart, catalog: Catalog) -> Markup:
    """A bar for each part, and the numbers by all objectives."""
    heads = (tag("th", objective, scope="col") for objective in account.objectives)
    rows = []
    for row in account.rows:
        part = tag("div", tag("span", row.name), account_bar(account.zero, row.bar), class_="part-row")
        cells = (tag("td", value) for value in row.values)
        rows.append(tag("tr", tag("th", part, scope="row"), *cells, class_=row.bar.kind))
    caption = tag("caption", catalog.say("review.by-account"))
    return tag("table", caption, tag("thead", tag("tr", tag("td"), *heads)), tag("tbody", *rows), class_="account")


def _bar_legend(catalog: Catalog) -> Markup:
    entries = []
    for kind, key in (("luck", "review.luck"), ("loss", "review.losses")):
        bar = tag("rect", width="12", height="12", class_=f"bar {kind}")
        swatch = tag("svg", bar, class_="swatch", aria_hidden="true")
        entries.append(tag("li", swatch, capital(catalog.say(key))))
    return tag("ul", *entries, class_="legend")
