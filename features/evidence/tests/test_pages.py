"""The evidence file on a document's page and in the API: who gets it, and what forbids it."""

import hashlib
import zipfile
from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from datetime import UTC, datetime
from io import BytesIO
from typing import TYPE_CHECKING, Any

import pytest

from storage.keys import url_key
from testbed.archive import Answer, open_archive_writer
from tests.unit.webui.samples import article

if TYPE_CHECKING:
    from django.test import Client

    from watch.stores import Stores

Browse = Callable[..., "Client"]
URL = "https://news.example/story"
PAGE = f"/documents/{url_key(URL)}/"
FILE = f"{PAGE}evidence.wacz"
OPERATION = f"/api/v1/documents/{url_key(URL)}/evidence"


@pytest.fixture
def archived(ports: "Stores") -> Callable[..., None]:
    """Store a document with its page in the archive."""

    def store(**fields: Any) -> None:
        with closing(open_archive_writer(ports.settings)) as writer:
            place = writer.append(
                Answer(
                    url=URL,
                    status=200,
                    headers={"content-type": "text/html"},
                    body=b"<p>Ferry runs again</p>",
                    fetched=datetime.now(UTC),
                )
            )
        ports.documents().write([article(URL, "Ferry runs again", archived=(place,), **fields)])

    return store


@pytest.mark.parametrize("address", [FILE, OPERATION])
def test_an_analyst_takes_it_and_the_audit_log_knows_which_file(
    browse: Browse, archived: Callable[..., None], address: str
) -> None:
    from storage.database.models import AuditEntry

    archived()
    client = browse("analyst")
    assert FILE in client.get(PAGE).content.decode()
    answer = client.get(address)
    assert (answer.status_code, answer["Content-Type"]) == (200, "application/wacz")
    assert answer["Content-Length"] == str(len(answer.content))
    with zipfile.ZipFile(BytesIO(answer.content)) as package:
        assert "archive/data.warc.gz" in package.namelist()
    entry = AuditEntry.objects.get(action="export")
    sha256 = hashlib.sha256(answer.content).hexdigest()
    assert (entry.subject, entry.after) == (URL, {"format": "wacz", "sha256": sha256})


def test_who_may_not_export_gets_none(browse: Browse, archived: Callable[..., None]) -> None:
    archived()
    client = browse("operator")
    assert FILE not in client.get(PAGE).content.decode()
    assert client.get(FILE).status_code == client.get(OPERATION).status_code == 403


@pytest.mark.parametrize("signal", ["noarchive", "tdm-reserved"])
def test_a_page_that_reserves_it_gives_none_and_says_so(
    browse: Browse, archived: Callable[..., None], ports: "Stores", signal: str
) -> None:
    archived(rights=(signal,))
    client = browse("analyst")
    said = f"the page reserves such use ({signal})"
    shown = client.get(PAGE).content.decode()
    assert said in shown
    assert FILE not in shown
    refused = client.get(FILE)
    assert refused.status_code == 403
    assert f"The page reserves such use ({signal})." in refused.content.decode()
    told = client.get(OPERATION)
    assert told.status_code == 403
    assert told.json()["detail"] == f"The page reserves such use ({signal})."
    ports.settings = replace(ports.settings, obey_rights=("assistants",))
    assert client.get(FILE).status_code == 200


def test_a_page_that_is_gone_or_was_never_archived_has_none(
    browse: Browse, archived: Callable[..., None], ports: "Stores"
) -> None:
    archived()
    for path in (ports.settings.home / "archive").iterdir():
        path.unlink()
    client = browse("analyst")
    gone = client.get(FILE)
    assert gone.status_code == 404
    assert "There is no evidence file of this document." in gone.content.decode()
    assert "the archive has no record" in client.get(OPERATION).json()["detail"]
    ports.documents().write([article(URL, "Ferry runs again")])
    assert client.get(FILE).status_code == 404
    assert "was not archived" in client.get(OPERATION).json()["detail"]
