"""Without the feature there is no such login, and nobody speaks of it."""

from pathlib import Path

from tests.checkouts import bring_up_to_date, run_code

_OPENED = """
from django.test import Client
from watch.labels import audit_actions
client = Client(SERVER_NAME="localhost")
page = client.get("/login/")
print(
    page.status_code,
    "/login/sign-on/" in page.content.decode(),
    client.post("/login/sign-on/").status_code,
    client.get("/login/sign-on/return/").status_code,
    "log in with sign-on" in audit_actions(),
)
"""


def test_nothing_leads_to_a_provider(tmp_path: Path) -> None:
    bring_up_to_date(tmp_path)
    assert run_code(_OPENED, tmp_path, "all,-sign_on") == "200 False 404 404 False\n"
    assert run_code(_OPENED, tmp_path).endswith("404 404 True\n"), "no provider is set"
