"""The table of hosts: hand-made ones that each show one thing, plain variations, and hosts that
misbehave.
"""

import random
from collections.abc import Iterator
from dataclasses import replace
from typing import Any, Final

from fakeweb.model import Site

_PLAIN_COUNT: Final = 14
_FAULTY_FROM: Final = 90
_UNLISTED_FROM: Final = 126
_STILL: Final = {"features": "still"}


def _news(name: str, title: str, lang: str, layout: str, channel: str, **more: Any) -> Site:
    features = frozenset(more.pop("features", "").split())
    kind = more.pop("kind", "news")
    return Site(
        0,
        name,
        title,
        kind,
        lang,
        layout,
        channels=tuple(channel.split()),
        features=features,
        **more,
    )


def _forum(name: str, title: str, lang: str, layout: str, **more: Any) -> Site:
    features = frozenset(more.pop("features", "").split())
    return Site(
        0, name, title, "forum", lang, layout, channels=("board",), features=features, **more
    )


def _engine(name: str, title: str, lang: str, layout: str) -> Site:
    return Site(0, name, title, "engine", lang, layout)


def _western() -> Iterator[Site]:
    yield _news(
        "harbour-times", "The Harbour Times", "en", "semantic", "rss2", features="utm fulltext"
    )
    yield _news(
        "valley-courier",
        "Valley Courier",
        "en",
        "table2006",
        "list",
        codec="cp1252",
        declared="meta",
        dates="en",
    )
    yield _news(
        "northgate-post",
        "Northgate Post",
        "en",
        "nested",
        "atom",
        declared="header",
        shape="dated",
        dates="us",
    )
    yield _news(
        "mill-lane",
        "Mill Lane Diary",
        "en",
        "bare",
        "rss1",
        declared="none",
        shape="blog",
        kind="blog",
    )
    yield _news(
        "lantern-weekly",
        "Lantern Weekly",
        "en",
        "semantic",
        "sitemap-news",
        shape="slug",
        declared="header",
        features="comment-feed",
    )
    yield _news(
        "ferry-notes",
        "Ferry Notes",
        "en",
        "nested",
        "jsonfeed",
        shape="query",
        declared="meta",
        kind="blog",
    )
    yield _news(
        "old-quay",
        "Old Quay Herald",
        "en",
        "table2006",
        "list",
        codec="cp1252",
        declared="none",
        features="base",
    )
    yield _news(
        "copper-street",
        "Copper Street",
        "en",
        "bare",
        "list",
        declared="wrong-header",
        shape="flat",
        dates="en",
    )
    yield _news(
        "ledger-today", "Ledger Today", "en", "semantic", "search:finder", shape="slug", dates="us"
    )
    yield _news(
        "granite-daily",
        "Granite Daily",
        "en",
        "nested",
        "search:finder",
        shape="dated",
        features="gzip",
    )
    yield _news(
        "tin-roof",
        "Tin Roof Journal",
        "en",
        "nested",
        "atom search:finder",
        shape="flat",
        features="relative-feed",
    )
    yield _news(
        "hafen-anzeiger",
        "Hafen-Anzeiger",
        "de",
        "nested",
        "rss2",
        codec="cp1252",
        declared="header",
        dates="de",
    )
    yield _news(
        "talbote",
        "Talbote",
        "de",
        "semantic",
        "list",
        shape="dated",
        dates="de",
        features="absolute gzip",
    )
    yield _news("el-faro", "El Faro Diario", "es", "semantic", "atom", shape="slug", dates="es")
    yield _news(
        "costa-verde",
        "Costa Verde",
        "es",
        "table2006",
        "list",
        codec="cp1252",
        declared="meta",
        dates="es",
    )


def _chinese() -> Iterator[Site]:
    yield _news(
        "news.cnr",
        "央声新闻网",
        "zh-Hans",
        "table2006",
        "list",
        codec="gbk",
        declared="meta",
        shape="cnr",
        features="absolute",
        dates="minute",
    )
    yield _news(
        "jinri-yaowen",
        "今日要闻",
        "zh-Hans",
        "table2006",
        "rss2",
        codec="gbk",
        declared="none",
        shape="flat",
        features="feed-gbk",
        dates="zh",
    )
    yield _news(
        "binhai-ribao",
        "滨海日报",
        "zh-Hans",
        "nested",
        "list",
        codec="gb18030",
        dates="zh",
        features="chunked",
    )
    yield _news(
        "chengshi-zaobao",
        "城市早报",
        "zh-Hans",
        "nested",
        "sitemap",
        codec="gbk",
        declared="wrong-header",
        shape="dated",
    )
    yield _news(
        "keji-guancha", "科技观察", "zh-Hans", "semantic", "atom", shape="slug", features="gzip utm"
    )
    yield _news(
        "shanhe-wang",
        "山河网",
        "zh-Hans",
        "bare",
        "list",
        codec="gbk",
        declared="wrong-meta",
        shape="flat",
        features="index-n",
        dates="zh",
    )
    yield _news(
        "yunshang-boke",
        "云上博客",
        "zh-Hans",
        "bare",
        "rss2",
        declared="none",
        shape="blog",
        kind="blog",
    )
    yield _news(
        "minsheng",
        "民生在线",
        "zh-Hans",
        "nested",
        "search:xinwen",
        declared="wrong-meta",
        shape="dated",
        dates="minute",
    )
    yield _news(
        "dongfang",
        "东方快讯",
        "zh-Hans",
        "table2006",
        "search:xinwen",
        codec="gbk",
        declared="meta",
        dates="zh",
    )
    yield _news("xincheng-wanbao", "新城晚报", "zh-Hans", "semantic", "search:so", shape="slug")
    yield _news(
        "lvye-wang",
        "绿野网",
        "zh-Hans",
        "nested",
        "search:so",
        codec="gb18030",
        declared="none",
        dates="slash",
    )
    yield _news(
        "caijing-zhoukan", "财经周刊", "zh-Hans", "semantic", "jsonfeed search:xinwen", shape="flat"
    )
    yield _news(
        "gangdao",
        "港島日報",
        "zh-Hant",
        "table2006",
        "rss2",
        codec="big5",
        declared="meta",
        dates="zh",
    )
    yield _news(
        "haixia",
        "海峽新聞",
        "zh-Hant",
        "nested",
        "list",
        codec="big5",
        declared="none",
        shape="dated",
        dates="slash",
    )
    yield _news("wenchuang", "文創部落", "zh-Hant", "semantic", "atom", shape="slug", kind="blog")
    yield _news(
        "shanju",
        "山居筆記",
        "zh-Hant",
        "bare",
        "sitemap-gz",
        codec="big5",
        declared="header",
        shape="blog",
        dates="zh",
        kind="blog",
    )


def _japanese() -> Iterator[Site]:
    yield _news(
        "minato",
        "みなと新聞",
        "ja",
        "nested",
        "rss1",
        codec="shift_jis",
        declared="meta",
        dates="ja",
    )
    yield _news(
        "yama-nikki",
        "山の日記",
        "ja",
        "bare",
        "list",
        codec="shift_jis",
        declared="none",
        shape="blog",
        dates="ja",
        kind="blog",
    )
    yield _news("machi", "まち通信", "ja", "semantic", "sitemap", shape="dated", dates="slash")


def _forums() -> Iterator[Site]:
    yield _forum(
        "bbs-laojie",
        "老街社区",
        "zh-Hans",
        "discuz2006",
        codec="gbk",
        declared="meta",
        dates="short",
    )
    yield _forum("club-xinzhi", "新知俱乐部", "zh-Hans", "discuzx", dates="iso")
    yield _forum("carpenters", "The Carpenters' Board", "en", "phpbb", dates="phpbb")
    yield _forum(
        "garage", "Old Garage Forums", "en", "vbulletin", codec="cp1252", dates="vbulletin"
    )
    yield _forum("tieba-diaoyu", "钓鱼吧", "zh-Hans", "tieba", dates="minute")
    yield _forum("makers", "创作者", "zh-Hans", "v2ex", dates="iso")
    yield _forum(
        "bbs-haijiao",
        "海角論壇",
        "zh-Hant",
        "discuz2006",
        codec="big5",
        declared="meta",
        dates="slash_short",
    )
    yield _forum("gartenforum", "Gartenforum", "de", "phpbb", dates="de")
    yield _forum(
        "hiroba", "みんなの広場", "ja", "vbulletin", codec="shift_jis", declared="meta", dates="zh"
    )


def _engines() -> Iterator[Site]:
    yield _engine("xinwen", "新闻搜索", "zh-Hans", "baidu")
    yield _engine("so", "搜新闻", "zh-Hans", "360")
    yield _engine("finder", "Finder", "en", "generic")


def _plain(seed: int) -> Iterator[Site]:
    rng = random.Random(f"{seed}/plain")
    for number in range(1, _PLAIN_COUNT + 1):
        lang = ("en", "zh-Hans")[number % 2]
        layout = rng.choice(("table2006", "nested", "semantic", "bare"))
        yield _news(
            f"plain-{number:02}",
            f"Plain {number}" if lang == "en" else f"平常网{number}",
            lang,
            layout,
            ("list", "sitemap")[number // 2 % 2],
            shape=rng.choice(("story", "dated", "flat", "blog")),
            dates=rng.choice(("iso", "minute", "slash")),
        )


def _unusual() -> Iterator[Site]:
    yield _news(
        "long-reads", "The Long Read", "en", "semantic", "list", shape="dated", features="paged"
    )
    yield _news(
        "changpian",
        "长篇周刊",
        "zh-Hans",
        "table2006",
        "rss2",
        codec="gbk",
        shape="flat",
        features="paged-path",
        dates="zh",
    )
    yield _news(
        "print-room",
        "The Print Room",
        "en",
        "nested",
        "list",
        shape="flat",
        features="paged-path print-link",
    )
    yield _news(
        "app-shell",
        "The App Shell",
        "en",
        "semantic",
        "rss2",
        features="fulltext",
        gate="script_shell",
    )
    yield _news(
        "kuaibao",
        "快报摘要",
        "zh-Hans",
        "nested",
        "atom",
        shape="dated",
        features="fulltext teaser",
    )
    yield _news(
        "undated-notes",
        "Notes Without Dates",
        "en",
        "bare",
        "list",
        shape="blog",
        features="undated",
        kind="blog",
    )
    yield _news(
        "wuri-boke",
        "无日笔记",
        "zh-Hans",
        "bare",
        "list",
        shape="blog",
        features="undated",
        kind="blog",
    )


def _stated() -> Iterator[Site]:
    """Yield hosts of which one place of the page alone has what counts: a date line, JSON-LD, a
    script's state.
    """
    yield _news(
        "andes-wire",
        "Andes Wire",
        "en",
        "wire",
        "list",
        dates="gmt",
        time_zone="America/Bogota",
        **_STILL,
    )
    yield _news(
        "tongxun-she",
        "南岸通讯社",
        "zh-Hans",
        "wire",
        "list",
        dates="zh_padded",
        shape="flat",
        **_STILL,
    )
    yield _news(
        "new-teasers",
        "The Quarterly Lamp",
        "en",
        "magazine",
        "list",
        dates="us",
        features="still newer-teasers",
    )
    yield _news(
        "old-teasers", "旧灯周刊", "zh-Hans", "magazine", "list", dates="zh", shape="flat", **_STILL
    )
    for name, title, lang, layout in (
        ("next-data", "Kestrel Bay Online", "en", "next-data"),
        ("next-stream", "Streamside News", "en", "next-stream"),
        ("nuxt-list", "江城在线", "zh-Hans", "nuxt-list"),
        ("nuxt-function", "Elmbridge Today", "en", "nuxt-function"),
        ("apollo-cache", "Pellworth Mirror", "en", "apollo"),
        ("redux-state", "北原新报", "zh-Hans", "redux"),
        ("json-ld-text", "松林晚报", "zh-Hans", "json-ld"),
    ):
        yield _news(name, title, lang, layout, "list", shape="dated", **_STILL)


def _hidden_and_equal() -> Iterator[Site]:
    yield _news(
        "hidden-boxes", "The Attic Window", "en", "nested", "list", features="still hidden-boxes"
    )
    yield _news(
        "yincang",
        "暗格新闻",
        "zh-Hans",
        "semantic",
        "list",
        shape="flat",
        features="still hidden-boxes",
    )
    yield _forum(
        "plus-one",
        "The Plus One Board",
        "en",
        "phpbb",
        dates="phpbb",
        features="still equal-replies",
    )
    yield _forum(
        "dingtie", "顶帖社区", "zh-Hans", "discuzx", features="still equal-replies hidden-boxes"
    )
    yield _forum(
        "drawers",
        "The Chest of Drawers",
        "en",
        "vbulletin",
        dates="vbulletin",
        features="still hidden-boxes",
    )
    yield _news(
        "hudson-sheet",
        "The Hudson Sheet",
        "en",
        "bare",
        "list",
        time_zone="America/New_York",
        **_STILL,
    )
    yield _news(
        "wenhua-qiaobao",
        "温华侨报",
        "zh-Hans",
        "table2006",
        "list",
        dates="zh",
        time_zone="America/Vancouver",
        **_STILL,
    )


_FEED_BEHIND_A_GATE: Final = (
    ("consent", "de"),
    ("challenge", "zh-Hans"),
    ("login", "en"),
    ("paywall", "zh-Hans"),
)
_GATE: Final = (
    ("consent", "en"),
    ("challenge", "en"),
    ("login", "zh-Hans"),
    ("paywall", "en"),
    ("soft_404", "zh-Hans"),
    ("script_shell", "en"),
)


def _gated(name: str, title: str, lang: str, gate: str, channel: str, features: str) -> Site:
    return _news(
        name.replace("_", "-"), title, lang, "semantic", channel, gate=gate, features=features
    )


def _feed_behind_a_gate() -> Iterator[Site]:
    for gate, lang in _FEED_BEHIND_A_GATE:
        yield _gated(f"feed-{gate}", f"Feed and {gate}", lang, gate, "rss2", "still fulltext")


def _gates() -> Iterator[Site]:
    for gate, lang in _GATE:
        yield _gated(
            f"gate-{gate}", f"Gate of {gate.replace('_', ' ')}", lang, gate, "list", "still"
        )
    yield _gated("feed-soft_404", "Feed and nothing", "en", "soft_404", "rss2", "still fulltext")


def _faulty() -> Iterator[Site]:
    def bad(name: str, fault: str, **more: Any) -> Site:
        layout = more.pop("layout", "nested")
        return _news(
            name, name.capitalize(), "en", layout, more.pop("channel", "list"), fault=fault, **more
        )

    for fault in (
        "slow",
        "drip",
        "truncate",
        "reset",
        "404",
        "410",
        "429",
        "500",
        "chain",
        "loop",
        "bomb",
        "pdf",
        "octet",
        "length",
        "private",
    ):
        yield bad(f"bad-{fault}", fault)
    yield bad("endless", "endless", features="calendar")
    yield bad("keep-out", "robots", shape="private", features="deny")
    yield bad("patient", "delay", features="crawl-delay")
    yield bad("robots-500", "robots-500", features="robots-500")
    yield bad("session-path", "session", features="jsessionid")
    yield bad("session-query", "session", features="sid", shape="query")
    yield bad("session-php", "session", features="phpsessid", shape="flat")
    yield bad("twins", "twins", features="twins", layout="semantic")
    yield bad("rubbish", "rubbish", channel="rss2", features="rubbish-feed")


def unlisted_sites() -> dict[str, Site]:
    """Return the hosts that others cite and that nobody has as a source."""
    found = (
        _news("coast-observer", "Coast Observer", "en", "semantic", "rss2", features="unlisted"),
        _news("delta-review", "Delta Review", "en", "nested", "atom", features="unlisted"),
    )
    return {site.name: replace(site, number=_UNLISTED_FROM + n) for n, site in enumerate(found)}


def all_sites(seed: int) -> dict[str, Site]:
    """Return every host by name, in a fixed order, each with its own number (faulty ones from 90
    on).
    """
    good = (
        *_western(),
        *_chinese(),
        *_japanese(),
        *_forums(),
        *_engines(),
        *_plain(seed),
        *_unusual(),
        *_stated(),
        *_hidden_and_equal(),
        *_feed_behind_a_gate(),
    )
    numbered = [replace(site, number=index) for index, site in enumerate(good)]
    numbered += [
        replace(site, number=_FAULTY_FROM + index)
        for index, site in enumerate((*_faulty(), *_gates()))
    ]
    return {site.name: site for site in numbered}
