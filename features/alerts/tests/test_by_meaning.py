"""Alerts by meaning, with a made-up model."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any
from urllib.parse import urlencode

import pytest

from storage.documents.port import Vectors
from storage.embedder.documents import vector_maker
from testbed.embeddings import MODEL
from tests.unit.webui.samples import article
from tests.unit.webui.test_api import send
from tests.unit.webui.test_search_by_meaning import meaning, server

if TYPE_CHECKING:
    from django.test import Client

    from watch.stores import Stores

__all__ = ["meaning", "server"]  # fixtures
Browse = Callable[..., "Client"]


def alert_by_meaning(client: "Client", words: str, **fields: str) -> Any:
    content = {
        "name": words,
        "query": urlencode({"q": words, "match": "meaning"}),
        "alert": "webhook",
        "target": "https://example.org/hook",
        **fields,
    }
    return send(client, "POST /saved-searches", content)


@pytest.mark.parametrize(
    ("words", "is_kept"),
    [
        ("flood river", False),
        ("港口关", False),
        ("a flood closes the port", True),
        ("罢工导致港口关闭", True),
        ('"OPEC宣布石油减产"', True),
        ("น้ำท่วมทำให้ท่าเรือปิด", True),
    ],
)
@pytest.mark.usefixtures("meaning")
def test_an_alert_by_meaning_needs_a_sentence(browse: Browse, words: str, *, is_kept: bool) -> None:
    client = browse("analyst")
    answer = alert_by_meaning(client, words)
    assert answer.status_code == (201 if is_kept else 422), answer.content
    assert is_kept or "needs a sentence of three words or more" in answer.content.decode()
    # What only searches may be vague: who searches sees what is found.
    assert is_kept or alert_by_meaning(client, words, alert="none").status_code == 201


def test_an_alert_by_meaning_brings_what_has_other_words(browse: Browse, meaning: "Stores") -> None:
    from features.alerts.digest import Digest
    from features.alerts.runner import AlertRunner

    assert alert_by_meaning(browse("analyst"), "flood of a river").status_code == 201
    moment = datetime.now(UTC) + timedelta(minutes=1)
    new = [
        article("https://example.org/new", "洪水 河流", "", lang="zh", collected=moment),
        article("https://example.org/bank", "Bank rates", "", lang="en", collected=moment),
    ]
    meaning.documents().write(new)
    embedder = meaning.embedder()
    assert embedder
    meaning.documents().fill(Vectors(MODEL), vector_maker(embedder), 10)
    sent: list[Digest] = []
    alerts = AlertRunner(meaning.settings, meaning, lambda _search, digest: sent.append(digest))
    alerts.tick(moment + timedelta(minutes=1))
    assert [each.canonical_url for digest in sent for each in digest.documents] == [
        "https://example.org/new"
    ]


def test_without_an_embedder_an_alert_by_meaning_says_so(browse: Browse, ports: "Stores") -> None:
    from features.alerts.runner import AlertRunner
    from notify.errors import shown_problem
    from storage.database.models import SavedSearch

    client, sentence = browse("analyst"), "a flood closes the port"
    answer = alert_by_meaning(client, sentence)
    assert answer.status_code == 422
    assert "This installation cannot search by meaning." in answer.content.decode()
    # One from a time with an embedder does not match by its words.
    assert alert_by_meaning(client, sentence, alert="none").status_code == 201
    SavedSearch.objects.update(alert="mail", next_run=datetime.now(UTC))
    AlertRunner(ports.settings, ports, lambda *_: None).tick(datetime.now(UTC))
    problem = shown_problem(SavedSearch.objects.get().problem)
    assert problem.startswith("This installation cannot search by meaning.")
