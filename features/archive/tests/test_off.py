"""Without the archive, nothing leads to its pages, and what sources and documents have stays."""

from pathlib import Path
from typing import Any

import pytest
from django.test import override_settings

from hooks.features import load_features
from tests.checkouts import ROOT, run_code, run_in
from tests.unit.webui.samples import draft

_OFF = "all,-archive"
_OPEN = """
import json
from django.contrib.auth.models import Group, User
from django.test import Client
from crawler.page_keeping import page_keeper
from hooks.process import features
from tests.unit.webui.samples import article
from webui.api.app import api
from webui.apps import stores

made = article("https://news.example/story", "Ferry runs again", archived=("a.warc.gz:0",))
stores().documents().write([made])
user = User.objects.create_user("anna")
user.groups.add(Group.objects.get(name="admin"))
client = Client(SERVER_NAME="localhost")
client.force_login(user, "django.contrib.auth.backends.ModelBackend")
page = client.get(f"/documents/{made.id}/")
print(json.dumps([
    page.status_code,
    "archived/" in page.content.decode(),
    client.get(f"/documents/{made.id}/archived/").status_code,
    "Whether to keep its pages as they came" in json.dumps(api.get_openapi_schema()),
    page_keeper(features(), stores().settings) is None,
]))
"""


def test_no_page_is_kept_shown_or_offered(tmp_path: Path) -> None:
    run_in(ROOT, "newsloom.py", "migrate", home=tmp_path / "on").check_returncode()
    run_in(ROOT, "newsloom.py", "migrate", home=tmp_path / "off").check_returncode()
    assert run_code(_OPEN, tmp_path / "on") == "[200, true, 200, true, false]\n"
    assert run_code(_OPEN, tmp_path / "off", _OFF) == "[200, false, 404, false, true]\n"


@pytest.mark.parametrize("command", ["archive", "reread"])
def test_its_commands_say_that_it_is_off(tmp_path: Path, command: str) -> None:
    done = run_in(ROOT, "newsloom.py", command, home=tmp_path, NEWSLOOM_FEATURES=_OFF)
    assert done.returncode == 2
    assert f"{command} is one of the feature archive, which is off" in done.stderr


def test_its_settings_count_for_nothing(tmp_path: Path) -> None:
    wrong = {"NEWSLOOM_ARCHIVE": "some", "NEWSLOOM_ARCHIVE_URL": "ftp://key:secret@a.example"}
    run_in(ROOT, "newsloom.py", "migrate", home=tmp_path).check_returncode()
    off = run_in(
        ROOT, "newsloom.py", "doctor", "--writes", home=tmp_path, NEWSLOOM_FEATURES=_OFF, **wrong
    )
    assert off.returncode == 0
    assert "archive   " not in off.stdout
    on = run_in(ROOT, "newsloom.py", "doctor", home=tmp_path, **wrong)
    assert on.returncode != 0
    assert "NEWSLOOM_ARCHIVE is 'some': choose one of none, chosen, all" in on.stderr
    assert "NEWSLOOM_ARCHIVE_URL must start with file:// or s3://" in on.stderr
    assert "secret" not in on.stderr


def test_the_form_has_no_field_and_keeps_its_value(tables: None) -> None:
    from webui.sources.forms.source import SourceForm

    stored = draft("Example", archive=True)
    sent: dict[str, Any] = {"name": "Other", "channel": "feed", "address": stored.address}
    with override_settings(FEATURES=load_features(_OFF.split(","))):
        form = SourceForm(sent | {"interval_seconds": "900"}, lists=[], config=stored)
        assert "archive" not in form.fields
        form.is_valid()
        assert form.visit_config().archive  # type: ignore[union-attr]
