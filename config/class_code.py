"""The methods of dataclasses, kept compiled beside the modules that Python keeps compiled.

A dataclass has its methods written anew in each process, and compiled: six for each of a thousand
classes, a third of what it takes to load this program. Here what was compiled from a text is found
by that text again, so nothing that is kept can be out of date. Where modules may not be kept, or
the folder takes none, all is compiled as ever.
"""

from __future__ import annotations

import atexit
import dataclasses
import marshal
import os
import sys
from contextlib import suppress
from hashlib import blake2b
from importlib.util import MAGIC_NUMBER, cache_from_source
from pathlib import Path
from types import CodeType
from typing import Any

FEW = 60
"""So many methods are compiled before what is kept is read: a small program reads nothing."""
MOST = 20_000
"""More than are kept are those of classes that were changed: only what is in use stays."""


class ClassCode:
    """The code of methods by their texts, in a file that belongs to this version of Python."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._compiled = 0
        self._known: dict[bytes, bytes] | None = None
        self._used: dict[bytes, bytes] = {}
        self._is_news = False

    def run(self, text: str, *places: dict[str, Any]) -> None:
        """Run a text that defines methods, as `exec` does."""
        exec(self._code(text), *places)  # noqa: S102 - as dataclasses does with the text

    def keep(self) -> None:
        """Keep what was compiled for the next process, if anything was, and forget all."""
        used, is_news = self._used, self._is_news
        self._known, self._used, self._is_news, self._compiled = None, {}, False, 0
        if not is_news or sys.dont_write_bytecode:
            return
        together = {**_kept_in(self.path), **used}
        kept = used if len(together) > MOST else together
        unfinished = self.path.with_suffix(f".{os.getpid()}")
        with suppress(OSError):
            try:
                unfinished.write_bytes(MAGIC_NUMBER + marshal.dumps(kept))
                unfinished.replace(self.path)
            finally:
                unfinished.unlink(missing_ok=True)

    def _code(self, text: str) -> CodeType:
        if self._known is None:
            self._compiled += 1
            if self._compiled <= FEW:
                return _compiled(text)
            self._known = _kept_in(self.path)
        name = blake2b(text.encode(), digest_size=20).digest()
        code = _code_in(self._known.get(name, b""))
        if code is None:
            self._is_news = True
            code = _compiled(text)
            self._known[name] = marshal.dumps(code)
        self._used[name] = self._known[name]
        return code


def _compiled(text: str) -> CodeType:
    return compile(text, "<string>", "exec", dont_inherit=True)


def _kept_in(path: Path) -> dict[bytes, bytes]:
    """Return what a file holds, nothing where there is none or one that was not written here."""
    with suppress(OSError):
        held = path.read_bytes()
        if held.startswith(MAGIC_NUMBER):
            kept = _loaded(held[len(MAGIC_NUMBER) :])
            return kept if isinstance(kept, dict) else {}
    return {}


def _code_in(kept: bytes) -> CodeType | None:
    """Return the code that was kept, None where it is none, as after a loss of power."""
    code = _loaded(kept)
    return code if isinstance(code, CodeType) else None


def _loaded(held: bytes) -> Any:
    with suppress(ValueError, EOFError, TypeError):
        return marshal.loads(held)  # noqa: S302 - kept where modules are
    return None


CODE = ClassCode(Path(cache_from_source(__file__)).with_suffix(".code"))


def use() -> None:
    """Have dataclasses find its methods here; done once, before most classes are made."""
    dataclasses.exec = CODE.run  # type: ignore[attr-defined] # in place of the builtin, which it calls
    atexit.register(CODE.keep)
