"""Without traces of URLs, no page and no command leads to one."""

from pathlib import Path

from tests.checkouts import ROOT, bring_up_to_date, run_code, run_in

OFF = "all,-trace"
_SHOW = """
from django.contrib.auth.models import Group, User
from django.test import Client
from storage.database.sources.sources import add_source
from tests.unit.webui.samples import article, draft
from webui.apps import stores

bank = article("https://example.org/1", "Bank", "Money.")
stores().documents().write([bank])
source = add_source(draft("Example"), "anna").pk
user = User.objects.create_user("anna")
user.groups.add(Group.objects.get(name="admin"))
client = Client(SERVER_NAME="localhost")
client.force_login(user, "django.contrib.auth.backends.ModelBackend")
for path in ("/trace/", "/monitor/", "/monitor/errors/", f"/sources/{source}/", f"/documents/{bank.id}/"):
    answer = client.get(path)
    said = answer.content.decode()
    print(answer.status_code, [word for word in ('href="/trace/', "What happened") if word in said])
"""


def test_nothing_leads_to_a_trace(tmp_path: Path) -> None:
    bring_up_to_date(tmp_path)
    assert run_code(_SHOW, tmp_path, OFF).splitlines() == ["404 []", *["200 []"] * 4]
    listed = run_in(ROOT, "newsloom.py", "--help", home=tmp_path, NEWSLOOM_FEATURES=OFF)
    assert "Say what happened to a URL" not in listed.stdout
    refused = run_in(ROOT, "newsloom.py", "trace", "x", home=tmp_path, NEWSLOOM_FEATURES=OFF)
    assert refused.returncode == 2
