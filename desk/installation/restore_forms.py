"""The forms by which a backup is brought and put back."""

from __future__ import annotations

from typing import Any

from django import forms

from core.phrases import phrase

MAX_UPLOAD = 64 * 2**20
WORD = "replace"


class SendBackupForm(forms.Form):
    """Takes the file of a backup."""

    file = forms.FileField(
        label=phrase("File"),
        help_text=phrase("A .backup file, or the file as you named it. At most 64 MB."),
    )

    def clean_file(self) -> Any:
        """Returns a file that is not too large."""
        sent = self.cleaned_data["file"]
        if sent.size > MAX_UPLOAD:
            raise forms.ValidationError(
                phrase("Send at most 64 MB; put a larger backup on a memory stick.")
            )
        return sent


class RestoreForm(forms.Form):
    """Asks for the word that nobody types by accident."""

    word = forms.CharField(
        max_length=20,
        label=phrase("Type {word}", word=WORD),
        help_text=phrase("What is here now is replaced by the contents of the backup."),
        widget=forms.TextInput(attrs={"autocomplete": "off", "spellcheck": "false"}),
    )

    def clean_word(self) -> str:
        """Returns the word, if it is the one."""
        word = str(self.cleaned_data["word"]).strip().casefold()
        if word != WORD:
            raise forms.ValidationError(phrase("Type {word} to put the backup back.", word=WORD))
        return word
