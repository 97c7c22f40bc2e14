// Lists of countries, names, states and street words, as rows whose columns tabs separate. Lines that start
// with # are comments, and name the columns and the source of a list. They are constants, because the domain
// reads no files.

/** Rows of a list, split at tabs; comments are left out. */
export const rowsOf = (tsv: string): string[][] =>
  tsv.split("\n").flatMap((line) => (line === "" || line.startsWith("#") ? [] : [line.split("\t")]));

export const alikeNamesTsv = `# Given names that differ in a letter or two and are other people's, in lower case and without accents. Columns: name, the others.
# Two spellings of one name (stephen, steven) are not here, and neither are names that differ in a last -a or -o alone.
# Source: compiled for Bellwether. English, German, Spanish, French, Italian, Slavic, Greek, Arabic, Turkish, Japanese and Korean names.
ahmad	hamad hamid
ahmed	hamed hamid mehmed
ahmet	mehmet
akira	akiko
ali	alp
amir	omar
andrea	andreas andrew
barry	harry larry garry
christian	christine christiane
clifton	clinton
dan	don ian
daniel	danielle daniella
dennis	denise
denis	denise
donald	ronald
dustin	justin
fatma	fatih
francis	frances
gabriel	gabrielle gabriella
georg	georgina
george	georgina
gerald	gerard geraldine
haruka	haruki haruko
haruki	haruko
harry	larry
hasan	husan husain
hassan	hussain hussein
hiroko	hiroki
hiroshi	hiroko hiroki
jan	janina janine jane ian
jane	janet janice
janet	janice
jean	joan sean
johannes	johanna
john	joan
joseph	josephine josefine
julian	juliane julie
julien	julie
julius	julia julie
karim	karin rahim
keiko	reiko seiko
kenichi	kenji
kenji	kenta
kim	tim jim
lauren	laurence lawrence
leon	leonie
louis	louise
luis	luise
marco	marcia
marion	mario
mariko	marika
mario	marie
mark	mary mara
martin	marvin
masaki	masako masami
masako	masami
michael	michelle michele
michel	michelle
minji	minjun minjae minho minseo minsu
minjun	minjae minsu
mohammad	mahmoud mahmud
mohammed	mahmoud mahmud
muhammad	mahmoud mahmud
naoki	naoko naomi
naoko	naomi
nicholas	nicole
nicolas	nicole
noel	noelle
oliver	olivia
olivier	olivia
patrick	patricia patrice
paul	pauline
rahim	rahman
reiko	seiko
rene	irene renee
roland	ronald
said	saad
salim	salma salam
satoshi	satomi
simon	simone
stefan	stefanie
stephan	stephanie
stephen	stephanie
takashi	takeshi
tim	tom jim
valery	valerie
victor	victoria
viktor	viktoria
wilhelm	wilhelmina wilhelmine
yuka	yuki yuko yumi yuri
yuki	yuko yumi yuri
yuko	yumi yuri
yvon	yvonne
валерии	валерия
виктор	виктория
евгении	евгения
ирина	марина
мария	марина
юлиан	юлия
αλεξανδροσ	αλεξανδρα
γεωργιοσ	γεωργια
δημητρησ	δημητρα
ιωαννησ	ιωαννα
κωνσταντινοσ	κωνσταντινα
παναγιωτησ	παναγιωτα
احمد	حامد حمد محمد محمود
امين	امينة
جميل	جميلة
حسن	حسين حسان
حسين	حسان
خالد	خالدة
سالم	سليم
سعد	سعيد سعاد
سمير	سميرة
كريم	رحيم كريمة
محمد	محمود
דניאל	דניאלה
מיכאל	מיכל
`;

export const countriesTsv = `# Countries, in lower case and without accents. Columns: ISO 3166-1 code, names and other codes.
# Source: ISO 3166-1, and names in eight languages from the Unicode Common Locale Data Repository.
ac	ascension island|ascension|ile de lascension|isla de la ascension|isola ascensione|ilha de ascensao
ad	and|andorra|andorre
ae	are|united arab emirates|vereinigte arabische emirate|emirats arabes unis|emiratos arabes unidos|emirati arabi uniti|emirados arabes unidos|verenigde arabische emiraten|الامارات العربية المتحدة|uae
af	afg|afghanistan|afganistan|afeganistao|افغانستان
ag	atg|antigua barbuda|antigua und barbuda|antigua et barbuda|antigua y barbuda|antigua e barbuda|antigua en barbuda
ai	aia|anguilla|anguila
al	alb|albania|albanien|albanie|shqiperi
am	arm|armenia|armenien|armenie|հայաստան
ao	ago|angola
ar	arg|argentina|argentinien|argentine|argentinie
as	asm|american samoa|amerikanisch samoa|samoa americaines|samoa americana|samoa americane|amerikaans samoa
at	aut|austria|osterreich|autriche|oostenrijk|a
au	aus|australia|australien|australie
aw	abw|aruba
ax	ala|aland islands|alandinseln|iles aland|islas aland|isole aland|ilhas aland|aland
az	aze|azerbaijan|aserbaidschan|azerbaidjan|azerbaiyan|azerbaigian|azerbaijao|azerbeidzjan|azərbaycan
ba	bih|bosnia herzegovina|bosnien und herzegowina|bosnie herzegovine|bosnia y herzegovina|bosnia ed erzegovina|bosnia e herzegovina|bosnie en herzegovina|bosna i hercegovina
bb	brb|barbados|barbade
bd	bgd|bangladesh|bangladesch|banglades|বলদশ
be	bel|belgium|belgien|belgique|belgica|belgio|belgie|b
bf	bfa|burkina faso|burquina faso
bg	bgr|bulgaria|bulgarien|bulgarie|bulgarije|българия
bh	bhr|bahrain|bahrein|barein|البحرين
bi	bdi|burundi|uburundi
bj	ben|benin
bl	blm|st barthelemy|saint barthelemy|san bartolome|sao bartolomeu
bm	bmu|bermuda|bermudes|bermudas
bn	brn|brunei|brunei darussalam
bo	bol|bolivia|bolivien|bolivie|bolivia plurinational state of
bq	bes|caribbean netherlands|karibische niederlande|pays bas caribeens|caribe neerlandes|caraibi olandesi|paises baixos caribenhos|caribisch nederland
br	bra|brazil|brasilien|bresil|brasil|brasile|brazilie
bs	bhs|bahamas
bt	btn|bhutan|bhoutan|butan|butao|འབག
bw	bwa|botswana|botsuana
by	blr|belarus|bielorussie|bielorrusia|bielorussia|bielorrussia|беларусь
bz	blz|belize|belice
ca	can|canada|kanada
cc	cck|cocos keeling islands|kokosinseln|iles cocos|islas cocos|isole cocos keeling|ilhas cocos keeling|cocoseilanden|kepulauan cocos keeling
cd	cod|congo kinshasa|kongo kinshasa|republica democratica del congo|democratic republic of the congo
cf	caf|central african republic|zentralafrikanische republik|republique centrafricaine|republica centroafricana|repubblica centrafricana|republica centro africana|centraal afrikaanse republiek|kodorosese ti beafrika
cg	cog|congo brazzaville|kongo brazzaville|congo|republica do congo
ch	che|switzerland|schweiz|suisse|suiza|svizzera|suica|zwitserland
ci	civ|cote divoire|costa davorio|costa do marfim|ivoorkust|ivory coast
ck	cok|cook islands|cookinseln|iles cook|islas cook|isole cook|ilhas cook|cookeilanden
cl	chl|chile|chili|cile
cm	cmr|cameroon|kamerun|cameroun|camerun|camaroes|kameroen
cn	chn|china|chine|cina|中国|people s republic of china|peoples republic of china|p r china
co	col|colombia|kolumbien|colombie
cr	cri|costa rica
cu	cub|cuba|kuba
cv	cpv|cape verde|cabo verde|cap vert|capo verde|kaapverdie
cw	cuw|curacao|curazao
cx	cxr|christmas island|weihnachtsinsel|ile christmas|isla de navidad|isola christmas|ilha christmas|christmaseiland
cy	cyp|cyprus|zypern|chypre|chipre|cipro|κυπρος
cz	cze|czechia|tschechien|tchequie|chequia|cechia|tchequia|tsjechie|cesko|czech republic|tschechische republik|republique tcheque
de	deu|germany|deutschland|allemagne|alemania|germania|alemanha|duitsland|d|brd
dj	dji|djibouti|dschibuti|yibuti|gibuti|djibuti
dk	dnk|denmark|danemark|dinamarca|danimarca|denemarken|danmark
dm	dma|dominica|dominique
do	dom|dominican republic|dominikanische republik|republique dominicaine|republica dominicana|repubblica dominicana|dominicaanse republiek
dz	dza|algeria|algerien|algerie|argelia|algerije|الجزاير
ec	ecu|ecuador|equateur|equador
ee	est|estonia|estland|estonie|eesti
eg	egy|egypt|agypten|egypte|egipto|egitto|egito|مصر
eh	esh|western sahara|westsahara|sahara occidental|sahara occidentale|saara ocidental|westelijke sahara|الصحراء الغربية
er	eri|eritrea|erythree|eritreia|ኤርትራ
es	esp|spain|spanien|espagne|espana|spagna|espanha|spanje|e
et	eth|ethiopia|athiopien|ethiopie|etiopia|ኢትዮጵያ
fi	fin|finland|finnland|finlande|finlandia|suomi
fj	fji|fiji|fidschi|fidji|fiyi|figi
fk	flk|falkland islands|falklandinseln|iles malouines|islas malvinas|isole falkland|ilhas malvinas|falklandeilanden
fm	fsm|micronesia|mikronesien|micronesie
fo	fro|faroe islands|faroer|iles feroe|islas feroe|isole fær oer|ilhas faroe|faeroer|foroyar
fr	fra|france|frankreich|francia|franca|frankrijk|f
ga	gab|gabon|gabun|gabao
gb	gbr|united kingdom|vereinigtes konigreich|royaume uni|reino unido|regno unito|verenigd koninkrijk|uk|u k|great britain|england|scotland|wales|northern ireland|britain|grossbritannien|grande bretagne|gran bretana|gran bretagna
gd	grd|grenada|grenade|granada
ge	geo|georgia|georgien|georgie|საქართველო
gf	guf|french guiana|franzosisch guayana|guyane francaise|guayana francesa|guyana francese|guiana francesa|frans guyana
gg	ggy|guernsey|guernesey
gh	gha|ghana|gana|gaana
gi	gib|gibraltar|gibilterra
gl	grl|greenland|gronland|groenland|groenlandia|kalaallit nunaat
gm	gmb|gambia|gambie
gn	gin|guinea|guinee|guine
gp	glp|guadeloupe|guadalupe|guadalupa
gq	gnq|equatorial guinea|aquatorialguinea|guinee equatoriale|guinea ecuatorial|guinea equatoriale|guine equatorial|equatoriaal guinea
gr	grc|greece|griechenland|grece|grecia|griekenland|ελλαδα
gt	gtm|guatemala
gu	gum|guam
gw	gnb|guinea bissau|guinee bissau|guinea bisau|guine bissau
gy	guy|guyana|guiana
hk	hkg|hong kong sar china|sonderverwaltungsregion hongkong|r a s chinoise de hong kong|rae de hong kong china|ras di hong kong|hong kong rae da china|hongkong sar van china|中国香港特别行政区|hong kong
hn	hnd|honduras
hr	hrv|croatia|kroatien|croatie|croacia|croazia|kroatie|hrvatska
ht	hti|haiti
hu	hun|hungary|ungarn|hongrie|hungria|ungheria|hongarije|magyarorszag
id	idn|indonesia|indonesien|indonesie
ie	irl|ireland|irland|irlande|irlanda|ierland|republic of ireland
il	isr|israel|israele|ישראל
im	imn|isle of man|ile de man|isla de man|isola di man|ilha de man
in	ind|india|indien|inde|भरत
io	iot|british indian ocean territory|britisches territorium im indischen ozean|territoire britannique de locean indien|territorio britanico del oceano indico|territorio britannico delloceano indiano|territorio britanico do oceano indico|brits indische oceaanterritorium
iq	irq|iraq|irak|iraque|العراق
ir	irn|iran|ira|ایران|iran islamic republic of
is	isl|iceland|island|islande|islandia|islanda|ijsland
it	ita|italy|italien|italie|italia|i
je	jey|jersey
jm	jam|jamaica|jamaika|jamaique|giamaica
jo	jor|jordan|jordanien|jordanie|jordania|giordania|الاردن
jp	jpn|japan|japon|giappone|japao|日本|nippon
ke	ken|kenya|kenia|quenia
kg	kgz|kyrgyzstan|kirgisistan|kirghizstan|kirguistan|kirghizistan|quirguistao|kirgizie|кыргызстан
kh	khm|cambodia|kambodscha|cambodge|camboya|cambogia|camboja|cambodja|កមពជ
ki	kir|kiribati|quiribati
km	com|comoros|komoren|comores|comoras|comore|comoren|جزر القمر
kn	kna|st kitts nevis|st kitts und nevis|saint christophe et nieves|san cristobal y nieves|saint kitts e nevis|sao cristovao e nevis|saint kitts en nevis
kp	prk|north korea|nordkorea|coree du nord|corea del norte|corea del nord|coreia do norte|noord korea|북한
kr	kor|south korea|sudkorea|coree du sud|corea del sur|corea del sud|coreia do sul|zuid korea|대한민국|korea|republic of korea|korea republic of|한국
kw	kwt|kuwait|koweit|koeweit|الكويت
ky	cym|cayman islands|kaimaninseln|iles caimans|islas caiman|isole cayman|ilhas cayman|kaaimaneilanden
kz	kaz|kazakhstan|kasachstan|kazajistan|kazakistan|cazaquistao|kazachstan|казахстан
la	lao|laos|ລາວ
lb	lbn|lebanon|libanon|liban|libano|لبنان
lc	lca|st lucia|sainte lucie|santa lucia|saint lucia
li	lie|liechtenstein
lk	lka|sri lanka|ශ ර ලකව
lr	lbr|liberia
ls	lso|lesotho|lesoto
lt	ltu|lithuania|litauen|lituanie|lituania|litouwen|lietuva
lu	lux|luxembourg|luxemburg|luxemburgo|lussemburgo|l
lv	lva|latvia|lettland|lettonie|letonia|lettonia|letland|latvija
ly	lby|libya|libyen|libye|libia|libie|ليبيا
ma	mar|morocco|marokko|maroc|marruecos|marocco|marrocos|المغرب
mc	mco|monaco
md	mda|moldova|republik moldau|moldavie|moldavia|republica moldova
me	mne|montenegro|црна гора
mf	maf|st martin|saint martin|san martin|sao martinho
mg	mdg|madagascar|madagaskar|madagasikara
mh	mhl|marshall islands|marshallinseln|iles marshall|islas marshall|isole marshall|ilhas marshall|marshalleilanden
mk	mkd|north macedonia|nordmazedonien|macedoine du nord|macedonia del norte|macedonia del nord|macedonia do norte|noord macedonie|северна македонија|macedonia
ml	mli|mali
mm	mmr|myanmar burma|myanmar|myanmar birmanie|myanmar birmania|mianmar birmania|myanmar birma|မနမ|burma
mn	mng|mongolia|mongolei|mongolie|монгол
mo	mac|macao sar china|sonderverwaltungsregion macau|r a s chinoise de macao|rae de macao china|ras di macao|macau rae da china|macau sar van china|中国澳门特别行政区|macao|macau
mp	mnp|northern mariana islands|nordliche marianen|iles mariannes du nord|islas marianas del norte|isole marianne settentrionali|ilhas marianas do norte|noordelijke marianen
mq	mtq|martinique|martinica
mr	mrt|mauritania|mauretanien|mauritanie|موريتانيا
ms	msr|montserrat
mt	mlt|malta|malte
mu	mus|mauritius|maurice|mauricio
mv	mdv|maldives|malediven|maldivas|maldive|maldiven
mw	mwi|malawi|malaui
mx	mex|mexico|mexiko|mexique|messico
my	mys|malaysia|malaisie|malasia|maleisie
mz	moz|mozambique|mosambik|mozambico|mocambique
na	nam|namibia|namibie
nc	ncl|new caledonia|neukaledonien|nouvelle caledonie|nueva caledonia|nuova caledonia|nova caledonia|nieuw caledonie
ne	ner|niger|nijar
nf	nfk|norfolk island|norfolkinsel|ile norfolk|isla norfolk|isola norfolk|ilha norfolk|norfolk
ng	nga|nigeria
ni	nic|nicaragua
nl	nld|netherlands|niederlande|pays bas|paises bajos|paesi bassi|paises baixos|nederland|holland|the netherlands
no	nor|norway|norwegen|norvege|noruega|norvegia|noorwegen|norge
np	npl|nepal|नपल
nr	nru|nauru
nu	niu|niue
nz	nzl|new zealand|neuseeland|nouvelle zelande|nueva zelanda|nuova zelanda|nova zelandia|nieuw zeeland
om	omn|oman|oma|عمان
pa	pan|panama
pe	per|peru|perou
pf	pyf|french polynesia|franzosisch polynesien|polynesie francaise|polinesia francesa|polinesia francese|frans polynesie
pg	png|papua new guinea|papua neuguinea|papouasie nouvelle guinee|papua nueva guinea|papua nuova guinea|papua nova guine|papoea nieuw guinea
ph	phl|philippines|philippinen|filipinas|filippine|filipijnen|pilipinas
pk	pak|pakistan|paquistao|پاکستان
pl	pol|poland|polen|pologne|polonia|polska
pm	spm|st pierre miquelon|st pierre und miquelon|saint pierre et miquelon|san pedro y miquelon|saint pierre e miquelon|sao pedro e miquelao|saint pierre en miquelon
pr	pri|puerto rico|porto rico|portorico
ps	pse|palestinian territories|palastinensische autonomiegebiete|territoires palestiniens|territorios palestinos|territori palestinesi|palestijnse gebieden|الاراضي الفلسطينية
pt	prt|portugal|portogallo|p
pw	plw|palau|palaos
py	pry|paraguay|paraguai
qa	qat|qatar|katar|catar|قطر
re	reu|reunion|la reunion|riunione|reuniao
ro	rou|romania|rumanien|roumanie|rumania|romenia|roemenie
rs	srb|serbia|serbien|serbie|servia|servie|србија
ru	rus|russia|russland|russie|rusia|rusland|россия|russian federation
rw	rwa|rwanda|ruanda|u rwanda
sa	sau|saudi arabia|saudi arabien|arabie saoudite|arabia saudi|arabia saudita|saoedi arabie|المملكة العربية السعودية
sb	slb|solomon islands|salomonen|iles salomon|islas salomon|isole salomone|ilhas salomao|salomonseilanden
sc	syc|seychelles|seychellen|seicheles
sd	sdn|sudan|soudan|sudao|soedan|السودان
se	swe|sweden|schweden|suede|suecia|svezia|zweden|sverige
sg	sgp|singapore|singapur|singapour|singapura
sh	shn|st helena|sainte helene|santa elena|santelena|santa helena|sint helena
si	svn|slovenia|slowenien|slovenie|eslovenia|slovenija
sj	sjm|svalbard jan mayen|spitzbergen und jan mayen|svalbard et jan mayen|svalbard y jan mayen|svalbard e jan mayen|spitsbergen en jan mayen|svalbard og jan mayen
sk	svk|slovakia|slowakei|slovaquie|eslovaquia|slovacchia|slowakije|slovensko
sl	sle|sierra leone|sierra leona|serra leoa
sm	smr|san marino|saint marin
sn	sen|senegal|senegaal
so	som|somalia|somalie|soomaaliya
sr	sur|suriname|surinam
ss	ssd|south sudan|sudsudan|soudan du sud|sudan del sur|sud sudan|sudao do sul|zuid soedan|جنوب السودان
st	stp|sao tome principe|sao tome und principe|sao tome et principe|santo tome y principe|sao tome e principe|sao tome en principe
sv	slv|el salvador|salvador
sx	sxm|sint maarten|saint martin partie neerlandaise
sy	syr|syria|syrien|syrie|siria|سوريا
sz	swz|eswatini|esuatini|essuatini|swaziland
ta	tristan da cunha|tristan de acuna|tristao da cunha
tc	tca|turks caicos islands|turks und caicosinseln|iles turques et caiques|islas turcas y caicos|isole turks e caicos|ilhas turcas e caicos|turks en caicoseilanden
td	tcd|chad|tschad|tchad|ciad|chade|tsjaad|تشاد
tg	tgo|togo
th	tha|thailand|thailande|tailandia|thailandia|ไทย
tj	tjk|tajikistan|tadschikistan|tadjikistan|tayikistan|tagikistan|tadjiquistao|tadzjikistan|тоҷикистон
tk	tkl|tokelau
tl	tls|timor leste|timor oriental|timor est|oost timor
tm	tkm|turkmenistan|turcomenistao
tn	tun|tunisia|tunesien|tunisie|tunez|tunesie|تونس
to	ton|tonga
tr	tur|turkiye|turkei|turquie|turquia|turchia|turkije|turkey
tt	tto|trinidad tobago|trinidad und tobago|trinite et tobago|trinidad y tobago|trinidad e tobago|trinidad en tobago
tv	tuv|tuvalu
tw	twn|taiwan|台湾
tz	tza|tanzania|tansania|tanzanie
ua	ukr|ukraine|ucrania|ucraina|oekraine|украіна
ug	uga|uganda|ouganda|oeganda
us	usa|united states|vereinigte staaten|etats unis|estados unidos|stati uniti|verenigde staten|united states of america|u s a|u s|estados unidos de america|vereinigte staaten von amerika|etats unis d amerique|america
uy	ury|uruguay|uruguai
uz	uzb|uzbekistan|usbekistan|ouzbekistan|uzbequistao|oezbekistan|oʻzbekiston
va	vat|vatican city|vatikanstadt|etat de la cite du vatican|ciudad del vaticano|citta del vaticano|cidade do vaticano|vaticaanstad
vc	vct|st vincent grenadines|st vincent und die grenadinen|saint vincent et les grenadines|san vicente y las granadinas|saint vincent e grenadine|sao vicente e granadinas|saint vincent en de grenadines
ve	ven|venezuela|venezuela bolivarian republic of
vg	vgb|british virgin islands|britische jungferninseln|iles vierges britanniques|islas virgenes britanicas|isole vergini britanniche|ilhas virgens britanicas|britse maagdeneilanden
vi	vir|u s virgin islands|amerikanische jungferninseln|iles vierges des etats unis|islas virgenes de ee uu|isole vergini americane|ilhas virgens americanas|amerikaanse maagdeneilanden
vn	vnm|vietnam|viet nam|vietna
vu	vut|vanuatu
wf	wlf|wallis futuna|wallis und futuna|wallis et futuna|wallis y futuna|wallis e futuna|wallis en futuna
ws	wsm|samoa
xk	kosovo|kosove
ye	yem|yemen|jemen|iemen|اليمن
yt	myt|mayotte
za	zaf|south africa|sudafrika|afrique du sud|sudafrica|africa do sul|zuid afrika
zm	zmb|zambia|sambia|zambie
zw	zwe|zimbabwe|simbabwe|zimbabue
`;

export const guestNamesTsv = `# Names that shops write for a customer whom they do not know, or for themselves, in lower case. A name that is
# put together from those of all languages is a guest's. Columns: language, names.
# Source: compiled for Bellwether, from tills, accounting programs and marketplaces.
en	guest, walk in, walkin, cash, cash sale, cash sales, counter, over the counter, pos, point of sale, till, register, sale, sales, in store, instore, retail, customer, client, user, buyer, shopper, visitor, account, checkout, web, online, shop, store, anonymous, unknown, amazon, ebay, etsy, marketplace, member, misc, miscellaneous, one time, default, internal, staff, no name, takeaway, house account
de	gast, barverkauf, bar verkauf, bar kunde, barkunde, barzahler, laufkunde, laufkundin, laufkundschaft, kasse, theke, thekenverkauf, kunde, kundin, kunden, besucher, ladenverkauf, ladenkunde, laden, diverse, diverser, sammelkunde, einmalkunde, gastkunde, gastbestellung, kassenkunde, tageskunde, endkunde, privatkunde, unbekannt, eigenverbrauch, eigenbedarf, filiale, marktplatz
fr	invite, invitee, comptoir, vente comptoir, vente au comptoir, caisse, client de passage, magasin, boutique, client comptoir, client divers, clients divers, divers, client anonyme, client occasionnel, comptant, especes, cliente, visiteur, particulier, inconnu
es	invitado, invitada, mostrador, venta mostrador, venta de mostrador, contado, cliente de contado, publico en general, venta al publico, publico general, consumidor final, cliente generico, cliente varios, clientes varios, varios, ventas varias, caja, tienda, efectivo, usuario, comprador, cliente final, cliente ocasional, anonimo, desconocido
pt	convidado, convidada, balcao, venda balcao, venda a dinheiro, venda, consumidor, consumidor nao identificado, nao identificado, diversos, cliente diversos, caixa, loja, avulso, cliente avulso
it	ospite, banco, al banco, vendita, vendita al banco, cliente occasionale, cassa, negozio, corrispettivi, contanti, privato, anonimo, vendita al dettaglio, dettaglio
nl	klant, balie, balieverkoop, contant, contante verkoop, winkelverkoop, winkel, kassa, passant, losse verkoop, losse klant, toonbank, toonbankverkoop, particulier, anoniem, gastklant
pl	klient, klient detaliczny, sprzedaz, sprzedaz detaliczna, detal, kasa, paragon, klient paragonowy, klient indywidualny, sklep, gosc, gotowka
cs	zakaznik, pokladna, hotovost, hotovostni, maloobchod, prodejna, host, prodej
sv	kund, kontant, kontantkund, kassakund, butik, butikskund, kontantsalg, kontantkunde, drop in, gaest, gjest
tr	perakende, perakende musteri, musteri, nakit, nakit musteri, muhtelif, magaza, kasa satisi, misafir, pesin
ru	розничный, розничный покупатель, розница, покупатель, частное лицо, физическое лицо, физ лицо, клиент, гость, касса, магазин, наличные, разовый, розничный клиент, неизвестный
uk	роздрібний, покупець, роздріб, роздрібний покупець, кінцевий споживач, клієнт, каса, готівка, фізична особа
el	πελάτης, πελάτης λιανικής, λιανική, λιανικής, λιανική πώληση, ταμείο, μετρητοίς, κατάστημα, διάφοροι, επισκέπτης
ar	عميل, عميل نقدي, زبون, زبون نقدي, نقدي, ضيف, زائر, عابر, كاش, عميل عام, مبيعات نقدية
he	לקוח, לקוח מזדמן, מזדמן, קופה, אורח, מזומן, לקוח כללי
hi	ग्राहक, नकद, नकद ग्राहक, अतिथि, काउंटर, नकद बिक्री
zh	客户, 零售, 零售客户, 散客, 现金, 现金客户, 顾客, 门店, 门市, 游客, 匿名, 散户, 店内, 访客, 普通客户
ja	ゲスト, お客様, 店頭, 店頭販売, 一般客, 現金, 現金客, レジ, 非会員, 一般のお客様, フリー客, 来店客
ko	고객, 일반, 일반 고객, 일반고객, 현장, 현장 판매, 판매, 손님, 비회원, 현금, 현금 고객, 매장, 게스트, 방문객
vi	khách, khách lẻ, khách vãng lai, khách hàng, vãng lai, khách mua lẻ
th	ลูกค้า, ลูกค้าทั่วไป, เงินสด, ทั่วไป, ลูกค้าเงินสด
id	pelanggan, pelanggan umum, umum, tunai, pembeli, tamu
tills	kasse 1, kasse 2, kasse 3, kasse 4, till 1, till 2, till 3, till 4, pos 1, pos 2, pos 3, pos 4, pos 01, pos 02, pos 03, register 1, register 2, register 3, register 4, caisse 1, caisse 2, caisse 3, caja 1, caja 2, caja 3, cassa 1, cassa 2, kassa 1, kassa 2, kassa 3, kasa 1, kasa 2, касса 1, касса 2, counter 1, counter 2, counter 3
`;

export const nicknamesTsv = `# First names and their short and other forms, in lower case and without accents. Columns: name, forms.
# A form of several names (alex, pat) is listed with each of them and may stand for any.
# Source: compiled for Bellwether. English forms, and the most common German, Spanish, French, Italian and Russian ones.
abigail	abby abbie gail abi
abraham	abe bram
adelaide	addie heidi
adeline	addie addy
adrian	ade
agnes	aggie nessie
alan	al allan allen alain
albert	al bert bertie
alberta	bertie berta
alberto	beto
alejandro	alex ale jandro
aleksandr	sasha
alexander	alex al sandy xander lex alec alick sasha aleksander
alexandra	alex lexi lexie sandy alexa alix sasha allie
alexis	alex lexi lexie
alfred	al alf alfie fred freddie
alfreda	freda
alice	allie ali alicia
alison	allie allison alyson
alonzo	lonnie al lon
alvin	al
amanda	mandy manda mandi
amelia	amy millie mel emilia
anastasia	stacy stacey ana tasia
andrea	andie andi drea
andreas	andi
andrew	andy drew andre
angela	angie angel ang
angelica	angie angel
angelina	angie lina angel
ann	annie anne nan
anna	annie ana anya ann
annabelle	belle annie
annette	annie netta
anthony	tony ant antony
antoinette	toni nettie netta
antonia	toni tonia
antonio	tony tono
archibald	archie
arnold	arnie
arthur	art artie
ashley	ash
audrey	audie
augustine	gus augie
augustus	gus augie
barbara	barb babs barbie bobbie barbra
barnabas	barney
barry	baz
bartholomew	bart
beatrice	bea trixie beatrix
belinda	bel
benedict	ben
benjamin	ben benny benji benjy
bernadette	bernie detta
bernard	bernie barney
bethany	beth
bradford	brad
bradley	brad
brendan	bren
bridget	bridie biddy
cameron	cam
candace	candy candi
carl	karl
carlos	carlitos charlie
caroline	carrie caro carol lina
carolyn	carrie carol lynn
cassandra	cassie cass sandy
cecilia	cissy celia sissy
charles	charlie chuck chas chad charley chip
charlotte	lottie charlie char lotte
cheryl	sheryl cher
chester	chet
christian	chris kris
christina	chris tina chrissy christy kristina kris crissy kristy
christine	chris chrissy christy tina kristine kris teena kristy
christopher	chris kit topher kris christoph
clarence	clare
clayton	clay
clifford	cliff
clifton	cliff
clinton	clint
concepcion	concha conchita
constance	connie
consuelo	chelo
cornelia	nellie corny
cornelius	con neil
courtney	court
crystal	chris krystal
curtis	curt kurt
cynthia	cindy cyndi cindi
daniel	dan danny dani
danielle	dani danny
darrell	darryl daryl
david	dave davy davey
deanna	dee deana
deborah	deb debbie debra debby debi
denise	dee neecy denny
dennis	den denny
derek	derrick
diana	di diane dianne
dimitri	dima mitya
dolores	lola dolly lolly dee delores
dominic	dom nick dominick
dominique	dom
donald	don donnie donny
donna	donnie
dorothea	dot dotty thea
dorothy	dot dotty dottie dolly dory
douglas	doug dougie
duncan	dunc
dustin	dusty
dwayne	duane
edgar	ed eddie
edith	edie
edmund	ed eddie ned ted edmond
eduardo	lalo
edward	ed eddie ned ted teddy eddy
edwin	ed eddie ned win
edwina	winnie
eileen	ellie aileen allie
ekaterina	katya
elaine	laney
eleanor	nell nora ella nellie elinor leonora ellie
elijah	eli
elizabeth	liz beth betty lizzie betsy eliza libby bess bessie liza lizbeth elisabeth bette elsie lisbeth elli sissi elise lisa
ellen	nell ellie nellie
eloise	lou
emanuel	manny
emily	em emmy millie emilie
emma	em emmy
enrique	kike quique rick
ernest	ernie
esmeralda	esme
esther	essie hester
eugene	gene
eugenia	genie
eva	eve
felicity	flick fliss
ferdinand	ferdie
florence	flo flossie florrie
frances	fran fanny francie
francesca	fran frankie chesca
francesco	franco cesco
francis	frank fran frankie
francisca	paca paquita
francisco	frank paco pancho cisco
franklin	frank
franziska	franzi
frederica	freda freddie
frederick	fred freddie freddy rick fritz frederic fredrick fredo
friedrich	fritz friedel
gabriel	gabe
gabriella	gabby brie gabriela
gabrielle	gabby brie
geoffrey	geoff jeff
george	georgie
georgia	georgie
georgina	georgie gina
gerald	gerry jerry
geraldine	gerry gerrie jerry dina
gerard	gerry jerry
gerhard	gerd gert
gertrude	gert trudy gertie
gilbert	gil bert
giovanni	gio vanni gianni nanni
giuseppe	beppe peppe pino
gloria	glo
gordon	gordy
grace	gracie
graciela	chela
gregorio	goyo
gregory	greg gregg
gretchen	greta
guadalupe	lupe lupita
guillermo	memo
gwendolyn	gwen wendy
hannah	nan hanna
harold	hal harry
harriet	hattie
harrison	harry
harvey	harv
heinrich	heinz heiner
helen	nell ellie lena
helena	lena nell helen
henrietta	etta hetty hattie
henry	hank harry hal
herbert	herb bert herbie
herman	herm
hilary	hil hillary
howard	howie
hubert	bert
hugh	hughie huey
ignacio	nacho
ignatius	iggy
irene	renie rena
irving	irv
isaac	ike zac
isabel	izzy bella bell belle isabelle isobel chabela
isabella	izzy bella bell belle isabel
isaiah	ike zay
isidore	izzy
israel	izzy
jacob	jake jay jakob
jacqueline	jackie jacqui jacquelyn jacquie
james	jim jimmy jamie jem jimmie
jamison	jamie
jane	janie
janet	jan
janice	jan janis
jasmine	jas jazz
jason	jay jase
jean	jeannie jeanne
jedediah	jed
jefferson	jeff
jeffrey	jeff geoff jeffery jeffry
jemima	jem mima
jennifer	jen jenny jenn jennie jenna
jeremiah	jerry
jeremy	jerry jem
jerome	jerry
jesse	jess
jessica	jess jessie jessi
jesus	chuy
joachim	achim jochen
joan	joanie jo
joanna	jo joanne joann
johanna	jo hanna hanne
johannes	hannes hans johann
john	jack johnny jon johnnie jock
jonathan	jon jonny jonathon johnathan johnny
jordan	jordy
jose	pepe joe
josefina	pepa josie
joseph	joe joey jo sepp jupp josef
josephine	jo josie fina
joshua	josh
josiah	joe si
judith	judy judi jude
julia	julie jules
julian	jules
juliana	ana
juliet	jules
julius	jules
justin	jus
kaitlyn	kait katie kate
katarina	kat kati
katharina	kathi kati kaethe trina
katherine	kate kathy katie kat kit kitty kay catherine kathryn katharine kathrine cathy cath cate cathie
kathleen	kathy kate katie kay kath cathy cathleen
kelly	kel kelley
kelsey	kel
kendall	ken
kendra	ken
kenneth	ken kenny
kimberly	kim kimmy kimberley
kristen	kris kristy kristin
lancelot	lance
laura	laurie lori
lauren	laurie ren
laurence	larry laurie
lawrence	larry lawrie lonnie
lee	leigh
leo	lee
leonard	leo len lenny leon
leonardo	leo len
leopold	leo poldie
leroy	lee roy
leslie	les lesley
lester	les
lillian	lily lil lilly lillie
linda	lindy lynn lyn
lindsay	linds lindsey
lionel	leo
lorenzo	enzo renzo
loretta	lori etta retta
lorraine	lori rain lorrie
louis	lou louie lewis lew
louisa	lou lulu louise
louise	lou lulu
lucas	luke
lucille	lucy lu
lucinda	lucy cindy lu
ludwig	lutz luggi
lydia	liddy
lynette	lynn
mackenzie	mac kenzie
madeleine	maddie maddy lena
madeline	maddie maddy lena
madelyn	maddie maddy
madison	maddie maddy
magdalena	maggie lena magda
malcolm	mal mac
manuel	manny manolo
manuela	manola
marcia	marcy marsha
marcus	mark
margaret	maggie meg peggy marge margie madge greta rita daisy margot peg margo
margarete	grete gretel margret
margarita	rita margie
marguerite	rita margie
maria	mary marie mia
marian	marion
marianne	anne
maribel	mari
marjorie	marge margie marj
mark	marc
marlene	marla lena
martha	marty mattie patty
martin	marty
marvin	marv
mary	molly polly mamie may
mathilda	tilly matty
matilda	tilly mattie
matthew	matt matty mat mathew
matthias	matze matthes
maureen	mo reenie
maurice	maury morrie mo
maximilian	max maxi maximillian
maxine	max
maxwell	max
megan	meg meggie
melanie	mel
melinda	mel mindy lindy
melissa	mel missy lissa
melvin	mel
mercedes	mercy sadie merche
meredith	merry
michael	mike mick mickey mikey micky michi micha
michaela	mickey kayla
michelle	shelly chelle mickey michele shell
mikhail	misha
millicent	millie milly missy
miranda	mandy randy
miriam	mimi mitzi
mitchell	mitch
montgomery	monty
montserrat	montse
morris	mo morrie
mortimer	mort
moses	mo moe
muhammad	mohammed mohamed mohammad muhammed md
nancy	nan nance
naomi	omi
natalie	nat nattie
natasha	tasha nat
nathan	nat nate
nathaniel	nat nate nathan than
neal	neil
nicholas	nick nicky nicolas nico klaus
nicola	nicky nikki
nicole	nicky nikki nickie cole
nikolai	kolya
norman	norm
obadiah	obie
oliver	ollie
olivia	liv livvy ollie
oscar	ozzie
oswald	ozzie oz
pamela	pam pammy
patrice	pat
patricia	pat patty tricia trish patsy patti
patrick	pat paddy rick
paul	pauly
paula	polly
pauline	polly
penelope	penny nell
peter	pete
philip	phil pip phillip
philippa	pippa pip
philippe	phil
priscilla	cilla prissy
quentin	quinn
rachel	rach shelly rachael
rafael	rafa raf
ralph	ralphie
ramona	mona
randall	randy randal
randolph	randy dolph
raphael	raph rafe
raymond	ray
rebecca	becky becca beck reba bec
regina	gina reggie
reginald	reg reggie
rene	ren
reuben	rube ben
reynold	ray
rhonda	ronnie
ricardo	rick ricky rich
richard	rick dick rich ricky richie rik
robert	bob rob bobby robbie bert bobbie robby
roberta	bobbie bobby robbie berta
roberto	beto
roderick	rod rick roddy
rodney	rod
rodolfo	rudy
roland	rollie rolly
ronald	ron ronnie ronny
rosa	rosie rose
rosalie	rose rosie
rosalind	roz rosie
rosamond	roz rose
rosanne	rose
rosario	charo
rose	rosie
roseanne	rose rosie
rosemary	rose rosie romy
roxanne	roxy rox
rudolph	rudy dolph rolf
russell	russ rusty
ruth	ruthie
sabrina	brina
salvador	sal chava
salvatore	sal
samantha	sam sammy manta
samson	sam
samuel	sam sammy
sandra	sandy sandi
santiago	santi
sarah	sally sadie sara
savannah	vanna
scott	scotty
sean	shaun shawn
sebastian	seb bas seba basti
selina	lina
serena	rena
sharon	shari shaz
sheldon	shel
shirley	shirl
sidney	sid syd sydney
silvester	sly
sophia	sophie sofia soph
stanley	stan
stefan	steffen stephan
stephane	steph
stephanie	steph stevie steffi stefanie
stephen	steve stevie steven stephan
stewart	stu
stuart	stu
susan	sue susie suzy suzie sukie
susanna	sue susie susannah
susanne	susi sanne
suzanne	sue suzy susie
sylvester	sly
sylvia	syl sylvie
tabitha	tabby
tamara	tammy tam
tanya	tania
terence	terry terrence
teresa	terry tess tessa theresa teri tere
terrance	terry
thaddeus	thad tad
theodora	dora theo
theodore	ted teddy theo
thomas	tom tommy thom tommie tommi
tiffany	tiff tiffy
timothy	tim timmy
tobias	toby
tracy	trace tracey
trenton	trent
ulrich	uli ulli
ursula	uschi ulla
valerie	val
vanessa	nessa
vernon	vern
veronica	ronnie vera roni
veronique	vero
vicente	chente
victor	vic
victoria	vicky vicki tori vic vikki
vincent	vin vinny vince vinnie
viola	vi
violet	vi
virginia	ginny ginger ginnie gina
vivian	viv vivien
wallace	wally
walter	walt wally
wesley	wes
wilfred	will fred wilf
wilhelm	willi willy helmut
wilhelmina	mina minnie willa billie
willard	will
william	bill will billy willie willy liam wil billie
wilma	billie
winifred	winnie freddie
winston	win
wolfgang	wolf
woodrow	woody
yolanda	yoli
zachariah	zach zack
zachary	zach zack zac zak zackary zachery
zechariah	zach zeke
zoe	zoey
`;

export const statesTsv = `# States, provinces and territories, in lower case. Columns: country, postal abbreviation, name.
# Source: postal abbreviations of the United States Postal Service, Canada Post and Australia Post.
us	al	alabama
us	ak	alaska
us	az	arizona
us	ar	arkansas
us	ca	california
us	co	colorado
us	ct	connecticut
us	de	delaware
us	dc	district of columbia
us	fl	florida
us	ga	georgia
us	hi	hawaii
us	id	idaho
us	il	illinois
us	in	indiana
us	ia	iowa
us	ks	kansas
us	ky	kentucky
us	la	louisiana
us	me	maine
us	md	maryland
us	ma	massachusetts
us	mi	michigan
us	mn	minnesota
us	ms	mississippi
us	mo	missouri
us	mt	montana
us	ne	nebraska
us	nv	nevada
us	nh	new hampshire
us	nj	new jersey
us	nm	new mexico
us	ny	new york
us	nc	north carolina
us	nd	north dakota
us	oh	ohio
us	ok	oklahoma
us	or	oregon
us	pa	pennsylvania
us	ri	rhode island
us	sc	south carolina
us	sd	south dakota
us	tn	tennessee
us	tx	texas
us	ut	utah
us	vt	vermont
us	va	virginia
us	wa	washington
us	wv	west virginia
us	wi	wisconsin
us	wy	wyoming
us	pr	puerto rico
us	gu	guam
us	as	american samoa
us	vi	virgin islands
us	mp	northern mariana islands
us	aa	armed forces americas
us	ae	armed forces europe
us	ap	armed forces pacific
ca	ab	alberta
ca	bc	british columbia
ca	mb	manitoba
ca	nb	new brunswick
ca	nl	newfoundland and labrador
ca	nl	newfoundland
ca	ns	nova scotia
ca	nt	northwest territories
ca	nu	nunavut
ca	on	ontario
ca	pe	prince edward island
ca	qc	quebec
ca	sk	saskatchewan
ca	yt	yukon
au	nsw	new south wales
au	vic	victoria
au	qld	queensland
au	sa	south australia
au	wa	western australia
au	tas	tasmania
au	act	australian capital territory
au	nt	northern territory
`;

export const streetWordsTsv = `# Words of street addresses, in lower case. Columns: kind (street type, direction or other), abbreviation, spelled-out forms.
# Source: abbreviations of the United States Postal Service (Publication 28), with common British, Australian and German words.
type	st	street str strasse saint
type	ave	avenue av aven
type	rd	road
type	dr	drive drv
type	ln	lane
type	ct	court
type	blvd	boulevard blv boul
type	pl	place
type	cir	circle circuit cct
type	ter	terrace tce
type	pkwy	parkway
type	hwy	highway
type	trl	trail
type	cl	close
type	cres	crescent
type	sq	square
type	aly	alley
type	pt	point
type	rdg	ridge
type	cv	cove
type	expy	expressway
type	plz	plaza
type	tpke	turnpike
type	gr	grove
type	gdns	gardens
type	pde	parade
type	esp	esplanade
type	wy	way
type	ext	extension
type	loop	
type	run	
type	walk	
type	row	
type	path	
type	pike	
type	mews	
direction	n	north
direction	s	south
direction	e	east
direction	w	west
direction	ne	northeast
direction	nw	northwest
direction	se	southeast
direction	sw	southwest
other	hts	heights
other	mt	mount
other	ft	fort
other	bldg	building
other	fl	floor
other	spc	space
other	trlr	trailer
other	rte	route
other	apt	apartment unit suite ste room rm flat number no
`;
