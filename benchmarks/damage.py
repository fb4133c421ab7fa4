"""Damage pages in many ways. A random generator that the caller seeds decides everything."""

import random
import re
from collections.abc import Callable

MAX_BYTES = 300_000
_TAG = re.compile(rb"<[^<>]{1,300}>")
_ODD = (
    b"<", b">", b"</", b"<!--", b"-->", b"<![CDATA[", b"]]>", b"<script>", b"</script>",
    b"<style>", b"<title>",
    b"<plaintext>", b"<xmp>", b"<textarea>", b"<table><tr>", b"</td>", b"<p", b"</p>",
    b"</body></html>", b"<html>",
    b"<frameset>", b"<noscript>", b"<template>", b"<svg><title>", b"<base href=//[>",
    b"&#0;", b"&#xD800;", b"&amp",
    b"&#1114112;", b"\0", b"\xff\xfe", b"\xef\xbb\xbf", b"\xed\xa0\x80", b"\x1b$B",
    b"\xe2\x80\xae", b'"', b"'", b"=",
    b"2024-02-30", b"9999-99-99", b"99:99", b"http://[::", b"//", b"javascript:",
    b'<time datetime="0000">',
    b'<script type="application/ld+json">{"@type":"Article","datePublished":{',
    b"<a href=?page=2>2</a>", b"1" * 400,
)  # fmt: skip
_NAMES = (
    b"div",
    b"p",
    b"b",
    b"a",
    b"table",
    b"td",
    b"li",
    b"span",
    b"h1",
    b"article",
    b"form",
    b"select",
    b"br",
)


def damage(page: bytes, other: bytes, rng: random.Random) -> bytes:
    """Return the page damaged in one way; ``other`` is a page that a piece may come from."""
    return rng.choice(_WAYS)(page, other, rng)[: 2 * MAX_BYTES]


def _flip(page: bytes, __: bytes, rng: random.Random) -> bytes:
    damaged = bytearray(page)
    for _ in range(rng.choice((1, 3, 30, 300))):
        if damaged:
            damaged[rng.randrange(len(damaged))] ^= 1 << rng.randrange(8)
    return bytes(damaged)


def _cut(page: bytes, _: bytes, rng: random.Random) -> bytes:
    start, end = _piece(page, rng)
    return page[:start] + page[end:]


def _end(page: bytes, _: bytes, rng: random.Random) -> bytes:
    return page[: rng.randrange(len(page) + 1)]


def _splice(page: bytes, other: bytes, rng: random.Random) -> bytes:
    start, end = _piece(other, rng)
    place = rng.randrange(len(page) + 1)
    return page[:place] + other[start:end] + page[place:]


def _repeat(page: bytes, _: bytes, rng: random.Random) -> bytes:
    start, end = _piece(page, rng)
    times = min(rng.choice((2, 10, 100, 3000)), MAX_BYTES // max(1, end - start))
    return page[:start] + page[start:end] * times + page[end:]


def _insert(page: bytes, __: bytes, rng: random.Random) -> bytes:
    for _ in range(rng.randint(1, 8)):
        place = rng.randrange(len(page) + 1)
        page = page[:place] + rng.choice(_ODD) * rng.choice((1, 1, 1, 50)) + page[place:]
    return page


def _change_tags(page: bytes, _: bytes, rng: random.Random) -> bytes:
    """Tags lost, doubled, renamed, left open, or given many attributes."""
    share, way = rng.choice((0.01, 0.1, 0.5)), rng.randrange(5)
    name = rng.choice(_NAMES)

    def changed(found: re.Match[bytes]) -> bytes:
        tag = found.group()
        if rng.random() > share:
            return tag
        ways = (
            b"",
            tag * 2,
            b"<" + name + b">",
            tag[:-1],
            tag[:-1] + b" x=1 class='post date' id=y9>",
        )
        return ways[way]

    return _TAG.sub(changed, page)


_WAYS: tuple[Callable[[bytes, bytes, random.Random], bytes], ...] = (
    _flip, _cut, _end, _splice, _repeat, _insert, _change_tags, _change_tags,
)  # fmt: skip


def _piece(page: bytes, rng: random.Random) -> tuple[int, int]:
    start = rng.randrange(len(page) + 1)
    return start, min(len(page), start + int(rng.paretovariate(0.6) * 10))
