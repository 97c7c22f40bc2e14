// Lists of names, states and street words. Generated from lists/*.tsv, which name their sources: edit these, then run
// `npx vitest run src/domain/identity -u`. Constants, because the build copies no files and the domain reads none.

/** Rows of a list, split at tabs; comments are left out. */
export const rowsOf = (tsv: string): string[][] =>
  tsv.split("\n").flatMap((line) => (line === "" || line.startsWith("#") ? [] : [line.split("\t")]));

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
anna	annie ana anya
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
helena	lena nell
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
isabella	izzy bella bell belle
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
louisa	lou lulu
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
