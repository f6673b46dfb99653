"""Writes the types of the wire into the browser's code and the docs, and the options of a server into the docs.

make wire
"""

import json
import re
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import charidice
from charidice.cli.parser import parser
from charidice.messages import catalog
from charidice.web.app import create_app
from charidice.web.settings import Settings

Schema = Mapping[str, Any]

PACKAGE = Path(charidice.__file__).parent
DECLARATIONS = PACKAGE / "web" / "static" / "js" / "wire.d.ts"
DOCS = PACKAGE.parents[1] / "docs" / "http-api.md"
LIMITS = PACKAGE.parents[1] / "docs" / "limits.md"
PLAIN = {"string": "string", "integer": "number", "number": "number", "boolean": "boolean", "null": "null"}
SECTION = re.compile(r"(?<=<!-- made by make wire -->\n).*?(?=<!-- end -->)", re.DOTALL)


def description() -> Schema:
    return create_app(Settings("sqlite://")).openapi()


def declarations(description: Schema) -> str:
    """All types as TypeScript, and what each path answers."""
    schemas = description["components"]["schemas"]
    parts = ["/** What goes over the wire. Made by `make wire` from the types of the server. */"]
    parts += [_declaration(_name(name), schemas[name]) for name in schemas]
    parts += [
        _by_path("GetAnswer", description, "get", _answer),
        _by_path("PostAnswer", description, "post", _answer),
        _by_path("PostBody", description, "post", _body),
    ]
    return "\n\n".join(parts) + "\n"


def _declaration(name: str, schema: Schema) -> str:
    comment = f"{_comment(schema)}\n" if "description" in schema else ""
    if "properties" not in schema:
        return f"{comment}export type {name} = {_type(schema)};"
    required = schema.get("required", ())
    lines = []
    for field, inner in schema["properties"].items():
        if "description" in inner:
            lines.append(f"  {_comment(inner)}")
        lines.append(f"  {field}{'' if field in required else '?'}: {_type(inner)};")
    return f"{comment}export interface {name} {{\n" + "\n".join(lines) + "\n}"


def _comment(schema: Schema) -> str:
    return f"/** {' '.join(schema['description'].split())} */"


def _type(schema: Schema) -> str:
    """A schema as a type; whatever is not described is a mistake, not `any`."""
    match schema:
        case {"$ref": str(ref)}:
            return _name(ref.rpartition("/")[2])
        case {"const": value}:
            return json.dumps(value)
        case {"enum": values}:
            return " | ".join(map(json.dumps, values))
        case {"anyOf": choices} | {"oneOf": choices}:
            return " | ".join(map(_type, choices))
        case {"type": "array", "items": items}:
            inner = _type(items)
            return f"({inner})[]" if "|" in inner else f"{inner}[]"
        case {"type": "object", "additionalProperties": False}:
            return "Record<string, never>"
        case {"type": "object", "additionalProperties": values}:
            return f"Record<string, {_type(values)}>"
        case {"type": str(plain)} if plain in PLAIN:
            return PLAIN[plain]
    raise ValueError(f"not fully described: {schema}")


def _name(schema: str) -> str:
    return schema.replace("-", "")


def _by_path(name: str, description: Schema, method: str, found: Callable[[Schema], Schema]) -> str:
    """A type for each path; a path with more parts comes first, for a parameter takes everything up to the end."""
    lines = []
    for path, operations in sorted(description["paths"].items(), key=lambda row: (-row[0].count("/"), row[0])):
        if method in operations and not _is_file(operations[method]):
            query = any(parameter["in"] == "query" for parameter in operations[method].get("parameters", ()))
            pattern = re.sub(r"\{\w+\}", "${string}", path) + ('${"" | `?${string}`}' if query else "")
            lines.append(f"  Path extends `{pattern}` ? {_type(found(operations[method]))} :")
    return f"export type {name}<Path extends string> =\n" + "\n".join(lines) + "\n  never;"


def _is_file(operation: Schema) -> bool:
    return "application/json" not in operation["responses"]["200"]["content"]


def _answer(operation: Schema) -> Schema:
    return _schema(operation["responses"]["200"])


def _body(operation: Schema) -> Schema:
    return _schema(operation["requestBody"])


def _schema(part: Schema) -> Schema:
    schema: Schema = part["content"]["application/json"]["schema"]
    return schema


def messages(description: Schema) -> str:
    """The messages over WebSockets as tables of their fields."""
    schemas = description["components"]["schemas"]
    parts = []
    for path, ways in description["x-websockets"].items():
        words = _type(schemas[_ref(ways["received"])]).replace(" | ", " or ")
        parts.append(f"Over `{path}` the page sends {words}, and the server sends JSON messages with a `type`:\n")
        for choice in schemas[_ref(ways["sent"])]["oneOf"]:
            parts.append(_table(schemas[_ref(choice)]))
    parts.append("The types in a `view`:\n")
    parts += [
        _table(schemas[name]) for name in ("View", "StartingView", "SeatView", "GameView", "OptionView", "SheetView")
    ]
    return "\n".join(parts)


def _table(schema: Schema) -> str:
    required = schema["required"]
    rows = []
    for field, inner in schema["properties"].items():
        words = " ".join(inner.get("description", "").split())
        kind = _type(inner).replace("|", "\\|")
        rows.append(f"| `{field}` | {kind}{'' if field in required else ', or missing'} | {words} |\n")
    return (
        f"**{schema['title']}**: {schema['description']}\n\n| field | type | description |\n| --- | --- | --- |\n"
        + "".join(rows)
    )


def _ref(schema: Schema) -> str:
    return str(schema["$ref"]).rpartition("/")[2]


def documented(text: str, description: Schema) -> str:
    """The docs with the section on messages as it should be."""
    return SECTION.sub(lambda _: messages(description), text)


def with_options(text: str) -> str:
    """The page of limits with the options of `charidice serve` as the parser has them."""
    serve = parser(catalog("en")).by_name["serve"]
    rows = []
    for action in serve._actions:
        switch = action.option_strings[-1]
        value = f" {action.metavar}" if isinstance(action.metavar, str) else ""
        rows += [] if switch in ("--help", "--lang") else [f"| `{switch}{value}` | {action.help} |\n"]
    table = "".join(["| option | meaning |\n", "| --- | --- |\n", *rows])
    return SECTION.sub(lambda _: table, text)


if __name__ == "__main__":
    described = description()
    DECLARATIONS.write_text(declarations(described), "utf-8")
    DOCS.write_text(documented(DOCS.read_text("utf-8"), described), "utf-8")
    LIMITS.write_text(with_options(LIMITS.read_text("utf-8")), "utf-8")
