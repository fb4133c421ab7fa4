"""Comments that are taken out of articles: while a store does not answer, while workers write, and
while pages are read again, no page in the archive shows them in the end.
"""

from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import replace
from itertools import count
from typing import TYPE_CHECKING, BinaryIO

import pytest

from crawler.article_pages import PagesRead, pack
from extractor.results import Article
from scheduler.jobs import PageJob, SourceSpec
from scheduler.queue.port import PAGE_TUBE, NewJob
from storage.backends import open_document_writer
from storage.documents.port import Document, DocumentComment
from storage.errors import Unavailable
from storage.keys import url_key
from storage.tombstones.marks import address_mark, commented_mark
from testbed.archive import Answer, NotArchived, open_archive_reader, open_archive_writer
from tests.contract.documents import NOVEMBER, document

if TYPE_CHECKING:
    from features.erasure.models import Erasure
    from watch.stores import Stores

NAME = "Jane Roe"
LATER_PAGE = "?page=2"
_VISITS = count()


@pytest.fixture(autouse=True)
def no_erasures(tables: None) -> None:
    from features.erasure.models import Erasure
    from storage.database.models import Tombstone

    Tombstone.objects.all().delete()
    Erasure.objects.all().delete()


@pytest.fixture
def article(ports: "Stores") -> Document:
    """An article of two pages, both in the archive, with comments of two people."""
    return stored(ports, "pier")


def stored(ports: "Stores", name: str) -> Document:
    made = document(name, f"About {name}", "Ferry")
    said = [DocumentComment(author=each, published=None, body="Late.") for each in (NAME, "Bob")]
    places = archived(ports, made.url), archived(ports, made.url + LATER_PAGE)
    made = replace(made, id=url_key(made.canonical_url), archived=places, comments=tuple(said))
    ports.documents().write([made])
    return made


def archived(ports: "Stores", url: str) -> str:
    # No two are the same: a repeated payload has no record of its own.
    body = f"<p>{NAME} at {url}, visit {next(_VISITS)}</p>".encode()
    with closing(open_archive_writer(ports.settings)) as archive:
        return archive.append(Answer(url=url, status=200, headers={}, body=body, fetched=NOVEMBER))


def in_archive(ports: "Stores") -> list[str]:
    return [each.url for _, each in open_archive_reader(ports.settings).answers()]


def ordered(ports: "Stores") -> "Erasure":
    from features.erasure.plan import make_plan
    from features.erasure.selection import SelectionKind, selection_of
    from features.erasure.store import order

    return order(make_plan(ports, selection_of(SelectionKind.AUTHOR, [NAME])), "ann", "A request")


def carried_out(
    ports: "Stores", erasure: "Erasure", before: dict[str, Callable[[], None]] | None = None
) -> None:
    """Carry out an order; call what is to happen before a step of it."""
    from features.erasure.eraser import carry_out

    left = dict(before or {})
    for each in carry_out(ports, erasure):
        if happens := left.pop(each.step, None):
            happens()
    assert not left


def commenters(ports: "Stores", made: Document) -> list[str]:
    found = ports.documents().get(made.id)
    return [each.author for each in found.comments] if found else []


def test_an_order_waits_for_the_archive_before_it_takes_comments_out(
    ports: "Stores", article: Document, monkeypatch: pytest.MonkeyPatch
) -> None:
    erasure = ordered(ports)

    def away(*_: object) -> BinaryIO:
        raise PermissionError(13, "Permission denied")

    with monkeypatch.context() as patch:
        patch.setattr("features.archive.store.folder._opened", away)
        with pytest.raises(Unavailable):
            carried_out(ports, erasure)
        assert erasure.step == "comments"
        assert commenters(ports, article) == [NAME, "Bob"]
    carried_out(ports, erasure)
    assert commenters(ports, article) == []
    assert in_archive(ports) == []


def test_a_page_that_a_worker_archives_late_goes_too(ports: "Stores", article: Document) -> None:
    def worker_writes() -> None:
        """It asked for the marks before they were kept; the writer takes the comment out."""
        place = archived(ports, article.url)
        with closing(open_document_writer(ports.settings)) as writer:
            assert writer.write([replace(article, archived=(place,))]) == frozenset()

    carried_out(ports, ordered(ports), {"again": worker_writes})
    assert in_archive(ports) == []
    found = ports.documents().get(article.id)
    assert found
    assert found.archived == ()


def test_the_second_look_at_the_archive_goes_on_after_an_outage(
    ports: "Stores", article: Document
) -> None:
    erasure = ordered(ports)
    patch = pytest.MonkeyPatch()

    def away(*_: object) -> Iterator[int]:
        raise NotArchived("the archive does not answer")

    def worker_writes() -> None:
        late = archived(ports, article.url), archived(ports, article.url + "?page=3")
        ports.documents().write([replace(article, archived=late)])
        patch.setattr(type(open_archive_writer(ports.settings)), "erase", away)

    with pytest.raises(NotArchived):
        carried_out(ports, erasure, {"comments_again": worker_writes})
    patch.undo()
    assert commenters(ports, article) == []
    assert len(in_archive(ports)) == 2
    carried_out(ports, erasure)
    assert in_archive(ports) == []


def test_pages_that_only_a_job_names_go_with_it(ports: "Stores", article: Document) -> None:
    moved = f"{article.url}/2"
    read = PagesRead(
        article=Article(
            url=article.url,
            canonical_url=article.url,
            title="About pier",
            content="Ferry",
            published=None,
        ),
        fetched_url=article.url,
        urls=(article.url, article.url + LATER_PAGE),
        archived=(archived(ports, moved),),
        at_comments=True,
    )
    job = PageJob(
        run_id="r",
        source=SourceSpec(id=1, name="Example News", channel="feed"),
        url=f"{article.url}/feed",
        key=article.id,
        collected=0.0,
        kind="article",
        revisit=1,
        read=pack(read),
    )
    ports.queue().put(PAGE_TUBE, [NewJob(body=job.to_json())])
    ports.documents().write([replace(article, archived=())])
    carried_out(ports, ordered(ports))
    assert list(ports.queue().waiting(PAGE_TUBE, 10)) == []
    assert in_archive(ports) == []


def test_no_page_of_the_article_is_archived_again(ports: "Stores", article: Document) -> None:
    carried_out(ports, ordered(ports))
    shown = address_mark(article.url), address_mark(article.url + LATER_PAGE)
    for mark in (*shown, article.id):
        assert ports.tombstones().known({commented_mark(mark)})
    with closing(open_document_writer(ports.settings)) as writer:
        place = archived(ports, article.url)
        writer.write([replace(article, archived=(place,))])
    found = ports.documents().get(article.id)
    assert found
    assert (found.comments, found.archived) == ((), ())
