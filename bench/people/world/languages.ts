// Ten languages: names in their own script and in Latin letters, as `Иван=Ivan`, with given names of several
// words where people have them, and places as people there write them.

import { pick, type Random, upTo } from "../../../examples/shop/random.js";
import { byRank, type Draw } from "../draw.js";

/** A name in its own script and in Latin letters; both are the same where there is one script. */
export interface Spelled {
  own: string;
  latin: string;
}

export interface Language {
  code: string;
  country: string;
  men: Draw<Spelled>;
  women: Draw<Spelled>;
  /** The second word of a given name, and how often there is one. */
  second: Record<"men" | "women", Draw<Spelled>>;
  compound: number;
  /** Between the words of a given name, in the own script. */
  between: string;
  family: Draw<Spelled>;
  /** A woman's form of a family name. */
  feminine: (family: Spelled) => Spelled;
  /** Whether customers have two family names. */
  hasTwoFamilies: boolean;
  street: (random: Random) => string;
  towns: readonly string[];
  postcode: (random: Random) => string;
  phone: (random: Random) => string;
  till: readonly string[];
}

const spelled = (entry: string): Spelled => {
  const [own, latin = own] = entry.replaceAll("_", " ").split("=") as [string, string?];
  return { own, latin };
};
const names = (list: string): Draw<Spelled> => byRank(list.trim().split(/\s+/).map(spelled), 8);
const digits = (random: Random, count: number): string =>
  Array.from({ length: count }, () => String(upTo(random, 10) - 1)).join("");
const words = (list: string): string[] => list.trim().split(/\s+/);
const numbered =
  (streets: string, write: (street: string, number: number) => string) =>
  (random: Random): string =>
    write(pick(random, words(streets)).replaceAll("_", " "), upTo(random, 180));

type Drawn = Pick<Language, "code" | "country" | "towns" | "street" | "till"> & {
  men: string;
  women: string;
  secondMen?: string;
  secondWomen?: string;
  compound?: number;
  between?: string;
  family: string;
  feminine?: (family: Spelled) => Spelled;
  hasTwoFamilies?: boolean;
  /** Country code and first digits. */
  dialling: string;
};

const language = (drawn: Drawn): Language => ({
  ...drawn,
  men: names(drawn.men),
  women: names(drawn.women),
  second: { men: names(drawn.secondMen ?? drawn.men), women: names(drawn.secondWomen ?? drawn.women) },
  compound: drawn.compound ?? 0.15,
  between: drawn.between ?? " ",
  family: names(drawn.family),
  feminine: drawn.feminine ?? ((family) => family),
  hasTwoFamilies: drawn.hasTwoFamilies ?? false,
  postcode: (random) => digits(random, 5),
  phone: (random) => `${drawn.dialling}${digits(random, 7)}`,
});

const ending = ({ own, latin }: Spelled, pairs: readonly (readonly [string, string, string, string])[]) => {
  for (const [from, to, latinFrom, latinTo] of pairs)
    if (own.endsWith(from))
      return {
        own: own.slice(0, own.length - from.length) + to,
        latin: latin.endsWith(latinFrom) ? latin.slice(0, latin.length - latinFrom.length) + latinTo : latin,
      };
  return { own, latin };
};

export const languages: readonly Language[] = [
  language({
    code: "en",
    country: "US",
    men: `James John Robert Michael William David Richard Joseph Thomas Charles Daniel Matthew Anthony Mark Paul Steven Andrew
      Kenneth Joshua Kevin Brian George Edward Ronald Timothy Jason Jeffrey Ryan Jacob Gary Eric Stephen Larry Justin Scott`,
    women: `Mary Patricia Jennifer Linda Elizabeth Barbara Susan Jessica Sarah Karen Lisa Nancy Betty Margaret Sandra Ashley Kimberly
      Emily Donna Michelle Carol Amanda Melissa Deborah Stephanie Rebecca Sharon Laura Cynthia Joan Jane Anna Ruth Alice`,
    secondWomen: "Ann Beth Lou Jo Jean Lynn Kate Grace Rose Ellen",
    secondMen: "Lee Ray Allen Wayne Dean Earl Scott Paul",
    compound: 0.12,
    family: `Smith Johnson Williams Brown Jones Miller Davis Wilson Anderson Taylor Moore Jackson Martin Lee Thompson White Harris Clark
      Lewis Robinson Walker Young Allen King Wright Scott Hill Green Adams Nelson Baker Hall Campbell Mitchell Carter Roberts Turner
      Tolliver Grantham Pemberton Lockhart Whitcomb Hathaway Ellsworth Radcliffe`,
    street: numbered(
      "Oak Elm Maple Cedar Main Church Park Lake Hill Pine Walnut Spring Mill",
      (s, n) => `${n} ${s} Street`,
    ),
    towns: ["Springfield", "Dover", "Salem", "Bristol", "Clinton", "Burlington"],
    dialling: "+1802",
    till: ["Walk-in Customer", "Cash Sale", "Counter Sales", "Amazon Customer"],
  }),
  language({
    code: "de",
    country: "DE",
    men: `Thomas Michael Andreas Stefan Christian Peter Klaus Jürgen Wolfgang Markus Martin Frank Matthias Uwe Jörg Günter Karl Hans
      Heinz Jan Lukas Felix Jonas Paul Björn Tobias Florian Sebastian Daniel Alexander`,
    women: `Sabine Susanne Petra Andrea Claudia Birgit Karin Monika Ursula Renate Heike Anna Lena Laura Julia Katharina Sophie Karla
      Hannelore Ingrid Nicole Anja Silke Martina Käthe Jana Christiane Christine`,
    secondMen: "Heinz Peter Josef Dieter Otto Friedrich",
    secondWomen: "Maria Lena Luise Sophie Katharina",
    compound: 0.15,
    between: "-",
    family: `Müller Schmidt Schneider Fischer Weber Meyer Wagner Becker Schulz Hoffmann Schäfer Koch Bauer Richter Klein Wolf Schröder
      Neumann Schwarz Braun Krüger Hofmann Lange Werner Krause Lehmann Köhler König Huber Kaiser Fuchs Vogt Winkler Jäger Groß`,
    street: numbered(
      "Haupt Schul Garten Bahnhof Dorf Berg Birken Linden Kirch Wald Mühlen",
      (s, n) => `${s}straße ${n}`,
    ),
    towns: ["Lübeck", "Würzburg", "Kassel", "Göttingen", "Bonn"],
    dialling: "+49151",
    till: ["Barverkauf", "Laufkundschaft", "Kasse 1", "Ladenverkauf"],
  }),
  language({
    code: "es",
    country: "ES",
    men: `Antonio José Manuel Francisco David Juan Javier Daniel Carlos Jesús Alejandro Miguel Rafael Pedro Ángel Luis Sergio Pablo
      Jorge Alberto Fernando Andrés Diego Rubén`,
    women: `María Carmen Ana Isabel Laura Cristina Marta Dolores Lucía Pilar Elena Raquel Rosa Sara Paula Beatriz Silvia Nuria Inés`,
    secondMen: "Carlos Antonio Luis María Manuel Ángel Miguel José",
    secondWomen: "José Teresa del_Carmen Isabel Luisa Ángeles Pilar Elena",
    compound: 0.45,
    family: `García Rodríguez González Fernández López Martínez Sánchez Pérez Gómez Martín Jiménez Ruiz Hernández Díaz Moreno Álvarez
      Muñoz Romero Alonso Gutiérrez Navarro Torres Ramos Gil Serrano Blanco Molina Ortega Vega Cano Prieto Calvo`,
    hasTwoFamilies: true,
    street: numbered("Mayor Real Goya Cervantes Nueva Colón Sol", (s, n) => `Calle ${s} ${n}`),
    towns: ["Sevilla", "Murcia", "Bilbao", "Córdoba", "Cádiz"],
    dialling: "+34612",
    till: ["Venta mostrador", "Cliente de contado", "Público en general", "Consumidor final"],
  }),
  language({
    code: "vi",
    country: "VN",
    men: `Văn=Van Hữu=Huu Đức=Duc Minh Quang Quốc=Quoc Thanh`,
    women: `Thị=Thi Thị=Thi Ngọc=Ngoc Thu Thanh Kim`,
    secondMen: `Hùng=Hung Bình=Binh Nam Long Dũng=Dung Tuấn=Tuan Sơn=Son Khoa Phúc=Phuc Tâm=Tam Hải=Hai`,
    secondWomen: `Hương=Huong Lan Hoa Mai Hồng=Hong Thảo=Thao Linh Trang Hạnh=Hanh Yến=Yen Nga Hiền=Hien`,
    compound: 0.95,
    family: `Nguyễn=Nguyen Trần=Tran Lê=Le Phạm=Pham Hoàng=Hoang Phan Vũ=Vu Đặng=Dang Bùi=Bui Đỗ=Do Hồ=Ho Ngô=Ngo Dương=Duong Lý=Ly`,
    street: numbered(
      "Lê_Lợi Trần_Phú Hai_Bà_Trưng Nguyễn_Huệ Quang_Trung Lý_Tự_Trọng",
      (s, n) => `${n} ${s}`,
    ),
    towns: ["Hà Nội", "Đà Nẵng", "Huế", "Cần Thơ"],
    dialling: "+8490",
    till: ["Khách lẻ", "Khách vãng lai"],
  }),
  language({
    code: "ru",
    country: "RU",
    men: `Александр=Aleksandr Дмитрий=Dmitry Максим=Maxim Сергей=Sergey Андрей=Andrey Алексей=Alexey Иван=Ivan Михаил=Mikhail
      Денис=Denis Евгений=Evgeny Николай=Nikolay Владимир=Vladimir Павел=Pavel Роман=Roman Игорь=Igor Юрий=Yuri Олег=Oleg`,
    women: `Анна=Anna Мария=Maria Елена=Elena Ольга=Olga Наталья=Natalia Екатерина=Ekaterina Татьяна=Tatiana Александра=Alexandra
      Ирина=Irina Светлана=Svetlana Юлия=Yulia Дарья=Daria Евгения=Evgenia Полина=Polina Ксения=Ksenia`,
    compound: 0,
    family: `Иванов=Ivanov Смирнов=Smirnov Кузнецов=Kuznetsov Попов=Popov Васильев=Vasiliev Петров=Petrov Соколов=Sokolov
      Михайлов=Mikhailov Новиков=Novikov Фёдоров=Fedorov Морозов=Morozov Волков=Volkov Алексеев=Alekseev Лебедев=Lebedev Зайцев=Zaitsev
      Орлов=Orlov Щукин=Shchukin Жуков=Zhukov`,
    feminine: (family) =>
      ending(family, [
        ["ов", "ова", "ov", "ova"],
        ["ев", "ева", "ev", "eva"],
        ["ин", "ина", "in", "ina"],
      ]),
    street: numbered("Ленина Мира Гагарина Садовая Лесная Школьная", (s, n) => `ул. ${s}, ${n}`),
    towns: ["Казань", "Самара", "Омск", "Тула"],
    dialling: "+7916",
    till: ["Розничный покупатель", "Частное лицо", "Розница"],
  }),
  language({
    code: "el",
    country: "GR",
    men: `Γεώργιος=Georgios Ιωάννης=Ioannis Δημήτριος=Dimitrios Κωνσταντίνος=Konstantinos Νικόλαος=Nikolaos Παναγιώτης=Panagiotis
      Βασίλειος=Vasileios Χρήστος=Christos Αθανάσιος=Athanasios Μιχαήλ=Michail Ευάγγελος=Evangelos Σπυρίδων=Spyridon`,
    women: `Μαρία=Maria Ελένη=Eleni Αικατερίνη=Aikaterini Βασιλική=Vasiliki Σοφία=Sofia Αγγελική=Angeliki Γεωργία=Georgia Δήμητρα=Dimitra
      Κωνσταντίνα=Konstantina Παρασκευή=Paraskevi Άννα=Anna`,
    compound: 0,
    family: `Παπαδόπουλος=Papadopoulos Βλάχος=Vlachos Αγγελόπουλος=Angelopoulos Νικολαΐδης=Nikolaidis Γεωργίου=Georgiou Πετρίδης=Petridis
      Αθανασιάδης=Athanasiadis Δημητρίου=Dimitriou Παππάς=Pappas Οικονόμου=Oikonomou Κωνσταντίνου=Konstantinou Λάμπρου=Lamprou
      Χατζής=Chatzis Καραγιάννης=Karagiannis`,
    feminine: (family) =>
      ending(family, [
        ["πουλος", "πούλου", "poulos", "poulou"],
        ["δης", "δη", "dis", "di"],
        ["ος", "ου", "os", "ou"],
        ["άς", "ά", "as", "a"],
        ["ής", "ή", "is", "i"],
        ["ης", "η", "is", "i"],
      ]),
    street: numbered("Ερμού Αθηνάς Σταδίου Σόλωνος Κοραή", (s, n) => `${s} ${n}`),
    towns: ["Πάτρα", "Βόλος", "Λάρισα", "Χανιά"],
    dialling: "+30697",
    till: ["Πελάτης λιανικής", "Λιανική"],
  }),
  language({
    code: "ar",
    country: "AE",
    men: `محمد=Mohammed أحمد=Ahmed علي=Ali حسن=Hassan حسين=Hussein عمر=Omar خالد=Khaled يوسف=Youssef إبراهيم=Ibrahim محمود=Mahmoud
      سعيد=Saeed طارق=Tariq كريم=Karim سامي=Sami ماجد=Majed`,
    women: `فاطمة=Fatima عائشة=Aisha مريم=Mariam زينب=Zainab سارة=Sara نور=Noor ليلى=Layla هدى=Huda أمينة=Amina سلمى=Salma رانيا=Rania`,
    compound: 0.25,
    family: `الراشد=Al_Rashid العتيبي=Al_Otaibi الحسن=Al_Hassan فاروق=Farouk صالح=Saleh منصور=Mansour النجار=Al_Najjar حداد=Haddad خليل=Khalil
      سليمان=Suleiman المالكي=Al_Maliki قاسم=Qasim ناصر=Nasser`,
    street: numbered("النصر الوحدة الزهراء السلام", (s, n) => `شارع ${s} ${n}`),
    towns: ["دبي", "الشارقة", "العين"],
    dialling: "+97150",
    till: ["عميل نقدي", "زبون نقدي"],
  }),
  language({
    code: "zh",
    country: "CN",
    men: `国=Guo 建=Jian 志=Zhi 晓=Xiao 文=Wen 伟=Wei 俊=Jun`,
    women: `晓=Xiao 丽=Li 秀=Xiu 美=Mei 雅=Ya 玉=Yu 春=Chun`,
    secondMen: `强=Qiang 明=Ming 华=Hua 军=Jun 平=Ping 辉=Hui 东=Dong 峰=Feng 杰=Jie`,
    secondWomen: `红=Hong 英=Ying 芳=Fang 梅=Mei 兰=Lan 华=Hua 娟=Juan 琴=Qin 燕=Yan`,
    compound: 0.85,
    between: "",
    family: `王=Wang 李=Li 张=Zhang 刘=Liu 陈=Chen 杨=Yang 黄=Huang 赵=Zhao 吴=Wu 周=Zhou 徐=Xu 孙=Sun 马=Ma 胡=Hu 郭=Guo 林=Lin 高=Gao`,
    street: numbered("人民 解放 中山 建设 和平", (s, n) => `${s}路${n}号`),
    towns: ["上海市", "杭州市", "成都市"],
    dialling: "+86138",
    till: ["零售客户", "散客"],
  }),
  language({
    code: "ko",
    country: "KR",
    men: `민=Min 지=Ji 성=Sung 준=Jun 현=Hyun 영=Young 동=Dong`,
    women: `민=Min 지=Ji 서=Seo 수=Su 은=Eun 혜=Hye 영=Young`,
    secondMen: `준=jun 호=ho 우=woo 훈=hoon 석=seok 수=soo 혁=hyuk`,
    secondWomen: `지=ji 연=yeon 희=hee 은=eun 영=young 진=jin 경=kyung`,
    compound: 0.97,
    between: "",
    family: `김=Kim 이=Lee 박=Park 최=Choi 정=Jung 강=Kang 조=Cho 윤=Yoon 장=Jang 임=Lim 한=Han 오=Oh 서=Seo 신=Shin 권=Kwon`,
    street: numbered("세종대로 강남대로 중앙로 종로", (s, n) => `${s} ${n}`),
    towns: ["부산", "대구", "인천"],
    dialling: "+8210",
    till: ["일반 고객", "현장 판매"],
  }),
  language({
    code: "hi",
    country: "IN",
    men: `राम=Ram राहुल=Rahul अमित=Amit राजेश=Rajesh सुरेश=Suresh विजय=Vijay संजय=Sanjay अनिल=Anil मनोज=Manoj दीपक=Deepak रवि=Ravi`,
    women: `सीता=Sita रमा=Rama सुनीता=Sunita अनीता=Anita गीता=Geeta पूजा=Pooja नेहा=Neha कविता=Kavita ममता=Mamta रेखा=Rekha`,
    secondMen: "कुमार=Kumar प्रसाद=Prasad लाल=Lal चंद्र=Chandra",
    secondWomen: "देवी=Devi कुमारी=Kumari रानी=Rani",
    compound: 0.35,
    family: `शर्मा=Sharma वर्मा=Verma गुप्ता=Gupta सिंह=Singh यादव=Yadav मिश्रा=Mishra पांडे=Pandey जोशी=Joshi पटेल=Patel चौहान=Chauhan`,
    street: numbered("महात्मा_गांधी नेहरू स्टेशन", (s, n) => `${n} ${s} मार्ग`),
    towns: ["दिल्ली", "जयपुर", "लखनऊ"],
    dialling: "+9198",
    till: ["नकद ग्राहक", "Cash Sale"],
  }),
];
