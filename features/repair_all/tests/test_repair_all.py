"""All sources that fail are looked up, and repaired as somebody accepts."""

import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

import pytest

from crawler.discovery.values import DiscoveryResult, DiscoveryStage, DiscoveryStep, PatternChoice
from features.discovery.tests.samples import LIST
from storage.keys import canonical_url, url_key
from storage.outcomes import Outcome
from storage.settings import Settings
from tests.html_trees import html_tree
from tests.unit.webui.samples import article, compact
from tests.unit.webui.test_source_form_lookup import LINKS, SITE
from tests.unit.webui.test_sources_pages import add, is_due, postpone
from tests.unit.webui.test_sources_table import run

if TYPE_CHECKING:
    from django.test import Client

    from storage.database.models import Source
    from watch.stores import Stores

Browse = Callable[..., "Client"]
PATH = "/sources/repairs/"
PATTERN = r"/news/\d+\.html"
CHOICE = PatternChoice(pattern=PATTERN, links=LINKS, taken=12, left_links=(), left=0)
REDESIGNED = replace(LIST, patterns=(CHOICE,))
CLOSED = "https://closed.example/news/"
GONE = DiscoveryResult(address=CLOSED, outcome=Outcome.GONE.value, error="HTTP 404")


def failing(name: str, address: str) -> "Source":
    """Add a source whose pattern matches no link any more."""
    from watch.events.upkeep import judge_for_page
    from webui.apps import stores

    source = add(name, channel="list", address=address, patterns=("/never/",))
    run(source, lists={"no_links": 1})
    postpone(source)
    judge_for_page(stores(), [source.pk])
    return source


def look_up(ports: "Stores") -> None:
    """Let the role look up what waits."""
    from features.repair_all.repairer import Repairer

    repairer = Repairer(ports)
    repairer.tick(datetime.now(UTC))
    repairer._leader.resign()


def forget_leases() -> None:
    """Let the time pass after which another process may lead."""
    from storage.database.models import LeaderLock

    LeaderLock.objects.all().delete()


def answer_by_address(
    monkeypatch: pytest.MonkeyPatch, found: dict[str, DiscoveryResult]
) -> list[str]:
    """Let look-ups find this behind each address, and nothing behind any other."""
    import crawler.discovery.discover

    asked: list[str] = []

    def discover(_settings: Settings, typed: tuple[str, ...]) -> Iterator[Any]:
        asked.append(typed[0])
        yield DiscoveryStep(DiscoveryStage.STARTED)
        yield found.get(typed[0], GONE)

    monkeypatch.setattr(crawler.discovery.discover, "discover", discover)
    return asked


@pytest.fixture
def sources(ports: "Stores", tables: None, monkeypatch: pytest.MonkeyPatch) -> dict[str, "Source"]:
    """A source whose repair is sure, one whose repair is not, and one that cannot be read."""
    made = {
        "sure": failing("Sure", f"{SITE}/"),
        "doubtful": failing("Doubtful <b>", f"{SITE}/city/"),
        "unread": failing("Unread", CLOSED),
    }
    add("Well", address=f"{SITE}/well/")
    urls = [f"{SITE}/news/{number}.html" for number in range(1, 5)]
    ports.documents().write([article(url, f"Headline {url[-6]}", source="Sure") for url in urls])
    answer_by_address(
        monkeypatch,
        {
            f"{SITE}/": DiscoveryResult(address=f"{SITE}/", proposals=(REDESIGNED,)),
            f"{SITE}/city/": DiscoveryResult(
                address=f"{SITE}/city/", proposals=(replace(REDESIGNED, address=f"{SITE}/city/"),)
            ),
        },
    )
    return made


def patterns(source: "Source") -> list[str]:
    source.refresh_from_db()
    return list(source.patterns)


def page_of(client: "Client") -> str:
    return compact(client.get(PATH).content.decode())


def looked_up(client: "Client", ports: "Stores") -> str:
    """Begin a round, let it end, and return the page."""
    assert client.post(f"{PATH}begin/").status_code == 302
    look_up(ports)
    return page_of(client)


def repair_of(name: str) -> int:
    from features.repair_all.models import SourceRepair

    return SourceRepair.objects.get(name=name).pk


def test_a_round_changes_nothing_and_says_what_it_would_change(
    browse: Browse, ports: "Stores", sources: dict[str, "Source"]
) -> None:
    client = browse("operator")
    assert f'href="{PATH}"' in client.get("/sources/").content.decode()
    assert "Check 3 sources" in page_of(client)
    client.post(f"{PATH}begin/")
    assert "Looked up 0 of 3 sources." in page_of(client)
    assert "HX-Refresh" not in client.get(f"{PATH}live/")
    look_up(ports)
    assert client.get(f"{PATH}live/")["HX-Refresh"] == "true"
    page = page_of(client)
    assert "1 sure" in page
    assert page.index("Sure</a>") < page.index("Doubtful &lt;b&gt;</a>")
    assert "/never/" in page
    assert PATTERN in page
    assert "The new list gives 12 links" in page
    assert "It would have found 4 of the last 4 documents." in page
    assert "Headline 1" in page
    assert "The source has too few documents to compare with." in page
    assert "HTTP 404" in page
    for source in sources.values():
        assert patterns(source) == ["/never/"]
        assert not is_due(source)


def test_all_that_are_sure_are_accepted_and_undone_as_one(
    browse: Browse, ports: "Stores", sources: dict[str, "Source"]
) -> None:
    client = browse("operator")
    looked_up(client, ports)
    client.post(f"{PATH}decide/", {"sure": "1", "id": [repair_of("Doubtful <b>")]})
    assert patterns(sources["sure"]) == [PATTERN]
    assert is_due(sources["sure"])
    assert patterns(sources["doubtful"]) == ["/never/"]
    # The other one later: it is a part of the same bulk change.
    client.post(f"{PATH}decide/", {"accept": repair_of("Doubtful <b>")})
    assert patterns(sources["doubtful"]) == [PATTERN]
    page = page_of(client)
    assert "2 sources were repaired." in page
    from features.repair_all.models import RepairRound

    batch = RepairRound.objects.get().batch
    assert f"/sources/changes/{batch}/" in page
    client.post(f"/sources/changes/{batch}/undo/")
    assert patterns(sources["sure"]) == patterns(sources["doubtful"]) == ["/never/"]
    page = page_of(client)
    assert "That was undone." in page
    assert "View or undo" not in page


def test_what_two_people_accept_is_one_bulk_change_of_both(
    browse: Browse, ports: "Stores", sources: dict[str, "Source"]
) -> None:
    first, second = browse("operator"), browse("admin")
    looked_up(first, ports)
    first.post(f"{PATH}decide/", {"accept": repair_of("Sure")})
    second.post(f"{PATH}decide/", {"accept": repair_of("Doubtful <b>")})
    table = html_tree(first.get("/sources/changes/").content.decode())
    (row,) = table.cssselect("tbody tr")
    assert re.search(r"operator-\d+, admin-\d+", row.text_content())
    (link,) = row.cssselect("th a")
    page = html_tree(first.get(link.get("href")).content.decode())
    assert "2 sources" in page.cssselect("h1")[0].text_content()
    assert re.search(r"operator-\d+, admin-\d+", page.cssselect(".meta")[0].text_content())


def test_every_field_that_accepting_changes_is_shown_before(
    browse: Browse,
    ports: "Stores",
    sources: dict[str, "Source"],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    from storage.database.models import Source

    feed = replace(LIST, channel="feed", address=f"{SITE}/feed.xml", patterns=())
    answer_by_address(
        monkeypatch, {f"{SITE}/": DiscoveryResult(address=f"{SITE}/", proposals=(feed,))}
    )
    Source.objects.filter(pk=sources["sure"].pk).update(max_pages=40)
    client = browse("operator")
    tree = html_tree(looked_up(client, ports))
    shown = {compact(row.text_content()) for row in tree.cssselect(".offer .diff div")}
    assert any("Pages per visit" in each and "40" in each for each in shown), shown
    client.post(f"{PATH}decide/", {"accept": repair_of("Sure")})
    sources["sure"].refresh_from_db()
    assert (sources["sure"].channel, sources["sure"].max_pages) == ("feed", 1)


def test_a_source_whose_other_fields_would_change_otherwise_than_shown_stays(
    browse: Browse,
    ports: "Stores",
    sources: dict[str, "Source"],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    from storage.database.models import Source

    feed = replace(LIST, channel="feed", address=f"{SITE}/feed.xml", patterns=())
    answer_by_address(
        monkeypatch, {f"{SITE}/": DiscoveryResult(address=f"{SITE}/", proposals=(feed,))}
    )
    client = browse("operator")
    looked_up(client, ports)
    Source.objects.filter(pk=sources["sure"].pk).update(max_pages=17)
    client.post(f"{PATH}decide/", {"accept": repair_of("Sure")})
    sources["sure"].refresh_from_db()
    assert (sources["sure"].channel, sources["sure"].max_pages) == ("list", 17)


def test_a_source_that_was_changed_meanwhile_stays(
    browse: Browse, ports: "Stores", sources: dict[str, "Source"]
) -> None:
    from storage.database.models import Source

    client = browse("operator")
    looked_up(client, ports)
    Source.objects.filter(pk=sources["sure"].pk).update(patterns=["/mine/"])
    sources["doubtful"].delete()
    answer = client.post(f"{PATH}decide/", {"ticked": "1", "id": [repair_of("Sure")]}, follow=True)
    assert "have changed since they were looked up: Sure." in compact(answer.content.decode())
    assert patterns(sources["sure"]) == ["/mine/"]
    page = page_of(client)
    assert "Accept for Doubtful" not in page
    # The numbers of the round stay what they were.
    assert "3 sources were looked up" in page
    assert page.index("Deleted since then") < page.index("Doubtful &lt;b&gt;")


def test_a_proposal_is_dismissed_and_nothing_ticked_changes_nothing(
    browse: Browse, ports: "Stores", sources: dict[str, "Source"]
) -> None:
    client = browse("operator")
    looked_up(client, ports)
    for name in ("Sure", "Doubtful <b>"):
        client.post(f"{PATH}decide/", {"dismiss": repair_of(name)})
    assert "Accept" not in page_of(client)
    for given in ({}, {"id": ["nonsense", "9" * 5000]}, {"accept": repair_of("Sure")}):
        assert client.post(f"{PATH}decide/", given).status_code == 302
    assert patterns(sources["sure"]) == ["/never/"]


def told(client: "Client", **given: object) -> list[str]:
    """Decide, and return what the page says of it."""
    answer = client.post(f"{PATH}decide/", given, follow=True)
    tree = html_tree(answer.content.decode())
    return [" ".join(each.text_content().split()) for each in tree.cssselect(".notes > *")]


MISSING = "There is no such proposal. A later look-up has replaced it, or its number is wrong."


def test_every_decision_says_what_was_done_and_what_not(
    browse: Browse, ports: "Stores", sources: dict[str, "Source"]
) -> None:
    client = browse("operator")
    looked_up(client, ports)
    sure, doubtful, unread = map(repair_of, ("Sure", "Doubtful <b>", "Unread"))
    (done,) = told(client, accept=sure)
    assert done.startswith("1 source is repaired and due now.")
    again = "These were accepted before, so nothing was changed: Sure."
    assert told(client, accept=sure) == told(client, dismiss=sure) == [again]
    assert told(client, sure="1") == ["No proposal is sure any more, so nothing was changed."]
    for made_up in (unread, 10**7, 0, "nonsense", "9" * 5000):
        assert told(client, accept=made_up) == told(client, dismiss=made_up) == [MISSING]
    assert told(client, dismiss=doubtful) == ["Dismissed, and nothing was changed: Doubtful <b>."]
    dismissed = "These were dismissed before, so nothing was changed: Doubtful <b>."
    assert told(client, accept=doubtful) == told(client, dismiss=doubtful) == [dismissed]
    assert told(client, ticked="1", id=[sure, doubtful]) == [again, dismissed]
    assert told(client, ticked="1") == ["Select at least one source."]
    assert patterns(sources["doubtful"]) == ["/never/"]


def test_a_deleted_source_is_said_with_its_name_and_the_others_are_repaired(
    browse: Browse, ports: "Stores", sources: dict[str, "Source"]
) -> None:
    client = browse("operator")
    looked_up(client, ports)
    both = [repair_of("Sure"), repair_of("Doubtful <b>")]
    sources["doubtful"].delete()
    done, stays = told(client, ticked="1", id=both)
    assert done.startswith("1 source is repaired and due now.")
    assert stays == "These were deleted after they were looked up: Doubtful <b>."
    assert patterns(sources["sure"]) == [PATTERN]


def test_a_source_that_is_deleted_while_it_waits_stays_in_the_numbers(
    browse: Browse, ports: "Stores", sources: dict[str, "Source"]
) -> None:
    client = browse("operator")
    client.post(f"{PATH}begin/")
    sources["doubtful"].delete()
    assert "Looked up 0 of 3 sources." in page_of(client)
    look_up(ports)
    page = page_of(client)
    assert "3 sources were looked up" in page
    assert page.index("Deleted since then") < page.index("Doubtful &lt;b&gt;")


def test_a_proposal_that_cannot_be_saved_any_more_stays(
    browse: Browse, ports: "Stores", sources: dict[str, "Source"]
) -> None:
    client = browse("operator")
    looked_up(client, ports)
    from storage.database.models import Source

    Source.objects.filter(pk=sources["sure"].pk).update(pace_seconds=-1)
    (stays,) = told(client, accept=repair_of("Sure"))
    assert "because what is proposed cannot be saved: Sure." in stays
    assert patterns(sources["sure"]) == ["/never/"]


def test_a_round_goes_on_after_a_kill_and_ends_when_somebody_stops_it(
    browse: Browse,
    ports: "Stores",
    sources: dict[str, "Source"],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    from features.repair_all.repairer import Repairer

    class Killed(BaseException):
        """What ends a process in the middle of a look-up."""

    def killed(*_: object) -> None:
        raise Killed

    client = browse("operator")
    client.post(f"{PATH}begin/")
    with monkeypatch.context() as patched:
        patched.setattr("features.repair_all.repairer.store.note", killed)
        with pytest.raises(Killed):
            Repairer(ports).tick(datetime.now(UTC))
    # Who asks for a round that is under way is led there.
    client.post(f"{PATH}begin/")
    assert "Looked up 0 of 3 sources." in page_of(client)
    forget_leases()
    look_up(ports)
    assert "1 sure" in page_of(client)
    client.post(f"{PATH}begin/")
    assert "Looked up 0 of 3 sources." in page_of(client)
    client.post(f"{PATH}stop/")
    look_up(ports)
    assert "Looked up" not in page_of(client)


def test_a_bug_in_one_look_up_does_not_keep_the_others_waiting(
    browse: Browse,
    ports: "Stores",
    sources: dict[str, "Source"],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    from features.discovery import public
    from features.repair_all import repairer as module

    known = public.repairs

    def breaks(source: "Source", proposals: Any) -> Any:
        if source.pk == sources["sure"].pk:
            raise RuntimeError
        return known(source, proposals)

    monkeypatch.setattr(module, "repairs", breaks)
    page = looked_up(browse("operator"), ports)
    assert "Internal error" in page
    assert "The new list gives 12 links" in page


def test_a_look_up_that_ends_without_a_result_is_done_once(
    browse: Browse,
    ports: "Stores",
    sources: dict[str, "Source"],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    import crawler.discovery.discover

    asked: list[str] = []

    def discover(_settings: Settings, typed: tuple[str, ...]) -> Iterator[Any]:
        asked.append(typed[0])
        if len(asked) > 10 * len(sources):
            pytest.fail("sources are looked up again and again")
        return iter(())

    monkeypatch.setattr(crawler.discovery.discover, "discover", discover)
    page = looked_up(browse("operator"), ports)
    assert page.count("Internal error") == len(sources)
    assert "Looked up" not in page


def test_erased_pages_leave_the_samples(
    browse: Browse, ports: "Stores", sources: dict[str, "Source"]
) -> None:
    from hooks.process import features

    client = browse("operator")
    assert "Headline 1" in looked_up(client, ports)
    erased = url_key(canonical_url(f"{SITE}/news/1.html"))
    list(features().tell("erase_documents", ids=[erased]))
    page = page_of(client)
    assert "Headline 1" not in page
    assert "Headline 2" in page
