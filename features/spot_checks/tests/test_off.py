"""What spot checks keep while they are off."""

from pathlib import Path

from tests.checkouts import bring_up_to_date, run_code

_LEAVE = """
from django.contrib.auth.models import User
from features.spot_checks.draw import Spread
from features.spot_checks.store import Draw, keep
from tests.unit.webui.samples import article

one = article("https://example.org/1", "One")
drawn = Draw(query="", days=0, spread=Spread.DOCUMENTS, seed=1, matches=1, documents=[one])
keep(drawn, User.objects.create_user("anna"))
"""
_DELETE = """
from django.contrib.auth.models import User

User.objects.get(username="anna").delete()
"""
_SHOW = """
from features.spot_checks.models import SpotCheck

print(list(SpotCheck.objects.values_list("who", "owner")))
"""


def test_the_core_deletes_what_they_refer_to(tmp_path: Path) -> None:
    """When they are on again, and the tables are brought up to date, they have what is left."""
    bring_up_to_date(tmp_path)
    run_code(_LEAVE, tmp_path)
    run_code(_DELETE, tmp_path, "all,-spot_checks")
    bring_up_to_date(tmp_path)
    assert run_code(_SHOW, tmp_path) == "[('anna', None)]\n"
