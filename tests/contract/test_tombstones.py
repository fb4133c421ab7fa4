"""What the store *tombstones* promises, on both adapters, and what a mark stands for."""

from contextlib import closing
from dataclasses import replace

from storage.backends import open_tombstones
from storage.settings import Settings
from storage.tombstones.marks import MIN_TEXT_LETTERS, address_mark, marks_of, text_mark
from tests.contract.documents import document

MARKS = ["0a" * 16, "0b" * 16]


def test_marks_are_kept_for_every_process(state_url: str) -> None:
    settings = Settings(state_url=state_url)
    with closing(open_tombstones(settings)) as tombstones:
        assert tombstones.count() == 0
        assert tombstones.known(MARKS) == tombstones.known([]) == set()
        tombstones.add(MARKS[:1])
        tombstones.add(MARKS[:1])
        tombstones.add([])
    with closing(open_tombstones(settings)) as again:
        assert again.known(MARKS) == {MARKS[0]}
        assert again.count() == 1


def test_lifted_marks_are_forgotten_by_every_process(state_url: str) -> None:
    settings = Settings(state_url=state_url)
    with closing(open_tombstones(settings)) as tombstones:
        tombstones.add(MARKS)
        tombstones.remove(MARKS[:1])
        tombstones.remove(MARKS[:1])
        tombstones.remove([])
    with closing(open_tombstones(settings)) as again:
        assert again.known(MARKS) == {MARKS[1]}
        again.add(MARKS[:1])
        assert again.known(MARKS) == set(MARKS)


def test_a_text_is_known_whatever_its_case_blanks_and_punctuation() -> None:
    text = "The ferry runs again, the harbour says. " * 8
    assert text_mark(text) == text_mark(text.upper().replace(". ", "!\n\n")) != ""
    assert text_mark(text) != text_mark(text + "Not on Sundays.")


def test_a_short_text_has_no_mark() -> None:
    assert text_mark("a" * (MIN_TEXT_LETTERS - 1) + " .,!" * 50) == ""
    assert text_mark("渡" * MIN_TEXT_LETTERS)


def test_a_document_is_known_by_each_of_its_addresses() -> None:
    page = replace(document("1"), url="https://m.news.example/1?utm_source=feed")
    assert marks_of(page) >= {
        "1",
        address_mark("https://m.news.example/1"),
        address_mark(page.canonical_url),
    }
    assert address_mark("no address") == ""
