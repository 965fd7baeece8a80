"""The word tools: for everybody with an account, in any installed lexicon, while they are open."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.views.decorators.cache import cache_control

from core.errors import UserError
from core.phrases import numeral, phrase
from core.web.view_access import reads
from lexicon.casual import LABEL
from lexicon.forms.words import WordsForm
from lexicon.pages.words import results_context, search_path, word_context, word_path
from lexicon.places import why_closed
from lexicon.selectors.installed import Installed, installed_lexica
from lexicon.selectors.study import Studied, comparable, studied
from lexicon.study_wording import why_not
from lexicon.words.errors import WordError
from lexicon.words.spelling import one_reading, readings, spelled
from lexicon.words.study import FoundWords, Others, Query, find

View = Callable[..., HttpResponseBase]


def for_members(view: View) -> View:
    """Returns the view open to every account, and to nobody while the word tools are closed."""

    @cache_control(private=True, no_store=True)
    @wraps(view)
    def guarded(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        if why := why_closed():
            return _refusal(request, why, status=403)
        if not request.user.is_authenticated:
            return redirect_to_login(request.get_full_path())
        try:
            return view(request, *args, **kwargs)
        except UserError as mistake:
            return _refusal(request, mistake.message, status=404)

    return guarded


@reads
@for_members
def choose_lexicon(request: HttpRequest) -> HttpResponse:
    """Shows the lexica that can be studied; leads on where there is only one."""
    lexica = installed_lexica()
    if len(lexica) == 1:
        return redirect(search_path(lexica[0].code))
    counted = [(lexicon, numeral(lexicon.words, ",")) for lexicon in lexica]
    return render(request, "lexicon/words.html", {"lexica": counted, "casual_label": LABEL})


@reads
@for_members
def search_words(request: HttpRequest, code: str) -> HttpResponse:
    """Shows the form in which words are asked for, and what was found."""
    study = need_lexicon(code)
    if code != study.lexicon.code:
        return _to_its_code(request, search_path(study.lexicon.code))
    lexica = installed_lexica()
    sent = request.GET if "find" in request.GET else None
    form = WordsForm(sent, study.lexicon, comparable(study.lexicon, lexica))
    context = {**_frame(study), "form": form, "siblings": _siblings(request, study, lexica)}
    if form.is_valid():
        query = form.query(request.GET.get("page", ""))
        found = _found(study, form, query)
        if found is not None:
            context |= results_context(study, query, found, lambda page: _paged(request, page))
    return render(request, "lexicon/words_search.html", context)


@reads
@for_members
def look_up(request: HttpRequest, code: str) -> HttpResponse:
    """Leads to the page of the word that was typed, the likeliest reading that is one."""
    study = need_lexicon(code)
    text = request.GET.get("word", "")
    try:
        read = readings(study.tiles, text)
    except WordError as wrong:
        context = {**_frame(study), "typed": text, "wrong": why_not(wrong)}
        return render(request, "lexicon/words_not_read.html", context)
    return redirect(word_path(study, next(filter(study.files.holds, read), read[0])))


@reads
@for_members
def show_word(request: HttpRequest, code: str, word: str) -> HttpResponse:
    """Shows all about one word; other ways to write it lead to the one."""
    study = need_lexicon(code)
    try:
        codes = one_reading(study.tiles, word, brackets_only=True, longest=True)
    except WordError as wrong:
        raise Http404(why_not(wrong)) from wrong
    if len(codes) > study.tiles.longest:
        raise Http404(phrase("This is longer than any word."))
    if (code, word) != (study.lexicon.code, spelled(study.tiles, codes)):
        return redirect(word_path(study, codes))
    return render(request, "lexicon/words_word.html", _frame(study) | word_context(study, codes))


def need_lexicon(code: str) -> Studied:
    """Returns the lexicon that an address names; UserError where it is none that can be chosen."""
    study = studied(code)
    if study.lexicon.is_put_away:
        raise UserError(
            phrase("{code} is put away.", code=study.lexicon.code), code="lexicon.put_away"
        )
    return study


def _to_its_code(request: HttpRequest, path: str) -> HttpResponse:
    """Leads to the address with the lexicon's own code, and the same question."""
    values = request.GET.urlencode()
    return redirect(f"{path}?{values}" if values else path)


def _refusal(request: HttpRequest, why: str, *, status: int) -> HttpResponse:
    return render(request, "lexicon/words_refused.html", {"why": why}, status=status)


def _frame(study: Studied) -> dict[str, Any]:
    lexicon = study.lexicon
    return {
        "lexicon": lexicon,
        "casual": LABEL if lexicon.is_casual else "",
        "casual_label": LABEL,
        "here": search_path(lexicon.code),
    }


def _found(study: Studied, form: WordsForm, query: Query) -> FoundWords | None:
    """Returns the words found; None where another list is not to be had, and the form says so."""
    lists: dict[str, tuple[Any, ...]] = {"not_in": (), "also_in": ()}
    for name in lists:
        if code := form.cleaned_data[name]:
            try:
                lists[name] = (studied(code).files,)
            except UserError as mistake:
                form.add_error(name, mistake.message)
                return None
    others = Others(without=lists["not_in"], within=lists["also_in"])
    return find(study.files, query, study.tiles, others)


def _siblings(
    request: HttpRequest, study: Studied, lexica: list[Installed]
) -> list[tuple[str, str, bool]]:
    """Returns the lexica as tabs, each with the same question; none where there is only one.

    Beside which list was asked is left out where it is no choice: that list itself, or other tiles.
    """
    if len(lexica) == 1:
        return []
    tabs = []
    for one in lexica:
        others = {other.code for other in comparable(one, lexica)}
        values = request.GET.copy()
        values.pop("page", None)
        for name in ("not_in", "also_in"):
            if values.get(name) not in others:
                values.pop(name, None)
        tail = f"?{values.urlencode()}" if values else ""
        tabs.append((one.label, search_path(one.code) + tail, one.code == study.lexicon.code))
    return tabs


def _paged(request: HttpRequest, page: int) -> str:
    """Returns the address of a page of this answer."""
    values = request.GET.copy()
    values["page"] = str(page)
    return f"?{values.urlencode()}"
