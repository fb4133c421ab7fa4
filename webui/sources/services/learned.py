"""The traps of a source: links of its lists that lead nowhere."""

from collections.abc import Sequence
from dataclasses import replace

from storage.database.models import Source
from storage.keys import host_of
from storage.learned.store import TRAPS
from storage.learned.trap import ALLOWED_SECONDS, Trap
from webui.apps import stores


def traps_of(source: Source) -> Sequence[Trap]:
    """Return the traps that the source's lists led into, or that are on its host, the latest first.

    Raises Unavailable.
    """
    host = host_of(source.address)
    found = [Trap.from_fact(fact) for fact in stores().learned().facts(TRAPS).values()]
    ours = [trap for trap in found if trap.source_id == source.pk or trap.host == host]
    return sorted(ours, key=lambda trap: (-trap.at, trap.name))


def allow_trap(source: Source, name: str) -> Trap | None:
    """Let lists of the source follow the links of a trap again; return it, None if it is gone.

    Raises Unavailable.
    """
    trap = next((trap for trap in traps_of(source) if trap.name == name), None)
    if trap is None:
        return None
    stores().learned().put(TRAPS, trap.name, replace(trap, allowed=True).to_fact(), ALLOWED_SECONDS)
    return trap
