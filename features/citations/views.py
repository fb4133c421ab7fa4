"""What the documents of a search cite: the sites and pages that most of their sources link to."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_safe

from features.citations.services import most_cited
from storage.database.people.rights import Right
from storage.documents.errors import QueryError
from watch.loading import load
from webui.labels import query_problem
from webui.periods import offer
from webui.rights import needs
from webui.search.facets import chips
from webui.search.params import SearchParams
from webui.search.services.documents import is_empty
from webui.search.services.stories import headlines

_PERIODS = ("-24h", "-7d", "-30d", "")


@require_safe
@needs(Right.SEARCH)
def cited(request: HttpRequest) -> HttpResponse:
    """Show both lists. Explain an invalid query; answer 503 if the store does not answer."""
    params = SearchParams.read(request.GET)
    context: dict[str, object] = {
        "params": params,
        "chips": chips(params, headlines(params.stories())),
        "periods": offer(
            _PERIODS,
            timezone.localdate(),
            (params.after, params.before),
            params.between,
        ),
        "list_url": f"{reverse('search')}{params.first().opening('')}",
    }
    with timezone.override(params.time_zone()):
        try:
            lists = load(lambda: most_cited(params))
        except QueryError as error:
            context["query_error"] = query_problem(error)
            return render(request, "citations/cited.html", context, status=400)
    context |= {"lists": lists.value, "outage": lists.outage, "is_empty": is_empty}
    return render(request, "citations/cited.html", context, status=503 if lists.outage else 200)
