"""What a forum writes around the words of a post: edit notes, links that act, votes, attachments,
heads of mails.

Their words are in ``extractor.languages``; those of whole sentences are patterns here. Most lines
of posts are none of these, so each test begins with a cheap one.
"""

import re

from extractor.languages.tables import alternatives

_EDITED = re.compile(
    rf"{alternatives('forum_notes.edited_anywhere')}|"
    rf"^\W*(?:{alternatives('forum_notes.edited')}|"
    rf"(?:{alternatives('forum_notes.this_post')}).{{1,60}}"
    rf"(?:{alternatives('forum_notes.changed')}))",
    re.IGNORECASE,
)
_EDITED_AT = re.compile(rf"^\W*(?:{alternatives('forum_notes.edited_at')})", re.IGNORECASE)
"""The same, only beside a time."""
_WHEN = re.compile(r"\d{4}|\d[:.]\d\d|\d[./-]\d")
_MAX_NOTE_LENGTH = 160
_DIGIT = re.compile(r"\d")
_SAYS = re.compile(rf"^(?:{alternatives('forum_notes.says')})\s*[:：]$", re.IGNORECASE)
"""What themes write between the name of an author and the post."""
_ACTION = re.compile(rf"^\W*(?:(?:{alternatives('forum_notes.action')})\W*){{1,5}}$", re.IGNORECASE)
"""Links below a post that do something, with or without blanks between them. Alone, they may be the
post.
"""
_SENT_FROM = re.compile(rf"^\W*(?:{alternatives('forum_notes.sent_from')})\W*$", re.IGNORECASE)
"""What a program writes below a post. Alone, it may be the post."""
_MAX_SENT_FROM_LENGTH = 70
_VOTES = alternatives("forum_notes.votes")
_COUNTED = re.compile(
    rf"^[^\w]*(?:\d[\d\W]*(?:{_VOTES})|(?:{_VOTES})\W{{0,3}}\d)(?:[\d\W]|{_VOTES}){{0,12}}$",
    re.IGNORECASE,
)
"""A number of votes or comments below a post. Alone, it may be the post."""
_ATTACHED = re.compile(
    rf"^\W*(?:{alternatives('forum_notes.attached')})\s*"
    r"(?:[(（]\d{1,3}[)）]\s*)?(?:$|[:：]\s*)",
    re.IGNORECASE,
)
"""What stands before the files of a post."""
_FILE = re.compile(
    r"^\S.{0,100}\.(?:jpe?g|png|gif|webp|bmp|zip|rar|7z|gz|pdf|docx?|xlsx?|pptx?|hwp|odt|txt"
    r"|mp[34]|avi|torrent)"
    r"(?P<facts>\s*[-–(\[（【].{1,80})?$",
    re.IGNORECASE,
)
_SIZE = re.compile(r"\d\s?(?:[kmg]?i?b|bytes?|[кмk]б|[кkm]o)\b", re.IGNORECASE)
_LOADED = re.compile(
    r"\d.{0,12}(?:downloads?|views?|다운로드|次下载|次下載|回ダウンロード|heruntergeladen|betrachtet|téléchargé"
    r"|скачива|descarga)|"
    r"(?:downloads?|다운로드|下载次数|下載次數|ダウンロード|скачиваний|загрузок|téléchargements?"
    r"|descargas?)\W{0,3}\d",
    re.IGNORECASE,
)
"""How often a file was loaded."""
_MAX_FACT_LENGTH = 120
_MAX_CAPTION_LENGTH = 50
_HEAD_OF_MAIL = re.compile(
    r"^(?:from|subject|date|newsgroups|to|发信人|發信人|寄信人|发信站|發信站|标\s*题|標\s*題|信区|信區|看板|作者|时间|時間|"
    r"отправитель|тема|дата|von|betreff|datum|de|objet)\s*[:：]\s*\S",
    re.IGNORECASE,
)
"""A line of the head of a mail. A post may begin with one such word, but hardly with two such
lines.
"""
_ANSWERED = re.compile(
    r"^\W*(?:(?:in )?(?:reply|response) to (?:(?:message|post|msg)\b)?|antwort auf (?:beitrag"
    r"|nachricht)|"
    r"en réponse (?:au message|à)|en respuesta (?:al mensaje|a)|em resposta (?:à mensagem|a)|in "
    r"risposta al messaggio|"
    r"in antwoord op bericht|som svar på inlägg|odpowiedź na (?:post|wiadomość)|в ответ на "
    r"(?:сообщение|пост)|"
    r"у відповідь на повідомлення|בתגובה להודעה|(?:رد|ردا|ردًا) على المشاركة|در پاسخ به پست)"
    r"\W*(?:number|no|nr|num|n[°ºo]|№|מספר|رقم)?\W*\d{1,9}\W*$",
    re.IGNORECASE,
)
"""A line that tells which post is answered by its number."""
_CAPTION = re.compile(
    r"^\W*(?:(?:code|kod|kód|código|codice|код|quelltext|quellcode|代码|代碼|程式碼|コード|코드)\s?(?:[:：]"
    r"|(?=\W*[a-z]))\W*"
    r"(?:select all|alles auswählen|tout sélectionner|zaznacz cały|seleziona tutto|selecionar "
    r"todos|seleccionar todo|"
    r"alles selecteren|выделить всё|vybrat vše|markera allt|markér alt|tümünü seç|copy)?|复制代码|複製代碼|"
    r"(?:点击|點擊)(?:展开|展開|显示|顯示)|click to expand|zum vergrößern anklicken\W*|cliquez pour agrandir|"
    r"haz clic para expandir|clique para expandir|fare clic per espandere|klik om uit te klappen|"
    r"(?:show|hide|reveal) (?:hidden )?(?:spoiler|content)|spoiler\W*(?:show|hide|anzeigen"
    r"|mostrar|afficher))\W*$",
    re.IGNORECASE,
)
"""What stands above code, and the button of a box that opens. Alone, it may be the post."""
_CAPTION_STARTS = frozenset("ckqк代程コ코复複点點zhfsr")
"""The first letters of such lines."""
_STUB = re.compile(
    r"^\W*(?:提示\s?[:：]\s?)?(?:作者被禁止或[删刪]除.{0,12}|(?:该|該|此|本)(?:帖|贴|楼层?|樓層?|回复|回覆|评论|評論)已(?:经|被"
    r"|經).{0,6}[删刪]除.{0,8}|"
    r"(?:this|the) (?:post|message|comment|reply) (?:has been|was) "
    r"(?:deleted|removed|hidden|minimized|marked as spam)\b.{0,60}|"
    r"(?:(?:post|message|comment) )?(?:deleted|removed) by (?:the )?(?:creator|author|moderator"
    r"|user|admin).{0,30}|"
    r"(?:dieser )?(?:beitrag|kommentar) (?:wurde|ist) (?:vom? .{1,40} )?(?:gelöscht"
    r"|entfernt).{0,40}|"
    r"(?:ce )?(?:message|commentaire) a été (?:supprimé|retiré).{0,40}|"
    r"(?:este )?(?:mensaje|comentario) ha sido (?:eliminado|borrado).{0,40}|"
    r"est[ae] (?:mensagem|postagem|post) foi (?:removid|apagad|excluíd|deletad)[ao].{0,40}|"
    r"(?:questo )?messaggio è stato (?:rimosso|eliminato|cancellato).{0,40}|"
    r"(?:dit )?bericht is verwijderd.{0,40}|(?:сообщение|комментарий) (?:было |был )?(?:удал[её]н"
    r"|скрыт)[оы]?.{0,40}|"
    r"(?:повідомлення|коментар) (?:було )?видален[оий]{1,2}.{0,40}|bu (?:mesaj|yorum) silin(?:di"
    r"|miştir).{0,40}|"
    r"(?:ta |ten )?(?:wiadomość|post) został[aoy]? usunięt[aey].{0,40}|삭제된 (?:댓글|글|게시물)입니다.{0,8}|"
    r"(?:この|該当の)?(?:投稿|コメント|レス|書き込み)は削除され(?:ました|ています).{0,8}|あぼーん)\W*$",
    re.IGNORECASE,
)
"""What a forum shows in place of a post that somebody has removed."""
_INVITATION = re.compile(
    r"^\W*(?:马上注册|馬上註冊|您需要\s?登[录錄陆]|登[录錄](?:后|後)(?:才能|才可|可).{0,6}(?:查看|下载|浏览|看)|(?:游客"
    r"|遊客).{0,30}(?:回复|回覆|登[录錄])|"
    r"本帖(?:隐藏|隱藏)的(?:内容|內容)需要|"
    r"you (?:must|need to|have to) (?:be )?(?:register|log ?in|logged|sign).{0,40}\bto (?:see"
    r"|view|download)\b|"
    r"(?:please |to |in order to )(?:view|see|download|log|sign|register).{0,60}(?:log ?in|sign "
    r"in|register|links?|"
    r"images?|attachments?|files?)\b.{0,60}(?:log|sign|register|links?|images?|attachments?"
    r"|files?)|"
    r"guests? (?:can(?:not|['’]t)|are not allowed to) (?:see|view|download)|"
    r"(?:only )?registered .{0,30}users (?:can )?see|"
    r"(?:du musst|sie müssen|bitte) .{0,50}(?:an(?:ge)?meld|registrier|ein(?:ge)?logg).{0,60}"
    r"(?:bild|link|anh[aä]ng|datei|sehen|herunter)|"
    r"vous devez .{0,40}(?:connect|inscri|identifi).{0,60}(?:voir|télécharger)|"
    r"(?:debes|tienes que|necesitas) .{0,40}(?:registr|sesión|conect).{0,60}(?:ver|descargar)|"
    r"(?:você (?:precisa|deve)|é necessário) .{0,40}(?:registr|cadastr|login|logad"
    r"|entrar).{0,60}(?:ver|baixar)|"
    r"(?:devi|è necessario) .{0,40}(?:registra|acced|login).{0,60}(?:vedere|visualizzare"
    r"|scaricare)|"
    r"(?:linkleri|resimleri|içeriği|ekleri) .{0,20}(?:gör|indir).{0,60}(?:üye|giriş|kayıt)|"
    r"(?:musisz|zaloguj) .{0,40}(?:zalog|zarejestr|się).{0,60}(?:zobaczyć|widzieć|pobrać)|"
    r"(?:для просмотра|чтобы (?:увидеть|скачать|просмотреть)) .{0,60}(?:зарегистр|войд|авториз)|"
    r"(?:гости|у вас нет прав|вы не можете) .{0,60}(?:видеть|просматрив|скачива|загруж)|"
    r"bạn (?:phải|cần) (?:đăng nhập|đăng ký).{0,60}(?:xem|tải))",
    re.IGNORECASE,
)
"""What a forum tells guests in place of links, pictures and files that only members see."""
_PATH = re.compile(r"^[^>»›]{1,40}(?:\s[>»›]\s[^>»›]{1,40}){2,6}$")
"""Where the page is: names of boards or goods from the widest to the narrowest."""


def is_edit_note(line: str) -> bool:
    """Return whether a line reports when a post was changed."""
    if len(line) > _MAX_NOTE_LENGTH:
        return False
    return bool(_EDITED.search(line)) or (bool(_WHEN.search(line)) and bool(_EDITED_AT.match(line)))


def ends_post(line: str, author: str) -> bool:
    """Return whether a line is an edit note that names the author of the post: what follows is not
    the post's.
    """
    return len(author) > 1 and author in line and bool(_WHEN.search(line)) and is_edit_note(line)


def is_saying(line: str) -> bool:
    """Return whether a line only says that the author before it says something."""
    return bool(_SAYS.match(line))


def is_action(line: str) -> bool:
    """Return whether a line is a link or button below a post, or counts votes or comments."""
    return bool(_ACTION.match(line)) or (bool(_DIGIT.search(line)) and bool(_COUNTED.match(line)))


def is_sent_from(line: str) -> bool:
    """Return whether a line names the program or device that sent the post."""
    return len(line) <= _MAX_SENT_FROM_LENGTH and bool(_SENT_FROM.match(line))


def is_caption(line: str) -> bool:
    """Return whether a line stands above code, or is the button of a box that opens."""
    if (
        len(line) > _MAX_CAPTION_LENGTH
        or next(filter(str.isalnum, line), "").lower() not in _CAPTION_STARTS
    ):
        return False
    return bool(_CAPTION.match(line))


def is_invitation(line: str) -> bool:
    """Return whether a line asks the reader to log in or register to see more."""
    return len(line) <= _MAX_NOTE_LENGTH and bool(_INVITATION.match(line))


def is_stub(line: str) -> bool:
    """Return whether a line says that a post was removed."""
    return len(line) <= _MAX_FACT_LENGTH and bool(_STUB.match(line))


def head_of_answer(lines: list[str]) -> int:
    """Return how many lines at the beginning are the subject of a post and the number of the post
    that it answers.
    """
    count = next((index for index, line in enumerate(lines[:2], 1) if _is_answered(line)), 0)
    return count if count < len(lines) else 0


def _is_answered(line: str) -> bool:
    return (
        len(line) <= _MAX_FACT_LENGTH and bool(_DIGIT.search(line)) and bool(_ANSWERED.match(line))
    )


def is_path(line: str) -> bool:
    """Return whether a line names the board of a page and those around it."""
    return bool(_PATH.match(line))


def attachments(lines: list[str]) -> int:
    """Return how many lines at the end name files, with what the forum says about them.

    A name of a file alone is the author's, unless a label stands before it or such facts behind it.
    """
    end = sure = len(lines)
    is_below = False  # whether the line below is about the file that this line names
    while end and len(line := lines[end - 1]) <= _MAX_FACT_LENGTH:
        label = _ATTACHED.match(line)
        named = line[label.end() :] if label else line
        file = _FILE.match(named)
        is_fact = bool(_SIZE.search(line)) if file else bool(_LOADED.search(line))
        if not (file or is_fact or (label and not named)):
            break
        end -= 1
        if label or is_fact or is_below:
            sure = end
        is_below = is_fact and not file
    return len(lines) - sure


def is_file(line: str) -> bool:
    """Return whether a line names a file and its size."""
    return len(line) <= _MAX_FACT_LENGTH and bool(_FILE.match(line)) and bool(_SIZE.search(line))


def head_of_mail(lines: list[str]) -> int:
    """Return how many lines at the beginning are the head of a mail, such as its sender and its
    subject; 0 if none.
    """
    count = next(
        (index for index, line in enumerate(lines) if not _HEAD_OF_MAIL.match(line)), len(lines)
    )
    return count if 1 < count < len(lines) else 0
