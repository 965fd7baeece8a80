"""Access to the page of a rating list."""

from __future__ import annotations

from functools import wraps
from typing import Any

from django.http import HttpRequest, HttpResponseBase
from django.shortcuts import get_object_or_404

from desk.access import View, for_operator, for_staff
from ratings.models import RatingList


def for_list(view: View) -> View:
    """Returns the view open to operators; it is called with the rating list, not its key."""
    return for_operator(_of_list(view))


def for_list_reader(view: View) -> View:
    """Returns the view open to the staff; it is called with the rating list, not its key."""
    return for_staff(_of_list(view))


def _of_list(view: View) -> View:
    @wraps(view)
    def found(request: HttpRequest, key: str, **kwargs: Any) -> HttpResponseBase:
        return view(request, get_object_or_404(RatingList, key=key), **kwargs)

    return found
