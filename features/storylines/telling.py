"""Tell followers when a chapter begins, in the role *alerts*; of several processes one tells."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime

from django.urls import reverse
from django.utils import translation

from features.stories.public import in_language, tellings
from features.storylines import following, store
from features.storylines.log_events import StorylineEvent
from features.storylines.messages import ToldChapter, body, subject, text
from features.storylines.models import Chapter, Follower
from notify.message import Message
from notify.subscription_loop import SubscriptionLoop
from watch.stores import Stores


class FollowerLoop(SubscriptionLoop[Follower]):
    """The loop.

    A message that is sent again has the same number. What was delivered is noted at once, and never
    sent again.
    """

    def __init__(self, stores: Stores) -> None:
        super().__init__(stores, "storyline_followers", StorylineEvent.TELLING_CRASHED, Follower)

    def parts(self, now: datetime) -> Iterator[Follower]:
        """Send the messages that are due."""
        yield from super().parts(now)
        following.forget_ended()

    def serve(self, subscription: Follower, now: datetime) -> None:
        """Tell the chapters that a user does not know. Raises NotDelivered."""
        if not following.may_follow(subscription.owner):
            return
        if untold := following.untold(subscription.owner):
            with translation.override(subscription.language):
                self._send(subscription, untold)
            told = {storyline: some[-1].first for storyline, some in untold.items()}
            following.record_told(subscription, told, now)

    def _send(self, follower: Follower, untold: Mapping[str, Sequence[Chapter]]) -> None:
        chapters = self._told(untold, follower.language)
        number = f"storylines-{follower.owner_id}-{chapters[-1].story}"
        message = Message(
            number=number,
            subject=subject(chapters),
            text=text(chapters),
            body=body(number, chapters),
        )
        self.deliver(follower, message, following.hook_secret(follower))

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
