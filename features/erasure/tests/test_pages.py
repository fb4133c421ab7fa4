"""The page on which administrators erase: look, confirm, follow; never by accident."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from hooks.features import load_features
from scheduler.jobs import PageJob, SourceSpec, head_of
from scheduler.queue.port import PAGE_TUBE, NewJob
from storage.documents.port import Document, DocumentComment
from storage.errors import Unavailable
from storage.keys import url_key
from storage.sqlite import SqliteFile
from tests.contract.documents import document
from tests.html_trees import html_tree

if TYPE_CHECKING:
    from django.test import Client

    from watch.stores import Stores

Browse = Callable[..., "Client"]
PAGE = "/users/erase/"
BY_SITE = {"kind": "site", "value": "news.example", "most": "1000"}
CONFIRMED = {"confirm": "1", "reason": "A takedown", "count": "2"}


@pytest.fixture(autouse=True)
def no_erasures(tables: None) -> None:
    from features.erasure.models import Erasure
    from storage.database.models import Tombstone

    Tombstone.objects.all().delete()
    Erasure.objects.all().delete()


@pytest.fixture
def stored(ports: "Stores") -> list[str]:
    """Two documents of the site, and one of another."""
    made = [document("1", "Ferry"), document("2", "Bridge"), document("3", site="kept.example")]
    found = [replace(each, id=url_key(each.canonical_url)) for each in made]
    ports.documents().write(found)
    return [each.id for each in found]


def looked(client: "Client", chosen: dict[str, str]) -> dict[str, str]:
    """Look at what is chosen, and return what the form then sends."""
    [field] = html_tree(client.post(PAGE, chosen).content).xpath("//input[@name='look']")
    return {**chosen, "look": field.get("value")}


def later(name: str) -> Document:
    """A document that is found after every look of a test."""
    found = datetime.now(UTC) + timedelta(hours=1)
    made = document(name, f"Later {name}", collected=found)
    return replace(made, id=url_key(made.canonical_url))


def job_for(url: str) -> NewJob:
    job = PageJob(
        run_id="r",
        source=SourceSpec(id=1, name="Example News", channel="feed"),
        url=url,
        key=url_key(url),
        collected=0.0,
        kind="article",
    )
    return NewJob(body=job.to_json())


def text(answer: object) -> str:
    return " ".join(html_tree(answer.content).text_content().split())  # type: ignore[attr-defined]


def orders() -> list[object]:
    from features.erasure.models import Erasure

    return list(Erasure.objects.all())


def test_it_shows_what_would_be_erased_and_orders_nothing(
    browse: Browse, stored: list[str]
) -> None:
    answer = browse("admin").post(PAGE, BY_SITE)
    assert "Erase 2 documents for good?" in text(answer)
    assert "news.example" in text(answer)
    assert "no page of it is collected from then on" in text(answer)
    author = {**BY_SITE, "kind": "source", "value": "Example News"}
    assert "What is found after this look stays." in text(browse("admin").post(PAGE, author))
    assert orders() == []


def test_what_features_keep_that_are_off_is_said_to_stay(browse: Browse, stored: list[str]) -> None:
    from django.test import override_settings

    client = browse()
    assert "switched off here" not in client.post(PAGE, BY_SITE).content.decode()
    off = load_features(["none"])
    with override_settings(FEATURES=off):
        page = client.post(PAGE, BY_SITE).content.decode()
    # Some keep nothing.
    assert f"switched off here: {', '.join(off.off_with_data())}." in page
    assert {"archive", "collections"} < set(off.off_with_data()) < set(off.off)
    assert "Pages in the archive, which is off, and stay" in page
    assert "in the archive are erased as well" not in page


def test_an_address_that_is_not_stored_is_kept_away(browse: Browse, stored: list[str]) -> None:
    chosen = {**BY_SITE, "kind": "address", "value": "https://news.example/never-stored"}
    shown = text(browse("admin").post(PAGE, chosen))
    assert "No document has this address. Keep it away for good?" in shown
    assert "Keep away for good" in shown
    assert "Erase for good" not in shown


def test_a_confirmed_erasure_is_ordered_carried_out_and_shown(
    browse: Browse, ports: "Stores", stored: list[str]
) -> None:
    from features.erasure.eraser import Eraser
    from features.erasure.plan import NUMBERS
    from storage.database.models import AuditEntry

    client = browse("admin")
    answer = client.post(PAGE, {**BY_SITE, **CONFIRMED}, follow=True)
    assert "The erasure begins" in text(answer)
    assert "Step 1 of 12: keeping the pages away" in text(answer)
    assert "Step 1 of 12: keeping the pages away" in text(client.get(f"{PAGE}live/"))
    for _ in Eraser(ports).until_done():
        pass
    assert "Done" in text(client.get(PAGE))
    assert [ports.documents().get(each) is None for each in stored] == [True, True, False]
    entry = AuditEntry.objects.get(kind="erasure")
    assert (entry.action, (entry.after or {})["reason"]) == ("erase", "A takedown")
    shown = text(client.get("/users/audit/"))
    assert "Erased for good" in shown
    assert "Erased by now: Site" in shown
    assert "Reason now: A takedown" in shown
    for code in (*NUMBERS, "reason"):
        assert f"{code} now:" not in shown


def test_the_number_that_was_shown_confirms_it_and_what_comes_later_stays(
    browse: Browse, ports: "Stores", stored: list[str]
) -> None:
    from features.erasure.eraser import Eraser

    client = browse("admin")
    chosen = looked(client, {**BY_SITE, "kind": "query", "value": "site:news.example", "most": "2"})
    come = later("come")
    ports.documents().write([come])
    client.post(PAGE, {**chosen, **CONFIRMED})
    for _ in Eraser(ports).until_done():
        pass
    kept = [ports.documents().get(each) is not None for each in (*stored, come.id)]
    assert kept == [False, False, True, True]


def test_a_site_is_confirmed_by_the_number_that_was_shown_and_goes_as_a_whole(
    browse: Browse, ports: "Stores", stored: list[str]
) -> None:
    from features.erasure.eraser import Eraser

    client = browse("admin")
    chosen = looked(client, {**BY_SITE, "most": "2"})
    come = later("come")
    ports.documents().write([come])
    client.post(PAGE, {**chosen, **CONFIRMED})
    for _ in Eraser(ports).until_done():
        pass
    kept = [ports.documents().get(each) is not None for each in (*stored, come.id)]
    assert kept == [False, False, True, False]


@pytest.mark.parametrize("changed", [{"value": "kept.example"}, {"look": "2"}])
def test_a_number_that_was_shown_for_something_else_confirms_nothing(
    browse: Browse, ports: "Stores", stored: list[str], changed: dict[str, str]
) -> None:
    client = browse("admin")
    chosen = looked(client, BY_SITE)
    ports.documents().write([later("come")])
    answer = client.post(PAGE, {**chosen, **changed, **CONFIRMED})
    assert "Enter the number of documents that is shown above." in text(answer)
    assert orders() == []


def test_what_a_site_brings_meanwhile_is_erased_and_its_waiting_pages_too(
    browse: Browse, ports: "Stores", stored: list[str]
) -> None:
    from features.erasure.eraser import Eraser

    browse("admin").post(PAGE, {**BY_SITE, **CONFIRMED})
    late = document("late")
    ports.documents().write([late])
    urls = "https://news.example/waits", "https://kept.example/waits"
    ports.queue().put(PAGE_TUBE, list(map(job_for, urls)))
    for _ in Eraser(ports).until_done():
        pass
    assert ports.documents().get(late.id) is None
    waiting = [head_of(job.body).url for job in ports.queue().waiting(PAGE_TUBE, 10)]
    assert waiting == ["https://kept.example/waits"]


@pytest.mark.parametrize(
    ("changed", "told"),
    [
        ({"count": "3"}, "Enter the number of documents that is shown above."),
        ({"count": ""}, "This field is required."),
        ({"reason": " "}, "This field is required."),
    ],
)
def test_what_is_not_confirmed_is_not_ordered(
    browse: Browse, stored: list[str], changed: dict[str, str], told: str
) -> None:
    answer = browse("admin").post(PAGE, {**BY_SITE, **CONFIRMED, **changed})
    assert answer.status_code == 422
    assert told in text(answer)
    assert orders() == []


@pytest.mark.parametrize(
    ("chosen", "told"),
    [
        ({"kind": "query", "value": "()"}, "The query has no letter or digit"),
        ({"kind": "document", "value": "nothing"}, "There is no document “nothing”."),
        ({"kind": "address", "value": "news.example"}, "is not an http or https address"),
        (
            {"kind": "site", "value": "nowhere.example"},
            "No document is of the site “nowhere.example”.",
        ),
        ({"kind": "site", "value": "a b"}, "“a b” is not the name of a site."),
        ({"kind": "source", "value": "example news"}, "with the same case. Nothing is erased."),
        ({"kind": "query", "value": "-zzzqq"}, "This search matches every document."),
        ({"kind": "author", "value": "Nobody"}, "No document matches."),
        ({"kind": "author", "value": 'a "b"'}, "Leave out the quotation marks."),
        ({"kind": "author", "value": "“老王”"}, "Leave out the quotation marks."),
        ({"most": "1"}, "2 documents match."),
        ({"value": ""}, "This field is required."),
        ({"kind": "everything"}, "Select a valid choice."),
    ],
)
def test_a_wrong_choice_is_named(
    browse: Browse, stored: list[str], chosen: dict[str, str], told: str
) -> None:
    answer = browse("admin").post(PAGE, {**BY_SITE, **CONFIRMED, **chosen})
    assert answer.status_code == 422
    assert told in text(answer)
    assert orders() == []


@pytest.fixture
def written(ports: "Stores", stored: list[str]) -> list[str]:
    """A document by an author, and one with a comment by them and one by somebody else."""
    said = [
        DocumentComment(author=each, published=None, body="Late.") for each in ("Jane <Roe>", "Bob")
    ]
    pages = [
        document("own", "Ferry", author="Jane <Roe>"),
        document("other", "Bridge", comments=tuple(said)),
    ]
    made = [replace(each, id=url_key(each.canonical_url)) for each in pages]
    ports.documents().write(made)
    return [each.id for each in made]


BY_AUTHOR = {**BY_SITE, "kind": "author", "value": "Jane <Roe>"}


def commenters(ports: "Stores", document_id: str) -> list[str] | None:
    found = ports.documents().get(document_id)
    return None if found is None else [each.author for each in found.comments]


def erased(client: "Client", ports: "Stores", chosen: dict[str, str], count: str) -> str:
    """Erase what is chosen, and return what the page then shows."""
    from features.erasure.eraser import Eraser

    chosen = chosen if "look" in chosen else looked(client, chosen)
    client.post(PAGE, {**chosen, **CONFIRMED, "count": count})
    for _ in Eraser(ports).until_done():
        pass
    return text(client.get(PAGE))


def test_documents_and_comments_of_an_author_are_counted_and_go(
    browse: Browse, ports: "Stores", written: list[str]
) -> None:
    client = browse("admin")
    shown = text(client.post(PAGE, BY_AUTHOR))
    assert "Erase for good? Documents: 1, comments: 2" in shown
    assert "Articles that lose their comments1" in shown
    assert "Check that all are of this person: Jane <Roe> (1)" in shown
    assert "also those of others" in shown
    refused = client.post(PAGE, {**looked(client, BY_AUTHOR), **CONFIRMED, "count": "2"})
    assert "Enter the sum of the numbers that are shown above." in text(refused)
    assert orders() == []
    done = erased(client, ports, BY_AUTHOR, "3")
    assert "1 and 2 comments" in done
    assert "stayed" not in done
    assert [commenters(ports, each) for each in written] == [None, []]
    assert "Comments now: 2" in text(client.get("/users/audit/"))


def test_comments_alone_go_out_of_articles(
    browse: Browse, ports: "Stores", written: list[str]
) -> None:
    erased(browse("admin"), ports, {**BY_AUTHOR, "texts": "comments"}, "2")
    assert [commenters(ports, each) for each in written] == [[], []]


def test_comments_of_an_author_that_stay_are_counted_before_and_after(
    browse: Browse, ports: "Stores", written: list[str]
) -> None:
    client = browse("admin")
    chosen = {**BY_AUTHOR, "texts": "documents"}
    shown = text(client.post(PAGE, chosen))
    assert "The name is in the comments of 1 more article, which stays as it is." in shown
    assert "in the comments of" not in text(client.post(PAGE, BY_SITE))
    done = erased(client, ports, chosen, "1")
    assert "The name was in the comments of 1 more article, which stayed" in done
    audit = text(client.get("/users/audit/"))
    assert "Articles with the name in comments, which stay now: 1" in audit
    assert [commenters(ports, each) for each in written] == [None, ["Jane <Roe>", "Bob"]]
    refused = client.post(PAGE, chosen)
    assert refused.status_code == 422
    assert "but comments below articles do. Articles: 1. Nothing is erased." in text(refused)


def test_articles_that_come_after_the_look_keep_their_comments(
    browse: Browse, ports: "Stores", written: list[str]
) -> None:
    client = browse("admin")
    said = (DocumentComment(author="Jane <Roe>", published=None, body="Late."),)
    come = replace(later("come"), comments=said)
    chosen = looked(client, BY_AUTHOR)
    ports.documents().write([come])
    erased(client, ports, chosen, "3")
    assert orders() != []
    assert commenters(ports, come.id) == ["Jane <Roe>"]


def with_names(ports: "Stores", document_id: str, *names: str) -> None:
    """Let a stored article have comments by these names, as a later visit finds them."""
    found = ports.documents().get(document_id)
    assert found
    said = tuple(DocumentComment(author=each, published=None, body="Later.") for each in names)
    ports.documents().write([replace(found, comments=said)])


@pytest.mark.parametrize(
    ("seen", "found"),
    [
        (("Jane <Roe>",), ("Jane <Roe>", "Jane <Roe> Smith")),
        (("Jane <Roe>",), ("Jane <Roe> Smith",)),
        (("Bob",), ("Jane <Roe> Smith",)),
        (("Jane <Roe> Smith",), ("Jane <Roe> Smith", "Bob")),
    ],
)
def test_comments_that_nobody_saw_are_shown_before_they_go(
    browse: Browse,
    ports: "Stores",
    written: list[str],
    seen: tuple[str, ...],
    found: tuple[str, ...],
) -> None:
    with_names(ports, written[1], *seen)
    client = browse("admin")
    chosen = looked(client, BY_AUTHOR)
    with_names(ports, written[1], *found)
    for count in ("1", "2", "3"):
        answer = client.post(PAGE, {**chosen, **CONFIRMED, "count": count})
        assert answer.status_code == 422
        assert "the comments may have changed since you looked" in text(answer)
        assert "Jane <Roe> Smith (1)" in text(answer)
        assert 'value="A takedown"' in answer.content.decode()
        assert orders() == []
    [field] = html_tree(answer.content).xpath("//input[@name='look']")
    erased(client, ports, {**BY_AUTHOR, "look": field.get("value")}, str(1 + len(found)))
    assert commenters(ports, written[1]) == []


def test_comments_are_not_confirmed_without_a_look(
    browse: Browse, ports: "Stores", written: list[str]
) -> None:
    answer = browse("admin").post(PAGE, {**BY_AUTHOR, **CONFIRMED, "count": "2"})
    assert "the comments may have changed since you looked" in text(answer)
    assert orders() == []


def test_all_names_that_comments_bear_are_shown(
    browse: Browse, ports: "Stores", written: list[str]
) -> None:
    with_names(ports, written[1], *(f"Jane <Roe> {each}" for each in range(25)))
    tree = html_tree(browse("admin").post(PAGE, BY_AUTHOR).content)
    [folded] = tree.xpath("//details[summary[contains(., 'and 5 more names')]]")
    assert len(folded.xpath(".//span[@class='chip']")) == 5
    assert len(tree.xpath("//span[@class='chip']")) == 25


def test_why_comments_alone_find_nothing_is_said(
    browse: Browse, ports: "Stores", written: list[str]
) -> None:
    client = browse("admin")
    with_names(ports, written[1], "Bob")
    only = {**BY_AUTHOR, "texts": "comments"}
    assert "but documents name this author: 1. Nothing is erased." in text(client.post(PAGE, only))
    nobody = text(client.post(PAGE, {**only, "value": "Nobody"}))
    assert "No comment is by this author. Nothing is erased." in nobody
    with_names(ports, written[1], "Jane <Roe>")
    many = text(client.post(PAGE, {**BY_AUTHOR, "most": "1"}))
    assert "2 documents and articles with such comments match, added up." in many


def test_ids_and_addresses_are_one_a_line(browse: Browse, stored: list[str]) -> None:
    client = browse("admin")
    chosen = {**BY_SITE, "kind": "document", "value": "\n".join(stored)}
    assert "Erase 3 documents for good?" in text(client.post(PAGE, chosen))
    addresses = "https://news.example/1\nhttps://news.example/3\n\n"
    chosen = {**BY_SITE, "kind": "address", "value": addresses}
    assert "Erase 2 documents for good?" in text(client.post(PAGE, chosen))


def test_only_a_form_of_this_site_is_taken(browse: Browse, stored: list[str]) -> None:
    client = browse("admin", enforce_csrf_checks=True)
    assert client.post(PAGE, {**BY_SITE, **CONFIRMED}).status_code == 403
    assert orders() == []


def test_why_it_waits_is_shown(
    browse: Browse, ports: "Stores", stored: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    from features.erasure.eraser import Eraser

    client = browse("admin")
    client.post(PAGE, {**BY_SITE, **CONFIRMED})

    def away(_marks: object) -> None:
        raise Unavailable("the store", "/srv/stats.db is locked")

    with monkeypatch.context() as patch:
        patch.setattr(ports.tombstones(), "add", away)
        next(iter(Eraser(ports).until_done()))
        page = text(client.get(PAGE))
        assert "Waits for a store, and goes on by itself." in page
        assert "stats.db" not in page
    for _ in Eraser(ports).until_done():
        pass
    assert "Waits for a store" not in text(client.get(PAGE))


def test_it_says_that_it_waits_for_who_reads_a_store(
    browse: Browse,
    ports: "Stores",
    stored: list[str],
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
) -> None:
    from features.erasure.eraser import Eraser

    client = browse("admin")
    client.post(PAGE, {**BY_SITE, **CONFIRMED})
    # Without patience: nobody stops reading while the step waits.
    file = SqliteFile(tmp_path / "read.db", lambda _rows: None, busy_seconds=0.0)
    with file.connection() as rows:
        rows.execute("CREATE TABLE pages (url)")
    monkeypatch.setattr("features.erasure.steps.embedded_files", lambda _settings: [file])
    with file.reading() as rows:
        rows.execute("SELECT count(*) FROM pages").fetchone()
        waits = next(each for each in Eraser(ports).until_done() if each.problem)
        assert (waits.step, waits.problem.partition("\n")[0]) == ("scrub", "readers"), waits.problem
        page = text(client.get(PAGE))
        assert "Waits until nobody reads a store" in page
        assert "Waits for a store" not in page
        assert "read.db" not in page
    for _ in Eraser(ports).until_done():
        pass
    assert "Waits" not in text(client.get(PAGE))


def test_a_bug_is_shown_and_the_order_stays(
    browse: Browse, ports: "Stores", stored: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    from features.erasure.eraser import Eraser

    client = browse("admin")
    client.post(PAGE, {**BY_SITE, **CONFIRMED})

    def broken(_marks: object) -> None:
        raise KeyError("mark")

    with monkeypatch.context() as patch:
        patch.setattr(ports.tombstones(), "add", broken)
        with pytest.raises(KeyError):
            next(iter(Eraser(ports).until_done()))
    assert "Newsloom had an internal error and tries again by itself." in text(client.get(PAGE))
    for _ in Eraser(ports).until_done():
        pass
    assert "internal error" not in text(client.get(PAGE))


def test_a_bug_that_one_order_meets_lets_the_others_go_on(
    browse: Browse, ports: "Stores", stored: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    from features.erasure import eraser as module
    from features.erasure.models import Erasure

    client = browse("admin")
    client.post(PAGE, {**BY_SITE, **CONFIRMED})
    client.post(PAGE, {**BY_SITE, **CONFIRMED, "value": "kept.example", "count": "1"})
    first, _second = Erasure.unfinished()
    usual = module.carry_out

    def breaks(stores: "Stores", erasure: Erasure) -> Iterator[Erasure]:
        if erasure == first:
            raise KeyError("mark")
        return usual(stores, erasure)

    monkeypatch.setattr(module, "carry_out", breaks)
    with pytest.raises(KeyError):
        module.Eraser(ports).tick(datetime.now(UTC))
    assert Erasure.unfinished() == [first]
    assert ports.documents().get(stored[2]) is None
    assert ports.documents().get(stored[0]) is not None


def test_the_mark_of_a_site_is_lifted_for_a_reason_and_what_was_erased_stays_away(
    browse: Browse, ports: "Stores", stored: list[str]
) -> None:
    from features.erasure.eraser import Eraser
    from features.erasure.models import Erasure
    from storage.database.models import AuditEntry
    from storage.tombstones.marks import site_mark

    client = browse("admin")
    client.post(PAGE, {**BY_SITE, **CONFIRMED})
    erasure = Erasure.objects.get()
    where = f"{PAGE}{erasure.pk}/lift/"
    assert "no mark to lift" in text(client.post(where, {"reason": "x"}, follow=True))
    for _ in Eraser(ports).until_done():
        pass
    mark = site_mark("news.example")
    assert ports.tombstones().known([mark]) == {mark}
    assert "say why" in text(client.post(where, {"reason": " "}, follow=True))
    assert "Lift the mark" in text(client.get(PAGE))
    answer = client.post(where, {"reason": "The order was withdrawn"}, follow=True)
    assert "New pages of news.example are collected again" in text(answer)
    assert "The mark of the site was lifted" in text(answer)
    entry = AuditEntry.objects.get(action="lift erasure")
    assert (entry.subject, entry.after) == ("news.example", {"reason": "The order was withdrawn"})
    # The eraser tells the workers' store, also if it has been told otherwise meanwhile.
    for _ in range(2):
        Eraser(ports).tick(datetime.now(UTC))
        assert ports.tombstones().known([mark]) == set()
        ports.tombstones().add([mark])
    Eraser(ports).tick(datetime.now(UTC))
    # The erased pages keep their own marks.
    assert ports.tombstones().known(stored[:2]) == set(stored[:2])
    assert "no mark to lift" in text(client.post(where, {"reason": "x"}, follow=True))
    # Erased once more, the site is kept away again.
    new = later("new")
    ports.documents().write([new])
    client.post(PAGE, {**looked(client, BY_SITE), **CONFIRMED, "count": "1"})
    eraser = Eraser(ports)
    for _ in eraser.until_done():
        pass
    eraser.tick(datetime.now(UTC))
    assert ports.tombstones().known([mark]) == {mark}
