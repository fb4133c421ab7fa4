"""Measure text: lengths, stop words, words."""

import re

_WORDS = """
the of and to in is was for on with as at by from that this it be are were has have had not but or an which their they
we you he she his her its will would can could been more who what when how if than about into our your i
der die das und ist von den mit für auf ein eine einer einem einen nicht sich auch dem des wird sind war zu im bei oder
le la les et des du un une est dans pour que qui sur pas avec au aux plus par ce cette sont ont
el los las del y en es por con para una se no al su lo como más pero sus
il lo di che è per non della con del sono si nel alla anche gli
o os da do em um uma não com ao dos na mais foi
de het een van en dat niet zijn op te voor met aan wordt
и в не на что с по как это из но от за для его к был
i w nie na że się z do jest to od po przez oraz och att det som är på av för inte med til ikke av er og
bir ve bu için ile da olarak daha a az és hogy nem egy v je se že na s
και του της το να η ο με για στο την
في من على أن إلى التي عن הוא של את על לא עם
के में है और की का से को
"""
_STOP_WORDS = frozenset(_WORDS.split())
_STOP_SIGNS = re.compile(
    "[的了着是在和与與及或而但不没沒也都就还還又很被把让讓给給对對从從向为為以于於其之这這那我你您他她它们們将將所且吗呢吧啊]"
    "|[ぁ-ん]"  # Japanese: particles and endings are the hiragana
    "|[\uac00-\ud7a3](?:[은는을를의에]\\b|다\\.)"  # Korean: particles and endings are attached to the word
    "|ที่|และ|ใน|ของ"
)
CJK = re.compile(
    "[\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\uac00-\ud7a3\U00020000-\U0003ffff]"
)
_WORD = re.compile(CJK.pattern + r"|[^\W_\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7a3]+")


def has_stop_word(text: str) -> bool:
    """Return whether a text leaf contains a function word, which labels, names and menus lack.

    Chinese is tested by substring. This finds the body as well as segmentation does, in a third of
    the time (docs/algorithms.md).
    """
    return not _STOP_WORDS.isdisjoint(text.lower().split()) or (
        not text.isascii() and bool(_STOP_SIGNS.search(text))
    )


def worded_length(text: str) -> int:
    """Return the non-space characters of a text leaf that has a stop word, or 0 for any other."""
    return 0 if text.isspace() or not has_stop_word(text) else dense_length(text)


def dense_length(text: str) -> int:
    """Return the number of characters that are not white space."""
    return sum(map(len, text.split()))


def words(text: str) -> list[str]:
    """Return the words in lower case. Every Chinese, Japanese or Korean character is one word."""
    return _WORD.findall(text.lower())
