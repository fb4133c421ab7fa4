"""Translated titles as the page of a story shows them: its headline, and its reports."""

from types import SimpleNamespace

from features.translation.tests.conftest import Enter
from features.translation.tests.test_pages import FRENCH, GERMAN
from hooks.answers import Titled
from tests.unit.webui.samples import article, compact

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
