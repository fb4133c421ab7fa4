"""The role stories as a process, on both profiles: documents become stories, also after it was killed."""

import signal
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path

from fakeweb.events import Report, reports
from storage.backends import open_document_writer, open_documents
from storage.documents.port import Document, SearchRequest
from storage.documents.query_tree import Query
from storage.keys import url_key
from tests.contract.documents import document
from tests.stack import Stack, wait_until

_REPORTS = reports(6, 5)


def written(report: Report) -> Document:
    moment = datetime.now(UTC) - timedelta(days=1) + timedelta(minutes=report.hours)
    fields = {"site": report.site, "lang": report.lang, "published": moment, "collected": moment}
    return document(url_key(report.id), report.title, report.content, **fields)


def test_stored_documents_become_stories_within_a_minute_though_the_role_is_killed(
    home: Path, stores: dict[str, str]
) -> None:
    with Stack(home, stores, lead_seconds=2) as stack:
        stack.run("migrate")
        role = stack.start("stories")
        half = len(_REPORTS) // 2

        def write(found: list[Report]) -> None:
            with closing(open_document_writer(stack.settings)) as writer:
                writer.write([written(each) for each in found])

        write(_REPORTS[:half])
        wait_until(lambda: "stories.saved" in stack.logs(), 60, "the first batch is grouped", stack.logs)
        role.send_signal(signal.SIGKILL)
        role.wait()
        write(_REPORTS[half:])
        stack.start("stories")
        wait_until(lambda: stack.logs().count("stories.saved") > 1, 60, "the others are grouped", stack.logs)
        with closing(open_documents(stack.settings)) as documents:
            page = documents.search(SearchRequest(query=Query(), facets=False))
        assert page.total == len(_REPORTS)
        assert all(hit.document.copy_id for hit in page.hits)
