"""The secret key of an installation that was given none."""

import os
import secrets
from pathlib import Path


def kept_secret(path: Path) -> str:
    """Return the secret kept in `path`, making it (mode 0600) when the file is missing.

    Two processes that start together end up with the same secret: the file appears whole or
    not at all, and the process that comes second reads what the first one wrote.
    """
    if not path.exists():
        draft = path.with_name(f"{path.name}.{os.getpid()}.{secrets.token_hex(4)}")
        descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(descriptor, "w", encoding="ascii") as file:
            file.write(secrets.token_urlsafe(50))
        try:
            os.link(draft, path)
        except FileExistsError:
            pass
        except OSError:  # a file system without links, such as a memory stick's
            if not path.exists():
                draft.replace(path)
        finally:
            draft.unlink(missing_ok=True)
    return path.read_text(encoding="ascii").strip()
