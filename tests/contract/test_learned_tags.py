"""What tags that learn promise when several processes work at once, on both databases."""

import threading
from typing import TYPE_CHECKING

import pytest

from tests.contract.test_collections import kept, owner

if TYPE_CHECKING:
    from django.contrib.auth.models import User

__all__ = ["owner"]
PROCESSES, DOCUMENTS = 4, 50


@pytest.mark.parametrize("position", ["1", None], ids=["new", "asked about"])
def test_a_tag_is_proposed_once_though_several_processes_look_at_the_same_documents(
    owner: "User", position: str | None
) -> None:
    from django.utils import timezone

    from storage.database.models import LearnedTag
    from storage.database.searches.collections import save_collection
    from storage.database.searches.learned_tags import propose

    collection = save_collection("Coast", "private", owner)
    tag = LearnedTag.objects.create(
        collection=collection, tag="coast", on_since=timezone.now(), switched_by=owner
    )
    documents = [kept(f"{number:064x}") for number in range(DOCUMENTS)]
    begun = threading.Barrier(PROCESSES)
    proposed: list[int] = []
    problems: list[BaseException] = []

    def look() -> None:
        from django.db import connection

        try:
            own = LearnedTag.objects.get(pk=tag.pk)
            begun.wait()
            proposed.append(propose(own, documents, position))
        except BaseException as error:
            problems.append(error)
        finally:
            connection.close()

    threads = [threading.Thread(target=look) for _ in range(PROCESSES)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not problems
    assert sorted(proposed) == [0] * (PROCESSES - 1) + [DOCUMENTS]
    assert tag.proposals.count() == DOCUMENTS
    tag.refresh_from_db()
    assert tag.position == (position or "")
