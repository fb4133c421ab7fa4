"""The pages and operations of storylines."""

import json
import re
from collections.abc import Callable
from datetime import timedelta
from typing import TYPE_CHECKING, Any

import pytest

from features.storylines.tests.samples import (
    ARREST,
    NOW,
    QUAKE,
    TERMS,
    TOLL,
    forget_storylines,
    keep,
)
from tests.unit.webui.samples import compact

if TYPE_CHECKING:
    from django.test import Client

    from watch.stores import Stores

Browse = Callable[..., "Client"]


@pytest.fixture
def storyline(tables: None, ports: "Stores") -> str:
    """A storyline of three chapters; return its id."""
    forget_storylines()
    [first, _] = keep(ports, "quake", QUAKE, 20)
    keep(ports, "toll", TOLL, 13)
    keep(ports, "arrest", ARREST, 4)
    make_chapters(ports)
    return first.id


def make_chapters(ports: "Stores", days: float = 0) -> None:
    from features.storylines.chapters import ChapterLoop

    for _part in ChapterLoop(ports).parts(NOW + timedelta(days=days)):
        pass


def text_of(client: "Client", path: str, status: int = 200) -> str:
    answer = client.get(path)
    assert answer.status_code == status, answer.content
    return " ".join(re.sub(r"<[^>]*>", " ", compact(answer.content.decode())).split())


def test_a_storyline_says_what_holds_and_what_each_chapter_adds(
    browse: Browse, storyline: str
) -> None:
    shown = text_of(browse("analyst"), f"/storylines/{storyline}/")
    top = shown[shown.index("Follow") : shown.index("First report")]
    assert "3 chapters 2 sites 6 reports" in top
    assert "First report: agency.example" in shown
    at = [shown.rindex(title) for title in (ARREST, TOLL, QUAKE)]
    assert at == sorted(at), "the newest chapter comes first"
    assert "Deaths: 12 → is now 35" in shown
    assert "New in this chapter" in shown
    assert "found 4 families" in shown
    assert "Told by several sites" in shown


def test_a_chapter_alone_does_not_wait_to_be_compared(browse: Browse, ports: "Stores") -> None:
    """A storyline may come down to one, whose page is in messages and bookmarks."""
    forget_storylines()
    [alone, _] = keep(ports, "bank", "Bank fails", 5, vector={"bank": 1.0}, names=[])
    make_chapters(ports)
    shown = text_of(browse("analyst"), f"/storylines/{alone.id}/")
    assert "1 chapter" in shown
    assert "ompared" not in shown


def test_the_lines_lead_to_their_sentences_and_the_titles_to_their_stories(
    browse: Browse, storyline: str
) -> None:
    client = browse("analyst")
    page = client.get(f"/storylines/{storyline}/").content.decode()
    for address in set(re.findall(r'href="(/(?:stories|documents)/[^"#]+)', page)):
        assert client.get(address).status_code == 200
    quoted = [each for each in re.findall(r'href="(/documents/[^"#]+)', page) if "sentence" in each]
    assert quoted
    assert all('id="match"' in client.get(each).content.decode() for each in quoted)


def test_a_story_leads_to_its_storyline(browse: Browse, storyline: str, ports: "Stores") -> None:
    client = browse("analyst")
    [alone, _] = keep(ports, "bank", "Bank fails", 5, vector={"bank": 1.0}, names=[])
    make_chapters(ports)
    assert "Storyline: 3 chapters" in text_of(client, f"/stories/{storyline}/")
    assert "Storyline:" not in text_of(client, f"/stories/{alone.id}/")
    assert (
        f'href="/storylines/{storyline}/"' in client.get(f"/stories/{storyline}/").content.decode()
    )


def test_the_list_has_storylines_with_several_chapters(
    browse: Browse, storyline: str, ports: "Stores"
) -> None:
    keep(ports, "bank", "Bank fails", 5, vector={"bank": 1.0}, names=[])
    make_chapters(ports)
    client = browse("analyst")
    shown = text_of(client, "/storylines/")
    assert "1 storyline" in shown
    assert f"{QUAKE} Newest chapter: {ARREST} 3 chapters 2 sites 6 reports" in shown
    assert "Bank fails" not in shown
    assert QUAKE in text_of(client, "/storylines/?q=builder")
    assert "Nothing matches the filter" in text_of(client, "/storylines/?q=bank")
    assert "You follow no storyline" in text_of(client, "/storylines/?followed=1")
    assert "There is no page 9" in text_of(client, "/storylines/?page=9")
    assert "not a number" in text_of(client, "/storylines/?page=x", 400)
    assert "not one of the choices" in text_of(client, "/storylines/?followed=yes", 400)


def test_an_empty_list_says_what_is_missing(browse: Browse) -> None:
    from features.stories.tests.samples import forget_stories

    forget_stories()
    forget_storylines()
    assert "The stories role has not run yet" in text_of(browse("analyst"), "/storylines/")


def test_an_outage_is_said(browse: Browse, storyline: str, monkeypatch: pytest.MonkeyPatch) -> None:
    from features.storylines import services
    from storage.errors import Unavailable

    def fail(*_args: object, **_options: object) -> None:
        raise Unavailable("the database", "it is away")

    monkeypatch.setattr(services, "sites_of", fail)
    client = browse("analyst")
    assert "The storylines cannot be shown now." in text_of(client, "/storylines/", 503)
    path = f"/storylines/{storyline}/"
    assert "The storyline cannot be shown now." in text_of(client, path, 503)


def test_a_storyline_of_ten_thousand_reports_and_many_chapters_says_what_it_leaves_out(
    browse: Browse, ports: "Stores"
) -> None:
    from features.stories.tests.samples import add_reports
    from features.storylines.models import Chapter

    forget_storylines()
    for place in range(102):
        [first, _] = keep(None, f"c{place}", f'Chapter "{place}" & more', 60 - place / 2)
        begun = NOW - timedelta(days=60 - place / 2)
        Chapter.objects.create(story=first.id, storyline="s" * 32, first=begun, last=begun)
    add_reports(first.id, 10_000, sites=2_000)
    shown = text_of(browse("analyst"), f"/storylines/{'s' * 32}/")
    assert "102 chapters" in shown
    assert "These are the 100 newest of 102 chapters" in shown
    assert "2,002 sites" in shown
    assert "Chapter &quot;101&quot; &amp; more" in shown


def test_foreign_text_is_escaped_and_has_its_direction(browse: Browse, ports: "Stores") -> None:
    forget_storylines()
    nasty = '<script>alert("x")</script> زلزال'
    [first, _] = keep(None, "one", nasty, 9, lang="ar", vector=TERMS)
    keep(None, "two", f"{nasty} 2", 3, lang="ar", vector=TERMS)
    make_chapters(ports)
    client = browse("analyst")
    for path in ("/storylines/", f"/storylines/{first.id}/"):
        page = client.get(path).content.decode()
        assert nasty not in page
        assert re.search(r'lang="ar" dir="auto"[^>]*>&lt;script', page)


def test_the_api_returns_storylines_and_one_with_its_chapters(
    browse: Browse, storyline: str
) -> None:
    client = browse("analyst")
    listed = json.loads(client.get("/api/v1/storylines").content)
    assert listed["total"] == 1
    [head] = listed["storylines"]
    assert (head["id"], head["title"], head["chapters"]) == (storyline, QUAKE, 3)
    assert json.loads(client.get("/api/v1/storylines?q=nothing").content)["total"] == 0
    assert json.loads(client.get("/api/v1/storylines?followed=true").content)["total"] == 0
    found: dict[str, Any] = json.loads(client.get(f"/api/v1/storylines/{storyline}").content)
    assert {name: found[name] for name in head} == head
    assert [each["title"] for each in found["parts"]] == [ARREST, TOLL, QUAKE]
    [change] = found["parts"][1]["changes"]
    assert (change["figure"], change["before"], change["after"]) == ("dead", "12", "35")
    assert change["after_line"]["text"] in "".join(
        client.get(f"/documents/{change['after_line']['document']}/").content.decode()
    )
    assert client.get("/api/v1/storylines/nothing").status_code == 404
    assert client.get("/api/v1/storylines?size=0").status_code == 422
    assert client.get("/api/v1/storylines?wrong=1").status_code == 422
