"""Five languages, all complete."""

import ast
import errno
import re
import socket
import unicodedata
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from string import Formatter

import pytest
from babel import Locale
from babel.numbers import format_percent

import charidice
from charidice.cli import main
from charidice.messages import LANGUAGES, catalog, language_of, os_error_name, plural_category, rules_clauses
from charidice.rules import Colour, Face, Refused, new_game, verify
from charidice.rules.moves import Roll

PACKAGE = Path(charidice.__file__).parent
DOCS = PACKAGE.parents[1] / "docs"
ENGLISH = catalog("en")

every_language = pytest.mark.parametrize("language", LANGUAGES)


def forms(text: object) -> list[str]:
    return [text] if isinstance(text, str) else list(text.values())  # type: ignore[attr-defined]


def placeholders(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name}


@every_language
def test_all_catalogs_have_the_same_keys_in_the_same_order(language: str) -> None:
    assert list(catalog(language).texts) == list(ENGLISH.texts)


@every_language
def test_all_texts_have_the_same_placeholders(language: str) -> None:
    for key, english in ENGLISH.texts.items():
        wanted = placeholders(forms(english)[-1])
        for text in forms(catalog(language).texts[key]):
            assert placeholders(text) == wanted, key


@every_language
def test_every_text_can_be_said(language: str) -> None:
    for key, text in catalog(language).texts.items():
        values = dict.fromkeys(placeholders(forms(text)[-1]), "7")
        for count in (0, 1, 2, 5, 10**6):
            assert catalog(language).say(key, **(values | {"count": count})), key


@every_language
def test_plurals_have_all_the_forms_of_cldr(language: str) -> None:
    needed = set(Locale(language).plural_form.tags) | {"other"}
    for key, text in catalog(language).texts.items():
        assert isinstance(text, str) == isinstance(ENGLISH.texts[key], str), key
        if not isinstance(text, str):
            assert set(text) == needed, key


@every_language
def test_plural_categories_are_those_of_cldr(language: str) -> None:
    rule = Locale(language).plural_form
    for count in [*range(1200), 10**6, 10**6 + 1, 2 * 10**6, 15 * 10**5]:
        assert plural_category(language, count) == rule(count), count


@every_language
def test_no_text_is_empty_or_left_in_english(language: str) -> None:
    texts = catalog(language).texts
    assert all(text.strip() for value in texts.values() for text in forms(value))
    if language != "en":
        same = [key for key, text in texts.items() if forms(text) == forms(ENGLISH.texts[key])]
        # What is the same in two languages is short: a name, a sign, a word they share.
        assert all(len(forms(texts[key])[0]) <= 24 for key in same), same


# One word for one thing: synonyms that docs/languages.md rules out, as whole words in any case.
RULED_OUT = {
    "de": "gehalten|Gastgeber|Partien?|Hinweis(e|en)?|größtes? aller Geschenke|abgeräumt|lauschen|"
    "Spieler(n|s|in|innen)?|sonst|erbeten|Stellung(en)?|Zustände?|Punkteblock",
    "en": "held|looks? back|taken? back|lies? there|lay there|once a game|otherwise|"
    "(do|does|did|is|are|was|has|will) not|cannot|anew|brings?|bringing|recordings?|states|"
    "the most points win|all who tie|percentage points of victory",
    "es": "fijos?|liberar?|puestos?|repasar?|vuestr[ao]s?|jugáis|vale(n)? doble|lanzamientos?|doblado|si no, |"
    "jugador(a|es|as)?|"
    "velada|dados reales|valoraci(ón|ones)|juegos de dados|sin red|necesitas? la red|hace falta la red|órdenes",
    "it": "lanci[oa]?|lanciare|lanciati|tenut[oi]|ferm[oi]|leal[ei]|sparecchiato|val(e|gono) doppio|divers[oi]|"
    "giocator[ei]|"
    "altrimenti|Bravo|blocc(o|hi)|serata|valutazion[ei]|dadi equi|niente rete|(?<!che )(?<!altra )(?<!qualunque )cosa",
    "pl": r"podarun\w+|podarowa\w+|wskazówk\w+|spójrz wstecz|weź punkty|oddajesz|trzymasz|uwolnij|planista|"
    r"sprzątnięty|gracz\w*|kartk\w+|gospodarz\w*|parti[aięo]\w*|niedokończ\w+|sąsi\w+|zapisz punkty|(ten )?notes|"
    r"stron\w+ startow\w+|ma najbliższe urodziny",
}
# Where people play, a record is a saved game, and Spanish and Italian use its other word for signing up.
NOT_WHERE_PEOPLE_PLAY = {
    "de": "Aufzeichnung(en)?",
    "en": "records?",
    "es": "registros?",
    "it": "registrazion[ei]",
    "pl": "zapis(u|ów|y|ie)?( gry)?",
}
SIGNING_UP = "page.invitation"
# Where children read, the everyday word for donating stands beside the rulebook's.
EVERYDAY = {
    "en": "giv(e|es|en) [a-z0-9 ]*away|gave",
    "es": "regala[rsn]?|regalad[ao]s?",
    "it": "regala(re)?|regali",
    "pl": "da(jesz|ć|ła|wać|wani[aeu])|daje ci",
}
FOR_CHILDREN = ("web.table.", "web.tutorial.")
QUOTES = {"de": "„“", "en": "“”", "es": "«»", "it": "“”", "pl": "„”"}


def printed(language: str) -> Iterator[tuple[str, str]]:
    """Every text that is read, without the words that are typed."""
    for key, text in catalog(language).texts.items():
        if not key.startswith(("command.", "answer.")):
            yield from ((key, form) for form in forms(text))


@every_language
def test_one_thing_has_one_word(language: str) -> None:
    ruled_out = re.compile(rf"\b({RULED_OUT[language]})\b", re.IGNORECASE)
    assert [(key, found[0]) for key, text in printed(language) if (found := ruled_out.search(text))] == []


@pytest.mark.parametrize("language", EVERYDAY)
def test_everyday_words_for_donating_are_for_children(language: str) -> None:
    everyday = re.compile(rf"\b({EVERYDAY[language]})\b", re.IGNORECASE)
    found = {key for key, text in printed(language) if everyday.search(text)} - {"refused.position-impossible-turn"}
    assert {"web.tutorial.choose.done", "web.tutorial.doubled"} <= found
    assert not [key for key in found if not key.startswith(FOR_CHILDREN)]


@every_language
def test_where_people_play_a_record_is_a_saved_game(language: str) -> None:
    word = re.compile(rf"\b({NOT_WHERE_PEOPLE_PLAY[language]})\b", re.IGNORECASE)
    web = [(key, text) for key, text in printed(language) if key.startswith("web.") and key != SIGNING_UP]
    assert [key for key, text in web if word.search(text)] == []


@every_language
def test_a_page_has_one_name(language: str) -> None:
    texts = catalog(language).texts
    review = (
        "web.bar.to.review",
        "web.start.review",
        "web.table.look-back",
        "web.history.review",
        "web.review.heading",
    )
    assert len({texts[key] for key in review}) == 1
    assert len({texts[key] for key in ("web.bar.to.paper", "web.start.paper", "web.paper.title")}) == 1
    assert texts["web.bar.to.history"] == texts["web.history.title"]
    assert str(texts["web.start.history"]).startswith(str(texts["web.history.title"]))


@pytest.mark.parametrize(
    ("language", "rating"),
    [("de", "stärke"), ("en", "rating"), ("es", "nivel"), ("it", "livello"), ("pl", "ocena")],
)
def test_the_rating_has_a_word_of_its_own(language: str, rating: str) -> None:
    texts = {key: text.lower() for key, text in printed(language)}
    heads = ("study.rating.rating", "history.head.rating", "history.chart.rating", "web.history.rating")
    assert all(rating in texts[key] for key in (*heads, "web.history.head.rating", "web.history.rating.how.prior"))
    assert not [key for key, text in texts.items() if rating in text and key.startswith("bot.")]


def test_the_words_of_the_glossary_are_those_of_the_texts() -> None:
    glossary = (DOCS / "languages.md").read_text("utf-8").split("\n\n")
    rows = next(part for part in glossary if part.startswith("| | de | en |")).splitlines()
    assert len(rows) > 20
    said = {language: " ".join(text.lower() for _, text in printed(language)) for language in LANGUAGES}
    for row in rows[2:]:
        name, *cells = row.strip("| ").split(" | ")
        if "mark" in name or name == "ellipsis":
            continue
        for language, cell in zip(LANGUAGES, cells, strict=True):
            for word in re.split("[,;]", re.sub(r"\(.*?\)", "", cell)):
                assert word.strip().lower() in said[language], (language, name, word)


# Refusals that are whole in one sentence: it says what is allowed, or what has to come first. An illegal action also
# gets the list of what is allowed now; where nothing can be done, nothing is advised.
IN_ONE_SENTENCE = {
    *("already-asked", "already-declined", "bot-ended", "bot-name-not-allowed", "box-out-of-range"),
    *("cluster-of-another-version", "commitments-not-one-a-seat", "entropy-after-first-roll", "entropy-not-allowed"),
    *("entropy-not-one-a-seat", "field-missing", "field-too-long", "field-wrong-type", "file-not-found"),
    *("first-roll-keeps-none", "game-over", "gift-spent", "host-stays", "method-not-allowed"),
    *("name-not-allowed", "no-such-page", "not-64-hex-digits", "not-dice-indices", "not-indices", "not-one-line"),
    *("not-one-of", "not-over", "not-six-numbers", "not-the-decision", "not-the-host", "not-the-recipient"),
    *("not-yes-or-no", "not-your-turn", "nothing-to-decide", "nothing-to-decline", "nothing-to-give-back"),
    *("nothing-to-pass", "players-not-names", "players-out-of-range", "position-gift-never-asked"),
    *("position-seat-unreadable", "position-turn-impossible", "position-turn-unreadable", "position-turns-uneven"),
    *("roll-at-least-one", "roll-first", "rolls-out-of-range", "round-robin-size", "rounds-out-of-range"),
    *("score-at-least-one", "seed-does-not-match-commitment", "seed-not-known", "target-not-whole"),
    *("two-players-only", "undo-game-over", "undo-gift-asked", "undo-nothing", "undo-of-another", "undo-roll"),
    *("unknown-step", "unreadable-move", "waiting-for-answer", "words-do-not-match-commitment"),
    *("written-by-hand-with-fair-dice", "wrong-ending", "wrong-seat", "wrong-turn"),
}


@every_language
def test_a_refusal_says_what_is_allowed_or_what_to_do(language: str) -> None:
    texts = {key: forms(text) for key, text in catalog(language).texts.items() if key.startswith("refused.")}
    short = {key for key, said in texts.items() if not all(re.search(r"[.:;?] \S", text) for text in said)}
    assert sorted(key for key in short if key.removeprefix("refused.") not in IN_ONE_SENTENCE) == []


def test_the_box_of_the_greatest_of_gifts_is_written_as_on_the_spanish_sheet() -> None:
    """2x is left only where notation is typed."""
    typed = {"refused.unknown-step", "refused.position-seat-unreadable"}
    assert {key for key, text in printed("es") if re.search(r"\b2x\b", text)} == typed


def test_no_italian_article_stands_before_a_number_that_could_elide_it() -> None:
    """Not "il 8", "del 11%", "il 1 giallo", "alle 1:05": those are l'8, dell'11%, l'1, all'1:05."""
    article = re.compile(r"\b(il|lo|la|i|gli|le|(de|a|da|ne|su)(l|ll[aeo]|i|gli)|una?|uno) \{(\w+)\}")
    found = {(key, match[4]) for key, text in printed("it") if (match := article.search(text))}
    # "Un 4 blu" is right for every number; a gift doubles a 5 or a 6, and a chance is cut at 0% and 100%.
    right = {"web.table.gives-doubled", "review.less-than", "review.more-than"}
    assert {key for key, name in found if name not in ("face", "expected")} <= right
    assert not [text for key, text in printed("it") if re.search(r"\bil \{(face|expected)\}", text)]


def test_no_italian_name_stands_after_a() -> None:
    """Not "a Anna": that is "ad Anna"."""
    assert [key for key, text in printed("it") if re.search(r"\b[aA] \{(name|players?|other|giver|host)\}", text)] == []


@pytest.mark.parametrize("language", ["de", "pl"])
def test_dice_in_words_stand_after_a_colon(language: str) -> None:
    """Without an article, "Behalte blaue 1" is no German; moves in a list and lines of the terminal may be short."""
    short = ("move.", "review.move.", "options.title")
    spoken = [(key, text) for key, text in printed(language) if "{faces}" in text and not key.startswith(short)]
    assert len(spoken) > 10
    assert [key for key, text in spoken if ": {faces}" not in text] == []


@every_language
def test_texts_are_set_as_print_is(language: str) -> None:
    """The quotation marks of the language, no straight ones, and its way with an ellipsis at the end."""
    foreign = set("„“”«»\"'") - set(QUOTES[language])
    for key, text in printed(language):
        assert not foreign & set(text), key
        assert "..." not in text, key
        assert "  " not in text, key
        assert "—" not in text, key
        if text.endswith("…"):
            assert (" …" in text) == (language == "de") or text.endswith("=…"), key


@every_language
def test_percents_are_written_as_cldr_says(language: str) -> None:
    for percents in (0, 7, 54, 100):
        assert catalog(language).percent(percents / 100) == format_percent(percents / 100, locale=language)
    assert not any(re.search(r"[0-9}] %", text) for _, text in printed(language))


@pytest.mark.parametrize(
    ("language", "said"),
    [("de", "die blaue 4"), ("en", "the blue 4"), ("es", "el 4 azul"), ("it", "un 4 blu"), ("pl", "niebieska 4")],
)
def test_a_face_is_said_as_people_say_it(language: str, said: str) -> None:
    texts = catalog(language)
    face = texts.face(Face(Colour.BLUE, 4))
    assert said.endswith(face)
    assert said in texts.say("web.tutorial.dice.wrong", face=face, letter="B")


@every_language
def test_what_the_system_says_is_put_into_words(language: str) -> None:
    assert os_error_name(OSError(errno.ENOSPC, "No space left on device")) == "disk-full"
    assert os_error_name(socket.gaierror(-2, "Name or service not known")) == "no-such-address"
    assert os_error_name(OSError(errno.EIO, "Input/output error")) == "other"
    refused = Refused(
        "file-unreadable", path="game.json", detail=os_error_name(OSError(errno.EIO, "Input/output error"))
    )
    assert catalog(language).say("trouble.other") in catalog(language).refusal(refused)


@every_language
def test_the_help_names_values_in_the_language(language: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["solve", "--help", "--lang", language])
    told = capsys.readouterr().out
    assert all(catalog(language).say(f"cli.metavar.{name}") in told for name in ("value-table", "folder", "lang"))


@cache
def trees() -> list[ast.Module]:
    return [ast.parse(path.read_text("utf-8")) for path in PACKAGE.rglob("*.py")]


def refusals() -> Iterator[tuple[str, set[str]]]:
    """Every refusal in the source: its code and the names of its values."""
    for tree in trees():
        for node in ast.walk(tree):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.args:
                kind = node.func.id
                code = node.args[0]
                if kind in refused_by() and isinstance(code, ast.Constant) and isinstance(code.value, str):
                    yield code.value, {keyword.arg for keyword in node.keywords if keyword.arg}
            elif isinstance(node, ast.Tuple) and len(node.elts) == 2 and isinstance(node.elts[1], ast.Dict):
                code = node.elts[0]
                if isinstance(code, ast.Constant) and isinstance(code.value, str):
                    names = [key.value for key in node.elts[1].keys if isinstance(key, ast.Constant)]
                    yield code.value, {str(name) for name in names}


def refusals_of_the_browser() -> set[str]:
    """The codes that the browser's own modules refuse with."""
    modules = (PACKAGE / "web" / "static" / "js").rglob("*.js")
    return {code for path in modules for code in re.findall(r'new Refused\("([a-z-]+)"', path.read_text("utf-8"))}


def classes() -> Iterator[tuple[str, set[str]]]:
    """Every class in the source, with the names of those it builds on."""
    for tree in trees():
        for node in ast.walk(tree):
            if isinstance(node, ast.ClassDef):
                yield node.name, {base.id for base in node.bases if isinstance(base, ast.Name)}


@cache
def refused_by() -> set[str]:
    """The names of all classes of refusals."""
    return {"Refused"} | {name for name, bases in classes() if "Refused" in bases}


SAMPLES: dict[str, object] = {
    "active": 0,
    "allowed": ("roll", "score"),
    "colour": Colour.BLUE,
    "colours": (Colour.BLUE, Colour.BLACK),
    "count": 3,
    "expected": "int",
    "face": Face(Colour.BLUE, 4),
    "other": Face(Colour.GREEN, 5),
    "player": 1,
    "recipient": 1,
    "seat": 1,
}


def test_every_refusal_in_the_source_is_found() -> None:
    codes = {code for code, _ in refusals()}
    assert {"no-rolls-left", "colour-left-out", "kept-die-changed", "not-json", "undo-roll", "no-saved-game"} <= codes


@every_language
def test_every_refusal_can_be_said(language: str) -> None:
    for code, names in refusals():
        refused = Refused(code, **{name: SAMPLES.get(name, "7") for name in names})
        said = catalog(language).refusal(refused, players=["Anna", "Ben"])
        assert said
        assert "{" not in said


def test_no_refusal_text_is_unused() -> None:
    used = {f"refused.{code}" for code in {code for code, _ in refusals()} | refusals_of_the_browser()}
    assert {key for key in ENGLISH.texts if key.startswith("refused.")} == used


def test_no_other_text_is_unused() -> None:
    source = "\n".join(path.read_text("utf-8") for kind in ("*.py", "*.js") for path in PACKAGE.rglob(kind))
    written = set(re.findall(r"""["']([a-z0-9.-]+)["']""", source))
    # Keys that are put together: the part before the first placeholder of an f-string, or of a template in a page.
    stems = {*re.findall(r"""(?:f["']|`)([a-z.-]+\.)\$?\{""", source), "rules.", "coach.move.", "review.move."}
    unused = [
        key
        for key in ENGLISH.texts
        if not {key, FORM_FOR_YOU.sub("", key)} & written and not any(key.startswith(stem) for stem in stems)
    ]
    assert unused == []


# A sentence that says "you" to the reader instead of a name: `event.gave.other-you` if {other} is the reader.
FORM_FOR_YOU = re.compile(r"\.([a-z]+-you|you|you-and)$")
NAMES = {"player", "other", "name"}
# Said only of others, or where several share the device.
NEVER_OF_THE_READER = {
    "event.laid",
    "event.noted",
    "event.received",
    "web.table.absent",
    "web.table.answers",
    "web.table.asked-meanwhile",
    "web.table.event.bot-plays",
    "web.table.event.bot-replaced",
    "web.table.pass-to",
    "web.table.plays",
    "web.table.title.other",
    "web.table.turn-of",
    "web.table.turn-taken-back",
    "web.table.waiting-for",
    "web.table.ways-of",
    "web.table.you-give",
}


def test_every_sentence_at_the_table_that_names_a_player_has_a_form_for_the_reader() -> None:
    sentences = [key for key in ENGLISH.texts if key.startswith(("event.", "web.table.", "web.reaction."))]
    named = {
        (key, name)
        for key in sentences
        if key not in NEVER_OF_THE_READER and not FORM_FOR_YOU.search(key)
        for name in placeholders(forms(ENGLISH.texts[key])[-1]) & NAMES
    }
    assert sorted(f"{key}.{name}-you" for key, name in named if f"{key}.{name}-you" not in ENGLISH.texts) == []


def test_a_form_for_the_reader_has_what_its_sentence_has_but_the_name() -> None:
    for key, text in ENGLISH.texts.items():
        sentence, found = FORM_FOR_YOU.sub("", key), re.search(r"\.([a-z]+)-you$", key)
        if found and sentence != "web.table.seat":
            assert placeholders(forms(text)[-1]) == placeholders(forms(ENGLISH.texts[sentence])[-1]) - {found[1]}, key


@every_language
def test_commands_and_answers_are_told_apart(language: str) -> None:
    texts = catalog(language)
    words = [word for key in texts.texts if key.startswith("command.") for word in texts.say(key).split()]
    assert len(words) == len(set(words))
    assert not any(re.fullmatch("[yogbpk]?[1-6]+", word) for word in words)
    assert not set(texts.say("answer.yes").split()) & set(texts.say("answer.no").split())


@every_language
def test_the_letters_of_the_colours_are_told_apart_even_without_their_marks(language: str) -> None:
    letters = [catalog(language).say(f"letter.{colour.name.lower()}") for colour in Colour]
    assert len({unicodedata.normalize("NFD", letter)[0] + letter[1:] for letter in letters}) == len(Colour)
    assert all(
        catalog(language).colour(colour).casefold().startswith(letter.casefold())
        for colour, letter in zip(Colour, letters, strict=True)
        if (language, letter) != ("en", "K")
    )


@every_language
def test_the_rules_have_the_same_numbers_and_dice_in_all_languages(language: str) -> None:
    pattern = r"[YOGBPK]?[0-9]+"
    for (number, text), (_, english) in zip(rules_clauses(catalog(language)), rules_clauses(ENGLISH), strict=True):
        assert sorted(re.findall(pattern, text)) == sorted(re.findall(pattern, english)), number


def test_the_rules_have_every_clause() -> None:
    numbers = [number for number, _ in rules_clauses(ENGLISH)]
    last = {1: 4, 2: 3, 3: 7, 4: 3, 5: 5, 6: 3, 7: 5, 8: 3, 9: 1}
    wanted = {f"{section}.{clause}" for section, count in last.items() for clause in range(1, count + 1)}
    wanted |= {f"3.1.{clause}" for clause in range(1, 6)} | {"3.2.1", "3.2.2"}
    assert wanted == {number for number in numbers if "." in number and not number.endswith(".0")}


@pytest.mark.parametrize(
    ("language", "terms"),
    [
        ("de", ["große Geschenk", "Charity-Bonus", "Zettel", "Straße"]),
        ("en", ["greatest of gifts", "charity bonus", "straight"]),
        ("es", ["mayor de los regalos", "bonificación por beneficencia", "escalera"]),
        ("it", ["dono dei doni", "bonus benefattore", "scala"]),
        ("pl", ["najwspanialszy z darów", "bonus za dobroczynność", "następując"]),
    ],
)
def test_the_rules_use_the_terms_of_the_rulebook(language: str, terms: list[str]) -> None:
    text = " ".join(text for _, text in rules_clauses(catalog(language))).lower()
    assert [term for term in terms if term.lower() not in text] == []


def test_the_rules_in_the_docs_are_those_of_the_catalog(capsys: pytest.CaptureFixture[str]) -> None:
    main(["rules", "--lang", "en", "--markdown"])
    assert (DOCS / "rules.md").read_text("utf-8") == capsys.readouterr().out


GUIDES = [("en", DOCS / "play.md"), ("en", DOCS / "box.md")]
GUIDES += [(page.parent.name, page) for page in sorted(DOCS.glob("*/*.md")) if page.parent.name in LANGUAGES]


@pytest.mark.parametrize(("language", "page"), GUIDES, ids=[str(page.relative_to(DOCS)) for _, page in GUIDES])
def test_the_guides_for_players_use_no_synonym_that_is_ruled_out(language: str, page: Path) -> None:
    ruled_out = re.compile(rf"\b({RULED_OUT[language]})\b", re.IGNORECASE)
    assert [found[0] for found in ruled_out.finditer(page.read_text("utf-8"))] == []


@pytest.mark.parametrize(
    ("language", "page"),
    [*GUIDES, ("en", DOCS / "pad.md")],
    ids=[*(str(page.relative_to(DOCS)) for _, page in GUIDES), "pad.md"],
)
def test_the_guides_for_players_name_buttons_as_they_are_labelled(language: str, page: Path) -> None:
    labels = {text.rstrip(" .…") for _, text in printed(language)}
    named = re.findall(r"\*\*(.+?)\*\*", page.read_text("utf-8"))
    assert named
    assert [name for name in named if name not in labels] == []


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("de", "Die blaue 4 und die grüne 5 sind"),
        ("en", "The blue 4 and the green 5 are"),
        ("es", "El 4 azul y el 5 verde están"),
        ("it", "Le facce 4 blu e 5 verde sono"),
        ("pl", "Ścianki niebieska 4 i zielona 5 są"),
    ],
)
def test_a_refusal_names_faces_as_they_are_typed_or_in_words(language: str, said: str) -> None:
    refused = Refused("two-faces-of-one-die", face=Face(Colour.BLUE, 4), other=Face(Colour.GREEN, 5))
    assert catalog(language).refusal(refused, in_words=True).startswith(said)
    assert "B4" in catalog(language).refusal(refused)


def test_a_refusal_says_what_is_allowed_instead() -> None:
    refusal = verify(new_game(2), 0, Roll((1,)))
    assert refusal
    assert ENGLISH.refusal(refusal) == (
        "The first roll of a turn is made with all six dice. What you can do now: roll."
    )


@pytest.mark.parametrize(
    ("language", "words", "joined"),
    [
        ("es", [], ""),
        ("es", ["Ana"], "Ana"),
        ("es", ["Ana", "Inés"], "Ana e Inés"),
        ("es", ["Ana", "Hiedra"], "Ana y Hiedra"),
        ("es", ["A", "B", "C"], "A, B y C"),
        ("it", ["Anna", "Elena"], "Anna ed Elena"),
        ("it", ["Anna", "Èva"], "Anna ed Èva"),
        ("it", ["Elena", "Anna"], "Elena e Anna"),
        ("en", ["Anna", "Elena"], "Anna and Elena"),
    ],
)
def test_words_are_joined_as_they_are_spoken(language: str, words: list[str], joined: str) -> None:
    assert catalog(language).join(words) == joined


@pytest.mark.parametrize(
    ("words", "joined"),
    [(["7", "8"], "7 u 8"), (["10", "11"], "10 u 11"), (["8", "9"], "8 o 9"), (["a", "otro"], "a u otro")],
)
def test_spanish_or_changes_before_o(words: list[str], joined: str) -> None:
    assert catalog("es").join(words, "list.or") == joined


@pytest.mark.parametrize(
    ("environment", "language"),
    [
        ({}, "en"),
        ({"LANG": ""}, "en"),
        ({"LANG": "it"}, "it"),
        ({"LANG": "es_MX"}, "es"),
        ({"LANG": "de_AT@euro"}, "de"),
        ({"LANG": "pl_PL.ISO-8859-2"}, "pl"),
        ({"LANG": "de_DE.UTF-8", "LC_MESSAGES": "it_IT"}, "it"),
        ({"LANG": "de_DE.UTF-8", "LC_MESSAGES": "it_IT", "LC_ALL": "pl"}, "pl"),
        ({"LANG": "de_DE.UTF-8", "LANGUAGE": "fr:es_MX:en"}, "es"),
        ({"LANG": "fr_CH.UTF-8", "LANGUAGE": "de_CH:it"}, "de"),
        ({"LANG": "it_IT.UTF-8", "LANGUAGE": "fr:nl"}, "it"),
        ({"LANG": "de_DE", "LANGUAGE": "", "LC_ALL": "", "LC_MESSAGES": ""}, "de"),
        ({"LANG": "de_DE.UTF-8", "LC_ALL": "POSIX"}, "en"),
        ({"LANG": "C", "LANGUAGE": "es"}, "en"),
        ({"LC_ALL": "C.UTF-8", "LANGUAGE": "de"}, "en"),
        ({"LANG": "fr_FR.UTF-8"}, "en"),
        ({"LANG": "desperanto"}, "en"),
        ({"LANG": "del"}, "en"),
    ],
)
def test_the_environment_picks_the_language(environment: dict[str, str], language: str) -> None:
    assert language_of(environment) == language
