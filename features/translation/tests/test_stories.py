"""Translated titles on the page of a story, where the feature *stories* is there."""

import pytest

from features.translation.tests.conftest import Enter
from features.translation.tests.test_pages import FRENCH, GERMAN, Browse, ask
from testbed.translators import TranslatorServer
from tests.html_trees import html_tree
from tests.unit.webui.samples import article

samples = pytest.importorskip("features.stories.tests.samples")
COPY = article("https://b.example/1", GERMAN.title, "Etwas anderes. Ja", lang="de")


@pytest.fixture
def story(near: object, tables: None) -> str:
    from features.stories.models import StoryMember
    from webui.apps import stores

    stores().documents().write([GERMAN, FRENCH])
    stores().documents().refresh()
    moment = {"first": GERMAN.published, "last": GERMAN.published}
    samples.keep_story([GERMAN, FRENCH, COPY], title=GERMAN.title, lang="de", **moment)
    StoryMember.objects.update(part=GERMAN.id)
    return f"/stories/{GERMAN.id}/"


def test_the_headline_and_the_reports_are_translated(
    browse: Browse, story: str, enter: Enter, server: TranslatorServer
) -> None:
    client = browse("analyst")
    assert "ranslat" not in client.get(story).content.decode()
    enter()
    page = html_tree(ask(client, GERMAN.id, FRENCH.id, page=story))
    headline = page.cssselect(".head h1")[0]
    assert (headline.get("lang"), headline.text_content()) == ("en", "[en] Hafen offen")
    assert "translated by LibreTranslate" in page.cssselect(".head")[0].text_content()
    reports = [
        (each.get("lang"), each.text_content()) for each in page.cssselect("table.reports td > a")
    ]
    # A copy has the same headline, and was not sent.
    assert sorted(reports) == [
        ("en", "[en] Hafen offen"),
        ("en", "[en] Hafen offen"),
        ("en", "[en] Le port"),
    ]
    assert len(server.sent()) == 4
    originals = [each.text_content() for each in page.cssselect("table.reports details p")]
    assert originals.count("Hafen offen") == 2
