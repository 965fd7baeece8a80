"""The smallest requests that the description allows: for every operation, from its schema."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

import yaml

from api.management.commands.api_description import FILE

_FORMATS = {"date": "2026-05-01", "date-time": "2026-05-01T12:00:00Z"}
_NAMED = {"pin": "1234"}
_PLAIN: dict[str, Any] = {"integer": 1, "number": 1, "boolean": True, "object": {}, "array": []}


@cache
def described() -> dict[str, Any]:
    """Return the description as it stands in its file."""
    said: dict[str, Any] = yaml.load(FILE.read_bytes(), Loader=yaml.CSafeLoader)
    return said


class Requests:
    """Every operation with its method, its address, and a body that is understood."""

    def __init__(self, places: Mapping[str, str]) -> None:
        """`places` are the values that stand in addresses, by name; the others are 1.

        `register_undo.seq` is that of one operation only.
        """
        said = described()
        self._schemas: Mapping[str, Any] = said["components"]["schemas"]
        self._places = places
        self.found = {
            one["operationId"]: self._request(path, method, one)
            for path, methods in said["paths"].items()
            for method, one in methods.items()
        }

    def _request(self, path: str, method: str, said: Mapping[str, Any]) -> tuple[str, str, Any]:
        for one in said["parameters"]:
            if one["in"] == "path":
                name = one["name"]
                usual = self._places.get(name, "1")
                value = self._places.get(f"{said['operationId']}.{name}", usual)
                path = path.replace(f"{{{name}}}", value)
        body = said.get("requestBody")
        sent = self._smallest(body["content"]["application/json"]["schema"]) if body else None
        return method.upper(), path.removeprefix("/api/v1/"), sent

    def _smallest(self, schema: Mapping[str, Any]) -> Any:
        """Return a value that a schema allows, with no more in it than must be."""
        if "$ref" in schema:
            return self._smallest(self._schemas[schema["$ref"].rpartition("/")[2]])
        for choice in ("anyOf", "oneOf"):
            if choice in schema:
                return self._smallest(schema[choice][0])
        if "enum" in schema:
            return schema["enum"][0]
        if schema.get("contentEncoding") == "base64":
            return "eA=="
        if schema.get("type") == "string":
            return _FORMATS.get(schema.get("format", ""), "x")
        if schema.get("properties"):
            named = schema["properties"]
            needed = schema.get("required", ())
            return {name: _NAMED.get(name) or self._smallest(named[name]) for name in needed}
        kind = schema.get("type", "object")
        return _PLAIN[kind]
