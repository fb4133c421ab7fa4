"""Erasing on the command line: first what it would reach, then nothing is left."""

from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from scheduler.jobs import PageJob, SourceSpec, head_of
from scheduler.queue.backends import open_queue
from scheduler.queue.port import PAGE_TUBE, NewJob
from storage.backends import open_document_writer, open_documents, open_tombstones
from storage.documents.port import Document, DocumentComment, DocumentPost, DocumentVersion
from storage.settings import Settings
from storage.tombstones.marks import marks_against
from testbed.archive import Answer, open_archive_reader, open_archive_writer
from testbed.stack import Stack
from tests.command_line import Answer as Told
from tests.command_line import CommandLine, command_line
from tests.contract.documents import NOVEMBER, document
from tests.contract.test_documents_erase import SECRET, files_with

LONG = f"{SECRET[1]} and {SECRET[3]}. " + " ".join(
    f"Ferry {each} runs again from pier {7 * each}." for each in range(20)
)
WHY = "--reason", "Court order 7 O 12/26", "--yes"


@pytest.fixture
def stack(tmp_path: Path) -> Iterator[Stack]:
    with Stack(tmp_path / "home") as stack:
        stack.migrate()
        yield stack


@pytest.fixture
def commands(stack: Stack) -> Iterator[CommandLine]:
    with command_line(stack) as commands:
        yield commands


def page(name: str, content: str = "Ferry", **fields: object) -> Document:
    """A document whose id follows from its address, as workers write it."""
    from storage.keys import url_key

    made = document(name, f"About {name}", content, **fields)
    return replace(made, id=url_key(made.canonical_url))


def fill(settings: Settings) -> Document:
    """Store a page with an earlier text and its record in the archive, and one that stays."""
    with closing(open_archive_writer(settings)) as archive:
        places = [
            archive.append(
                Answer(
                    url=each.url,
                    status=200,
                    headers={},
                    body=f"<h1>{each.title}</h1>{each.content}".encode(),
                    fetched=NOVEMBER,
                )
            )
            for each in (page("kept"), page(SECRET[0], LONG))
        ]
    secret = page(SECRET[0], LONG, author=SECRET[2], changes=1, archived=(places[1],))
    with closing(open_document_writer(settings)) as writer:
        writer.keep_versions(
            secret,
            [DocumentVersion(number=1, seen=NOVEMBER, title=SECRET[4], content=LONG + SECRET[4])],
        )
        writer.write([secret, page("kept", archived=(places[0],))])
    return secret


def known(settings: Settings) -> set[str]:
    with closing(open_documents(settings)) as documents:
        return {
            each for each in ("kept", SECRET[0], "copy") if documents.get(page(each).id) is not None
        }


def test_a_dry_run_says_what_it_would_reach_and_changes_nothing(
    commands: CommandLine, stack: Stack
) -> None:
    fill(stack.settings)
    told = commands.run("erase", "--author", SECRET[2]).stdout
    assert "1 documents\n" in told
    assert "1 earlier texts of them\n" in told
    assert "1 pages in the archive" in told
    assert "Nothing is erased." in told
    assert known(stack.settings) == {"kept", SECRET[0]}
    with closing(open_tombstones(stack.settings)) as tombstones:
        assert tombstones.count() == 0


@pytest.mark.parametrize(
    "chosen",
    [
        ("--document", page(SECRET[0]).id),
        ("--address", f"https://news.example/{SECRET[0]}?utm_source=x"),
        ("--author", SECRET[2]),
        ("--query", f"{SECRET[1]} lang:zh"),
    ],
)
def test_no_byte_is_left(commands: CommandLine, stack: Stack, chosen: tuple[str, str]) -> None:
    fill(stack.settings)
    assert len(files_with(stack.home, SECRET)) > 3
    told = commands.run("erase", *chosen, *WHY)
    assert "is done: 1 documents, 1 records of the archive" in told.stdout
    assert known(stack.settings) == {"kept"}
    with closing(open_documents(stack.settings)) as documents:
        [place] = documents.get(page("kept").id).archived  # type: ignore[union-attr]
    assert open_archive_reader(stack.settings).read(place).url == page("kept").url
    assert files_with(stack.home, SECRET) == []
    assert "Court order 7 O 12/26" in audit(stack)


def audit(stack: Stack) -> str:
    from storage.database.models import AuditEntry

    [entry] = AuditEntry.objects.filter(kind="erasure")
    assert entry.who.endswith("(command line)")
    assert (entry.after or {})["documents"] == 1
    return str(entry.after)


def test_a_whole_site_or_source_goes(commands: CommandLine, stack: Stack) -> None:
    fill(stack.settings)
    told = commands.run("erase", "--source", "Example News", *WHY).stdout
    assert "is done: 2 documents, 2 records" in told
    assert known(stack.settings) == set()
    fresh = page("copy", site="other.example")
    with closing(open_documents(stack.settings)) as documents:
        documents.write([fresh])
    assert "1 documents" in commands.run("erase", "--site", "WWW.Other.example", *WHY).stdout
    assert known(stack.settings) == set()


def test_no_page_of_an_erased_site_is_stored_again(
    commands: CommandLine, stack: Stack, tmp_path: Path
) -> None:
    fill(stack.settings)
    kept = page("copy", site="other.example")
    with closing(open_documents(stack.settings)) as documents:
        documents.write([kept])
    commands.run("backup", str(tmp_path / "before.zip"))
    told = commands.run("erase", "--site", "news.example", *WHY).stdout
    assert "No page of this site is collected from then on" in told
    fresh = page("never seen before")
    with closing(open_document_writer(stack.settings)) as writer:
        assert writer.write([fresh, kept]) == {fresh.id}
        assert writer.erased(marks_against("https://www.news.example:8000/new"))
        assert not writer.erased(marks_against("https://other.example/new"))
    commands.run("backup", str(tmp_path / "after.zip"))
    with Stack(tmp_path / "other") as other:
        later = "--erased-in", str(tmp_path / "after.zip")
        assert other.run("restore", str(tmp_path / "before.zip"), *later).returncode == 0
        assert known(other.settings) == {"copy"}


def test_what_was_erased_is_not_stored_again(commands: CommandLine, stack: Stack) -> None:
    secret = fill(stack.settings)
    commands.run("erase", "--document", secret.id, *WHY)
    copy = page("copy", LONG.replace(". ", "!\n"))
    with closing(open_document_writer(stack.settings)) as writer:
        assert writer.write([secret, copy, page("new")]) == {secret.id, copy.id}
        writer.keep_versions(
            secret, [DocumentVersion(number=1, seen=NOVEMBER, title="", content=LONG)]
        )
    assert known(stack.settings) == {"kept"}
    with closing(open_documents(stack.settings)) as documents:
        assert documents.versions(secret) == ()


def test_copies_stay_unless_they_are_named(commands: CommandLine, stack: Stack) -> None:
    secret = fill(stack.settings)
    with closing(open_document_writer(stack.settings)) as writer:
        writer.write([page("copy", LONG + "One more sentence.")])
    told = commands.run("erase", "--document", secret.id).stdout
    assert "1 more documents have nearly the same text" in told
    commands.run("erase", "--document", secret.id, "--copies", *WHY)
    assert known(stack.settings) == {"kept"}


def with_comments(name: str, *authors: str) -> Document:
    said = [DocumentComment(author=each, published=NOVEMBER, body="Late.") for each in authors]
    about = DocumentComment(author="Bob", published=None, body="Jane O'Roe is right.")
    return page(name, comments=(*said, about))


def store_comments(settings: Settings) -> None:
    with closing(open_document_writer(settings)) as writer:
        writer.write(
            [
                replace(with_comments("own", "Jane O'Roe"), author="Jane O'Roe"),
                with_comments("pier", "Jane O'Roe", "JANE O'ROE", "Jane Poe"),
                with_comments("ferry", "Jane O'Roe"),
                with_comments("bridge"),
                page("kept"),
            ]
        )


def commenters(settings: Settings, name: str) -> list[str]:
    with closing(open_documents(settings)) as documents:
        found = documents.get(page(name).id)
    return [] if found is None else [each.author for each in found.comments]


def test_documents_and_comments_of_an_author_go(commands: CommandLine, stack: Stack) -> None:
    store_comments(stack.settings)
    told = commands.run("erase", "--author", "Jane O'Roe").stdout
    assert "1 documents\n" in told
    assert "6 comments, all of those below articles that stay" in told
    assert "2 articles that lose their comments\n" in told
    assert "Those of the author bear these names: Jane O'Roe (2), JANE O'ROE (1)." in told
    assert "stay:" not in told
    done = commands.run("erase", "--author", "Jane O'Roe", *WHY).stdout
    assert "is done: 1 documents, 6 comments" in done
    assert commenters(stack.settings, "own") == []
    assert commenters(stack.settings, "pier") == []
    assert commenters(stack.settings, "ferry") == []
    # There, somebody else only speaks of her.
    assert commenters(stack.settings, "bridge") == ["Bob"]
    assert "'comments': 6, 'changed_articles': 2" in audit(stack)
    again = commands.run("erase", "--author", "Jane O'Roe", check=False)
    assert "No document matches" in again.stderr


def test_a_thread_in_which_the_author_only_replied_goes(
    commands: CommandLine, stack: Stack
) -> None:
    bob = DocumentPost(author="Bob", published=NOVEMBER, floor=1, body="Is it late?")
    jane = DocumentPost(author="Jane O'Roe", published=NOVEMBER, floor=None, body="Yes.", parent=0)
    thread = page("thread", author="Bob", kind="thread", thread="thread", posts=(bob, jane))
    other = page("other", author="Bob", kind="thread", thread="other", posts=(bob,))
    with closing(open_document_writer(stack.settings)) as writer:
        writer.write([thread, other])
    assert "1 documents\n" in commands.run("erase", "--author", "Jane O'Roe").stdout
    commands.run("erase", "--author", "Jane O'Roe", *WHY)
    with closing(open_documents(stack.settings)) as documents:
        assert documents.get(thread.id) is None
        assert documents.get(other.id) is not None


def test_documents_or_comments_alone_go(commands: CommandLine, stack: Stack) -> None:
    store_comments(stack.settings)
    jane = "--author", "Jane O'Roe"
    told = commands.run("erase", *jane, "--only", "documents").stdout
    # One of them only mentions the name.
    left = "in the comments of 3 more articles, which stay"
    assert f"The name is {left} as they are. To erase the author's comments too, leave" in told
    done = commands.run("erase", *jane, "--only", "documents", *WHY).stdout
    assert "is done: 1 documents\n" in done
    assert f"The name was {left}ed." in done
    assert "'commented_articles': 3" in audit(stack)
    refused = commands.run("erase", *jane, "--only", "documents", check=False)
    assert "comments below articles do. Articles: 3. Nothing is erased." in refused.stderr
    assert len(commenters(stack.settings, "pier")) == 4
    done = commands.run("erase", *jane, "--only", "comments", *WHY).stdout
    assert "is done: 6 comments" in done
    assert commenters(stack.settings, "pier") == []
    none = commands.run("erase", *jane, "--only", "comments", check=False)
    assert "No comment is by this author. Nothing is erased." in none.stderr
    with closing(open_documents(stack.settings)) as documents:
        documents.write([page("new", author="Jane O'Roe")])
    none = commands.run("erase", *jane, "--only", "comments", check=False)
    assert "but documents name this author: 1. Nothing is erased." in none.stderr


def test_comments_are_erased_out_of_all_their_articles_or_of_none(
    commands: CommandLine, stack: Stack, monkeypatch: pytest.MonkeyPatch
) -> None:
    store_comments(stack.settings)
    jane = "--author", "Jane O'Roe"
    refused = commands.run("erase", *jane, "--max", "2", *WHY, check=False)
    assert "3 documents and articles with such comments match, added up. To" in refused.stderr
    monkeypatch.setattr("features.erasure.plan.MAX_COUNTED", 1)
    refused = commands.run("erase", *jane, "--max", "2", *WHY, check=False)
    # That of the bridge only mentions the name.
    assert "4 articles have this name in their comments. To look into so many" in refused.stderr
    assert len(commenters(stack.settings, "pier")) == 4
    assert "6 comments" in commands.run("erase", *jane, "--max", "4", *WHY).stdout


SAID = (SECRET[5], SECRET[2])
"""Words of a comment, and who wrote it."""


def remark(author: str = SAID[1], body: str = SAID[0]) -> DocumentComment:
    return DocumentComment(author=author, published=NOVEMBER, body=f"{body} was here")


def store_remark(settings: Settings) -> Document:
    """Store an article of two pages with a remark that both pages show; a job carries it too."""
    bob = DocumentComment(author="Bob", published=None, body="Late.")
    made = page("pier", comments=(remark(), bob))
    addresses = made.url, f"{made.url}?page=2", f"{made.url}/other"
    with closing(open_archive_writer(settings)) as archive:
        places = [
            archive.append(
                Answer(
                    url=url,
                    status=200,
                    headers={},
                    body=f"<p>{SAID[0]} {SAID[1]}</p>".encode() if number < 2 else b"kept",
                    fetched=NOVEMBER,
                )
            )
            for number, url in enumerate(addresses)
        ]
    made = replace(made, archived=tuple(places[:2]))
    with closing(open_document_writer(settings)) as writer:
        writer.write([made])
    job = PageJob(
        run_id="r",
        source=SourceSpec(id=1, name="Example News", channel="feed"),
        url=f"{made.url}/comments/feed",
        key=made.id,
        collected=0.0,
        kind="article",
        revisit=True,
        read=" ".join(SAID),
    )
    waiting = replace(job, url=made.url, read="")
    with closing(open_queue(settings)) as queue:
        queue.put(PAGE_TUBE, [NewJob(body=each.to_json()) for each in (job, waiting)])
    return made


def test_no_byte_of_a_comment_is_left(commands: CommandLine, stack: Stack) -> None:
    made = store_remark(stack.settings)
    assert len(files_with(stack.home, SAID)) > 3
    told = commands.run("erase", "--author", SAID[1], *WHY).stdout
    assert "The archive loses the pages of these articles, which show the comments." in told
    assert "is done: 2 comments, 2 records of the archive, 1 jobs of the queue" in told
    assert files_with(stack.home, SAID) == []
    assert commenters(stack.settings, "pier") == []
    with closing(open_documents(stack.settings)) as documents:
        assert documents.get(made.id).archived == ()  # type: ignore[union-attr]
    kept = [answer.url for _, answer in open_archive_reader(stack.settings).answers()]
    assert kept == [f"{made.url}/other"]
    with closing(open_queue(stack.settings)) as queue:
        [left] = queue.waiting(PAGE_TUBE, 10)
    assert head_of(left.body).url == made.url


def test_a_comment_that_was_erased_does_not_come_back(
    commands: CommandLine, stack: Stack, tmp_path: Path
) -> None:
    made = store_remark(stack.settings)
    before, after = str(tmp_path / "before.zip"), str(tmp_path / "after.zip")
    commands.run("backup", before)
    commands.run("erase", "--author", SAID[1], *WHY)
    commands.run("backup", after)
    with closing(open_document_writer(stack.settings)) as writer:
        shouted = remark(SAID[1].upper(), "Another word")
        by_ann = remark("Ann", "Something else")
        assert writer.write([replace(made, comments=(remark(), shouted, by_ann))]) == frozenset()
    assert commenters(stack.settings, "pier") == []
    assert files_with(stack.home, SAID) == []
    for name, backups in (("after", (after,)), ("before", (before, "--erased-in", after))):
        with Stack(tmp_path / name) as other:
            assert other.run("restore", *backups).returncode == 0
            assert commenters(other.settings, "pier") == []
            with closing(open_documents(other.settings)) as documents:
                assert documents.get(made.id).archived == ()  # type: ignore[union-attr]
            assert files_with(other.home, SAID) == []


def test_comments_that_go_with_their_articles_are_not_counted(
    commands: CommandLine, stack: Stack
) -> None:
    with closing(open_document_writer(stack.settings)) as writer:
        writer.write([replace(with_comments("own", "Jane O'Roe"), author="Jane O'Roe")])
    told = commands.run("erase", "--author", "Jane O'Roe", *WHY).stdout
    assert "0 comments, all of those" in told
    assert "bear these names" not in told


def test_a_backup_from_before_brings_nothing_back(
    commands: CommandLine, stack: Stack, tmp_path: Path
) -> None:
    secret = fill(stack.settings)
    before, after = str(tmp_path / "before.zip"), str(tmp_path / "after.zip")
    commands.run("backup", before)
    commands.run("erase", "--document", secret.id, *WHY)
    commands.run("backup", after)
    left_out = "is switched off or missing here: 1 of erasure.erasure\n"
    for name, backups, features in (
        ("after", (after,), "all"),
        ("before", (before, "--erased-in", after), "all"),
        ("after, off", (after,), "all,-erasure"),
        ("before, off", (before, "--erased-in", after), "all,-erasure"),
    ):
        with Stack(tmp_path / name, FEATURES=features) as other:
            told = other.run("restore", *backups)
            assert (left_out in told.stdout) is (name == "after, off")
            assert known(other.settings) == {"kept"}
            assert files_with(other.home, SECRET) == []
            with closing(open_document_writer(other.settings)) as writer:
                assert writer.write([secret]) == {secret.id}
    with Stack(tmp_path / "unknowing") as other:
        other.run("restore", before)
        assert known(other.settings) == {"kept", SECRET[0]}


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        ((), "Name what to erase with one of"),
        (("--site", "a.example", "--author", "b"), "Name what to erase with one of"),
        (("--query", " "), "Name what to erase."),
        (("--query", "()"), "The query has no letter or digit"),
        (("--document", "0" * 32), "There is no document 000"),
        (("--address", "news.example/1"), "no http or https address"),
        (("--author", 'a "b"'), "quotation marks"),
        (("--author", "Jane “JJ” Roe"), "quotation marks"),
        (("--author", "“老王”"), "quotation marks"),
        (("--author", "Nobody \\"), "No document matches"),
        (("--site", "nowhere.example"), "No document is of the site nowhere.example"),
        (("--site", "news site"), "“news site” is no name of a site"),
        (("--source", "example news"), "No document is of the source example news. Write its name"),
        (("--author", "Nobody"), "No document matches"),
        (("--site", "https://www.news.example:443/1", "--max", "1"), "2 documents match. To erase"),
        (("--site", "news.example:8000", "--max", "1"), "2 documents match. To erase so many"),
        (("--query", "-zzzqq", "--max", "1"), "This query matches every document"),
        (("--query", "kind:(post OR article OR thread)"), "This query matches every document"),
        (("--site", "news.example", "--only", "comments"), "--only goes with --author."),
        (("--query", "lang:zh", "--yes"), "Say why with --reason"),
    ],
)
def test_what_cannot_be_erased_is_refused(
    commands: CommandLine, stack: Stack, arguments: tuple[str, ...], told: str
) -> None:
    fill(stack.settings)
    answer: Told = commands.run("erase", *arguments, check=False)
    assert answer.returncode
    assert told in answer.stderr
    assert known(stack.settings) == {"kept", SECRET[0]}
