"""Without the feature, nothing speaks of browsers, and what sources have stays."""

from pathlib import Path
from typing import Any

from hooks.features import load_features
from tests.checkouts import ROOT, run_code, run_in
from tests.unit.webui.samples import draft

OFF = "all,-rendering"
_SAID = """
import json
from scheduler.queue.backends import open_queue
from scheduler.queue.tubes import all_tubes
from storage.settings import Settings
from webui.api.app import api
from webui.sources.advice import advice
schema = json.dumps(api.get_openapi_schema())
print(json.dumps([
    all_tubes(),
    [each.tube for each in open_queue(Settings.from_mapping(__import__("os").environ)).stats()],
    "browser reads" in schema or '"render"' in schema,
    "browser" in advice("script_shell"),
]))
"""


def test_queues_api_and_advice_know_no_browser(tmp_path: Path) -> None:
    off = run_code(_SAID, tmp_path, OFF)
    assert off == '[["list", "page"], ["list", "page"], false, false]\n'
    on = run_code(_SAID, tmp_path)
    assert on == '[["list", "page", "render"], ["list", "page", "render"], true, true]\n'


def test_a_worker_of_the_pool_is_refused_in_a_sentence(tmp_path: Path) -> None:
    command = ("newsloom.py", "worker", "--pool", "render")
    done = run_in(ROOT, *command, home=tmp_path, NEWSLOOM_FEATURES=OFF, NEWSLOOM_RENDER_PAGES="0")
    assert done.returncode == 2
    assert "'render' is a pool of the feature rendering, which is off" in done.stderr


def test_the_form_has_no_field_and_keeps_its_value(tables: None) -> None:
    from django.test import override_settings

    from webui.sources.forms.source import SourceForm

    stored = draft("Example", render="always")
    sent: dict[str, Any] = {"name": "Other", "channel": "feed", "address": stored.address}
    with override_settings(FEATURES=load_features(["all", "-rendering"])):
        form = SourceForm(
            sent | {"render": "never", "interval_seconds": "900"}, lists=[], config=stored
        )
        assert "render" not in form.fields
        form.is_valid()
        assert form.visit_config().render == "always"  # type: ignore[union-attr]
