"""The map of the places that the documents of a search name."""

from collections.abc import Iterable
from dataclasses import replace

from django.urls import reverse

from newsroom.recognition.places import position_of
from webui.apps import stores
from webui.places.map import CountedPlace, PlacesMap, draw
from webui.search.params import SearchParams
from webui.search.services.documents import request_of

_FIELD = "place"


def map_of(counted: Iterable[tuple[str, int]], params: SearchParams) -> PlacesMap | None:
    """Return the map of places with these numbers of documents, which are those of a search; None
    if it is not known where any of them is.
    """
    search = reverse("search")
    places = [
        CountedPlace(
            name=name, count=count, url=f"{search}{params.choosing(_FIELD, name).first().address}"
        )
        for name, count in counted
        if name
    ]
    return draw(places, position_of)


def map_of_search(params: SearchParams) -> PlacesMap | None:
    """Return the map of the places that most documents of a search name, copies included.

    Raises QueryError, Unavailable and Refused.
    """
    params = replace(params, copies="each")
    request = replace(request_of(params), periods=False)
    return map_of(stores().documents().count_values(request, _FIELD), params)
