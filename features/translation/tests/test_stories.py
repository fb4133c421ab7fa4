"""Translated titles as the list of stories and the page of a story show them."""

from dataclasses import replace
from datetime import UTC, datetime
from types import SimpleNamespace
from typing import TYPE_CHECKING

from features.translation.tests.conftest import Enter
from features.translation.tests.test_pages import FRENCH, GERMAN, Browse, ask
from hooks.answers import Titled
from storage.documents.port import Document
from tests.unit.webui.samples import article, compact

if TYPE_CHECKING:
    from testbed.translators import TranslatorServer
    from watch.stores import Stores

COPY = article("https://b.example/1", GERMAN.title, "Etwas anderes. Ja", lang="de")


def test_the_headline_and_the_reports_are_translated(near: object, enter: Enter) -> None:
    from django.contrib.auth.models import User
    from django.template.loader import render_to_string

    from features.translation import store
    from features.translation.texts import foreign
    from webui.parts import for_titles

    enter()
    user = User.objects.create_user("jane")
    store.begin_reading(user)
    texts = ["Harbour open", "The harbour is open.", "<The port>", "It is open."]
    store.keep([foreign(GERMAN), foreign(FRENCH)], texts, "en", "LibreTranslate")
    rows = [Titled(each.id, each.title, each.lang) for each in (GERMAN, FRENCH, COPY)]
    found = for_titles("story", [*rows, Titled("", GERMAN.title, "de")], user)

    def shown(key: str) -> str:
        (part,) = found[key]
        member = SimpleNamespace(document=key, title="Der Titel")
        page = {"report": SimpleNamespace(member=member, lang="de"), "story": GERMAN}
        return compact(render_to_string(part.template, {**page, **part.context}))

    assert '<h1 lang="en">Harbour open</h1>' in shown("")
    assert '<p lang="de">Hafen offen</p>' in shown("")
    assert f'<a href="/documents/{FRENCH.id}/" lang="en">&lt;The port&gt;</a>' in shown(FRENCH.id)
    # A copy has the same headline, and was not sent.
    for key in (GERMAN.id, COPY.id):
        assert 'lang="en">Harbour open</a>' in shown(key)
        assert "translated by LibreTranslate" in shown(key)
        assert '<p lang="de">Der Titel</p>' in shown(key)


def keep_story(*reports: Document) -> None:
    """Store a story with the headline of the first report; it is there without an import."""
    from django.apps import apps

    first = reports[0]
    times = {"first": first.published, "last": first.published}
    apps.get_model("stories", "Story").objects.create(
        id=first.id, title=first.title, lead="Der Hafen", lang="de", documents=2, **times
    )
    for each in reports:
        assert each.published
        told = {"story": first.id, "part": first.id, "kind": each.kind, "title": each.title}
        apps.get_model("stories", "StoryMember").objects.create(
            document=each.id, site=each.site, published=each.published, **told
        )


def test_the_list_of_stories_is_translated(
    browse: Browse, near: "Stores", enter: Enter, server: "TranslatorServer"
) -> None:
    enter()
    now = datetime.now(UTC)
    german, other = (replace(each, published=now) for each in (GERMAN, COPY))
    near.documents().write([german, other])
    near.documents().refresh()
    keep_story(german, replace(other, title="Anders"))
    client = browse("analyst")
    before = compact(client.get("/stories/").content.decode())
    assert f'name="document" value="{GERMAN.id}"' in before
    assert "Translate titles" in before
    page = ask(client, GERMAN.id, page="/stories/")
    assert f'<a href="/stories/{GERMAN.id}/" lang="en" data-hit>[en] Hafen offen</a>' in page
    assert '<p class="lead" lang="en">[en] Der Hafen ist offen.</p>' in page
    assert '<p lang="de"><strong>Hafen offen</strong></p>' in page
    assert page.count('<p class="lead"') == 1
    assert "Show originals" in page
