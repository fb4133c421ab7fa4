"""The API answers as its description says, whatever it is sent: asked by schemathesis, in this
process.
"""

import logging
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from wsgiref.simple_server import WSGIRequestHandler, make_server

import pytest
import schemathesis
from schemathesis.engine import from_schema
from schemathesis.engine.events import FatalError, NonFatalError, ScenarioFinished

from storage.settings import Settings
from tests.unit.webui.samples import article, bury, draft


@pytest.fixture(scope="module")
def token(_database: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A token that may do everything, over stores with something in each."""
    from django.apps import apps
    from django.contrib.auth.models import Group, User

    from crawler.preview import Preview
    from storage.database.people.tokens import create_token
    from storage.database.searches.saved_searches import SearchDraft, save_search
    from storage.database.searches.search import Search
    from storage.database.sources.keyword_lists import save_keyword_list
    from storage.database.sources.sources import add_source
    from watch.stores import Stores
    from webui.api import sources, throttle
    from webui.labels import SCOPES
    from webui.sources.services.preview import Trial

    app: Any = apps.get_app_config("webui")
    earlier, app.stores = (
        app.stores,
        Stores(Settings(home=Path(tmp_path_factory.mktemp("described")) / "home")),
    )
    owner = User.objects.create_user("described")
    owner.groups.add(Group.objects.get(name="admin"))
    app.stores.documents().write(
        [article(f"https://example.org/{n}", f"Bank {n}", "Money.") for n in range(3)]
    )
    bury(app.stores.queue(), "timeout", "{}")
    add_source(draft("Example"), "test")
    save_keyword_list("Banks", ["bank"], "test")
    save_search(SearchDraft(name="Mine", search=Search(text="bank")), owner)
    with pytest.MonkeyPatch.context() as patch:
        # Neither the network nor the minute of the rate limit delays the test.
        trial = Trial(channel="feed", visit=Preview(list_url="", error="not tried"), reading=None)
        patch.setattr(sources, "try_out", lambda *_, **__: trial)
        patch.setattr(throttle, "CALLS_A_MINUTE", 10**9)
        yield create_token(owner, "everything", list(SCOPES), None)[1]
    app.stores.close()
    app.stores = earlier


@pytest.fixture(scope="module")
def address(token: str) -> Iterator[str]:
    """The API behind a socket of this machine: schemathesis' engine cannot call an application
    itself.
    """
    from django.db import connections

    from webui.wsgi import application

    def serve() -> None:
        server.serve_forever(0.05)
        connections.close_all()

    with make_server("127.0.0.1", 0, application(), handler_class=_Silent) as server:
        thread = threading.Thread(target=serve, daemon=True)
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()
        thread.join()


class _Silent(WSGIRequestHandler):
    def log_message(self, *_: Any) -> None:
        """Say nothing."""


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore:Generating overly large repr")
def test_every_answer_is_described(
    address: str, token: str, caplog: pytest.LogCaptureFixture
) -> None:
    """Examples, edge cases of every parameter, made-up content good and bad, and chains of
    operations.
    """
    config = schemathesis.Config.from_dict(
        {
            "auth": {"openapi": {"Token": {"bearer": token}}},
            "generation": {
                "mode": "all",
                "max-examples": 8,
                "deterministic": True,
                "database": "none",
            },
            "phases": {"stateful": {"generation": {"max-examples": 8}}},
            "checks": {
                # What has the right form may still break a rule that no schema can state.
                "positive_data_acceptance": {
                    "expected-statuses": ["2xx", "401", "403", "404", "422"]
                },
            },
        }
    )
    # The description is made when it is first asked for, which takes seconds on a busy machine.
    schema = schemathesis.openapi.from_url(
        f"{address}/api/v1/openapi.json", config=config, timeout=120
    )
    caplog.set_level(logging.CRITICAL, "django.request")
    troubles: list[str] = []
    asked = 0
    for event in from_schema(schema).execute():
        if isinstance(event, ScenarioFinished):
            asked += len(event.recorder.cases)
            checks = [check for found in event.recorder.checks.values() for check in found]
            failures = [check.failure_info.failure for check in checks if check.failure_info]
            troubles += [
                f"{event.recorder.label}: {failure.title}: {failure.message}"
                for failure in failures
            ]
        elif isinstance(event, NonFatalError | FatalError):
            troubles.append(repr(event))
    assert not troubles, "\n\n".join(troubles)
    assert asked > 1_000
