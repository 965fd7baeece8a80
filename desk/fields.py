"""Fields that forms of several apps have."""

from __future__ import annotations

from typing import Any

from django import forms

YES_NO = (("yes", "yes"), ("no", "no"))


class YesNo(forms.ChoiceField):
    """A question that is answered by yes or no."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(choices=YES_NO, **kwargs)
