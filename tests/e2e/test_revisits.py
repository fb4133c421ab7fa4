"""Articles that are edited and taken down, on both profiles, though scheduler and worker are killed meanwhile."""

import signal
from contextlib import closing
from pathlib import Path

from fakeweb.web import FakeWeb
from storage.backends import open_documents
from storage.documents.port import Document, SearchRequest
from storage.documents.query_tree import Query
from tests.stack import Stack, records, wait_until

SITE = "valley-courier"
AGES = "3s,6s,9s,12s,15s,20s,25s,30s,40s,60s,90s,120s"


def by_url(stack: Stack) -> dict[str, Document]:
    with closing(open_documents(stack.settings)) as documents:
        documents.refresh()
        return {each.canonical_url: each for each in documents.export(SearchRequest(query=Query()))}


def test_edits_and_missing_pages_are_seen_once_though_roles_are_killed(home: Path, stores: dict[str, str]) -> None:
    with (
        FakeWeb.start(stock=3, sites=(SITE,)) as web,
        Stack(home, stores, REVISIT_AGES=AGES, LEAD_SECONDS=2) as stack,
    ):
        stack.run("migrate")
        [source, *_] = [each for each in web.sources() if each["channel"] in ("feed", "list")]
        stack.add_sources(records([source], revisit="auto", pace_seconds=0.1, interval_seconds=3600))
        roles = [stack.start("scheduler"), stack.start("worker")]
        wait_until(lambda: stack.count() == 3, 90, "the articles are stored", stack.logs)
        first = by_url(stack)
        edited, removed = web.edit(SITE, 1), web.remove(SITE, 2)
        wait_until(lambda: "revisits.queued" in stack.logs(), 60, "articles are due again", stack.logs)
        for role in roles:
            role.send_signal(signal.SIGKILL)
            role.wait()
        stack.start("scheduler")
        stack.start("worker")

        def is_seen() -> bool:
            now = by_url(stack)
            return now[edited].changes > 0 and now[removed].gone is not None

        wait_until(is_seen, 120, "the edit and the missing page are seen", stack.logs)
        wait_until(lambda: stack.totals().pages.get("unchanged", 0) > 3, 120, "further visits", stack.logs)
        now = by_url(stack)
        assert stack.count() == 3
        assert (now[edited].changes, now[edited].gone) == (1, None)
        assert "(1. edition)" in now[edited].content
        with closing(open_documents(stack.settings)) as documents:
            [version] = documents.versions(now[edited])
        assert (version.title, version.content) == (first[edited].title, first[edited].content)
        assert (now[removed].changes, now[removed].content) == (0, first[removed].content)
        [other] = now.keys() - {edited, removed}
        assert now[other] == first[other]
        assert stack.totals().pages["stored"] == 3
        assert stack.totals().pages["changed"] >= 1
        assert "1 found" in stack.run("search", "has:changes").stdout
        assert "1 found" in stack.run("search", "is:gone").stdout
        told = stack.run("trace", edited).stdout
        assert "Its publisher changed it 1 time." in told
        assert "Visited again after" in told
        assert not any(tube.buried for tube in stack.tubes())
