"""The form that adds a webhook."""

from __future__ import annotations

from django import forms

from core.phrases import phrase
from tournaments.webhooks.sending.addresses import URL_LIMIT


class WebhookForm(forms.Form):
    """Takes the address of a receiver."""

    unmarked = ()
    url = forms.CharField(
        max_length=URL_LIMIT,
        label=phrase("Address"),
        help_text=phrase("Where its messages are sent, such as https://example.org/wallchart."),
        widget=forms.TextInput(
            attrs={"autocomplete": "off", "inputmode": "url", "spellcheck": "false"}
        ),
    )
