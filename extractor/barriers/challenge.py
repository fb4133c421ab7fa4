"""Recognize a robot check by its words and by the marks of the services that make it."""

import re

from extractor.barriers.topics import concepts, normal, read_topic, sentences, share, shown
from extractor.page.page import Page

_TOPIC = read_topic("robot_check")
_CORE = frozenset({"robot", "human", "verify", "puzzle", "denied", "traffic"})
_MIN_CONCEPTS = 4
"""Fewest concepts of a robot check that such a page names."""
_SHARE = 0.6
"""Least share of its sentences that name one."""
# So many concepts need a smaller share of the sentences.
_CERTAIN_CONCEPTS = 6
_SHARE_IF_CERTAIN = 0.5
_MAX_TEXT_LENGTH = 800
"""Most characters of such a page without a mark."""
_MARKED = 2
"""Concepts that the mark of a service stands for."""
_READ = 5_000
"""Characters of a script that are read."""
_MARK = re.compile(
    r"_cf_chl_opt|cf_chl_|cf-chl-|challenge-form|px-captcha|captcha-delivery\.com|_Incapsula_Resource|gokuProps"
    r"|AwsWafIntegration|awswaf|sec-if-cpt|sec-cpt|bm-verify|kpsdk|sucuri_cloudproxy|ddos-guard|acw_sc__v2|x5sec"
    r"|initGeetest|geetest|TencentCaptcha|smartcaptcha|showcaptcha|aliyunCaptcha|yidun|turnstile|h-?captcha|anubis"
    r"|fc-token|arkoselabs|friendly-?captcha|mtcaptcha|wordfence|reblaze|stackpath|qrator",
    re.I,
)


def asks_for_proof(page: Page, text: str) -> str:
    """Return the concepts by which a short text asks for proof that its reader is human, or ""."""
    found = concepts(_TOPIC, normal(text))
    if not found & _CORE:
        return ""
    weight = len(found) + ("token" in found)
    if (
        weight >= _MIN_CONCEPTS - _MARKED
        and (weight < _CERTAIN_CONCEPTS or len(text) > _MAX_TEXT_LENGTH)
        and has_mark(page)
    ):
        weight += _MARKED
    elif len(text) > _MAX_TEXT_LENGTH:
        return ""
    if weight < _MIN_CONCEPTS or share(_TOPIC, sentences(text), 1) < (
        _SHARE_IF_CERTAIN if weight >= _CERTAIN_CONCEPTS else _SHARE
    ):
        return ""
    return shown(found)


def named_share(text: str) -> float:
    """Return the share of a text in sentences that name anything of a robot check."""
    return share(_TOPIC, sentences(text), 1)


def has_mark(page: Page) -> bool:
    """Return whether a script or element of the page belongs to a robot check.

    Good pages have some, for their forms.
    """
    if any(
        _MARK.search(f"{script.get('src') or ''} {(script.text or '')[:_READ]}")
        for script in page.scripts
    ):
        return True
    named = (f"{one.get('class', '')} {one.get('id', '')}" for one in page.blocks.attributes)
    return any(_MARK.search(names) for names in named)
