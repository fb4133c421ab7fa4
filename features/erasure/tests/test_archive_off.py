"""Erasing while the archive is off: whoever erases is told that pages stay there, and an order that
was to erase them waits.
"""

from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from django.test import override_settings

from hooks.features import load_features
from storage.backends import open_documents
from storage.documents.port import Document, DocumentComment
from storage.errors import Unavailable
from storage.keys import url_key
from testbed.archive import Answer, open_archive_reader, open_archive_writer
from testbed.stack import Stack
from tests.contract.documents import NOVEMBER, document

if TYPE_CHECKING:
    from features.erasure.models import Erasure
    from watch.stores import Stores

_OFF = "all,-archive"
NAME = "Jane Roe"


@pytest.fixture(autouse=True)
def no_erasures(tables: None) -> None:
    from features.erasure.models import Erasure
    from storage.database.models import Tombstone

    Tombstone.objects.all().delete()
    Erasure.objects.all().delete()


@pytest.fixture
def pier(ports: "Stores") -> Document:
    """An article by somebody, and its page in the archive."""
    made = archived(ports, replace(document("pier", "About pier", "Ferry"), author=NAME))
    ports.documents().write([made])
    return made


def archived(ports: "Stores", made: Document) -> Document:
    page = Answer(url=made.url, status=200, headers={}, body=b"Ferry", fetched=NOVEMBER)
    with closing(open_archive_writer(ports.settings)) as archive:
        place = archive.append(page)
    return replace(made, id=url_key(made.canonical_url), archived=(place,))


def in_archive(ports: "Stores") -> int:
    return len(list(open_archive_reader(ports.settings).answers()))


def ordered(ports: "Stores") -> "Erasure":
    from features.erasure.plan import make_plan
    from features.erasure.selection import SelectionKind, selection_of
    from features.erasure.store import order

    return order(make_plan(ports, selection_of(SelectionKind.AUTHOR, [NAME])), "ann", "A request")


def carry_out(ports: "Stores", erasure: "Erasure") -> None:
    from features.erasure import eraser

    for _ in eraser.carry_out(ports, erasure):
        pass


def test_pages_stay_that_were_said_to_stay(ports: "Stores", pier: Document) -> None:
    with override_settings(FEATURES=load_features(_OFF.split(","))):
        erasure = ordered(ports)
        assert erasure.planned["archived_left"] == 1
        assert "archived" not in erasure.planned
        carry_out(ports, erasure)
    assert erasure.step == ""
    assert "archived" not in erasure.erased
    assert ports.documents().get(pier.id) is None
    assert in_archive(ports) == 1


def test_an_order_to_erase_them_waits_until_the_archive_is_on(
    ports: "Stores", pier: Document
) -> None:
    erasure = ordered(ports)
    with override_settings(FEATURES=load_features(_OFF.split(","))):
        with pytest.raises(Unavailable, match="its feature is off here"):
            carry_out(ports, erasure)
        assert erasure.step == "archive"
        assert in_archive(ports) == 1
    carry_out(ports, erasure)
    assert (erasure.step, erasure.erased["archived"], in_archive(ports)) == ("", 1, 0)


def test_an_order_waits_before_it_takes_comments_out_whose_pages_only_the_archive_knows(
    ports: "Stores", pier: Document
) -> None:
    said = DocumentComment(author=NAME, published=None, body="Late.")
    ports.documents().write([replace(pier, author="", comments=(said,))])
    erasure = ordered(ports)
    with override_settings(FEATURES=load_features(_OFF.split(","))):
        with pytest.raises(Unavailable):
            carry_out(ports, erasure)
        assert erasure.step == "comments"
    carry_out(ports, erasure)
    assert (erasure.erased["comments"], in_archive(ports)) == (1, 0)


def test_the_command_says_so_before_it_erases(tmp_path: Path) -> None:
    with Stack(tmp_path / "home") as stack:
        stack.migrate()
        with closing(open_documents(stack.settings)) as documents:
            made = replace(document("pier", "About pier", "Ferry"), author=NAME)
            documents.write([replace(made, archived=("a.warc.gz:0",))])
        on = stack.run("erase", "--author", NAME).stdout
        assert "1 pages in the archive, and all others of the same addresses" in on
        assert "stay there" not in on
        stack.environment["NEWSLOOM_FEATURES"] = _OFF
        off = stack.run("erase", "--author", NAME).stdout
        assert "and all others of the same addresses" not in off
        assert "1 pages in the archive, which is off or missing here, stay there." in off
        assert "switched off here: archive." in off
