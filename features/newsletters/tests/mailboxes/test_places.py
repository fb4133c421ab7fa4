"""How far a mailbox counts as read: as far as its visits came, and no mail is left behind."""

import asyncio
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from crawler.failures import FetchFailed
from crawler.fetcher import Fetched
from crawler.job_results import Done
from crawler.list_job import ListJobHandler
from crawler.list_names import validators_name
from crawler.robots import RobotsRules
from features.newsletters.addresses import address_of_rest, read_folder
from features.newsletters.mailboxes.bundle import CONTENT_TYPE, Bundle, write_bundle
from features.newsletters.mailboxes.place import MailboxPlace, UidSpan, read_place, unread
from features.newsletters.tests.mails.letters import STORY, html_of, letter
from features.newsletters.tests.samples import mailbox
from scheduler.jobs import ListJob, SourceSpec
from scheduler.queue.port import LIST_TUBE
from storage.outcomes import Outcome
from storage.seen.port import Validators
from storage.settings import Settings
from tests.unit.crawler.fetchers import FakeFetcher
from tests.unit.crawler.worker_stores import worker_knowledge, worker_stores

BOX = "imaps://imap.paper.example/INBOX"
SPEC = SourceSpec(
    id=1, name="s", channel="newsletter", host="imap.paper.example", pace_seconds=0.0,
    **mailbox(),
)  # fmt: skip
MAIL = letter(html_of(STORY))


class Mailbox(FakeFetcher):
    """Answers each visit with the next of these."""

    def __init__(self, *answers: Fetched | FetchFailed) -> None:
        self.answers = list(answers)
        self.asked: list[str] = []

    async def fetch(self, url: str, **_: object) -> Fetched:
        self.asked.append(url)
        answer = self.answers.pop(0)
        if isinstance(answer, FetchFailed):
            raise answer
        return answer

    async def robots_rules(self, *_: object, **__: object) -> RobotsRules:
        return RobotsRules("Newsloom")


def part(place: str, stop: int, *mails: bytes) -> Fetched:
    """What a visit reads that begins at a place and looks at all mails above a UID."""
    bundle = Bundle(
        mails=[(902, mail) for mail in mails], unread=unread(read_place(place), 17, 903), stop=stop
    )
    headers = {"content-type": CONTENT_TYPE, "etag": str(bundle.place())}
    return Fetched(url=BOX, status=200, headers=headers, body=write_bundle(bundle))


def read(home: Path, box: Mailbox) -> tuple[list[Outcome], Validators | None]:
    """Return the outcomes of one visit, and how far the mailbox counts as read then."""

    async def run() -> tuple[list[Outcome], Validators | None]:
        settings = Settings(home=home)
        async with worker_stores(settings) as (ports, parsing):
            lists = ListJobHandler(settings, ports, box, parsing, worker_knowledge(ports))
            job, outcomes = ListJob(run_id="r", source=SPEC, url=BOX), []
            while True:
                result = await lists.run(job)
                assert isinstance(result, Done)
                outcomes.append(result.outcome)
                queued = await ports.reserve([LIST_TUBE], 1, 0)
                if not queued:
                    break
                job = ListJob.from_json(queued[0].body)
            [place] = await ports.get_validators([validators_name(SPEC, BOX)])
            return outcomes, place

    return asyncio.run(run())


def test_a_mailbox_counts_as_read_once_its_last_mails_are(tmp_path: Path) -> None:
    """Also those behind mails that are known, or that nobody wants."""
    left = [f"17:903:1-{stop + 1}" for stop in (500, 300, 100)]
    box = Mailbox(
        part("", 500, MAIL), part(left[0], 300, MAIL), part(left[1], 100), part(left[2], 0)
    )
    _, place = read(tmp_path, box)
    assert box.asked == [BOX, *(f"{BOX}?{each}" for each in left)]
    assert place == Validators(etag="17:903")


def test_a_first_page_without_wanted_mails_is_read_and_not_empty(tmp_path: Path) -> None:
    """Older mails may be wanted: the next visit goes on behind it, and nobody is told that there
    are none.
    """
    box = Mailbox(part("", 500), FetchFailed(Outcome.LOGIN, "no"))
    outcomes, place = read(tmp_path, box)
    assert outcomes == [Outcome.LISTED, Outcome.LOGIN]
    assert place == Validators(etag="17:903:1-501")


def test_a_mailbox_without_wanted_mails_says_so_at_its_end(tmp_path: Path) -> None:
    outcomes, place = read(tmp_path, Mailbox(part("", 500), part("17:903:1-501", 0)))
    assert outcomes == [Outcome.LISTED, Outcome.NO_LINKS]
    assert place == Validators(etag="17:903")


def test_a_mail_that_was_put_off_waits_for_the_next_run(tmp_path: Path) -> None:
    """Not for the next visit of the same run, which would meet the same."""
    bundle = Bundle(mails=[(902, MAIL)], unread=unread(None, 17, 903), put_off=[40, 7])
    headers = {"content-type": CONTENT_TYPE, "etag": str(bundle.place())}
    box = Mailbox(Fetched(url=BOX, status=200, headers=headers, body=write_bundle(bundle)))
    outcomes, place = read(tmp_path, box)
    assert outcomes == [Outcome.LISTED]
    assert place == Validators(etag="17:903!40,7")


@given(
    st.integers(0, 2**32),
    st.integers(0, 2**32),
    st.lists(st.tuples(st.integers(1, 2**32), st.integers(1, 2**32)), max_size=8),
    st.lists(st.integers(1, 2**32), max_size=16),
)
def test_a_place_comes_back_from_its_text_and_from_an_address(
    validity: int, uid: int, gaps: list[tuple[int, int]], put_off: list[int]
) -> None:
    spans = tuple(UidSpan(*each) for each in gaps)
    place = MailboxPlace(validity=validity, uid=uid, gaps=spans, put_off=tuple(put_off))
    assert read_place(read_folder(address_of_rest(BOX, str(place))).place) == place


@pytest.mark.parametrize("outcome", [Outcome.LOGIN, Outcome.GONE, Outcome.PRIVATE_ADDRESS])
def test_the_next_visit_goes_on_where_one_ended_early(outcome: Outcome, tmp_path: Path) -> None:
    outcomes, place = read(tmp_path, Mailbox(part("", 500, MAIL), FetchFailed(outcome, "no")))
    assert outcomes == [Outcome.LISTED, outcome]
    assert place == Validators(etag="17:903:1-501")


def test_a_mailbox_without_news_stays_read(tmp_path: Path) -> None:
    """As far as it goes now: its newest mails were deleted since."""
    same = Fetched(url=BOX, status=304, headers={"etag": "17:950"}, body=b"")
    outcomes, place = read(tmp_path, Mailbox(same))
    assert outcomes == [Outcome.NOT_MODIFIED]
    assert place == Validators(etag="17:950")


@given(st.data())
def test_every_mail_is_read_once_however_visits_end(data: st.DataObject) -> None:
    """Mails come between the visits, and a visit ends after any number of them."""
    known: MailboxPlace | None = None
    box: list[int] = []
    seen: list[int] = []
    for new, most in data.draw(
        st.lists(st.tuples(st.integers(0, 5), st.integers(0, 4)), max_size=8)
    ):
        box += range(len(box) + 1, len(box) + 1 + new)
        left = unread(known, 17, len(box) + 1)
        wanted = [uid for span in left.spans for uid in range(span.end - 1, span.first - 1, -1)]
        seen += wanted[:most]
        known = read_place(str(left.after(wanted[most] if len(wanted) > most else 0)))
    last = unread(known, 17, len(box) + 1)
    seen += [uid for span in last.spans for uid in range(span.first, span.end)]
    assert sorted(seen) == box


def test_of_many_gaps_the_oldest_become_one_and_no_mail_is_left_out() -> None:
    gaps = tuple(UidSpan(10 * each, 10 * each + 5) for each in range(1, 12))
    left = unread(MailboxPlace(validity=1, uid=200, gaps=gaps), 1, 300)
    after = left.after(250)
    assert after.gaps[0] == UidSpan(10, 55)
    assert after.gaps[-1] == UidSpan(200, 251)
    assert len(after.gaps) == 8


def test_a_folder_that_was_made_anew_is_read_from_its_beginning() -> None:
    assert unread(MailboxPlace(validity=1, uid=90), 2, 40).spans == (UidSpan(1, 40),)
    assert unread(MailboxPlace(validity=1, uid=90), 1, 90).spans == ()


def test_a_server_that_names_no_next_uid_is_read_on_from_the_highest() -> None:
    left = unread(MailboxPlace(validity=1, uid=90), 1, 0)
    assert str(left.after(0, newest=95)) == "1:96"
    assert str(left.after(0)) == "1:90"
    assert str(left.after(93, newest=95)) == "1:96:90-94"


@given(st.text(alphabet="0123456789:-, x", max_size=20))
def test_no_text_of_a_place_is_an_error(text: str) -> None:
    place = read_place(text)
    assert place is None or read_place(str(place)) == place
