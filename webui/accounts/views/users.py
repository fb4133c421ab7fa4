"""Users and their groups, for admins."""

from django import forms
from django.conf import settings
from django.contrib import messages
from django.contrib.auth.models import User
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from storage.database.errors import Invalid
from storage.database.people.rights import Right
from storage.database.people.second_factor import end_second_factor as end_second_factor_of
from storage.database.people.second_factor import second_factor_of
from webui import labels
from webui.accounts.services import users as service
from webui.problems import in_words
from webui.rights import needs

_GROUPS = [(name, labels.USER_GROUPS[name]) for name in service.GROUPS]


class UserForm(forms.Form):
    """A user's groups, and whether the user may log in."""

    groups = forms.MultipleChoiceField(
        label=gettext_lazy("Groups"),
        choices=_GROUPS,
        widget=forms.CheckboxSelectMultiple,
        required=False,
        help_text=gettext_lazy("A user without a group can log in but cannot open any page."),
    )
    active = forms.BooleanField(label=gettext_lazy("May log in"), required=False)


class NewUserForm(forms.Form):
    """The name and the groups of a new user."""

    username = forms.CharField(
        label=gettext_lazy("User name"),
        max_length=150,
        help_text=gettext_lazy("Use letters, digits and @ . + - _"),
        widget=forms.TextInput(attrs={"autocomplete": "off", "spellcheck": "false"}),
    )
    groups = forms.MultipleChoiceField(
        label=gettext_lazy("Groups"), choices=_GROUPS, widget=forms.CheckboxSelectMultiple
    )


@require_safe
@needs(Right.MANAGE_USERS)
def users(request: HttpRequest) -> HttpResponse:
    """List all users."""
    return render(request, "accounts/users.html", {"users": service.all_users()})


@require_http_methods(["GET", "POST"])
@needs(Right.MANAGE_USERS)
def add(request: HttpRequest) -> HttpResponse:
    """Add a user; show once the link that sets the password."""
    form = NewUserForm(request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        data = form.cleaned_data
        try:
            user = service.invite(data["username"], data["groups"], request.user.get_username())
        except Invalid as error:
            _show_problems(form, error)
        else:
            return _link_page(request, user)
    return render(
        request, "accounts/user_add.html", {"form": form}, status=422 if form.errors else 200
    )


@require_http_methods(["GET", "POST"])
@needs(Right.MANAGE_USERS)
def edit(request: HttpRequest, user_id: int) -> HttpResponse:
    """Change a user's groups and whether the user may log in."""
    user = _found(user_id)
    initial = {"groups": [group.name for group in user.groups.all()], "active": user.is_active}
    form = UserForm(request.POST if request.method == "POST" else None, initial=initial)
    if request.method == "POST" and form.is_valid() and _saved(request, form, user):
        return redirect("users")
    context = {
        "form": form,
        "person": user,
        "is_self": user.pk == request.user.pk,
        "has_second_factor": second_factor_of(user) is not None,
    }
    return render(request, "accounts/user.html", context, status=422 if form.errors else 200)


@require_POST
@needs(Right.MANAGE_USERS)
def new_password(request: HttpRequest, user_id: int) -> HttpResponse:
    """Revoke a user's password; show once the link that sets a new one."""
    user = _found(user_id)
    try:
        user = service.end_password(user_id, request.user.get_username())
    except Invalid as error:
        messages.error(request, " ".join(in_words(problem) for problem in error.problems))
        return redirect("user", user_id=user.pk)
    return _link_page(request, user)


@require_POST
@needs(Right.MANAGE_USERS)
def end_second_factor(request: HttpRequest, user_id: int) -> HttpResponse:
    """Turn off a user's two-step verification."""
    user = _found(user_id)
    if end_second_factor_of(user, request.user.get_username()):
        messages.success(
            request, _("Two-step verification of “%(name)s” is off.") % {"name": user.username}
        )
    return redirect("user", user_id=user.pk)


def _saved(request: HttpRequest, form: UserForm, user: User) -> bool:
    data = form.cleaned_data
    try:
        service.change(user.pk, data["groups"], data["active"], request.user.get_username())
    except Invalid as error:
        _show_problems(form, error)
        return False
    messages.success(request, _("“%(name)s” was saved.") % {"name": user.username})
    return True


def _link_page(request: HttpRequest, user: User) -> HttpResponse:
    key, token = service.password_key(user)
    link = request.build_absolute_uri(
        reverse("password_new", kwargs={"uidb64": key, "token": token})
    )
    context = {"person": user, "link": link, "hours": settings.PASSWORD_RESET_TIMEOUT // 3600}
    return render(request, "accounts/user_link.html", context)


def _show_problems(form: forms.Form, error: Invalid) -> None:
    for problem in error.problems:
        form.add_error(problem.field if problem.field in form.fields else None, in_words(problem))


def _found(user_id: int) -> User:
    return service.get_user(user_id)
