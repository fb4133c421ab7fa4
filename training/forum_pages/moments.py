"""Print times as forums do: in many notations, in an attribute, relative, or as a day alone."""

import random
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Final

from evaluation.datasets import COLLECTED
from fakeweb import times

_SHORT_MONTHS: Final = [
    "Jan",
    "Feb",
    "Mar",
    "Apr",
    "May",
    "Jun",
    "Jul",
    "Aug",
    "Sep",
    "Oct",
    "Nov",
    "Dec",
]
_WEEKDAYS: Final = "月火水木金土日"
_CHINESE_WEEKDAYS: Final = "一二三四五六日"

Notation = Callable[[datetime], str]


def _half(at: datetime, am: str, pm: str) -> str:
    return f"{(at.hour - 1) % 12 + 1}:{at.minute:02} {am if at.hour < 12 else pm}"


def _ago(at: datetime, lang: str) -> str:
    """Return a relative time: in minutes, hours, days or years."""
    passed = COLLECTED - at
    count, unit = next(
        (passed // length, index)
        for index, length in enumerate(
            (timedelta(days=365), timedelta(days=1), timedelta(hours=1), timedelta(minutes=1))
        )
        if passed >= length or index == _MINUTES
    )
    return _AGO[lang].split(";")[unit].format(n=max(1, count))


def _seconds(at: datetime) -> str:
    return str(int(at.timestamp()))


def _plain_day(at: datetime) -> str:
    return f"{at:%Y-%m-%d}"


_EVERYWHERE: Final[tuple[Notation, ...]] = (
    *(times.STYLES[name] for name in ("iso", "minute", "short", "slash", "slash_short")),
)
_ENGLISH: Final[tuple[Notation, ...]] = (
    *(times.STYLES[name] for name in ("en", "us", "phpbb", "vbulletin")),
    lambda at: f"{at.month}/{at.day}/{at:%y} {_half(at, 'a.m.', 'p.m.')}",
    lambda at: f"{at:%m-%d-%Y}, {_half(at, 'AM', 'PM')}",
    lambda at: f"{at.day}-{_SHORT_MONTHS[at.month - 1]}-{at.year} {at:%H:%M}",
    lambda at: f"{_SHORT_MONTHS[at.month - 1]} {at.day}, {at.year} at {_half(at, 'am', 'pm')}",
    lambda at: f"{at.day} {_SHORT_MONTHS[at.month - 1]} {at.year} - {at:%H:%M}",
    lambda at: f"{at.day:02}/{at.month:02}/{at.year} @ {at:%H:%M}",
    lambda at: f"{_SHORT_MONTHS[at.month - 1]} {at.day} '{at:%y} at {at:%H:%M}",
    lambda at: f"{at:%H:%M} {_SHORT_MONTHS[at.month - 1]} {at.day} {at.year}",
)
_MINUTES: Final = 3
_AGO: Final[dict[str, str]] = {
    "en": "{n} years ago;{n} days ago;{n} hours ago;{n} minutes ago",
    "de": "vor {n} Jahren;vor {n} Tagen;vor {n} Stunden;vor {n} Minuten",
    "es": "hace {n} años;hace {n} días;hace {n} horas;hace {n} minutos",
    "zh-Hans": "{n}年前;{n}天前;{n}小时前;{n}分钟前",
    "zh-Hant": "{n} 年前;{n} 天前;{n} 小時前;{n} 分鐘前",
    "ja": "{n}年前;{n}日前;{n}時間前;{n}分前",
}
_BY_LANG: Final[dict[str, tuple[Notation, ...]]] = {
    "en": _ENGLISH,
    "de": (
        times.STYLES["de"],
        lambda at: f"{at:%d.%m.%Y}, {at:%H:%M} Uhr",
        lambda at: f"{at:%d.%m.%y} {at:%H:%M}",
        lambda at: f"{at:%d.%m.%Y} um {at:%H:%M}",
    ),
    "es": (
        times.STYLES["es"],
        lambda at: f"{at:%d/%m/%Y} {at:%H:%M}",
        lambda at: f"{at:%d-%m-%Y, %H:%M}",
    ),
    "zh-Hans": (times.STYLES["zh"], lambda at: f"{at.year}年{at.month}月{at.day}日 {at:%H:%M:%S}"),
    "zh-Hant": (
        times.STYLES["zh"],
        lambda at: (
            f"{at.year}-{at.month}-{at.day} {at:%H:%M} 星期{_CHINESE_WEEKDAYS[at.weekday()]}"
        ),
    ),
    "ja": (
        times.STYLES["ja"],
        lambda at: f"{at:%Y/%m/%d}({_WEEKDAYS[at.weekday()]}) {at:%H:%M:%S}",
    ),
}
_DAYS: Final[dict[str, tuple[Notation, ...]]] = {
    "en": (
        lambda at: f"{_SHORT_MONTHS[at.month - 1]} {at.day}, {at.year}",
        lambda at: f"{at.day} {_SHORT_MONTHS[at.month - 1]} {at.year}",
        lambda at: f"{at:%Y-%m-%d}",
    ),
    "de": (lambda at: f"{at:%d.%m.%Y}",),
    "es": (lambda at: f"{at:%d/%m/%Y}",),
}
_JOINED: Final[dict[str, Notation]] = {
    "en": lambda at: f"{_SHORT_MONTHS[at.month - 1]} {at.year}",
    "de": lambda at: f"{at:%d.%m.%Y}",
    "es": lambda at: f"{at:%d/%m/%Y}",
}
_ATTRIBUTES: Final[tuple[Notation, ...]] = (
    lambda at: at.astimezone(UTC).isoformat().replace("+00:00", "Z"),
    lambda at: at.isoformat(),
    lambda at: at.astimezone(UTC).isoformat(),
)


@dataclass(frozen=True)
class Clock:
    """How one forum prints its times.

    Attributes:
        notation: The visible form of an exact time.
        shown: "exact", "relative" or "day".
        attribute: Where the exact time is in addition, "" if nowhere: ``datetime``, ``title``,
            ``data-time``.
    """

    lang: str
    notation: Notation
    day: Notation
    machine: Notation
    shown: str
    attribute: str

    def text(self, at: datetime) -> str:
        """Return the visible text."""
        if self.shown == "relative":
            return _ago(at, self.lang)
        return self.day(at) if self.shown == "day" else self.notation(at)

    def attributes(self, at: datetime) -> str:
        """Return the attribute with the exact time, preceded by a space, or ""."""
        forms: dict[str, Notation] = {
            "datetime": self.machine,
            "title": self.notation,
            "data-time": _seconds,
        }
        value = forms.get(self.attribute)
        return f' {self.attribute}="{value(at)}"' if value else ""

    def gold(self, at: datetime) -> str:
        """Return what a reader of the page can know, in ISO form: a minute, a day, or nothing."""
        if self.attribute or self.shown == "exact":
            return at.strftime("%Y-%m-%dT%H:%M%z")
        return at.strftime("%Y-%m-%d") if self.shown == "day" else ""

    def joined(self, at: datetime) -> str:
        """Return the day on which somebody joined, as it stands beside a name."""
        return _JOINED.get(self.lang, _plain_day)(at)


def clock(rng: random.Random, lang: str) -> Clock:
    """Return a way to print times, at random."""
    shown = rng.choices(("exact", "relative", "day"), (0.62, 0.26, 0.12))[0]
    attribute = rng.choices(("", "datetime", "title", "data-time"), (0.5, 0.25, 0.2, 0.05))[0]
    if shown == "relative" and rng.random() < 0.7 and not attribute:
        attribute = rng.choice(("datetime", "title"))
    return Clock(
        lang=lang,
        notation=rng.choice((*_BY_LANG[lang], *_BY_LANG[lang], *_EVERYWHERE)),
        day=rng.choice(_DAYS.get(lang, (_plain_day,))),
        machine=rng.choice(_ATTRIBUTES),
        shown=shown,
        attribute=attribute,
    )
