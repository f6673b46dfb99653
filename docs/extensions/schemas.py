"""The directive `schema`: the fields of a JSON Schema as a table, and the schema itself to download."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective

Schema = dict[str, Any]


class SchemaFields(SphinxDirective):
    """Its argument is the name of a file in `docs/schemas`."""

    required_arguments = 1

    def run(self) -> list[nodes.Node]:
        name = f"schemas/{self.arguments[0]}.json"
        path = Path(self.env.srcdir) / name
        self.env.note_dependency(str(path))
        schema: Schema = json.loads(path.read_text("utf-8"))
        return self.parse_text_to_nodes("\n".join(described(schema, name)))


def setup(app: Sphinx) -> dict[str, bool]:
    app.add_directive("schema", SchemaFields)
    return {"parallel_read_safe": True, "parallel_write_safe": True}


def described(schema: Schema, name: str) -> Iterator[str]:
    """The schema as Markdown."""
    yield from (schema["description"], "", f"{{download}}`{Path(name).name} </{name}>`", "")
    yield from _fields(schema)
    for title, part in schema.get("$defs", {}).items():
        yield from ("", f"**{title}**: {part.get('description', '')}", "")
        yield from _fields(part)


def _fields(schema: Schema) -> Iterator[str]:
    rows = list(_rows(schema, ""))
    if rows:
        yield from ("| field | type | what it is |", "| --- | --- | --- |", *rows)


def _rows(schema: Schema, prefix: str) -> Iterator[str]:
    for name, field in schema.get("properties", {}).items():
        must = "" if name in schema.get("required", ()) else ", optional"
        yield f"| `{prefix}{name}` | {type_of(field)}{must} | {field.get('description', '')} |"
        inner = field.get("items", field)
        yield from _rows(inner, f"{prefix}{name}{'[]' if 'items' in field else ''}.")


def type_of(field: Schema) -> str:
    """The type of a field in words."""
    if "$ref" in field:
        return str(field["$ref"]).rpartition("/")[2]
    if "const" in field:
        return f"`{json.dumps(field['const'])}`"
    if "enum" in field:
        return ", ".join(f"`{json.dumps(value)}`" for value in field["enum"])
    for choice in ("oneOf", "anyOf"):
        if choice in field:
            return " or ".join(map(type_of, field[choice]))
    kinds = field["type"] if isinstance(field["type"], list) else [field["type"]]
    if "items" in field:
        return f"array of {type_of(field['items'])}"
    return " or ".join(kinds)
