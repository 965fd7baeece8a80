"""The memory of an import of 300,000 words with definitions, in its own process."""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
from pathlib import Path

import pytest

from tests.databases import with_tables
from tests.peak_memory import needs_a_peak
from tests.processes import ROOT

WORDS = 300_000
MOST_MB = 300

IMPORTS = """
import sys
import django
from django.core.management import call_command
from tests.peak_memory import peak_mb
django.setup()
call_command("lexicon_import", "BIG", sys.argv[1], "--json")
print(peak_mb())
"""


@needs_a_peak
@pytest.mark.timeout(300)
def test_a_large_list_with_definitions_comes_in_within_the_memory_it_may_take(
    tmp_path: Path,
) -> None:
    dice, words = random.Random(6), set[str]()
    while len(words) < WORDS:
        words.add("".join(dice.choices("aeioubcdfghlmnprstvz", k=dice.randint(5, 15))))
    file = tmp_path / "big.txt"
    lines = (f"{word} the state of being {word[:4]} [n -S]\n" for word in sorted(words))
    file.write_text("".join(lines), encoding="ascii")
    environment = {
        **os.environ,
        "DJANGO_SETTINGS_MODULE": "config.settings",
        "DATABASE_URL": "",
        "WALLCHART_VAR": str(with_tables(tmp_path / "var")),
    }
    command = [sys.executable, "-c", IMPORTS, str(file)]
    ran = subprocess.run(
        command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False
    )
    assert ran.returncode == 0, ran.stderr
    told, peak = ran.stdout.splitlines()
    assert json.loads(told)["words"] == WORDS
    assert int(peak) < MOST_MB
