"""A crowd of readers in one process: each holds a connection and asks again for what it looks at.

Half of them look at a card, the others at a page of all; each sends what it holds of it, and asks
again when told to. Prints a line when a stretch of time begins, and at the end, as one line of
JSON, what they were answered in each.
"""

from __future__ import annotations

import asyncio
import json
import random
import sys
import time
from bisect import bisect_right
from collections import Counter
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import accumulate

DIVISION = "/events/grand/A"
LOOKED_AT = (
    "/",
    "/events/grand/",
    *(f"{DIVISION}/{place}/" for place in ("standings", "results", "pairings", "wallchart")),
    f"{DIVISION}/pairings/names/",
)
CARDS = 300
LOST_AFTER_S = 30.0


@dataclass
class Seen:
    """The answers to the readers: how often which, and how long each took in milliseconds."""

    answers: Counter[str] = field(default_factory=Counter)
    took: list[float] = field(default_factory=list)


class Reader:
    """Somebody with a browser that keeps its connection while it can."""

    def __init__(self, port: int, number: int) -> None:
        self.port, self.dice, self.tag = port, random.Random(number), ""
        card = f"{DIVISION}/player/{number % CARDS + 1}/"
        self.path = card if self.dice.random() < 0.5 else self.dice.choice(LOOKED_AT)
        self.streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def look(self, seen: Seen) -> None:
        """Asks for the page until it is there, and counts how that went."""
        start = time.perf_counter()
        try:
            async with asyncio.timeout(LOST_AFTER_S):
                status, headers = await self._asked()
                while "refresh" in headers:
                    seen.answers["ask again"] += 1
                    await asyncio.sleep(float(headers["refresh"]))
                    status, headers = await self._asked()
        except (OSError, TimeoutError, asyncio.IncompleteReadError):
            seen.answers["lost"] += 1
            self._hang_up()
            return
        seen.took.append((time.perf_counter() - start) * 1000)
        seen.answers[status] += 1
        self.tag = headers.get("etag", "")

    async def _asked(self) -> tuple[str, Mapping[str, str]]:
        """Returns the status and the headers; calls again where the server had hung up."""
        with suppress(OSError, asyncio.IncompleteReadError):
            if self.streams is not None:
                return await self._sent(*self.streams)
        self.streams = await asyncio.open_connection("127.0.0.1", self.port)
        return await self._sent(*self.streams)

    async def _sent(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter
    ) -> tuple[str, Mapping[str, str]]:
        lines = [f"GET {self.path} HTTP/1.1", "Host: localhost", "Accept-Encoding: gzip"]
        lines += [f"If-None-Match: {self.tag}"] if self.tag else []
        writer.write("\r\n".join([*lines, "", ""]).encode())
        head = (await reader.readuntil(b"\r\n\r\n")).decode().rstrip()
        first, *rest = head.split("\r\n")
        named = (line.partition(": ") for line in rest)
        headers = {name.lower(): value for name, _, value in named}
        await reader.readexactly(int(headers.get("content-length", 0)))
        if headers.get("connection", "").lower() == "close":
            self._hang_up()
        return first.split(" ")[1], headers

    def _hang_up(self) -> None:
        if self.streams is not None:
            self.streams[1].close()
        self.streams = None


async def crowd(port: int, readers: int, every_s: float, phases: Sequence[float]) -> list[Seen]:
    """Returns what a crowd has seen in each of these stretches of seconds, one after the other.

    Each looks about every so many seconds; they come in during the first stretch.
    """
    seen = [Seen() for _ in phases]
    ends = list(accumulate(phases, initial=time.monotonic()))[1:]

    async def sit(number: int) -> None:
        reader = Reader(port, number)
        await asyncio.sleep(phases[0] / 2 * reader.dice.random())
        while (now := time.monotonic()) < ends[-1]:
            await reader.look(seen[bisect_right(ends, now)])
            await asyncio.sleep(every_s * reader.dice.uniform(0.5, 1.5))

    async def call() -> None:
        for end in ends[:-1]:
            await asyncio.sleep(max(0.0, end - time.monotonic()))
            print("the next stretch begins", flush=True)

    await asyncio.gather(call(), *(sit(number) for number in range(readers)))
    return seen


def main(port: int, readers: int, every_s: float, *phases: float) -> None:
    """Prints what the crowd has seen in each stretch."""
    seen = asyncio.run(crowd(port, readers, every_s, phases))
    print(json.dumps([{"answers": one.answers, "took": one.took} for one in seen]))


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]), *map(float, sys.argv[3:]))
