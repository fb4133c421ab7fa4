"""Which documents are copies of each other when they are written."""

from contextlib import closing
from pathlib import Path

from storage.backends import open_copies, open_documents, open_tombstones, open_written
from storage.settings import Settings
from storage.written.writer import DocumentWriter
from tests.contract.documents import document

TEXT = " ".join(f"The {word} stones of the old wall are laid dry." for word in "abcdefghijklmnop")


def test_pages_of_a_thread_are_no_copies_of_each_other_but_threads_may_be(tmp_path: Path) -> None:
    settings = Settings(home=tmp_path)
    opened = DocumentWriter(
        open_copies(settings),
        open_documents(settings),
        open_written(settings),
        open_tombstones(settings),
    )
    pages = [
        document(name, "The wall", TEXT, kind="thread", thread=thread, thread_page=page)
        for name, thread, page in (("one", "one", 1), ("one-2", "one", 2), ("two", "two", 1))
    ]
    with closing(opened) as writer:
        writer.write(pages)
        groups = {}
        for page in pages:
            stored = writer.get(page.id)
            assert stored is not None
            groups[page.id] = stored.copy_id
    assert groups["one"] == groups["two"] != groups["one-2"]
