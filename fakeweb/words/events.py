"""Events in English and Chinese, each reported in several ways.

The slots are the facts of the event.
"""

from dataclasses import dataclass


@dataclass(frozen=True)
class EventKind:
    """A kind of event: ways to title a report, and ways to open it; all name facts, not all the
    same ones.
    """

    titles: tuple[str, ...]
    leads: tuple[str, ...]


ENGLISH_EVENTS = {
    "fire": EventKind(
        (
            "{n} people flee as fire destroys {firm} warehouse in {town}",
            "{firm} storehouse in {town} burns down",
            "Blaze at {firm}: {town} crews fight flames all night",
            "{town} fire leaves {firm} without its main depot",
            "What we know about the {firm} fire",
        ),
        (
            "Flames tore through a warehouse of {firm} in {town}, and {n} workers ran to safety.",
            "Firefighters in {town} brought a large blaze at {firm} under control; {person}, who "
            "led them, was unhurt.",
            "{firm} lost its storehouse in {town} overnight. {person} spoke of the worst fire in "
            "decades.",
        ),
    ),
    "election": EventKind(
        (
            "{person} wins {town} mayoral vote with {n} ballots to spare",
            "{town} chooses {person} as mayor",
            "Mayor-elect {person} promises {town} a new start",
            "Narrow victory for {person} in {town}",
            "{person} takes {town} town hall",
        ),
        (
            "Voters in {town} elected {person} as mayor, {n} ballots ahead of {rival}.",
            "{rival} conceded defeat to {person} after the count in {town} ended.",
            "{person} will lead {town} for five years. {rival} asked supporters to accept the "
            "result.",
        ),
    ),
    "match": EventKind(
        (
            "{team} beat {other} {score} in the {round}",
            "{round}: {person} sinks {other}",
            "{other} out after {score} loss to {team}",
            "{person} hero as {team} go through in the {round}",
            "{team} celebrate, {other} mourn: the {round} in pictures",
        ),
        (
            "{team} won {score} against {other} in the {round}; {person} scored twice in {town}.",
            "Two goals of {person} decided the {round} between {team} and {other}.",
            "After a {score} defeat, the coach of {other} praised {person} of {team}. The "
            "{round} was in {town}.",
        ),
    ),
    "merger": EventKind(
        (
            "{firm} buys {rival_firm} for {n} million",
            "{rival_firm} agrees to takeover by {firm}",
            "{firm} and {rival_firm} to become one company",
            "Takeover: {rival_firm} board backs {firm} bid",
            "Shares of {rival_firm} jump on {firm} offer",
        ),
        (
            "{firm} said it would pay {n} million for its competitor {rival_firm}, based in "
            "{town}.",
            "The board of {rival_firm} accepted an offer of {firm}, chief executive {person} said.",
            "{person}, who runs {firm}, has sought control of {rival_firm} since last year. The "
            "price is {n} million.",
        ),
    ),
    "festival": EventKind(
        (
            "{town} lantern festival {year} draws record crowd",
            "{n} thousand lanterns light up {town} in {year}",
            "{person} opens {year} lantern festival",
            "Festival {year}: {town} under a sky of lights",
            "Lantern festival in {town}: {person} and the stars of {year}",
        ),
        (
            "{person} opened the lantern festival of {year} in {town}; {n} thousand lanterns "
            "rose from {square}.",
            "Crowds filled {square} in {town} as the {year} festival began with a concert of "
            "{person}.",
            "The {year} lantern festival, with {person} as its guest, ended at {square} on Sunday.",
        ),
    ),
    "trial": EventKind(
        (
            "{person} sentenced to {n} months in {firm} fraud trial",
            "Court finds ex-{firm} manager {person} guilty",
            "{firm} fraud: {n} months for {person}",
            "{person} goes to prison over false {firm} accounts",
            "Judge {rival} is strict with {person} in fraud case",
        ),
        (
            "A court in {town} sentenced {person}, once a manager at {firm}, to {n} months for "
            "fraud.",
            "{person} forged accounts at {firm}, judge {rival} ruled, and must go to prison.",
            "Judge {rival} of the {town} court spoke of greed. {person} of {firm} will appeal.",
        ),
    ),
    "crash": EventKind(
        (
            "Train derails near {town}, {n} hurt",
            "{n} injured in {line} accident at {town}",
            "{line} closed after derailment near {town}",
            "Driver {person} was not speeding, {line} operator says",
            "How passengers escaped from the {line} wreck at {town}",
        ),
        (
            "A train of the {line} left the rails near {town}; {n} passengers were taken to "
            "hospital.",
            "Investigators in {town} question {person}, who drove the train of the {line} that "
            "derailed.",
            "The {line} stays closed between {town} and the coast after an accident with {n} "
            "injured people.",
        ),
    ),
    "discovery": EventKind(
        (
            "{person} finds {thing} under {town} church",
            "{thing} from {year} unearthed in {town}",
            "Sensation in {town}: dig uncovers {thing}",
            "{town} museum to show {thing}",
            "Archaeologist {person} on the {thing} of {town}",
        ),
        (
            "A team around {person} dug up a {thing} below the church of {town}. It dates from "
            "{year}.",
            "The {thing} that {person} found in {town} is older than thought, experts say.",
            "Visitors may see the {thing} in the museum of {town} next spring, archaeologist "
            "{person} said.",
        ),
    ),
}
CHINESE_EVENTS = {
    "fire": EventKind(
        (
            "{town}{firm}仓库起火 {n}人紧急撤离",
            "{firm}库房被烧毁，{town}消防彻夜扑救",
            "{town}大火：{firm}损失惨重",
            "{firm}火灾原因正在调查",
        ),
        (
            "{town}的{firm}仓库发生火灾，{n}名工人跑出厂房，无人遇难。",
            "{town}消防队长{person}说，{firm}的火势已被控制。",
            "{firm}在{town}的库房一夜烧光，{person}称这是几十年来最大的火灾。",
        ),
    ),
    "election": EventKind(
        (
            "{person}当选{town}商会会长",
            "{town}商会选举：{person}险胜{rival}",
            "{rival}落败，{person}接掌{town}商会",
            "新会长{person}谈{town}商会的未来",
        ),
        (
            "{town}商会选出新会长{person}，比{rival}多{n}票。",
            "计票结束后，{rival}向{person}表示祝贺，{town}商会翻开新的一页。",
            "{person}将领导{town}商会五年。{rival}请支持者接受结果。",
        ),
    ),
    "match": EventKind(
        (
            "{round}：{team}{score}击败{other}",
            "{person}两度破门，{team}淘汰{other}",
            "{other}{score}不敌{team}，止步{round}",
            "{team}晋级，{person}成{round}功臣",
        ),
        (
            "{team}在{round}中以{score}战胜{other}，{person}攻入两球。",
            "{person}的两个进球决定了{team}与{other}的{round}，比赛在{town}举行。",
            "{other}主帅赛后称赞{team}的{person}，{round}在{town}落幕。",
        ),
    ),
    "merger": EventKind(
        (
            "{firm}斥资{n}百万收购{rival_firm}",
            "{rival_firm}同意被{firm}收购",
            "{firm}与{rival_firm}将合并",
            "{rival_firm}董事会接受{firm}报价",
        ),
        (
            "{firm}将以{n}百万收购总部在{town}的对手{rival_firm}。",
            "{rival_firm}董事会接受{firm}的报价，总经理{person}透露。",
            "掌管{firm}的{person}一直想控制{rival_firm}，最终价格为{n}百万。",
        ),
    ),
    "festival": EventKind(
        (
            "{town}{year}年灯会开幕 游客创新高",
            "{year}年{town}灯会：{person}点亮万盏花灯",
            "{person}献唱{town}{year}年灯会",
            "{year}年灯会在{town}落下帷幕",
        ),
        (
            "{person}在{town}{square}为{year}年灯会揭幕，{n}万盏花灯升空。",
            "{town}{square}人山人海，{year}年灯会由{person}的歌声开场。",
            "{year}年灯会在{square}结束，嘉宾{person}说明年再来{town}。",
        ),
    ),
    "trial": EventKind(
        (
            "{firm}前经理{person}诈骗案宣判：{n}个月",
            "{person}做假账，{town}法院判刑{n}个月",
            "{firm}诈骗案：{person}被判有罪",
            "法官{rival}重判{person}",
        ),
        (
            "{town}法院判处{firm}前经理{person}{n}个月监禁。",
            "法官{rival}认定{person}在{firm}伪造账目。",
            "{person}不服{town}法院的判决，将就{firm}一案上诉。",
        ),
    ),
    "crash": EventKind(
        (
            "{line}列车在{town}脱轨 {n}人受伤",
            "{town}附近列车出轨，{line}停运",
            "{line}事故：司机{person}没有超速",
            "{line}列车事故亲历者讲述{town}逃生经过",
        ),
        (
            "{line}一列火车在{town}附近脱轨，{n}名乘客被送往医院。",
            "调查人员在{town}询问了驾驶{line}列车的{person}。",
            "{n}人受伤的事故之后，{line}{town}段仍然停运。",
        ),
    ),
    "discovery": EventKind(
        (
            "{town}古寺下发现{thing}",
            "考古学家{person}在{town}挖出{thing}",
            "{town}博物馆将展出{thing}",
            "{person}谈{town}的{thing}",
        ),
        (
            "{person}带领的考古队在{town}古寺下挖出{thing}，年代为{year}年。",
            "{person}在{town}发现的{thing}比想象的更古老。",
            "观众明年春天可以在{town}博物馆看到{thing}，{person}说。",
        ),
    ),
}
ENGLISH_FACTS = {
    "round": ("quarter-final", "cup final", "opening match", "second leg", "semi-final"),
    "square": ("Bell Square", "Rope Walk", "the Old Quay", "Mill Green"),
    "thing": (
        "bronze mask",
        "salt mine",
        "glass boat",
        "stone map",
        "silver loom",
        "bone flute",
        "grain scale",
    ),
    "line": ("Coast Line", "Valley Express", "North Branch", "Salt Railway", "Harbour Shuttle"),
}
CHINESE_FACTS = {
    "round": ("四分之一决赛", "杯赛决赛", "揭幕战", "次回合", "半决赛"),
    "square": ("钟楼广场", "老码头", "磨坊街", "中心公园"),
    "thing": ("青铜面具", "古盐井", "琉璃船", "石刻地图", "银织机", "骨笛", "量谷斗"),
    "line": ("滨海线", "河谷快线", "北支线", "盐铁路", "港口专线"),
}
