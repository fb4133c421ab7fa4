"""Words of notices that sites put below their texts: rights, liability, other people's opinions,
links that pay.

A line is such a notice if it speaks of the text or the site itself, and shows two of the signs.
"""

import re

_SELF = re.compile(
    r"本文|文内|文中内容|本站|本网|本網|本报道|本声明|本聲明|この記事|本記事|当サイト|当社は|본 기사|이 기사|"
    r"\b(?:this (?:article|story|post|site|website|page|content|publication)|"
    r"dies(?:er|en|em|e|es) (?:artikel|text|beitrag|seite|website)|"
    r"cet article|ce site|este (?:artículo|artigo|sitio|site|texto)|questo (?:articolo|sito"
    r"|testo)|dit artikel|"
    r"данн(?:ый|ая|ого|ой) (?:материал|стать|сайт)|ten artykuł|bu (?:haber|yazı|site)|"
    r"artikel ini|bài viết này)",
)
_SIGNS = tuple(
    re.compile(words)
    for words in (
        r"版权|版權|著作权|著作權|\bcopyright|all rights reserved|alle rechte vorbehalten|tous droits "
        r"réservés|"
        r"todos los derechos|todos os direitos|tutti i diritti|riproduzione riservata|все права"
        r"|wszelkie prawa|"
        r"tüm hakları|著作権|無断|저작권|무단",
        r"转载|轉載|\breproduc|\brepublish|\bredistribut|\bnachdruck|vervielfält|\breproducción"
        r"|\breprodução|\briproduzione|"
        r"перепечат|\bprzedruk|転載|재배포|전재|alıntı",
        r"未经|未經|許可|许可|without (?:prior |written |express )*(?:permission|consent)|ohne (?:\w+ "
        r")?genehmigung|"
        r"sans (?:\w+ )?autorisation|sin (?:\w+ )?autorización|sem (?:\w+ )?autorização|senza "
        r"(?:\w+ )?autorizzazione|"
        r"без разрешения|許可なく|izinsiz",
        r"不代表|个人观点|個人觀點|views? (?:and opinions )?expressed|not necessarily (?:those|reflect"
        r"|represent)|"
        r"(?:geben|gibt) nicht (?:unbedingt )?die meinung|n'engage(?:nt)? que|no (?:refleja"
        r"|representa)n?\b|"
        r"não (?:reflete|representa)m?\b|non (?:riflett|rappresent)|не отражает|見解で",
        r"仅供参考|僅供參考|不构成|不構成|投资建议|免责|免責|法律责任|法律責任|for informational purposes|"
        r"does not constitute|do not constitute|not (?:investment|financial|medical|legal) advice"
        r"|keine haftung|"
        r"ohne gewähr|keine anlageberatung|à titre informatif|a título informativo|a scopo "
        r"informativo|"
        r"носит информационн|инвестиционн\w+ рекомендац|yatırım tavsiyesi",
        r"跳转链接|推广链接|佣金|\baffiliate|earn a commission|affiliate-?links?|liens? affiliés?|enlaces "
        r"de afiliad|"
        r"アフィリエイト|партн[её]рск\w+ ссылк",
        r"独家稿件|独家授权|广告声明|免责声明|版权声明|特别声明|^(?:disclaimer|haftungsausschluss|avertissement|"
        r"descargo|advertencia legal|aviso legal|дисклеймер)\s?:",
    )
)
_MIN_SIGNS = 2
_MAX_LINE_LENGTH = 500
_PROGRAMME = re.compile(
    r"(?:dieses thema im programm|über dieses thema berichte|"
    r"this (?:story|report) was (?:first |originally )?(?:broadcast|aired)|"
    r"(?:dieser beitrag|diese sendung) (?:wurde|lief)|ce (?:reportage|sujet) a été diffusé)"
)
"""How stations say at the end of a text when they broadcast it."""
_LEFT = re.compile(
    r"\d ?%[^.]{0,40}(?:article|artikel|artículo|artigo|articolo|artykuł|стать|story)"
    r"|(?:article|artikel|artículo|artigo|articolo|artykuł|стать|story)[^.]{0,40}\d ?%"
)
_REMAINS = re.compile(
    r"\b(?:il vous reste|remain|left\b|verbleib|noch nicht gelesen|te queda|resta|rimane|pozosta"
    r"|осталось)"
)
_MAX_LEFT_LENGTH = 120


def is_notice(line: str) -> bool:
    """Return whether a line is about rights to the text, who answers for it, how much of it is
    paid, or a programme.
    """
    if len(line) > _MAX_LINE_LENGTH:
        return False
    small = line.lower().replace("’", "'")
    if (
        len(line) <= _MAX_LEFT_LENGTH
        and "%" in line
        and _REMAINS.search(small)
        and _LEFT.search(small)
    ):
        return True
    if _PROGRAMME.match(small):
        return True
    return (
        bool(_SELF.search(small)) and sum(bool(sign.search(small)) for sign in _SIGNS) >= _MIN_SIGNS
    )
