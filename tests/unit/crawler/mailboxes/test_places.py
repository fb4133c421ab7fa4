"""How far a mailbox counts as read: as far as its visits came, and no mail is left behind."""

import asyncio
from pathlib import Path

import pytest

from crawler.failures import FetchFailed
from crawler.fetcher import Fetched
from crawler.job_results import Done
from crawler.list_job import ListJobHandler
from crawler.list_names import validators_name
from crawler.mailboxes.bundle import CONTENT_TYPE, Bundle, write_bundle
from crawler.robots import RobotsRules
from scheduler.jobs import ListJob, SourceSpec
from scheduler.queue.port import LIST_TUBE
from storage.outcomes import Outcome
from storage.seen.port import Validators
from storage.settings import Settings
from tests.unit.crawler.fetchers import FakeFetcher
from tests.unit.crawler.worker_stores import worker_knowledge, worker_stores
from tests.unit.extractor.mails.letters import STORY, html_of, letter

BOX = "imaps://imap.paper.example/INBOX"
SPEC = SourceSpec(
    id=1, name="s", channel="newsletter", host="imap.paper.example", pace_seconds=0.0,
    mail_user="u", mail_password="p",
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


def part(last: int, *mails: bytes, etag: str = "") -> Fetched:
    bundle = Bundle(mails=mails, last=last, first=7, reached="17:903")
    headers = {"content-type": CONTENT_TYPE, **({"etag": etag} if etag else {})}
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
    box = Mailbox(part(500, MAIL), part(300, MAIL), part(100), part(0, etag="17:903"))
    _, place = read(tmp_path, box)
    rest = [f"{BOX}?7:{last}:17:903" for last in (500, 300, 100)]
    assert box.asked == [BOX, *rest]
    assert place == Validators(etag="17:903")


@pytest.mark.parametrize("outcome", [Outcome.LOGIN, Outcome.GONE, Outcome.PRIVATE_ADDRESS])
def test_mails_that_could_not_be_read_are_read_by_the_next_visit(
    outcome: Outcome, tmp_path: Path
) -> None:
    outcomes, place = read(tmp_path, Mailbox(part(500, MAIL), FetchFailed(outcome, "no")))
    assert outcomes == [Outcome.LISTED, outcome]
    assert place is None


def test_a_mailbox_without_news_stays_read(tmp_path: Path) -> None:
    """As far as it goes now: its newest mails were deleted since."""
    same = Fetched(url=BOX, status=304, headers={"etag": "17:950"}, body=b"")
    outcomes, place = read(tmp_path, Mailbox(same))
    assert outcomes == [Outcome.NOT_MODIFIED]
    assert place == Validators(etag="17:950")
