"""A phone of a player: its connection, the page of its link, and the forms on it."""

from __future__ import annotations

import asyncio
import gzip
import time
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from html.parser import HTMLParser
from urllib.parse import urlencode

LOST_AFTER_S = 30.0


@dataclass
class Told:
    """What all phones were answered: how long each kind took in milliseconds, and what went wrong.

    `counted` has the moment, in seconds from the start, at which a board's first score was taken.
    """

    took: dict[str, list[float]] = field(default_factory=dict)
    faults: Counter[str] = field(default_factory=Counter)
    counted: dict[int, float] = field(default_factory=dict)


class SentForms(HTMLParser):
    """The forms of a page: the fields of each, with what they start with, by its address."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.forms: dict[str, dict[str, str]] = {}
        self._open: dict[str, str] = {}
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Begins a form, or adds a field to the one that is open."""
        told = {name: value or "" for name, value in attrs}
        if tag == "form":
            self._open = self.forms.setdefault(told.get("action", ""), {})
        elif tag == "input" and "name" in told:
            self._open[told["name"]] = told.get("value", "")


class Web:
    """A browser with one connection, which it keeps as long as the server does, and cookies."""

    def __init__(self, port: int, told: Told, *, cookies: str = "") -> None:
        self._port, self._told, self._cookies = port, told, cookies
        self._open: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def ask(self, kind: str, path: str, fields: Mapping[str, str] | None = None) -> str:
        """Returns what is answered to a GET, or to a POST where there are fields.

        What is no 200 within half a minute counts as a fault, and is answered as nothing.
        """
        began = time.perf_counter()
        try:
            async with asyncio.timeout(LOST_AFTER_S):
                status, text = await self._asked(path, fields)
        except (OSError, TimeoutError, asyncio.IncompleteReadError) as fault:
            self._told.faults[f"{kind}: {type(fault).__name__}"] += 1
            self.close()
            return ""
        self._told.took.setdefault(kind, []).append((time.perf_counter() - began) * 1000)
        if status != "200":
            self._told.faults[f"{kind}: {status}"] += 1
            return ""
        return text

    def close(self) -> None:
        """Hangs up."""
        if self._open is not None:
            self._open[1].close()
            self._open = None

    async def _asked(self, path: str, fields: Mapping[str, str] | None) -> tuple[str, str]:
        if self._open is not None:
            try:
                return await self._exchange(*self._open, path, fields)
            except (ConnectionError, asyncio.IncompleteReadError):
                self.close()  # the server needed its place while nothing was asked
        self._open = await asyncio.open_connection("127.0.0.1", self._port)
        return await self._exchange(*self._open, path, fields)

    async def _exchange(
        self,
        reader: asyncio.StreamReader,
        writer: asyncio.StreamWriter,
        path: str,
        fields: Mapping[str, str] | None,
    ) -> tuple[str, str]:
        body = b"" if fields is None else urlencode(fields).encode()
        lines = [
            f"{'GET' if fields is None else 'POST'} {path} HTTP/1.1",
            f"Host: localhost\r\nAccept-Encoding: gzip\r\nCookie: {self._cookies}",
        ]
        if fields is not None:
            lines.append("Accept: application/json")
            lines.append("Content-Type: application/x-www-form-urlencoded")
            lines.append(f"Content-Length: {len(body)}")
        writer.write("\r\n".join([*lines, "", ""]).encode() + body)
        first, *rest = (await reader.readuntil(b"\r\n\r\n")).decode().rstrip().split("\r\n")
        headers = {}
        for name, _, value in (line.partition(": ") for line in rest):
            if name.lower() == "set-cookie":
                self._cookies += f"; {value.partition(';')[0]}"
            headers[name.lower()] = value
        content = await reader.readexactly(int(headers["content-length"]))
        if headers.get("connection", "").lower() == "close":
            self.close()
        if headers.get("content-encoding") == "gzip":
            content = gzip.decompress(content)
        return first.split(" ")[1], content.decode()
