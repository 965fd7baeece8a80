"""The clients: wrk where this machine has it, else sockets of this process, which take longer."""

from __future__ import annotations

import asyncio
import re
import shutil
import subprocess
import time
from collections.abc import Mapping
from statistics import quantiles
from string import ascii_lowercase
from typing import NamedTuple

CONNECTIONS = 32
WRK = shutil.which("wrk")
_UNITS = {"us": 0.001, "ms": 1.0, "s": 1000.0, "m": 60_000.0}


class Figures(NamedTuple):
    """The number of answers, how many a second, and how long they took, in milliseconds."""

    answers: int
    rate: float
    p50: float
    p99: float


def asked(port: int, path: str, headers: Mapping[str, str], seconds: int) -> Figures:
    """Returns the figures of `CONNECTIONS` connections that asked without a pause.

    Raises RuntimeError where anything was answered that is neither a page nor a 304.
    """
    if WRK:
        return _by_wrk(WRK, f"http://127.0.0.1:{port}{path}", headers, seconds)
    return asyncio.run(_by_sockets(port, path, headers, seconds))


def _by_wrk(wrk: str, address: str, headers: Mapping[str, str], seconds: int) -> Figures:
    told = [part for name, value in headers.items() for part in ("-H", f"{name}: {value}")]
    command = [wrk, "-t2", f"-c{CONNECTIONS}", f"-d{seconds}s", "--latency", *told, address]
    text = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    if "Non-2xx" in text or re.search(r"(connect|read|write) [1-9]", text):
        raise RuntimeError(text)
    rate = re.search(r"Requests/sec:\s+([\d.]+)", text)
    answers = re.search(r"(\d+) requests in", text)
    took = dict(re.findall(r"^\s+(\d\d)%\s+([\d.]+[a-z]+)", text, re.MULTILINE))
    assert rate is not None, text
    assert answers is not None, text
    p50, p99 = (_milliseconds(took[part]) for part in ("50", "99"))
    return Figures(int(answers[1]), float(rate[1]), p50, p99)


def _milliseconds(said: str) -> float:
    number = said.rstrip(ascii_lowercase)
    return float(number) * _UNITS[said.removeprefix(number)]


async def _by_sockets(port: int, path: str, headers: Mapping[str, str], seconds: int) -> Figures:
    told = "".join(f"{name}: {value}\r\n" for name, value in headers.items())
    request = f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n{told}\r\n".encode()
    began = time.perf_counter()
    piles = await asyncio.gather(
        *(_connection(port, request, began + seconds) for _ in range(CONNECTIONS))
    )
    took = [one for pile in piles for one in pile]
    cuts = quantiles(took, n=100, method="inclusive")
    return Figures(len(took), len(took) / (time.perf_counter() - began), cuts[49], cuts[98])


async def _connection(port: int, request: bytes, until: float) -> list[float]:
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    took = []
    while (start := time.perf_counter()) < until:
        writer.write(request)
        head = await reader.readuntil(b"\r\n\r\n")
        if head[9:12] not in (b"200", b"304"):
            raise RuntimeError(head.decode())
        length = re.search(rb"\r\ncontent-length: (\d+)", head, re.IGNORECASE)
        if length is not None:
            await reader.readexactly(int(length[1]))
        took.append((time.perf_counter() - start) * 1000)
    writer.close()
    return took
