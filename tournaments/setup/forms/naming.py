"""The name of an event that is set up."""

from __future__ import annotations

from django import forms

from core.phrases import phrase


def name_of_event() -> forms.CharField:
    """Returns the field for the name of the event."""
    return forms.CharField(
        max_length=160,
        label=phrase("Name of the event"),
        error_messages={"required": phrase("Give the event a name.")},
    )
