"""Without the feature, no comment is read, shown or offered, and those that are stored stay."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from django.test import override_settings

from features.comments.tests.contract.test_crawl import FEED, IN_FEED, ON_PAGE, Story, said
from hooks.features import load_features
from storage.settings import Settings
from tests.checkouts import bring_up_to_date, run_code
from tests.unit.webui.samples import draft

_OFF = ["all", "-comments"]
_SHOWN = """
import json
from dataclasses import replace
from django.contrib.auth.models import Group, User
from django.test import Client
from storage.documents.port import DocumentComment
from tests.unit.webui.samples import article
from webui.api.app import api
from webui.apps import stores

said = DocumentComment(author="Jane", published=None, body="Will there be parking?")
pier = replace(article("https://example.org/1", "Pier", "Boats."), comments=(said,))
stores().documents().write([pier])
user = User.objects.create_user("anna")
user.groups.add(Group.objects.get(name="admin"))
client = Client(SERVER_NAME="localhost")
client.force_login(user, "django.contrib.auth.backends.ModelBackend")
page = client.get(f"/documents/{pier.id}/").content.decode()
search = client.get("/search/").content.decode()
found = client.get("/search/?q=comments:parking").content.decode()
sources = json.dumps(api.get_openapi_schema()["components"]["schemas"]["SourceIn"])
print(json.dumps([
    "Boats." in page, "1 comment" in page, "parking" in page, "comments:parking" in search,
    "Pier" in found, '"comments"' in sources,
]))
user.delete()
"""


@pytest.fixture
def story(tables: None, tmp_path: Path) -> Story:
    return Story(Settings(home=tmp_path, max_attempts=1))


def test_pages_and_operations_do_not_speak_of_comments(tmp_path: Path) -> None:
    bring_up_to_date(tmp_path)
    off = run_code(_SHOWN, tmp_path, "all,-comments")
    assert off == "[true, false, false, false, true, false]\n"
    assert run_code(_SHOWN, tmp_path) == "[true, true, true, true, true, true]\n"


def test_a_visit_reads_no_comments_and_keeps_those_that_are_stored(story: Story) -> None:
    story.paper.declared_by = "page"
    with override_settings(FEATURES=load_features(_OFF)):
        document = story.read()
    assert (document.comments, document.comments_url) == ((), "")
    assert story.paper.fetched == ["/list.xml", "/ferry"]
    story.read_again()
    assert said(story.stored()) == [*ON_PAGE, *IN_FEED]
    story.paper.in_feed = (*IN_FEED, ("Li", "The next boat was empty."))
    with override_settings(FEATURES=load_features(_OFF)):
        assert said(story.read_again()) == [*ON_PAGE, *IN_FEED]
        assert story.paper.fetched == ["/ferry"]
        again = story.read(replace(FEED, name="Another feed"))
        assert said(again) == [*ON_PAGE, *IN_FEED]


def test_the_form_has_no_field_and_keeps_its_value(tables: None) -> None:
    from webui.sources.forms.source import SourceForm

    stored = draft("Example", comments=True)
    sent: dict[str, Any] = {"name": "Other", "channel": "feed", "address": stored.address}
    with override_settings(FEATURES=load_features(_OFF)):
        form = SourceForm(sent | {"interval_seconds": "900"}, lists=[], config=stored)
        assert "comments" not in form.fields
        form.is_valid()
        assert form.visit_config().comments  # type: ignore[union-attr]
