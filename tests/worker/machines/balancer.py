"""One address in front of several: each connection goes to the next one that takes it.

`python -m tests.worker.machines.balancer PORT TO...`; all ports are this machine's own.
"""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Sequence
from contextlib import suppress
from functools import partial

_PIECE = 2**16


async def main(port: int, behind: Sequence[int]) -> None:
    """Pass on what comes, until ended."""
    turns = [0]
    server = await asyncio.start_server(partial(_pass_on, behind, turns), "127.0.0.1", port)
    async with server:
        await server.serve_forever()


async def _pass_on(
    behind: Sequence[int],
    turns: list[int],
    reader: asyncio.StreamReader,
    writer: asyncio.StreamWriter,
) -> None:
    turns[0] += 1
    for step in range(len(behind)):
        port = behind[(turns[0] + step) % len(behind)]
        try:
            answers, asks = await asyncio.open_connection("127.0.0.1", port)
        except OSError:
            continue  # that one is down
        await asyncio.gather(_pump(reader, asks), _pump(answers, writer))
        return
    writer.close()


async def _pump(source: asyncio.StreamReader, sink: asyncio.StreamWriter) -> None:
    """Copy until one side is gone; then the other is told by closing it."""
    with suppress(OSError):
        while piece := await source.read(_PIECE):
            sink.write(piece)
            await sink.drain()
    sink.close()


if __name__ == "__main__":
    asyncio.run(main(int(sys.argv[1]), [int(word) for word in sys.argv[2:]]))
