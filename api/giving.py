"""Writes: a request that gives a command, done once however often it is sent."""

from __future__ import annotations

import hashlib
import re
import uuid
from collections.abc import Mapping
from dataclasses import dataclass, replace
from dataclasses import fields as dataclass_fields
from typing import Any, NamedTuple

import msgspec
from django.db import transaction

from api.operations import Act, Asked, Give, One, by_path
from api.permitting import must_be_in_scope, must_be_let_in
from api.reading import mark_now
from api.strict_json import WHY
from core.journal.command import Command, decode, encode
from core.journal.errors import Conflict, Refused
from core.journal.execute import Done, execute, locked_stream
from core.journal.guard import writing
from core.models import JournalEntry
from core.phrases import either_of, phrase

_KEY = re.compile(r"[\x21-\x7e]{1,200}")
_PLACE = re.compile(r"`\$\.?(?P<place>[^`]*)`")
_OTHER_TYPE = re.compile(r"Expected `(?P<wanted>[^`]+)`, got `(?P<got>[^`]+)`")
_KINDS = {
    "int": phrase("a whole number"),
    "float": phrase("a number"),
    "str": phrase("a text"),
    "bool": phrase("true or false"),
    "array": phrase("a list"),
    "object": phrase("an object"),
    "null": phrase("null"),
}
_MISSING = re.compile(r"missing required field `(?P<field>[^`]+)`")


@dataclass(frozen=True, slots=True)
class CommandAnswer:
    """The answer to a command: what it answered, its number and sentence in the log.

    `repeated` says that the same request had been done before, and nothing was done now.
    """

    answer: dict[str, Any]
    journal_entry: int
    sentence: str
    repeated: bool


class Queued(NamedTuple):
    """The job that gives a command, in the shape that its operation names."""

    job: Any


def give(
    operation: Give,
    asked: Asked,
    body: Mapping[str, Any],
    *,
    key: str = "",
    if_match: str = "",
) -> CommandAnswer | Queued:
    """Does what a request asks for, and returns what came of it, or the job that does it.

    `key` is the header Idempotency-Key, `if_match` the tag of what is changed as it was read.
    Raises a UserError, and then nothing was changed.
    """
    if operation.told_once and not asked.key:
        # What is told was made for the command before: of the same key, for this request alone.
        asked = replace(asked, key=f"once-{uuid.uuid4().hex}")
    must_be_let_in(operation, asked)
    command = built(operation, asked, body)
    if not operation.scope:
        must_be_in_scope(command.stream(), asked.only_event)
    # Who may not give it learns nothing of what there is, by whatever tag.
    actor = operation.given_as(asked) if operation.given_as else asked.actor
    command.authorise(actor)
    own = _own_key(asked, key)
    with transaction.atomic(), writing():
        if if_match:
            locked_stream(command.stream())
            _must_match(operation, asked, if_match, command, own)
        if operation.long and not _is_done(command, own):
            job = operation.long.ask(asked, command, own or f"api-{uuid.uuid4().hex}")
            if job is not None:
                return Queued(job)
        why = str(body.get(WHY, ""))
        done = execute(command, actor=actor, reason=why, key=own)
    once = operation.told_once(asked) if operation.told_once else {}
    return _told(command, done, once)


def act(operation: Act, asked: Asked, body: Mapping[str, Any], *, if_match: str = "") -> Any:
    """Does what is no command, and returns the answer in its shape; raises a UserError.

    It changes nothing that was read, so a tag that it should hold to is refused.
    """
    must_be_let_in(operation, asked)
    if if_match:
        raise _nothing_to_match()
    return operation.does(asked, _taken(operation.takes, body))


def _taken(shape: type, body: Mapping[str, Any]) -> Any:
    """Returns a body in its shape; Refused (`command.malformed`) for another one."""
    for name in body:
        if name not in {one.name for one in dataclass_fields(shape)}:
            raise _no_field(name)
    try:
        taken: Any = msgspec.convert(body, shape)
    except msgspec.ValidationError as wrong:
        raise _malformed(_in_words(f"{wrong}."), _field_in(str(wrong))) from wrong
    if surplus := _surplus(body, msgspec.to_builtins(taken)):
        raise _no_field(surplus)
    return taken


def built(operation: Give, asked: Asked, body: Mapping[str, Any]) -> Command:
    """Returns the command that a request describes; Refused (`command.malformed`) where none."""
    stated = operation.fields_of(asked.path)
    settled = dict(operation.settled(asked)) if operation.settled else {}
    if operation.takes and operation.made:
        own = {name: value for name, value in body.items() if name in operation.taken_names}
        settled |= operation.made(asked, _taken(operation.takes, own))
        body = {name: value for name, value in body.items() if name not in own}
    closed = {*stated, *settled, *operation.hidden}
    for name, value in body.items():
        if name in closed or (name not in operation.field_names and name != WHY):
            raise _no_field(name[:60])
        if name == WHY and not isinstance(value, str):
            raise _malformed(phrase("The reason must be a text."), WHY)
    given = {name: value for name, value in body.items() if name != WHY or WHY in closed}
    filled = operation.filled(asked) if operation.filled else {}
    try:
        command = decode(operation.command.code, {**filled, **given, **stated, **settled})
    except Refused as wrong:
        message = str(wrong.message)
        raise _malformed(_in_words(message), wrong.field or _field_in(message)) from wrong
    surplus = _surplus(given, encode(command))
    if surplus:
        raise _no_field(surplus)
    return command


def _no_field(name: str) -> Refused:
    return _malformed(phrase("There is no field {name!r} here.", name=name[:60]), name)


def _malformed(message: str, field: str | None) -> Refused:
    return Refused(message, code="command.malformed", field=field)


def _field_in(message: str) -> str | None:
    """Returns the field that the decoder complains about, None where it names none."""
    place, missing = _PLACE.search(message), _MISSING.search(message)
    parts = [place["place"] if place else "", missing["field"] if missing else ""]
    return ".".join(part for part in parts if part) or None


def _in_words(message: str) -> str:
    """Returns what the decoder said as a sentence about a field, where it can be one."""
    field, other = _field_in(message), _OTHER_TYPE.search(message)
    if field and _MISSING.search(message):
        return phrase("The field {name!r} is missing.", name=field)
    if field is None or other is None:
        return message
    wanted = either_of(_KINDS.get(kind, kind) for kind in other["wanted"].split(" | "))
    got = _KINDS.get(other["got"], other["got"])
    return phrase(
        "The field {name!r} takes {wanted}, not {got}.", name=field, wanted=wanted, got=got
    )


def _surplus(given: Any, taken: Any, at: str = "") -> str:
    """Returns the place of a field below the first level that nothing was made of, else empty."""
    if isinstance(given, Mapping) and isinstance(taken, Mapping):
        for name, value in given.items():
            here = f"{at}.{name}" if at else name
            if name not in taken:
                return here
            if found := _surplus(value, taken[name], here):
                return found
    if isinstance(given, list) and isinstance(taken, list):
        for place, (one, other) in enumerate(zip(given, taken, strict=False)):
            if found := _surplus(one, other, f"{at}[{place}]"):
                return found
    return ""


def _own_key(asked: Asked, key: str) -> str | None:
    """Returns the key under which the journal keeps it: nobody repeats another's request."""
    if not key:
        return None
    if not _KEY.fullmatch(key):
        raise Refused(
            phrase("An Idempotency-Key is 1 to 200 letters, digits or signs, without spaces."),
            code="command.malformed",
            field="Idempotency-Key",
        )
    digest = hashlib.sha256(f"{asked.actor.name}\0{key}".encode()).hexdigest()
    return f"api-{digest[:48]}"


def _is_done(command: Command, key: str | None) -> bool:
    """Returns whether a command was given under this key before."""
    given = JournalEntry.objects.filter(stream__key=command.stream(), idempotency_key=key)
    return key is not None and given.exists()


def _must_match(
    operation: Give, asked: Asked, if_match: str, command: Command, key: str | None
) -> None:
    """Raises Conflict (`version.changed`) where what is there is not what was read.

    A request that was done already is answered as it was, whatever it has changed since.
    """
    if _is_done(command, key):
        return
    readable = by_path()[operation.path].get("GET")
    if not isinstance(readable, One):
        raise _nothing_to_match()
    held = {one.strip().removeprefix("W/").strip('"') for one in if_match.split(",")}
    if "*" not in held and mark_now(readable, asked) not in held:
        raise Conflict(
            phrase("It has been changed since you read it; read it again."),
            code="version.changed",
            field="If-Match",
        )


def _nothing_to_match() -> Refused:
    return Refused(
        phrase("If-Match is taken only where one thing is read and changed at the same address."),
        code="command.malformed",
        field="If-Match",
    )


def _told(command: Command, done: Done, once: Mapping[str, Any]) -> CommandAnswer:
    sentence = str(command.sentence(done.answer))
    return CommandAnswer({**done.answer, **once}, done.seq, sentence, done.repeated)
