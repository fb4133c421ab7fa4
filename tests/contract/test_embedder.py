"""The port *embedder*: a server of the embeddings call, and the package if it is installed."""

import json
from collections.abc import Iterator

import numpy as np
import pytest

from storage.backends import open_embedder
from storage.embedder.package import is_installed
from storage.embedder.port import MAX_CHARACTERS, MAX_TEXTS, Embedder
from storage.errors import Refused, Unavailable
from storage.settings import Settings
from testbed.embeddings import MODEL, EmbeddingsServer, embeddings_server


@pytest.fixture
def server() -> Iterator[EmbeddingsServer]:
    with embeddings_server() as found:
        yield found


@pytest.fixture(params=["server", "package"])
def embedder(request: pytest.FixtureRequest) -> Embedder:
    if request.param == "package" and not is_installed():
        pytest.skip("newsloom[meaning] is not installed")
    found = of_server(request.getfixturevalue("server")) if request.param == "server" else None
    found = found or open_embedder(Settings())
    assert found is not None
    return found


def of_server(server: EmbeddingsServer, key: str = "") -> Embedder:
    settings = Settings(embedder=server.url, embedder_model=MODEL, embedder_key=key)
    found = open_embedder(settings)
    assert found is not None
    return found


def test_texts_of_one_meaning_are_near_in_two_languages(embedder: Embedder) -> None:
    texts = ["flood at the river", "河流 洪水", "the football champion", "足球 冠军"]
    rows = embedder.embed(texts)
    assert np.allclose(np.linalg.norm(rows, axis=1), 1, atol=1e-3)
    nearness = rows @ rows.T - 2 * np.eye(4)
    assert nearness.argmax(axis=1).tolist() == [1, 0, 3, 2]


def test_a_text_has_the_same_vector_in_any_batch(embedder: Embedder) -> None:
    texts = [f"report {number} of the flood" for number in range(MAX_TEXTS + 3)]
    rows = embedder.embed(texts)
    assert len(rows) == len(texts)
    for at in (0, MAX_TEXTS, len(texts) - 1):
        assert np.allclose(embedder.embed([texts[at]])[0], rows[at], atol=1e-3)


def test_texts_without_words_and_endless_ones_have_vectors(embedder: Embedder) -> None:
    rows = embedder.embed(["", " \n", "🌊", "\x00", "洪水" * MAX_CHARACTERS])
    assert np.allclose(np.linalg.norm(rows, axis=1), 1, atol=1e-3)
    assert len(embedder.embed([])) == 0


def test_a_server_gets_the_key_the_model_and_a_bounded_text(server: EmbeddingsServer) -> None:
    of_server(server, "hidden").embed(["x" * 3 * MAX_CHARACTERS])
    headers, asked = server.asked[0]
    assert headers["Authorization"] == "Bearer hidden"
    assert asked == {
        "model": MODEL,
        "input": ["x" * MAX_CHARACTERS],
        "encoding_format": "float",
    }
    assert "hidden" not in repr(Settings(embedder_key="hidden"))


@pytest.mark.parametrize("status", [429, 500, 503])
def test_a_busy_server_can_be_asked_again(server: EmbeddingsServer, status: int) -> None:
    server.status = status
    with pytest.raises(Unavailable, match=str(status)):
        of_server(server).embed(["flood"])
    server.status = 200
    assert len(of_server(server).embed(["flood"])) == 1


def test_a_server_that_is_away_is_unavailable() -> None:
    with embeddings_server() as server:
        embedder = of_server(server)
    with pytest.raises(Unavailable):
        embedder.embed(["flood"])


@pytest.mark.parametrize("status", [301, 400, 401, 404])
def test_a_refusal_says_what_the_server_said(server: EmbeddingsServer, status: int) -> None:
    server.status, server.body = status, b"no such model"
    with pytest.raises(Refused, match=f"{status}: no such model"):
        of_server(server).embed(["flood"])


@pytest.mark.parametrize(
    "answer",
    [
        "<html>",
        [],
        {"data": []},
        {"data": [{"index": 1, "embedding": [1.0]}]},
        {"data": [{"index": 0, "embedding": [0.0, 0.0]}]},
        {"data": [{"index": 0, "embedding": [float("nan")]}]},
        {"data": [{"index": 0, "embedding": "AAAA"}]},
        {"data": [{"index": 0, "embedding": 1}]},
    ],
)
def test_an_unusable_answer_is_refused(server: EmbeddingsServer, answer: object) -> None:
    server.body = json.dumps(answer).encode()
    with pytest.raises(Refused):
        of_server(server).embed(["flood"])


def test_without_anything_there_is_no_embedder() -> None:
    assert open_embedder(Settings(embedder="none")) is None
