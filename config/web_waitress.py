"""Serves Wallchart where gunicorn cannot run: one process, eight threads."""

import argparse
import gc
import signal
import sys

import waitress
from django.conf import settings

from config.wsgi import application
from core.afterwards import drain, follow_in_thread

THREADS = 8


def main() -> None:
    """Answer requests until the process is told to stop."""
    parser = argparse.ArgumentParser(prog="python -m config.web_waitress", description=__doc__)
    parser.add_argument("--host", required=True)
    parser.add_argument("--port", required=True, type=int)
    options = parser.parse_args()
    gc.collect()
    gc.freeze()
    follow_in_thread()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
    # Behind a proxy that ends TLS, and only there, it is believed about the scheme.
    proxy = (
        {"trusted_proxy": "*", "trusted_proxy_headers": {"x-forwarded-proto"}}
        if settings.HTTPS_ONLY
        else {}
    )
    try:
        waitress.serve(
            application,
            host=options.host,
            port=options.port,
            threads=THREADS,
            ident="",
            **proxy,
        )
    finally:
        drain()


if __name__ == "__main__":
    main()
