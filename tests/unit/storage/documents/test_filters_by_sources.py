"""A folder is a filter by the names of its sources: each is looked up among all names."""

from typing import Any

import numpy as np

from storage.documents.port import EXACT_FACETS, Filters, SearchRequest
from storage.documents.query import parse
from storage.documents.sqlite_columns import Columns, FacetNames
from storage.documents.sqlite_matches import Matcher


class _Texts(list[str]):
    """The names of all sources, which nobody may go through."""

    def __iter__(self) -> Any:
        raise AssertionError("all names were looked through")


def test_names_are_looked_up() -> None:
    numbers = np.arange(4)
    texts = ["", "Wire", "Paper", "Gazette"]
    names = FacetNames(
        codes=dict.fromkeys(EXACT_FACETS, numbers),
        values={name: _Texts(texts) for name in EXACT_FACETS},
        places={name: {text: code for code, text in enumerate(texts)} for name in EXACT_FACETS},
    )
    columns = Columns(
        recency=numbers,
        collected=numbers,
        facet=numbers,
        group=np.zeros(4, np.int64),
        names=names,
        lists=lambda _name: None,  # type: ignore[arg-type, return-value]
        state=(4,),
        recent={},
    )
    asked = SearchRequest(
        query=parse(""), filters=Filters(source=("Paper", "Gazette", "Nobody")), facets=False
    )
    found = Matcher(None, columns).matches(asked)  # type: ignore[arg-type]
    assert found.numbers.tolist() == [2, 3]
