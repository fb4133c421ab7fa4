"""Copies on the search page and on the pages of documents, over a real store."""

from collections.abc import Callable
from datetime import timedelta
from typing import TYPE_CHECKING

import pytest

from storage.documents.port import Document
from tests.unit.webui.samples import MOMENT, article, compact
from webui.search.differences import MAX_TOKENS, difference

if TYPE_CHECKING:
    from django.test import Client

    from watch.stores import Stores

Browse = Callable[..., "Client"]
COPY = "0123456789abcdef"


def page_of(client: "Client", path: str, status: int = 200) -> str:
    answer = client.get(path)
    assert answer.status_code == status
    return compact(answer.content.decode())


def copies() -> list[Document]:
    first = article(
        "https://agency.example/1",
        "Bank cuts rates",
        "The bank cut rates today, it said.",
        copy_id=COPY,
    )
    later = MOMENT + timedelta(hours=3)
    second = article(
        "https://paper.example/7",
        "Bank cuts rates",
        "The bank cut rates on Friday.",
        published=later,
        copy_id=COPY,
    )
    return [first, second, article("https://other.example/1", "Bank moves", copy_id="f" * 16)]


def test_search_shows_a_group_once_and_leads_to_its_copies(browse: Browse, ports: "Stores") -> None:
    ports.documents().write(copies())
    client = browse("analyst")
    once = page_of(client, "/search/?q=bank")
    # Two are one hit: both numbers are said.
    assert "3 documents in 2 groups" in once
    assert f'<a href="?q=copy:{COPY}&amp;copies=each&amp;sort=time">and 1 copy</a>' in once
    assert '<a href="?q=bank&amp;copies=each">Show each</a>' in once
    each = page_of(client, "/search/?q=bank&copies=each")
    assert "3 documents</h2>" in each
    assert "and 1 copy" not in each
    assert '<input type="hidden" name="copies" value="each">' in each
    assert "2 documents" in page_of(client, f"/search/?q=copy:{COPY}&copies=each&sort=time")


def test_a_document_shows_who_published_first_and_how_copies_spread(
    browse: Browse, ports: "Stores"
) -> None:
    first, second, other = copies()
    ports.documents().write([first, second, other])
    client = browse("analyst")
    html = page_of(client, f"/documents/{second.id}/")
    assert (
        "2 documents on 2 sites have nearly this text, published within 3 h. The first is on "
        "agency.example." in html
    )
    assert "3 h later" in html
    assert f'href="/documents/{second.id}/difference/"' in html
    assert f'href="/documents/{first.id}/difference/"' not in page_of(
        client, f"/documents/{first.id}/"
    )
    assert "Copies</h2>" not in page_of(client, f"/documents/{other.id}/")


def test_the_difference_marks_what_was_cut_and_added_and_escapes_it(
    browse: Browse, ports: "Stores"
) -> None:
    first, second, other = copies()
    evil = article("https://evil.example/1", "<script>", "<b>The bank cut rates</b>", copy_id=COPY)
    ports.documents().write([first, second, other, evil])
    client = browse("analyst")
    html = page_of(client, f"/documents/{second.id}/difference/")
    assert "<del>today, it said.</del><ins>on Friday.</ins>" in html
    assert "<b>" not in page_of(client, f"/documents/{evil.id}/difference/")
    page_of(client, f"/documents/{other.id}/difference/", 404)
    page_of(client, f"/documents/{'0' * 32}/difference/", 404)


def test_the_api_tells_copies_and_shows_them_each_unless_asked(
    browse: Browse, ports: "Stores"
) -> None:
    ports.documents().write(copies())
    client = browse("analyst")
    assert client.get("/api/v1/documents?q=bank").json()["total"] == 3
    once = client.get("/api/v1/documents?q=bank&copies=once").json()
    assert (once["total"], sorted(hit["copies"] for hit in once["hits"])) == (2, [0, 1])
    assert {hit["document"]["copy_id"] for hit in once["hits"]} == {COPY, "f" * 16}


def test_chinese_is_compared_by_characters_and_equal_runs_are_folded() -> None:
    found = difference("央行今天宣布降息。", "央行昨天宣布降息。")
    assert [(piece.kind, piece.text) for piece in found.pieces] == [
        ("same", "央行"),
        ("cut", "今"),
        ("new", "昨"),
        ("same", "天宣布降息。"),
    ]
    folded = difference("word " * 300 + "end", "word " * 300 + "stop").pieces[0]
    assert len(folded.text) + folded.left_out + len(folded.end) == 1500


def test_folding_cuts_no_word_and_keeps_paragraphs() -> None:
    words = [f"harbourmaster{number}" for number in range(100)]
    same = " ".join(words[:50]) + "\n" + " ".join(words[50:])
    folded = difference(f"{same} end", f"{same} stop").pieces[0]
    assert folded.left_out > 0
    shown = [*folded.text.split(), *folded.end.split()]
    assert set(shown) <= set(words)
    changed = difference("One.\nTwo two.\nThree.", "One.\nTwo too.\nThree.").pieces
    assert "".join(piece.text for piece in changed if piece.kind != "cut").count("\n") == 2


@pytest.mark.parametrize(("first", "second"), [("", ""), ("a  b", "a\nb")])
def test_equal_texts_have_no_difference(first: str, second: str) -> None:
    assert difference(first, second).is_none


def test_very_long_texts_are_compared_at_their_beginnings() -> None:
    text = "word, " * MAX_TOKENS
    assert difference(text, text).cut_short
