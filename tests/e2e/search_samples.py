"""Documents that the analyst's flows in the browser find, and the pages that they visit."""

from dataclasses import replace
from datetime import timedelta
from typing import Any

from storage.documents.port import DocumentPost
from storage.keys import url_key
from testbed.databases import database, set_up_django
from testbed.stack import Stack
from tests.unit.webui.samples import MOMENT, article, thread_page

LANDSLIDE = (
    "A landslide buried the railway near Brigg; engineers from the depot are clearing the track."
)
STORY = article(
    "https://courier.example/story",
    "Landslide buries railway",
    LANDSLIDE,
    source="Courier",
    tags=("railway",),
    next_url="https://courier.example/story?page=2",
    date_evidence=(
        "url: /2026/11/19/ -> 2026-11-19T00:00:00+00:00",
        f"json-ld: 2026-11-20T08:30Z -> {MOMENT.isoformat()}",
    ),
)
FROZEN = {777: "The frozen harbour is a sight."}
LONG_THREAD = article(
    "https://forum.example/t/2",
    "Long winter",
    "\n".join(FROZEN.get(n, f"It is cold, says post {n}.") for n in range(1, 1001)),
    kind="thread",
    channel="board",
    site="forum.example",
    thread=url_key("https://forum.example/t/2"),
    posts=tuple(
        DocumentPost(
            author=f"user{n}",
            published=MOMENT,
            floor=n,
            body=FROZEN.get(n, f"It is cold, says post {n}."),
        )
        for n in range(1, 1001)
    ),
)
DOCUMENTS = [
    LONG_THREAD,
    STORY,
    article(
        "https://courier.example/story?page=2",
        "Landslide, second page",
        "The track is clear.",
        source="Courier",
    ),
    article("https://herald.example/1", "Railway buried", LANDSLIDE, source="Herald"),
    article(
        "https://herald.example/2",
        "=Budget",
        "Parliament debated until midnight.",
        tags=("politics",),
    ),
    article(
        "https://news.example/1",
        "洪水救援",
        "救援队连夜转移群众。",
        lang="zh",
        published=MOMENT - timedelta(days=1),
    ),
    article(
        "https://news.example/2",
        "洪水保险",
        "保险公司启动理赔。",
        lang="zh",
        published=MOMENT - timedelta(days=60),
    ),
    article(
        "https://archive.example/1",
        "Tsunami drill",
        "Sirens.",
        published=MOMENT - timedelta(days=1100),
    ),
    replace(
        thread_page(1, "Is the railway closed?", "Yes."),
        posts=(
            DocumentPost(author="ann", published=MOMENT, floor=1, body="Is the railway closed?"),
            DocumentPost(
                author="bob",
                published=MOMENT,
                floor=2,
                body="Yes.",
                quoted="closed?",
                reply_to="ann",
            ),
        ),
    ),
]
PAGES = (
    "/search/?q=railway OR 洪水",
    "/search/?q=railway&site=herald.example&tag=railway&after=2026-11-01&before=2026-11-30",
    "/search/?q=title:railway AND (story",
    "/search/?q=zebra",
    f"/documents/{STORY.id}/",
    f"/documents/{DOCUMENTS[-1].id}/",
    f"/documents/{LONG_THREAD.id}/?q=frozen&page=1",
    f"/search/?q=frozen&open={LONG_THREAD.id}",
    "/saved/",
    "/saved/add/?q=railway",
    "/saved/deliveries/",
)


def note_stop(stack: Stack) -> None:
    """Let the timeline of events tell that no worker ran for 28 minutes."""
    set_up_django()
    with database(stack.settings.database_url):
        from storage.database.searches.events import Happening, note

        stop: dict[str, Any] = {"kind": "system", "subject": "no_worker", "detail": "{}"}
        begun = Happening(at=MOMENT - timedelta(minutes=48), after="no_worker", **stop)
        over = Happening(at=MOMENT - timedelta(minutes=20), before="no_worker", **stop)
        note({}, (), [begun, over])
