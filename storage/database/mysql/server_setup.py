"""How a MySQL or MariaDB server is set up: clock, durability, and rights that Newsloom's user
should not have.
"""

import re
import time
from collections.abc import Sequence

from django.db.backends.base.base import BaseDatabaseWrapper

from storage.setup_finding import SetupFinding, clock_findings

# Whoever has them writes to a primary that is read-only, or reads and deletes what is not ours.
_TOO_MUCH = (
    "ALL PRIVILEGES",
    "SUPER",
    "CONNECTION_ADMIN",
    "CONNECTION ADMIN",
    "READ_ONLY ADMIN",
    "READ ONLY ADMIN",
    "SYSTEM_VARIABLES_ADMIN",
    "FILE",
    "SHUTDOWN",
    "CREATE USER",
)
_ON_EVERYTHING = re.compile(r"^GRANT (?P<rights>.*) ON \*\.\* TO", re.IGNORECASE)


def mysql_findings(connection: BaseDatabaseWrapper) -> list[SetupFinding]:
    """Return what is wrong with the server."""
    with connection.cursor() as cursor:
        before = time.time()
        cursor.execute("SELECT UNIX_TIMESTAMP(NOW(6))")
        [now] = cursor.fetchone()
        found = clock_findings(float(now), before, time.time())
        cursor.execute("SELECT @@read_only, @@innodb_flush_log_at_trx_commit")
        read_only, flush = cursor.fetchone()
        cursor.execute("SHOW GRANTS")
        grants = [row[0] for row in cursor.fetchall()]
    if read_only:
        found.append(
            SetupFinding(
                text="it is read-only: name the primary, or set read_only=0 on it", is_bad=True
            )
        )
    if flush != 1:
        found.append(
            SetupFinding(
                text="a crash of its machine loses its last second, such as a source that was just "
                "saved: set innodb_flush_log_at_trx_commit=1"
            )
        )
    if rights := too_many(grants):
        found.append(
            SetupFinding(
                text=f"its user has rights on the whole server ({', '.join(rights)}): grant ALL on "
                "Newsloom's database only"
            )
        )
    return found


def too_many(grants: Sequence[str]) -> list[str]:
    """Return the rights on the whole server that Newsloom's user should not have.

    Args:
        grants: The lines of ``SHOW GRANTS``.
    """
    held = [match["rights"].upper() for line in grants if (match := _ON_EVERYTHING.match(line))]
    words = {part.strip() for rights in held for part in rights.split(",")}
    return [right for right in _TOO_MUCH if right in words]
