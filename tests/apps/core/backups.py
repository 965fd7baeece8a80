"""Backups that somebody changed: what every test of damaged ones begins with."""

from __future__ import annotations

import json
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

from core.backup import archive

Rewrite = Callable[[dict[str, bytes], dict[str, Any]], object]


def rewritten(file: Path, change: Rewrite) -> Path:
    """Writes a backup whose members and manifest somebody changed; returns its file."""
    with zipfile.ZipFile(file) as zipped:
        members = {name: zipped.read(name) for name in zipped.namelist()}
    manifest = json.loads(members.pop(archive.MANIFEST))
    change(members, manifest)
    other = file.with_name("rewritten")
    with zipfile.ZipFile(other, "w", zipfile.ZIP_DEFLATED) as zipped:
        for name, text in members.items():
            zipped.writestr(name, text)
        zipped.writestr(archive.MANIFEST, json.dumps(manifest))
    return other
