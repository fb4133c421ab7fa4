"""What the port *copies* promises, on both adapters, with documents written through it into
SQLite.
"""

import multiprocessing
import os
import random
import signal
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from itertools import permutations
from pathlib import Path

import pytest

from storage.backends import open_copies, open_document_writer, open_documents
from storage.copies.minhash import fingerprint
from storage.copies.port import Copies, CopyEntry, copy_key
from storage.documents.port import Document
from storage.settings import Settings
from tests.contract.documents import document
from tests.processes import FORKED
from tests.unit.storage.copies.texts import key_of, words

# Both ends of the long text are copies of it, but not of each other.
ENDS = {"whole": words(0, 450), "first": words(0, 300), "last": words(150, 450)}


@pytest.fixture
def home(tmp_path: Path, state_url: str) -> Settings:
    return Settings(home=tmp_path, state_url=state_url)


@pytest.fixture
def copies(home: Settings) -> Iterator[Copies]:
    with closing(open_copies(home)) as opened:
        yield opened


def entry(name: str, text: str) -> CopyEntry:
    print_ = fingerprint("", text)
    assert print_
    return CopyEntry(key=copy_key(key_of(name)), fingerprint=print_)


def article(name: str, text: str) -> Document:
    return document(key_of(name), name, text)


def groups(settings: Settings, names: list[str]) -> set[frozenset[str]]:
    """The groups of these documents in the document store."""
    found: dict[str, set[str]] = {}
    with closing(open_documents(settings)) as documents:
        for name in names:
            stored = documents.get(key_of(name))
            assert stored
            found.setdefault(stored.copy_id, set()).add(name)
    return {frozenset(group) for group in found.values()}


def test_copies_share_the_id_of_the_first_and_others_do_not(copies: Copies) -> None:
    first, cut, other = copies.join(
        [entry("a", words(0, 200)), entry("b", words(0, 150)), entry("c", words(500, 700))]
    )
    assert first == cut == copy_key(key_of("a"))
    assert other == copy_key(key_of("c"))
    assert copies.join([]) == []


def test_a_document_that_is_written_again_keeps_its_group_though_its_text_changes(
    copies: Copies,
) -> None:
    before = copies.join([entry("a", words(0, 200)), entry("b", words(0, 200))])
    assert copies.join([entry("b", words(0, 200)), entry("a", words(0, 200))]) == before[::-1]
    assert copies.join([entry("b", words(700, 900))]) == before[1:]
    assert copies.settle(before) == {}


@pytest.mark.parametrize("order", list(permutations(ENDS)))
def test_the_order_of_arrival_does_not_matter(home: Settings, order: tuple[str, ...]) -> None:
    with closing(open_document_writer(home)) as writer:
        for name in order:
            writer.write([article(name, ENDS[name])])
        writer.write([article("other", words(900, 1200))])
    assert groups(home, [*ENDS, "other"]) == {frozenset(ENDS), frozenset({"other"})}


def test_a_writer_that_dies_after_merging_two_groups_leaves_the_move_to_others(
    home: Settings, copies: Copies
) -> None:
    with closing(open_document_writer(home)) as writer:
        writer.write([article("first", ENDS["first"])])
        writer.write([article("last", ENDS["last"])])
        assert len(groups(home, ["first", "last"])) == 2
        # It dies between joining and writing.
        copies.join([entry("whole", ENDS["whole"])])
        writer.write([article("unrelated", words(2000, 2200))])
        assert groups(home, ["first", "last"]) == {frozenset({"first", "last"})}
        writer.write([article("whole", ENDS["whole"])])
    assert groups(home, list(ENDS)) == {frozenset(ENDS)}
    assert copies.settle([]) == {}


def test_a_document_written_under_an_id_that_was_merged_meanwhile_is_moved(
    home: Settings, copies: Copies
) -> None:
    with closing(open_documents(home)) as documents, closing(open_document_writer(home)) as writer:
        old = {name: copies.join([entry(name, ENDS[name])])[0] for name in ("first", "last")}
        writer.write([article("whole", ENDS["whole"])])
        late = max(old.values())
        assert copies.settle([late]) == {late: min(old.values())}
        documents.write([document(key_of("last"), "", ENDS["last"], copy_id=late)])
        documents.move_copies(late, copies.settle([late])[late])
        documents.move_copies(late, min(old.values()))
        assert {
            each.copy_id for name in ("whole", "last") if (each := documents.get(key_of(name)))
        } == {min(old.values())}


def variants(count: int) -> dict[str, str]:
    """Return texts by name: for each of ``count`` stories four articles that are copies, in a
    random order.
    """
    texts = {
        f"{story}-{kind}": words(1000 * story + first, 1000 * story + last)
        for story in range(count)
        for kind, (first, last) in enumerate([(0, 450), (0, 300), (150, 450), (10, 440)])
    }
    names = list(texts)
    random.Random(3).shuffle(names)
    return {name: texts[name] for name in names}


def grouped(names: list[str]) -> set[frozenset[str]]:
    return {
        frozenset(each for each in names if each.split("-")[0] == story)
        for story in {n.split("-")[0] for n in names}
    }


def test_several_workers_at_once_make_the_same_groups(home: Settings) -> None:
    texts = variants(12)
    names = list(texts)

    def work(part: list[str]) -> None:
        with closing(open_document_writer(home)) as writer:
            for start in range(0, len(part), 3):
                writer.write([article(name, texts[name]) for name in part[start : start + 3]])

    with ThreadPoolExecutor(4) as threads:
        list(threads.map(work, [names[start::4] for start in range(4)]))
    assert groups(home, names) == grouped(names)


def write_and_die(
    home: Settings, texts: dict[str, str], announce: "multiprocessing.connection.Connection"
) -> None:
    """Write documents one by one, and say so, until the parent kills this process."""
    with closing(open_document_writer(home)) as writer:
        while True:
            for name, text in texts.items():
                writer.write([article(name, text)])
                announce.send(name)


@pytest.mark.slow
def test_a_killed_writer_leaves_nothing_that_writing_again_does_not_repair(home: Settings) -> None:
    texts = variants(5)
    names = list(texts)
    for killed_after in (1, 7, 13):
        ours, theirs = FORKED.Pipe()
        process = FORKED.Process(target=write_and_die, args=(home, texts, theirs))
        process.start()
        for _ in range(killed_after):
            ours.recv()
        assert process.pid
        os.kill(process.pid, signal.SIGKILL)
        process.join()
    with closing(open_document_writer(home)) as writer:
        for name, text in texts.items():
            writer.write([article(name, text)])
    assert groups(home, names) == grouped(names)
