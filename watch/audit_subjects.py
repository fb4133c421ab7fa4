"""What entries of the audit log are about, in the reader's language.

Entries keep codes, which are worded here. Those of earlier versions keep the words of whoever made
the change, and stay as they are.
"""

from collections.abc import Callable, Mapping
from urllib.parse import parse_qs

from django.utils.translation import gettext as _

from storage.learned.orders import PauseKind
from watch.durations import interval
from watch.labels import JOB_STATES, OUTCOMES, RULES, THRESHOLDS, label, tube_names

AGES: Mapping[str, int] = {"10m": 600, "1h": 3_600, "1d": 86_400, "7d": 7 * 86_400}
"""The least ages to choose jobs by, in seconds."""


def subject_in_words(kind: str, subject: str) -> str:
    """Return what an entry is about: a name as it is, a queue, a choice of jobs, a rule or
    thresholds in words.
    """
    match kind:
        case "rule":
            return _(", ").join(
                label({**RULES, **THRESHOLDS}, code) for code in subject.split(", ")
            )
        case "queue" if subject == PauseKind.EVERYTHING:
            return _("everything")
        case "queue" if subject.startswith("state="):
            return _jobs_in_words(subject)
        case "queue":
            return label(tube_names(), subject)
    return subject


def _jobs_in_words(query: str) -> str:
    """Return which jobs a filter takes; ``query`` is that of the address of the page of jobs."""
    chosen = {name: values[0] for name, values in parse_qs(query).items()}
    words: Mapping[str, Callable[[str], str]] = {
        "state": lambda code: label(JOB_STATES, code),
        "tube": lambda code: label(tube_names(), code),
        "source": lambda number: f"#{number}",
        "host": str,
        "reason": lambda code: label(OUTCOMES, code),
        "age": lambda code: _("older than %(age)s") % {"age": interval(AGES.get(code, 0))},
        "failed": lambda _set: _("failed before"),
    }
    return " · ".join(word(chosen[name]) for name, word in words.items() if name in chosen)
