"""The lock of a judge's device: a signed cookie, and access to one page only.

How far that goes: who removes the cookie, or starts another browser, is out. The system's own
kiosk mode keeps people from that (docs/guide/judge.md).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from http import HTTPStatus

from django.conf import settings
from django.core import signing
from django.http import HttpRequest, HttpResponseBase
from django.shortcuts import redirect
from django.urls import reverse

from core.actors import Actor
from lexicon.models import JudgeStation

COOKIE = "judge"
SALT = "lexicon.judge"
KEPT_S = 30 * 24 * 3600
"""A browser that is started again is still a judge, for longer than any event."""
RENEWED_AFTER_S = 24 * 3600
"""The age at which a cookie in use is renewed."""

KNOWN = "wallchart.judge"
"""The place in a request of its cookie's judge; no client can send such a name."""


@dataclass(frozen=True, slots=True)
class Device:
    """A device that judges at a station; `name` is what the log calls it."""

    station: JudgeStation
    name: str

    @property
    def actor(self) -> Actor:
        """The name of the device in the journal of the station."""
        return Actor(
            name=f"judge {self.station.name}, device {self.name}",
            trusted=True,
        )


def device_of(request: HttpRequest) -> Device | None:
    """Returns as which device a browser judges; None without a cookie of ours, or once closed."""
    if KNOWN not in request.META:
        request.META[KNOWN] = _device(request)
    device: Device | None = request.META[KNOWN]
    return device


def lock(response: HttpResponseBase, device: Device) -> HttpResponseBase:
    """Makes the browser that gets this response a judge."""
    values = {"station": device.station.key, "device": device.name}
    response.set_cookie(
        COOKIE,
        signing.dumps(values, salt=SALT),
        max_age=KEPT_S,
        secure=settings.HTTPS_ONLY,
        httponly=True,
        samesite="Lax",
    )
    return response


def unlock(response: HttpResponseBase) -> HttpResponseBase:
    """Makes the browser that gets this response a browser like any other."""
    response.delete_cookie(COOKIE, samesite="Lax")
    return response


class KioskLock:
    """Sends a judge back to its page, whatever other address it asks for.

    A cookie that is not ours, or whose station was closed, is dropped.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self._get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """Return the page that was asked for, or the way back to the judge."""
        if COOKIE not in request.COOKIES:
            return self._get_response(request)
        if device_of(request) is None:
            response = self._get_response(request)
            return response if COOKIE in response.cookies else unlock(response)
        is_style = request.path_info.startswith(f"/{settings.STATIC_URL.lstrip('/')}")
        if is_style or request.path_info.startswith(reverse("judge")):
            response = self._get_response(request)
            if response.status_code != HTTPStatus.NOT_FOUND:
                return response if is_style else _renewed(response, request)
        return _renewed(redirect("judge"), request)


def _renewed(response: HttpResponseBase, request: HttpRequest) -> HttpResponseBase:
    """Renews the cookie of a judge in use, once a day: it is kept from the last use on."""
    device = device_of(request)
    if device is None or COOKIE in response.cookies:
        return response
    try:
        signing.loads(request.COOKIES[COOKIE], salt=SALT, max_age=RENEWED_AFTER_S)
    except signing.SignatureExpired:
        return lock(response, device)
    return response


def _device(request: HttpRequest) -> Device | None:
    try:
        values = signing.loads(request.COOKIES.get(COOKIE, ""), salt=SALT, max_age=KEPT_S)
        key, name = str(values["station"]), str(values["device"])
    except (signing.BadSignature, KeyError, TypeError, ValueError):
        return None
    station = JudgeStation.objects.filter(key=key, is_open=True).first()
    return None if station is None else Device(station, name)
