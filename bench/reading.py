"""Readers who keep a page open, and ask for what is new as `static/js/live.js` does."""

from __future__ import annotations

import asyncio
import gzip
import random
import time
from collections import Counter
from dataclasses import dataclass, field

SPREAD = 0.5
LOST_AFTER_S = 10.0


@dataclass
class Watch:
    """What the readers are answered, and when each result is on their pages.

    `entered` has the moment at which each result was entered, by its scores as a page writes them;
    `delays` the seconds from then until a page of a path had it.
    """

    until: float
    entered: dict[str, float] = field(default_factory=dict)
    shown: dict[str, frozenset[str]] = field(default_factory=dict)
    answers: Counter[str] = field(default_factory=Counter)
    took: dict[str, list[float]] = field(default_factory=lambda: {"200": [], "304": []})
    delays: dict[str, list[float]] = field(default_factory=dict)

    def scores_on(self, path: str, tag: str, body: bytes) -> frozenset[str]:
        """Returns which results a page has; a page is read once for all who get it."""
        key = f"{path} {tag}"
        if key not in self.shown:
            text = gzip.decompress(body).decode()
            self.shown[key] = frozenset(one for one in tuple(self.entered) if one in text)
        return self.shown[key]


async def keep_open(watch: Watch, port: int, path: str, every: float, seed: int) -> None:
    """Keeps a page open: asks again and again, and notes when each result is there first.

    `every` is in seconds; between two questions lies that, give or take a quarter.
    """
    dice = random.Random(seed)
    tag, seen = "", frozenset[str]()
    await asyncio.sleep(every * dice.random())
    while (start := time.monotonic()) < watch.until:
        try:
            async with asyncio.timeout(LOST_AFTER_S):
                status, new_tag, body = await _asked(port, path, tag)
        except (OSError, TimeoutError, asyncio.IncompleteReadError):
            watch.answers["lost"] += 1
        else:
            now = time.monotonic()
            watch.answers[status] += 1
            watch.took.setdefault(status, []).append(now - start)
            if status == "200":
                there = watch.scores_on(path, new_tag, body)
                first = not tag
                if not first:
                    late = watch.delays.setdefault(path, [])
                    late += [now - watch.entered[one] for one in there - seen]
                tag, seen = new_tag, there | seen
        await asyncio.sleep(every * (1 - SPREAD / 2 + SPREAD * dice.random()))


async def _asked(port: int, path: str, tag: str) -> tuple[str, str, bytes]:
    """Asks for a page over a connection of its own; returns the status, the tag and the body."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    try:
        lines = [f"GET {path} HTTP/1.1", "Host: localhost", "Accept-Encoding: gzip"]
        lines += [f"If-None-Match: {tag}"] if tag else []
        writer.write("\r\n".join([*lines, "Connection: close", "", ""]).encode())
        head, _, body = (await reader.read()).partition(b"\r\n\r\n")
    finally:
        writer.close()
    first, *rest = head.decode().split("\r\n")
    if not first:
        raise OSError("hung up")
    named = {name.lower(): value for name, _, value in (line.partition(": ") for line in rest)}
    return first.split(" ")[1], named.get("etag", ""), body
