"""Spot checks of pairs: copies of one text, and documents of one story, whose truth is known."""

import re
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest

from fakeweb.events import reports
from storage.documents.port import Document
from tests.html_trees import html_tree
from tests.unit.webui.samples import MOMENT, article

if TYPE_CHECKING:
    from django.test import Client

    from watch.stores import Stores

Browse = Callable[..., "Client"]
PAGE = "/checks/"
DRAW = {"count": "50", "days": "0", "query": "", "spread": "documents", "readers": "1", "seed": "7"}
YES = {"rest": "right"}


@pytest.fixture(autouse=True)
def no_checks(tables: None) -> None:
    from storage.database.models import SpotCheck, StoryMember

    SpotCheck.objects.all().delete()
    StoryMember.objects.all().delete()


def text(answer: Any) -> str:
    return " ".join(html_tree(answer.content).text_content().split())


def group(name: str, count: int, **fields: Any) -> list[Document]:
    """Return documents with one text."""
    fields = {"copy_id": name} | fields
    return [
        article(
            f"https://site{n}.example/{name}", f"Ferry {name}-{n}", f"Text of {name}.", **fields
        )
        for n in range(count)
    ]


def tell(story: str, documents: Iterable[Document]) -> None:
    """Put documents into a story."""
    from storage.database.models import StoryMember

    for each in documents:
        StoryMember.objects.create(
            document=each.id, story=story, part=story, site=each.site, published=MOMENT
        )


def draw(client: "Client", kind: str, **chosen: str) -> str:
    """Draw, and return the address of the check."""
    answer = client.post(PAGE, {**DRAW, "kind": kind, **chosen})
    assert answer.status_code == 302, text(answer)
    return str(answer["Location"])


def pairs(client: "Client", check: str) -> list[tuple[str, str]]:
    """Return the titles of all pairs of a check, by place."""
    found: list[tuple[str, str]] = []
    while (page := client.get(f"{check}documents/{len(found) + 1}/")).status_code == 200:
        first, second = html_tree(page.content).xpath("//article/h2")
        found.append((first.text_content().strip(), second.text_content().strip()))
    return found


def group_of(title: str) -> str:
    return title.removeprefix("Ferry ").partition("-")[0]


def test_each_text_with_copies_has_one_pair(browse: Browse, ports: "Stores") -> None:
    ports.documents().write(
        [*group("many", 30), *group("two", 2), *group("alone", 1), *group("", 3, copy_id="")]
    )
    client = browse("analyst")
    check = draw(client, "copies")
    found = pairs(client, check)
    assert sorted(group_of(first) for first, _ in found) == ["many", "two"]
    assert all(group_of(first) == group_of(second) != "" for first, second in found)
    assert all(first != second for first, second in found)
    assert pairs(client, draw(client, "copies")) == found
    assert len({tuple(pairs(client, draw(client, "copies", seed=str(n)))) for n in range(8)}) > 1


def test_large_groups_are_drawn_no_more_often_than_small_ones(
    browse: Browse, ports: "Stores", monkeypatch: pytest.MonkeyPatch
) -> None:
    from webui.spot_checks import services

    monkeypatch.setattr(services, "POOL", 12)
    small = [each for name in range(15) for each in group(f"small{name}", 2)]
    ports.documents().write([*group("large", 30), *small])
    client = browse("analyst")
    drawn: Counter[str] = Counter()
    for seed in range(60):
        answer = client.post(PAGE, {**DRAW, "kind": "copies", "seed": str(seed)})
        if answer.status_code == 302:
            drawn.update(group_of(first) for first, _ in pairs(client, answer["Location"]))
    # Of 60 documents, a pool has a fifth, and so it has the one that stands for a group in 12 of
    # 60 draws; a document of the large group is in all of them.
    assert drawn["large"] < 30
    assert sum(drawn.values()) - drawn["large"] > 5 * drawn["large"]


def test_both_of_a_pair_match_the_search(browse: Browse, ports: "Stores") -> None:
    ports.documents().write(
        [*group("mixed", 1), *group("mixed", 2, lang="de")[1:], *group("german", 2, lang="de")]
    )
    client = browse("analyst")
    assert [
        group_of(each) for each, _ in pairs(client, draw(client, "copies", query="lang:de"))
    ] == ["german"]
    refused = client.post(PAGE, {**DRAW, "kind": "copies", "query": "lang:en"})
    assert refused.status_code == 422
    assert "No two documents of this time that match are copies." in text(refused)
    no_story = client.post(PAGE, {**DRAW, "kind": "stories"})
    assert "are in one story, but for copies." in text(no_story)


def test_copies_are_answered_with_keys_and_told_by_language(
    browse: Browse, ports: "Stores"
) -> None:
    from storage.database.models import AuditEntry

    english, german = group("a", 2), group("b", 3, lang="de")
    ports.documents().write([*english, *german])
    client = browse("admin")
    check = draw(client, "copies")
    assert "0 of 2 pairs are answered." in text(client.get(check))
    place = [group_of(first) for first, _ in pairs(client, check)].index("b") + 1
    page = client.get(f"{check}documents/{place}/")
    assert "Do both tell the same text?" in text(page)
    assert text(page).count("Text of b.") == 2
    assert re.findall(r'data-key="([1a])"', page.content.decode()) == ["1", "a"]
    assert "Answer this question." in text(client.post(f"{check}documents/{place}/"))
    client.post(f"{check}documents/{place}/", {**YES, "same_text": "wrong"})
    client.post(client.get(f"{check}next/")["Location"], YES)
    assert client.get(f"{check}next/")["Location"] == check
    shown = client.get(check)
    assert "50% Same text 9–91% · 1 of 2" in text(shown)
    assert "German 1 0% 0–79%" in text(shown)
    assert "not the same text" in text(shown)
    assert f'href="{check}documents/{place}/"' in shown.content.decode()
    assert "There are no cases to download for pairs." in text(shown)
    assert "cases.zip" not in shown.content.decode()
    assert client.get(f"{check}cases.zip").status_code == 404
    drawn = AuditEntry.objects.get(kind="spotcheck").after or {}
    assert drawn["kind"] == "copies"
    assert "Copies: do pairs tell the same text?" in text(client.get(PAGE))


def test_two_readers_disagree_about_a_pair(browse: Browse, ports: "Stores") -> None:
    ports.documents().write(group("a", 2))
    one, other = browse("analyst"), browse("operator")
    check = draw(one, "copies", readers="2")
    one.post(f"{check}documents/1/", YES)
    other.post(f"{check}documents/1/", {"same_text": "wrong"})
    shown = text(one.get(check))
    assert "The readers agree on 0 of 1 answers." in shown
    assert "The readers disagree" in shown
    one.post(f"{check}documents/1/", {"same_text": "wrong"})
    assert "0% Same text" in text(one.get(check))
    assert "Enough readers have answered about this pair." in text(
        browse("admin").get(f"{check}documents/1/")
    )


def test_the_rate_of_stories_is_the_known_one(browse: Browse, ports: "Stores") -> None:
    """Put every third story together from two events of the fake web, and answer by its truth."""
    told: dict[str, list[Document]] = {}
    events: dict[str, str] = {}
    for each in reports(16, 5):
        document = article(
            f"https://{each.site}/{each.id}", each.title, each.content, lang=each.lang
        )
        told.setdefault(each.event, []).append(replace(document, copy_id=document.id))
        events[document.url] = each.event
    by_event = [found for found in told.values() if len(found) > 1]
    right, mixed = by_event[:8], by_event[8:]
    wrong = [[one[0], other[0]] for one, other in zip(mixed[::2], mixed[1::2], strict=False)]
    stories = [*right, *wrong]
    assert len(right) > len(wrong) > 0
    for number, documents in enumerate(stories):
        ports.documents().write(documents)
        # A copy of a report is no pair with it.
        ports.documents().write([copy := replace(documents[0], id=f"{number:032}")])
        tell(f"story {number}", [*documents, copy])
    client = browse("analyst")
    check = draw(client, "stories")
    while (where := client.get(f"{check}next/")["Location"]) != check:
        page = client.get(where)
        urls = html_tree(page.content).xpath("//article//a[@class='address']/@href")
        one, other = (events[url] for url in urls)
        assert urls[0] != urls[1]
        client.post(where, {"same_event": "right" if one == other else "wrong"})
    shown = text(client.get(check))
    assert f"· {len(right)} of {len(stories)}" in shown
    assert f"{len(right) / len(stories):.0%} Same event" in shown
    assert shown.count("not the same event") == len(wrong)


@pytest.mark.parametrize("lost", [0, 1])
def test_a_pair_is_left_out_when_either_of_its_documents_is_gone(
    browse: Browse, ports: "Stores", lost: int
) -> None:
    documents = group("a", 2)
    ports.documents().write(documents)
    client = browse("analyst")
    check = draw(client, "copies")
    gone = documents[lost]
    ports.documents().erase([gone.id])
    page = text(client.get(f"{check}next/", follow=True))
    assert "One of these two documents is no longer there" in page
    assert "Text of a." not in page
    assert client.post(f"{check}documents/1/", {"same_text": "wrong"}).status_code == 302
    shown = text(client.get(check))
    assert "1 was no longer there and is left out." in shown
    assert "Ferry" not in shown
    assert client.post(PAGE, {**DRAW, "kind": "copies"}).status_code == 422


def test_it_speaks_chinese_and_names_both_languages(browse: Browse, ports: "Stores") -> None:
    documents = [
        *group("a", 1, copy_id="one"),
        article("https://other.example/1", "渡轮", "渡轮恢复运行。", lang="zh-hans", copy_id="two"),
    ]
    ports.documents().write(documents)
    tell("story", documents)
    client = browse("analyst", headers={"accept-language": "zh-hans"})
    check = draw(client, "stories")
    assert "两篇讲的是同一事件吗？" in text(client.get(f"{check}documents/1/"))
    client.post(f"{check}documents/1/", YES)
    shown = text(client.get(check))
    assert "21–100% · 1 对中 1 对" in shown
    assert "英语 + 简体中文" in shown
