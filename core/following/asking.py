"""The spare's side of the network: one sealed ask, one sealed answer, and what went wrong."""

from __future__ import annotations

from contextlib import closing
from dataclasses import dataclass
from http.client import HTTPConnection, HTTPException, HTTPSConnection
from typing import TypeVar
from urllib.parse import urlsplit

import msgspec

from core.errors import UserError
from core.following.messages import Ask
from core.following.sealing import LARGEST, NotSealed, asking, mark_of, opened, sealed
from core.phrases import phrase

TIMEOUT_S = 20.0
T = TypeVar("T")


class Away(Exception):
    """The other machine does not answer just now; the message says how that shows."""


class NotTaken(UserError):
    """The other machine answers, and will not have this one follow it."""


@dataclass(frozen=True, slots=True)
class Main:
    """The machine to ask: where it is, and the secret that is shared with it."""

    address: str
    ident: str
    key: str

    def ask(self, ask: Ask, kind: type[T], *, timeout: float = TIMEOUT_S) -> T:
        """Returns the answer to an ask. Raises Away where none comes, NotTaken for a refusal."""
        body = sealed(self.key, msgspec.to_builtins(ask), bound_to=asking(self.ident))
        try:
            told = opened(self.key, self._sent(body, timeout), bound_to=mark_of(body))
        except NotSealed as forged:
            raise Away(phrase("what answers there does not know the secret")) from forged
        if isinstance(told, dict) and "error" in told:
            raise NotTaken(str(told["error"]), code="follow.refused")
        try:
            return msgspec.convert(told, type=kind)
        except msgspec.ValidationError as wrong:
            raise Away(phrase("it runs another version of Wallchart")) from wrong

    def _sent(self, body: bytes, timeout: float) -> bytes:
        parts = urlsplit(self.address)
        kind = HTTPSConnection if parts.scheme == "https" else HTTPConnection
        assert parts.hostname is not None
        with closing(kind(parts.hostname, parts.port, timeout=timeout)) as connection:
            try:
                connection.request("POST", f"/follow/{self.ident}/", body)
                answer = connection.getresponse()
                data = answer.read(LARGEST)
            except (OSError, HTTPException) as failure:
                why = getattr(failure, "strerror", "") or str(failure) or type(failure).__name__
                raise Away(why) from failure
        if answer.length:
            # A read of so many bytes says nothing of those that did not come.
            raise Away(phrase("its answer broke off"))
        if answer.status == 403:
            raise NotTaken(
                phrase(
                    "The machine at {address} does not know this secret: it was mistyped, taken "
                    "back, or a backup was put back there. Make a new one at its desk.",
                    address=self.address,
                ),
                code="follow.unknown",
            )
        if answer.status != 200:
            raise Away(phrase("it answers with status {status}", status=answer.status))
        return data


def checked_address(typed: str) -> str:
    """Returns the address of a machine as it is kept; raises UserError for what is none."""
    try:
        parts = urlsplit(typed if "//" in typed else f"http://{typed}")
        fits = parts.scheme in ("http", "https") and bool(parts.hostname)
        fits = fits and not parts.username and parts.port != 0 and len(typed) <= 250
        is_clean = all(33 <= ord(letter) < 127 for letter in typed)
        place = f"{parts.scheme}://{parts.netloc}/"
    except ValueError:
        fits, is_clean, place = False, False, ""
    if not fits or not is_clean:
        raise UserError(
            phrase("Give the address of the main machine, such as http://192.168.1.20:8000/."),
            code="follow.address",
            field="address",
        )
    return place
