"""The log says what somebody sat at, in words of our own."""

from __future__ import annotations

import pytest
from django.test import RequestFactory

from core.web.device import device_of

_EDGE = "Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/130.0 Safari/537.36 Edg/130.0"
_PHONE = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Mobile Safari/604.1"


@pytest.mark.parametrize(
    ("told", "said"),
    [
        ("Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Firefox/140.0", "Firefox on Linux, 10.0.0.7"),
        (_EDGE, "Edge on Windows, 10.0.0.7"),
        (_PHONE, "Safari on iPhone, 10.0.0.7"),
        ("Mozilla/5.0 (Linux; Android 15) Chrome/130.0 Mobile", "Chrome on Android, 10.0.0.7"),
        ("curl/8.0", "10.0.0.7"),
        ("", "10.0.0.7"),
        ("<script>Chrome/" + "x" * 9000, "Chrome, 10.0.0.7"),
    ],
)
def test_a_device_is_a_browser_a_system_and_an_address(told: str, said: str) -> None:
    request = RequestFactory().get("/", headers={"user-agent": told}, REMOTE_ADDR="10.0.0.7")
    assert device_of(request) == said
