"""What the reports of a story say, on its page: four lists of quotations that open their reports."""

import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

import pytest

from features.stories.tests.test_api import asked
from hooks.specifications import hookimpl
from testbed.servers.process import free_port
from tests.html_trees import html_tree
from tests.unit.webui.samples import article, compact

if TYPE_CHECKING:
    from django.test import Client

    from watch.stores import Stores

Browse = Callable[..., "Client"]
NOW = datetime.now(UTC)
FIRST = "A blast at a flour mill in Northgate killed three people on Monday."
SECOND = "Five people died in the blast at the flour mill in Northgate."
SHARED = "The mill in Northgate had passed an inspection of the fire service in spring."
ALONE = "Police in Northgate arrested Otto Weller, owner of the flour mill."


def test_many_sites_are_listed_whole_and_as_the_language_separates_them(
    browse: Browse, ports: "Stores"
) -> None:
    texts = {f"site{n}": f"{SHARED} {FIRST} This is report {n * 37} of the day." for n in range(7)}
    sites = [f"{site}.example" for site in texts]
    story = store_story(ports, texts)
    english = compact(browse("analyst").get(f"/stories/{story}/").content.decode())
    assert "7 sites" in english
    assert ", ".join(sites) in english
    client = browse("analyst", headers={"accept-language": "zh-hans"})
    chinese = compact(client.get(f"/stories/{story}/").content.decode())
    assert "、".join(sites) in chinese


def test_a_language_without_reports_is_refused_with_those_that_there_are(
    browse: Browse, ports: "Stores"
) -> None:
    story = store_story(ports, {"a": FIRST, "b": SECOND})
    answer = browse("analyst").get(f"/api/v1/stories/{story}/said?lang=fr")
    assert answer.status_code == 422
    assert answer.json()["errors"] == [
        {"field": "query.lang", "detail": "The story has no reports in “fr”. Use one of: en."}
    ]


def store_story(
    ports: "Stores",
    texts: dict[str, str],
    lang: str = "en",
    rights: Mapping[str, tuple[str, ...]] = MappingProxyType({}),
) -> str:
    """Store a story with a report of each site, which has rights signals; return its id."""
    from features.stories.store import stories
    from features.stories.store.records import MemberRecord, StoryChanges, StoryRecord
    from storage.database.port import STORIES_LOCK
    from storage.database.store import DjangoConfiguration

    written = [
        article(
            f"https://{site}.example/mill",
            f"Mill in Northgate, as {site} has it",
            text,
            lang=lang,
            rights=rights.get(site, ()),
            published=NOW - timedelta(hours=1) + timedelta(minutes=number),
            collected=NOW - timedelta(hours=1) + timedelta(minutes=number),
        )
        for number, (site, text) in enumerate(texts.items())
    ]
    ports.documents().write(written)
    ports.documents().refresh()
    stories.clear()
    members = [
        MemberRecord(
            document=each.id,
            story=written[0].id,
            site=each.site,
            kind="article",
            title=each.title,
            published=each.published or NOW,
        )
        for each in written
    ]
    record = StoryRecord(
        id=written[0].id,
        title=written[0].title,
        lang=lang,
        documents=len(written),
        first=NOW - timedelta(hours=1),
        last=NOW,
    )
    assert DjangoConfiguration(STORIES_LOCK).acquire_lease("test", 60)
    changes = StoryChanges(position="7", stories=[record], members=members)
    stories.save(changes, "test", {})
    return written[0].id


def section(client: "Client", story: str) -> str:
    answer = client.get(f"/stories/{story}/")
    assert answer.status_code == 200
    [found] = re.findall(r'<section class="said".*?</section>', compact(answer.content.decode()))
    return str(found)


def top_line(client: "Client", story: str) -> list[str]:
    """Return the parts of the line on top; each of them that is a link leads to a section."""
    page = html_tree(client.get(f"/stories/{story}/").content.decode())
    for link in page.cssselect(".top-line a"):
        assert page.cssselect(link.get("href") or "-")
    return [" ".join(each.text_content().split()) for each in page.cssselect(".top-line > *")]


def test_a_contradiction_has_both_sentences_with_their_numbers_marked(
    ports: "Stores", browse: Browse
) -> None:
    story = store_story(ports, {"a": f"{FIRST} {SHARED}", "b": f"{SECOND} {SHARED}"})
    shown = section(browse("analyst"), story)
    assert '<h3 id="t-conflict">In conflict</h3>' in shown
    assert "Contradiction</span>Deaths" in shown
    assert FIRST.replace("three", "<mark>three</mark>") in shown
    assert SECOND.replace("Five", "<mark>Five</mark>") in shown
    assert '<h3 id="t-agreed">Told by several sites</h3>' in shown
    assert shown.count(SHARED) == 1
    assert "a.example, b.example" in shown


def test_each_line_opens_its_report_at_the_sentence(ports: "Stores", browse: Browse) -> None:
    story = store_story(ports, {"a": f"{FIRST}\n{SHARED}", "b": f"{SECOND}\n{SHARED}"})
    client = browse("analyst")
    addresses = re.findall(r'href="(/documents/[^"]+)"', section(client, story))
    assert len(addresses) >= 4
    for address in addresses:
        assert address.endswith("#match")
        page = client.get(address.removesuffix("#match")).content.decode()
        assert len(re.findall('<mark id="match">', page)) == 1
    [address] = {
        each for each in addresses if "sentence" in each and FIRST in text_at(client, each)
    }
    changed = client.get(re.sub("sentence=[0-9a-f]+.*", "sentence=abc", address)).content.decode()
    assert "The quoted sentence is not in this text any more." in changed
    assert "<mark" not in changed


def text_at(client: "Client", address: str) -> str:
    page = client.get(address.removesuffix("#match")).content.decode()
    return "".join(re.findall('<mark id="match">(.*?)</mark>', page))


def test_what_came_after_the_last_visit_is_new_for_each_user(
    ports: "Stores", browse: Browse
) -> None:
    from features.stories.models import StoryVisit

    story = store_story(ports, {"a": FIRST})
    analyst = browse("analyst")
    assert "last visit" not in section(analyst, story)
    StoryVisit.objects.update(last=NOW - timedelta(hours=2))
    store_story(ports, {"a": FIRST, "b": f"{FIRST} {ALONE}"})
    shown = section(analyst, story)
    assert '<h3 id="t-new">New since your last visit</h3>' in shown
    assert ALONE in shown.partition('<h3 id="t-new">')[2].partition("<h3")[0]
    # Who reloads the page still reads.
    assert '<h3 id="t-new">New since your last visit</h3>' in section(analyst, story)
    StoryVisit.objects.update(last=NOW - timedelta(minutes=31))
    assert "Nothing new since your last visit:" in section(analyst, story)
    assert "last visit" not in section(browse("analyst"), story)


def test_a_story_without_lines_says_so_and_one_in_another_language_too(
    ports: "Stores", browse: Browse
) -> None:
    story = store_story(
        ports, {"a": FIRST, "b": "Nothing of that is in this text of another site."}
    )
    client = browse("analyst")
    assert "No sentence of these reports says the same" in section(client, story)
    text = "Eine Explosion in einer Mühle in Nordheim hat am Montag drei Menschen getötet."
    story = store_story(ports, {"a": text, "b": text}, lang="de")
    assert "Newsloom compares reports in Chinese and English." in section(client, story)


def test_a_story_that_was_not_compared_does_not_say_that_nothing_was_found(
    ports: "Stores", browse: Browse
) -> None:
    client = browse("analyst")
    story = store_story(ports, {"a": FIRST})
    assert "Not compared yet: this needs two articles" in section(client, story)
    story = store_story(ports, {"a": FIRST, "b": FIRST}, lang="zh-Hans")
    assert "No sentence of these reports" not in section(client, story)


def test_what_all_sites_say_is_told_by_all_and_a_line_on_top_counts_it(
    ports: "Stores", browse: Browse
) -> None:
    texts = {f"site{number}": "Lanterns rose over the flour mill at dusk." for number in range(14)}
    story = store_story(ports, texts)
    client = browse("analyst")
    top = top_line(client, story)
    assert top[:2] == ["1 point told by several sites", "14 sites"]
    assert "contradiction" not in " ".join(top)
    assert section(client, story).count("Lanterns rose") == 1
    chinese = browse("analyst", headers={"accept-language": "zh-hans"})
    assert "1 点有多个网站报道" in top_line(chinese, story)


def test_the_api_tells_what_was_not_compared_from_what_agrees_on_nothing(
    ports: "Stores", browse: Browse
) -> None:
    client = browse("analyst")
    alone = store_story(ports, {"a": FIRST})
    assert asked(client, f"/stories/{alone}/said")["is_compared"] is False
    story = store_story(ports, {"a": FIRST, "b": "Nothing of that is in this text of another."})
    assert asked(client, f"/stories/{story}/said")["is_compared"] is True


def test_reports_that_cost_too_much_are_not_compared(
    ports: "Stores", browse: Browse, monkeypatch: pytest.MonkeyPatch
) -> None:
    from features.stories import said
    from features.stories.comparisons import StoryComparisons

    monkeypatch.setattr(said, "comparisons", StoryComparisons(cpu_seconds=0.001))
    sentence = "Some {} sailors of the flour mill in Northgate came to the harbour on Monday. "
    texts = {
        f"site{site}": "".join(sentence.format(30 * site + n) for n in range(30))
        for site in range(1, 41)
    }
    story = store_story(ports, texts)
    client = browse("analyst")
    assert "Not compared: comparing these reports takes too long." in section(client, story)
    found = client.get(f"/api/v1/stories/{story}/said").json()
    assert (found["told_by_many"], found["is_partial"]) == ([], True)
    assert found["is_compared"] is False


def test_reports_that_wait_for_others_are_to_be_asked_for_again(
    ports: "Stores", browse: Browse
) -> None:
    from features.stories.said import comparisons

    story = store_story(ports, {"late": FIRST, "later": SECOND})
    client = browse("analyst")
    with comparisons._comparisons._turn:
        shown = section(client, story)
    assert "other reports are being compared. Try again in a few seconds." in shown
    assert "takes too long" not in shown
    assert "Not compared" not in section(client, story)


def test_a_quoted_text_is_escaped(ports: "Stores", browse: Browse) -> None:
    marked = "The <b>flour</b> mill in Northgate passed an inspection of the fire service."
    story = store_story(ports, {"a": marked, "b": marked})
    shown = section(browse("analyst"), story)
    assert "&lt;b&gt;flour&lt;/b&gt;" in shown
    assert "<b>" not in shown


def test_an_outage_of_the_documents_leaves_the_rest_of_the_page(
    ports: "Stores", browse: Browse
) -> None:
    story = store_story(ports, {"a": FIRST, "b": SECOND})
    client = browse("analyst")
    ports.close()
    address = f"elasticsearch://127.0.0.1:{free_port()}/newsloom-nowhere"
    ports.settings = replace(ports.settings, documents_url=address)
    assert "The reports cannot be compared now." in section(client, story)


def test_the_api_has_the_same_lists(ports: "Stores", browse: Browse) -> None:
    story = store_story(ports, {"a": f"{FIRST} {SHARED}", "b": f"{SECOND} {SHARED} {ALONE}"})
    client = browse("analyst")
    found = asked(client, f"/stories/{story}/said")
    [conflict] = found["in_conflict"]
    assert (conflict["kind"], conflict["head"], conflict["is_update"]) == ("number", "dead", False)
    assert [claim["value"] for claim in conflict["claims"]] == ["three", "Five"]
    quote = conflict["claims"][0]["quotes"][0]
    assert (quote["text"], quote["site"]) == (FIRST, "a.example")
    assert quote["url"] == "https://a.example/mill"
    page = client.get(f"/documents/{quote['document']}/?sentence={quote['sentence']}")
    assert FIRST in "".join(re.findall('<mark id="match">(.*?)</mark>', page.content.decode()))
    assert [each["sites"] for each in found["told_by_many"]] == [["a.example", "b.example"]]
    assert (found["told_new"], found["is_readable"], found["is_partial"]) == (None, True, False)
    assert asked(client, f"/stories/{story}/said?since=2100-01-01T00:00:00Z")["told_new"] == []
    asked(client, f"/stories/{story}/said?since=2026-11-21", 422)
    asked(client, "/stories/unknown/said", 404)


def test_other_features_learn_what_each_line_quotes(browse: Browse, ports: "Stores") -> None:
    from hooks.process import features

    seen = []

    class Watching:
        @hookimpl
        def page_actions(self, page: str, subject: Any) -> None:
            seen.append((page, subject))

    texts = {"a": f"{FIRST} {SHARED}", "b": f"{SHARED} {SECOND}", "c": f"{SHARED} {ALONE}"}
    story = store_story(ports, texts)
    watching = Watching()
    features()._manager.register(watching)
    try:
        browse("analyst").get(f"/stories/{story}/")
    finally:
        features()._manager.unregister(watching)
    assert ("story", story) in seen
    lines = [subject for page, subject in seen if page == "story_line"]
    quoted = {}
    for each in (each for line in lines for each in line):
        document = ports.documents().get(each.document)
        assert document
        [part] = features().ask(
            "quoted_part", text=document.content, lang=document.lang, key=each.sentence
        )
        quoted[document.content[slice(*part)]] = each.claim
    assert quoted == {SHARED: "", FIRST: "three", SECOND: "Five", ALONE: ""}
