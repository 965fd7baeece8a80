"""The first start of all: a web process loads while the static files are still being collected."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from tests.processes import ROOT

_LOADED_BEFORE_THE_FILES = """
import io, sys
import config.web_server as web
from django.core.management import call_command
from django.contrib.staticfiles.storage import staticfiles_storage

call_command("collectstatic", verbosity=0, interactive=False)
served = []

class Server:
    def __init__(self, application, *_, **__):
        served.append(application)
    def stop(self, *_): pass
    def serve(self): pass
    def finish(self, _): pass

web.PatientServer = Server
web.behind_proxies = lambda application, *_, **__: application
web.serve(None, threads=1)
asked = {
    "REQUEST_METHOD": "GET", "PATH_INFO": staticfiles_storage.url("css/tokens.css"),
    "SERVER_NAME": "localhost", "SERVER_PORT": "80", "HTTP_HOST": "localhost",
    "wsgi.input": io.BytesIO(), "wsgi.errors": sys.stderr, "wsgi.url_scheme": "http",
}
served[0](asked, lambda status, _: print(status))
"""


def test_a_process_that_loaded_before_the_static_files_were_there_serves_them(
    tmp_path: Path,
) -> None:
    done = subprocess.run(
        [sys.executable, "-c", _LOADED_BEFORE_THE_FILES],
        cwd=ROOT,
        env={
            **os.environ,
            "WALLCHART_VAR": str(tmp_path),
            "DJANGO_SETTINGS_MODULE": "config.settings",
        },
        capture_output=True,
        text=True,
        check=False,
        timeout=90,
    )
    assert done.stdout.strip() == "200 OK", done.stderr
