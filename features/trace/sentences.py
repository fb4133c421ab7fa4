"""What happened to a URL in words, in the reader's language."""

from collections.abc import Callable, Mapping

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from features.trace.lookup import Finding
from features.trace.verdict import UrlState
from storage.outcomes import Outcome
from storage.seen.bloom import ERROR_RATE
from storage.traces.steps import SENT_SECONDS, Step, StepKind
from watch.details import shown_detail
from watch.durations import interval
from watch.labels import OUTCOMES, label

STORES: Mapping[str, object] = {
    "traces": gettext_lazy("what happened to URLs"),
    "documents": gettext_lazy("documents"),
    "queue": gettext_lazy("queue"),
    "seen": gettext_lazy("handled URLs"),
    "configuration": gettext_lazy("sources"),
}
_TONES = {
    UrlState.STORED: "good",
    UrlState.BURIED: "bad",
    UrlState.GIVEN_UP: "bad",
    UrlState.RETRYING: "warn",
    UrlState.REJECTED: "warn",
    UrlState.UNCLEAR: "warn",
}


def tone(finding: Finding) -> str:
    """Return ``good``, ``bad``, ``warn`` or ``plain``."""
    return _TONES.get(finding.state, "plain")


def verdict(finding: Finding) -> str:
    """Return in one or two sentences what became of the URL."""
    return _VERDICTS[finding.state](finding)


def step_text(step: Step, names: Mapping[int, str]) -> str:
    """Return what happened at a step, without its detail."""
    values = {
        "source": names.get(step.source_id) or _("a deleted source"),
        "outcome": label(OUTCOMES, step.outcome),
        "to": step.to_url,
        "attempt": step.attempt,
    }
    if step.kind is StepKind.SETTLED and step.outcome == Outcome.STORED:
        # Under another address than the one that was asked for.
        if step.to_url:
            return _("Fetched and stored as %(to)s") % values
        return _("Fetched and stored")
    if step.revisit and step.kind in _REVISIT_STEPS:
        return str(_REVISIT_STEPS[step.kind]) % {**values, "age": interval(step.revisit)}
    return str(_STEPS[step.kind]) % values


def kept(finding: Finding, clock: str) -> str:
    """Return for how long steps are known, how fresh they are at the time ``clock``, and that some
    are missing.
    """
    if not finding.kept_days:
        return _("Newsloom keeps no steps of URLs here: NEWSLOOM_TRACE_DAYS is 0.")
    text = ngettext(
        "Newsloom keeps the steps of a URL for %(days)d day. What happened before is no longer "
        "known.",
        "Newsloom keeps the steps of a URL for %(days)d days. What happened before is no longer "
        "known.",
        finding.kept_days,
    ) % {"days": finding.kept_days}
    text += " " + _(
        "This is what was known at %(time)s. Workers send their steps every %(seconds)d seconds, "
        "so what happened just before may be missing."
    ) % {"time": clock, "seconds": SENT_SECONDS}
    if finding.is_cut:
        text += " " + _("A day had more steps than Newsloom keeps, so some may be missing here.")
    return text


_STEPS: Mapping[StepKind, object] = {
    StepKind.FOUND: gettext_lazy("Found by %(source)s, claimed, and queued"),
    StepKind.REDIRECTED: gettext_lazy("Redirected to another host: %(to)s"),
    StepKind.CONTINUED: gettext_lazy("Goes on at %(to)s"),
    StepKind.RETRIED: gettext_lazy("Attempt %(attempt)d failed: %(outcome)s"),
    StepKind.BURIED: gettext_lazy("Attempt %(attempt)d, the last one, failed: %(outcome)s"),
    StepKind.SETTLED: gettext_lazy("Not stored: %(outcome)s"),
}


# What a visit to a stored article gave; the document is there, whatever it was.
_REVISIT_STEPS: Mapping[StepKind, object] = {
    StepKind.BURIED: gettext_lazy(
        "Visited again after %(age)s, attempt %(attempt)d, the last one, failed: %(outcome)s"
    ),
    StepKind.SETTLED: gettext_lazy("Visited again after %(age)s: %(outcome)s"),
}


def _last_outcome(finding: Finding) -> str:
    last = finding.steps[-1]
    return " – ".join(filter(None, (label(OUTCOMES, last.outcome), shown_detail(last.detail))))


def _stored(finding: Finding) -> str:
    texts = [_("Stored. You can search and read it.")]
    if finding.document and finding.document.changes:
        changes = finding.document.changes
        texts.append(
            ngettext(
                "Its publisher changed it %(times)d time.",
                "Its publisher changed it %(times)d times.",
                changes,
            )
            % {"times": changes}
        )
    if finding.document and finding.document.gone:
        texts.append(
            _("Its page has been gone since %(day)s.")
            % {"day": finding.document.gone.date().isoformat()}
        )
    return " ".join(texts)


def _buried(finding: Finding) -> str:
    return _("Its job is buried: %(why)s. Ops can make it ready again on the monitor.") % {
        "why": finding.buried[0]
    }


_VERDICTS: Mapping[UrlState, Callable[[Finding], str]] = {
    UrlState.STORED: _stored,
    UrlState.ERASED: lambda _finding: _(
        "Erased for good, alone or with its site. Newsloom does not fetch it again, whoever asks."
    ),
    UrlState.REMOVED: lambda _finding: _("It was stored, and its document has been removed since."),
    UrlState.KNOWN_ELSEWHERE: lambda found: (
        _("Not stored, because the page is known: %(why)s")
        % {"why": shown_detail(found.steps[-1].detail)}
    ),
    UrlState.REJECTED: lambda found: _("Not stored: %(why)s") % {"why": _last_outcome(found)},
    UrlState.BURIED: _buried,
    UrlState.GIVEN_UP: lambda found: (
        _("Given up: %(why)s. Its job is no longer among the buried ones.")
        % {"why": _last_outcome(found)}
    ),
    UrlState.RETRYING: lambda found: (
        _("The last attempt failed, and another one follows: %(why)s")
        % {"why": _last_outcome(found)}
    ),
    UrlState.QUEUED: lambda _finding: _("In the queue, or in the hands of a worker right now."),
    UrlState.HANDLED_BEFORE: lambda _finding: (
        _(
            "Newsloom handled this URL before, so it does not fetch it again. When, and with which "
            "result, is no longer known. The filter takes about one in %(number)d new URLs for "
            "handled ones."
        )
        % {"number": round(1 / ERROR_RATE)}
    ),
    UrlState.ONLY_SHOWN: lambda _finding: _(
        "A list shows this URL, and no job was put for it: it was over the limit of the visit, "
        "another visit has claimed it, or a worker has not yet reported it."
    ),
    UrlState.UNKNOWN: lambda _finding: _(
        "Newsloom does not know this URL: no list has given it, no document has it, and it was "
        "not handled. If the page of a list links to it, the pattern of the source, or the form "
        "of the other links, has left it out."
    ),
    UrlState.UNCLEAR: lambda _finding: _("Unclear, because a store cannot be read."),
}
