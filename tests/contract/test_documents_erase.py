"""What the port *documents* promises of erasing: nothing is found, and no byte stays in a file."""

import gzip
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from storage.backends import open_documents
from storage.documents.comments import without_comments
from storage.documents.port import (
    Document,
    DocumentComment,
    Documents,
    DocumentVersion,
    SearchRequest,
)
from storage.documents.query_tree import Query
from storage.errors import Unavailable
from storage.settings import Settings
from testbed.archive import ENDING
from testbed.servers import Elasticsearch
from tests.contract.documents import NOVEMBER, document, found, store
from tests.contract.test_documents_vectors import MODEL, fill, vector

# No other text of this machine has these. Each begins with other letters, so that an index, which
# leaves out what a word shares with the one before it, has them whole.
SECRET = ("xqvarlotide", "zjwombrick", "qkyndelfar", "顟钀籇鬡", "vyxolgast", "wuqtermilk")
# Elasticsearch merges in its own time; two minutes are more than any run has needed.
_MAX_SCRUBS = 120


@pytest.fixture(params=["sqlite", "elasticsearch"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    if request.param == "elasticsearch":
        return str(request.getfixturevalue("elasticsearch_url"))
    return f"sqlite://{tmp_path}/documents.db"


@pytest.fixture
def documents(url: str) -> Iterator[Documents]:
    with closing(open_documents(Settings(documents_url=url))) as opened:
        yield opened


def pages(count: int) -> list[Document]:
    """Documents that stay, written some at a time so that an index has several parts."""
    return [document(f"kept{each}", f"Ferry {each}", "The ferry runs") for each in range(count)]


def secret(name: str = "secret", **fields: object) -> Document:
    title, text, author, chinese, _, remark = SECRET
    comment = DocumentComment(author=remark, published=NOVEMBER, body=f"{remark} was here")
    return document(
        name,
        f"About {title}",
        f"{text} and {chinese} said.",
        author=author,
        comments=(comment,),
        **fields,
    )


def version(number: int) -> DocumentVersion:
    return DocumentVersion(
        number=number, seen=NOVEMBER, title=f"{SECRET[4]} {number}", content=f"{SECRET[4]} first"
    )


def scrubbed(documents: Documents) -> None:
    """Scrub as the role does, which goes on until nothing is left."""
    for _ in range(_MAX_SCRUBS):
        try:
            documents.scrub()
        except Unavailable:
            time.sleep(1)
        else:
            return
    documents.scrub()


def files_with(folder: Path, words: Sequence[str]) -> list[str]:
    """The files below a folder that have one of these words as bytes, also when unpacked."""
    return [
        f"{path}: {word}"
        for path in sorted(folder.rglob("*"))
        if path.is_file()
        for content in (path.read_bytes(),)
        for word in words
        if word.encode() in content
        or (path.name.endswith(ENDING) and word.encode() in gzip.decompress(content))
    ]


def test_what_is_erased_is_gone_and_the_rest_stays(documents: Documents) -> None:
    page = secret(changes=2)
    store(documents, [*pages(3), page])
    documents.keep_versions(page, [version(1), version(2)])
    fill(documents)
    assert documents.erase(["secret", "unknown"]) == 1
    documents.refresh()
    assert documents.get("secret") is None
    assert documents.versions(page) == ()
    assert documents.vectors(MODEL, ["secret"]) == {}
    for word in SECRET:
        assert found(documents, word) == set()
        assert found(documents, f"comments:{word}") == set()
    assert found(documents, "ferry") == {"kept0", "kept1", "kept2"}
    assert set(documents.vectors(MODEL, ["kept0", "secret"])) == {"kept0"}
    near = documents.nearest(vector("Ferry 1"), SearchRequest(query=Query()), 5)
    assert {each.id for each in near} == {"kept0", "kept1", "kept2"}
    assert documents.erase(["secret"]) == documents.erase([]) == 0


def test_what_was_just_written_is_erased(documents: Documents) -> None:
    documents.write([secret()])
    assert documents.erase(["secret"]) == 1
    documents.refresh()
    assert documents.get("secret") is None


def test_a_version_is_erased_whose_writer_died_before_the_document(documents: Documents) -> None:
    page = secret()
    documents.write([page])
    documents.keep_versions(page, [version(1)])
    documents.erase(["secret"])
    assert documents.versions(secret(changes=1)) == ()


def test_a_scrubbed_store_goes_on(documents: Documents) -> None:
    documents.scrub()
    store(documents, [*pages(3), secret()])
    documents.erase(["secret"])
    scrubbed(documents)
    store(documents, [document("new", "Bridge", "The bridge is open")])
    assert found(documents, "ferry") == {"kept0", "kept1", "kept2"}
    assert found(documents, "bridge") == {"new"}
    scrubbed(documents)
    assert found(documents, "bridge") == {"new"}


def write_and_erase(documents: Documents) -> None:
    """Leave traces: a text that was replaced, versions, a vector, an index in several pieces."""
    page = secret()
    for kept in pages(40):
        documents.write([kept])
    documents.write([page])
    documents.keep_versions(secret(changes=1), [version(1)])
    store(documents, [document("secret", "Edited", f"{SECRET[0]} is left out", changes=1)])
    fill(documents)
    store(documents, [document("kept40", "Ferry 40", "The ferry runs")])
    documents.erase(["secret"])
    scrubbed(documents)
    assert len(found(documents, "ferry")) == 41


def test_no_byte_is_left_in_the_file_of_sqlite(tmp_path: Path) -> None:
    url = f"sqlite://{tmp_path}/documents.db"
    with closing(open_documents(Settings(documents_url=url))) as documents:
        documents.write([secret()])
        assert files_with(tmp_path, SECRET[:1]), "the test looks for what is there"
        write_and_erase(documents)
        assert files_with(tmp_path, SECRET) == []
    assert files_with(tmp_path, SECRET) == []


def test_no_byte_is_left_in_the_files_of_elasticsearch(own_elasticsearch: Elasticsearch) -> None:
    """Neither of a document that is erased, nor of comments that are taken out."""
    folder = own_elasticsearch.folder / "data"
    for number, (written, write_and_remove) in enumerate(
        ((secret(), write_and_erase), (commented(), write_and_take_out))
    ):
        # A start of this server costs more than all that is done with it: an index each is enough.
        url = f"{own_elasticsearch.url}/index{number}"
        with closing(open_documents(Settings(documents_url=url))) as documents:
            store(documents, [written])
            assert files_with(folder, SECRET), "the test looks for what is there"
            write_and_remove(documents)
            assert files_with(folder, SECRET) == []


REMARK = SECRET[5]


def commented(name: str = "page", **fields: object) -> Document:
    """An article that stays without its comments."""
    comments = (
        DocumentComment(author=REMARK, published=NOVEMBER, body=f"{REMARK} {SECRET[1]}"),
        DocumentComment(author="Bob", published=NOVEMBER, body="Waste of kettles"),
    )
    return document(name, "Bridge", "The bridge is open", comments=comments, **fields)


def test_comments_are_taken_out_and_all_else_stays(documents: Documents) -> None:
    page = commented(archived=("file.warc.gz:0",), people=("Ann",), names_by="x", tags=("t",))
    other = commented("other")
    store(documents, [*pages(3), page, other])
    fill(documents)
    vectors = documents.vectors(MODEL, ["page"])
    assert documents.erase_comments(["page", "kept0", "unknown"]) == 2
    documents.refresh()
    assert documents.get("page") == replace(page, comments=(), archived=())
    assert documents.get("other") == other
    assert documents.vectors(MODEL, ["page"]) == vectors
    assert found(documents, f"comments:{REMARK}") == {"other"}
    assert found(documents, "comments:kettles") == {"other"}
    assert found(documents, "bridge") == {"page", "other"}
    assert documents.erase_comments(["page"]) == 0
    assert documents.erase_comments([]) == 0


def test_comments_that_were_just_written_are_taken_out(documents: Documents) -> None:
    documents.write([commented()])
    assert documents.erase_comments(["page"]) == 2
    documents.refresh()
    assert found(documents, f"comments:{REMARK}") == set()


def test_what_somebody_else_writes_meanwhile_is_not_lost(
    documents: Documents, url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    store(documents, [commented()])
    writing = threading.Thread(target=write_again, args=(url,))
    begun = threading.Event()

    def slow(page: Document) -> Document:
        if not begun.is_set():
            begun.set()
            writing.start()
            # The transaction of SQLite lets the other write only afterwards.
            writing.join(1)
        return without_comments(page)

    for module in ("elasticsearch", "sqlite_rows"):
        monkeypatch.setattr(f"storage.documents.{module}.without_comments", slow)
    documents.erase_comments(["page"])
    writing.join()
    documents.erase_comments(["page"])
    documents.refresh()
    left = documents.get("page")
    assert left is not None
    assert (left.title, left.comments) == ("Bridge closed", ())
    assert found(documents, "closed") == {"page"}
    assert found(documents, "comments:barrel") == set()


def write_again(url: str) -> None:
    again = DocumentComment(author=REMARK, published=None, body="A barrel of fish")
    with closing(open_documents(Settings(documents_url=url))) as others:
        store(others, [replace(commented(), title="Bridge closed", comments=(again,))])


def write_and_take_out(documents: Documents) -> None:
    """Leave traces: comments that were replaced, an index in several pieces, another analysis."""
    for kept in pages(40):
        documents.write([kept])
    documents.write([commented()])
    store(documents, [commented(changes=1)])
    fill(documents)
    store(documents, [document("kept40", "Ferry 40", "The ferry runs")])
    documents.erase_comments(["page"])
    scrubbed(documents)
    assert len(found(documents, "ferry")) == 41
    assert found(documents, "bridge") == {"page"}
    assert found(documents, "comments:kettles") == set()


def test_no_byte_of_a_comment_is_left_in_the_file_of_sqlite(tmp_path: Path) -> None:
    url = f"sqlite://{tmp_path}/documents.db"
    with closing(open_documents(Settings(documents_url=url))) as documents:
        documents.write([commented()])
        assert files_with(tmp_path, [REMARK]), "the test looks for what is there"
        write_and_take_out(documents)
        assert files_with(tmp_path, SECRET) == []
    assert files_with(tmp_path, SECRET) == []
