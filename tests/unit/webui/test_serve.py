"""What the web interface does before gunicorn forks its workers."""

import os
import sys
from pathlib import Path
from unittest import mock

from storage.settings import Settings
from tests.processes import FORKED
from webui import serve


def _modules_at_the_fork(home: Path) -> set[str]:
    found: set[str] = set()
    os.environ["NEWSLOOM_HOME"] = str(home)
    settings = Settings.from_mapping(os.environ)
    settings.prepare()
    with mock.patch.object(serve, "_Server") as server:
        server.return_value.run.side_effect = lambda: found.update(sys.modules)
        serve.serve(settings)
    return found


def test_the_workers_share_all_pages_from_their_first_request(tmp_path: Path) -> None:
    with FORKED.Pool(1) as process:
        modules = process.apply(_modules_at_the_fork, (tmp_path / "home",))
    assert {"webui.urls", "webui.search.views.search", "webui.api.app"} <= modules
