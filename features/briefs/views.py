"""Pages of briefs: one to read and one to edit, and the page that adds to one."""

from http import HTTPStatus
from typing import Any

from django.contrib import messages
from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import content_disposition_header
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from features.briefs import renewal, services, store
from features.briefs.addresses import fields_of, wanted_of
from features.briefs.capture import capture
from features.briefs.formats import FORMATS
from features.briefs.forms import MailForm, TextForm
from features.briefs.kind import BRIEFS
from features.briefs.labels import FORMATS as FORMAT_NAMES
from features.briefs.models import Brief
from features.briefs.problems import BriefProblem
from notify.errors import NotDelivered
from storage.database.errors import Invalid, NotFound
from storage.database.field_errors import FieldError
from storage.database.owned.keeping import save
from storage.database.people.rights import Right
from storage.database.people.uses import record_export
from storage.whole_numbers import whole_number
from watch.loading import load
from webui.address_fields import AddressFields
from webui.apps import stores
from webui.owned.views import found, show, tell
from webui.problems import WRONG, problems_of, show_in
from webui.returning import return_to_page
from webui.rights import needs, user_of
from webui.search.exports import file_name, refused_export
from webui.uses import address_of, note_export


@require_safe
@needs(Right.SEARCH)
def brief(request: HttpRequest, brief_id: int) -> HttpResponse:
    """Show a brief to read, with what it can be taken out as."""
    return _reading(request, found(request, Brief, brief_id))


@require_safe
@needs(Right.SEARCH)
def edit(request: HttpRequest, brief_id: int) -> HttpResponse:
    """Show a brief to edit."""
    return _editing(request, found(request, Brief, brief_id, fills=True))


@require_http_methods(["GET", "POST"])
@needs(Right.SEARCH)
def add(request: HttpRequest) -> HttpResponse:
    """Ask to which brief to add what the address names; a POST adds it to one (``brief``) or to a
    new one (``name``).
    """
    if request.method == "POST":
        return _added(request)
    if not fields_of(request.GET):
        raise Http404
    preview = load(lambda: services.preview(wanted_of(request.GET)))
    if not (preview.value or preview.outage):
        raise Http404
    return _adding(request, preview=preview)


@require_POST
@needs(Right.SEARCH)
def add_text(request: HttpRequest, brief_id: int) -> HttpResponse:
    """Add a heading or a note."""
    brief, form = found(request, Brief, brief_id, fills=True), TextForm(request.POST)
    if form.is_valid():
        try:
            item = store.add_text(brief.pk, form.given(), user_of(request))
        except Invalid as error:
            show_in(form, error)
        else:
            return _to_item(brief, item.pk)
    return _editing(request, brief, new=form)


@require_POST
@needs(Right.SEARCH)
def change_item(request: HttpRequest, brief_id: int, item_id: int) -> HttpResponse:
    """Move an item (``place``), remove it (``remove``), accept what is new (``accept``), or change
    its text.
    """
    brief, given = found(request, Brief, brief_id, fills=True), request.POST
    user = user_of(request)
    form = TextForm(given)
    try:
        if "remove" in given:
            version = whole_number(given.get("version", "")) or 0
            following = store.remove_item(brief.pk, item_id, version, user)
            messages.success(request, _("The item was removed."))
            # With the focus on what follows, whoever works by keyboard goes on from where they
            # were.
            if following:
                return _to_item(brief, following.pk)
            return _to_items(brief)
        elif "accept" in given:
            renewal.accept(brief.pk, item_id, user)
        elif place := whole_number(given.get("place", "")):
            store.move_item(brief.pk, item_id, place, user)
        elif form.is_valid():
            store.change_text(brief.pk, item_id, form.given(), user)
    except NotFound:
        return _removed_before(request, brief, form)
    except Invalid as error:
        if "text" in given:
            show_in(form, error)
        else:
            tell(request, error)
    if "text" in given and form.errors:
        return _editing(request, brief, refused=(item_id, form))
    return _to_item(brief, item_id)


@require_POST
@needs(Right.SEARCH)
def renew(request: HttpRequest, brief_id: int) -> HttpResponse:
    """Look for what changed since the items were added."""
    changed = renewal.look(found(request, Brief, brief_id, fills=True), user_of(request))
    text = (
        ngettext("%(n)s item has changed.", "%(n)s items have changed.", changed) % {"n": changed}
        if changed
        else _("Nothing has changed.")
    )
    messages.success(request, text)
    return redirect("brief_edit", brief_id)


@require_safe
@needs(Right.EXPORT)
def export(request: HttpRequest, brief_id: int) -> HttpResponse:
    """Return a brief as a file, in a format of ``FORMATS``."""
    brief = found(request, Brief, brief_id)
    asked = AddressFields(request.GET)
    ending = asked.choice("format", _("Format"), FORMATS) or "docx"
    if asked.problems:
        return refused_export(asked.problems)
    return file_response(request, brief, ending)


@require_POST
@needs(Right.EXPORT)
def mail(request: HttpRequest, brief_id: int) -> HttpResponse:
    """Mail a brief."""
    brief, form = found(request, Brief, brief_id), MailForm(request.POST)
    user = user_of(request)
    if not form.is_valid():
        return _reading(request, brief, form)
    wanted = form.addresses()
    try:
        sent = services.send_to(wanted, services.to_hand_on(brief, request), user)
    except Invalid as error:
        show_in(form, error)
    except NotDelivered as error:
        form.add_error("to", error.problem.translated())
    if form.errors:
        return _reading(request, brief, form)
    record_export(user, brief.name, {"format": "mail", "to": sent}, address_of(request))
    messages.success(request, _("Sent to %(to)s.") % {"to": ", ".join(sent)})
    # Some have the mail: to begin again would send it to them twice.
    if missing := wanted[len(sent) :]:
        text = _("The mail server then took no more. Not sent to %(to)s.")
        messages.error(request, text % {"to": ", ".join(missing)})
    return redirect("brief", brief_id=brief_id)


def file_response(request: HttpRequest, found: Brief, ending: str) -> HttpResponse:
    """Return a brief as a file, and record who took it."""
    written = services.to_hand_on(found, request)
    media_type, write = FORMATS[ending]
    note_export(request, found.name, ending, len(written.outline.sources))
    response = HttpResponse(write(written), content_type=media_type)
    name = file_name(found.name, written.made, ending)
    response["Content-Disposition"] = content_disposition_header(True, name)
    return response


def _added(request: HttpRequest) -> HttpResponse:
    user, given = user_of(request), request.POST
    chosen, name = whole_number(given.get("brief", "")) or 0, given.get("name", "").strip()
    if not (chosen or name):
        return _adding(request, [_("Choose a brief, or enter the name of a new one.")])
    try:
        captured = capture(wanted_of(given))
        # A brief that was made for what cannot be added would stay, empty.
        with transaction.atomic():
            if name:
                chosen = save(Brief, user, name=name).pk
            item = store.add_captured(chosen, captured, user)
    except WRONG as error:
        return _adding(request, [said for _field, said in problems_of(error)])
    messages.success(request, _("Added to the brief “%(name)s”.") % {"name": item.brief.name})
    return return_to_page(request, reverse("brief_edit", args=[chosen]))


def _adding(request: HttpRequest, problems: Any = (), preview: Any = None) -> HttpResponse:
    given = request.POST if request.method == "POST" else request.GET
    context = {
        "wanted": fields_of(given),
        "given": given,
        "problems": problems,
        "preview": preview,
        "briefs": store.fillable(user_of(request)),
    }
    status = HTTPStatus.UNPROCESSABLE_ENTITY if problems else HTTPStatus.OK
    return render(request, "briefs/add.html", context, status=status)


def _reading(request: HttpRequest, brief: Brief, form: MailForm | None = None) -> HttpResponse:
    context = {
        "outline": services.read(brief),
        "formats": FORMAT_NAMES,
        "has_mail": bool(stores().settings.smtp_url),
        "mail": form or MailForm(initial={"to": user_of(request).email}),
    }
    return show(request, BRIEFS, brief, "briefs/brief.html", context, _status(form))


def _editing(
    request: HttpRequest,
    brief: Brief,
    *,
    new: TextForm | None = None,
    refused: tuple[int, TextForm] | None = None,
) -> HttpResponse:
    refused_id, refused_form = refused or (0, None)
    context = {
        "outline": services.read(brief),
        "limit": store.MAX_ITEMS,
        "new": new or TextForm(initial={"kind": "note"}),
        "refused_id": refused_id,
        "refused": refused_form,
    }
    return show(request, BRIEFS, brief, "briefs/edit.html", context, _status(new or refused_form))


def _removed_before(request: HttpRequest, brief: Brief, form: TextForm) -> HttpResponse:
    """Say that an item was removed before it was changed; a text for it becomes a new one."""
    if "text" not in form.data:
        messages.error(request, _("This item was removed meanwhile."))
        return _to_items(brief)
    show_in(form, Invalid([FieldError("text", "", BriefProblem.REMOVED_MEANWHILE)]))
    return _editing(request, brief, new=form)


def _to_items(brief: Brief) -> HttpResponse:
    return redirect("brief_edit", brief.pk)


def _to_item(brief: Brief, item_id: int) -> HttpResponse:
    return redirect(f"{reverse('brief_edit', args=[brief.pk])}#item-{item_id}")


def _status(form: Any) -> HTTPStatus:
    has_errors = form is not None and form.is_bound and form.errors
    return HTTPStatus.UNPROCESSABLE_ENTITY if has_errors else HTTPStatus.OK
