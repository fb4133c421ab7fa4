"""Makes the pictures of the documentation, ``docs/images``: ``python -m docs.screenshots``.

A Newsloom of its own crawls the fake web for a while, some of whose pages misbehave so that there
is something to see; a browser then looks at it in both languages. Needs Chromium and the
requirements of development.
"""

import base64
import os
import struct
import sys
import tempfile
import zlib
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any
from urllib.parse import quote

from playwright.sync_api import Browser, Page, sync_playwright

from fakeweb.hosts import all_sites
from fakeweb.web import FakeWeb
from storage.backends import open_document_writer
from storage.database.port import SourceRecord
from storage.documents.port import Document, DocumentPost
from storage.keys import url_key
from testbed.servers.process import free_port
from testbed.stack import ROOT, Stack, records, wait_until, ways_in
from tests.e2e.browser import CHROMIUM

IMAGES = ROOT / "docs" / "images"
SEED = 7
TROUBLE = ("404", "500", "pdf", "empty", "truncate")
BROKEN = {"bad-404.localhost": "Cinder Lane Gazette", "keep-out.localhost": "Keep Out"}
IMPORTED = """name,channel,address,interval_seconds
Evening Echo,feed,https://echo.example/feed.xml,900
海港晚报,feed,https://haigang.example/rss.xml,900
Port Authority,list,https://port.example/notices/,3600
The Harbour Times,feed,{harbour},1800
Ferry Notes,feed,{ferry},20
Old Bridge,newsletter,https://bridge.example/,900
Market Square,feed,market-square.example/feed,900
"""
# A bare Debian shows DejaVu, which is wider than what most readers see.
FONTS = """<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <include>/etc/fonts/fonts.conf</include>
  <match target="pattern">
    <test name="family"><string>system-ui</string></test>
    <edit name="family" mode="prepend" binding="strong">
      <string>Inter</string><string>Noto Sans</string><string>Noto Sans CJK SC</string>
    </edit>
  </match>
  <alias binding="strong">
    <family>sans-serif</family>
    <prefer>
      <family>Inter</family><family>Noto Sans</family><family>Noto Sans CJK SC</family>
    </prefer>
  </alias>
</fontconfig>
"""
# Counts colours in a page, where pixels can be had, and gives each pixel one of at most 256. The
# next colour of the palette is always the one that would otherwise cost most: how often it occurs
# times its distance from those chosen.
_ALL_SHOWN = """() => [...document.querySelectorAll(".working")].every(
  each => !each.checkVisibility() || each.getBoundingClientRect().top >= innerHeight
)"""
"""Whether no part that is still being counted is in the picture."""
PALETTE = """async (png) => {
  const image = await createImageBitmap(await (await fetch(png)).blob());
  const canvas = new OffscreenCanvas(image.width, image.height), context = canvas.getContext("2d");
  context.drawImage(image, 0, 0);
  const pixels = new Uint32Array(context.getImageData(0, 0, image.width, image.height).data.buffer);
  const counts = new Map();
  for (const pixel of pixels) counts.set(pixel, (counts.get(pixel) || 0) + 1);
  const parts = (pixel) => [pixel & 255, (pixel >> 8) & 255, (pixel >> 16) & 255];
  const colours = [...counts].map(([pixel, count]) => (
    { pixel, count, rgb: parts(pixel), off: 1e9, place: 0 }
  ));
  const known = [];
  while (known.length < 256) {
    const next = colours.reduce((a, b) => (b.count * b.off > a.count * a.off ? b : a));
    if (!next.off) break;
    known.push(next.rgb);
    for (const colour of colours) {
      const off = colour.rgb.reduce((sum, value, i) => sum + (value - next.rgb[i]) ** 2, 0);
      if (off < colour.off) { colour.off = off; colour.place = known.length - 1; }
    }
  }
  const places = new Map(colours.map(({ pixel, place }) => [pixel, place]));
  const found = Uint8Array.from(pixels, (pixel) => places.get(pixel));
  let text = "";
  for (let at = 0; at < found.length; at += 32768)
    text += String.fromCharCode(...found.subarray(at, at + 32768));
  return { width: image.width, height: image.height, palette: known.flat(), pixels: btoa(text) };
}"""


@dataclass(frozen=True, kw_only=True)
class Look:
    """How pages are shown, and which of them become pictures."""

    pictures: frozenset[str]
    language: str = "en"
    scheme: str = "light"
    size: tuple[int, int] = (1280, 800)
    suffix: str = ""


READING = frozenset({"overview", "search", "query-error", "article", "thread", "saved-search"})
WATCHING = frozenset({"sources", "source", "history", "monitor", "users"})
ADDING = frozenset({"find", "try", "import"})
# docs/pictures.md shows them; a test allows 24 pictures in all.
LOOKS = (
    Look(pictures=READING | WATCHING | ADDING),
    Look(pictures=frozenset({"search", "article", "sources", "find", "monitor"}), language="zh"),
    Look(pictures=frozenset({"overview", "monitor"}), scheme="dark", suffix="-dark"),
    Look(pictures=frozenset({"search", "monitor"}), size=(390, 800), suffix="-phone"),
)
QUERIES = {"en": "harbour", "zh": "图书馆"}
HOSTS = {"en": "harbour-times.localhost", "zh": "jinri-yaowen.localhost"}
NESTED_TITLE = "How do you oil an old workbench?"
# Author, number, the place of the post that it answers, and words.
NESTED = (
    (
        "Mira",
        1,
        None,
        "My grandfather left me a beech workbench from the fifties. The top is dry and grey. "
        "Do I sand it first, or does oil alone bring the colour back?",
    ),
    (
        "oakley",
        2,
        None,
        "Sand it lightly, with the grain, then two thin coats of linseed oil. Leave a day between "
        "them, or it stays sticky for weeks.",
    ),
    ("Mira", None, 1, "Boiled or raw? The shop at the harbour has both."),
    ("oakley", None, 2, "Boiled. Raw oil never dries in a cold shed."),
    ("T. Birk", None, 1, "One coat was enough on mine, with wax on top."),
    (
        "T. Birk",
        3,
        None,
        "And burn the rags, or lay them flat outside: they can catch fire by themselves.",
    ),
    ("Mira", None, 5, "I did not know that. Thank you!"),
)


def main() -> None:
    """Make all pictures."""
    IMAGES.mkdir(exist_ok=True)
    with (
        tempfile.TemporaryDirectory() as folder,
        newsloom(Path(folder)) as (stack, web),
        sync_playwright() as play,
    ):
        password = (
            stack.run("user", "add", "jane", "--group", "admin").stdout.strip().rpartition(" ")[2]
        )
        fonts = Path(folder) / "fonts.conf"
        fonts.write_text(FONTS)
        browser = play.chromium.launch(
            executable_path=str(CHROMIUM),
            args=["--no-sandbox", "--disable-gpu"],
            env={**os.environ, "FONTCONFIG_FILE": str(fonts)},
        )
        studio = Studio(browser, f"http://127.0.0.1:{stack.settings.web_port}", password)
        addresses = {
            "harbour": web.address("harbour-times", "/rss.xml"),
            "ferry": web.address("ferry-notes", "/feed.json"),
        }
        for look in LOOKS:
            with studio.page(look) as page:
                reading(studio, page, look)
                watching(studio, page, look)
                if look.pictures & ADDING:
                    adding(
                        studio,
                        page,
                        look,
                        web.address("harbour-times", "/"),
                        IMPORTED.format(**addresses),
                    )


@contextmanager
def newsloom(home: Path) -> Iterator[tuple[Stack, FakeWeb]]:
    """Run a Newsloom that has read the fake web, and keeps reading what is published."""
    settings: dict[str, Any] = {"WEB_PORT": free_port(), "MAX_ATTEMPTS": 2, "BACKOFF_SECONDS": 1}
    with (
        FakeWeb.start(seed=SEED, stock=30, rate=1, events=True) as web,
        Stack(home / "home", **settings) as stack,
    ):
        spoil(web)
        stack.run("migrate")
        stack.add_sources(sources(web))
        for role in ("web", "scheduler", "worker", "stories"):
            stack.start(role)
        wait_until(
            lambda: stack.count() > 1500 and stack.idle(), 240, "the fake web is read", stack.logs
        )
        # The pictures show sources that have been visited more than once.
        before = stack.totals().lists["listed"]
        wait_until(
            lambda: stack.totals().lists["listed"] > before + 60,
            120,
            "sources are read again",
            stack.logs,
        )
        write_nested_thread(stack)
        wait_until(
            lambda: NESTED_TITLE in stack.run("search", NESTED_TITLE).stdout,
            60,
            "the nested thread is searchable",
            stack.logs,
        )
        yield stack, web


def write_nested_thread(stack: Stack) -> None:
    """Store a thread whose replies are nested, which no forum of the fake web has."""
    url = "http://carpenters.localhost/viewtopic.php?t=9001"
    now = datetime.now(UTC).replace(second=0, microsecond=0)
    posts = tuple(
        DocumentPost(
            author=author,
            published=now - timedelta(hours=9 - place),
            floor=floor,
            body=body,
            parent=parent,
        )
        for place, (author, floor, parent, body) in enumerate(NESTED)
    )
    thread = Document(
        id=url_key(url),
        url=url,
        canonical_url=url,
        source="The Carpenters' Bench",
        source_id=0,
        site="carpenters.localhost",
        channel="board",
        kind="thread",
        lang="en",
        title=NESTED_TITLE,
        content="\n\n".join(each.body for each in posts),
        author=", ".join(dict.fromkeys(each.author for each in posts)),
        published=posts[0].published,
        collected=now,
        posts=posts,
    )
    with closing(open_document_writer(stack.settings)) as documents:
        documents.write([thread])


def spoil(web: FakeWeb) -> None:
    """Let a few pages of most sites misbehave."""
    numbers: dict[str, int] = {}
    for entry in web.ledger(bodies=False):
        number = numbers[entry["host"]] = numbers.get(entry["host"], 0) + 1
        if entry["kind"] == "article" and number % 6 == len(entry["host"]) % 6:
            path = "/" + entry["url"].split("/", 3)[3]
            web.misbehave(
                entry["host"].removesuffix(".localhost"),
                TROUBLE[(number // 6) % len(TROUBLE)],
                path=path,
            )


def sources(web: FakeWeb) -> list[SourceRecord]:
    """Return the sources under the titles of their sites; two of them do not work."""
    titles = {f"{site.name}.localhost": site.title for site in all_sites(SEED).values()} | BROKEN
    broken = [source for source in web.sources(faulty=True) if source["host"] in BROKEN]
    found = ways_in([*web.sources(), *broken])
    named = [{**source, "name": titles[source["host"]]} for source in found]
    unique = {source["name"]: source for source in named}
    return records(unique.values(), interval_seconds=20, pace_seconds=0.02)


class Studio:
    """A browser that is logged in, and what it takes to keep a picture small."""

    def __init__(self, browser: Browser, address: str, password: str) -> None:
        self._browser, self._address, self._password = browser, address, password

    @contextmanager
    def page(self, look: Look) -> Iterator[Page]:
        """Open a page on the search, logged in."""
        context = self._browser.new_context(
            base_url=self._address,
            viewport={"width": look.size[0], "height": look.size[1]},
            color_scheme=look.scheme,  # type: ignore[arg-type]
            locale={"en": "en-GB", "zh": "zh-CN"}[look.language],
        )
        page = context.new_page()
        page.goto("/login/")
        page.locator("#id_username").fill("jane")
        page.locator("#id_password").fill(self._password)
        page.locator("#id_password").press("Enter")
        page.wait_for_selector("form.account")
        page.goto("/search/")
        yield page
        context.close()

    def take(self, page: Page, name: str, look: Look) -> None:
        """Write what the page shows to ``docs/images``, as a PNG with a palette, if the look asks
        for this picture.
        """
        if name not in look.pictures:
            return
        page.mouse.move(0, 0)
        assert page.evaluate("document.documentElement.scrollWidth") <= look.size[0], (
            f"{name} is too wide"
        )
        png = base64.b64encode(page.screenshot(animations="disabled")).decode()
        blank = page.context.new_page()
        reduced = blank.evaluate(PALETTE, f"data:image/png;base64,{png}")
        blank.close()
        path = IMAGES / f"{name}-{look.language}{look.suffix}.png"
        path.write_bytes(indexed_png(reduced))
        sys.stdout.write(f"{path.relative_to(ROOT)}: {path.stat().st_size // 1024} kB\n")


def reading(studio: Studio, page: Page, look: Look) -> None:
    """Take what analysts see."""
    site = HOSTS[look.language]
    query = quote(QUERIES[look.language])
    page.goto("/")
    studio.take(page, "overview", look)
    page.goto(f"/search/?q={query}")
    page.wait_for_function(_ALL_SHOWN)
    studio.take(page, "search", look)
    page.goto(f"/search/?q={quote('(bridge OR harbour) AND NOT (title:ferry')}")
    studio.take(page, "query-error", look)
    page.goto(f"/search/?q={query}&site={site}")
    page.locator(".hit h3 a").first.click()
    studio.take(page, "article", look)
    wanted = quote(f'title:"{NESTED_TITLE}"')
    page.goto(f"/search/?q={wanted}")
    page.locator(".hit h3 a").first.click()
    studio.take(page, "thread", look)
    page.goto(f"/saved/add/?q={query}")
    studio.take(page, "saved-search", look)


def watching(studio: Studio, page: Page, look: Look) -> None:
    """Take the pictures of monitor and sources."""
    site = HOSTS[look.language]
    page.goto("/sources/")
    studio.take(page, "sources", look)
    page.goto(f"/sources/?q={site}")
    page.locator("tbody th a").first.click()
    address = page.url
    studio.take(page, "source", look)
    page.goto(f"{address}history/")
    studio.take(page, "history", look)
    page.goto("/monitor/")
    studio.take(page, "monitor", look)
    page.goto("/users/")
    studio.take(page, "users", look)


def adding(studio: Studio, page: Page, look: Look, front_page: str, imported: str) -> None:
    """Take how sources come in; nothing is saved."""
    page.goto("/sources/find/")
    page.locator("#address").fill(front_page)
    page.locator(".address-box button").click()
    page.wait_for_selector(".looked", timeout=60_000)
    studio.take(page, "find", look)
    page.locator(".looked button.primary").first.click()
    page.wait_for_selector("#trial .meta", timeout=60_000)
    studio.take(page, "try", look)
    page.goto("/sources/import/")
    file: Any = {"name": "sources.csv", "mimeType": "text/csv", "buffer": imported.encode()}
    page.locator("#file").set_input_files(file)
    page.locator("main .primary").click()
    studio.take(page, "import", look)


def indexed_png(picture: dict[str, Any]) -> bytes:
    """Return a PNG (RFC 2083) of one byte a pixel."""
    width, pixels = picture["width"], base64.b64decode(picture["pixels"])
    rows = b"".join(b"\0" + pixels[index : index + width] for index in range(0, len(pixels), width))
    header = struct.pack(">IIBBBBB", width, picture["height"], 8, 3, 0, 0, 0)
    parts = (
        (b"IHDR", header),
        (b"PLTE", bytes(picture["palette"])),
        (b"IDAT", zlib.compress(rows, 9)),
        (b"IEND", b""),
    )
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
        for kind, data in parts
    )


if __name__ == "__main__":
    main()
