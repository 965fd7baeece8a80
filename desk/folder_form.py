"""The form that names a folder of this computer for a copy."""

from __future__ import annotations

from django import forms

from core.phrases import phrase


class FolderForm(forms.Form):
    """Names a folder: one that was typed, or a drive that was offered."""

    folder = forms.CharField(
        max_length=400,
        label=phrase("Folder on this computer"),
        help_text=(
            phrase(
                "The full path of a new or empty folder, or of an earlier copy, which "
                "is then updated."
            )
        ),
        widget=forms.TextInput(attrs={"autocomplete": "off", "spellcheck": "false"}),
    )
    offered = forms.BooleanField(required=False, widget=forms.HiddenInput)

    def inside(self, slug: str) -> str:
        """Returns the folder to be made in it: a drive holds other things, a folder is taken."""
        return f"{slug}-pages" if self.cleaned_data["offered"] else ""
