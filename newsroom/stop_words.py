"""Words that say nothing about the subject of a text, by language."""

_WORDS = {
    "en": """a about above across after again against ago ahead all almost along already also
        although always am amid among an and another any are around as at away back be became
        because become been before behind being below between billion both but by came can cannot
        could day days did do does doing done down during each either else even ever every few first
        for friday from further get gets getting go goes going gone got had has have having he her
        here hers him his how however hundred i if in into is it its just last least less let like
        made make makes many may me might million monday more most much must my near need never new
        next no nor not now of off often on once one only or other our out over own per percent put
        rather really said same saturday saw say saying says see seen set shall she should since so
        some still such sunday take takes than that the their them then there these they thing this
        those though thousand through thursday time to today told too took toward tuesday two under
        until up upon us use used very via vs want wants was way we wednesday week well went were
        what when where whether which while who whom whose why will with within without won would
        year years yes yesterday yet you your""",
    "de": """aber alle allem allen als also am an andere auch auf aus bei beim bis da damit dann das
        dass dem den denn der des die dies diese diesem diesen dieser dieses doch dort du durch ein
        eine einem einen einer eines er es etwa euch fünf für gegen gibt hat hatte haben heute hier
        ich ihm ihn ihr ihre im immer in ins ist ja jahr jahre jetzt kann kein keine können mehr mit
        muss nach neue neuen nicht noch nun nur ob oder ohne schon sehr sein seine seit sich sie
        sind so soll sowie um und uns unter vom von vor war waren was wegen weil wenn werden wer wie
        wieder will wir wird wo worden wurde wurden zu zum zur zwei zwischen über""",
    "es": """a al algo ante antes aquí así aún año años bajo bien cada casi como con contra cual
        cuando de del desde después día días donde dos durante e el ella ellos en entre era es esa
        ese eso esta este esto está están fue fueron ha han hasta hay hoy la las le les lo los luego
        mi mientras mucho muy más ni no nos nuevo nueva o otra otro para pero por porque que quien
        qué se según ser si sido sin sobre son su sus también tan tiene tras tres un una uno y
        ya""",
    "fr": """a ai ainsi alors après au aussi autre aux avant avec avoir bien ce cela ces cet cette
        ceux chez comme contre d dans de depuis des deux dont du elle elles en encore entre est et
        eu fait faut il ils jour je l la le les leur leurs lui mais moins même n ne nous nouveau
        nouvelle on ont ou où par pas plus pour qu quand que qui s sa sans se selon ses si son sont
        sous sur tous tout toute très trois un une vers y à été être""",
    "pt": """a ao aos após as até com como contra da das de depois do dos e ela ele em entre era
        essa esse esta este foi foram há hoje já mais mas na nas no nos não o os ou para pela pelo
        por que quem se sem ser seu sua são sobre também um uma""",
    "it": """a ai al alla alle anche che chi ci come con da dal dalla dei del della delle di dopo e
        ed era gli ha hanno i il in io la le lo ma nei nel nella non o per più prima quando questa
        questo se si sono su sul sulla tra un una uno è""",
    "nl": """aan als bij dan dat de den der die dit door een en er geen had heeft hem het hij hoe ik
        in is je kan maar meer met na naar niet nog nu of om onder ook op over te tegen toen tot uit
        van voor waar was wat we werd wie wordt worden zal ze zich zijn zo""",
    "zh": """一个 一些 一名 一次 一种 一直 上午 下午 不会 不是 不能 与此同时 两个 为了 主要 之后
        之前 今天 今年 他们 以及 以后 以来 但是 你们 你的 作为 使用 例如 其中 其他 再次 准备 凌晨
        分别 刚刚 则 努力 包括 即将 去年 发生 只有 可以 可能 各种 同时 后来 向 哪些 因为 因此 在于
        多名 大家 大约 如何 如果 它们 完成 宣布 对于 将会 就是 已经 希望 应该 开始 当地 当天 当时
        怎么 情况 我们 或者 所有 所以 昨天 明天 时候 时间 是否 晚上 曾经 最后 最近 有关 有的 本报
        本月 来自 根据 正在 此外 每天 没有 消息 然而 现在 由于 的话 目前 相关 看到 真的 知道 研究 称
        第一 第二 等等 能够 自己 虽然 表示 要求 觉得 认为 许多 记者 讯 访问 该 说 请 起来 超过 近日
        近期 还是 还有 这个 这些 这样 这种 进行 进入 通过 那个 那些 都是 问题 附近 随后 除了 需要
        非常 首次 日前 今日 昨日 报道 指出 介绍 工作 方面 成为 之一 期间 人员 全部 继续 目的
        十分""",
}
STOP_WORDS = frozenset(word for words in _WORDS.values() for word in words.split())
"""The stop words of all languages together: titles are short, and their language is often guessed
wrong.
"""
