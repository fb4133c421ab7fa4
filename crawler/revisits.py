"""Visit an article again: compare what its page says now with the document, and keep what the
document said before.

The earlier text is kept first, then the document is written. If the worker dies in between, the job
runs again, finds the same document, and gives the earlier text the same number: one change is one
version.
"""

from collections.abc import Awaitable, Callable
from dataclasses import replace
from datetime import date, datetime

from crawler.comments import merged_comments
from crawler.documents import document, identity
from crawler.edits import is_edited
from crawler.job_results import Done
from crawler.named_addresses import NamedAddresses, shared_part
from crawler.page_keeping import Keeping
from crawler.shown_lines import Lines
from crawler.stores import WorkerStores
from extractor.results import Article, Extraction
from scheduler.jobs import PageJob
from storage.documents.port import TEXT_FIELDS, Document, DocumentVersion
from storage.keys import place_of
from storage.outcomes import Offer, Outcome

Showing = Callable[[Document], Awaitable[tuple[Lines, Lines]]]
"""Says which lines of a stored text were not removed, and which of today's are not new. It reads
pages again, so it is asked only if the texts differ.
"""
_MIN_SHARED = 0.3
"""Least part of the shorter text that both pages of an entry have. Its name says already that they
are one article, so its text may have changed much.
"""
_MIN_SHARED_BY_OTHERS = 0.5
"""The same if the title or the day of publication differs: some feeds give one name to all
bulletins of a template, one after the other.
"""
_OF_FEED = "its text is from the feed"
_NO_ARTICLE = "the page is probably not an article any more"


class PageRevisits:
    """What a worker does with the pages of articles that it visits again."""

    def __init__(self, ports: WorkerStores, named: NamedAddresses) -> None:
        self._ports = ports
        self._named = named

    async def compare(
        self,
        job: PageJob,
        result: Extraction,
        url: str,
        keep: Keeping,
        showing: Showing | None = None,
    ) -> Done:
        """Compare the whole article, fetched at ``url``, with its document; write the document if
        it differs.
        """
        stored = await self._ports.document(job.key)
        if stored is None:
            return Done(
                outcome=Outcome.UNCHANGED, detail="its document is no longer stored", url=url
            )
        if not isinstance(result, Article):
            return Done(outcome=Outcome.DOUBTFUL, detail=_NO_ARTICLE, url=url)
        if place_of(identity(result, url)) != place_of(stored.canonical_url):
            result = await self._named.compared(result, url)
        # A site that moves to https or drops www. shows the same articles.
        address = identity(result, url)
        if place_of(address) not in (place_of(stored.canonical_url), place_of(stored.url)):
            return Done(
                outcome=Outcome.DUPLICATE,
                detail=f"the page is now that of {address[:200]}",
                url=url,
            )
        new = await self._ports.without_erased_comments(
            document(result, job, stored.canonical_url, url)
        )
        old = with_comments(stored, new)
        has_new_comments = old != stored
        if old.text_source == "feed":
            return await self._unchanged(old, url, _OF_FEED, is_changed=has_new_comments)
        if _hides_text(old, new):
            return Done(outcome=Outcome.PAYWALL, detail=result.text_reason, url=url)
        compared = await _compared_with_pages(old, new, showing)
        if compared is Outcome.TRUNCATED:
            pages = max(result.page_count, old.page_count)
            return Done(outcome=compared, detail=f"{result.pages} of {pages} pages", url=url)
        if compared is Outcome.DOUBTFUL:
            return Done(outcome=Outcome.DOUBTFUL, detail=_NO_ARTICLE, url=url)
        if read := _read_further(old, new):
            await self._ports.write(
                replace(_with_text(old, new), gone=None, archived=tuple(await keep()))
            )
            return Done(outcome=Outcome.UNCHANGED, detail=read, url=url)
        if compared is Outcome.UNCHANGED:
            return await self._unchanged(old, url, is_changed=has_new_comments)
        return await self._renew(old, new, url, keep)

    async def renamed(self, job: PageJob, article: Article, url: str, keep: Keeping) -> Done | None:
        """Compare an article whose entry led to another page before with the document of that page.

        Return None if it is another article: some feeds give one name to several in turn. A page
        with a part of the text only, such as a teaser, leaves the text as it is.
        """
        old = await self._ports.document(job.renames) if job.renames else None
        if old is None or not _is_same_article(old, article):
            return None
        # Its id and canonical address stay; readers and later visits go where the page is now.
        new = await self._ports.without_erased_comments(
            document(article, job, old.canonical_url, url)
        )
        old = with_comments(replace(old, url=url, gone=None), new)
        if _is_edition(old, new):
            return await self._renew(old, new, url, keep)
        await self._ports.write(old)
        return Done(
            outcome=Outcome.DUPLICATE,
            detail="the feed names another address for it",
            url=url,
            document_url=old.canonical_url,
        )

    async def _renew(self, old: Document, new: Document, url: str, keep: Keeping) -> Done:
        """Keep the text of a document as an earlier one, and write the new text."""
        changed = replace(
            changed_document(old, new, await self._ports.now()), archived=tuple(await keep())
        )
        before = DocumentVersion(
            number=changed.changes,
            seen=old.changed or old.collected,
            title=old.title,
            content=old.content,
        )
        await self._ports.keep_version(changed, before)
        await self._ports.write(changed)
        return Done(outcome=Outcome.CHANGED, url=url, document_url=old.canonical_url)

    async def not_shown(self, job: PageJob, outcome: Outcome, url: str) -> Done | None:
        """Return the outcome of a page that does not show its article now, if it never did: the
        document has the text of the feed. None for any other.
        """
        if not (outcome.traits.page_refused or Offer.TEXT in outcome.traits.helped_by):
            return None
        old = await self._ports.document(job.key)
        if old is None or old.text_source != "feed":
            return None
        return await self._unchanged(old, url, _OF_FEED)

    async def missing(self, job: PageJob, detail: str) -> Done:
        """Mark the document of a page that the site does not have any more. Its text stays."""
        old = await self._ports.document(job.key)
        if old is not None and old.gone is None:
            await self._ports.write(replace(old, gone=await self._ports.now()))
        return Done(outcome=Outcome.GONE, detail=detail, url=job.url)

    async def with_history(self, new: Document) -> Document:
        """Return a document that replaces a stored one, with what is known of the changes of that
        one. The beginning of its text does not take the place of the whole.
        """
        old = await self._ports.document(new.id)
        if old is None:
            return new
        if _hides_text(old, new):
            new = replace(_with_text(new, old), archived=old.archived)
        # Before they are merged: of all, only the last are kept.
        found = await self._ports.without_erased_comments(new)
        new = replace(new, comments=merged_comments(old.comments, found.comments))
        if not old.changes:
            return new
        return replace(new, collected=old.collected, changes=old.changes, changed=old.changed)

    async def _unchanged(
        self, old: Document, url: str, detail: str = "", *, is_changed: bool = False
    ) -> Done:
        """Return the outcome; write the document if it has new comments or its page is back."""
        is_back = old.gone is not None
        if is_changed or is_back:
            await self._ports.write(replace(old, gone=None))
        notes = ("the page is there again" if is_back else "", "new comments" if is_changed else "")
        detail = ", ".join(filter(None, (*notes, detail)))
        return Done(outcome=Outcome.UNCHANGED, detail=detail, url=url)


def with_comments(old: Document, new: Document) -> Document:
    """Return a document with the comments that its page has now."""
    return replace(
        old,
        comments=merged_comments(old.comments, new.comments),
        comments_url=new.comments_url or old.comments_url,
    )


def changed_document(old: Document, new: Document, now: datetime) -> Document:
    """Return the document with the text of today.

    When and where it was found and published stays as it was.
    """
    return replace(_with_text(old, new), changes=old.changes + 1, changed=now, gone=None)


def _with_text(old: Document, new: Document) -> Document:
    text = {name: getattr(new, name) for name in TEXT_FIELDS}
    return replace(old, **text, author=new.author or old.author)


def _compared(old: Document, new: Document) -> Outcome:
    """Return what the text of today is to that of a document: TRUNCATED, UNCHANGED, DOUBTFUL (it is
    no article's any more) or CHANGED.
    """
    if not _comparable(old, new):
        return Outcome.TRUNCATED
    if _same_text(old, new):
        return Outcome.UNCHANGED
    if old.page_kind == "article" != new.page_kind:
        return Outcome.DOUBTFUL
    return Outcome.CHANGED


async def _compared_with_pages(old: Document, new: Document, showing: Showing | None) -> Outcome:
    """Return the same, with what the pages show of the lines that differ."""
    compared = _compared(old, new)
    if compared is Outcome.CHANGED and showing and _same_title(old, new):
        kept, known = await showing(old)
        if not is_edited(old.content, new.content, kept=kept, known=known):
            return Outcome.UNCHANGED
    return compared


def _comparable(old: Document, new: Document) -> bool:
    """Return whether the article was read as far as the document: a part that could not be read is
    no change.
    """
    if new.pages < old.pages and _is_part(new.content, old.content):
        return False
    return new.pages >= new.page_count or (new.pages, new.page_count) == (
        old.pages,
        old.page_count,
    )


def _hides_text(old: Document, new: Document) -> bool:
    """Return whether a paywall now hides the text of a document."""
    return new.is_partial and not old.is_partial


def _read_further(old: Document, new: Document) -> str:
    """Return what was read of the same article that could not be read before, or ""."""
    if old.is_partial and not new.is_partial:
        return "the whole text read, its beginning before"
    if not old.is_whole and new.pages > old.pages:
        return f"{new.pages} pages read, {old.pages} before"
    return ""


def _is_edition(old: Document, new: Document) -> bool:
    """Return whether the page at another address has a text that takes the place of the old one."""
    # The feed's text and the page's differ without any edit.
    if new.text_source != old.text_source and not old.is_partial:
        return False
    if _compared(old, new) is not Outcome.CHANGED:
        return False
    # A shorter text that is a part of the stored one is what could be read of it, no new edition.
    return len(new.content) >= len(old.content) or not _is_part(new.content, old.content)


def _is_part(part: str, whole: str) -> bool:
    return set(part.split("\n")) <= set(whole.split("\n"))


def _is_same_article(old: Document, article: Article) -> bool:
    """Return whether an entry's two pages have the same article: one text has a part of the other,
    or title and time are the same.
    """
    same_title = _words(old.title) == _words(article.title)
    if same_title and article.published is not None and article.published == old.published:
        return True
    same_day = _day(article.published) == _day(old.published)
    least = _MIN_SHARED if same_title and same_day else _MIN_SHARED_BY_OTHERS
    return shared_part(old.content, article.content) >= least


def _day(time: datetime | None) -> date | None:
    return time.date() if time else None


def _same_text(old: Document, new: Document) -> bool:
    return _same_title(old, new) and not is_edited(old.content, new.content)


def _same_title(old: Document, new: Document) -> bool:
    return _words(old.title) == _words(new.title)


def _words(text: str) -> list[str]:
    return text.split()
