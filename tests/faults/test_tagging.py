"""A process that is killed while it proposes tags: each is proposed once, and none is left out."""

import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from hashlib import sha256
from pathlib import Path
from zlib import crc32

import pytest

from storage.documents.port import Document
from storage.settings import Settings
from testbed.databases import database, set_up_django, sqlite_url
from tests.unit.webui.samples import article

DOCUMENTS = 700
# The tags do not learn here: their examples are as they were.
NOTHING_CHANGED = sha256(b"\n\n").hexdigest()
PROPOSED, TAGS = "configuration_proposedtag", "configuration_learnedtag"


@pytest.fixture(params=["sqlite", "mariadb"])
def settings(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Settings]:
    set_up_django()
    is_server = request.param == "mariadb"
    url = request.getfixturevalue("own_mariadb").url if is_server else sqlite_url(tmp_path)
    with database(url):
        yield Settings(home=tmp_path, database_url=url)


def die(settings: Settings, table: str, writes: int) -> None:
    """Look at what is new in a process that dies before a change of a table is committed."""
    from django.db import connection

    forget_lease()
    connection.close()
    command = [sys.executable, "-m", "tests.faults.tagging", settings.home, settings.database_url]
    died = subprocess.run(
        [*map(str, command), table, str(writes)],
        cwd=Path(__file__).parents[2], capture_output=True, text=True, timeout=120, check=False,
    )  # fmt: skip
    assert died.returncode == -signal.SIGKILL, died.stderr


def forget_lease() -> None:
    """Let another process lead at once, as it does when the lease of a dead one has expired."""
    from storage.database.models import LeaderLock

    LeaderLock.objects.all().delete()


def test_killed_tags_are_proposed_once(settings: Settings) -> None:
    from django.contrib.auth.models import User

    from notify.tagging.learner import TagLearner
    from storage.database.clock import database_now
    from storage.database.models import LearnedTag, ProposedTag
    from storage.database.searches.collections import save_collection
    from watch.stores import Stores

    owner = User.objects.create_superuser("jane")
    collection = save_collection("Coast", "private", owner)
    with closing(Stores(settings)) as stores:
        for tag in ("coast", "ships"):
            LearnedTag.objects.create(
                collection=collection,
                tag=tag,
                model={"hashes": [crc32(b"ferri")], "weights": [1.0]},
                sure_from=0.1,
                basis=NOTHING_CHANGED,
                learned=database_now(),
                on_since=database_now(),
                switched_by=owner,
            )
        documents = [
            article(f"https://news.example/{n}", "Ferries" if n % 7 == 0 else "Bank")
            for n in range(DOCUMENTS)
        ]
        stores.documents().write(documents)
        stores.written().append([each.id for each in documents])
        expected = sorted(each.id for each in documents if each.title == "Ferries")
        for table, writes in ((PROPOSED, 1), (TAGS, 1), (PROPOSED, 2), (TAGS, 2), (PROPOSED, 4)):
            die(settings, table, writes)
            # How far a tag has looked, and what it has proposed, go together.
            for each in LearnedTag.objects.all():
                looked = expected_until(documents, each.position)
                got = each.proposals.values_list("document_id", flat=True)
                assert sorted(got) == looked
        forget_lease()
        learner = TagLearner(stores)
        learner.tick(database_now())
        learner.tick(database_now())
        for each in LearnedTag.objects.all():
            assert sorted(each.proposals.values_list("document_id", flat=True)) == expected
            assert each.position == stores.written().end()
    assert ProposedTag.objects.count() == 2 * len(expected)


def expected_until(documents: list[Document], position: str) -> list[str]:
    some = documents[: int(position or 0)]
    return sorted(each.id for each in some if each.title == "Ferries")
