"""Forms of the second reading: the line of a checker, and the choice between two claims."""

from __future__ import annotations

from typing import Any

from django import forms
from django.http import QueryDict
from django.utils.datastructures import MultiValueDict

from core.phrases import phrase
from desk.forms import key_of, sent_token
from tournaments.entry_line.grammar import LONGEST
from tournaments.kernel.commands.outcome import HIGHEST, LOWEST
from tournaments.results.commands.checking import ChooseResult
from tournaments.results.forms.entry_line import MOST_BOARDS


class VerifyForm(forms.Form):
    """A slip as a checker reads it: its two scores, or a line that names its board.

    `at` is the slot of the board that is shown, and `again` the line that differed before: typed a
    second time, it is kept as it is.
    """

    line = forms.CharField(
        max_length=LONGEST,
        error_messages={"required": phrase("Type both scores, as in 423389 or 423-389.")},
    )
    at = forms.IntegerField(required=False, min_value=1, max_value=MOST_BOARDS)
    again = forms.CharField(required=False, max_length=LONGEST)

    def __init__(self, data: QueryDict | None = None, **more: Any) -> None:
        super().__init__(data, **more)
        self.token = sent_token(data)
        self._sent: MultiValueDict[str, Any] = MultiValueDict() if data is None else data

    def key(self) -> str:
        """Returns the idempotency key of what was sent."""
        return key_of(self.token, self._sent)


class ChooseForm(forms.Form):
    """One of the claims about a board, as the page showed it."""

    division = forms.CharField(max_length=60)
    round = forms.IntegerField(min_value=1, max_value=999)
    entry = forms.IntegerField(min_value=1, max_value=99_999)
    claim = forms.IntegerField(min_value=1, max_value=99)
    score = forms.IntegerField(required=False, min_value=LOWEST, max_value=HIGHEST)
    opponent_score = forms.IntegerField(required=False, min_value=LOWEST, max_value=HIGHEST)
    seen = forms.IntegerField(min_value=0)
    confirmed = forms.BooleanField(required=False)

    def __init__(self, data: QueryDict | None = None, **more: Any) -> None:
        super().__init__(data, **more)
        self.token = sent_token(data)
        self._sent: MultiValueDict[str, Any] = MultiValueDict() if data is None else data

    def key(self) -> str:
        """Returns the idempotency key of what was sent."""
        return key_of(self.token, self._sent)

    def command(self, event: str) -> ChooseResult:
        """Returns the command that a valid form asks for."""
        return ChooseResult(event=event, **self.cleaned_data)
