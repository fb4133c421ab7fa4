"""Pages of collections, and what a document's page does with them."""

from http import HTTPStatus
from typing import Any
from urllib.parse import urlencode

from django.contrib import messages
from django.contrib.auth.models import User
from django.http import Http404, HttpRequest, HttpResponse, StreamingHttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.timezone import now
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from features.collections import services, store
from features.collections.feed_tokens import collection_feed_token, is_collection_feed_token
from features.collections.forms import AnnotationForm
from features.collections.models import Collection
from storage.database.errors import Invalid, NotFound
from storage.database.people.rights import Right
from storage.database.secret_keys import search_number
from storage.whole_numbers import whole_number
from watch.loading import load
from webui.address_fields import AddressFields
from webui.page_parts import is_part
from webui.paging import Paging
from webui.problems import in_words
from webui.returning import return_to_page
from webui.rights import needs
from webui.search.export_header import ExportHeader
from webui.search.exports import export_response
from webui.search.feed_response import feed_response
from webui.search.feeds import FORMS as FEED_FORMS
from webui.search.feeds import SearchFeed
from webui.search.services.telling_terms import query_like
from webui.sharing import WorkForm

_PAGE_SIZE = 20


@require_http_methods(["GET", "POST"])
@needs(Right.SEARCH)
def collections(request: HttpRequest) -> HttpResponse:
    """List the collections that the user may see; a POST adds one."""
    user = _user(request)
    form = WorkForm(request.POST if request.method == "POST" else None)
    if added := form.save(store.COLLECTIONS, user):
        return redirect("collection", collection_id=added.pk)
    context = {"collections": store.collections_of(user), "form": form}
    return render(
        request, "collections/collections.html", context, status=422 if form.errors else 200
    )


@never_cache
@require_safe
@needs(Right.SEARCH)
def collection(request: HttpRequest, collection_id: int) -> HttpResponse:
    """Show one page of a collection, or of its documents with a tag."""
    return _show(request, _found(request, collection_id))


@require_safe
@needs(Right.SEARCH)
def more_like(request: HttpRequest, collection_id: int) -> HttpResponse:
    """Open a search for documents like those of a collection with a tag."""
    found, asked = _found(request, collection_id), AddressFields(request.GET)
    tag = asked.text("tag")
    rows = () if asked.problems else store.documents_in(found, tag)
    query = query_like([row.document_id for row in rows])
    if query:
        return redirect(f"{reverse('search')}?{urlencode({'q': query})}")
    messages.warning(
        request,
        _("These documents have too few words in common. Give the tag to more like them."),
    )
    return redirect(f"{reverse('collection', args=[found.pk])}?{urlencode({'tag': tag})}")


@require_POST
@needs(Right.SEARCH)
def edit(request: HttpRequest, collection_id: int) -> HttpResponse:
    """Change name and sharing."""
    found = _found(request, collection_id)
    form = WorkForm(request.POST)
    if form.save(store.COLLECTIONS, _user(request), found.pk):
        messages.success(request, _("“%(name)s” was saved.") % {"name": form.cleaned_data["name"]})
        return redirect("collection", collection_id=found.pk)
    return _show(request, found, form)


@require_http_methods(["GET", "POST"])
@needs(Right.SEARCH)
def delete(request: HttpRequest, collection_id: int) -> HttpResponse:
    """Ask, then delete."""
    found, user = _found(request, collection_id), _user(request)
    if not found.may_be_managed_by(user):
        raise Http404
    if request.method == "POST":
        store.delete_collection(found.pk, user)
        messages.success(request, _("“%(name)s” was deleted.") % {"name": found.name})
        return redirect("collections")
    return render(request, "collections/collection_delete.html", {"collection": found})


@require_POST
@needs(Right.SEARCH)
def set_feed(request: HttpRequest, collection_id: int) -> HttpResponse:
    """Create or renew (``renew``), or turn off the feed of the user's own collection."""
    wanted = "renew" in request.POST
    try:
        store.set_collection_feed(collection_id, _user(request), wanted=wanted)
    except NotFound as error:
        raise Http404 from error
    text = (
        _("The feed has a new address. Earlier addresses no longer work.")
        if wanted
        else _("The feed is turned off.")
    )
    messages.success(request, text)
    return redirect("collection", collection_id=collection_id)


@require_safe
@needs(Right.EXPORT)
def export(request: HttpRequest, collection_id: int) -> HttpResponse | StreamingHttpResponse:
    """Stream the documents of a collection that the store still has, in a format of exports."""
    found = _found(request, collection_id)
    kept = store.documents_in(found)
    rows = [row for row in kept if services.may_leave(row)]
    header = ExportHeader(
        query="",
        filters={"collection": [found.label]},
        exported=now(),
        matches=len(rows),
        reserved=len(kept) - len(rows),
    )
    return export_response(request, header, services.to_export(rows))


@require_POST
@needs(Right.SEARCH)
def annotate(request: HttpRequest, collection_id: int, document_id: str) -> HttpResponse:
    """Change note and tags of a document in a collection, or take it out (``remove``)."""
    user = _user(request)
    form = AnnotationForm(request.POST)
    try:
        if "remove" in request.POST:
            store.remove_document(collection_id, document_id, user)
            messages.success(request, _("The document was taken out of the collection."))
        elif form.is_valid():
            store.annotate_document(collection_id, document_id, form.annotation(), user)
            messages.success(request, _("The note was saved."))
    except NotFound as error:
        raise Http404 from error
    except Invalid as error:
        _tell(request, error)
    return return_to_page(request, reverse("collection", args=[collection_id]))


@require_POST
@needs(Right.SEARCH)
def star(request: HttpRequest, document_id: str) -> HttpResponse:
    """Star a document, or remove its star."""
    try:
        services.star(document_id, _user(request))
    except NotFound as error:
        raise Http404 from error
    except Invalid as error:
        _tell(request, error)
    else:
        if is_part(request):
            return HttpResponse(status=204)
    return return_to_page(request, reverse("document", args=[document_id]))


@require_POST
@needs(Right.SEARCH)
def collect(request: HttpRequest, document_id: str) -> HttpResponse:
    """Add a document to a collection, or to a new one (``name``)."""
    user, number = _user(request), request.POST.get("collection", "")
    name = request.POST.get("name", "").strip()
    try:
        chosen = whole_number(number) or 0
        if name:
            chosen = store.save_collection(name, "private", user).pk
        if chosen:
            services.collect(document_id, chosen, user)
            messages.success(request, _("The document is in the collection."))
        else:
            messages.warning(request, _("Choose a collection, or enter the name of a new one."))
    except NotFound as error:
        raise Http404 from error
    except Invalid as error:
        _tell(request, error)
    return return_to_page(request, reverse("document", args=[document_id]))


@require_safe
def feed(request: HttpRequest, token: str, form: str) -> HttpResponse:
    """Return the documents added last.

    Without the right, or no longer with it, the answer is 404.
    """
    number = search_number(token)
    found = store.find_collection(number) if number is not None else None
    if found is None or form not in FEED_FORMS or not is_collection_feed_token(found, token):
        raise Http404
    if not services.may_publish(found):
        raise Http404
    hits = services.newest(found)
    content = SearchFeed(
        title=found.label,
        page=request.build_absolute_uri(reverse("collection", args=[found.pk])),
        address=request.build_absolute_uri(request.path),
        hits=hits,
        updated=max((hit.document.collected for hit in hits), default=found.created),
        language=get_language() or "en",
    )
    return feed_response(request, content, form)


def _show(request: HttpRequest, found: Collection, form: WorkForm | None = None) -> HttpResponse:
    user, asked = _user(request), AddressFields(request.GET)
    tag, number = asked.text("tag"), asked.page()
    rows = () if asked.problems else store.documents_in(found, tag)
    paging = Paging.near(number, len(rows), _PAGE_SIZE)
    token = collection_feed_token(found) if found.owner_id == user.pk else ""
    addresses = (
        {name: reverse("collection_feed", args=[token, name]) for name in FEED_FORMS}
        if token
        else {}
    )
    context: dict[str, Any] = {
        "asked": asked,
        "collection": found,
        "title": found.label,
        "entries": load(lambda: services.entries(rows[paging.skipped : paging.last])),
        "tag": tag,
        "tags": sorted({each for row in rows for each in row.tags}),
        "paging": paging,
        "is_owner": found.owner_id == user.pk,
        "may_fill": found.may_be_filled_by(user),
        "together": store.added_together(found, user),
        "may_manage": found.may_be_managed_by(user),
        "form": form or WorkForm.of(found),
        "feeds": [
            (name.upper(), request.build_absolute_uri(path)) for name, path in addresses.items()
        ],
    }
    status = HTTPStatus.OK
    if asked.problems:
        status = HTTPStatus.BAD_REQUEST
    elif form and form.errors:
        status = HTTPStatus.UNPROCESSABLE_ENTITY
    return render(request, "collections/collection.html", context, status=status)


def _found(request: HttpRequest, collection_id: int) -> Collection:
    found = store.find_collection(collection_id, _user(request))
    if found is None:
        raise Http404
    return found


def _tell(request: HttpRequest, error: Invalid) -> None:
    for problem in error.problems:
        messages.error(request, in_words(problem))


def _user(request: HttpRequest) -> User:
    assert isinstance(request.user, User)
    return request.user
