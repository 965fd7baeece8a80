"""Commands: what a person asks for, as frozen dataclasses with a name and plain fields.

A command is decoded from plain values (a form, JSON, a journal line) and executed by
`core.journal.execute`. Its fields are natural keys; `schema` rises when a field changes its
meaning, and `upgrade` then turns an older payload into today's.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from dataclasses import fields as dataclass_fields
from typing import TYPE_CHECKING, Any, ClassVar, TypeVar

import msgspec

from core.journal.errors import Refused
from core.phrases import phrase
from core.registrars import COMMANDS
from core.roles.access import must_be_allowed
from core.roles.table import Permission

if TYPE_CHECKING:
    from datetime import datetime

    from core.actors import Actor
    from core.journal.ledger import Ledger
    from core.models import JournalEntry

T = TypeVar("T")
Row = dict[str, Any]


class Facts:
    """The decisions of the software while a command was executed, recorded beside it.

    In a replay the recorded facts are given and `decide` returns them instead of deciding again,
    so that a better engine never changes an old event. `prepared` facts were decided just before,
    for this very execution.
    """

    def __init__(
        self,
        recorded: Mapping[str, Any] | None = None,
        prepared: Mapping[str, Any] | None = None,
    ) -> None:
        self._prepared = prepared or {}
        self._recorded = recorded
        self.values: dict[str, Any] = {}

    @property
    def are_recorded(self) -> bool:
        """Whether this is a replay of what was done once: nobody else can be in the way."""
        return self._recorded is not None

    def decide(self, name: str, choose: Callable[[], T], *, unsaid: T | None = None) -> T:
        """Returns the recorded fact `name`, or what `choose` decides now, and keeps it.

        The fact must be made of JSON values and is given back as such. `unsaid` is what a journal
        means that was written before there was such a fact.
        """
        recorded = self._recorded
        if recorded is None:
            value = self._prepared[name] if name in self._prepared else choose()
        elif name in recorded:
            value = recorded[name]
        else:
            value = choose() if unsaid is None else unsaid
        self.values[name] = value
        return value


@dataclass(frozen=True, slots=True)
class Work:
    """The tools of a command: the ledger it writes through, its facts, the clock, and who gives it.

    `by` is the name that the log has of the person, in a replay as well.
    """

    ledger: Ledger
    facts: Facts
    at: datetime
    by: str = ""


@dataclass(frozen=True, kw_only=True)
class Command:
    """Base of all commands. Subclasses are frozen dataclasses, registered by `@register`.

    `permission` is what somebody needs to give it. `founds` marks one that makes what its journal
    is about: a restore stops before it. What `stays_when_restored` is left as it is by a restore.
    """

    code: ClassVar[str]
    permission: ClassVar[Permission]
    schema: ClassVar[int] = 1
    needs_reason: ClassVar[bool] = False
    records_rows: ClassVar[bool] = True
    founds: ClassVar[bool] = False
    stays_when_restored: ClassVar[bool] = False

    def stream(self) -> str:
        """Returns the key of the journal that this command belongs to."""
        raise NotImplementedError

    def scope(self) -> str:
        """Returns where its permission is needed: its stream, "" for the installation."""
        return self.stream()

    def needs(self) -> Permission:
        """Returns the permission that this very command takes; some take more as they are asked."""
        return self.permission

    def hands_on(self) -> frozenset[Permission]:
        """Returns what somebody else may do by this: nobody hands on more than they may."""
        return frozenset()

    def authorise(self, actor: Actor) -> None:
        """Raises NotAllowed unless the actor may ask for this."""
        for permission in (self.needs(), *sorted(self.hands_on())):
            must_be_allowed(actor, permission, self.scope())

    def wants_reason(self) -> bool:
        """Returns whether this very command needs a reason; some do only as they are asked for."""
        return self.needs_reason

    def apply(self, work: Work) -> Row:
        """Validates, writes rows through the ledger and returns the answer in JSON values."""
        raise NotImplementedError

    def sentence(self, answer: Row) -> str:
        """Returns the sentence for the log that says what was done."""
        raise NotImplementedError

    def check_undo(self, entry: JournalEntry) -> None:
        """Raises Refused when the entry must not be undone although its rows are untouched."""
        self.check_put_back(entry, "before")

    def check_redo(self, entry: JournalEntry) -> None:
        """Raises Refused when the undone entry must not be done again now."""
        self.check_put_back(entry, "after")

    def check_put_back(self, entry: JournalEntry, side: str) -> None:
        """Raises Refused when what the entry's rows would hold fits no longer to the others.

        `side` of its changes is put back: "before" by an undo, "after" where it is done again.
        """

    def follow_undo(self, work: Work, entry: JournalEntry) -> None:
        """Writes what follows once the entry's rows were put back, or made again."""

    def effects(self, answer: Row) -> list[tuple[int, bool]]:
        """Returns pairs (entry, whether it stands now) for an undo or a restore, in order."""
        return []

    def take_back(self, work: Work, entry: JournalEntry) -> None:
        """Undoes an entry whose rows the ledger did not record (`records_rows` false)."""
        raise NotImplementedError

    def redo(self, work: Work, entry: JournalEntry) -> None:
        """Does such an entry again after `take_back`."""
        raise NotImplementedError

    @classmethod
    def upgrade(cls, payload: Row, schema: int) -> Row:
        """Returns a payload written under an older schema in today's fields."""
        return payload


_registry: dict[str, type[Command]] = {}

C = TypeVar("C", bound=type[Command])


def register(cls: C) -> C:
    """Adds a command class to the registry under its code; a code is taken once."""
    if cls.code in _registry:
        raise ValueError(f"two commands are called {cls.code}")
    _registry[cls.code] = cls
    return cls


def registry() -> dict[str, type[Command]]:
    """Returns every command class there is, by its code."""
    COMMANDS.load()
    return _registry


def encode(command: Command) -> Row:
    """Returns the fields of a command as they come back from JSON: lists, never tuples."""
    payload: Row = msgspec.json.decode(msgspec.json.encode(command, enc_hook=str))
    return payload


def decode(code: str, payload: Mapping[str, Any], schema: int | None = None) -> Command:
    """Returns the command that plain values describe.

    Raises Refused (code `command.unknown` or `command.malformed`) for an unknown name, or for a
    missing, surplus or wrongly typed field, which the message names.
    """
    cls = registry().get(code)
    if cls is None:
        raise Refused(phrase("No command is called {code!r}.", code=code), code="command.unknown")
    fields = dict(payload)
    if schema is not None and schema > cls.schema:
        raise Refused(
            phrase("{code} was written by a newer version of Wallchart.", code=code),
            code="command.newer",
        )
    if schema is not None and schema != cls.schema:
        fields = cls.upgrade(fields, schema)
    surplus = sorted(set(fields) - {field.name for field in dataclass_fields(cls)})
    if surplus:
        raise Refused(
            phrase("{code} has no field {surplus!r}.", code=code, surplus=surplus[0]),
            code="command.malformed",
            field=surplus[0],
        )
    try:
        return msgspec.convert(fields, type=cls)
    except msgspec.ValidationError as wrong:
        raise Refused(f"{code}: {wrong}.", code="command.malformed") from wrong
