"""What newsletters add to Newsloom."""

from collections.abc import Mapping, Sequence
from enum import StrEnum

from hooks.answers import AuditLabels, Part, SourceChannel
from hooks.specifications import hookimpl


@hookimpl
def channels() -> Sequence[SourceChannel]:
    """Return the channel newsletter."""
    from features.newsletters.channel import NEWSLETTER

    return [NEWSLETTER]


@hookimpl
def audit_labels() -> AuditLabels:
    """Return what the audit log calls the fields of a mailbox."""
    from features.newsletters.labels import AUDIT

    return AUDIT


@hookimpl
def problem_sentences() -> Mapping[StrEnum, object]:
    """Return what is wrong with the fields of a mailbox."""
    from features.newsletters.labels import PROBLEMS

    return PROBLEMS


@hookimpl
def page_head(page: str) -> Sequence[Part]:
    """Let the form of a source show the fields of a mailbox for newsletters alone."""
    return [Part(template="newsletters/form_head.html")] if page == "source_form" else []
