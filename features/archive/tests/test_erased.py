"""What was erased while the archive was off is erased there once it is on again."""

from contextlib import closing
from typing import TYPE_CHECKING

import pytest

from features.archive.store.opening import open_archive_reader, open_archive_writer
from features.archive.store.port import Answer
from storage.tombstones.marks import address_mark, commented_mark, site_mark
from tests.contract.documents import NOVEMBER

if TYPE_CHECKING:
    from watch.stores import Stores

PIER, MOLE, OTHER = (
    "https://news.example/pier",
    "https://news.example/mole",
    "https://other.example/quay",
)


@pytest.mark.parametrize(
    ("mark", "left"),
    [
        (address_mark(PIER), [MOLE, OTHER]),
        (site_mark("news.example"), [OTHER]),
        (commented_mark(address_mark(MOLE)), [PIER, OTHER]),
    ],
    ids=["page", "site", "comments"],
)
def test_records_of_what_was_erased_go(
    tables: None, ports: "Stores", mark: str, left: list[str]
) -> None:
    from features.archive.kept import erase_what_was_erased
    from storage.database import tombstones
    from storage.database.models import Tombstone

    Tombstone.objects.all().delete()
    with closing(open_archive_writer(ports.settings)) as archive:
        for url in (PIER, MOLE, OTHER):
            page = Answer(url=url, status=200, headers={}, body=url.encode(), fetched=NOVEMBER)
            archive.append(page)
    assert sum(erase_what_was_erased(ports.settings)) == 0
    tombstones.add([mark], 1)
    assert sum(erase_what_was_erased(ports.settings)) == 3 - len(left)
    assert [each.url for _place, each in open_archive_reader(ports.settings).answers()] == left
    assert sum(erase_what_was_erased(ports.settings)) == 0
    Tombstone.objects.all().delete()
