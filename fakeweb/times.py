"""Write a time as sites print it, as machines do, and as search engines do ("three hours ago")."""

from collections.abc import Callable
from datetime import UTC, datetime
from typing import Final
from zoneinfo import ZoneInfo

_MONTHS_EN = (
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
)
_MONTHS_DE = (
    "Januar",
    "Februar",
    "März",
    "April",
    "Mai",
    "Juni",
    "Juli",
    "August",
    "September",
    "Oktober",
    "November",
    "Dezember",
)
_MONTHS_ES = (
    "enero",
    "febrero",
    "marzo",
    "abril",
    "mayo",
    "junio",
    "julio",
    "agosto",
    "septiembre",
    "octubre",
    "noviembre",
    "diciembre",
)
_DAYS_EN = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")
_AGO: Final = {
    "zh-Hans": ("{n}分钟前", "{n}小时前", "{n}天前"),
    "zh-Hant": ("{n}分鐘前", "{n}小時前", "{n}天前"),
    "ja": ("{n}分前", "{n}時間前", "{n}日前"),
    "en": ("{n} minutes ago", "{n} hours ago", "{n} days ago"),
}


def _ordinal(day: int) -> str:
    return f"{day}{'th' if 10 < day < 14 else {1: 'st', 2: 'nd', 3: 'rd'}.get(day % 10, 'th')}"


def _twelve(at: datetime) -> str:
    return f"{(at.hour - 1) % 12 + 1}:{at.minute:02} {'AM' if at.hour < 12 else 'PM'}"


def _offset(at: datetime) -> str:
    """Return the zone of a local time as full hours from Greenwich."""
    offset = at.utcoffset()
    assert offset is not None
    return f"GMT{round(offset.total_seconds() / 3600):+d}"


STYLES: Final[dict[str, Callable[[datetime], str]]] = {
    "iso": lambda at: f"{at:%Y-%m-%d %H:%M:%S}",
    "minute": lambda at: f"{at:%Y-%m-%d %H:%M}",
    "short": lambda at: f"{at.year}-{at.month}-{at.day} {at:%H:%M}",
    "slash": lambda at: f"{at:%Y/%m/%d %H:%M}",
    "slash_short": lambda at: f"{at.year}/{at.month}/{at.day} {at:%H:%M:%S}",
    "zh": lambda at: f"{at.year}年{at.month}月{at.day}日 {at:%H:%M}",
    "ja": lambda at: f"{at.year}年{at.month}月{at.day}日 {at.hour}時{at.minute:02}分",
    "en": lambda at: f"{at.day} {_MONTHS_EN[at.month - 1]} {at.year}, {at:%H:%M}",
    "us": lambda at: f"{_MONTHS_EN[at.month - 1][:3]} {at.day}, {at.year} {_twelve(at)}",
    "phpbb": lambda at: (
        f"{_DAYS_EN[at.weekday()]} {_MONTHS_EN[at.month - 1][:3]} {at.day:02}, {at.year} "
        f"{_twelve(at).lower()}"
    ),
    "vbulletin": lambda at: (
        f"{_MONTHS_EN[at.month - 1]} {_ordinal(at.day)}, {at.year}, {_twelve(at)}"
    ),
    "gmt": lambda at: f"{_MONTHS_EN[at.month - 1]} {at:%d}, {at.year} {at:%H:%M} {_offset(at)}",
    "zh_padded": lambda at: f"{at:%Y年%m月%d日 %H:%M}",
    "de": lambda at: f"{at.day}. {_MONTHS_DE[at.month - 1]} {at.year}, {at:%H:%M} Uhr",
    "es": lambda at: f"{at.day} de {_MONTHS_ES[at.month - 1]} de {at.year}, {at:%H:%M}",
}


def local(epoch: int, zone: str) -> datetime:
    """Return the local time in a zone of the tz database, with summer time."""
    return datetime.fromtimestamp(epoch, ZoneInfo(zone))


def iso(epoch: int) -> str:
    """Return the time as ISO 8601 in UTC, to the second."""
    return datetime.fromtimestamp(epoch, UTC).isoformat()


def http_date(epoch: int) -> str:
    """Return the time in the format of HTTP (RFC 9110, section 5.6.7), in English in every
    locale.
    """
    at = datetime.fromtimestamp(epoch, UTC)
    return (
        f"{_DAYS_EN[at.weekday()]}, {at.day:02} {_MONTHS_EN[at.month - 1][:3]} {at.year} "
        f"{at:%H:%M:%S} GMT"
    )


def mail_date(at: datetime) -> str:
    """Return the time in the format of RSS 2.0 (RFC 822 with a four-digit year), with the zone's
    offset.
    """
    return (
        f"{_DAYS_EN[at.weekday()]}, {at.day:02} {_MONTHS_EN[at.month - 1][:3]} {at.year} "
        f"{at:%H:%M:%S %z}"
    )


def ago(epoch: int, now: int, lang: str) -> str:
    """Return a relative time, at least one minute."""
    minutes = max(1, (now - epoch) // 60)
    in_minutes, in_hours, in_days = _AGO.get(lang, _AGO["en"])
    if minutes < 60:
        return in_minutes.format(n=minutes)
    return in_hours.format(n=minutes // 60) if minutes < 1440 else in_days.format(n=minutes // 1440)
