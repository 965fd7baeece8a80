#!/usr/bin/env python
"""Django's command line for Wallchart."""

import gc
import os
import sys

from django.core.management import execute_from_command_line

from config.ending import end_at_once


def main() -> None:
    """Run the management command named on the command line."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    end_at_once()
    # What is loaded stays: to look for garbage after every 700 objects takes a sixth of loading.
    gc.set_threshold(20_000, 10, 20)
    execute_from_command_line(sys.argv)


if __name__ == "__main__":
    main()
