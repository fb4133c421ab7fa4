"""The pages that all kinds of what users own have alike: the list with the form of a new one, the
form of name and sharing, the question before one is deleted, and what the page of one begins with.
"""

from collections.abc import Mapping
from http import HTTPStatus
from typing import TYPE_CHECKING, Any, TypeVar, cast

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.forms import modelform_factory
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import path, reverse
from django.urls.resolvers import URLPattern
from django.utils.translation import gettext as _
from django.views.generic import DeleteView, ListView, UpdateView, View

from storage.database.errors import Invalid, NotFound
from storage.database.owned import keeping
from storage.database.owned.models import Owned
from storage.database.people.rights import Right
from webui.address_fields import AddressFields
from webui.error_pages import Gone
from webui.owned.forms import OwnedForm
from webui.owned.kinds import OwnedKind, kinds
from webui.paging import Paging
from webui.problems import problems_of
from webui.rights import needs, user_of
from webui.search.feeds import FORMS

if TYPE_CHECKING:
    _List = ListView[Owned]
    _Update = UpdateView[Owned, OwnedForm]
    _Delete = DeleteView[Owned, OwnedForm]
else:
    _List, _Update, _Delete = ListView, UpdateView, DeleteView

PAGE_SIZE = 30
_Thing = TypeVar("_Thing", bound=Owned)


def found(
    request: HttpRequest, model: type[_Thing], thing_id: int, *, fills: bool = False
) -> _Thing:
    """Return what the user may see or, with ``fills``, change the content of.

    Raises Http404 with a sentence.
    """
    thing = keeping.find(model, thing_id, user_of(request))
    if thing is None or (fills and not thing.may_be_filled_by(user_of(request))):
        raise gone()
    return thing


def gone() -> Gone:
    """Return the error of what is not there, or not for this user."""
    return Gone(_("It was deleted, or it is no longer shared with you. Nothing was changed."))


def tell(request: HttpRequest, error: Invalid | ValidationError) -> None:
    """Show what is wrong on the next page."""
    for _field, said in problems_of(error):
        messages.error(request, said)


def show(
    request: HttpRequest,
    kind: OwnedKind,
    thing: Owned,
    template: str,
    context: dict[str, Any],
    status: int = HTTPStatus.OK,
) -> HttpResponse:
    """Show a page of one, in a template that extends ``owned/page.html``."""
    return render(request, template, _about(request, kind, thing) | context, status=status)


def feeds(request: HttpRequest, route: str, token: str) -> list[tuple[str, str]]:
    """Return the name and the address of each form of a feed, none without a token."""
    forms = FORMS if token else ()
    return [
        (form.upper(), request.build_absolute_uri(reverse(route, args=[token, form])))
        for form in forms
    ]


def _about(request: HttpRequest, kind: OwnedKind, thing: Owned) -> dict[str, Any]:
    user = user_of(request)
    return {
        "kind": kind,
        "thing": thing,
        "is_owner": thing.owner_id == user.pk,
        "may_fill": thing.may_be_filled_by(user),
        "may_manage": thing.may_be_managed_by(user),
    }


class OwnedView(View):
    """A page of a kind of what users own."""

    kind: OwnedKind = None  # type: ignore[assignment]  # as_view sets it

    def get_object(self, queryset: Any = None) -> Owned:  # noqa: ARG002 Django's signature
        """Return what the address names."""
        return found(self.request, self.kind.model, self.kwargs["pk"])

    def get_form_class(self) -> type[OwnedForm]:
        """Return the form of name and sharing."""
        made = modelform_factory(self.kind.model, self.kind.form, fields=self.kind.form.shown)
        return cast("type[OwnedForm]", made)

    def get_context_data(self, **context: Any) -> dict[str, Any]:
        """Return what the templates show."""
        context |= {"kind": self.kind}
        if thing := getattr(self, "object", None):
            context |= _about(self.request, self.kind, thing)
        return super().get_context_data(**context)  # type: ignore[misc, no-any-return]


class OwnedList(OwnedView, _List):
    """The tab of a kind: what the user may see of it, and the form of a new one."""

    template_name = "owned/list.html"
    form: OwnedForm | None = None

    def post(self, request: HttpRequest, *_args: Any, **_options: Any) -> HttpResponse:
        """Make a new one."""
        if not self.kind.new:
            return self.http_method_not_allowed(request)
        self.form = self.get_form_class()(request.POST)
        made = self.form.keep(user_of(request))
        if made is None:
            return self.get(request)
        return redirect(self.kind.opens or self.kind.noun, made.pk)

    def get_context_data(self, **context: Any) -> dict[str, Any]:
        """Return one page of the list."""
        asked, user = AddressFields(self.request.GET), user_of(self.request)
        text, newest = asked.text("q"), asked.choice("sort", _("Order"), ("newest",))
        rows = keeping.things_of(self.kind.model, user, text, newest=bool(newest))
        paging = Paging.near(asked.page(), rows.count(), PAGE_SIZE)
        if asked.problems:
            shown = []
        else:
            shown = list(rows[paging.skipped : paging.last])
        wrong = asked.problems or (self.form and self.form.errors)
        return super().get_context_data(
            **context,
            asked=asked,
            paging=paging,
            rows=self._rows(shown),
            elsewhere=self._elsewhere(text) if text else (),
            form=self.form or self.get_form_class()(),
            pager=self._pager(),
            wrong=wrong,
        )

    def get_queryset(self) -> Any:
        """Return nothing: the context has the rows."""
        return self.kind.model._default_manager.none()

    def render_to_response(self, context: dict[str, Any], **options: Any) -> HttpResponse:
        """Answer with the status of what is wrong."""
        status = HTTPStatus.OK
        if context["asked"].problems:
            status = HTTPStatus.BAD_REQUEST
        elif self.form is not None:
            status = HTTPStatus.UNPROCESSABLE_ENTITY
        return super().render_to_response(context, status=status, **options)

    def _rows(self, things: list[Owned]) -> list[tuple[Owned, object, Mapping[str, object]]]:
        """Return what the list shows: each with the heading above it and its details."""
        user = user_of(self.request)
        groups = [self.kind.group(each) if each.owner_id == user.pk else "" for each in things]
        # Without a group, a heading "without a group" tells nothing.
        ungrouped = self.kind.ungrouped if any(groups) else ""
        headings = [
            (group or ungrouped) if each.owner_id == user.pk else _("Shared by others")
            for each, group in zip(things, groups, strict=True)
        ]
        details = [self.kind.details(each) for each in things]
        return list(zip(things, headings, details, strict=True))

    def _elsewhere(self, text: str) -> list[tuple[OwnedKind, int]]:
        """Return the other kinds that have something of this name, with how many."""
        user = user_of(self.request)
        others = [each for each in kinds() if each.code != self.kind.code]
        counts = [keeping.things_of(each.model, user, text).count() for each in others]
        return [pair for pair in zip(others, counts, strict=True) if pair[1]]

    def _pager(self) -> str:
        kept = self.request.GET.copy()
        kept.pop("page", None)
        return f"{kept.urlencode()}&" if kept else ""


class _Managing(OwnedView):
    """A form about one, which only those who manage it see."""

    def get_object(self, queryset: Any = None) -> Owned:
        """Return what the address names."""
        thing = super().get_object(queryset)
        if not thing.may_be_managed_by(user_of(self.request)):
            raise gone()
        return thing

    def dispatch(self, request: HttpRequest, *args: Any, **options: Any) -> HttpResponse:
        """Answer 404 if somebody else was faster and deleted it."""
        try:
            return super().dispatch(request, *args, **options)  # type: ignore[return-value]
        except NotFound as error:
            raise gone() from error


class OwnedShare(_Managing, _Update):
    """The form of name and sharing."""

    template_name = "owned/share.html"

    def get_form_kwargs(self) -> dict[str, Any]:
        """Let the form change an instance of its own: the page shows what is saved."""
        return super().get_form_kwargs() | {"instance": self.get_object()}

    def post(self, request: HttpRequest, *_args: Any, **_options: Any) -> HttpResponse:
        """Save it."""
        self.object = self.get_object()
        form = self.get_form()
        if saved := form.keep(user_of(request)):
            messages.success(request, _("“%(name)s” was saved.") % {"name": saved.label})
            return redirect(self.kind.noun, saved.pk)
        context = self.get_context_data(form=form)
        return self.render_to_response(context, status=HTTPStatus.UNPROCESSABLE_ENTITY)


class OwnedDelete(_Managing, _Delete):
    """The question before one is deleted."""

    template_name = "owned/delete.html"

    def post(self, request: HttpRequest, *_args: Any, **_options: Any) -> HttpResponse:
        """Delete it."""
        thing = self.get_object()
        keeping.delete(self.kind.model, thing.pk, user_of(request))
        messages.success(request, _("“%(name)s” was deleted.") % {"name": thing.label})
        return redirect(self.kind.code)


class OwnedFeed(_Managing):
    """The button that gives one a feed with a new address (``renew``), or ends it."""

    def post(self, request: HttpRequest, *_args: Any, **_options: Any) -> HttpResponse:
        """Do it."""
        wanted = "renew" in request.POST
        thing = keeping.set_feed(
            self.kind.model, self.kwargs["pk"], user_of(request), wanted=wanted
        )
        text = (
            _("The feed has a new address. Earlier addresses no longer work.")
            if wanted
            else _("The feed is turned off.")
        )
        messages.success(request, text)
        return redirect(self.kind.noun, thing.pk)


def desk(_request: HttpRequest) -> HttpResponse:
    """Open the first tab."""
    return redirect(kinds()[0].code)


def owned_urls() -> list[URLPattern]:
    """Return the addresses of the desk."""
    return [
        path("desk/", needs(Right.SEARCH)(desk), name="desk"),
        *(pattern for kind in kinds() for pattern in _urls(kind)),
    ]


def _urls(kind: OwnedKind) -> list[URLPattern]:
    begin = f"{kind.address or kind.code}/"
    views: list[tuple[str, type[OwnedView], str]] = [
        (begin, OwnedList, kind.code),
        (f"{begin}<int:pk>/share/", OwnedShare, kind.share),
        (f"{begin}<int:pk>/delete/", OwnedDelete, kind.delete),
    ]
    if kind.feed:
        views.append((f"{begin}<int:pk>/feed/", OwnedFeed, kind.set_feed))
    return [
        path(address, needs(Right.SEARCH)(view.as_view(kind=kind)), name=name)
        for address, view, name in views
    ]
