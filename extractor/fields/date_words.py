"""Words beside dates that say what happened then: publication, a later change, or something else."""

import re

_PUBLISHED = """
publi|posted|date|written|created|issued|first published|veröffentlicht|erschienen|datum|erstellt|verfasst|geschrieben
stand:|fecha|creado|escrito|data|criado|pubblicato|paru|mis en ligne|créé|geplaatst|gepubliceerd|opublikowan|dodano
utworzono|публикац|опубликован|дата|размещен|створено|опубліковано|yayın|tarih|giriş|eklenme|vydáno|publikov|julkaistu
publicerad|skapad|udgivet|offentliggjort|publisert|δημοσι|ημερομηνία|közzé|megjelent|data public|diterbitkan|tanggal
ngày đăng|đăng|xuất bản|เผยแพร่|วันที่|प्रकाशित|نشر|تاريخ|انتشار|تاریخ|פורסם|প্রকাশ|发布|發布|发表|發表|时间|時間|日期
来源|來源|公開|掲載|投稿|配信|作成|입력|등록|게시|발행|작성|승인
"""
_MODIFIED = """
updat|modif|edited|revised|changed|reviewed|amended|correct|aktualisiert|geändert|bearbeitet|überarbeitet|änderung
aktualisierung|actualiza|atualiza|alterad|aggiorna|ultima modifica|mis à jour|mise à jour|maj|bijgewerkt|gewijzigd
laatst|aktualiz|zmodyfik|обновл|изменен|редакт|оновлен|güncelle|son değ|upraven|muokattu|päivitetty|uppdater|ändrad
opdater|oppdater|endret|ενημέρωση|frissít|módosít|diperbarui|cập nhật|อัปเดต|แก้ไข|अपडेट|تحديث|تعديل|بروز|به‌روز|ویرایش
עודכן|আপডেট|更新|修改|编辑于|編輯於|改訂|最終|수정|갱신|최종
"""
_OTHER = r"""
copyright|©|版权|版權|截止|all rights|today is|heute ist|deadline|expires|valid|join|registr|member since|注册|註冊|born
geboren|\*\s?\d|comment|kommentar|antwort|repl(?:y|ied)|says:|评论|評論|回复|回覆|next|previous|event|starts
updates? from|archiv|since|seit|until|bis zum|abgerufen|accessed|retrieved|visited|besucht
"""


def _any_of(words: str) -> str:
    return "|".join(words.split("\n")[1:-1])


_LABEL = re.compile(
    f"(?P<modified>{_any_of(_MODIFIED)})|(?P<other>{_any_of(_OTHER)})|(?P<published>{_any_of(_PUBLISHED)})", re.I
)


def role_of(label: str) -> str:
    """What the words before a date say: "published", "modified", "other", or "" where they say nothing."""
    last = None
    for match in _LABEL.finditer(label):
        last = match
    return (last.lastgroup or "") if last else ""
