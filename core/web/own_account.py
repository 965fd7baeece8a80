"""One's own account: whoever is signed in changes the password."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.contrib.auth.forms import PasswordChangeForm
from django.contrib.auth.views import PasswordChangeView
from django.core.exceptions import ValidationError
from django.http import HttpResponse
from django.urls import reverse_lazy
from django.utils.decorators import method_decorator
from django.views.decorators.cache import never_cache

from core.accounts import refuse_on_a_spare
from core.errors import UserError
from core.log import Log
from core.phrases import phrase

log = Log(__name__)


class OwnPasswordForm(PasswordChangeForm):
    """Asks for the password that there is, and twice for the new one."""

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        self.fields["old_password"].label = phrase("Current password")
        self.fields["new_password1"].label = phrase("New password")
        self.fields["new_password1"].help_text = phrase(
            "At least 8 characters, and not a common word."
        )
        self.fields["new_password2"].label = phrase("New password again")
        self.label_suffix = ""

    def clean(self) -> dict[str, Any] | None:
        """Returns what was typed; refuses it on a spare, which takes accounts from elsewhere."""
        try:
            refuse_on_a_spare()
        except UserError as refused:
            raise ValidationError(refused.message) from refused
        return super().clean()


@method_decorator(never_cache, name="dispatch")
class OwnAccount(PasswordChangeView):
    """Shows the account, and changes its password; every other browser is signed out by that."""

    form_class = OwnPasswordForm
    template_name = "registration/own_account.html"
    success_url = reverse_lazy("own-account")

    def get_context_data(self, **more: Any) -> dict[str, Any]:
        """Returns what the page shows: also whether the account has a second step."""
        from core.second_step import has_second_step  # noqa: PLC0415 - few ever need it

        user: Any = self.request.user
        return super().get_context_data(has_second_step=has_second_step(user), **more)

    def form_valid(self, form: Any) -> HttpResponse:
        """Changes the password, and says so."""
        answer = super().form_valid(form)
        log.info("accounts.password_changed", account=self.request.user.get_username())
        messages.success(self.request, phrase("Your password was changed."))
        return answer

    def form_invalid(self, form: Any) -> HttpResponse:
        """Shows what is wrong, as a page that was refused."""
        return self.render_to_response(self.get_context_data(form=form), status=422)
