// Lists of scripts: spellings of given names in several scripts, readings of Chinese characters, and their
// other forms.

export const worldNamesTsv = `# Given names with their spellings in Latin and other letters, and their short forms. Columns: name, spellings.
# Source: compiled for Bellwether. Slavic, Greek, Arabic and Hebrew names.
alexander	александр олександр aleksandr alexandr oleksandr aleksander саша саня шура alexandros αλεξανδρος αλεκος
alexandra	александра олександра aleksandra oleksandra саша
aleksei	алексей олексій alexei alexey aleksey aleksej oleksii oleksiy леша алеша lyosha alyosha
andrei	андрей андрій andrey andrej andrii andriy
anna	анна ганна аня anya hanna άννα
anastasia	анастасия анастасія настя nastya anastasiya anastasiia αναστασία τασούλα
dmitri	дмитрий дмитро dmitry dmitriy dmitrij dmytro dmitrii дима dima митя mitya
evgeni	евгений євген євгеній evgeny yevgeny evgeniy evgenii yevhen женя zhenya
evgenia	евгения євгенія evgeniya yevgenia yevheniia женя zhenya
ekaterina	екатерина катерина катя katya yekaterina kateryna
elena	елена олена лена yelena olena helena
mikhail	михаил михайло миша misha mihail mykhailo mikhailo
natalia	наталья наталия наталія наташа natalya nataliya nataliia natasha natalija
nikolai	николай микола коля kolya nikolay mykola nikolaj
tatiana	татьяна тетяна таня tanya tatyana tetiana tatjana
maria	мария марія маша masha mariya mariia marija
ivan	иван іван ваня vanya
sergei	сергей сергій сережа sergey serhii serhiy seryozha sergej
vladimir	владимир володимир вова володя vova volodymyr wladimir
yuri	юрий юрій yury yuriy jurij iurii yurii юра yura
yulia	юлия юлія юля yuliya yuliia iuliia julija yulya
ksenia	ксения ксенія ксюша xenia kseniya kseniia
pavel	павел павло паша pasha pavlo
olga	ольга оля olya olha
pyotr	петр петро петя petr petro petya
sophia	софия софья софія соня sonya sofya sofiya sofiia sofia σοφία
irina	ирина ірина ира iryna irene ira
svetlana	светлана світлана света sveta svitlana
daria	дарья дарія даша dasha darya dariia daryna
viktor	виктор віктор витя victor
viktoria	виктория вікторія вика vika victoria viktoriya viktoriia
vasily	василий василь вася vasya vasiliy vasili vasyl vasilii
grigory	григорий григорій гриша grisha grigori grigoriy hryhorii
konstantin	константин костянтин костя kostya
ilya	илья ілля ilia illia
fyodor	федор фёдор fedor
maxim	максим макс max maksim maksym
ludmila	людмила люда lyudmila liudmila lyudmyla
galina	галина галя halyna galya
nadezhda	надежда надя nadya nadia
lyubov	любовь любов люба liubov lyuba
konstantinos	κωνσταντίνος κώστας ντίνος kostas costas constantinos kwnstantinos
konstantina	κωνσταντίνα ντίνα constantina
georgios	γεώργιος γιώργος giorgos yiorgos george yorgos giorgios
georgia	γεωργία γωγώ gogo
ioannis	ιωάννης γιάννης giannis yannis yiannis
ioanna	ιωάννα γιάννα gianna
dimitrios	δημήτριος δημήτρης μήτσος dimitris dimitri demetrios
dimitra	δήμητρα demetra
nikolaos	νικόλαος νίκος nikos
panagiotis	παναγιώτης πάνος panos panayiotis
vasileios	βασίλειος βασίλης vasilis vassilis vasilios
vasiliki	βασιλική βάσω βίκυ vaso vassiliki
christos	χρήστος χρίστος hristos
athanasios	αθανάσιος θανάσης νάσος thanasis thanos
michail	μιχαήλ μιχάλης michalis mihalis
evangelos	ευάγγελος βαγγέλης vangelis
evangelia	ευαγγελία λίτσα evaggelia
spyridon	σπυρίδων σπύρος spyros spiros
aikaterini	αικατερίνη κατερίνα katerina ekaterini
eleni	ελένη λένα helen
theodoros	θεόδωρος θοδωρής thodoris
anastasios	αναστάσιος τάσος tasos
emmanouil	εμμανουήλ μανώλης manolis emmanuel
antonios	αντώνιος αντώνης antonis
charalampos	χαράλαμπος μπάμπης babis haralambos
eleftherios	ελευθέριος λευτέρης lefteris
sotirios	σωτήριος σωτήρης sotiris
efstathios	ευστάθιος στάθης stathis
stylianos	στυλιανός στέλιος stelios
katarzyna	kasia
malgorzata	gosia malgosia
stanislaw	staszek stasiek
tomasz	tomek
krzysztof	krzysiek
agnieszka	aga
joanna	asia
zofia	zosia
jakub	kuba
piotr	piotrek
wojciech	wojtek
andrzej	jedrek
elzbieta	ela
jiri	jirka
josef	pepa
muhammad	محمد mohammed mohamed mohammad muhammed mohamad md muhamed
mahmud	محمود mahmoud mahmood mehmood
ahmad	أحمد ahmed
ali	علي aly
hasan	حسن hassan
husain	حسين hussein husayn hussain hossein hosein husein
umar	عمر omar
khalid	خالد khaled
yusuf	يوسف youssef yousef yousuf yusef youssouf
ibrahim	إبراهيم ebrahim ibraheem
said	سعيد saeed saied saeid
abdullah	عبدالله abdulla abdallah abdellah
abdulrahman	عبدالرحمن عبدالرحمان abdurrahman abdelrahman abdurahman abdarrahman abdulrehman abdurrehman
abdulaziz	عبدالعزيز abdelaziz abdulazeez
abdulrahim	عبدالرحيم abdelrahim abdurrahim
mustafa	مصطفى mostafa moustafa mustapha
fatima	فاطمة fatema fatimah fatma
aisha	عائشة ayesha aysha aicha aishah
maryam	مريم mariam miriam meryem
zainab	زينب zaynab zeinab
noor	نور nour nur
layla	ليلى leila laila leyla
huda	هدى hoda houda
amina	أمينة ameena aminah
salma	سلمى selma
khadija	خديجة khadijah khadeeja
tariq	طارق tarek tareq tarik
karim	كريم kareem
sami	سامي samy
majid	ماجد majed maged
rashid	راشد rashed
rasheed	رشيد
nasser	ناصر nasir naser
amr	عمرو amro
jamal	جمال gamal
hamza	حمزة hamzah
osama	أسامة usama oussama
rania	رانيا raniya
walid	وليد waleed
ziad	زياد ziyad
mahdi	مهدي mehdi
reza	رضا rida ridha
hossam	حسام husam
bilal	بلال belal
saleh	صالح salih
anas	أنس
moshe	משה moishe
yosef	יוסף יוסי yossi joseph
david	דוד דויד
avraham	אברהם אבי avi abraham
yitzhak	יצחק איציק itzik yitzchak isaac
yaakov	יעקב קובי yakov kobi jacob
shlomo	שלמה shloime
chaim	חיים haim
sarah	שרה سارة sara
rachel	רחל rahel
rivka	רבקה rebecca
leah	לאה lea
hannah	חנה chana hana hanna
miriam	מרים miri
yael	יעל
noa	נועה
eliyahu	אליהו אלי eli
yehuda	יהודה juda
uri	אורי ori
tamar	תמר
esther	אסתר ester
ruth	רות rut
maya	מאיה
dana	דנה
`;

export const pinyinTsv = `# Chinese characters of daily use and of names, in simplified form. Columns: reading without tone, characters.
# Source: the characters of GB 2312, level 1, and further ones of names, with the readings of pypinyin (MIT).
a	啊阿
ai	埃挨哎唉哀皑癌蔼矮艾碍爱隘
an	鞍氨安俺按暗岸胺案
ang	肮昂盎
ao	凹敖熬翱袄傲奥懊澳
ba	芭捌扒叭吧笆八疤巴拔跋靶把耙坝霸罢爸
bai	白柏百摆佰败拜稗
ban	斑班搬扳般颁板版扮拌伴瓣半办绊
bang	邦帮梆榜膀绑棒磅蚌镑傍谤
bao	苞胞包褒薄雹保堡饱宝抱报暴豹鲍爆
bei	杯碑悲卑北辈背贝钡倍狈备惫焙被
ben	奔苯本笨
beng	崩绷甭泵蹦迸
bi	逼鼻比鄙笔彼碧蓖蔽毕毙毖币庇痹闭敝弊必壁臂避陛璧
bian	鞭边编贬扁便变卞辨辩辫遍
biao	标彪膘表
bie	鳖憋别瘪
bin	彬斌濒滨宾摈
bing	兵冰柄丙秉饼炳病并
bo	剥玻菠播拨钵波博勃搏铂箔伯帛舶脖膊渤驳卜
bu	捕哺补埠不布步簿部怖
ca	擦
cai	猜裁材才财睬踩采彩菜蔡
can	餐参蚕残惭惨灿掺
cang	苍舱仓沧藏
cao	操糙槽曹草
ce	厕策侧册测
cen	岑
ceng	层蹭
cha	插叉茬茶碴搽察岔差诧
chai	拆柴豺
chan	搀蝉馋谗缠铲产阐颤
chang	昌猖场尝常长偿肠厂敞畅唱倡
chao	超抄钞朝嘲潮巢吵炒晁
che	车扯撤掣彻澈
chen	郴臣辰尘晨忱沉陈趁衬琛谌
cheng	撑称城橙成呈乘程惩澄诚承逞骋秤晟
chi	吃痴持池迟弛驰耻齿侈尺赤翅斥炽
chong	充冲虫崇宠重
chou	抽酬畴踌稠愁筹绸瞅丑臭
chu	初出橱厨躇锄雏滁除楚础储矗搐触处畜
chuai	揣
chuan	川穿椽传船喘串
chuang	疮窗幢床闯创
chui	吹炊捶锤垂椎
chun	春椿醇唇淳纯蠢
chuo	戳绰
ci	疵茨磁雌辞慈瓷词此刺赐次伺
cong	聪葱囱匆从丛
cou	凑
cu	粗醋簇促
cuan	蹿篡窜
cui	摧崔催脆瘁粹淬翠
cun	村存寸
cuo	磋撮搓措挫错
da	搭达答瘩打大
dai	呆歹傣戴带殆代贷袋待逮怠
dan	耽担丹郸掸胆旦氮但惮淡诞弹蛋澹
dang	当挡党荡档
dao	刀捣蹈倒岛祷导到稻悼道盗
de	德得的
deng	蹬灯登等瞪凳邓
di	堤低滴迪敌笛狄涤翟嫡抵底地蒂第帝弟递缔
dian	颠掂滇碘点典靛垫电佃甸店惦奠淀殿
diao	碉叼雕凋刁掉吊钓调
die	跌爹碟蝶迭谍叠
ding	丁盯叮钉顶鼎锭定订
diu	丢
dong	东冬董懂动栋侗恫冻洞
dou	兜抖斗陡豆逗痘都窦
du	督毒犊独读堵睹赌杜镀肚度渡妒
duan	端短锻段断缎
dui	堆兑队对
dun	墩吨蹲敦顿囤钝盾遁
duo	掇哆多夺垛躲朵跺舵剁惰堕
e	蛾峨鹅俄额讹娥恶厄扼遏鄂饿
en	恩
er	而儿耳尔饵洱二贰
fa	发罚筏伐乏阀法珐
fan	藩帆番翻樊矾钒繁凡烦反返范贩犯饭泛
fang	坊芳方肪房防妨仿访纺放
fei	菲非啡飞肥匪诽吠肺废沸费霏斐
fen	芬酚吩氛分纷坟焚汾粉奋份忿愤粪
feng	丰封枫蜂峰锋风疯烽逢冯缝讽奉凤酆
fou	否
fu	佛夫敷肤孵扶拂辐幅氟符伏俘服浮涪福袱弗甫抚辅俯釜斧腑府腐赴副覆赋复傅付阜父腹负富讣附妇缚咐
ga	噶嘎
gai	该改概钙盖溉
gan	干甘杆柑竿肝赶感秆敢赣
gang	冈刚钢缸肛纲岗港杠
gao	篙皋高膏羔糕搞镐稿告郜
ge	哥歌搁戈鸽胳疙割革葛格阁隔铬个各咯
gei	给
gen	根跟
geng	耕更庚羹埂耿梗
gong	工攻功恭龚供躬公宫弓巩汞拱贡共
gou	钩勾沟苟狗垢构购够
gu	辜菇咕箍估沽孤姑鼓古蛊骨谷股故顾固雇
gua	刮瓜剐寡挂褂
guai	乖拐怪
guan	棺关官冠观管馆罐惯灌贯
guang	光广逛
gui	瑰规圭硅归龟闺轨鬼诡癸桂柜跪贵刽傀炔
gun	辊滚棍
guo	锅郭国果裹过
ha	蛤哈
hai	骸孩海氦亥害骇还
han	酣憨邯韩含涵寒函喊罕翰撼捍旱憾悍焊汗汉菡
hang	夯杭航
hao	壕嚎豪毫郝好耗号浩貉昊
he	呵喝荷菏核禾和何合盒阂河涸赫褐鹤贺
hei	嘿黑
hen	痕很狠恨
heng	哼亨横衡恒
hong	轰哄烘虹鸿洪宏弘红
hou	喉侯猴吼厚候后
hu	呼乎忽瑚壶葫胡蝴狐糊湖弧虎唬护互沪户扈
hua	花哗华猾滑画划化话
huai	槐徊怀淮坏
huan	欢环桓缓换患唤痪豢焕涣宦幻
huang	荒慌黄磺蝗簧皇凰惶煌晃幌恍谎
hui	灰挥辉徽恢蛔回毁悔慧卉惠晦贿秽会烩汇讳诲绘
hun	荤昏婚魂浑混
huo	豁活伙火获或惑霍货祸
ji	击圾基机畸稽积箕肌饥迹激讥鸡姬绩缉吉极棘辑籍集及急疾汲即嫉级挤几脊己蓟技冀季伎祭剂悸济寄寂计记既忌际妓继纪藉稷
jia	嘉枷夹佳家加荚颊贾甲钾假稼价架驾嫁茄郏
jian	歼监坚尖笺间煎兼肩艰奸缄茧检柬碱硷拣捡简俭剪减荐鉴践贱见键箭件健舰剑饯渐溅涧建
jiang	僵姜将浆江疆蒋桨奖讲匠酱降
jiao	蕉椒礁焦胶交郊浇骄娇搅铰矫侥脚狡角饺缴绞剿教酵轿较叫窖
jie	揭接皆秸街阶截劫节杰捷睫竭洁结姐戒芥界借介疥诫届婕
jin	巾筋斤金今津襟紧锦仅谨进靳晋禁近烬浸尽劲瑾
jing	荆兢茎睛晶鲸京惊精粳经井警景颈静境敬镜径痉靖竟竞净菁婧璟
jiong	炯窘
jiu	揪究纠玖韭久灸九酒厩救旧臼舅咎就疚
ju	桔鞠拘狙疽居驹菊局咀矩举沮聚拒据巨具距踞锯俱句惧炬剧
juan	捐鹃娟倦眷卷绢
jue	嚼撅攫抉掘倔爵觉决诀绝珏
jun	均菌钧军君峻俊竣浚郡骏珺
ka	喀咖卡
kai	开揩楷凯慨
kan	槛刊堪勘坎砍看
kang	康慷糠扛抗亢炕
kao	考拷烤靠
ke	坷苛柯棵磕颗科壳咳可渴克刻客课
ken	肯啃垦恳
keng	坑吭
kong	空恐孔控
kou	抠口扣寇
ku	枯哭窟苦酷库裤
kua	夸垮挎跨胯
kuai	块筷侩快
kuan	宽款
kuang	匡筐狂框矿眶旷况
kui	亏盔岿窥葵奎魁馈愧溃夔
kun	坤昆捆困琨
kuo	括扩廓阔
la	垃拉喇蜡腊辣啦
lai	莱来赖
lan	蓝婪栏拦篮阑兰澜谰揽览懒缆烂滥岚
lang	琅榔狼廊郎朗浪
lao	捞劳牢老佬姥酪烙涝潦
le	乐肋了
lei	勒雷镭蕾磊累儡垒擂类泪
leng	棱楞冷
li	厘梨犁黎篱狸离漓理李里鲤礼莉荔吏栗丽厉励砾历利傈例俐痢立粒沥隶力璃哩郦
lia	俩
lian	联莲连镰廉怜涟帘敛脸链恋炼练
liang	粮凉梁粱良两辆量晾亮谅
liao	撩聊僚疗燎寥辽撂镣廖料
lie	列裂烈劣猎
lin	琳林磷霖临邻鳞淋凛赁吝拎蔺
ling	玲菱零龄铃伶羚凌灵陵岭领另令
liu	溜琉榴硫馏留刘瘤流柳六
long	龙聋咙笼窿隆垄拢陇
lou	楼娄搂篓漏陋
lu	芦卢颅庐炉掳卤虏鲁麓碌露路赂鹿潞禄录陆戮驴吕铝侣旅履屡缕虑氯律率滤绿璐逯闾
luan	峦挛孪滦卵乱栾
lue	掠略
lun	抡轮伦仑沦纶论
luo	萝螺罗逻锣箩骡裸落洛骆络
ma	妈麻玛码蚂马骂嘛吗
mai	埋买麦卖迈脉
man	瞒馒蛮满蔓曼慢漫谩
mang	芒茫盲氓忙莽
mao	猫茅锚毛矛铆卯茂冒帽貌贸
me	么
mei	玫枚梅酶霉煤没眉媒镁每美昧寐妹媚
men	门闷们
meng	萌蒙檬盟锰猛梦孟
mi	眯醚靡糜迷谜弥米秘觅泌蜜密幂宓
mian	棉眠绵冕免勉娩缅面
miao	苗描瞄藐秒渺庙妙淼
mie	蔑灭
min	民抿皿敏悯闽闵
ming	明螟鸣铭名命
miu	谬
mo	摸摹蘑模膜磨摩魔抹末莫墨默沫漠寞陌
mou	谋牟某
mu	拇牡亩姆母墓暮幕募慕木目睦牧穆
na	拿哪呐钠那娜纳
nai	氖乃奶耐奈
nan	南男难
nang	囊
nao	挠脑恼闹淖
ne	呢
nei	馁内
nen	嫩
neng	能
ni	妮霓倪泥尼拟你匿腻逆溺
nian	蔫拈年碾撵捻念辗
niang	娘酿
niao	鸟尿
nie	捏聂孽啮镊镍涅
nin	您
ning	柠狞凝宁拧泞
niu	牛扭钮纽
nong	脓浓农弄
nu	奴努怒女
nuan	暖
nue	虐疟
nuo	挪懦糯诺
o	哦
ou	欧鸥殴藕呕偶沤
pa	啪趴爬帕怕琶
pai	拍排牌徘湃派
pan	攀潘盘磐盼畔判叛
pang	乓庞旁耪胖逄
pao	抛咆刨炮袍跑泡
pei	呸胚培裴赔陪配佩沛
pen	喷盆
peng	砰抨烹澎彭蓬棚硼篷膨朋鹏捧碰
pi	辟坯砒霹批披劈琵毗啤脾疲皮匹痞僻屁譬
pian	篇偏片骗
piao	飘漂瓢票朴
pie	撇瞥
pin	拼频贫品聘
ping	乒坪苹萍平凭瓶评屏
po	泊坡泼颇婆破魄迫粕
pou	剖
pu	脯扑铺仆莆葡菩蒲埔圃普浦谱曝瀑濮
qi	期欺栖戚妻七凄漆柒沏其棋奇歧畦崎脐齐旗祈祁骑起岂乞企启契砌器气迄弃汽泣讫琪琦祺
qia	掐恰洽
qian	牵扦钎铅千迁签仟谦乾黔钱钳前潜遣浅谴堑嵌欠歉倩茜
qiang	枪呛腔羌墙蔷强抢
qiao	橇锹敲悄桥瞧乔侨巧鞘撬翘峭俏窍
qie	切且怯窃
qin	钦侵亲秦琴勤芹擒禽寝沁覃
qing	青轻氢倾卿清擎晴氰情顷请庆
qiong	琼穷
qiu	仇秋丘邱球求囚酋泅
qu	趋区蛆曲躯屈驱渠取娶龋趣去瞿
quan	圈颧权醛泉全痊拳犬券劝
que	缺瘸却鹊榷确雀阙
qun	裙群
ran	然燃冉染苒
rang	瓤壤攘嚷让
rao	饶扰绕
re	惹热
ren	壬仁人忍韧任认刃妊纫
reng	扔仍
ri	日
rong	戎茸蓉荣融熔溶容绒冗
rou	揉柔肉
ru	茹蠕儒孺如辱乳汝入褥
ruan	软阮
rui	蕊瑞锐睿芮
run	闰润
ruo	若弱
sa	撒洒萨
sai	腮鳃塞赛
san	三叁伞散
sang	桑嗓丧
sao	搔骚扫嫂
se	瑟色涩
sen	森
seng	僧
sha	莎砂杀刹沙纱傻啥煞厦
shai	筛晒
shan	单珊苫杉山删煽衫闪陕擅赡膳善汕扇缮姗
shang	墒伤商赏晌上尚裳
shao	梢捎稍烧芍勺韶少哨邵绍
she	奢赊蛇舌舍赦摄射慑涉社设佘
shen	砷申呻伸身深娠绅神沈审婶甚肾慎渗什莘
sheng	声生甥牲升绳省盛剩胜圣
shi	匙师失狮施湿诗尸虱十石拾时食蚀实识史矢使屎驶始式示士世柿事拭誓逝势是嗜噬适仕侍释饰氏市恃室视试似
shou	收手首守寿授售受瘦兽
shu	蔬枢梳殊抒输叔舒淑疏书赎孰熟薯暑曙署蜀黍鼠属术述树束戍竖墅庶数漱恕姝
shua	刷耍
shuai	摔衰甩帅
shuan	栓拴
shuang	霜双爽
shui	谁水睡税
shun	吮瞬顺舜
shuo	说硕朔烁
si	斯撕嘶思私司丝死肆寺嗣四饲巳
song	松耸怂颂送宋讼诵
sou	搜艘擞嗽
su	苏酥俗素速粟僳塑溯宿诉肃
suan	酸蒜算
sui	虽隋随绥髓碎岁穗遂隧祟
sun	孙损笋
suo	蓑梭唆缩琐索锁所
ta	塌他它她塔獭挞蹋踏
tai	胎苔抬台泰酞太态汰邰
tan	坍摊贪瘫滩坛檀痰潭谭谈坦毯袒碳探叹炭
tang	汤塘搪堂棠膛唐糖倘躺淌趟烫
tao	掏涛滔绦萄桃逃淘陶讨套
te	特
teng	藤腾疼誊滕
ti	梯剔踢锑提题蹄啼体替嚏惕涕剃屉
tian	天添填田甜恬舔腆
tiao	挑条迢眺跳
tie	贴铁帖
ting	厅听烃汀廷停亭庭挺艇婷
tong	通桐酮瞳同铜彤童桶捅筒统痛佟
tou	偷投头透钭
tu	凸秃突图徒途涂屠土吐兔
tuan	湍团
tui	推颓腿蜕褪退
tun	吞屯臀
tuo	拖托脱鸵陀驮驼椭妥拓唾
wa	挖哇蛙洼娃瓦袜
wai	歪外
wan	豌弯湾玩顽丸烷完碗挽晚皖惋宛婉万腕
wang	汪王亡枉网往旺望忘妄
wei	威巍微危韦违桅围唯惟为潍维苇萎委伟伪尾纬未蔚味畏胃喂魏位渭谓尉慰卫炜薇
wen	瘟温蚊文闻纹吻稳紊问雯
weng	嗡翁瓮
wo	挝蜗涡窝我斡卧握沃
wu	巫呜钨乌污诬屋无芜梧吾吴毋武五捂午舞伍侮坞戊雾晤物勿务悟误兀邬
xi	昔熙析西硒矽晰嘻吸锡牺稀息希悉膝夕惜熄烯溪汐犀檄袭席习媳喜铣洗系隙戏细曦僖奚郗
xia	瞎虾匣霞辖暇峡侠狭下夏吓
xian	掀锨先仙鲜纤咸贤衔舷闲涎弦嫌显险现献县腺馅羡宪陷限线娴
xiang	相厢镶香箱襄湘乡翔祥详想响享项巷橡像向象
xiao	萧硝霄哮嚣销消宵淆晓小孝校肖啸笑效
xie	解楔些歇蝎鞋协挟携邪斜胁谐写械卸蟹懈泄泻谢屑
xin	薪芯锌欣辛新忻心信衅昕馨鑫
xing	星腥猩惺兴刑型形邢行醒幸杏性姓
xiong	兄凶胸匈汹雄熊
xiu	休修羞朽嗅锈秀袖绣
xu	墟戌需虚嘘须徐许蓄酗叙旭序恤絮婿绪续吁胥
xuan	轩喧宣悬旋玄选癣眩绚璇萱
xue	削靴薛学穴雪血
xun	勋熏循旬询寻驯巡殉汛训讯逊迅荀
ya	压押鸦鸭呀丫芽牙蚜崖衙涯雅哑亚讶轧
yan	焉咽阉烟淹盐严研蜒岩延言颜阎炎沿奄掩眼衍演艳堰燕厌砚雁唁彦焰宴谚验妍嫣鄢闫
yang	殃央鸯秧杨扬佯疡羊洋阳氧仰痒养样漾
yao	邀腰妖瑶摇尧遥窑谣姚咬舀药要耀钥垚
ye	椰噎耶爷野冶也页掖业叶曳腋夜液
yi	一壹医揖铱依伊衣颐夷遗移仪胰疑沂宜姨彝椅蚁倚已乙矣以艺抑易邑屹亿役臆逸肄疫亦裔意毅忆义益溢诣议谊译异翼翌绎怡祎懿奕弈羿
yin	茵荫因殷音阴姻吟银淫寅饮尹引隐印
ying	英樱婴鹰应缨莹萤营荧蝇迎赢盈影颖硬映
yo	哟
yong	拥佣臃痈庸雍踊蛹咏泳涌永恿勇用
you	幽优悠忧尤由邮铀犹油游酉有友右佑釉诱又幼
yu	迂淤于盂榆虞愚舆余俞逾鱼愉渝渔隅予娱雨与屿禹宇语羽玉域芋郁遇喻峪御愈欲狱育誉浴寓裕预豫驭煜钰昱瑜
yuan	鸳渊冤元垣袁原援辕园员圆猿源缘远苑愿怨院媛
yue	曰约越跃岳粤月悦阅
yun	耘云郧匀陨允运蕴酝晕韵孕芸恽
za	匝砸杂咋
zai	栽哉灾宰载再在仔
zan	咱攒暂赞
zang	赃脏葬
zao	遭糟凿藻枣早澡蚤躁噪造皂灶燥
ze	责择则泽
zei	贼
zen	怎
zeng	增憎曾赠
zha	查扎喳渣札铡闸眨栅榨乍炸诈柞
zhai	摘斋宅窄债寨
zhan	瞻毡詹粘沾盏斩崭展蘸栈占战站湛绽
zhang	樟章彰漳张掌涨杖丈帐账仗胀瘴障
zhao	招昭找沼赵照罩兆肇召爪
zhe	遮折哲蛰辙者锗蔗这浙着
zhen	珍斟真甄砧臻贞针侦枕疹诊震振镇阵帧
zheng	蒸挣睁征狰争怔整拯正政症郑证
zhi	芝枝支吱蜘知肢脂汁之织职直植殖执值侄址指止趾只旨纸志挚掷至致置帜峙制智秩稚质炙痔滞治窒芷
zhong	中盅忠钟衷终种肿仲众锺
zhou	舟周州洲诌粥轴肘帚咒皱宙昼骤
zhu	珠株蛛朱猪诸诛逐竹烛煮拄瞩嘱主著柱助蛀贮铸筑住注祝驻
zhua	抓
zhuai	拽
zhuan	专砖转撰赚篆
zhuang	桩庄装妆撞壮状
zhui	锥追赘坠缀
zhun	谆准
zhuo	捉拙卓桌茁酌啄灼浊
zi	兹咨资姿滋淄孜紫籽滓子自渍字訾
zong	鬃棕踪宗综总纵
zou	邹走奏揍
zu	租足卒族祖诅阻组
zuan	钻纂
zui	嘴醉最罪
zun	尊遵
zuo	琢昨左佐做作坐座
`;

export const kanjiReadingsTsv = `# Japanese names. Columns: name, readings in Latin letters without long vowels.
# Source: compiled for Bellwether from the most common family and given names.
佐藤	sato
鈴木	suzuki
高橋	takahashi
田中	tanaka
伊藤	ito
渡辺	watanabe
山本	yamamoto
中村	nakamura
小林	kobayashi
加藤	kato
吉田	yoshida
山田	yamada
佐々木	sasaki
山口	yamaguchi
松本	matsumoto
井上	inoue
木村	kimura
林	hayashi
斎藤	saito
斉藤	saito
清水	shimizu
山崎	yamazaki yamasaki
森	mori
阿部	abe
安部	abe
池田	ikeda
橋本	hashimoto
石川	ishikawa
山下	yamashita
小川	ogawa
石井	ishii
長谷川	hasegawa
後藤	goto
岡田	okada
近藤	kondo
前田	maeda
藤田	fujita
遠藤	endo
青木	aoki
坂本	sakamoto
村上	murakami
太田	ota
金子	kaneko
藤井	fujii
福田	fukuda
西村	nishimura
三浦	miura
竹内	takeuchi
中川	nakagawa
岡本	okamoto
松田	matsuda
原田	harada
中野	nakano
小野	ono
田村	tamura
藤原	fujiwara fujihara
中山	nakayama
石田	ishida
小島	kojima
和田	wada
森田	morita
内田	uchida
柴田	shibata
酒井	sakai
工藤	kudo
横山	yokoyama
宮崎	miyazaki
宮本	miyamoto
谷口	taniguchi
上田	ueda
安藤	ando
大塚	otsuka
杉山	sugiyama
平野	hirano
河野	kono kawano
増田	masuda
今井	imai
藤本	fujimoto
村田	murata
武田	takeda
上野	ueno
菅原	sugawara
平田	hirata
大谷	otani
桜井	sakurai
千葉	chiba
久保	kubo
松井	matsui
岩崎	iwasaki
野口	noguchi
木下	kinoshita
松尾	matsuo
野村	nomura
菊地	kikuchi
菊池	kikuchi
佐野	sano
大西	onishi
杉本	sugimoto
新井	arai
荒井	arai
浜田	hamada
菅野	kanno sugano
市川	ichikawa
古川	furukawa
水野	mizuno
小松	komatsu
島田	shimada
小山	koyama oyama
高木	takagi
吉川	yoshikawa
山内	yamauchi yamanouchi
西田	nishida
菊田	kikuta
北村	kitamura
五十嵐	igarashi
福島	fukushima
安田	yasuda
中田	nakata nakada
平井	hirai
川口	kawaguchi
飯田	iida
東	higashi azuma
本田	honda
久保田	kubota
川崎	kawasaki
沢田	sawada
辻	tsuji
吉村	yoshimura
岩田	iwata
関	seki
土屋	tsuchiya
中西	nakanishi
服部	hattori
樋口	higuchi
福井	fukui
秋山	akiyama
川上	kawakami
永井	nagai
大野	ono
松岡	matsuoka
田口	taguchi
須藤	sudo
小池	koike
川村	kawamura
高田	takada takata
丸山	maruyama
黒田	kuroda
石原	ishihara
荒木	araki
大島	oshima
堀	hori
西川	nishikawa
松村	matsumura
星野	hoshino
望月	mochizuki
大橋	ohashi
浅野	asano
内藤	naito
早川	hayakawa
片山	katayama
矢野	yano
渡部	watanabe
岡	oka
原	hara
中島	nakajima nakashima
南	minami
三宅	miyake
児玉	kodama
栗原	kurihara
本間	homma honma
永田	nagata
吉岡	yoshioka
広瀬	hirose
横田	yokota
松下	matsushita
大久保	okubo
石橋	ishibashi
花子	hanako
一郎	ichiro
次郎	jiro
二郎	jiro
三郎	saburo
太郎	taro
健一	kenichi
健二	kenji
健	ken takeshi
誠	makoto
浩	hiroshi hiro
博	hiroshi
弘	hiroshi
宏	hiroshi
隆	takashi
孝	takashi
茂	shigeru
実	minoru
清	kiyoshi
修	osamu
豊	yutaka
進	susumu
勝	masaru
勇	isamu
明	akira
聡	satoshi
哲也	tetsuya
哲	satoshi tetsu
達也	tatsuya
拓也	takuya
直樹	naoki
直人	naoto
大輔	daisuke
健太	kenta
翔太	shota
翔	sho kakeru
大翔	hiroto haruto
蓮	ren
悠真	yuma haruma
陽太	yota
陽斗	haruto
翼	tsubasa
大樹	daiki hiroki
亮	ryo akira
亮太	ryota
涼太	ryota
涼	ryo
和也	kazuya
和彦	kazuhiko
和夫	kazuo
正	tadashi masashi
正人	masato
正夫	masao
幸雄	yukio
秀樹	hideki
英樹	hideki
英明	hideaki
康弘	yasuhiro
裕之	hiroyuki
裕介	yusuke
雄太	yuta
雄一	yuichi
優太	yuta
優	yu suguru
光	hikaru
光男	mitsuo
剛	tsuyoshi takeshi
武	takeshi
学	manabu
徹	toru
智	satoshi
竜也	tatsuya ryuya
龍	ryu
悟	satoru
薫	kaoru
純	jun
潤	jun
淳	jun atsushi
真一	shinichi
慎一	shinichi
賢一	kenichi
賢治	kenji
憲一	kenichi
昭	akira
昭夫	akio
洋介	yosuke
洋	hiroshi yo
俊介	shunsuke
駿	shun
樹	itsuki
匠	takumi
拓海	takumi
海斗	kaito
颯太	sota
隼人	hayato
隼	hayato shun
和子	kazuko
幸子	sachiko yukiko
洋子	yoko
陽子	yoko
恵子	keiko
敬子	keiko
京子	kyoko
節子	setsuko
久美子	kumiko
由美子	yumiko
由美	yumi
裕美	hiromi yumi
裕子	yuko hiroko
優子	yuko
祐子	yuko
順子	junko
純子	junko
直子	naoko
直美	naomi
智子	tomoko
友子	tomoko
明子	akiko
美穂	miho
美咲	misaki
美紀	miki
美香	mika
真理	mari
真理子	mariko
麻衣	mai
舞	mai
愛	ai
葵	aoi
陽菜	hina haruna
結衣	yui
結愛	yua
莉子	riko
桜	sakura
咲	saki
咲良	sakura
七海	nanami
彩	aya
彩花	ayaka
綾	aya
綾子	ayako
美和	miwa
美智子	michiko
道子	michiko
文子	fumiko
礼子	reiko
玲子	reiko
良子	yoshiko ryoko
芳子	yoshiko
悦子	etsuko
貴子	takako
孝子	takako
春子	haruko
千春	chiharu
千尋	chihiro
香織	kaori
香	kaori
恵	megumi
恵美	emi megumi
絵美	emi
絵里	eri
里奈	rina
莉奈	rina
奈々	nana
菜々子	nanako
瞳	hitomi
遥	haruka
遥香	haruka
春香	haruka
楓	kaede
凛	rin
心春	koharu
杏	an
萌	moe
美優	miyu
美月	mizuki
瑞希	mizuki
歩美	ayumi
亜由美	ayumi
沙織	saori
佳奈	kana
加奈	kana
早苗	sanae
光子	mitsuko
静子	shizuko
千代	chiyo
梅	ume
雪	yuki
幸	yuki sachi
由紀	yuki
由紀子	yukiko
有紀	yuki
`;

/**
 * A character and its other forms: traditional Chinese, and old and new ones of Japan. Selected from the
 * tables of OpenCC (Apache-2.0).
 */
export const signVariants = `
万萬 与與 丑醜 专專 业業 丛叢 东東 丝絲 丢丟 两兩両 严嚴 丧喪 个個箇 丰豐豊 临臨 为為爲 丽麗 举舉
么麼麽 义義 乌烏 乐樂楽 乔喬 习習 乡鄉 书書 买買 乱亂 争爭 于於 亏虧 云雲 亚亞亜 产產産 亩畝 亲親 亿億
仅僅 仆僕 从從 仑侖崙 仓倉 仪儀 们們 价價価 众眾衆 优優 伙夥 会會 伞傘 伟偉 传傳伝 伤傷 伦倫 伪偽僞
体體 余餘 佛彿仏 佣傭 侠俠 侣侶 侥僥 侦偵 侧側 侨僑 侩儈 俊儁 俩倆 俭儉 修脩 债債 倾傾 偿償 储儲 僵殭
儿兒児 克剋 兑兌 党黨 兰蘭 关關関 兴興 兹茲 养養 兽獸 内內 冈岡 册冊 写寫 军軍 农農 冬鼕 冯馮 冲沖衝
决決 况況 冻凍 净凈淨 凄悽淒 准準 凉涼 凌淩 减減 凑湊 凛凜 几幾 凤鳳 凭憑 凯凱 凶兇 出齣 击擊 凿鑿
划劃 刘劉 则則 刚剛 创創 删刪 别別彆 刮颳 制製 刹剎 刽劊 剂劑 剐剮 剑劍剣 剥剝 剧劇 劝勸勧 办辦 务務
动動 励勵 劲勁 劳勞 势勢 勋勛勳勲 匀勻 区區 医醫 千韆 升昇陞 华華 协協 单單 卖賣売 卜蔔 占佔 卢盧
卤滷鹵 卧臥 卫衛 即卽 却卻 卷捲 厂廠 厅廳 历厤曆歷 厉厲 压壓 厌厭 厕厠廁 厘釐 厢廂 厦廈 厨廚 厩廄
县縣県 叁叄 参參蔘 双雙 发發髮発 变變変 叙敘 叠疊 只隻 台檯臺颱 叶葉 号號 叹嘆歎 吁籲 吃喫 合閤 吊弔
同衕 后後 向嚮曏 吓嚇 吕呂 吗嗎 吨噸 听聽 启啓啟 吴吳 呆獃 呐吶 呕嘔 员員 呛嗆 呜嗚 周週 咏詠 咙嚨
咨諮 咸鹹 咽嚥 哄鬨 响響 哑啞 哗嘩譁 哟喲 唇脣 唤喚 啮嚙齧 啸嘯 喂餵 喷噴 嘘噓 嘱囑 噪譟 嚣囂 回迴
团團糰団 园園 困睏 囱囪 围圍 国國 图圖図 圆圓円 圣聖 场場 坏壞 块塊 坚堅 坛墰壇壜罈罎 坝垻壩 坞塢 坟墳
坠墜 垄壟 垒壘 垦墾 垫墊 堑塹 堕墮 墙墻牆 壮壯 声聲 壳殻殼 壶壺 壹壱 处處処 备備 复復複 够夠 头頭 夸誇
夹夾 夺奪 奋奮 奖奬獎奨 奥奧 奸姦 妆妝 妇婦 妈媽 姗姍 姜薑 娄婁 娇嬌 娘孃 娱娛 娴嫺嫻 婴嬰 婶嬸 孙孫
学學 孪孿 宁寧甯 宝寶 实實実 宠寵 审審 宪憲 宫宮 家傢 宽寬 宾賓 富冨 寝寢 对對 寻尋 导導 寿壽 将將
尔爾 尘塵 尝嘗嚐 尧堯 尸屍 尽儘盡 局侷 层層 屉屜 届屆 属屬 屡屢 屿嶼 岁嵗歲 岂豈 岗崗 岚嵐 岛島嶋嶌
岩巖 岭嶺 岳嶽 岿巋 峡峽 峦巒 峰峯 崎﨑嵜碕 崭嶄 巢巣 巨鉅 巩鞏 币幣 布佈 帅帥 师師 帐帳 帘簾 帜幟
带帶帯 帧幀 席蓆 帮幫 幂冪 干乾幹榦 并並併 幸倖 广廣広 庄莊荘 庆慶 床牀 庐廬 库庫 应應応 庙廟 庞龐 废廢
开開 异異 弃棄 张張 弥彌瀰 弦絃 弯彎 弹彈 强強 归歸帰 当噹當 录彔錄録 彦彥 彩綵 彻徹 征徵 径徑 御禦
德徳 忆憶 志誌 忧憂 念唸 怀懷 态態 怂慫 怜憐 总總総 恋戀 恒恆 恤卹 恳懇 恶噁惡 恼惱 恽惲 悦悅 悬懸
悯憫 惊驚 惠恵 惧懼 惨慘 惩懲 惫憊 惭慚 惮憚 惯慣 愈癒 愤憤 愿願 慑懾 懒懶 戏戲戯 战戰 戚慼 户戶戸
才纔 扎紮 扑撲 托託 扣釦 执執 扩擴 扫掃 扬揚 扰擾 折摺 抚撫 抛拋 抠摳 抡掄 抢搶 护護 报報 担擔 拐枴柺
拟擬 拢攏 拣揀 拥擁 拦攔 拧擰 拨撥 择擇択 挂掛 挚摯 挛攣 挝撾 挞撻 挟挾 挠撓 挡擋 挣掙 挤擠 挥揮 挨捱
挽輓 捆綑 捞撈 损損 捡撿 换換 捣搗擣 据據 掳擄 掷擲 掸撣 掺摻 揽攬 搀攙 搁擱 搂摟 搅攪 搜蒐 携攜 摄攝
摆擺襬 摇搖 摈擯 摊攤 撑撐 撵攆 擞擻 攒攢 敌敵 教敎 敛斂 数數 斋齋斎 斗鬥 斩斬 断斷 旋鏇 旗旂 无無
既旣 旧舊 时時 旷曠 昆崑 昼晝 显顯 晋晉 晒曬 晓曉 晕暈 暂暫 暗闇 曲麯麴 术朮術 朱硃 朴樸 机機 杀殺
杂雜 权權権 杆桿 杠槓 条條 来來 杨楊 杯盃 杰傑 松鬆 板闆 极極 构構 枢樞 枣棗 枪槍 枫楓 柜櫃 柠檸 查査
柳栁 栅柵 标標 栈棧 栋棟 栏欄 树樹 栖棲 栗慄 样樣 核覈 栾欒 档檔 桥橋 桧檜 桨槳 桩樁 梁樑 梦夢 检檢検
棋棊 棱稜 椭橢 楼樓 榉欅 槙槇 槛檻 横橫 樱櫻桜 橱櫥 欢歡歓 欧歐 欲慾 步歩 歼殲 残殘 殴毆 毁毀燬譭 每毎
毕畢 毙斃 毡氈 气氣気 氢氫 汇匯彙滙 汉漢 污汙 汤湯 汹洶 沈瀋 沟溝 没沒 沤漚 沥瀝 沦淪 沧滄 沪滬 沾霑
泄洩 泛氾汎 泞濘 注註 泪淚 泷滝瀧 泻瀉 泼潑 泽澤沢 洁潔 洒灑 洼窪 浅淺 浆漿 浇澆 浊濁 测測 济濟 浑渾
浓濃 涂塗 涌湧 涛濤 涝澇 涟漣 涡渦 涣渙 涤滌 润潤 涧澗 涨漲 涩澀渋 淀澱 渊淵渕 渍漬 渐漸 渔漁 渗滲
温溫 游遊 湾灣 湿溼濕 溃潰 溅濺 溯泝遡 滚滾 滞滯 满滿 滤濾 滥濫 滦灤 滨濱浜 滩灘 漓灕 潍濰 潜潛 澜瀾
濒瀕 灭滅 灯燈 灵靈霊 灶竈 灾災 灿燦 炉爐 炜煒 点點 炼煉鍊 炽熾 烁爍 烂爛 烃烴 烛燭 烟煙菸 烦煩 烧燒
烩燴 烫燙 烬燼 热熱 焕煥 熏燻 爱愛 爷爺 牵牽 牺犧 犊犢 状狀 犹猶 狈狽 狞獰 独獨 狭狹 狮獅 狰猙 狱獄
猎獵 猪豬 猫貓 献獻 獭獺 玛瑪 玩翫 环環 现現 珐琺 琐瑣 琼瓊 瑶瑤 璇璿 瓮甕 电電 画畫畵 畅暢 畴疇 疗療
疟瘧 疡瘍 疮瘡 疯瘋 症癥 痈癰 痉痙 痒癢 痪瘓 痴癡 瘪癟 瘫癱 癣癬 皂皁 皑皚 皱皺 盏盞 盐鹽 监監 盖蓋
盗盜 盘盤 真眞 睁睜 瞒瞞 瞩矚 矩榘 矫矯 矾礬 矿礦 码碼 砖磚 砚硯 砾礫 础礎 硕碩 确確 硷礆 碍礙 碱鹼
礼禮 祎禕 祷禱 祸禍 禄祿 离離 私俬 秃禿 秆稈 秋鞦 种種 秘祕 积積 称稱 秽穢 税稅 稳穩 稻稲 穗穂 穷窮
窃竊 窍竅 窑窯 窜竄 窝窩 窥窺 窦竇 竖竪豎 竞競 笋筍 笔筆 笺箋 笼籠 筑築 筛篩 筹籌 签簽籤 简簡 箩籮
篓簍 篮籃 篱籬 类類 粜糶 粤粵 粪糞 粮糧 糊餬 糖醣 系係繫 紧緊 累纍 纠糾 红紅 纤縴纖 约約 级級 纪紀
纫紉 纬緯 纯純 纱紗 纲綱 纳納 纵縱 纶綸 纷紛 纸紙 纹紋 纺紡 纽紐 线綫線 练練 组組 绅紳 细細 织織 终終
绊絆 绍紹 绎繹 经經 绑綁 绒絨 结結 绕繞 绘繪絵 给給 绚絢 络絡 绝絕絶 绞絞 统統 绢絹 绣綉繡 绥綏 绦絛縧
继繼 绩績 绪緒 续續続 绰綽 绳繩 维維 绵綿 绷綳繃 绸綢 综綜 绽綻 绿綠緑 缀綴 缄緘 缅緬 缆纜 缉緝 缎緞
缓緩 缔締 缕縷 编編 缘緣 缚縛 缝縫 缠纏 缨纓 缩縮 缮繕 缴繳 网網 罗羅 罚罰 罢罷 羡羨 群羣 翘翹 耸聳
耻恥 聂聶 聋聾 职職 联聯 聪聰 肃肅 肠腸 肤膚 肮骯 肾腎 肿腫 胀脹 胁脅 胆膽 胜勝 胡衚鬍 胶膠 脉脈
脏臟髒 脐臍 脑腦 脓膿 脚腳 脱脫 脸臉 腊臘 腻膩 腾騰 致緻 舆輿 舍捨舎 舰艦 舱艙 艰艱 艳艷豔 艺藝 节節
芜蕪 芦蘆 芸蕓 苇葦 苍蒼 苏囌甦蘇 苔薹 苹蘋 范範 茎莖 茧繭 荆荊 荐薦 荚莢 荡盪蕩 荣榮栄 荤葷 荧熒
荫廕蔭 药葯藥 莱萊 莲蓮 获獲穫 莹瑩 萝蘿 萤螢 营營 萧蕭 萨薩 葱蔥 蒋蔣 蒙懞濛矇 蓑簑 蓝藍 蓟薊 蔑衊
蔷薔 蔺藺 蔼藹 蕴藴蘊 薰薫 藏蔵 虏虜 虑慮 虚虛 虫蟲 虱蝨 虽雖 虾蝦 蚀蝕 蚁蟻 蚂螞 蚕蠶 蛊蠱 蛮蠻 蛰蟄
蜕蛻 蜗蝸 蜡蠟 蝇蠅 蝉蟬 蝎蠍 衅釁 衔銜 补補 表錶 衬襯 袄襖 袜襪 袭襲 装裝 裤褲 见見 观觀観 规規 觅覓
视視 览覽 觉覺 触觸 誉譽 誊謄 计計 订訂 讣訃 认認 讥譏 讨討 让讓 讫訖 训訓 议議 讯訊 记記 讲講 讳諱
讶訝 许許 讹訛 论論 讼訟 讽諷 设設 访訪 诀訣 证証證 评評 诅詛 识識 诈詐 诉訴 诊診 诌謅 词詞 译譯訳
试試 诗詩 诚誠 诛誅 话話 诞誕 诡詭 询詢 诣詣 该該 详詳 诧詫 诫誡 诬誣 语語 误誤 诱誘 诲誨 说說説 诵誦
请請 诸諸 诺諾 读讀読 诽誹 课課 谁誰 调調 谅諒 谆諄 谈談 谊誼 谋謀 谌諶 谍諜 谎謊 谐諧 谓謂 谗讒 谚諺
谜謎 谢謝 谣謠謡 谤謗 谦謙 谨謹 谩謾 谬謬 谭譚 谰讕 谱譜 谴譴 谷穀 贝貝 贞貞 负負 贡貢 财財 责責 贤賢
败敗 账賬 货貨 质質 贩販 贪貪 贫貧 贬貶 购購 贮貯 贯貫 贰貳弐 贱賤 贴貼 贵貴 贷貸 贸貿 费費 贺賀 贼賊
贾賈 贿賄 赁賃 赂賂 赃贓贜 资資 赊賒 赋賦 赌賭 赎贖 赏賞 赐賜 赔賠 赖賴 赘贅 赚賺 赛賽 赞讚贊 赠贈
赡贍 赢贏 赣贛 赵趙 赶趕 趋趨 跃躍 践踐 踊踴 踌躊 踪蹤 蹿躥 躯軀 车車 轧軋 轨軌 轩軒 转轉転 轮輪 软軟
轰轟 轴軸 轻輕 载載 轿轎 较較 辅輔 辆輛 辈輩 辉輝 辊輥 辐輻 辑輯 输輸 辕轅 辖轄 辗輾 辙轍 辞辭 辟闢
辩辯 辫辮 边邊辺邉 辽遼 达達 迁遷 过過 迈邁 运運 还還 这這 进進 远遠 违違 连連 迟遲 迹跡蹟 适適 选選
逊遜 递遞 逻邏 逾踰 遗遺 遥遙 邓鄧 邬鄔 邮郵 邹鄒 邻鄰 郁鬱 郎郞 郏郟 郑鄭 郦酈 郧鄖 郸鄲 酝醖醞 酱醬
酸痠 酿釀 采埰寀採 释釋釈 里裏裡 鉴鑑鑒 针針鍼 钉釘 钎釺 钒釩 钓釣 钙鈣 钝鈍 钞鈔 钟鈡鍾鐘 钠鈉 钡鋇
钢鋼 钥鈅鑰 钦欽 钧鈞 钨鎢 钩鈎鉤 钭鈄 钮鈕 钰鈺 钱錢 钳鉗 钵缽鉢 钻鉆鑽 钾鉀 铀鈾 铁鐵鉄 铂鉑 铃鈴
铅鉛 铆鉚 铜銅 铝鋁 铡鍘 铣銑 铬鉻 铭銘 铰鉸 铱銥 铲剷鏟 银銀 铸鑄 铺鋪舗 链鏈 销銷 锁鎖 锄鋤 锅鍋
锈銹鏽 锋鋒 锌鋅 锐銳鋭 锑銻 锗鍺 错錯 锚錨 锡錫 锣鑼 锤錘鎚 锥錐 锦錦 锨鍁 锭錠 键鍵 锯鋸 锰錳 锹鍬
锻鍛 镀鍍 镁鎂 镇鎭鎮 镊鑷 镍鎳 镐鎬 镑鎊 镜鏡 镣鐐 镭鐳 镰鎌鐮 镶鑲 长長 门門 闪閃 闫閆 闭閉 问問
闯闖 闰閏 闲閑閒 间間 闵閔 闷悶 闸閘 闹鬧 闺閨 闻聞 闽閩 闾閭 阀閥 阁閣 阂閡 阅閱閲 阉閹 阎閻 阐闡
阑闌 阔闊 阙闕 队隊 阳陽 阴陰 阵陣 阶階 际際 陆陸 陇隴 陈陳 陕陝 陨隕 险險険 随隨 隐隱 隶隸 难難 雇僱
雏雛 雕彫琱鵰 雾霧 霉黴 静靜 面麪麫麵 韦韋 韧韌 韩韓 韵韻 页頁 顶頂 顷頃 项項 顺順 须須鬚 顽頑 顾顧
顿頓 颁頒 颂頌 预預 颅顱 领領 颇頗 颈頸 颊頰 颐頤 频頻 颓頹頽 颖穎 颗顆 题題 颜顏顔 额額 颠顛 颤顫
颧顴 风風 飘飄 飞飛 饥飢饑 饭飯 饮飲 饯餞 饰飾 饱飽 饲飼 饵餌 饶饒 饺餃 饼餅 饿餓 馁餒 馅餡 馆舘館
馈饋 馋饞 馏餾 馒饅 马馬 驭馭 驮馱 驯馴 驰馳 驱驅駆 驳駁 驴驢 驶駛 驹駒 驻駐 驼駝 驾駕 驿駅 骂罵駡
骄驕 骆駱 骇駭 骋騁 验驗験 骏駿 骑騎 骗騙 骚騷 骡騾 骤驟 高髙 鱼魚 鲁魯 鲍鮑 鲜鮮 鲤鯉 鲸鯨 鳃鰓 鳖鱉
鳞鱗 鸟鳥 鸡雞鷄 鸣鳴 鸥鷗 鸦鴉 鸭鴨 鸯鴦 鸳鴛 鸵鴕 鸽鴿 鸿鴻 鹃鵑 鹅鵝 鹊鵲 鹏鵬 鹤鶴 鹰鷹 麦麥 黄黃
黑黒 齐齊斉 齿齒歯 龄齡齢 龋齲 龙龍竜 龚龔 龟龜
`;
