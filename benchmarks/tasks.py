"""Count what ten tasks of an analyst cost in the web interface: clicks, keys and seconds.

    python -m benchmarks.tasks [--at ADDRESS --password PASSWORD]

Works in a browser through the demo, or through the running demo at ``--at``, always by the
shortest way that somebody knows who has done it before, and prints a row for each task. A task
whose aim cannot be reached ends the run with an error. Seconds are those of the keystroke-level
model (Card, Moran and Newell, "The keystroke-level model for user performance time with
interactive systems", CACM 23(7), 1980) and, beside them, what the browser waited for answers.
"""

import argparse
import os
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

from playwright.sync_api import Locator, Page, expect

from storage.backends import open_document_writer
from storage.documents.port import Document, DocumentPost, DocumentVersion
from storage.keys import url_key
from storage.settings import PREFIX, Settings
from testbed.servers.process import free_port
from testbed.stack import ROOT, wait_until
from tests.e2e.browser import chromium, log_in

# Seconds of the model: to think, to point, to press and let go, to hit a key, to move a hand
# between mouse and keyboard.
_THINK, _POINT, _PRESS, _KEY, _HAND = 1.35, 1.1, 0.2, 0.2, 0.4
_ENOUGH_DOCUMENTS = 1_500
_NOW = datetime.now(UTC).replace(microsecond=0)
_SPEAKER = "Greta Lindqvarn"
_CHAT = "https://ntfy.sh/newsroom"
_LAST_POST = "Only the ninetieth answer says kingfisher."


class Hand:
    """Uses a page as a person does, and counts."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.clicks = self.keys = 0
        self.thought = self.waited = 0.0

    def click(self, target: Locator) -> None:
        """Click; what it leads to is there when this returns."""
        self.clicks += 1
        self.thought += _THINK + _POINT + _PRESS
        self._wait(target.click)

    def type(self, target: Locator, text: str, *, enter: bool = False) -> None:
        """Write into a field that has the focus, or that a click gives it."""
        if not target.evaluate("field => field === document.activeElement"):
            self.click(target)
        keys = len(text) + enter
        self.keys += keys
        self.thought += _HAND + keys * _KEY
        target.fill(text)
        if enter:
            self._wait(lambda: target.press("Enter"))

    def choose(self, target: Locator, label: str) -> None:
        """Choose from a list: it takes two clicks, to open it and to choose."""
        self.clicks += 2
        self.thought += 2 * (_POINT + _PRESS) + _THINK
        target.select_option(label=label)

    def see(self, target: Locator) -> None:
        """Wait for what the task is about."""
        self._wait(lambda: expect(target).to_be_visible(timeout=60_000))

    def link(self, name: str | re.Pattern[str]) -> Locator:
        """Return the first link of this name."""
        return self.page.get_by_role("link", name=name).first

    def _wait(self, act: Callable[[], object]) -> None:
        begun = time.perf_counter()
        act()
        self.page.wait_for_load_state()
        self.waited += time.perf_counter() - begun


def top_story(hand: Hand) -> None:
    """Find the top English story of today, and who told it first."""
    hand.click(hand.link("Stories"))
    hand.click(hand.link("Today"))
    hand.click(hand.link(re.compile("^English")))
    hand.see(hand.page.locator(".stories li").first.get_by_text("First report"))


def what_changed(hand: Hand) -> None:
    """See what a publisher changed in an article."""
    hand.click(hand.link("Explore"))
    hand.click(hand.link("Edits"))
    hand.see(hand.page.locator("main del").first)


def who_contradicts(hand: Hand) -> None:
    """See who contradicts whom in the biggest story."""
    hand.click(hand.link("Stories"))
    hand.click(hand.page.locator(".stories li h3 a").first)
    hand.see(hand.page.get_by_role("heading", name="In conflict"))


def alert_on_a_name(hand: Hand) -> None:
    """Be told in a chat when a name rises."""
    hand.click(hand.link("Explore"))
    hand.click(hand.page.get_by_role("region", name="People").get_by_role("link").first)
    hand.click(hand.link("Follow"))
    hand.choose(hand.page.get_by_label("Alert me about new matches"), "to ntfy")
    hand.type(hand.page.get_by_label("Mail or webhook address"), _CHAT)
    spike = "a spike: three times the usual number of documents in an hour"
    hand.choose(hand.page.get_by_label("Tell me about"), spike)
    hand.click(hand.page.get_by_role("button", name="Save", exact=True))
    hand.see(hand.page.get_by_role("button", name="Send a test message"))


def two_topics(hand: Hand) -> None:
    """Compare two topics over a month."""
    hand.click(hand.link("Search"))
    hand.type(hand.page.locator("#q"), "harbour", enter=True)
    hand.click(hand.link("Compare and break down"))
    hand.type(hand.page.get_by_label("Compare with").first, "ferry", enter=True)
    hand.click(hand.link("30 days"))
    hand.see(hand.page.locator("main svg").first)


def hits_as_csv(hand: Hand) -> None:
    """Take the hits of a search home as CSV; the search is on the screen."""
    hand.page.goto("/search/?after=-7d")
    hand.click(hand.page.locator("summary", has_text="Export").first)
    with hand.page.expect_download() as download:
        hand.click(hand.page.get_by_role("button", name="CSV"))
    assert download.value.suggested_filename.endswith(".csv")


def shared_collection(hand: Hand) -> None:
    """Share a collection of at least fifty hits; the search is on the screen."""
    hand.page.goto("/search/?q=harbour")
    hand.click(hand.link("Add to a collection"))
    hand.type(hand.page.get_by_label("New collection"), f"Harbours {_NOW:%H%M%S}")
    hand.choose(hand.page.get_by_label("Who may use the new one"), "everyone may read it")
    every = hand.page.get_by_text(re.compile(r"^\s*Add all"))
    assert int(re.sub(r"\D", "", every.inner_text())) >= 50
    hand.click(every)
    hand.click(hand.page.get_by_role("button", name="Add", exact=True))
    hand.see(hand.page.locator("main").get_by_text(re.compile("added", re.IGNORECASE)).first)


def who_cites(hand: Hand) -> None:
    """Find the texts that cite a site."""
    hand.click(hand.link("Search"))
    hand.click(hand.link("What they cite"))
    hand.click(hand.page.get_by_role("rowheader").get_by_role("link").first)
    hand.see(hand.page.locator("article h3").first)


def place_in_a_thread(hand: Hand) -> None:
    """Get from a word to its post in a long thread."""
    hand.click(hand.link("Search"))
    hand.type(hand.page.locator("#q"), "kingfisher", enter=True)
    hand.click(hand.page.locator("article h3 a").first)
    post = hand.page.get_by_text(_LAST_POST)
    hand.see(post)
    expect(post).to_be_in_viewport()


def what_a_person_said(hand: Hand) -> None:
    """Read what a person said, with its sources."""
    hand.click(hand.link("Explore"))
    hand.type(hand.page.get_by_role("searchbox", name="Name"), _SPEAKER, enter=True)
    hand.click(hand.link(_SPEAKER))
    hand.see(hand.page.get_by_role("heading", name="Quotations"))


@dataclass(frozen=True)
class Task:
    """``clicks``: what the task took before, in the interface of 2026-11-28."""

    do: Callable[[Hand], None]
    clicks: str


TASKS = (
    Task(top_story, "6"),
    Task(what_changed, "3"),
    Task(who_contradicts, "2"),
    Task(alert_on_a_name, "8"),
    Task(two_topics, "5"),
    Task(hits_as_csv, "2"),
    Task(shared_collection, "154"),
    Task(who_cites, "3"),
    Task(place_in_a_thread, "1"),
    Task(what_a_person_said, "2"),
)


def main() -> None:
    """Work through the tasks and print the table."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--at", help="the address of a running demo")
    parser.add_argument("--home", type=Path, help="its folder, `demo` below NEWSLOOM_HOME")
    parser.add_argument("--password", help="its password")
    given = parser.parse_args()
    if given.at:
        work_through(given.home, given.at, given.password)
        return
    with tempfile.TemporaryDirectory() as folder, demo(Path(folder)) as (address, password):
        work_through(Path(folder) / "demo", address, password)


@contextmanager
def demo(folder: Path) -> Iterator[tuple[str, str]]:
    """Run the demo until it has enough to search; yield its address and password."""
    log = folder / "log"
    clean = {name: value for name, value in os.environ.items() if not name.startswith(PREFIX)}
    settings = {f"{PREFIX}HOME": str(folder), f"{PREFIX}WEB_PORT": str(free_port())}
    with log.open("wb") as out:
        running = subprocess.Popen(
            [sys.executable, str(ROOT / "newsloom.py"), "demo"],
            env=clean | settings,
            stdout=out,
            stderr=out,
        )
    try:
        wait_until(lambda: searchable(log) >= _ENOUGH_DOCUMENTS, 300, "enough is searchable")
        said = re.search(r"interface: (\S+)/\n.*password: (\S+)", log.read_text())
        assert said
        yield said[1], said[2]
    finally:
        running.terminate()
        running.wait(60)


def searchable(log: Path) -> int:
    """Return how many documents the demo says to be searchable."""
    return max((int(n) for n in re.findall(r"(\d+) searchable", log.read_text())), default=0)


def work_through(home: Path, address: str, password: str) -> None:
    """Do each task from the first page of a fresh login on."""
    add_what_the_demo_lacks(home)
    sys.stdout.write(f"{'task':60} before clicks  keys  seconds  of them waiting\n")
    with chromium() as browser:
        context = browser.new_context(
            base_url=address, locale="en-GB", viewport={"width": 1440, "height": 900}
        )
        page = context.new_page()
        log_in(page, password, user="admin")
        for task in TASKS:
            page.goto("/")
            hand = Hand(page)
            task.do(hand)
            name = (task.do.__doc__ or "").rstrip(".")
            seconds = hand.thought + hand.waited
            sys.stdout.write(
                f"{name:60} {task.clicks:>6} {hand.clicks:6} {hand.keys:5} {seconds:8.1f} "
                f"{hand.waited:16.1f}\n"
            )


def add_what_the_demo_lacks(home: Path) -> None:
    """Store an edited article, a report with quotations and a long thread."""
    edited = _document(
        "edited",
        "The quay opens on Sunday",
        "The quay opens on Sunday, the port says, and not a day earlier.",
        changes=1,
        changed=_NOW,
    )
    first = DocumentVersion(
        number=1,
        seen=_NOW - timedelta(hours=2),
        title="The quay opens on Friday",
        content="The quay opens on Friday, the port says, and not a day later.",
    )
    spoken = _document(
        "spoken",
        "Port chief sees no delay",
        f'"There is no delay at all," said {_SPEAKER}, who leads the port of Anholm. '
        f'{_SPEAKER} added: "We open when the paint is dry."',
    )
    posts = tuple(
        DocumentPost(
            author=f"angler{n % 7}",
            published=_NOW - timedelta(minutes=200 - n),
            floor=n,
            body=_LAST_POST if n == 90 else f"Answer number {n} is about other birds by the river.",
        )
        for n in range(1, 120)
    )
    thread = replace(
        _document("thread", "Which bird is this?", "\n".join(post.body for post in posts)),
        kind="thread",
        channel="board",
        posts=posts,
    )
    settings = Settings.from_mapping(os.environ | {f"{PREFIX}HOME": str(home)})
    with closing(open_document_writer(settings)) as documents:
        documents.keep_versions(edited, [first])
        documents.write([edited, spoken, thread])


def _document(name: str, title: str, content: str, **fields: object) -> Document:
    url = f"https://lacking.example/{name}"
    known = {
        "id": url_key(url),
        "url": url,
        "canonical_url": url,
        "source": "Lacking",
        "source_id": 0,
        "site": "lacking.example",
        "channel": "feed",
        "kind": "article",
        "lang": "en",
        "title": title,
        "content": content,
        "author": "",
        "published": _NOW - timedelta(hours=3),
        "collected": _NOW - timedelta(hours=3),
    }
    return Document(**known | fields)  # type: ignore[arg-type]


if __name__ == "__main__":
    main()
