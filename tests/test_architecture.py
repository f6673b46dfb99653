"""The layers in docs/architecture.md are those of the code."""

import ast
import re
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

import charidice

PACKAGE = Path(charidice.__file__).parent
DOCS = PACKAGE.parents[1] / "docs"

# A module imports only from modules to its left; neighbours in one layer do not import each other.
LAYERS = [
    {"rules"},
    {"installed", "processes"},
    {"chance", "encoding", "messages"},
    {"record"},
    {"strategy"},
    {"batch", "coach", "solving"},
    {"arena", "box", "history", "match", "pad"},
    {"show"},
    {"conformance", "rl"},
    {"round_robin", "study"},
    {"terminal", "web"},
    {"agents"},
    {"cli"},
]
# The same within a layer, for those that have grown rooms.
ROOMS = {
    "strategy": [{"turn"}, {"tables"}, {"objectives"}, {"analysis"}, {"bots"}],
    "show": [
        {"charts", "columns", "options", "palette", "sheets", "words"},
        {"figures", "hints", "histories", "reviews", "telling"},
        {"html"},
        {"notebook", "paper", "svg"},
    ],
    "web": [
        {"clock", "metrics", "models", "motion", "settings"},
        {"events"},
        {"wire"},
        {"refusals"},
        {"door", "store"},
        {"table"},
        {"jobs"},
        {"http"},
        {"app", "serving"},
        {"supervising"},
    ],
}
BROWSER = [
    {"engine"},
    {"lib"},
    {"device", "parts"},
    {"shell"},
    {"end"},
    {"fair", "history", "lab", "learn", "pad", "review", "start", "table", "trainer"},
    {"main"},
]
STANDARD_LIBRARY_ONLY = {"rules", "chance", "messages", "record", "match", "pad"}
SCRIPTS = PACKAGE / "web" / "static" / "js"
FILES = sorted(PACKAGE.rglob("*.py"))


def part(path: Path) -> str:
    """The layer member a file belongs to; empty for the package's own files."""
    relative = path.relative_to(PACKAGE)
    return relative.stem if len(relative.parts) == 1 and relative.stem[:2] != "__" else relative.parts[0].split("__")[0]


def imported(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: relative imports hide the direction"
            yield node.module or ""


def layer(name: str, layers: list[set[str]] = LAYERS) -> int:
    return next(index for index, members in enumerate(layers) if name in members)


def test_every_part_has_its_layer() -> None:
    parts = {part(path) for path in FILES} - {""}
    assert parts == set().union(*LAYERS)


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(PACKAGE)))
def test_imports_only_point_left(path: Path) -> None:
    here = part(path)
    for module in imported(path):
        if module == "charidice":
            assert here in {"cli", ""}, f"{path} imports the whole package"
        elif module.startswith("charidice.") and here:
            there = module.split(".")[1]
            assert there == here or layer(there) < layer(here), f"{here} imports {there}"


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(PACKAGE)))
def test_rooms_keep_their_order_too(path: Path) -> None:
    here = path.relative_to(PACKAGE).with_suffix("").parts
    if here[0] not in ROOMS or here[1] == "__init__":
        return
    rooms = ROOMS[here[0]]
    for module in imported(path):
        there = module.split(".")[1:]
        if there[:1] == [here[0]] and len(there) > 1 and there[1] != here[1]:
            assert layer(there[1], rooms) < layer(here[1], rooms), f"{'.'.join(here)} imports {module}"


@pytest.mark.parametrize("path", sorted(SCRIPTS.rglob("*.js")), ids=lambda path: str(path.relative_to(SCRIPTS)))
def test_modules_of_the_browser_keep_it_as_well(path: Path) -> None:
    here = path.relative_to(SCRIPTS).with_suffix("").parts[0]
    for name in re.findall(r'^(?:import|export)\b[^;(]*"(\.[^"]+)"', path.read_text("utf-8"), re.MULTILINE):
        there = (path.parent / name).resolve().relative_to(SCRIPTS.resolve()).parts[0]
        assert there == here or layer(there, BROWSER) < layer(here, BROWSER), f"{path.name} imports {name}"


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(PACKAGE)))
def test_the_core_needs_only_the_standard_library(path: Path) -> None:
    if part(path) in STANDARD_LIBRARY_ONLY:
        foreign = {module.split(".")[0] for module in imported(path)} - sys.stdlib_module_names - {"charidice"}
        assert not foreign


def test_the_picture_in_the_docs_is_this_one() -> None:
    text = (DOCS / "architecture.md").read_text("utf-8")
    assert picture(LAYERS) in text
    for name, rooms in {**ROOMS, "js": BROWSER}.items():
        assert f"{name}: {picture(rooms)}\n" in text


def test_the_files_of_the_walks_exist() -> None:
    here = [f"/{path.relative_to(PACKAGE).as_posix()}" for path in [*FILES, *SCRIPTS.rglob("*.js")]]
    named = re.findall(
        r"[\w/]+\.(?:py|js)\b", (DOCS / "architecture.md").read_text("utf-8").partition("## Five walks")[2]
    )
    assert len(named) > 20
    assert [name for name in named if not any(file.endswith(f"/{name}") for file in here)] == []


def test_what_computes_knows_no_texts() -> None:
    for room in ("coach", "history", "pad", "rules"):
        for path in (PACKAGE / room).rglob("*.py"):
            assert "charidice.messages" not in set(imported(path)), path


def test_a_class_has_a_name_of_its_own() -> None:
    names = Counter(
        node.name
        for path in FILES
        for node in ast.parse(path.read_text("utf-8")).body
        if isinstance(node, ast.ClassDef) and not node.name.startswith("_")
    )
    assert [name for name, count in names.items() if count > 1] == []


def picture(layers: list[set[str]]) -> str:
    return " <- ".join(", ".join(sorted(members)) for members in layers)


def test_the_public_names_exist_and_are_sorted_out() -> None:
    assert len(charidice.__all__) == len(set(charidice.__all__))
    assert all(hasattr(charidice, name) for name in charidice.__all__)
