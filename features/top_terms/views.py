"""The terms that tell the matches of a search from other documents, and what rises in them."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_safe

from features.top_terms.services import linked_top_terms
from storage.database.people.rights import Right
from storage.documents.errors import QueryError
from watch.loading import load
from webui.labels import query_problem
from webui.page_parts import is_part
from webui.periods import offer
from webui.rights import needs
from webui.search.facets import chips
from webui.search.params import SearchParams
from webui.search.services.documents import is_empty
from webui.search.services.stories import headlines

_PERIODS = ("-24h", "-7d", "-30d")
_ALL_TIME = ""
_USUAL = _PERIODS[0]
"""All documents leave none to compare them with: the page begins with this period."""


@require_safe
@needs(Right.SEARCH)
def top_terms(request: HttpRequest) -> HttpResponse:
    """Show the terms of a search, as a part of its page or on a page of their own.

    Explain an invalid query; answer 503 if the store does not answer.
    """
    params = SearchParams.read(request.GET).first()
    # Terms stand out beside others: of all that was ever stored there are none, so a page that asks
    # for nothing begins with the usual time.
    narrowed = is_part(request) or params.text or params.filtered
    searched = params if narrowed else params.dated(_USUAL, "")
    template = "top_terms/part.html" if is_part(request) else "top_terms/top_terms.html"
    context: dict[str, object] = {
        "params": params,
        "searched": searched,
        "list_url": f"{reverse('search')}{searched.address}",
        "terms_url": f"{reverse('top_terms')}{params.address}",
    }
    with timezone.override(params.time_zone()):
        if not is_part(request):
            context |= {
                "chips": chips(params, headlines(params.stories())),
                "periods": offer(
                    (*_PERIODS, _ALL_TIME) if params.text or params.chosen else _PERIODS,
                    timezone.localdate(),
                    (searched.after, searched.before),
                    params.between,
                ),
            }
        try:
            loaded = load(lambda: linked_top_terms(searched))
        except QueryError as error:
            context["query_error"] = query_problem(error)
            return render(request, template, context, status=400)
        context |= {"outage": loaded.outage, "terms": loaded.value, "is_empty": is_empty}
        return render(request, template, context, status=503 if loaded.outage else 200)
