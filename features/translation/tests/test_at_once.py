"""Two administrators who enter a translator at the same moment."""

import threading
from collections.abc import Callable
from typing import Any

from testbed.databases import database, set_up_django


def test_two_that_enter_the_first_one_at_once_make_one(mysql_url: str) -> None:
    set_up_django()
    with database(mysql_url):
        from django.db import connection

        from features.translation.entered import save
        from features.translation.models import EnteredTranslator
        from storage.database.models import AuditEntry

        def enter(who: str) -> None:
            address = f"https://{who}.example"
            save(EnteredTranslator(kind="libretranslate", address=address), who)

        def enter_as_ben() -> None:
            enter("ben")
            connection.close()

        ben = threading.Thread(target=enter_as_ben)

        def before_insert(run: Callable[..., Any], sql: str, *given: Any) -> Any:
            """Let Ben be quicker, once Anna has seen that there is none."""
            if sql.startswith("INSERT") and ben.ident is None:
                ben.start()
                ben.join()
            return run(sql, *given)

        with connection.execute_wrapper(before_insert):
            enter("anna")
        there = EnteredTranslator.objects.values_list("address", flat=True)
        assert list(there) == ["https://anna.example"]
        said = AuditEntry.objects.order_by("pk").values_list("who", "action")
        assert list(said) == [("ben", "create"), ("anna", "change")]
