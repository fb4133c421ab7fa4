"""Pages of collections, and what a document's page does with them."""

from http import HTTPStatus
from typing import Any
from urllib.parse import urlencode

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import Http404, HttpRequest, HttpResponse, StreamingHttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.timezone import now
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from features.collections import services, store
from features.collections.feed_tokens import collection_feed_token, is_collection_feed_token
from features.collections.forms import AnnotationForm
from features.collections.kind import COLLECTIONS
from features.collections.models import Collection
from features.collections.orders import last_order
from features.collections.progress import progress_of
from storage.database.owned.keeping import find
from storage.database.people.rights import Right
from storage.database.secret_keys import search_number
from storage.whole_numbers import whole_number
from watch.loading import load
from webui.address_fields import AddressFields
from webui.owned.views import feeds, found, show, tell
from webui.page_parts import is_part
from webui.paging import Paging
from webui.problems import WRONG
from webui.returning import return_to_page
from webui.rights import needs, user_of
from webui.search.export_header import ExportHeader
from webui.search.exports import export_response
from webui.search.feed_response import feed_response
from webui.search.feeds import FORMS as FEED_FORMS
from webui.search.feeds import SearchFeed
from webui.search.services.telling_terms import query_like

_PAGE_SIZE = 20


@require_safe
@needs(Right.SEARCH)
def collection(request: HttpRequest, collection_id: int) -> HttpResponse:
    """Show one page of a collection, or of its documents with a tag."""
    return _show(request, found(request, Collection, collection_id))


@require_safe
@needs(Right.SEARCH)
def more_like(request: HttpRequest, collection_id: int) -> HttpResponse:
    """Open a search for documents like those of a collection with a tag."""
    kept, asked = found(request, Collection, collection_id), AddressFields(request.GET)
    tag = asked.text("tag")
    rows = () if asked.problems else store.documents_in(kept, tag)
    query = query_like([row.document_id for row in rows])
    if query:
        return redirect(f"{reverse('search')}?{urlencode({'q': query})}")
    messages.warning(
        request,
        _("These documents have too few words in common. Give the tag to more like them."),
    )
    return redirect(f"{reverse('collection', args=[kept.pk])}?{urlencode({'tag': tag})}")


@require_safe
@needs(Right.EXPORT)
def export(request: HttpRequest, collection_id: int) -> HttpResponse | StreamingHttpResponse:
    """Stream the documents of a collection that the store still has, in a format of exports."""
    collection = found(request, Collection, collection_id)
    kept = store.documents_in(collection)
    rows = [row for row in kept if services.may_leave(row)]
    header = ExportHeader(
        query="",
        filters={"collection": [collection.label]},
        exported=now(),
        matches=len(rows),
        reserved=len(kept) - len(rows),
    )
    return export_response(request, header, services.to_export(rows))


@require_POST
@needs(Right.SEARCH)
def annotate(request: HttpRequest, collection_id: int, document_id: str) -> HttpResponse:
    """Change note and tags of a document in a collection, or take it out (``remove``)."""
    user = user_of(request)
    form = AnnotationForm(request.POST)
    try:
        if "remove" in request.POST:
            store.remove_document(collection_id, document_id, user)
            messages.success(request, _("The document was taken out of the collection."))
        elif form.is_valid():
            store.annotate_document(collection_id, document_id, form.annotation(), user)
            messages.success(request, _("The note was saved."))
        else:
            tell(request, ValidationError(form.errors.as_data()))
    except WRONG as error:
        tell(request, error)
    return return_to_page(request, reverse("collection", args=[collection_id]))


@require_POST
@needs(Right.SEARCH)
def star(request: HttpRequest, document_id: str) -> HttpResponse:
    """Star a document, or remove its star."""
    try:
        services.star(document_id, user_of(request))
    except WRONG as error:
        tell(request, error)
    else:
        if is_part(request):
            return HttpResponse(status=204)
    return return_to_page(request, reverse("document", args=[document_id]))


@require_POST
@needs(Right.SEARCH)
def collect(request: HttpRequest, document_id: str) -> HttpResponse:
    """Add a document to a collection, or to a new one (``name``)."""
    user, number = user_of(request), request.POST.get("collection", "")
    name = request.POST.get("name", "").strip()
    try:
        chosen = whole_number(number) or 0
        if chosen or name:
            services.collect(document_id, chosen, name, user)
            messages.success(request, _("The document is in the collection."))
        else:
            messages.warning(request, _("Choose a collection, or enter the name of a new one."))
    except WRONG as error:
        tell(request, error)
    return return_to_page(request, reverse("document", args=[document_id]))


@require_safe
def feed(request: HttpRequest, token: str, form: str) -> HttpResponse:
    """Return the documents added last.

    Without the right, or no longer with it, the answer is 404.
    """
    number = search_number(token)
    shown = find(Collection, number) if number is not None else None
    # One answer for all: whoever tries addresses learns nothing from it.
    if shown is None or form not in FEED_FORMS or not is_collection_feed_token(shown, token):
        raise Http404
    if not services.may_publish(shown):
        raise Http404
    hits = services.newest(shown)
    content = SearchFeed(
        title=shown.label,
        page=request.build_absolute_uri(reverse("collection", args=[shown.pk])),
        address=request.build_absolute_uri(request.path),
        hits=hits,
        updated=max((hit.document.collected for hit in hits), default=shown.created),
        language=get_language() or "en",
    )
    return feed_response(request, content, form)


def _show(request: HttpRequest, shown: Collection) -> HttpResponse:
    asked, user = AddressFields(request.GET), user_of(request)
    tag, number = asked.text("tag"), asked.page()
    kept = store.page_of(shown, tag, (number - 1) * _PAGE_SIZE, _PAGE_SIZE)
    paging = Paging.near(number, kept.total, _PAGE_SIZE)
    # Entries may have been removed since the page was linked: then the last one is shown.
    if paging.number != number:
        kept = store.page_of(shown, tag, paging.skipped, _PAGE_SIZE)
    token = collection_feed_token(shown) if shown.owner_id == user.pk else ""
    order = last_order(shown, user)
    context: dict[str, Any] = {
        "asked": asked,
        "entries": load(lambda: services.entries(() if asked.problems else kept.rows)),
        "tag": tag,
        "tags": kept.tags,
        "paging": paging,
        "last": progress_of(order) if order else None,
        "feeds": feeds(request, "collection_feed", token),
    }
    status = HTTPStatus.BAD_REQUEST if asked.problems else HTTPStatus.OK
    return show(request, COLLECTIONS, shown, "collections/collection.html", context, status)
