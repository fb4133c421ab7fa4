"""Why a source is in its state, and what to do next, in the reader's language. Pure.

The table, the source's page, the API and ``newsloom source list`` all explain a state with these
sentences.
"""

from datetime import UTC, datetime
from enum import StrEnum

from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from watch.details import shown_detail
from watch.sources.recall import Recall
from watch.sources.silence import Silence
from watch.sources.source_health import HeldPages, SourceHealth, SourceState
from webui.sources.advice import advice


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
    SourceState.LATE: gettext_lazy(
        "Look at the monitor: the scheduler may be stopped, or the queue too long."
    ),
    SourceState.RETRYING: gettext_lazy("Newsloom repeats the visit by itself."),
    SourceState.HELD_BACK: gettext_lazy(
        "Newsloom asks again by itself. If this lasts, increase the seconds between requests and "
        "the interval of the source."
    ),
    SourceState.MOVED: gettext_lazy(
        "Use the new address. Newsloom remembers the old host, so no page is stored a second time."
    ),
    SourceState.CHANGED: gettext_lazy(
        "Compare a page from before with one from now. If the texts are right, accept the new "
        "look; otherwise repair the source."
    ),
    SourceState.SILENT: gettext_lazy(
        "Open the address in a browser. If the site still publishes, its list has moved or "
        "changed: repair the source."
    ),
}


def next_step(state: SourceHealth) -> NextStep:
    """Return the step that one button takes."""
    if state.misses or state.page_move:
        return NextStep.REPAIR
    return _STEPS.get(state.health, NextStep.NONE)


def held_in_words(held: HeldPages) -> str:
    """Return how many pages wait, since when, and until when."""
    values = {"count": held.count, "since": _local(held.since), "until": _local(held.until)}
    return (
        ngettext(
            "%(count)s page waits. The site has given no page since %(since)s, and Newsloom asks "
            "again at %(until)s.",
            "%(count)s pages wait. The site has given no page since %(since)s, and Newsloom asks "
            "again at %(until)s.",
            held.count,
        )
        % values
    )


def _local(moment: float) -> str:
    return f"{localtime(datetime.fromtimestamp(moment, UTC)):%Y-%m-%d %H:%M}"


def silence_in_words(silence: Silence) -> str:
    """Return how long a source has been silent, and what is usual for it."""
    values = {
        "last": silence.last,
        "gap": f"{silence.gap:.0f}",
        "longest": f"{silence.longest:.0f}",
    }
    if silence.by_hour:
        return (
            _(
                "Nothing new since %(last)s, for %(gap)s of the hours of the week in which the "
                "source usually publishes. Its longest gap before was %(longest)s such hours."
            )
            % values
        )
    return (
        _(
            "Nothing new for %(gap)s days. The longest gap of the last five weeks was "
            "%(longest)s days."
        )
        % values
    )


def recall_in_words(recall: Recall) -> str:
    """Return how much of what the other sources of its site showed a source has missed."""
    values = {"shown": recall.shown, "missed": recall.missed}
    if recall.channel == "feed":
        return (
            _(
                "Of the last %(shown)s links that the feeds of this site showed, this source "
                "missed %(missed)s."
            )
            % values
        )
    return (
        _(
            "Of the last %(shown)s links that the list pages of this site showed, this source "
            "missed %(missed)s."
        )
        % values
    )


def what_to_do(state: SourceHealth, channel: str = "") -> str:
    """Return one or two sentences about the next step for a source of this channel, "" if there is
    nothing to do.
    """
    if state.misses:
        return _(
            "If it should find all that they show, repair it. If it is meant for a part of the "
            "site, or the site shows less here, keep both: each page is stored once."
        )
    if state.page_move:
        return _(
            "Repair the source, to take its list from the new host. Newsloom recognises pages "
            "under both hosts, so none is stored a second time."
        )
    if state.health in _SENTENCES:
        return str(_SENTENCES[state.health])
    return advice(state.reason, channel, of_pages=state.of_pages)


def evidence(state: SourceHealth) -> str:
    """Return what shows that the source is in its state, "" if the state needs no evidence."""
    if state.attempt:
        values = {
            "number": state.attempt.number,
            "most": state.attempt.most,
            "detail": shown_detail(state.attempt.detail),
        }
        return _("Attempt %(number)s of %(most)s failed: %(detail)s") % values
    if state.held:
        return held_in_words(state.held)
    if state.silence:
        return silence_in_words(state.silence)
    if state.recall and state.misses:
        return recall_in_words(state.recall)
    if state.page_move:
        move = {"url": state.page_move.url, "target": state.page_move.target}
        return (
            _("The list has not moved, but its pages redirect permanently: %(url)s to %(target)s.")
            % move
        )
    if state.moved_to:
        moved = _("The address redirects permanently to %(address)s.") % {"address": state.moved_to}
        return f"{shown_detail(state.detail)} {moved}".strip()
    return shown_detail(state.detail)
