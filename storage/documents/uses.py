"""For which uses of a document its page's rights signals are obeyed. Pure.

The signals themselves are codes of ``extractor.rights``; ``NEWSLOOM_OBEY_RIGHTS`` names the uses.
"""

from collections.abc import Collection, Sequence
from dataclasses import replace

from storage.documents.port import SearchRequest
from storage.documents.query_tree import And, FieldValue, Not, Or, Query

FORBIDDING = {
    "archive": ("noarchive",),
    "export": ("tdm-reserved", "train-ai=n"),
    "assistants": ("nosnippet", "tdm-reserved", "ai-use=n"),
}
"""The signals that speak against a use. An export is what text and data mining begins with. An
assistant shows extracts, and gives texts to a model.
"""


def forbidding(rights: Sequence[str], use: str, obeyed: Collection[str]) -> tuple[str, ...]:
    """Return the signals that speak against a use; () if that is not obeyed."""
    if use in obeyed:
        return tuple(code for code in rights if code in FORBIDDING[use])
    return ()


def only_allowed(request: SearchRequest, use: str, obeyed: Collection[str]) -> SearchRequest:
    """Return the request without the documents whose signals speak against a use."""
    if use not in obeyed:
        return request
    forbidden = Or(tuple(FieldValue(field="rights", value=code) for code in FORBIDDING[use]))
    return replace(request, query=Query(root=And((*request.query.conjuncts, Not(forbidden)))))
