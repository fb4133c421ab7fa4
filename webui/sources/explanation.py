"""Why a source is in its state, and what to do next, in the reader's language. Pure.

The table, the source's page, the API and ``newsloom source list`` all explain a state with these sentences.
"""

from enum import StrEnum

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from webui.sources.advice import advice
from webui.sources.source_health import SourceHealth, SourceState


class NextStep(StrEnum):
    """What the page of a source offers as one button."""

    NONE = ""
    REPAIR = "repair"
    USE_NEW_ADDRESS = "use_new_address"
    RESUME = "resume"


_STEPS = {
    SourceState.PAUSED: NextStep.RESUME,
    SourceState.FAILING: NextStep.REPAIR,
    SourceState.BLOCKED: NextStep.REPAIR,
    SourceState.NOTHING_USABLE: NextStep.REPAIR,
    SourceState.CHANGED: NextStep.REPAIR,
    SourceState.SILENT: NextStep.REPAIR,
    SourceState.MOVED: NextStep.USE_NEW_ADDRESS,
}
_SENTENCES = {
    SourceState.PAUSED: gettext_lazy("Resume the source to visit it again."),
    SourceState.NEW: gettext_lazy("The scheduler visits the source as soon as it is due."),
    SourceState.WORKING: gettext_lazy("Wait for the end of the first visit."),
    SourceState.LATE: gettext_lazy("Look at the monitor: the scheduler may be stopped, or the queue too long."),
    SourceState.RETRYING: gettext_lazy("Newsloom repeats the visit by itself."),
    SourceState.MOVED: gettext_lazy(
        "Use the new address. Newsloom remembers the old host, so no page is stored a second time."
    ),
    SourceState.CHANGED: gettext_lazy(
        "Compare a page from before with one from now. If the texts are right, accept the new look; otherwise "
        "repair the source."
    ),
    SourceState.SILENT: gettext_lazy(
        "Open the address in a browser. If the site still publishes, its list has moved or changed: repair the source."
    ),
}


def next_step(state: SourceHealth) -> NextStep:
    """Return the step that one button takes."""
    return _STEPS.get(state.health, NextStep.NONE)


def what_to_do(state: SourceHealth, channel: str = "") -> str:
    """Return one or two sentences about the next step for a source of this channel, "" if there is nothing to do."""
    if state.health in _SENTENCES:
        return str(_SENTENCES[state.health])
    return advice(state.reason, channel)


def evidence(state: SourceHealth) -> str:
    """Return what shows that the source is in its state, "" if the state needs no evidence."""
    if state.attempt:
        values = {"number": state.attempt.number, "most": state.attempt.most, "detail": state.attempt.detail}
        return _("Attempt %(number)s of %(most)s failed: %(detail)s") % values
    if state.silence:
        days = {"days": state.silence.days, "longest": state.silence.longest}
        return _("Nothing new for %(days)s days. The longest gap of the last five weeks was %(longest)s days.") % days
    if state.moved_to:
        moved = _("The address redirects permanently to %(address)s.") % {"address": state.moved_to}
        return f"{state.detail} {moved}".strip()
    return state.detail
