"""The view in front of Django's admin, which is imported when the first operator asks for it."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponseBase
from django.template.response import TemplateResponse
from django.urls import resolve, set_urlconf

from core.journal.guard import reading
from core.web.view_access import reads
from desk.access import for_operator

ADDRESSES = "config.support.urls"


@reads
@for_operator
def support(request: HttpRequest, **_: str) -> HttpResponseBase:
    """Return the page of the admin at the address of the request, for operators.

    Whatever writes to the database meanwhile, journal or not, raises WrittenOutsideCommand. The
    admin costs memory and time to load, so only requests that come here have its addresses.
    """
    set_urlconf(ADDRESSES)
    try:
        found = request.resolver_match = resolve(request.path_info)
        with reading():
            answer: HttpResponseBase = found.func(request, *found.args, **found.kwargs)
            if isinstance(answer, TemplateResponse):
                _render(answer)
            return answer
    finally:
        set_urlconf(None)


def _render(answer: TemplateResponse) -> None:
    """Make a page of the admin, while its addresses are still those that it links to."""
    from config.support.engine import template  # noqa: PLC0415 - loads the admin

    answer.template_name = template(answer.template_name)
    answer.render()
