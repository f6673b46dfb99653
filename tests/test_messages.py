"""Five languages, all complete."""

import ast
import errno
import re
import socket
import unicodedata
from collections.abc import Iterator
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


# One word for one thing: what the glossary in CONTRIBUTING.md rules out, as whole words in any case.
RULED_OUT = {
    "de": "gehalten|Gastgeber|Partie|Hinweise?|größtes? aller Geschenke|abgeräumt|lauschen|Spieler(in)?|sonst",
    "en": "held|looks? back|taken? back|lies? there|lay there|once a game|otherwise|"
    "(do|does|did|is|are|was|has|will) not|cannot",
    "es": "fijos?|liberar?|puestos?|repasar?|vuestr[ao]s?|jugáis|vale(n)? doble|lanzamientos?|doblado|si no, ",
    "it": "lanci[oa]?|lanciare|lanciati|tenut[oi]|ferm[oi]|leal[ei]|sparecchiato|val(e|gono) doppio|divers[oi]|"
    "altrimenti|Bravo",
    "pl": r"podarun\w+|podarowa\w+|wskazówk\w+|spójrz wstecz|weź punkty|oddajesz|trzymasz|uwolnij|planista|"
    r"sprzątnięty|gracz\w*",
}
# Where children read, the everyday word for donating stands beside the rulebook's.
EVERYDAY = {
    "en": "giv(e|es|en) [a-z0-9 ]*away|gave",
    "es": "regala[rsn]?|regalad[ao]s?",
    "it": "regala(re)?|regali",
    "pl": "da(je|jesz|ć|ła)",
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
    found = {key for key, text in printed(language) if everyday.search(text)}
    assert {"web.tutorial.choose.done", "web.tutorial.doubled"} <= found
    if language != "pl":  # A combination "daje", gives, a bonus too.
        assert not [key for key in found if not key.startswith(FOR_CHILDREN)]


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
    [("de", "die blaue 4"), ("en", "the blue 4"), ("es", "el 4 azul"), ("it", "il 4 blu"), ("pl", "niebieska 4")],
)
def test_a_face_is_said_as_people_say_it(language: str, said: str) -> None:
    texts = catalog(language)
    face = texts.face(Face(Colour.BLUE, 4))
    assert said.endswith(face)
    assert said in texts.say("web.tutorial.dice.wrong", face=face)


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
    assert all(catalog(language).say(f"cli.metavar.{name}") in told for name in ("table", "folder", "lang"))


def refusals() -> Iterator[tuple[str, set[str]]]:
    """Every refusal in the source: its code and the names of its values."""
    for path in PACKAGE.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.args:
                kind = node.func.id
                code = node.args[0]
                if kind in REFUSALS and isinstance(code, ast.Constant) and isinstance(code.value, str):
                    yield code.value, {keyword.arg for keyword in node.keywords if keyword.arg}
            elif isinstance(node, ast.Tuple) and len(node.elts) == 2 and isinstance(node.elts[1], ast.Dict):
                code = node.elts[0]
                if isinstance(code, ast.Constant) and isinstance(code.value, str):
                    names = [key.value for key in node.elts[1].keys if isinstance(key, ast.Constant)]
                    yield code.value, {str(name) for name in names}


def classes() -> Iterator[tuple[str, set[str]]]:
    """Every class in the source, with the names of those it builds on."""
    for path in PACKAGE.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.ClassDef):
                yield node.name, {base.id for base in node.bases if isinstance(base, ast.Name)}


REFUSALS = {"Refused"} | {name for name, bases in classes() if "Refused" in bases}
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
    used = {f"refused.{code}" for code, _ in refusals()}
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


def test_a_refusal_says_what_is_allowed_instead() -> None:
    refusal = verify(new_game(2), 0, Roll((1,)))
    assert refusal
    assert ENGLISH.refusal(refusal) == (
        "The first roll of a turn is made with all six dice. What you can do now: roll."
    )


@pytest.mark.parametrize(
    ("names", "joined"),
    [
        (["Ana"], "Ana"),
        (["Ana", "Inés"], "Ana e Inés"),
        (["Ana", "Hiedra"], "Ana y Hiedra"),
        (["A", "B", "C"], "A, B y C"),
    ],
)
def test_names_are_joined_as_spanish_is_spoken(names: list[str], joined: str) -> None:
    assert catalog("es").join(names) == joined


@pytest.mark.parametrize(
    ("environment", "language"),
    [
        ({}, "en"),
        ({"LANG": "de_DE.UTF-8"}, "de"),
        ({"LANG": "de_DE.UTF-8", "LC_MESSAGES": "it_IT"}, "it"),
        ({"LANG": "de_DE.UTF-8", "LC_MESSAGES": "it_IT", "LC_ALL": "pl"}, "pl"),
        ({"LANG": "de_DE.UTF-8", "LANGUAGE": "fr:es_MX:en"}, "es"),
        ({"LANG": "C", "LANGUAGE": "es"}, "en"),
        ({"LANG": "fr_FR.UTF-8"}, "en"),
        ({"LANG": "desperanto"}, "en"),
    ],
)
def test_the_environment_picks_the_language(environment: dict[str, str], language: str) -> None:
    assert language_of(environment) == language
