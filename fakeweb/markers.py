"""Marker words: one for each article, found nowhere else.

A marker is made from the article's number by a permutation, so that neighbours look different and
no two are equal.
"""

from typing import Final

INDEX_BITS: Final = 15
NUMBER_BITS: Final = 22
_MASK: Final = (1 << NUMBER_BITS) - 1

_FAMILY: Final = (
    "林何高郭梁宋唐曹彭沈徐朱胡史毛石段雷侯孟秦尹康汪田任姜范廖熊孔崔邱邵黎易樊殷施陶洪倪牛季葛焦柳岳梅辛祝左祁舒卜凌盛甄游裴席覃霍翁"
    "甘景柏柯阮桂柴冉房辜瞿戚丘"
)[:64]
_GIVEN: Final = (
    "梓桐楷榕槿椿梧栩槐棠楹杉桂松竹芙蓉荷菊薇萱葵苓茜茗莉菁萍蕾蕊藤芸苑芹莎菲蒂翠羽翔翰凰雀燕麟麒琳琅瑾瑜珊珂珞玲珠璋瑛璞澄湛涵淳沁泓沛洵"
    "洛浚浩淇湘汐汀沐潼濡霏霓霞露霜雪峰嵩岱崇峻巍嶂昊昶晟暄曦曜旭晨暮曙炯烽煌炎熙宸寰宛宵寅宥弘彬彰徽忻怡恬慧慈懿憬愉恕忱悠悟慕妍婉嫣"
    "嫦娟媛娥妙娜姿韶馥馨黛默俊俐倩倬傲侃佑伶儒僖蝶劭勤卓哲嘉坤垣埔墨壬奎奕孜孝屹巧帆帛庚廷弦影循恩惠慎慷抒捷掣攸敏敦斐斌昂昭晴晶朔朗杰"
    "棣棋森楚楠榛欣毅毓沂津浦渝渺瀚煦燃爽牧犀狄猗玄璃甫皓皎盈睿瞳矜碧磊祖祥祺禧禹秉秋稷穆穗笙筱策粲素紫翊耀胤臻航艾芝芳苒茵茹荻莞萌葆"
)[:256]
_ONSETS: Final = "bdfgklmnprtvzjhs"
_VOWELS: Final = "aeiou"


def number_of(site_number: int, index: int) -> int:
    """Return the number of an article in the whole fake web, scrambled: a one-to-one map below
    2**22.
    """
    if not 0 <= index < 1 << INDEX_BITS:
        raise ValueError(f"a host carries at most {1 << INDEX_BITS} articles, not number {index}")
    number = (site_number << INDEX_BITS) + index
    for _ in range(2):
        number = (number * 2_654_435_761 + 977) & _MASK
        number ^= number >> 11
    return number


def serial_of(site_number: int, index: int) -> int:
    """Return a number for a title, different for every article."""
    return number_of(site_number, index) + 1_000


def chinese_name(number: int) -> str:
    """Return a name of three characters that GB2312, Big5 and Shift_JIS all have."""
    return _FAMILY[number >> 16] + _GIVEN[(number >> 8) & 255] + _GIVEN[number & 255]


def latin_word(number: int) -> str:
    """Return a pronounceable word of nine letters."""
    syllables = []
    for _ in range(4):
        number, rest = divmod(number, len(_ONSETS) * len(_VOWELS))
        syllables.append(_ONSETS[rest // len(_VOWELS)] + _VOWELS[rest % len(_VOWELS)])
    return "".join(syllables).capitalize() + "k"


def marker_of(lang: str, site_number: int, index: int) -> str:
    """Return the marker word of an article: a name in Chinese and Japanese, else an invented
    word.
    """
    number = number_of(site_number, index)
    return chinese_name(number) if lang.startswith(("zh", "ja")) else latin_word(number)
