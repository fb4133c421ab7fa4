"""Without the feature, there is no address, whether or not a scrape has the token."""

from pathlib import Path

from tests.checkouts import bring_up_to_date, run_code

_ASK = """
from dataclasses import replace
from django.test import Client
from webui.apps import stores

client = Client(SERVER_NAME="localhost")
found = [client.get("/metrics").status_code]
stores().settings = replace(stores().settings, metrics_token="a long token")
sent = {"Authorization": "Bearer a long token"}
found += [client.get("/metrics", headers=sent).status_code]
print(found, client.get("/healthz").status_code)
"""


def test_there_is_no_address(tmp_path: Path) -> None:
    bring_up_to_date(tmp_path)
    assert run_code(_ASK, tmp_path) == "[200, 200] 200\n"
    assert run_code(_ASK, tmp_path, "all,-metrics") == "[404, 404] 200\n"
