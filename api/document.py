"""The description of the whole API (OpenAPI 3.1), as it is written to docs/api and compared."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.renderers import OpenApiYamlRenderer

from api.addresses import rest_patterns
from api.description import (
    REF,
    SOME,
    VALUE,
    VALUES,
    components,
    refusals,
    types_described,
)
from api.operations import Download, ReadOperation, Stored, all_operations

ERROR: dict[str, Any] = {
    "type": "object",
    "description": "What was wrong: whatever is refused is answered in this shape.",
    "properties": {
        "error": {
            "type": "object",
            "properties": {
                "code": {"type": "string", "description": "Names the kind; it does not change."},
                "message": {"type": "string", "description": "One sentence for a person."},
                "field": {"type": "string", "description": "The field that it is about."},
                "journal_entry": {"type": "integer", "description": "What stands in the way."},
                "request_id": {"type": "string", "description": "The number in the log."},
                "details": {"type": "object", "description": "More for programs."},
            },
            "required": ["code", "message", "request_id"],
            "additionalProperties": False,
        }
    },
    "required": ["error"],
    "additionalProperties": False,
}


def description() -> dict[str, Any]:
    """Returns the description as plain values."""
    generator: Any = SchemaGenerator
    said: dict[str, Any] = generator(patterns=rest_patterns()).get_schema(request=None, public=True)
    return said


def as_yaml() -> str:
    """Returns the description as it stands in its file."""
    renderer: Any = OpenApiYamlRenderer()
    text: bytes = renderer.render(description(), renderer_context={})
    return text.decode()


def with_components(result: dict[str, Any], **_: Any) -> dict[str, Any]:
    """Returns the description with the shapes that it names, and how one shows who one is."""
    commands = {t.__name__ for t in types_described() if hasattr(t, "code")}
    schemas = {n: s for n, s in components(types_described())[0].items() if n not in commands}
    schemas |= _sparse(schemas)
    result["components"] = {
        "schemas": dict(
            sorted({**schemas, "Error": ERROR, "Value": VALUE, "Values": VALUES}.items())
        ),
        "responses": refusals(),
        "securitySchemes": {
            "token": {"type": "http", "scheme": "bearer"},
            "session": {"type": "apiKey", "in": "cookie", "name": "sessionid"},
        },
    }
    return result


def _sparse(schemas: Mapping[str, Any]) -> dict[str, Any]:
    """Returns the shapes of answers of which `fields=` leaves something out, by name."""
    found: dict[str, Any] = {}
    for _, one in all_operations():
        if not isinstance(one, ReadOperation) or isinstance(one, Download):
            continue
        name = one.shape.__name__
        if isinstance(one, Stored) and one.rows:
            rows = schemas[name]["properties"][one.rows]
            row = rows["items"]["$ref"].rpartition("/")[2]
            found[SOME.format(name=row)] = _some(schemas[row])
            some = {"$ref": REF.format(name=SOME.format(name=row))}
            properties = {**schemas[name]["properties"], one.rows: {**rows, "items": some}}
            found[SOME.format(name=name)] = {**schemas[name], "properties": properties}
        else:
            found[SOME.format(name=name)] = _some(schemas[name])
    return found


def _some(schema: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in schema.items() if name not in ("required", "title")}
