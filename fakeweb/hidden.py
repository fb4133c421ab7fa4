"""Boxes that a page holds and no reader sees, between the paragraphs of an article and below the
words of a post.
"""

from collections.abc import Sequence
from typing import Final

from fakeweb.model import Site

_OFFER, _NOTE, _CODE, _REPORT, _UPLOAD = range(5)
_WORDS: Final = {
    "en": (
        "Our morning letter brings you five stories of your town before breakfast. Leave your "
        "address to get it free.",
        "The editors checked the names and figures of this story twice before it was printed on "
        "Tuesday.",
        "Copy this code to show the story on your own page, with its picture and the name of our "
        "paper.",
        "Tell the moderators what is wrong with this post. They read every report within one day.",
        "Attach files of up to four megabytes. Pictures, drawings and plain text are welcome here.",
    ),
    "zh-Hans": (
        "每天清晨，我们把您身边的五条新闻送到您的邮箱，留下地址即可免费阅读，随时可以退订。",
        "编辑部在本文付印之前两次核对了文中的人名和数字，读者如有疑问可以致电本报热线。",
        "把这段代码复制到您的网页上，就可以连同图片和本报名称一起转载这篇文章。",
        "请告诉版主这个帖子有什么问题，我们会在一天之内处理每一条举报。",
        "这里可以上传四兆以内的附件，图片、图纸和文本都可以。",
    ),
}


def with_boxes(site: Site, shown: Sequence[str]) -> list[str]:
    """Return the marked up paragraphs of an article with hidden boxes among them, and a second copy
    for phones.
    """
    words = _WORDS[site.lang]
    first, *others = shown
    return [
        f"<div hidden><p>{words[_OFFER]}</p></div>",
        first,
        f'<div class="promo" style="display: none"><p>{words[_OFFER]}</p><p>{words[_NOTE]}</p>'
        "</div>",
        *others,
        f'<p aria-hidden="true">{words[_NOTE]}</p>',
        f'<div class="embed"><textarea rows="4" cols="60">{words[_CODE]}</textarea></div>',
        f'<div class="phone-only" style="display:none">{"".join(shown)}</div>',
    ]


def post_boxes(site: Site, floor: int) -> str:
    """Return the hidden boxes of a post. Classes tell them from spoilers, which are hidden too."""
    words = _WORDS[site.lang]
    return (
        f'<div class="popover" id="report{floor}" style="display:none">{words[_REPORT]}</div>'
        f'<div class="tip" hidden>{words[_OFFER]}</div><span '
        f'aria-hidden="true">{words[_NOTE]}</span>'
        '<form class="upload" method="post" enctype="multipart/form-data" style="display:none">'
        f"<p>{words[_UPLOAD]}</p>"
        '<input type="file" name="attachment"></form>'
    )
