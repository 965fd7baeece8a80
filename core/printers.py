"""The printers of this machine, through CUPS: `lpstat` names them, `lp` prints.

Nothing is run through a shell, and nothing but the name of a printer that `lpstat` listed, numbers
and words of ours stands in what is run. A machine without CUPS has no printers.
"""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

from django.conf import settings

from core.errors import UserError
from core.phrases import phrase

LISTING_S, PRINTING_S = 3, 30
MOST_COPIES = 20
# CUPS itself allows no blanks, slashes and hashes in a name; one that looks like an option is none.
_NAME = re.compile(r"[A-Za-z0-9_][A-Za-z0-9_.+@-]{0,126}", re.ASCII)
_REQUEST = re.compile(r"request id is (\S{1,140})")
MEDIA = {"a4": "A4", "letter": "Letter"}


def printers() -> list[str]:
    """Returns the names of the printers here, the usual one first; none without CUPS.

    None too where the installation prints only from browsers (`PRINT_DIRECTLY`).
    """
    if not settings.PRINT_DIRECTLY:
        return []
    lpstat = shutil.which("lpstat")
    if lpstat is None or shutil.which("lp") is None:
        return []
    found = [name for name in _said([lpstat, "-e"]).splitlines() if _NAME.fullmatch(name)]
    usual = _said([lpstat, "-d"]).rpartition(":")[2].strip()
    return sorted(dict.fromkeys(found), key=lambda name: (name != usual, name))


def print_file(path: Path, printer: str, *, title: str, size: str, copies: int = 1) -> str:
    """Prints a PDF; returns the number that the printer's queue gave it.

    `size` is the paper, a key of `MEDIA`. Raises UserError with what went wrong, as the system says
    it: a printer that is not there any more, or a queue that takes nothing.
    """
    lp = shutil.which("lp")
    if lp is None or printer not in printers():
        raise UserError(
            phrase("There is no printer {name} here: print from the browser.", name=printer[:80]),
            code="printer.missing",
            field="printer",
        )
    if not 1 <= copies <= MOST_COPIES:
        raise UserError(
            phrase("Print 1 to {most} copies.", most=MOST_COPIES),
            code="printer.copies",
            field="copies",
        )
    options = ["-d", printer, "-n", str(copies), "-t", title, "-o", f"media={MEDIA[size]}"]
    try:
        done = _run([lp, *options, "--", str(path)], PRINTING_S)
    except (OSError, subprocess.TimeoutExpired):
        raise _refused(printer, phrase("it does not answer")) from None
    if done.returncode:
        raise _refused(printer, " ".join((done.stderr or done.stdout).split())[:200])
    number = _REQUEST.search(done.stdout)
    return number[1] if number else printer


def _refused(printer: str, said: str) -> UserError:
    return UserError(
        phrase("The printer {name} took nothing: {said}.", name=printer, said=said.rstrip(".")),
        code="printer.refused",
    )


def _said(command: list[str]) -> str:
    """Returns what a program says, nothing where it fails or does not answer."""
    try:
        done = _run(command, LISTING_S)
    except (OSError, subprocess.TimeoutExpired):
        return ""
    return done.stdout if done.returncode == 0 else ""


def _run(command: list[str], seconds: int) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        command,
        check=False,
        capture_output=True,
        encoding="utf-8",
        errors="replace",
        stdin=subprocess.DEVNULL,
        timeout=seconds,
    )
