"""Time zones: names and offsets as they are written, and the zone of a country or language.

Zones with summer time come from the tz database (``zoneinfo``, or the package ``tzdata`` if the
system has none).
"""

import re
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta, timezone, tzinfo
from functools import cache
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

_OF_COUNTRY = """
cn Asia/Shanghai|hk Asia/Hong_Kong|mo Asia/Macau|tw Asia/Taipei|sg Asia/Singapore
my Asia/Kuala_Lumpur|jp Asia/Tokyo|kr Asia/Seoul|kp Asia/Pyongyang|mn Asia/Ulaanbaatar
vn Asia/Ho_Chi_Minh|th Asia/Bangkok|id Asia/Jakarta|ph Asia/Manila|kh Asia/Phnom_Penh|mm Asia/Yangon
in Asia/Kolkata|lk Asia/Colombo|np Asia/Kathmandu|bd Asia/Dhaka|pk Asia/Karachi|af Asia/Kabul
ir Asia/Tehran|iq Asia/Baghdad|sa Asia/Riyadh|ae Asia/Dubai|qa Asia/Qatar|kw Asia/Kuwait
il Asia/Jerusalem|jo Asia/Amman|lb Asia/Beirut|sy Asia/Damascus|tr Europe/Istanbul|az Asia/Baku
ge Asia/Tbilisi|kz Asia/Almaty|uz Asia/Tashkent|eg Africa/Cairo|ma Africa/Casablanca
dz Africa/Algiers|tn Africa/Tunis|ng Africa/Lagos|ke Africa/Nairobi|tz Africa/Dar_es_Salaam
ug Africa/Kampala|et Africa/Addis_Ababa|gh Africa/Accra|za Africa/Johannesburg|na Africa/Windhoek
zw Africa/Harare|zm Africa/Lusaka|ls Africa/Maseru|bw Africa/Gaborone|de Europe/Berlin
at Europe/Vienna|ch Europe/Zurich|li Europe/Vaduz|fr Europe/Paris|be Europe/Brussels
nl Europe/Amsterdam|lu Europe/Luxembourg|it Europe/Rome|es Europe/Madrid|pt Europe/Lisbon
uk Europe/London|gb Europe/London|ie Europe/Dublin|is Atlantic/Reykjavik|dk Europe/Copenhagen
no Europe/Oslo|se Europe/Stockholm|fi Europe/Helsinki|ee Europe/Tallinn|lv Europe/Riga
lt Europe/Vilnius|pl Europe/Warsaw|cz Europe/Prague|sk Europe/Bratislava|hu Europe/Budapest
si Europe/Ljubljana|hr Europe/Zagreb|rs Europe/Belgrade|ba Europe/Sarajevo|mk Europe/Skopje
al Europe/Tirane|gr Europe/Athens|cy Asia/Nicosia|bg Europe/Sofia|ro Europe/Bucharest
md Europe/Chisinau|ua Europe/Kyiv|by Europe/Minsk|ru Europe/Moscow|mt Europe/Malta
us America/New_York|ca America/Toronto|mx America/Mexico_City|gt America/Guatemala|cu America/Havana
do America/Santo_Domingo|jm America/Jamaica|cr America/Costa_Rica|pa America/Panama|pe America/Lima
ec America/Guayaquil|ve America/Caracas|bo America/La_Paz|cl America/Santiago
ar America/Argentina/Buenos_Aires|uy America/Montevideo|py America/Asuncion|br America/Sao_Paulo
au Australia/Sydney|nz Pacific/Auckland
"""
_NAMES = dict(
    entry.split() for line in _OF_COUNTRY.split("\n") for entry in line.split("|") if entry
)
"""Zones by country code as in domains. A country with several zones has that of its capital or
largest town.

Domains that are sold to everyone (co, tv, io, me, ai, to, cc) are left out.
"""
_HOME = {
    **dict.fromkeys(("zh", "cmn"), "cn"),
    **{
        "ja": "jp",
        "ko": "kr",
        "vi": "vn",
        "hi": "in",
        "bn": "bd",
        "ta": "in",
        "ur": "pk",
        "fa": "ir",
        "ar": "sa",
    },
    **{
        "he": "il",
        "el": "gr",
        "uk": "ua",
        "cs": "cz",
        "sv": "se",
        "da": "dk",
        "nb": "no",
        "nn": "no",
        "sl": "si",
    },
    **{
        "sr": "rs",
        "ca": "es",
        "et": "ee",
        "be": "by",
        "ms": "my",
        "my": "mm",
        "eu": "es",
        "gl": "es",
        "sq": "al",
        "ne": "np",
    },
    **{
        "ka": "ge",
        "kk": "kz",
        "si": "lk",
        "km": "kh",
        "cy": "gb",
        "ga": "ie",
        "br": "fr",
        "am": "et",
        "bs": "ba",
    },
}
"""Country of most readers, if its code differs from that of the language."""
_EVERYWHERE = frozenset(("en", "", "ps", "sw"))
"""Languages that do not imply a country."""
_HOURS = {
    "CET": 1, "MEZ": 1, "CEST": 2, "MESZ": 2, "WET": 0, "WEST": 1, "EET": 2, "EEST": 3, "MSK": 3,
    "МСК": 3, "TRT": 3, "SAST": 2, "EAT": 3, "WAT": 1, "CAT": 2, "GST": 4, "PKT": 5, "IST": 5.5,
    "NPT": 5.75, "ICT": 7, "WIB": 7, "WITA": 8, "WIT": 9, "HKT": 8, "SGT": 8, "MYT": 8, "PHT": 8,
    "PHST": 8, "JST": 9, "KST": 9, "AWST": 8, "ACST": 9.5, "AEST": 10, "AEDT": 11, "NZST": 12,
    "NZDT": 13, "EST": -5, "EDT": -4, "CST": -6, "CDT": -5, "MST": -7, "MDT": -6, "PST": -8,
    "PDT": -7, "AST": -4, "ADT": -3, "NST": -3.5, "AKST": -9, "AKDT": -8, "HST": -10, "BRT": -3,
    "ART": -3, "BST": 1, "CLT": -4, "CLST": -3, "GMT": 0, "UTC": 0, "Z": 0,
}  # fmt: skip
_OF_LANGUAGE = {("CST", "zh"): 8.0, ("BST", "bn"): 6.0, ("IST", "he"): 2.0, ("AST", "ar"): 3.0}
"""The meaning of a name in a language that has its own."""
_OF_ZONE = {
    ("BST", "Asia/Dhaka"): 6.0,
    ("AST", "Asia/Riyadh"): 3.0,
    ("MST", "Asia/Kuala_Lumpur"): 8.0,
    **{("EST", f"Australia/{city}"): 10.0 for city in ("Sydney", "Melbourne", "Brisbane")},
    **{("EDT", f"Australia/{city}"): 11.0 for city in ("Sydney", "Melbourne")},
}
"""The meaning of a name where people use it, but the tz database has another or none."""
_OWN_NAMES_IN = 2026
"""The year of the tz database in which zones are asked for their own names. Most have had them for
as long as there are pages.
"""
_WITH_SUMMER = {
    "ET": "America/New_York",
    "CT": "America/Chicago",
    "MT": "America/Denver",
    "PT": "America/Los_Angeles",
}
_OF_CITY = {
    **{"Beijing": "Asia/Shanghai", "Hong Kong": "Asia/Hong_Kong", "Taipei": "Asia/Taipei"},
    **{"Singapore": "Asia/Singapore", "Tokyo": "Asia/Tokyo", "Seoul": "Asia/Seoul"},
    **{"Moscow": "Europe/Moscow", "Kyiv": "Europe/Kyiv", "London": "Europe/London"},
    **{"Paris": "Europe/Paris", "Berlin": "Europe/Berlin", "New York": "America/New_York"},
}
"""Zones that are named by a city: "10:00 Beijing time"."""
_OFFSET = re.compile(r"([+\-\u2212])(\d{1,2}):?([0-5]\d)?$")
_AMERICAN = r"(?:Eastern|Central|Mountain|Pacific)(?:\s(?:Standard|Daylight))?\sTime"
WRITTEN = (
    r"(?:UTC|GMT)(?:\s?[+\-\u2212]\s?\d{1,2}(?::?[0-5]\d)?(?!\d))?|[+\-\u2212](?:0\d"
    r"|1[0-4]):?[0-5]\d(?!\d)|"
    + _AMERICAN
    + rf"|(?:{'|'.join(_OF_CITY)})\s[Tt]ime|"
    + "|".join(sorted((*_HOURS, *_WITH_SUMMER), key=len, reverse=True))
)
"""A pattern for zones as they are written after a time of day. No letter may follow it."""


def zone_named(written: str, lang: str, home: tzinfo = UTC) -> tzinfo | None:
    """Return the zone of a name or offset that ``WRITTEN`` matches, or None if it is unknown.

    Several zones share some names: IST, CST. It is that of ``home``, the page's zone, if it is one
    of its names, else that of most readers of the language.
    """
    if city := _OF_CITY.get(written[:-5]):
        return _load(city)
    name = "".join(written.split()).upper()
    # "Eastern time" is ET, which changes in summer as EST does not.
    if name.endswith("TIME"):
        name = f"{name[0]}T"
    if name in _WITH_SUMMER:
        return _load(_WITH_SUMMER[name])
    if isinstance(home, ZoneInfo) and (own := _own_names(home).get(name)):
        return own
    hours = _OF_LANGUAGE.get((name, lang.split("-")[0]), _HOURS.get(name))
    if hours is not None:
        return timezone(timedelta(hours=hours)) if hours else UTC
    match = _OFFSET.search(name)
    if not match:
        return None
    ahead = timedelta(hours=int(match[2]), minutes=int(match[3] or 0))
    # No zone is farther ahead (Kiribati), so the digits are something else.
    if ahead > timedelta(hours=14):
        return None
    return timezone(ahead if match[1] == "+" else -ahead)


@cache
def _own_names(zone: ZoneInfo) -> Mapping[str, tzinfo]:
    """Return what the names mean that people have for a zone in winter and in summer."""
    sides = (datetime(_OWN_NAMES_IN, month, 1, tzinfo=zone) for month in (1, 7))
    return {
        **{side.tzname() or "": timezone(side.utcoffset() or timedelta()) for side in sides},
        **{
            name: timezone(timedelta(hours=hours))
            for (name, of), hours in _OF_ZONE.items()
            if of == zone.key
        },
    }


def country_of(host: str) -> str:
    """Return the country of a host's domain, or "" if it has none or its domain is sold to
    everyone.
    """
    last = host.rpartition(".")[2].lower()
    return last if last in _NAMES else ""


def home_zone(lang: str, country: str = "") -> tzinfo:
    """Return the zone of a page: of its domain's country, its language's region, or most speakers
    of the language.

    English alone implies no country: UTC.
    """
    language, _, region = lang.lower().replace("_", "-").partition("-")
    region = region.rpartition("-")[2]
    for code in (country, region, "" if language in _EVERYWHERE else _HOME.get(language, language)):
        if code in _NAMES:
            return _load(_NAMES[code])
    return UTC


def home_zone_name(lang: str, country: str = "") -> str:
    """Return the name of a page's zone, "" if neither country nor language implies one."""
    zone = home_zone(lang, country)
    return zone.key if isinstance(zone, ZoneInfo) else ""


def named_zone(name: str) -> tzinfo | None:
    """Return the zone with a name of the tz database, or None if there is none."""
    try:
        return _load(name) if name else None
    except (ValueError, OSError, ZoneInfoNotFoundError):
        return None


def likely_zones(lang: str, country: str = "") -> tuple[tzinfo, ...]:
    """Return the zones in which a page may write its times, the likeliest first.

    There are several if English names no country.
    """
    home = home_zone(lang, country)
    if home is not UTC:
        return (home,)
    return tuple(_load(_NAMES[code]) for code in ("us", "in", "au"))


def fixed(moment: datetime) -> datetime:
    """Return the same time with a fixed offset, which compares, prints and pickles the same
    everywhere.
    """
    offset = moment.utcoffset() or timedelta()
    return moment.replace(tzinfo=timezone(offset) if offset else UTC)


@cache
def _load(name: str) -> ZoneInfo:
    return ZoneInfo(name)
