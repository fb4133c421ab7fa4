"""What the reports of a story say, in the API's schemas."""

from features.stories.said import Said
from features.stories.schemas import (
    AgreementOut,
    ClaimOut,
    ConflictOut,
    QuoteOut,
    SaidOut,
    SingleOut,
)
from features.stories.statements.conflicts import Conflict
from features.stories.statements.reports import Quote


def said_out(said: Said) -> SaidOut:
    """Return the four lists of a story."""
    lists = said.lists
    return SaidOut(
        told_by_many=[
            AgreementOut(
                quote=_quote(each.quote),
                sites=list(each.sites),
                quotes=[_quote(quote) for quote in each.quotes],
                translations=[_quote(quote) for quote in each.translations],
            )
            for each in lists.told_by_many
        ],
        in_conflict=[_conflict(each) for each in lists.in_conflict],
        told_by_one=[
            SingleOut(quote=_quote(each.quote), copies=each.copies) for each in lists.told_by_one
        ],
        told_new=None if lists.told_new is None else [_quote(each) for each in lists.told_new],
        is_partial=said.is_partial,
        is_readable=said.is_readable,
        is_apart=lists.is_apart,
        is_compared=lists.is_made,
    )


def _conflict(conflict: Conflict) -> ConflictOut:
    return ConflictOut(
        kind=conflict.kind,
        head=conflict.head,
        is_update=conflict.is_update,
        claims=[
            ClaimOut(
                value=claim.value,
                first=claim.first,
                last=claim.last,
                quotes=[_quote(each) for each in claim.quotes],
            )
            for claim in conflict.claims
        ],
    )


def _quote(quote: Quote) -> QuoteOut:
    return QuoteOut(
        document=quote.report.id,
        url=quote.report.url,
        site=quote.report.site,
        lang=quote.report.lang,
        published=quote.report.published,
        text=quote.text,
        sentence=quote.key,
    )
