"""Fields that forms of several apps have."""

from __future__ import annotations

from typing import Any

from django import forms

from core.phrases import phrase

YES_NO = (("yes", phrase("yes")), ("no", phrase("no")))


class YesNo(forms.ChoiceField):
    """A question that is answered by yes or no."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(choices=YES_NO, **kwargs)
