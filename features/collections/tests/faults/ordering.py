"""Orders to fill collections, carried out by a process that kills itself in the middle.

``python -m features.collections.tests.faults.ordering HOME DATABASE TABLE WRITES`` carries out
what is ordered, and kills itself when so many statements have changed a table since it began, of
which the last one is not committed.
"""

import sys
from contextlib import closing
from pathlib import Path

from features.collections.tests.faults.ruling import kill_after
from storage.settings import Settings
from testbed.databases import database, set_up_django


def _die(home: str, database_url: str, table: str, writes: str) -> None:
    set_up_django()
    with database(database_url):
        from django.db import connection

        from features.collections import orders
        from features.collections.models import CollectionOrder
        from watch.stores import Stores

        with (
            closing(Stores(Settings(home=Path(home)))) as stores,
            connection.execute_wrapper(kill_after(table, int(writes))),
        ):
            for order in CollectionOrder.unfinished():
                for _part in orders.carry_out(order, stores.documents()):
                    pass


if __name__ == "__main__":
    _die(*sys.argv[1:])
