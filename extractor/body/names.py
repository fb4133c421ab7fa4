"""What the attributes of a container say about its content: comments, related stories, the article
itself.

The words come from class, id, role, item property, test id and similar attributes, in the English
of most frameworks and in the words that Chinese, German, French and Spanish sites add. A word alone
proves nothing (whole pages are called "comments"), so the features measure how much of the page an
element with that name contains.
"""

import re
from functools import lru_cache

_WORDS = {
    "article": "article articles artikel articulo story stories post posts entry "
    "news zhengwen nota "
    "noticia beitrag",
    "body": "body text content contents inhalt contenido cuerpo corps texte paragraph prose "
    "richtext wysiwyg "
    "markdown neirong articlebody articlecontent postcontent entrycontent maincontent storybody "
    "articletext "
    "bodytext detail",
    "main": "main primary center single page",
    "comment": "comment comments comentario comentarios commentaire commentaires kommentar "
    "kommentare disqus "
    "respond replies reply discussion pinglun remark remarks livefyre commentlist",
    "related": "related relacionadas relacionados recommend recommended recommendation "
    "recommendations more next "
    "popular trending latest recent recirc recirculation outbrain taboola also tuijian xiangguan "
    "hot similar most "
    "readmore relatedposts suggested suggestions",
    "teaser": "teaser card cards promo promotion feed grid item items list carousel slider tile "
    "tiles river thumb "
    "thumbnail",
    "side": "side sidebar aside widget widgets rail complementary column secondary right left "
    "module",
    "share": "share sharing social sharedaddy addthis follow facebook twitter fenxiang tools "
    "toolbar print "
    "actions button buttons like likes rating",
    "call": "newsletter subscribe subscription signup cta form modal popup dialog cookie cookies "
    "consent gdpr "
    "banner paywall overlay notice alert offer register login lightbox donate",
    "advert": "ad ads adv advert advertisement advertising sponsor sponsored sponsors dfp gpt "
    "adsense guanggao "
    "werbung anzeige publicidad publicite adunit adslot affiliate",
    "menu": "nav navbar navigation menu menus submenu breadcrumb breadcrumbs pager pagination "
    "header masthead "
    "topbar daohang search skip tab tabs links dropdown",
    "footer": "footer foot bottom copyright legal disclaimer contentinfo colophon footnote "
    "footnotes",
    "meta": "meta byline author authors date time datetime published info source dateline bio "
    "editor timestamp "
    "posted reading avatar profile",
    "tags": "tag tags category categories keywords topics labels topic cat",
    "caption": "caption credit figure figcaption image images photo photos picture gallery media "
    "video player img wp",
    "contents": "toc summary index tableofcontents outline takeaways highlights",
    "title": "title headline heading subtitle subhead h1 dek standfirst lead lede intro excerpt "
    "kicker deck",
    "hidden": "hidden none invisible offscreen sronly hide collapse collapsed",
    "quote": "quote pullquote blockquote callout embed infobox box note tip",
}
MEANINGS = tuple(_WORDS)
_MEANING_OF: dict[str, int] = {}
for _index, _words in enumerate(_WORDS.values()):
    for _word in _words.split():
        _MEANING_OF |= dict.fromkeys((_word, _word.capitalize(), _word.upper()), _index)
_WORD = re.compile("[a-z]+|[A-Z](?:[a-z]+|[A-Z]*)")
"""A word in one of the three forms of ``_MEANING_OF``."""
MAX_NAMES_LENGTH = 240
"""Most characters that are read: classes of style sheet frameworks and data attributes run to
thousands.
"""


@lru_cache(maxsize=8192)
def meanings(names: str) -> tuple[int, ...]:
    """Return the indices in ``MEANINGS`` of what an element's attribute values say, without
    duplicates.
    """
    words = _WORD.findall(names[:MAX_NAMES_LENGTH])
    found = {_MEANING_OF[word] for word in words if word in _MEANING_OF}
    return tuple(sorted(found))
