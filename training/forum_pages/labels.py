"""The labels that forums print around posts, in the languages of the fake web."""

from typing import Final

_KEYS: Final = (
    "reply|quote|report|like|edit|share|wrote|posted|by|joined|posts|points|location|joined_from"
    "|online|edited|likes|similar|members|upload|answer|poll|page|question|answers|comments|views"
    "|replies|sponsored|ranks|thanks|short|said_on|first|anonymous|subject|title_prefix|send"
)

_ROWS: Final[dict[str, str]] = {
    "en": "Reply|Quote|Report|Like|Edit|Share|wrote|Posted|by|Joined|Posts|Points|Location"
    "|Member since|Online now|"
    "Last edited by {name} on {time}|{name} and {n} others like this|Similar topics|Members "
    "reading this topic|"
    "Drag files here to attach them to your post. Allowed: jpg, png, pdf, at most 2 MB each.|"
    "Write your answer here. Please read the rules of this board first.|What do you think?|Page "
    "{n} of {m}|"
    "Question|{n} Answers|Comments|Views|Replies|Sponsored|Newcomer;Regular;Old "
    "hand;Moderator;Member;Admin|Thanks!|"
    "+1;me too;Thanks!;same here;ok;bump;Great, thank you|On {time}, {name} wrote:|Original post"
    "|Anonymous|Subject|"
    "Re: |Send",
    "de": "Antworten|Zitieren|Melden|Gefällt mir|Bearbeiten|Teilen|schrieb|Verfasst|von"
    "|Registriert|Beiträge|Punkte|"
    "Wohnort|Mitglied seit|Gerade online|Zuletzt geändert von {name} am {time}|{name} und {n} "
    "anderen gefällt das|"
    "Ähnliche Themen|Mitglieder in diesem Thema|"
    "Dateien hierher ziehen, um sie anzuhängen. Erlaubt: jpg, png, pdf, höchstens 2 MB.|"
    "Schreibe hier deine Antwort. Bitte lies zuerst die Regeln dieses Forums.|Was meint ihr?"
    "|Seite {n} von {m}|"
    "Frage|{n} Antworten|Kommentare|Aufrufe|Antworten|Anzeige"
    "|Neuling;Stammgast;Moderator;Mitglied;Profi|Danke!|"
    "+1;Danke!;ich auch;ok;hochschieb;Super, vielen Dank|Am {time} schrieb {name}:|Erster Beitrag"
    "|Gast|Betreff|Re: |"
    "Absenden",
    "es": "Responder|Citar|Denunciar|Me gusta|Editar|Compartir|escribió|Publicado|por"
    "|Registrado|Mensajes|Puntos|"
    "Ubicación|Miembro desde|En línea|Última edición por {name} el {time}|A {name} y a {n} más "
    "les gusta|"
    "Temas similares|Usuarios leyendo este tema|"
    "Arrastra aquí tus archivos para adjuntarlos. Permitidos: jpg, png, pdf, hasta 2 MB.|"
    "Escribe aquí tu respuesta. Lee antes las normas del foro.|¿Qué opinas?|Página {n} de {m}|"
    "Pregunta|{n} respuestas|Comentarios|Vistas|Respuestas|Publicidad"
    "|Novato;Veterano;Moderador;Miembro|¡Gracias!|"
    "+1;yo también;¡Gracias!;ok;subo;Perfecto, muchas gracias|El {time}, {name} escribió:"
    "|Mensaje original|Invitado|"
    "Asunto|Re: |Enviar",
    "zh-Hans": "回复|引用|举报|点赞|编辑|分享|写道|发表于|作者|注册时间|帖子|积分|来自|加入时间|"
    "当前在线|"
    "本帖最后由 {name} 于 {time} 编辑|{name} 等 {n} 人觉得很赞|相似主题|正在浏览此主题的会员|"
    "点击附件文件名添加到帖子内容中，支持 jpg、png、pdf，每个文件不超过 2 MB。|"
    "您需要登录后才可以回帖，发帖前请先阅读本版块的规则。|你怎么看？|第 {n} 页 / 共 {m} 页|"
    "提问|{n} 个回答|点评|查看|回复|推广|新手上路;中级会员;版主;论坛元老;金牌会员|谢谢！|"
    "顶;+1;谢谢分享;同问;路过;沙发;学习了|{name} 于 {time} 写道：|原帖|匿名用户|标题|回复: |发送",
    "zh-Hant": "回覆|引用|檢舉|讚|編輯|分享|寫道|發表於|作者|註冊日期|文章|積分|來自|加入時間|"
    "目前在線|"
    "本帖最後由 {name} 於 {time} 編輯|{name} 和另外 {n} 人說讚|相似主題|正在瀏覽此主題的會員|"
    "將檔案拖曳到此處即可加入附件，支援 jpg、png、pdf，每個檔案不超過 2 MB。|"
    "請先登入再回覆，發文前請詳閱本版版規。|你的看法？|第 {n} 頁，共 {m} 頁|"
    "提問|{n} 個回答|評論|瀏覽|回覆|廣告|新手;資深會員;版主;一般會員|謝謝！|"
    "推;+1;感謝分享;同問;路過|{name} 於 {time} 寫道：|原文|訪客|標題|回覆: |送出",
    "ja": "返信|引用|通報|いいね|編集|共有|さんの投稿|投稿日時|投稿者|登録日|投稿数|ポイント|住所|"
    "登録|オンライン|"
    "最後に編集したユーザー {name} [ {time} ]|{name}さんと他{n}人がいいねしました|関連トピック|"
    "このトピックを見ている会員|"
    "ここにファイルをドラッグすると添付できます。jpg、png、pdf、2 MBまで。|"
    "返信を書き込むにはログインが必要です。先に利用規約をお読みください。|どう思いますか？|{n} / "
    "{m} ページ|"
    "質問|回答 {n} 件|コメント|閲覧数|返信数|広告|新人;常連;管理人;一般会員|ありがとう！|"
    "+1;ありがとうございます;同じく;なるほど;乙|{time}、{name}さんは書きました:|最初の投稿|"
    "名無しさん|件名|Re: |送信",
}

LABELS: Final[dict[str, dict[str, str]]] = {
    lang: dict(zip(_KEYS.split("|"), row.split("|"), strict=True)) for lang, row in _ROWS.items()
}
"""By language and key. Several variants of one label are separated by semicolons."""
