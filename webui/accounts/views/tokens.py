"""The user's API tokens, and the API reference."""

import re
from collections.abc import Collection, Mapping
from datetime import timedelta
from typing import Any

from django import forms
from django.contrib.auth.decorators import login_required
from django.contrib.auth.models import User
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from storage.database.errors import Invalid
from storage.database.people.rights import rights_of
from storage.database.people.tokens import create_token, delete_token, tokens_of
from webui import labels
from webui.api.app import api, asked_rights
from webui.problems import in_words
from webui.rights import user_of

_LIVES = [(30, _("30 days")), (90, _("90 days")), (365, _("one year")), (0, _("no expiry"))]
_EXAMPLES = (("SEARCH", "documents?size=5"), ("VIEW_SOURCES", "sources"), ("MONITOR", "status"))
"""The call that shows a new token at work, by the right that it needs."""


class TokenForm(forms.Form):
    """A new token: its name, rights and lifetime."""

    name = forms.CharField(label=_("Name"), max_length=200, help_text=_("What the token is for."))
    scopes = forms.MultipleChoiceField(
        label=_("Rights"),
        widget=forms.CheckboxSelectMultiple,
        help_text=_("A token never has more rights than you have when it is used."),
    )
    days = forms.TypedChoiceField(label=_("Valid for"), choices=_LIVES, coerce=int, initial=90)

    def __init__(self, data: QueryDict | None, *, user: User) -> None:
        super().__init__(data)
        held = {right.name for right in rights_of(user)} & asked_rights()
        field = self.fields["scopes"]
        assert isinstance(field, forms.MultipleChoiceField)
        field.choices = [(name, text) for name, text in labels.SCOPES.items() if name in held]


@require_safe
@login_required
def tokens(request: HttpRequest) -> HttpResponse:
    """List the user's tokens."""
    now = timezone.now()
    rows = [
        (
            token,
            [str(text) for name, text in labels.SCOPES.items() if name in token.scopes],
            bool(token.expires and token.expires <= now),
        )
        for token in tokens_of(user_of(request).pk)
    ]
    return render(request, "accounts/tokens.html", {"rows": rows})


@require_http_methods(["GET", "POST"])
@login_required
def add(request: HttpRequest) -> HttpResponse:
    """Create a token and show it once."""
    form = TokenForm(request.POST if request.method == "POST" else None, user=user_of(request))
    if request.method == "POST" and form.is_valid():
        data = form.cleaned_data
        if data["days"]:
            expires = timezone.now() + timedelta(days=data["days"])
        else:
            expires = None
        try:
            token, text = create_token(user_of(request), data["name"], data["scopes"], expires)
        except Invalid as error:
            for problem in error.problems:
                form.add_error(
                    problem.field if problem.field in form.fields else None, in_words(problem)
                )
        else:
            example = request.build_absolute_uri(f"/api/v1/{_example(token.scopes)}")
            return render(
                request, "accounts/token.html", {"token": token, "text": text, "example": example}
            )
    return render(
        request, "accounts/token_add.html", {"form": form}, status=422 if form.errors else 200
    )


def _example(scopes: Collection[str]) -> str:
    """Return a call that a token with these rights may make."""
    return next((call for scope, call in _EXAMPLES if scope in scopes), "openapi.json")


@require_POST
@login_required
def delete(request: HttpRequest, token_id: int) -> HttpResponse:
    """Revoke one of the user's tokens."""
    delete_token(token_id, user_of(request))
    return redirect("tokens")


@require_safe
@login_required
def reference(request: HttpRequest) -> HttpResponse:
    """Show the API reference, made from the OpenAPI description."""
    schema = api.get_openapi_schema()
    groups: dict[str, list[dict[str, object]]] = {}
    for path, methods in schema["paths"].items():
        for method, operation in methods.items():
            groups.setdefault(operation["tags"][0], []).append(_operation(method, path, operation))
    return render(request, "accounts/api_reference.html", {"groups": groups.items()})


def _operation(method: str, path: str, operation: Mapping[str, Any]) -> dict[str, object]:
    parameters = [
        (each["name"], _with_code(_description(each)), each["in"])
        for each in operation.get("parameters", ())
    ]
    summary, _blank, more = operation.get("description", "").partition("\n\n")
    return {
        "method": method.upper(),
        "path": path,
        "summary": _with_code(summary),
        "more": _with_code(more),
        "parameters": parameters,
        "has_body": "requestBody" in operation,
    }


def _description(parameter: Mapping[str, Any]) -> str:
    described: str = parameter.get("description") or parameter["schema"].get("description", "")
    return described


def _with_code(text: str) -> SafeString:
    """Return a description as HTML: what stands between backticks is code."""
    parts = enumerate(re.split("`+", text))
    marked = (format_html("<code>{}</code>", part) if at % 2 else part for at, part in parts)
    return format_html_join("", "{}", ((part,) for part in marked))
