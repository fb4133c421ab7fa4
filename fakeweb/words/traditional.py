"""Chinese in traditional characters: the simplified vocabulary, character by character.

The table covers the characters of ``chinese.toml`` and no more, in the sense they have there.
"""

from dataclasses import fields, replace
from typing import Any

from fakeweb.words.locale import Locale, Topic

_SIMPLIFIED = (
    "县临东镇桥区湾长乐双码头渔货运栈产场灯铁换车辆厅图书馆阅览动库习闸门质监测点坝医诊楼术药验园线学广会议宫边旧仓侧员务协设师护"
    "预为连续个来经钢涨过对细统计将费着还讨论开时间两张刘陈杨赵黄吴国丽华强军静涛晓红户缮联应当这欢报谈话题数终规记从进轮绍调们说关"
    "闭维谁担没单签释约读认纸见扩样决阵声变却实画现墙够负责顺扬评响围环专饭项诺装诉资页发执笔历问邻谢帮试觉况钟队办吗请养闻权转载"
    "热录册较内云干于几里后体采万种与价并注复系愿挂气据"
)
_TRADITIONAL = (
    "縣臨東鎮橋區灣長樂雙碼頭漁貨運棧產場燈鐵換車輛廳圖書館閱覽動庫習閘門質監測點壩醫診樓術藥驗園線學廣會議宮邊舊倉側員務協設師護"
    "預為連續個來經鋼漲過對細統計將費著還討論開時間兩張劉陳楊趙黃吳國麗華強軍靜濤曉紅戶繕聯應當這歡報談話題數終規記從進輪紹調們說關"
    "閉維誰擔沒單簽釋約讀認紙見擴樣決陣聲變卻實畫現牆夠負責順揚評響圍環專飯項諾裝訴資頁發執筆歷問鄰謝幫試覺況鐘隊辦嗎請養聞權轉載"
    "熱錄冊較內雲幹於幾裡後體採萬種與價並註覆繫願掛氣據"
)
_TABLE = str.maketrans(_SIMPLIFIED, _TRADITIONAL)


def _convert(value: Any) -> Any:
    if isinstance(value, str):
        return value.translate(_TABLE)
    if isinstance(value, Topic):
        return Topic(_convert(value.keyword), _convert(value.things))
    if isinstance(value, tuple):
        return tuple(_convert(part) for part in value)
    if isinstance(value, dict):
        return {key: _convert(part) for key, part in value.items()}
    return value


def converted(locale: Locale) -> Locale:
    """Return the vocabulary of ``chinese.toml`` in traditional characters."""
    changes = {field.name: _convert(getattr(locale, field.name)) for field in fields(locale)}
    return replace(locale, **{**changes, "lang": "zh-Hant", "zone": "Asia/Taipei"})
