"""What the ports beside the documents promise of erasing, on all adapters."""

import time
from contextlib import closing

from storage.backends import (
    open_copies,
    open_counters,
    open_findings,
    open_learned,
    open_traces,
)
from storage.copies.minhash import fingerprint
from storage.copies.port import CopyEntry
from storage.counters.events import Event
from storage.findings.signs import PageMove, PageShape
from storage.learned.store import ERRORS, TRAPS
from storage.outcomes import Outcome
from storage.settings import Settings
from storage.tombstones.marks import address_mark, addresses_in
from storage.traces.steps import Recorded, Step, StepKind

PAGE, OTHER = "https://news.example/secret?a=1", "https://news.example/kept"
OLD = "https://old.example/secret"
KEYS = {address_mark(PAGE)}


def test_traces_of_a_page_and_of_what_led_there_are_forgotten(state_url: str) -> None:
    now = time.time()

    def step(url: str, to_url: str = "", kind: StepKind = StepKind.SETTLED) -> Recorded:
        keys = tuple(address_mark(each) for each in (url, to_url) if each)
        return Recorded(
            keys=keys,
            step=Step(kind=kind, at=round(now, 2), url=url, source_id=7, to_url=to_url),
        )

    with closing(open_traces(Settings(state_url=state_url))) as traces:
        traces.record(
            [step(OLD, PAGE, StepKind.REDIRECTED), step(OLD), step(PAGE), step(OTHER)], []
        )
        assert len(traces.read(address_mark(PAGE)).steps) == 2
        traces.erase(KEYS)
        traces.erase([])
        assert traces.read(address_mark(PAGE)).steps == ()
        assert [each.to_url for each in traces.read(address_mark(OLD)).steps] == [""]
        assert len(traces.read(address_mark(OTHER)).steps) == 1


def test_no_text_is_a_copy_of_one_that_was_erased(state_url: str) -> None:
    text = " ".join(f"Ferry {each} runs from pier {7 * each}." for each in range(40))
    print_ = fingerprint("Ferries", text)
    assert print_
    first, second, third = ("0a" * 8, "0b" * 8, "0c" * 8)
    with closing(open_copies(Settings(state_url=state_url))) as copies:
        assert copies.join([CopyEntry(key=first, fingerprint=print_)]) == [first]
        copies.erase([first, third])
        assert copies.join([CopyEntry(key=second, fingerprint=print_)]) == [second]
        assert copies.join([CopyEntry(key=third, fingerprint=print_)]) == [second]
        copies.erase([])


def test_facts_that_name_a_page_are_forgotten(state_url: str) -> None:
    with closing(open_learned(Settings(state_url=state_url))) as learned:
        learned.put(TRAPS, "shape", {"example": PAGE, "pages": 3}, 60.0)
        learned.put(ERRORS, "group", {"urls": [OTHER, PAGE]}, 60.0)
        learned.put(ERRORS, "other", {"urls": [OTHER]}, 60.0)
        learned.erase(KEYS)
        learned.erase([])
        assert learned.facts(TRAPS) == {}
        assert set(learned.facts(ERRORS)) == {"other"}


def test_findings_that_name_a_page_are_forgotten(state_url: str) -> None:
    settings = Settings(state_url=state_url)
    now = time.time()

    def event(url: str) -> Event:
        shape = PageShape(
            url=url, outcome="stored", length=1, confidence=None, dated_by="", sketch=(1,), at=now
        )
        return Event(
            source_id=7,
            run_id="r",
            channel="feed",
            site="news.example",
            outcome=Outcome.TOO_SHORT,
            url=url,
            at=now,
            shape=shape,
        )

    with closing(open_counters(settings)) as counters, closing(open_findings(settings)) as findings:
        counters.record([event(PAGE), event(OTHER)])
        findings.record_page_move(7, PageMove(url=PAGE, target=OLD))
        findings.record_page_move(8, PageMove(url=OTHER, target=OLD))
        findings.erase(KEYS)
        findings.erase([])
        assert [each.url for each in findings.recent_failures(7)] == [OTHER]
        assert [each.url for each in findings.page_shapes(7)] == [OTHER]
        assert set(findings.page_moves()) == {8}


def test_addresses_are_found_in_sentences_and_in_json() -> None:
    text = f'It was at {PAGE}. {{"urls": ["{OTHER}"]}} (see {OLD})'
    assert addresses_in(text) == set(map(address_mark, (PAGE, OTHER, OLD)))
    assert addresses_in("nothing http:// here") == set()
