"""Common given names of many countries, and family names of Japan: the evidence that a line alone
is a person.
"""

_GIVEN = """
aaron abby abdul abdullah abigail abraham adam adrian adriana ahmad ahmed aidan aisha akira alan albert alberto alec
alejandra alejandro alessandra alessandro alex alexa alexander alexandra alexis alfred ali alice alicia alina alisa
alison allan allison alvin alyssa amanda amara amber amelia amina amir amit amy ana anastasia anders andrea andreas
andrei andrej andres andrew andrey andrzej andy angel angela angelina angie anil anish anita anjali ann anna annabel
anne annette annie anthony antoine anton antonia antonio anya april arianna arjun arnaud arnold arthur arturo arun
ashish ashley ashton astrid audrey august aurora ava avery axel ayesha barbara barry beatrice beatriz becky belinda
ben benedict benjamin bernard bernd bernhard beth bethany betty beverly bianca bill billy bjorn björn blake bob bobby
bonnie boris brad bradley brandon brenda brendan brent bret brett brian brianna bridget britt brooke bruce bruno bryan
bryce caitlin caleb callum calvin cameron camila camille candace cara carl carla carlo carlos carly carmen carol
carole caroline carolyn carrie carsten casey cassandra cassidy catalina catherine cathy cecilia celeste celia chad
chandler charlene charles charlie charlotte chase cheryl chloe chloé chris christa christian christiane christina
christine christof christoffer christoph christophe christopher christy cindy claire clara clare claudia claudio clay
clayton clement cody colin colleen connie connor constance cora corey corinne courtney craig cristian cristina crystal
curt curtis cynthia daisy dale dalia damien damian dan dana daniel daniela daniele daniella danielle danny daphne
darius darlene darren dave david dawn dean deanna deb debbie deborah debra deepak denis denise dennis derek detlef
devin diana diane diego dieter dimitri dirk dmitri dmitry dominic dominik dominique don donald donna dora doris
dorothy doug douglas drew duncan dustin dylan eddie edgar edith eduardo edward edwin eileen elaine eleanor elena eleni
eli eliana elias elisa elisabeth elise eliza elizabeth ella ellen ellie elliot elliott elsa emanuel emil emilia emilie
emilio emily emma emmanuel enrico enrique eric erica erich erik erika erin ernest ernesto esteban esther ethan eugene
eva evan eve evelyn fabian fabio fatima faye federico felicia felipe felix ferdinand fernanda fernando fiona florian
frances francesca francesco francine francis francisco franck françois françoise frank franz fred frederic frédéric
frederick frederik fritz gabriel gabriela gabriella gabrielle gareth gary gavin gayle gemma gene geoff geoffrey george
georgina gerald gerard gerd gerhard gianluca gilbert giles gillian gina ginny giovanni giulia giulio giuseppe gloria
gonzalo gordon grace graham grant greg gregor gregory greta guido guillaume guillermo gunnar gustav gustavo guy gwen
hailey hamza hank hanna hannah hannes hans harald harold harriet harry hasan hassan heather heidi heike heiko heinrich
heinz helen helena helene helga henri henrik henry herbert hilary hiroshi holger holly howard hubert hugh hugo hussein
ian ibrahim ignacio igor ilse imran ines ingrid irene irina iris isaac isabel isabella isabelle ivan jack jackie
jackson jacob jacqueline jacques jade jaime jake jakob jakub james jamie jan jana jane janet janice janine jared
jasmine jason javier jay jayden jean jeanette jeanne jeff jeffrey jen jenna jennie jennifer jenny jens jeremy jérôme
jerry jesse jessica jessie jesus jill jillian jim jimmy jo joachim joan joana joanna joanne joe joel joelle joey johan
johanna johannes john johnny jon jonas jonathan jorg jörg jorge josé jose josef joseph josephine josh joshua joy joyce
juan juana juanita judith judy jules julia julian juliana julie julien juliet juliette julio jürgen jurgen justin
justine kai kara karen karin karina karl karla kasper kate katelyn katerina katharina katherine kathleen kathryn kathy
katie katja katrin katrina kay kayla keith kelly kelsey ken kendall kenji kenneth kenny kerry kevin khalid kieran kim
kimberly kirk kirsten klaus konrad konstantin kris krista kristen kristian kristin kristina krystyna kumar kurt kyle
lana lance lara larry lars laura lauren laurence laurent laurie lawrence lea leah lee leigh lena leo leon leonard
leonardo leonie leslie lewis liam lidia lila lily lillian lina linda lindsay lindsey lisa liz liza lizzie lloyd logan
lois lola lora lorenzo loren lorenz lori lorna lorraine louis louisa louise luc luca lucas lucia luciano lucie lucy
luigi luis luisa lukas lukasz luke lydia lynn mackenzie madeline madison mads magdalena maggie magnus malcolm malik
mandy manfred manuel manuela marc marcel marcela marcelo marcia marco marcos marcus margaret margarita maria marian
mariana marianne marie marilyn marina mario marion marisa marissa marjorie mark marko markus marlene marlon marsha
marta martha martin martina marvin mary maryam mateo mathias mathieu matilda matt matteo matthew matthias matthieu
maureen maurice mauricio mauro max maximilian maxine may maya mayank megan meghan mehmet mel melanie melinda melissa
mercedes meredith mia micah michael michaela michal michel michele michelle miguel mika mike mikhail mila milan miles
mina mindy miranda miriam mitch mitchell mohamed mohammad mohammed moira molly mona monica monika monique morgan
moritz moses muhammad murray mustafa myra myriam nadia nadine nancy naomi natalia natalie natasha nathalie nathan
nathaniel neal neil nelson nicholas nick nicky nico nicola nicolas nicole niels nigel nikhil niko nikola nikolai
nikolaus nils nina nisha noah noel nora norman octavia olaf oleg olga oliver olivia olivier omar ondrej oscar osman
otto owain owen pablo paige pamela paola paolo pascal pat patricia patrick patrik paul paula pauline pavel pedro peggy
penelope penny pete peter petra phil philip philipp philippa philippe phillip phoebe pierce pierre piotr polina polly
prakash priya quentin quinn rachel rachelle rafael raj rajesh ralf ralph ramon randall randy raphael raquel rashid
raul ravi ray raymond rebecca rebekah regina reinhard remi rené rene renee reuben rex rhonda ricardo richard rick
ricky rita rob robert roberta roberto robin robyn rodney rodrigo roger rohit roland rolf roman ron ronald rosa rosalie
rosanna rosario rose rosemary ross rowan roxanne roy ruben rudolf rupert russell ruth ryan sabine sabrina sally sam
samantha samir samira samuel sandeep sandra sandy sanjay santiago sara sarah sascha satoshi scott sean sebastian
serena sergei sergey sergio seth shane shannon sharon shaun shawn sheila shelby shelly sheri sherry shirley sidney
siegfried sigrid silke silvia simon simona simone sofia sofie sonia sonja sophia sophie spencer stacey stacy stanley
stefan stefanie stefano stella stephan stephanie stéphane stephen steve steven stewart stuart sue summer sunil suresh
susan susana susanna susanne susie suzanne sven svetlana sylvia sylvie tamara tania tanja tanya tara tariq tatiana
taylor ted terence teresa terri terry tessa theo theodore theresa thierry thomas thorsten tiffany tim timo timothy
tina tobias toby todd tom tomas tomasz tommy toni tony tonya torsten tracey traci tracy travis trevor tricia trish
tristan troy tyler ulrich ulrike ursula uta uwe valentin valentina valerie vanessa vera veronica verónica vicki vicky
victor victoria vijay vikram viktor vincent vincenzo viola violet vivian vladimir volker walter wanda warren wayne
wendy wes wesley whitney wilhelm will william willie winston wolfgang xavier yannick yasmin yolanda yosef youssef yuki
yuri yusuf yves yvette yvonne zach zachary zackery zainab zoe zoé zoey chukwu chioma emeka funmi kwame kofi ngozi
nomsa olu oluwaseun sipho tendai thabo wanjiru ananya aarav aditya deepa divya gaurav harish kavita lakshmi manish
meera mohan neha nikita nitin pooja pradeep rahul rakesh rohan sachin shreya sneha sonal swati vivek aino antti eero
eija heikki jari juha jukka kari matti mikko pekka sami tuomas ville agnieszka ewa grzegorz jacek jerzy katarzyna
krzysztof maciej małgorzata marcin mateusz michał paweł rafał sławomir stanisław tadeusz wojciech zbigniew attila
balázs bence csaba ferenc gábor gergely ildikó istván jános józsef katalin lászló miklós péter sándor tamás zoltán
zsolt zsuzsa bogdan cosmin florin ioana ionut mihai radu stefania ayşe burak cem deniz elif emre fatma hakan murat
selin serkan zeynep andi ayu budi dewi putri rizky siti
ahmet alfredo amélie angelo antonella aurélie chiara céline dario davide domenico edoardo eleonora elisabetta emanuele
ettore fabrizio federica filippo gabriele giacomo gianni giorgia giorgio giovanna hélène ilaria jacopo jean-pierre
ludovica massimo mattia maurizio mirko nicoletta patrizia piero pietro raffaele raffaella riccardo salvatore tiziana
tommaso umberto valeria vittorio élodie grégoire hugues joël léa loïc margaux mathilde maxime mélanie noémie océane
rémi romain sébastien séverine solène stéphanie sylvain thibault valérie véronique clémence benoît anaïs bérénice
cécile édouard étienne анна мария елена ольга наталья татьяна ирина светлана екатерина юлия анастасия виктория людмила
галина марина тамара алексей александр андрей сергей дмитрий михаил николай владимир павел иван евгений игорь олег
антон артём максим роман юрий виктор константин денис кирилл илья оксана олена наталія тетяна ірина світлана катерина
юлія андрій сергій дмитро михайло микола володимир павло іван олександр євген ігор тарас богдан γιώργος γιάννης νίκος
δημήτρης κώστας μαρία ελένη αθηνά κατερίνα σοφία αναστασία παναγιώτης βασίλης χρήστος μιχάλης emine hatice hüseyin
ömer özlem gül esra büşra merve nermin sibel kerem onur ozan uğur volkan joão antónio luís tiago inês catarina rafaela
leonor gonçalo diogo rui nuno vítor bárbara letícia vinícius thaís jesús álvaro íñigo íker rocío inmaculada begoña
nuria núria joaquín joaquin agustín agustina fermín lucía sofía tomás andrés martín käthe günter günther götz rüdiger
sönke anja antje birgit dörte elke gerlinde gisela kerstin steffi wiebke ngọc minh hương thảo linh tuấn hùng dũng
anneke bram daan femke hanneke jeroen joost maaike marieke pieter sanne sjoerd wouter åsa märta göran håkan mårten
örjan lennart gunilla birgitta
ágnes attila imre lajos tibor gyula béla erzsébet ilona judit zsuzsanna ildikó márta tünde piroska krisztina anikó
szilvia réka máté dávid ádám levente gergő norbert róbert miklós györgy kálmán géza endre dénes ákos kristóf barnabás
zsófia enikő boglárka emese orsolya wojciech zbigniew grzegorz krzysztof małgorzata agnieszka katarzyna joanna paweł
łukasz michał bartosz jarosław radosław jiří jaroslav zdeněk václav miroslav kateřina markéta lenka zuzana ľubomír
ștefan gheorghe vasile constantin cătălin mădălina raluca gülşah gülşen şule yasemin zeynep ingvild sigrid torbjørn kåre
øystein håvard bjørn jørgen søren mette lærke kirsten budi agus slamet siti dewi wahyu rizky anjali priya rahul sanjay
rajesh suresh ramesh sunita deepak vijay anil pooja neha arjun lakshmi kavita vikram ashok δέσποινα μαργαρίτα στέλλα
σταύρος σπύρος αντώνης δέσποινα σταυρούλα соломія остап мар'яна ярослав богдана людмила олеся назар
"""
GIVEN = frozenset(_GIVEN.split())
"""In lower case, without those that are better known as places."""
_JAPANESE = """
佐藤 鈴木 高橋 田中 伊藤 渡辺 渡邊 渡邉 渡部 山本 中村 小林 加藤 吉田 山田 佐々木 山口 松本 井上 木村 斎藤 斉藤
齋藤 清水 山崎 池田 橋本 阿部 石川 山下 中島 石井 小川 前田 岡田 長谷川 藤田 後藤 近藤 村上 遠藤 青木 坂本 福田
太田 西村 藤井 金子 岡本 藤原 三浦 中野 中川 原田 松田 竹内 小野 田村 中山 和田 石田 森田 上田 内田 柴田 酒井
宮崎 横山 高木 安藤 宮本 大野 小島 谷口 今井 工藤 高田 増田 丸山 杉山 村田 大塚 新井 小山 平野 藤本 河野 上野
野口 武田 松井 千葉 岩崎 菅原 木下 久保 佐野 野村 松尾 市川 菊地 菊池 杉本 古川 大西 島田 水野 桜井 櫻井 高野
吉川 山内 西田 飯田 西川 小松 北村 安田 五十嵐 川口 平田 中田 久保田 服部 岩田 土屋 川崎 本田 樋口 秋山 田口 永井
山中 中西 吉村 川上 石原 大橋 松岡 馬場 浜田 森本 星野 矢野 浅野 大久保 松下 吉岡 小池 野田 荒木 熊谷 松浦 内藤
黒田 尾崎 大島 早川 関口 田辺 三宅 望月 片山 岩本 堀田 西山 松村 福井 榎本 成田 須藤 白石 大谷 川村 植田 栗原
萩原 黒木 平井 杉浦 宮田 宮川 今村 大石 小沢
"""
JAPANESE = tuple(_JAPANESE.split())
"""Common family names. Those that are everyday words are left out."""
JAPANESE_SHORT = "森原堀辻榊牧"
"""Family names of one character. Each also begins words, so more must tell the name."""
