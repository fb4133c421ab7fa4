"""What short lines announce by their first words: comments, related stories, sharing, legal notes,
credits, bylines.

The words cover the languages most common in news. A cue is only a hint to the model, because
articles too have subheadings that begin with "More". Only short blocks are checked, because a cue
is a block of its own.
"""

from typing import NamedTuple

MAX_CUE_LENGTH = 80
"""Most characters of a line that may be a cue."""
_PHRASES = {
    "comments": "comments|comment|leave a|post a comment|add a comment|write a comment|join the"
    "|replies|reply|"
    "responses|what do you think|no comments|show comments|view comments|discussion|kommentare"
    "|kommentar|"
    "diskussion|commentaires|commentaire|réactions|comentarios|comentario|deja un|deje un"
    "|comentários|comente|"
    "deixe|commenti|lascia un|reacties|reageer|kommentarer|kommentoi|комментарии|комментариев"
    "|оставить|обсуждение|"
    "komentarze|skomentuj|yorumlar|yorum|komentar|bình luận|σχόλια|تعليقات|التعليقات|टिप्पणी"
    "|ความคิดเห็น|评论|"
    "評論|留言|跟帖|网友|發表|发表|コメント|댓글",
    "related": "related|read more|read also|read next|see also|also read|also see|also on|more from"
    "|more on|"
    "more in|more:|more stories|you may|you might|recommended|popular|most read|most popular"
    "|trending|latest|"
    "recent|next|previous|don't miss|don’t miss|top stories|further reading|in this|table of "
    "contents|explore|"
    "watch|related:|lesen sie|lies auch|mehr zum|mehr zu|mehr aus|das könnte|auch interessant"
    "|weitere|verwandte|"
    "meistgelesen|lire aussi|à lire|lire la|sur le même|voir aussi|les plus|articles|lea también"
    "|lee también|"
    "te puede|más noticias|le puede|ver también|relacionadas|lo más|leia também|leia mais|veja "
    "também|saiba mais|"
    "mais lidas|notícias|leggi anche|leggi tutto|potrebbe|articoli|lees ook|lees meer|meer over"
    "|läs också|läs mer|"
    "les også|læs også|lue myös|читайте также|по теме|похожие|другие|czytaj także|czytaj też"
    "|zobacz też|"
    "zobacz także|przeczytaj|ilgili|son dakika|baca juga|berita|đọc thêm|xem thêm|tin liên"
    "|διαβάστε|اقرأ|إقرأ|"
    "यह भी|ये भी|อ่านเพิ่ม|相关|相關|推荐|推薦|延伸|热门|熱門|更多|上一|下一|猜你|关联|関連|おすすめ|あわせ|"
    "合わせ|人気|ランキング|관련|추천|많이",
    "share": "share|follow|subscribe|sign up|sign in|log in|newsletter|tweet|print|email|get the"
    "|get our|join our|"
    "download|support|donate|become a|click here|like us|advertise|contact|teilen|folgen"
    "|abonnieren|jetzt|"
    "partager|suivez|abonnez|inscrivez|recevez|compartir|comparte|síguenos|sigue|suscríbete"
    "|regístrate|"
    "compartilhe|siga|assine|inscreva|receba|condividi|segui|iscriviti|abbonati|deel|volg|schrijf"
    "|dela|följ|del|"
    "поделиться|подписаться|подписывайтесь|подпишитесь|udostępnij|obserwuj|paylaş|abone|bagikan"
    "|ikuti|chia sẻ|"
    "theo dõi|شارك|تابع|تابعنا|शेयर|แชร์|分享|关注|關注|订阅|訂閱|扫码|扫一|微信|点击|點擊|收藏|点赞|打印|シェア|"
    "フォロー|登録|공유|구독|좋아",
    "legal": "copyright|©|(c)|all rights|disclaimer|terms|privacy|cookie|cookies|we use|this site|"
    "this article was|this story was|alle rechte|tous droits|todos los derechos|todos os direitos"
    "|tutti i diritti|"
    "reproduction|alle rettigheter|все права|wszelkie|tüm hakları|hak cipta|bản quyền|حقوق|版权|版權"
    "|声明|聲明|"
    "免责|免責|转载|轉載|责任|責任|编辑|編輯|原标题|本文|特别|特別|（责|(责|无断|無断|著作|저작|무단|ⓒ",
    "credit": "photo|photos|photograph|image|images|picture|credit|file photo|getty|reuters|ap "
    "photo|foto|fotos|"
    "bild|bildquelle|quelle|crédit|photo:|imagen|imagem|immagine|crédito|fuente|fonte|source"
    "|beeld|kuva|фото|"
    "источник|zdjęcie|fot|kaynak|fotoğraf|sumber|ảnh|nguồn|图|圖|图为|图片|圖片|摄影|攝影|资料|写真|画像|사진|자료",
    "byline": "by|written by|posted|published|updated|last updated|author|about the|edited by"
    "|reported by|von|"
    "verfasst|veröffentlicht|aktualisiert|stand|par|publié|mis à|modifié|por|publicado"
    "|actualizado|escrito|"
    "atualizado|di|pubblicato|aggiornato|door|geplaatst|av|publicerad|uppdaterad|publisert"
    "|julkaistu|автор|"
    "опубликовано|обновлено|autor|opublikowano|yazan|güncelleme|oleh|penulis|tác giả|بقلم|كتب|作者"
    "|记者|記者|文/|"
    "文／|来源|來源|发布|發布|时间|時間|通讯|撰文|更新|配信|投稿|기자|입력|수정",
    "advert": "advertisement|advertising|ad|ads|sponsored|promoted|story continues|article "
    "continues|"
    "continue reading|anzeige|werbung|publicité|publicidad|publicidade|pubblicità|advertentie"
    "|annons|annonse|"
    "annonce|mainos|реклама|reklama|reklam|iklan|quảng cáo|διαφήμιση|إعلان|विज्ञापन|โฆษณา|广告|廣告"
    "|広告|[ad]|광고",
}
CUES = tuple(_PHRASES)
_NONE = -1


class _Phrases(NamedTuple):
    """The phrases of one beginning, longer ones first, each with its cue; ``all`` tests whether any
    matches.
    """

    all: tuple[str, ...]
    cues: list[tuple[str, int]]


def _table() -> dict[str, _Phrases]:
    """Return the phrases by their first two characters."""
    table: dict[str, list[tuple[str, int]]] = {}
    for index, phrases in enumerate(_PHRASES.values()):
        for phrase in phrases.split("|"):
            table.setdefault(phrase[:2], []).append((phrase, index))
    return {
        key: _Phrases(
            tuple(phrase for phrase, _ in found), sorted(found, key=lambda pair: -len(pair[0]))
        )
        for key, found in table.items()
    }


_TABLE = _table()


def cues_of(lines: list[str]) -> list[int]:
    """Return for each line the index in ``CUES`` of what it announces, or -1."""
    return [cue_of(line) if len(line) <= MAX_CUE_LENGTH else _NONE for line in lines]


def cue_of(line: str) -> int:
    """Return the index in ``CUES`` of what a short line announces, or -1."""
    lowered = line.lower().lstrip("0123456789 ")
    phrases = _TABLE.get(lowered[:2]) or _TABLE.get(lowered[:1])
    if not phrases or not lowered.startswith(phrases.all):
        return _NONE
    for phrase, number in phrases.cues:
        if lowered.startswith(phrase) and not (
            phrase[-1].isascii() and lowered[len(phrase) : len(phrase) + 1].isalpha()
        ):
            return number
    return _NONE
