"""Tags that learn, on both profiles: the role alerts learns from what people tagged, asks, and
proposes the tag for new documents.
"""

from contextlib import closing
from pathlib import Path

from fakeweb.model import Site
from fakeweb.prose import Prose
from storage.backends import open_document_writer
from storage.documents.port import Document
from testbed.databases import ready_database, set_up_django
from testbed.stack import Stack, wait_until
from tests.unit.webui.samples import article

SITE = Site(number=1, name="news", title="News", kind="news", lang="en", layout="classic")
STOCK, NEW = 240, 120


def written(index: int) -> tuple[Document, bool]:
    """Return an article of the fake web, and whether it is about the harbour."""
    text = Prose(7).article(SITE, index)
    document = article(f"https://news.example/{index}", text.title, "\n".join(text.paragraphs))
    return document, text.keyword == "harbour"


ABOUT = {document.id: is_about for document, is_about in map(written, range(STOCK + NEW))}


def test_a_tag_learns_and_is_proposed_for_new_documents(home: Path, stores: dict[str, str]) -> None:
    set_up_django()
    with Stack(home, stores) as stack:
        stack.migrate()
        stack.run("user", "add", "jane", "--group", "admin")
        with ready_database(stack.settings.database_url):
            _learn_and_propose(stack)


def _learn_and_propose(stack: Stack) -> None:
    from django.contrib.auth.models import User

    from notify.tagging.lessons import read_document
    from storage.backends import open_written
    from storage.database.models import LearnedTag
    from storage.database.searches import learned_tags as store
    from storage.database.searches.collections import (
        add_document,
        give_tag,
        save_collection,
    )

    def write(indexes: range) -> list[Document]:
        documents = [document for document, _is_about in map(written, indexes)]
        with closing(open_document_writer(stack.settings)) as writer:
            writer.write(documents)
        return documents

    def tag() -> LearnedTag:
        return LearnedTag.objects.get()

    def is_precise() -> bool:
        for each in store.open_proposals(tag(), STOCK):
            store.decide(tag(), [each.pk], jane, is_right=ABOUT[each.document_id])
        return tag().model is not None and not tag().problem

    jane = User.objects.get(username="jane")
    collection = save_collection("Coast", "private", jane)
    about = [each for each in write(range(STOCK)) if ABOUT[each.id]]
    # A first lesson before these are searchable finds too few, and the next one is an hour later.
    assert stack.count() == STOCK
    for each in about[:20]:
        add_document(collection.pk, read_document(each).kept, jane)
        give_tag(collection.pk, each.id, "coast", jane)
    stack.start("alerts")
    wait_until(LearnedTag.objects.exists, 30, "the tag is enrolled", stack.logs)
    wait_until(is_precise, 240, "the tag is precise enough", stack.logs)
    with closing(open_written(stack.settings)) as log:
        store.switch_on(tag(), jane, log.end())
    new = {each.id for each in write(range(STOCK, STOCK + NEW))}

    def proposed() -> list[str]:
        waiting = store.open_proposals(tag(), STOCK)
        return [each.document_id for each in waiting if each.is_new]

    wait_until(lambda: len(proposed()) >= 5, 60, "the tag is proposed", stack.logs)
    assert set(proposed()) <= new
    right = sum(ABOUT[each] for each in proposed())
    assert right >= 0.6 * len(proposed())
