"""Tell followers when a chapter begins, in the role *alerts*; of several processes one tells."""

import logging
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime, timedelta

from django.urls import reverse
from django.utils import translation

from features.stories.public import in_language, tellings
from features.storylines import following, store
from features.storylines.log_events import StorylineEvent
from features.storylines.messages import ToldChapter, body, subject, text
from features.storylines.models import Chapter, Follower
from notify.errors import NotDelivered
from notify.leading_loop import LeadingLoop
from notify.message import Message
from notify.messenger import Messenger
from storage.errors import StorageError
from watch.stores import Stores

logger = logging.getLogger(__name__)

_LEASE_SECONDS = 60
"""A mail server that hangs takes seconds for each follower."""
_MAX_WAIT = timedelta(hours=1)


class FollowerLoop(LeadingLoop):
    """The loop.

    A message that is not delivered is sent again after 1, 2, 4, ... minutes, at most an hour; it
    has the same number then. What was delivered is noted at once, and never sent again.
    """

    def __init__(self, stores: Stores) -> None:
        super().__init__(
            stores, "storyline_followers", StorylineEvent.TELLING_CRASHED, _LEASE_SECONDS
        )
        self._messenger = Messenger(stores.settings)
        self._origin = stores.settings.web_address

    def parts(self, now: datetime) -> Iterator[Follower]:
        """Send the messages that are due."""
        for follower in following.followers():
            yield follower
            if follower.next_attempt is not None and follower.next_attempt > now:
                continue
            try:
                self._serve(follower, now)
            except StorageError:
                raise
            except Exception:  # a bug that one shows must not keep the others waiting
                extra = {"follower": follower.owner_id}
                logger.exception(StorylineEvent.TELLING_CRASHED, extra=extra)
        following.forget_ended()

    def _serve(self, follower: Follower, now: datetime) -> None:
        if not following.may_follow(follower.owner):
            return
        untold = following.untold(follower.owner)
        if not untold:
            return
        try:
            with translation.override(follower.language):
                self._send(follower, untold)
        except NotDelivered as failed:
            wait = min(timedelta(minutes=1 << min(follower.attempts, 6)), _MAX_WAIT)
            following.record_failure(follower, failed.problem.packed(), now + wait)
        else:
            told = {storyline: some[-1].first for storyline, some in untold.items()}
            following.record_told(follower, told, now)

    def _send(self, follower: Follower, untold: Mapping[str, Sequence[Chapter]]) -> None:
        chapters = self._told(untold, follower.language)
        number = f"storylines-{follower.owner_id}-{chapters[-1].story}"
        message = Message(
            number=number,
            subject=subject(chapters),
            text=text(chapters),
            body=body(number, chapters),
        )
        secret = following.hook_secret(follower)
        self._messenger.send(follower.channel, follower.target, message, secret)

    def _told(self, untold: Mapping[str, Sequence[Chapter]], lang: str) -> list[ToldChapter]:
        """Return the chapters as the message tells them, the oldest first."""
        new = [each for some in untold.values() for each in some]
        begun = {each: some[-1].story for each, some in store.chapters_of(untold).items()}
        titles = _titles({*begun.values(), *(each.story for each in new)}, lang)
        lines = store.lines_of([each.story for each in new])
        return [
            ToldChapter(
                storyline=each.storyline,
                story=each.story,
                of=titles.get(begun[each.storyline], ""),
                title=titles.get(each.story, ""),
                first=each.first,
                news=[line.text for line in lines.get(each.story, ()) if line.kind != "before"],
                url=f"{self._origin}{reverse('storyline', args=(each.storyline,))}",
            )
            for each in sorted(new, key=lambda each: (each.first, each.story))
        ]


def _titles(stories: set[str], lang: str) -> dict[str, str]:
    """Return the headlines of stories in a language, or in one that they are told in."""
    return {
        each: in_language(told[0], told, lang).title for each, told in tellings(stories).items()
    }
