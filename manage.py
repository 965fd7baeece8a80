#!/usr/bin/env python
"""Django's command line for Wallchart."""

import os
import sys

from django.conf import settings
from django.core.management import execute_from_command_line, load_command_class

BARE = {"gcg_check": "games"}
"""Commands, by app, that need neither settings nor apps and begin ten times sooner without."""

NEEDS_A_DATABASE = "--l"
"""How the option of such a command begins that has it need them after all: `--lexicon`."""


def main() -> None:
    """Run the management command named on the command line."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    command, options = "".join(sys.argv[1:2]), sys.argv[2:]
    if command in BARE and not any(text.startswith(NEEDS_A_DATABASE) for text in options):
        settings.configure()
        load_command_class(BARE[command], command).run_from_argv(sys.argv)
    else:
        execute_from_command_line(sys.argv)


if __name__ == "__main__":
    main()
