"""What dashboards keep while they are off."""

from pathlib import Path

from tests.checkouts import bring_up_to_date, run_code

_LEAVE = """
from django.contrib.auth.models import Group, User
from features.dashboards.store import DashboardDraft, save_dashboard

anna, ben, cleo = (User.objects.create_user(name) for name in ("anna", "ben", "cleo"))
for user in (anna, ben, cleo):
    user.groups.add(Group.objects.get(name="analyst"))
save_dashboard(DashboardDraft(name="Of Anna"), anna)
save_dashboard(DashboardDraft(name="Of Ben", sharing="named", readers=["anna", "cleo"]), ben)
"""
_DELETE = """
from django.contrib.auth.models import User

User.objects.get(username="anna").delete()
"""
_SHOW = """
from features.dashboards.models import Dashboard

boards = Dashboard.objects.all()
print([(each.name, [user.username for user in each.readers.all()]) for each in boards])
"""


def test_the_core_deletes_what_they_refer_to(tmp_path: Path) -> None:
    """When they are on again, and the tables are brought up to date, they have what is left."""
    bring_up_to_date(tmp_path)
    run_code(_LEAVE, tmp_path)
    run_code(_DELETE, tmp_path, "all,-dashboards")
    bring_up_to_date(tmp_path)
    assert run_code(_SHOW, tmp_path) == "[('Of Ben', ['cleo'])]\n"
