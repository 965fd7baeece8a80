"""The cache of several machines: counted for all of them, and empty while Redis is away."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

from config.broker import Broker
from core.shared_cache import SharedCache
from tests.processes import ROOT, a_free_port


def cache(address: str, **more: Any) -> SharedCache:
    return SharedCache(address, {"TIMEOUT": 60, "KEY_PREFIX": "test", **more})


def test_what_one_machine_counts_the_other_reads(broker: Broker) -> None:
    one, other = (cache(f"unix://{broker.socket}") for _ in range(2))
    one.set("tries", [1.5, 2.5])
    assert other.get("tries") == [1.5, 2.5]
    assert not other.add("tries", [])
    assert cache(f"unix://{broker.socket}", KEY_PREFIX="another").get("tries") is None


def test_without_redis_it_is_empty_and_raises_nothing() -> None:
    away = cache(f"redis://127.0.0.1:{a_free_port()}/0")
    away.set("tries", 1)
    assert away.get("tries", "none") == "none"
    assert away.add("tries", 2)


def test_it_is_used_where_machines_share_a_redis_and_apart_for_each_database(
    tmp_path: Path,
) -> None:
    def said(**given: str) -> list[str]:
        program = (
            "from config.settings import CACHES; one = CACHES['default']\n"
            "print(one['BACKEND'], one.get('LOCATION'), one.get('KEY_PREFIX'))"
        )
        environment = {**os.environ, "WALLCHART_VAR": str(tmp_path), **given}
        command = [sys.executable, "-c", program]
        done = subprocess.run(
            command, cwd=ROOT, env=environment, check=True, capture_output=True, text=True
        )
        return done.stdout.split()

    redis = "redis://broker:6379/0"
    shared = said(REDIS_URL=redis, DATABASE_URL="postgres://w@db/one")
    assert shared[:2] == ["core.shared_cache.SharedCache", redis]
    other = said(REDIS_URL=redis, DATABASE_URL="postgres://w@db/two")
    assert shared[2] != other[2]
    assert said(REDIS_URL="")[0].endswith("LocMemCache")
