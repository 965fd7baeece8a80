"""The common part of the desk's forms: one form builds one command, and carries its key."""

from __future__ import annotations

import hashlib
import json
import re
import uuid
from collections.abc import Mapping, Sequence
from functools import cached_property
from itertools import dropwhile
from typing import Any, ClassVar, Generic, TypeVar

from django import forms
from django.http import QueryDict
from django.utils.datastructures import MultiValueDict

from core.errors import UserError
from core.journal.command import Command, encode
from core.journal.execute import REASON_LIMIT
from core.models import Job, JournalEntry
from core.phrases import phrase
from desk.context import DeskContext

Where = TypeVar("Where", bound=DeskContext)

WHY = "why"
_TOKEN = re.compile(r"[0-9a-f]{32}")
_NOT_TYPED = ("csrfmiddlewaretoken", "token")


class CommandForm(forms.Form, Generic[Where]):
    """Base of the forms that give a command.

    `key` makes sending twice harmless: it is made when the form is shown, and what was typed is
    part of it, so that going back and sending something else is a new request.
    `consequence` is set when the command asked back; the form is then shown again with
    `acceptance` hidden in it, which fits this very request and no other. `folded` fields wait in
    a fold-out; `unmarked` ones may be empty, but it would be odd to call them optional.
    `why_missing` is said where the reason is missing, and the browser then asks for it, too.
    `submit` is what its button says where that is not the title of the page.
    Templates of its own: `assets` are scripts and style sheets, `above` and `below` are there
    around its fields, `folds` in place of the fold-out, `beside` beside the form.
    """

    command_class: ClassVar[type[Command]]
    assets: ClassVar[str] = ""
    above: ClassVar[str] = ""
    below: ClassVar[Sequence[str]] = ()
    folds: ClassVar[str] = ""
    beside: ClassVar[str] = ""
    fold_title: ClassVar[str] = ""
    submit: ClassVar[str] = ""
    why_label: ClassVar[str] = phrase("Reason")
    why_help: ClassVar[str] = phrase("It is kept in the log.")
    why_missing: ClassVar[str] = ""
    folded: tuple[str, ...] = ()
    unmarked: tuple[str, ...] = ()

    def __init__(
        self,
        data: QueryDict | None = None,
        files: MultiValueDict[str, Any] | None = None,
        *,
        where: Where,
    ) -> None:
        super().__init__(data, files, label_suffix="", use_required_attribute=False)
        self.where = where
        self.token = sent_token(data)
        self._typed: MultiValueDict[str, Any] = MultiValueDict() if data is None else data
        self._sent_files: MultiValueDict[str, Any] = MultiValueDict() if files is None else files
        self.accepted = data.get("confirmed", "") if data else ""
        self.acceptance = self.consequence = ""
        self.prepare()
        if self.asks_why():
            self.fields[WHY] = self._reason()
        for name, value in self.prefilled().items():
            self.fields[name].initial = value
        tell_browser(self)

    def _reason(self) -> forms.CharField:
        field = forms.CharField(
            label=self.why_label, max_length=REASON_LIMIT, help_text=self.why_help
        )
        if self.why_missing:
            field.error_messages["required"] = self.why_missing
            field.widget.attrs["required"] = True
        return field

    def prepare(self) -> None:
        """Fits the fields to what the form is about: choices, and what is left out."""

    def asks_why(self) -> bool:
        """Returns whether the form asks for a reason."""
        return self.command_class.needs_reason

    def only_looks(self) -> None:
        """Lets the reason be missing: nothing is done, somebody only looks what would follow."""
        if WHY in self.fields:
            self.fields[WHY].required = False
            self.full_clean()  # it was asked for when the cursor was put
            self.fields[WHY].required = True

    def doubt(self) -> str:
        """Returns a sentence on what is odd about a valid form, empty where nothing is.

        A doubt is accepted as a consequence is: by sending the same once more.
        """
        return ""

    def said_once(self) -> str:
        """Returns a sentence that a person is told once, and finds nowhere later; mostly empty."""
        return ""

    def prefilled(self) -> Mapping[str, Any]:
        """Returns the values that the fields start with."""
        return {}

    def clean(self) -> dict[str, Any]:
        return super().clean() or {}

    def payload(self) -> dict[str, Any]:
        """Returns the command's own fields from the cleaned data."""
        return dict(self.cleaned_data)

    def build(self) -> Command:
        """Returns the command that a valid form asks for."""
        values = {**self.scope(), **self.payload()}
        values.pop(WHY, None)
        command = self.command_class(**values)
        accepted = self.accepted == acceptance_of(command)
        if "confirmed" in command.__dataclass_fields__ and accepted:
            return self.command_class(**values | {"confirmed": True})
        return command

    def given_first(self) -> Sequence[Command]:
        """Returns what is given before a valid form's own command: all together, or not at all."""
        return ()

    def offer(self, name: str, choices: Sequence[tuple[Any, Any]]) -> None:
        """Gives a field that is chosen from a list its choices, which depend on what it is about.

        Each is a value and its words, or a heading and the choices below it.
        """
        field: Any = self.fields[name]
        field.choices = list(choices)

    def as_job(self, asked_by: str) -> Job | None:
        """Queues what a valid form asks for where it takes long; None where it is done at once."""
        return None

    def scope(self) -> dict[str, Any]:
        """Returns the fields of the command that the address gives."""
        fields, values = self.command_class.__dataclass_fields__, self.where.scope()
        return {name: value for name, value in values.items() if name in fields and value}

    @cached_property
    def back(self) -> frozenset[str]:
        """The names of the rules that were ticked to go back to the rule set's."""
        return frozenset(self._typed.getlist("back"))

    @property
    def idempotency_key(self) -> str:
        """The idempotency key of what was sent."""
        files = self._sent_files.lists()
        more = sorted((name, [[f.name, f.size] for f in held]) for name, held in files)
        return key_of(self.token, self._typed, more)

    def stored(self, stream: str = "") -> JournalEntry | None:
        """Returns the journal entry that was written when this very form was sent before.

        `stream` is the journal, where the context does not say it: an event that is being made.
        """
        entries = JournalEntry.objects.select_related("stream").filter(
            stream__key=stream or self.where.journal, command=self.command_class.code
        )
        return entries.filter(idempotency_key=self.idempotency_key).first()

    @property
    def why(self) -> str:
        """The reason given, empty where none is asked for."""
        return str(self.cleaned_data.get(WHY, ""))

    def ask(self, consequence: str, command: Command) -> None:
        """Shows what follows from the command, and what accepts exactly that command."""
        self.consequence = consequence
        self.acceptance = acceptance_of(command)
        # The cursor goes to the button that accepts it.
        for field in self.fields.values():
            field.widget.attrs.pop("autofocus", None)

    def refuse(self, refused: UserError) -> None:
        """Shows one sentence, at the field that it names where the form has it."""
        field = WHY if refused.code.startswith("reason.") else refused.field
        self.add_error(field if field in self.fields else None, refused.message)

    @property
    def is_wrong(self) -> bool:
        """Whether the form was not carried out: something is wrong, or must be accepted first."""
        return self.is_bound and bool(self.errors or self.consequence)

    def obstacle(self) -> str:
        """Returns a sentence on why the command would be refused now, empty where it would not."""
        return self.where.obstacle(self.command_class.code)

    def plain_fields(self) -> list[forms.BoundField]:
        """Returns the fields that are always seen."""
        return [field for field in self.visible_fields() if field.name not in self.folded]

    def folded_fields(self) -> list[forms.BoundField]:
        """Returns the fields that a fold-out holds."""
        return [field for field in self.visible_fields() if field.name in self.folded]

    def is_unfolded(self) -> bool:
        """Returns whether the fold-out has to be open, because something in it was filled in."""
        return any(field.errors or field.value() for field in self.folded_fields())


def acceptance_of(command: Command) -> str:
    """Returns the value by which a form accepts the consequences of exactly this command."""
    fields = {**encode(command), "confirmed": False}
    text = json.dumps([command.code, fields], sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def doubt_accepted(command: Command) -> str:
    """Returns the value by which a form accepts what is odd about it, and no consequence yet."""
    return f"{acceptance_of(command)}-odd"


def key_of(token: str, typed: MultiValueDict[str, Any], more: Sequence[Any] = ()) -> str:
    """Returns the idempotency key of a form: its token, and what was typed into it."""
    sent = [*sorted((k, v) for k, v in typed.lists() if k not in _NOT_TYPED), *more]
    digest = hashlib.sha256(json.dumps(sent).encode()).hexdigest()
    return f"{token}-{digest[:16]}"


def sent_token(data: QueryDict | None) -> str:
    """Returns the token that a form sent, a new one where it sent none."""
    sent = str(data.get("token", "")) if data else ""
    return sent if _TOKEN.fullmatch(sent) else uuid.uuid4().hex


def tell_browser(form: forms.Form) -> None:
    """Puts the cursor where typing begins, and keeps the browser from filling in old names."""
    visible = form.visible_fields()
    wrong = [field for field in visible if form.is_bound and field.errors]
    for field in visible:
        field.field.widget.attrs.setdefault("autocomplete", "off")
    # A choice that the address made already is not where anybody goes on.
    folded = getattr(form, "folded", ())
    seen = [field for field in visible if field.name not in folded]
    left = list(dropwhile(_is_chosen, seen))
    for field in (wrong or left or seen)[:1]:
        field.field.widget.attrs["autofocus"] = True


def _is_chosen(field: forms.BoundField) -> bool:
    widget = field.field.widget
    return isinstance(widget, forms.Select | forms.RadioSelect) and bool(field.value())
