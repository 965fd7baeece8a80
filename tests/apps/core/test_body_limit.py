"""The largest request: what brings more is refused before any of it is read."""

from __future__ import annotations

from io import BytesIO
from typing import Any

import pytest
from django.conf import settings
from django.http import HttpResponse
from django.test import Client, RequestFactory

from core.web.bodies import BodyLimitMiddleware

LIMIT = settings.LARGEST_BODY
OF_A_FORM = settings.DATA_UPLOAD_MAX_MEMORY_SIZE


class Unread(BytesIO):
    """A body that nobody may read."""

    def read(self, *_: Any) -> bytes:
        raise AssertionError("the body was read")


def answered(length: str, where: str = "/desk/") -> HttpResponse:
    """Returns the answer to a request that says its body has this length."""
    request = RequestFactory().generic("POST", where)
    request.META["CONTENT_LENGTH"] = length
    return BodyLimitMiddleware(lambda _: HttpResponse("passed on"))(request)


@pytest.mark.parametrize("length", [str(LIMIT + 1), "2147483648", "9" * 5000])
def test_more_than_the_limit_is_refused(length: str) -> None:
    assert answered(length).status_code == 413


@pytest.mark.parametrize("length", ["0", str(LIMIT), "", "-1", "much"])
def test_what_is_within_the_limit_or_says_no_size_is_passed_on(length: str) -> None:
    assert answered(length).content == b"passed on"


@pytest.mark.parametrize("where", ["/", "/accounts/login/", "/events/spring/", "/deskless/"])
def test_where_no_files_are_sent_a_form_is_all_that_may_come(where: str) -> None:
    assert answered(str(OF_A_FORM), where).content == b"passed on"
    assert answered(str(OF_A_FORM + 1), where).status_code == 413


@pytest.mark.parametrize(
    ("where", "limit", "told"),
    [
        ("/desk/", LIMIT, "65"),
        ("/accounts/login/", OF_A_FORM, "2.5"),
        ("/nowhere/", OF_A_FORM, "2.5"),
    ],
)
def test_the_page_is_one_sentence_and_the_body_is_never_read(
    where: str, limit: int, told: str
) -> None:
    client = Client(enforce_csrf_checks=True)
    said: Any = {"wsgi.input": Unread(), "CONTENT_LENGTH": str(limit + 1)}
    answer = client.generic("POST", where, content_type="multipart/form-data; boundary=x", **said)
    assert answer.status_code == 413
    assert f"You can send at most {told} MB at once. Nothing was changed." in (
        answer.content.decode()
    )
    assert answer["Content-Security-Policy"]
    assert answer["X-Request-ID"]


@pytest.mark.django_db
def test_what_is_small_enough_reaches_the_form_behind() -> None:
    answer = Client().post("/accounts/login/", {"username": "ann", "password": "wrong"})
    assert answer.status_code == 200
    assert b'value="ann"' in answer.content
