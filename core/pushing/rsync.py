"""Sending with rsync over ssh, where this computer has both."""

from __future__ import annotations

import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from core.phrases import phrase
from core.pushing.places import Place
from core.pushing.refused import NotSent, not_sent

PORT = 22
_MOST_S = 600


@contextmanager
def opened_rsync(place: Place, *, timeout: float) -> Iterator[RsyncSender]:
    """Opens the way to a folder of an account; raises NotSent."""
    from core.pushing.sftp import checked_host  # noqa: PLC0415 - rsync to a folder needs none

    if shutil.which("rsync") is None or shutil.which("ssh") is None:
        raise NotSent(
            phrase("rsync and ssh are not installed on this computer. Use SFTP instead."),
            code="push.no_rsync",
        )
    with checked_host(place, timeout=timeout) as transport:
        shown = transport.get_remote_server_key()
    with tempfile.TemporaryDirectory(prefix="wallchart-rsync-") as folder:
        # rsync cuts the words of -e at spaces: what it names is in the folder that it runs in.
        name = place.host if place.port in (0, PORT) else f"[{place.host}]:{place.port}"
        hosts = f"{name} {shown.get_name()} {shown.get_base64()}\n"
        (Path(folder) / "known_hosts").write_text(hosts, encoding="ascii")
        (Path(folder) / "key").symlink_to(place.key_file)
        yield RsyncSender(place, Path(folder), ssh_words(place, timeout))


def ssh_words(place: Place, timeout: float) -> str:
    """Returns the ssh that rsync is to use: it believes the pinned key alone, and asks nobody."""
    return (
        f"ssh -F none -p {place.port or PORT} -i key -o IdentitiesOnly=yes -o BatchMode=yes "
        "-o StrictHostKeyChecking=yes -o UserKnownHostsFile=known_hosts "
        f"-o GlobalKnownHostsFile=none -o ConnectTimeout={max(1, round(timeout))}"
    )


class RsyncSender:
    """Sends with rsync; without `shell` to a folder of this computer."""

    def __init__(self, place: Place, here: Path, shell: str = "") -> None:
        self._place, self._here, self._shell = place, here, shell

    def put(self, folder: Path, names: tuple[str, ...]) -> None:
        self._run(folder, names)

    def remove(self, folder: Path, names: tuple[str, ...]) -> None:
        # What is named and not there is removed there; nothing else ever is.
        self._run(folder, names, "--delete-missing-args")

    def command(self, folder: Path, *more: str) -> list[str]:
        """Returns the command line; the names are given on its input."""
        place = self._place
        target = f"{place.user}@{place.host}:{place.folder}/" if self._shell else place.folder
        return [
            *("rsync", "--times", "--protect-args", "--mkpath", "--timeout=30"),
            *("--chmod=D755,F644", "--from0", "--files-from=-"),
            *([f"--rsh={self._shell}"] if self._shell else []),
            *more,
            *("--", f"{folder}/", target),
        ]

    def _run(self, folder: Path, names: tuple[str, ...], *more: str) -> None:
        try:
            ran = subprocess.run(
                self.command(folder, *more),
                cwd=self._here,
                input="".join(f"{name}\0" for name in names).encode(),
                capture_output=True,
                check=False,
                timeout=_MOST_S,
            )
        except subprocess.TimeoutExpired as slow:
            raise not_sent(self._place, phrase("it took longer than ten minutes")) from slow
        if ran.returncode:
            lines = ran.stderr.decode(errors="replace").strip().splitlines()
            raise not_sent(self._place, lines[0][:200] if lines else ran.returncode)
