"""What changed since something was added is marked, and the old text stays until it is accepted;
what was erased is gone.
"""

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from features.briefs.tests.samples import BLAST, CHINESE, LATER, grouping
from features.briefs.tests.test_pages import items_of, new_brief, number_of, post, text_of

if TYPE_CHECKING:
    from django.test import Client

    from watch.stores import Stores

Browse = Callable[..., "Client"]
SAID = "Three people died in the blast at the mill on Monday."
SAYS = "Five people died in the blast at the mill on Monday."


def add(client: "Client", brief: str, **fields: Any) -> None:
    post(client, "/briefs/add/", brief=number_of(brief), **fields)


def look(client: "Client", brief: str) -> str:
    """Look for changes; return what the page says then."""
    post(client, f"{brief}renew/")
    return text_of(client, f"{brief}edit/")


def test_a_quotation_that_changed_stays_until_it_is_accepted(
    browse: Browse, ports: "Stores"
) -> None:
    ports.documents().write([BLAST])
    client = browse("analyst")
    brief = new_brief(client)
    add(client, brief, document=BLAST.id, words=SAID)
    add(client, brief, document=BLAST.id, words="Police asked for witnesses.")
    assert "Nothing has changed." in look(client, brief)
    changed = replace(BLAST, content=f"{SAYS}\nPolice asked for witnesses.", changes=1)
    ports.documents().write([changed])
    assert SAID in text_of(client, brief)
    shown = look(client, brief)
    assert "2 items have changed." in shown
    assert "The page no longer says so" in shown
    assert "The page has changed" in shown
    assert SAID in text_of(client, brief)
    first, second = items_of(client, brief)
    post(client, f"{brief}items/{first}/", accept="1")
    assert SAYS in text_of(client, brief)
    post(client, f"{brief}items/{second}/", accept="1")
    assert "Nothing has changed." in look(client, brief)


def test_a_text_that_says_nothing_like_it_any_more_stays_marked(
    browse: Browse, ports: "Stores"
) -> None:
    ports.documents().write([BLAST])
    client = browse("analyst")
    brief = new_brief(client)
    add(client, brief, document=BLAST.id, words=SAID)
    ports.documents().write([replace(BLAST, content="We withdraw this.", changes=1)])
    look(client, brief)
    [item] = items_of(client, brief)
    post(client, f"{brief}items/{item}/", accept="1")
    read = text_of(client, brief)
    assert SAID in read
    assert "The page no longer says so" in read


def test_only_what_was_shown_is_accepted(browse: Browse, ports: "Stores") -> None:
    ports.documents().write([BLAST])
    client = browse("analyst")
    brief = new_brief(client)
    add(client, brief, document=BLAST.id, words=SAID)
    ports.documents().write([replace(BLAST, content=SAYS, changes=1)])
    look(client, brief)
    newer = SAYS.replace("Five", "Nine")
    ports.documents().write([replace(BLAST, content=newer, changes=2)])
    [item] = items_of(client, brief)
    post(client, f"{brief}items/{item}/", accept="1")
    assert SAID in text_of(client, brief)
    post(client, f"{brief}items/{item}/", accept="1")
    assert newer in text_of(client, brief)


def test_a_story_says_what_came_since(browse: Browse, ports: "Stores") -> None:
    ports.documents().write([BLAST, LATER, CHINESE])
    client = browse("analyst")
    brief = new_brief(client)
    with grouping(BLAST.id, LATER.id) as groups:
        groups.contradict()
        add(client, brief, story="mill")
        assert "Nothing has changed." in look(client, brief)
        groups.ids.append(CHINESE.id)
        groups.contradict()
        shown = look(client, brief)
        assert "The story has 1 more report." in shown
        assert "Its reports have 1 new contradiction." in shown
        assert "[1, 2]" in text_of(client, brief)
        [item] = items_of(client, brief)
        post(client, f"{brief}items/{item}/", accept="1")
        assert "[1, 2, 3]" in text_of(client, brief)
    # Without the feature that groups documents, the reports are still there.
    assert "Nothing has changed." in look(client, brief)


def test_what_is_erased_goes_from_briefs_and_its_line_says_so(
    browse: Browse, ports: "Stores"
) -> None:
    from features.briefs.models import BriefSource

    ports.documents().write([BLAST, LATER])
    client = browse("admin")
    brief = new_brief(client)
    with grouping(BLAST.id, LATER.id):
        add(client, brief, story="mill")
        add(client, brief, quote=[f"{BLAST.id}.Three people.", f"{LATER.id}.Five people."])
    add(client, brief, document=BLAST.id, words=SAID)
    by_site = {"kind": "site", "value": "one.example", "most": "100"}
    looked = " ".join(client.post("/users/erase/", by_site).content.decode().split())
    assert "Sources in briefs" in looked
    from features.briefs.feature import erase_documents

    assert erase_documents(ids=[BLAST.id]) == {"briefed": 3}
    assert BriefSource.objects.filter(document_id=BLAST.id).count() == 0
    read = text_of(client, brief)
    assert "Three people" not in read
    assert "one.example" not in read
    assert "Five dead [1] A source of this line was erased." in read
    assert (
        "Five people died in the blast at the mill. [1] A source of this line was erased." in read
    )
    text = client.get(f"{brief}export/?format=md").content.decode()
    assert "* A source of this line was erased." in text
    assert "Northgate" not in text
    shown = look(client, brief)
    assert "Nothing has changed." in shown
    assert "Three" not in shown


def test_a_document_that_is_gone_keeps_its_words(browse: Browse, ports: "Stores") -> None:
    from features.briefs.models import BriefSource

    ports.documents().write([BLAST])
    client = browse("analyst")
    brief = new_brief(client)
    add(client, brief, document=BLAST.id, words=SAID)
    BriefSource.objects.update(document_id="0" * 40)
    shown = look(client, brief)
    assert "No longer stored" in shown
    assert "Accept what is new" not in shown
    assert SAID in text_of(client, brief)


def test_a_changed_quotation_no_longer_stands_for_what_it_does_not_say(
    browse: Browse, ports: "Stores"
) -> None:
    ports.documents().write([BLAST, LATER])
    client = browse("analyst")
    brief = new_brief(client)
    quotes = [f"{BLAST.id}.Three people.Three people", f"{LATER.id}.Five people.Five people"]
    with grouping():
        add(client, brief, quote=quotes)
    ports.documents().write(
        [
            replace(BLAST, content="Nine people died in the blast at the mill.", changes=1),
            replace(LATER, content="Five people died in the blast at that mill.", changes=1),
        ]
    )
    look(client, brief)
    [item] = items_of(client, brief)
    post(client, f"{brief}items/{item}/", accept="1")
    read = text_of(client, brief)
    # The first says neither value any more, the second still says its own.
    assert "Three people" not in read
    assert "Nine people died in the blast at the mill. [1]" in read
    assert "Five people Five people died in the blast at that mill. [2]" in read
    text = client.get(f"{brief}export/?format=md").content.decode()
    assert "* “Nine people died in the blast at the mill.” \\[1\\]" in text
    assert "* Five people: “Five people died in the blast at that mill.” \\[2\\]" in text


def test_sources_that_said_the_same_are_apart_when_one_says_something_else(
    browse: Browse, ports: "Stores"
) -> None:
    ports.documents().write([BLAST, LATER])
    client = browse("analyst")
    brief = new_brief(client)
    with grouping():
        add(client, brief, quote=[f"{BLAST.id}.Three people.", f"{LATER.id}.Five people."])
    assert "[1, 2]" in text_of(client, brief)
    ports.documents().write([replace(BLAST, content=SAYS, changes=1)])
    look(client, brief)
    [item] = items_of(client, brief)
    post(client, f"{brief}items/{item}/", accept="1")
    read = text_of(client, brief)
    assert f"{SAYS} [1]" in read
    assert "Five people died in the blast at the mill. [2]" in read


def test_words_that_their_page_reserves_since_stay_here(browse: Browse, ports: "Stores") -> None:
    ports.documents().write([BLAST])
    client = browse("analyst")
    brief = new_brief(client)
    add(client, brief, document=BLAST.id, words=SAID)
    ports.documents().write([replace(BLAST, rights=("tdm-reserved",))])
    for ending in ("md", "html"):
        text = client.get(f"{brief}export/?format={ending}").content.decode()
        assert "Three people" not in text
        assert "Northgate" not in text
        assert "The page reserves such use (tdm-reserved)." in text
    shown = look(client, brief)
    assert "1 item has changed." in shown
    assert "The page reserves such use: handed on without its words" in shown
    [item] = items_of(client, brief)
    post(client, f"{brief}items/{item}/", accept="1")
    assert "Nothing has changed." in look(client, brief)
    assert "handed on without its words" in text_of(client, brief)
    assert SAID in text_of(client, brief)
