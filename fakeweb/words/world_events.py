"""Events that the press of several languages reports, each in its own words: German, Spanish and
Japanese beside English and Chinese, and their facts as each language writes them.
"""

from collections.abc import Mapping
from typing import Final, NamedTuple

from fakeweb.words.events import (
    CHINESE_EVENTS,
    CHINESE_FACTS,
    ENGLISH_EVENTS,
    ENGLISH_FACTS,
    EventKind,
)

GERMAN_EVENTS = {
    "fire": EventKind(
        ("Großbrand bei {firm} in {town}", "{town}: Lagerhalle von {firm} brennt nieder"),
        (
            "Eine Lagerhalle von {firm} in {town} stand in Flammen, {n} Arbeiter konnten fliehen.",
            "{firm} hat über Nacht sein Lager in {town} verloren. {person} sprach vom "
            "schlimmsten Brand seit Jahrzehnten.",
        ),
    ),
    "election": EventKind(
        ("{person} gewinnt Bürgermeisterwahl in {town}", "{town} wählt {person} ins Rathaus"),
        (
            "Die Wähler in {town} machten {person} mit {n} Stimmen Vorsprung vor {rival} zum "
            "Stadtoberhaupt.",
            "{rival} räumte nach der Auszählung in {town} die Niederlage gegen {person} ein.",
        ),
    ),
    "match": EventKind(
        ("{team} schlägt {other} {score}", "{round}: {person} trifft doppelt gegen {other}"),
        (
            "{team} gewann {score} gegen {other}, {person} schoss in {town} zwei Tore.",
            "Zwei Treffer von {person} entschieden das Spiel zwischen {team} und {other}.",
        ),
    ),
    "merger": EventKind(
        ("{firm} übernimmt {rival_firm} für {n} Millionen", "{rival_firm} geht an {firm}"),
        (
            "{firm} zahlt {n} Millionen für den Konkurrenten {rival_firm} mit Sitz in {town}.",
            "Der Vorstand von {rival_firm} nimmt das Angebot von {firm} an, teilte {person} mit.",
        ),
    ),
    "festival": EventKind(
        ("Laternenfest {year} in {town} lockt viele Besucher", "{person} eröffnet Laternenfest"),
        (
            "{person} eröffnete das Laternenfest {year} in {town}, {n} tausend Laternen stiegen "
            "auf.",
            "In {town} begann das Laternenfest {year} mit einem Konzert von {person}.",
        ),
    ),
    "trial": EventKind(
        (
            "{n} Monate Haft für {person} im Betrugsprozess {firm}",
            "Früherer Manager von {firm} verurteilt",
        ),
        (
            "Ein Gericht in {town} verurteilte {person}, einst Manager bei {firm}, wegen Betrugs "
            "zu {n} Monaten.",
            "{person} fälschte bei {firm} die Bücher, urteilte Richter {rival}, und muss ins "
            "Gefängnis.",
        ),
    ),
    "crash": EventKind(
        ("Zug bei {town} entgleist, {n} Verletzte", "{line} nach Unfall bei {town} gesperrt"),
        (
            "Ein Zug der Strecke {line} ist bei {town} entgleist, {n} Fahrgäste kamen ins "
            "Krankenhaus.",
            "Ermittler in {town} befragen {person}, der den entgleisten Zug der {line} fuhr.",
        ),
    ),
    "discovery": EventKind(
        ("{thing} unter der Kirche von {town} entdeckt", "{town}: {person} gräbt {thing} aus"),
        (
            "Ein Team um {person} grub unter der Kirche von {town} ein Fundstück aus dem Jahr "
            "{year} aus: {thing}.",
            "{person} fand in {town} eine Sensation, {thing}. Das Museum zeigt den Fund im "
            "Frühjahr.",
        ),
    ),
}
SPANISH_EVENTS = {
    "fire": EventKind(
        (
            "Un incendio destruye un almacén de {firm} en {town}",
            "Arde el depósito de {firm} en {town}",
        ),
        (
            "Las llamas arrasaron un almacén de {firm} en {town} y {n} trabajadores huyeron.",
            "{firm} perdió anoche su almacén en {town}. {person} habló del peor incendio en "
            "décadas.",
        ),
    ),
    "election": EventKind(
        ("{person} gana la alcaldía de {town}", "{town} elige alcalde: victoria de {person}"),
        (
            "Los votantes de {town} eligieron alcalde a {person}, con {n} votos más que {rival}.",
            "{rival} reconoció su derrota ante {person} tras el recuento en {town}.",
        ),
    ),
    "match": EventKind(
        ("{team} gana {score} a {other}", "{round}: {person} elimina a {other}"),
        (
            "{team} venció {score} a {other} y {person} marcó dos goles en {town}.",
            "Dos goles de {person} decidieron el partido entre {team} y {other}.",
        ),
    ),
    "merger": EventKind(
        ("{firm} compra {rival_firm} por {n} millones", "{rival_firm} acepta la oferta de {firm}"),
        (
            "{firm} pagará {n} millones por su competidor {rival_firm}, con sede en {town}.",
            "El consejo de {rival_firm} aceptó la oferta de {firm}, dijo {person}.",
        ),
    ),
    "festival": EventKind(
        (
            "El festival de faroles {year} de {town} bate récords",
            "{person} inaugura los faroles de {town}",
        ),
        (
            "{person} inauguró el festival de faroles de {year} en {town}; subieron {n} mil "
            "faroles.",
            "En {town} empezó el festival de faroles {year} con un concierto de {person}.",
        ),
    ),
    "trial": EventKind(
        (
            "{n} meses de cárcel para {person} por el fraude de {firm}",
            "Condenan a un exdirectivo de {firm}",
        ),
        (
            "Un tribunal de {town} condenó a {person}, exdirectivo de {firm}, a {n} meses por "
            "fraude.",
            "{person} falsificó las cuentas de {firm}, según el juez {rival}, e irá a prisión.",
        ),
    ),
    "crash": EventKind(
        (
            "Descarrila un tren cerca de {town}: {n} heridos",
            "Cerrada la {line} tras el accidente en {town}",
        ),
        (
            "Un tren de la {line} descarriló cerca de {town}; {n} pasajeros fueron hospitalizados.",
            "Los investigadores de {town} interrogan a {person}, que conducía el tren de la "
            "{line} que descarriló.",
        ),
    ),
    "discovery": EventKind(
        ("Hallan {thing} bajo la iglesia de {town}", "{person} desentierra {thing} en {town}"),
        (
            "El equipo de {person} desenterró bajo la iglesia de {town} {thing} del año {year}.",
            "Expertos celebran en {town} el hallazgo de {person}: {thing}. El museo lo expondrá "
            "en primavera.",
        ),
    ),
}
JAPANESE_EVENTS = {
    "fire": EventKind(
        ("{town}で{firm}の倉庫が全焼", "{firm}の倉庫で火災、{n}人避難"),
        (
            "{town}にある{firm}の倉庫で火災が起き、作業員{n}人が避難した。",
            "{firm}は{town}の倉庫を一晩で失った。{person}は過去数十年で最悪の火事だと述べた。",
        ),
    ),
    "election": EventKind(
        ("{town}市長選、{person}氏が当選", "{person}氏が{rival}氏を破り{town}市長に"),
        (
            "{town}の有権者は{person}氏を市長に選んだ。{rival}氏との差は{n}票だった。",
            "開票後、{rival}氏は{town}の市長選で{person}氏に敗れたことを認めた。",
        ),
    ),
    "match": EventKind(
        ("{team}が{other}に{score}で勝利", "{round}、{person}が2得点で{other}を破る"),
        (
            "{team}は{town}で{other}に{score}で勝ち、{person}が2点を決めた。",
            "{person}の2ゴールが{team}対{other}の{round}を決めた。",
        ),
    ),
    "merger": EventKind(
        ("{firm}が{rival_firm}を{n}百万で買収", "{rival_firm}、{firm}の買収案を受け入れ"),
        (
            "{firm}は{town}に本社を置く競合の{rival_firm}を{n}百万で買収すると発表した。",
            "{rival_firm}の取締役会は{firm}の提案を受け入れたと{person}氏が明らかにした。",
        ),
    ),
    "festival": EventKind(
        ("{town}の{year}年ランタン祭り、過去最多の人出", "{person}が{town}のランタン祭りを開幕"),
        (
            "{person}が{town}で{year}年のランタン祭りを開幕し、{n}千個のランタンが空に上がった。",
            "{town}で{year}年のランタン祭りが{person}のコンサートで始まった。",
        ),
    ),
    "trial": EventKind(
        ("{firm}詐欺事件、{person}被告に{n}カ月の実刑", "{firm}元幹部の{person}被告に有罪判決"),
        (
            "{town}の裁判所は{firm}の元幹部{person}被告に詐欺罪で{n}カ月の判決を言い渡した。",
            "{rival}裁判官は{person}被告が{firm}の帳簿を偽造したと認めた。",
        ),
    ),
    "crash": EventKind(
        ("{town}近郊で列車脱線、{n}人けが", "{line}、{town}付近の脱線事故で運休"),
        (
            "{line}の列車が{town}近郊で脱線し、乗客{n}人が病院に運ばれた。",
            "{town}の捜査当局は、脱線した{line}の列車の運転士{person}から事情を聴いている。",
        ),
    ),
    "discovery": EventKind(
        ("{town}の教会の地下から{thing}", "{person}氏、{town}で{thing}を発掘"),
        (
            "{person}氏のチームが{town}の教会の地下で{year}年の{thing}を発掘した。",
            "{person}氏が{town}で見つけた{thing}は、来春に博物館で公開される。",
        ),
    ),
}
# At home, these are other matters: of a chamber of commerce, and of a temple.
_CHINESE_ABROAD = {
    "election": EventKind(
        (
            "{person}当选{town}市长",
            "{town}市长选举：{person}险胜{rival}",
            "{person}入主{town}市政厅",
        ),
        (
            "{town}选民选出新市长{person}，比{rival}多{n}票。",
            "计票结束后，{rival}承认在{town}市长选举中败给{person}。",
        ),
    ),
    "discovery": EventKind(
        (
            "{town}教堂下发现{thing}",
            "考古学家{person}在{town}挖出{thing}",
            "{town}博物馆将展出{thing}",
        ),
        (
            "{person}带领的考古队在{town}教堂下挖出{thing}，年代为{year}年。",
            "观众明年春天可以在{town}博物馆看到{thing}，{person}说。",
        ),
    ),
}
WORLD_EVENTS: Final[Mapping[str, Mapping[str, EventKind]]] = {
    "en": ENGLISH_EVENTS,
    "zh": {**CHINESE_EVENTS, **_CHINESE_ABROAD},
    "de": GERMAN_EVENTS,
    "es": SPANISH_EVENTS,
    "ja": JAPANESE_EVENTS,
}
# The values of one place in the list of each language mean the same.
WORLD_FACTS: Final[Mapping[str, Mapping[str, tuple[str, ...]]]] = {
    "en": ENGLISH_FACTS,
    "zh": CHINESE_FACTS,
    "de": {
        "round": ("Viertelfinale", "Pokalfinale", "Eröffnungsspiel", "Rückspiel", "Halbfinale"),
        "square": ("Glockenplatz", "Alter Kai", "Mühlenstraße", "Stadtpark"),
        "thing": (
            "Bronzemaske",
            "Salzbergwerk",
            "Glasboot",
            "Steinkarte",
            "Silberwebstuhl",
            "Knochenflöte",
            "Kornwaage",
        ),
        "line": ("Küstenbahn", "Tal-Express", "Nordbahn", "Salzbahn", "Hafenbahn"),
    },
    "es": {
        "round": (
            "cuartos de final",
            "final de copa",
            "partido inaugural",
            "partido de vuelta",
            "semifinal",
        ),
        "square": ("plaza de la Campana", "Muelle Viejo", "calle del Molino", "parque central"),
        "thing": (
            "una máscara de bronce",
            "una mina de sal",
            "un barco de vidrio",
            "un mapa de piedra",
            "un telar de plata",
            "una flauta de hueso",
            "una balanza de grano",
        ),
        "line": (
            "línea de la Costa",
            "Expreso del Valle",
            "rama Norte",
            "ferrocarril de la Sal",
            "lanzadera del Puerto",
        ),
    },
    "ja": {
        "round": ("準々決勝", "カップ決勝", "開幕戦", "第2戦", "準決勝"),
        "square": ("鐘の広場", "旧埠頭", "水車通り", "中央公園"),
        "thing": (
            "青銅の仮面",
            "古い塩坑",
            "ガラスの船",
            "石の地図",
            "銀の織機",
            "骨の笛",
            "穀物の秤",
        ),
        "line": ("海岸線", "渓谷急行", "北支線", "塩鉄道", "港シャトル"),
    },
}


class Name(NamedTuple):
    """A name or a part of one as it is written in Latin letters, Chinese and Japanese."""

    latin: str
    chinese: str
    japanese: str


GIVEN_NAMES: Final = (
    Name("Anna", "安娜", "アンナ"),
    Name("Maria", "玛丽亚", "マリア"),
    Name("Peter", "彼得", "ピーター"),
    Name("David", "大卫", "デビッド"),
    Name("Laura", "劳拉", "ラウラ"),
    Name("Daniel", "丹尼尔", "ダニエル"),
    Name("Elena", "埃琳娜", "エレナ"),
    Name("Martin", "马丁", "マーティン"),
    Name("Julia", "朱莉娅", "ジュリア"),
    Name("Thomas", "托马斯", "トーマス"),
)
SYLLABLES: Final = (
    Name("bar", "巴", "バー"),
    Name("cor", "科", "コル"),
    Name("del", "德尔", "デル"),
    Name("fen", "芬", "フェン"),
    Name("gal", "加尔", "ガル"),
    Name("hol", "霍尔", "ホル"),
    Name("kem", "凯姆", "ケム"),
    Name("lor", "洛", "ロル"),
    Name("mun", "蒙", "ムン"),
    Name("nor", "诺", "ノル"),
    Name("pel", "佩尔", "ペル"),
    Name("ras", "拉斯", "ラス"),
    Name("tav", "塔夫", "タヴ"),
    Name("jas", "贾斯", "ジャス"),
    Name("quin", "昆", "クイン"),
    Name("sil", "西尔", "シル"),
    Name("dan", "丹", "ダン"),
    Name("vik", "维克", "ヴィク"),
    Name("rob", "罗布", "ロブ"),
    Name("tel", "泰尔", "テル"),
    Name("wes", "韦斯", "ウェス"),
    Name("bru", "布鲁", "ブル"),
    Name("zan", "赞", "ザン"),
    Name("mir", "米尔", "ミル"),
    Name("hes", "赫斯", "ヘス"),
)
ENDINGS: Final = (
    Name("ton", "顿", "トン"),
    Name("wick", "威克", "ウィック"),
    Name("ley", "利", "リー"),
    Name("mond", "蒙德", "モンド"),
    Name("ano", "阿诺", "アーノ"),
    Name("ide", "伊德", "イデ"),
    Name("berg", "贝格", "ベルク"),
    Name("sen", "森", "セン"),
    Name("ford", "福德", "フォード"),
    Name("ska", "斯卡", "スカ"),
    Name("er", "尔", "アー"),
)
_TOWNS: Final = """
Hamburg Hamburg Hamburgo 汉堡 ハンブルク|Seville Sevilla Sevilla 塞维利亚 セビリア|Osaka Osaka Osaka 大阪 大阪
Nanjing Nanjing Nankín 南京 南京|Lisbon Lissabon Lisboa 里斯本 リスボン|Toronto Toronto Toronto 多伦多 トロント
Prague Prag Praga 布拉格 プラハ|Cairo Kairo Cairo 开罗 カイロ|Lima Lima Lima 利马 リマ|Oslo Oslo Oslo 奥斯陆 オスロ
Nairobi Nairobi Nairobi 内罗毕 ナイロビ|Genoa Genua Génova 热那亚 ジェノヴァ|Manila Manila Manila 马尼拉 マニラ
Boston Boston Boston 波士顿 ボストン|Chengdu Chengdu Chengdu 成都 成都|Sapporo Sapporo Sapporo 札幌 札幌
Antwerp Antwerpen Amberes 安特卫普 アントワープ|Valencia Valencia Valencia 巴伦西亚 バレンシア
Leipzig Leipzig Leipzig 莱比锡 ライプツィヒ|Melbourne Melbourne Melbourne 墨尔本 メルボルン
Chicago Chicago Chicago 芝加哥 シカゴ|Warsaw Warschau Varsovia 华沙 ワルシャワ|Athens Athen Atenas 雅典 アテネ
Havana Havanna Habana 哈瓦那 ハバナ|Jakarta Jakarta Yakarta 雅加达 ジャカルタ|Mumbai Mumbai Bombay 孟买 ムンバイ
Helsinki Helsinki Helsinki 赫尔辛基 ヘルシンキ|Dublin Dublin Dublín 都柏林 ダブリン|Geneva Genf Ginebra 日内瓦 ジュネーブ
Xiamen Xiamen Xiamen 厦门 アモイ|Nagoya Nagoya Nagoya 名古屋 名古屋|Bogota Bogotá Bogotá 波哥大 ボゴタ
Marseille Marseille Marsella 马赛 マルセイユ|Seattle Seattle Seattle 西雅图 シアトル|Perth Perth Perth 珀斯 パース
Tunis Tunis Túnez 突尼斯 チュニス|Krakow Krakau Cracovia 克拉科夫 クラクフ|Porto Porto Oporto 波尔图 ポルト
Hanoi Hanoi Hanói 河内 ハノイ|Vancouver Vancouver Vancouver 温哥华 バンクーバー
"""
TOWNS: Final = [
    dict(zip(("en", "de", "es", "zh", "ja"), town.split(), strict=True))
    for town in _TOWNS.replace("\n", "|").strip("|").split("|")
]
