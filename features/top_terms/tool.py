"""Top terms, as assistants and other programs ask for them."""

from typing import Any

from features.top_terms.services import Rise, exact_top_terms
from hooks.answers import SearchTool
from webui.search.params import SearchParams


def _answer(params: SearchParams, use: str) -> dict[str, Any]:
    found = exact_top_terms(params, use=use)
    return {
        "terms": [{"term": each.text, "documents": each.count} for each in found.terms],
        "read": found.read,
        "total": found.total,
        "rise": _rise(found.rise),
    }


def _rise(rise: Rise | None) -> dict[str, Any] | None:
    if rise is None:
        return None
    return {
        "since": rise.start.isoformat(),
        "until": rise.end.isoformat() if rise.end else None,
        "documents": rise.documents,
        "documents_before": rise.earlier_documents,
        "terms": [
            {"term": each.text, "documents": each.count, "documents_before": each.earlier}
            for each in rise.terms
        ],
    }


TOOL = SearchTool(
    name="top_terms",
    description="Find the words and names that tell the matches of a query from all other "
    "documents, and those that rise: a greater share of the period has them than of the time "
    "before. Without `after`, the last 7 days are compared with the 7 days before.",
    answer=_answer,
)
