"""Documents by what their pages say about the use of their texts, on all stores."""

from collections.abc import Iterator
from contextlib import closing

import pytest

from storage.backends import open_documents
from storage.documents.port import Documents, SearchRequest
from storage.documents.query import parse
from storage.documents.uses import FORBIDDING, only_allowed
from storage.settings import RIGHTS_USES, Settings
from tests.contract.documents import document, found, store

PAGES = {
    "silent": (),
    "kept": ("noindex", "tdm-open", "train-ai=y"),
    "reserved": ("tdm-reserved",),
    "training": ("noarchive", "train-ai=n"),
    "quiet": ("nosnippet", "ai-use=n"),
}


@pytest.fixture(scope="module")
def documents(module_documents_url: str) -> Iterator[Documents]:
    with closing(open_documents(Settings(documents_url=module_documents_url))) as opened:
        fill(opened)
        yield opened


def fill(documents: Documents) -> None:
    store(documents, [document(name, "渡轮", rights=codes) for name, codes in PAGES.items()])


def test_documents_are_found_by_their_signals(documents: Documents) -> None:
    assert found(documents, "rights:tdm-reserved") == {"reserved"}
    assert found(documents, "rights:TRAIN-AI=n") == {"training"}
    assert found(documents, "渡轮 rights:(noarchive OR nosnippet)") == {"training", "quiet"}
    assert found(documents, "渡轮 -rights:noindex") == PAGES.keys() - {"kept"}
    assert found(documents, "rights:train-ai") == set()
    kept = documents.get("kept")
    assert kept is not None
    assert kept.rights == PAGES["kept"]


def test_a_use_leaves_out_what_is_kept_from_it(documents: Documents) -> None:
    for text in ("", "渡轮", "渡轮 -rights:noindex", "渡轮 OR 大桥"):
        request = SearchRequest(query=parse(text))
        all_of_it = set(documents.matching_ids(request, 10))
        for use in FORBIDDING:
            kept_from = {name for name, codes in PAGES.items() if set(codes) & set(FORBIDDING[use])}
            allowed = only_allowed(request, use, RIGHTS_USES)
            assert set(documents.matching_ids(allowed, 10)) == all_of_it - kept_from
            assert documents.count_matches(allowed).total == len(all_of_it - kept_from)
            assert only_allowed(request, use, ()) == request


def test_every_use_that_can_be_obeyed_has_its_signals() -> None:
    assert tuple(FORBIDDING) == RIGHTS_USES
