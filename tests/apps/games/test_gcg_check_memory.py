"""The memory of a check of thousands of records, in a process of its own."""

from __future__ import annotations

import io
import subprocess
import sys
import tarfile
from pathlib import Path

import pytest

from tests.depth import size
from tests.peak_memory import needs_a_peak
from tests.processes import ROOT

RECORDS, FEW = size(3_000, deep=10_000), 300
MOST_MORE_MB = size(3, deep=11)
"""Little more than a kilobyte of each record may stay."""
GAME = "#player1 Ann\n#player2 Col\n" + ">Ann: ADEFGQT 8E DATE +10 10\n>Col: AB -A +0 0\n" * 12

CHECK = """
import sys
from django.conf import settings
settings.configure()
from django.core.management import load_command_class
from tests.depth import size
from tests.peak_memory import peak_mb
try:
    load_command_class("games", "gcg_check").run_from_argv(["", "gcg_check", *sys.argv[1:]])
except SystemExit:
    print(peak_mb(), file=sys.stderr)
"""


def peak_of(path: Path, *options: str) -> int:
    """Returns the most MB that a check of an archive held."""
    command = [sys.executable, "-c", CHECK, str(path), *options]
    ran = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stderr
    return int(ran.stderr)


def archive(path: Path, records: int) -> Path:
    """Returns a packed archive of so many records, all a little different."""
    with tarfile.open(path, "w:gz") as tar:
        for number in range(records):
            content = f"#title {number}\n{GAME}".encode()
            info = tarfile.TarInfo(f"{number}.gcg")
            info.size = len(content)
            tar.addfile(info, io.BytesIO(content))
    return path


@needs_a_peak
@pytest.mark.timeout(300)
@pytest.mark.parametrize("options", [(), ("--json",)])
def test_thousands_of_records_take_no_more_memory_than_a_few(
    tmp_path: Path, options: tuple[str, ...]
) -> None:
    few = peak_of(archive(tmp_path / "few.tgz", FEW), *options)
    many = peak_of(archive(tmp_path / "many.tgz", RECORDS), *options)
    assert many < few + MOST_MORE_MB
