"""An operation as OpenAPI describes it, made from what the feature said of it."""

from __future__ import annotations

import re
from typing import Any, cast

import msgspec
from drf_spectacular.openapi import AutoSchema

from api.giving import CommandAnswer
from api.operations import (
    Act,
    Download,
    Give,
    Listing,
    One,
    Operation,
    Paged,
    ReadOperation,
    Stored,
    all_operations,
    by_path,
)
from api.permitting import must_sign_in
from api.reading import query_names
from api.strict_json import LARGEST, WHY
from core.journal.execute import REASON_LIMIT
from core.roles.table import Permission
from core.web.store import JSON

Schema = dict[str, Any]

REF = "#/components/schemas/{name}"
SOME = "Some{name}"
"""The name of a shape of which `fields=` left something out."""
REFUSED = "#/components/responses/Refused{code}"
_BASE64 = "^([A-Za-z0-9+/]{4})*([A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$"
_STORABLE = r"^[^\x00]*$"
_PART = re.compile(r"<(?:(?P<kind>\w+):)?(?P<name>\w+)>")
_KINDS: dict[str, Schema] = {
    "slug": {"type": "string", "pattern": "^[-a-zA-Z0-9_]+$"},
    "code": {"type": "string", "pattern": "^[A-Za-z0-9_][A-Za-z0-9._-]{0,19}$"},
    "division": {"type": "string", "pattern": r"^\w[\w .+-]{0,29}$"},
    "number": {"type": "integer", "minimum": 1, "maximum": 99_999},
    "count": {"type": "integer", "minimum": 1, "maximum": 999_999_999},
}
_SAID = {
    "400": "The request cannot be understood; the envelope names the field.",
    "401": "No token, or one that is unknown, revoked or has expired.",
    "403": "This account, or this token, may not do that.",
    "404": "There is nothing at this address.",
    "406": "Answers are JSON only.",
    "409": "It has consequences that must be confirmed, or somebody else was faster.",
    "412": "It has been changed since it was read (If-Match).",
    "413": "The request is too large.",
    "415": "The body is not application/json in UTF-8.",
    "422": "It cannot be done now; the message says why.",
    "429": "Too many requests; Retry-After says how long to wait.",
    "503": "The machine is in trouble, or the answer is being made; ask again.",
}
_OF_ANY = ("400", "401", "403", "404", "406", "429", "503")
_OF_WRITES = ("409", "412", "413", "415", "422")


class OperationSchema(AutoSchema):
    """Describes the operations of a view, whose requests and answers are dataclasses."""

    def get_operation(self, path: str, *args: Any, **kwargs: Any) -> Schema:
        """Returns what OpenAPI says of the operation of a method at a path."""
        # Its own signature is (path, path_regex, path_prefix, method, registry).
        method = args[2] if len(args) > 2 else kwargs["method"]
        return described(*_with_tag(cast("Any", self.view).operations[method]))


def _with_tag(operation: Operation) -> tuple[str, Operation]:
    return next((tag, one) for tag, one in all_operations() if one is operation)


def described(tag: str, operation: Operation) -> Schema:
    """Returns what OpenAPI says of an operation."""
    said: Schema = {
        "operationId": operation.name,
        "summary": summary_of(operation),
        "tags": [tag],
        "parameters": _parameters(operation),
        "responses": _responses(operation),
        "x-permission": str(permission_of(operation)),
    }
    if isinstance(operation, Give | Act):
        schema = _body(operation) if isinstance(operation, Give) else _shape(operation.takes)
        body = {JSON: {"schema": schema}}
        said["requestBody"] = {"content": body, "required": bool(schema.get("required"))}
    known: list[Schema] = [{"token": []}, {"session": []}]
    said["security"] = known if must_sign_in(operation) else [{}, *known]
    return said


def permission_of(operation: Operation) -> Permission:
    """Returns the one permission that an operation asks for."""
    if isinstance(operation, Give):
        return operation.command.permission
    assert isinstance(operation, ReadOperation | Act)
    return operation.permission


def summary_of(operation: Operation) -> str:
    """Returns what an operation does in one sentence."""
    if operation.says or not isinstance(operation, Give):
        return operation.says
    return (operation.command.__doc__ or "").partition("\n")[0]


def _parameters(operation: Operation) -> list[Schema]:
    found: list[Schema] = [
        {"name": part["name"], "in": "path", "required": True, "schema": _KINDS[part["kind"]]}
        for part in _PART.finditer(operation.path)
    ]
    if isinstance(operation, Give):
        found.append(_header("Idempotency-Key", _KEY))
        # Only what can be read at the same address has a tag that could be named.
        is_readable = isinstance(by_path()[operation.path].get("GET"), One)
        return [*found, _header("If-Match", _TAG)] if is_readable else found
    if isinstance(operation, Act):
        return found
    assert isinstance(operation, ReadOperation)
    queries = query_names(operation).items()
    found += [_in_query(name, schema) for name, schema in queries]
    return found if isinstance(operation, Download) else [*found, _header("If-None-Match", _STRING)]


def _header(name: str, schema: Schema) -> Schema:
    return {"name": name, "in": "header", "schema": schema}


def _in_query(name: str, schema: Schema) -> Schema:
    listed = {"style": "form", "explode": False} if schema.get("type") == "array" else {}
    return {"name": name, "in": "query", "schema": schema, **listed}


_STRING: Schema = {"type": "string"}
_TAG: Schema = {"type": "string", "minLength": 1}
_KEY: Schema = {"type": "string", "maxLength": 200, "pattern": "^[!-~]+$"}


def _responses(operation: Operation) -> Schema:
    writes = isinstance(operation, Give | Act)
    codes = [*_OF_ANY, *(_OF_WRITES if writes else ())]
    codes += ["409", "422"] if getattr(operation, "refuses", False) else []
    found: Schema = {code: {"$ref": REFUSED.format(code=code)} for code in codes}
    if isinstance(operation, Download):
        file = {kind: {"schema": {"type": "string"}} for kind in operation.kinds}
        return dict(sorted({**found, "200": {"description": "Sent.", "content": file}}.items()))
    done = {JSON: {"schema": _answer(operation)}}
    found["200"] = {"description": "Done.", "content": done}
    if isinstance(operation, Give) and operation.long:
        job = {JSON: {"schema": {"$ref": REF.format(name=operation.long.shape.__name__)}}}
        found["202"] = {"description": "It takes long: a job does it.", "content": job}
    if not writes:
        found["200"] |= {"description": "Found.", "headers": {"ETag": {"schema": _STRING}}}
        found["304"] = {"description": "It is as it was under the tag of If-None-Match."}
    return dict(sorted(found.items()))


_LINK = {"type": ["string", "null"], "format": "uri"}


def _answer(operation: Operation) -> Schema:
    if isinstance(operation, Give):
        return {"$ref": REF.format(name=CommandAnswer.__name__)}
    assert isinstance(operation, ReadOperation | Act)
    name = operation.shape.__name__
    one: Schema = {"$ref": REF.format(name=name)}
    if isinstance(operation, Act):
        return one
    one = {"anyOf": [one, {"$ref": REF.format(name=SOME.format(name=name))}]}
    if isinstance(operation, One | Stored):
        return one
    items: Schema = {"items": {"type": "array", "items": one}}
    if isinstance(operation, Listing | Paged):
        items |= {"next": _LINK, "previous": _LINK}
    return {"type": "object", "properties": items, "required": list(items)}


def _body(operation: Give) -> Schema:
    """Returns the schema of a body: the command's fields that do not stand in the address."""
    found, _ = components([operation.command])
    command = found.pop(operation.command.__name__)
    stated = {operation.renamed.get(p["name"], p["name"]) for p in _PART.finditer(operation.path)}
    shut = stated | {*operation.hidden}
    named = command["properties"].items()
    fields = {name: _spelt_out(one) for name, one in named if name not in shut}
    if WHY not in fields:
        fields[WHY] = {"type": "string", "maxLength": REASON_LIMIT, "pattern": _STORABLE}
        fields[WHY]["description"] = "The reason, which the log keeps."
    needed = [name for name in command.get("required", ()) if name in fields]
    if operation.takes is not None:
        further = _shape(operation.takes)
        fields |= further["properties"]
        needed += further.get("required", ())
    needed = [name for name in needed if name not in operation.optional]
    if operation.command.needs_reason:
        needed.append(WHY)
    body = {"type": "object", "properties": fields, "additionalProperties": False}
    return body | ({"required": needed} if needed else {})


def _shape(shape: type) -> Schema:
    """Returns the schema of a dataclass."""
    found, _ = components([shape])
    return found[shape.__name__]


VALUE: Schema = {
    "description": "Any JSON whose texts and numbers can be stored, up to 12 levels deep.",
    "anyOf": [
        {"type": ["null", "boolean"]},
        {"type": "number", "minimum": -LARGEST, "maximum": LARGEST},
        {"type": "string", "pattern": _STORABLE},
        {"type": "array", "items": {"$ref": REF.format(name="Value")}},
        {"$ref": REF.format(name="Values")},
    ],
}
VALUES: Schema = {
    "type": "object",
    "propertyNames": {"pattern": _STORABLE},
    "additionalProperties": {"$ref": REF.format(name="Value")},
}


def _spelt_out(schema: Schema) -> Schema:
    """Returns the schema of a field; where it takes any object, that says what none may hold."""
    if schema.get("type") == "object" and not {"properties", "additionalProperties"} & set(schema):
        rest = {name: value for name, value in schema.items() if name != "type"}
        return {"$ref": REF.format(name="Values"), **rest}
    if "anyOf" in schema:
        return {**schema, "anyOf": [_spelt_out(one) for one in schema["anyOf"]]}
    return schema


def refusals() -> Schema:
    """Returns the answers to what is refused, by their names among the components."""
    error = {JSON: {"schema": {"$ref": REF.format(name="Error")}}}
    waits = {"Retry-After": {"schema": {"type": "integer", "description": "Seconds."}}}
    found: Schema = {}
    for code, said in _SAID.items():
        headers = {"headers": waits} if code in ("429", "503") else {}
        found[f"Refused{code}"] = {"description": said, "content": error, **headers}
    return found


def types_described() -> list[type]:
    """Returns the dataclasses that the description names."""
    found: dict[type, None] = {CommandAnswer: None}
    for _, one in all_operations():
        if isinstance(one, Give | Act) and one.takes is not None:
            found[one.takes] = None
        if not isinstance(one, Download):
            found[one.command if isinstance(one, Give) else one.shape] = None  # type: ignore[attr-defined]
    return list(found)


def components(types: list[type]) -> tuple[dict[str, Schema], list[Schema]]:
    """Returns the schemas of dataclasses and of what they are made of, by name; and their refs."""
    refs, found = msgspec.json.schema_components(types, ref_template=REF)
    bounded: dict[str, Schema] = {name: _bounded(schema) for name, schema in found.items()}
    return bounded, list(refs)


def _bounded(schema: Any) -> Any:
    """Returns a schema that says what is refused: other fields, and numbers that no row holds."""
    if isinstance(schema, list):
        return [_bounded(one) for one in schema]
    if not isinstance(schema, dict):
        return schema
    made = {name: _bounded(one) for name, one in schema.items()}
    if made.get("type") == "integer":
        made = {"minimum": -LARGEST, "maximum": LARGEST, **made}
    if made.get("contentEncoding") == "base64":
        made["pattern"] = _BASE64
    if made.get("type") == "string" and not {"format", "pattern"} & set(made):
        made["pattern"] = _STORABLE
    if isinstance(made.get("additionalProperties"), dict):
        made["propertyNames"] = {"pattern": _STORABLE}
    if made.get("type") == "object" and "properties" in made:
        made["additionalProperties"] = False
    return made
