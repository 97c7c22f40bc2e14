// Scripts: forms of a name by which spellings in two scripts compare equal, `Γεώργιος` and `Georgios` or
// `花子` and `ハナコ`. Romanisation has no one spelling, so a form is coarse: the sounds that its systems write
// differently count as one. Scripts that leave out vowels have a form of consonants alone. Forms are compared
// between scripts only: within one, they would take two names for one.

import { rowsOf } from "./lists.js";
import { kanjiReadingsTsv, pinyinTsv, worldNamesTsv } from "./script-lists.js";
import { folded } from "./text.js";

/** Scripts of the letters of a name; the first that is found counts. */
const scriptPatterns = [
  ["hira", /\p{Script=Hiragana}/u],
  ["kana", /\p{Script=Katakana}/u],
  ["hang", /\p{Script=Hangul}/u],
  ["hani", /\p{Script=Han}/u],
  ["grek", /\p{Script=Greek}/u],
  ["cyrl", /\p{Script=Cyrillic}/u],
  ["arab", /\p{Script=Arabic}/u],
  ["hebr", /\p{Script=Hebrew}/u],
  ["deva", /\p{Script=Devanagari}/u],
  ["thai", /\p{Script=Thai}/u],
  ["latn", /[a-z]/],
] as const;
type Script = (typeof scriptPatterns)[number][0];
/** Codes of ISO 15924, in lower case. */
export const scriptCodeLength = 4;

/**
 * The script of a name and its forms, with spaces between: `grek kiurkius`. A form of consonants starts with
 * an asterisk, the name of a list that knows both scripts with a hash (see `knownForm`). Empty if the script is
 * unknown; the script alone where no reading is. `name`: folded, in words. Hindi leaves out the last vowel of each
 * word, and vowels at the end of an Arabic word are written in many ways; elsewhere spaces tell nothing.
 */
export const scriptForms = (name: string): string => {
  const script = scriptPatterns.find(([, pattern]) => pattern.test(name))?.[0];
  if (script === undefined) return "";
  const forms = formsOf[script](wordScripts.has(script) ? name : name.replaceAll(" ", ""));
  return [script, ...new Set(forms), ...knownForm(script, name)].join(" ");
};

const wordScripts: ReadonlySet<Script> = new Set(["deva", "arab", "latn"]);

const formsOf: Record<Script, (name: string) => string[]> = {
  hira: (name) => [soundOf(romaji(name))],
  kana: (name) => [soundOf(romaji(name))],
  hang: (name) => [
    soundOf(romanised(name).replaceAll("ng", "n")),
    // `Young-eun`, in one word; what is written `woo` never runs together.
    soundOf(romanised(name).replaceAll("ngu", "nu")),
    ...(hangulSurnames.get(name) ?? []).map((form) => soundOf(form)),
  ],
  hani: (name) => readingsOf(name).map((reading) => soundOf(reading)),
  grek: (name) => [soundOf(spelled(name, greek)), soundOf(spelled(name, greekLetters))],
  cyrl: (name) => [soundOf(spelled(name, cyrillic))],
  arab: (name) => consonantForm(spelled(name.replace(/^ال/u, "").replace(/[هح](?= |$)/gu, ""), arabic)),
  hebr: (name) => consonantForm(spelled(name, hebrew)),
  deva: (name) => romanisedHindi(name).map((latin) => soundOf(latin)),
  thai: (name) => consonantForm(spelled(name.replace(/.[ิุ]?์/gu, ""), thai)),
  latn: (name) => [
    soundOf(name),
    ...consonantForm(name),
    ...consonantForm(name.replace(/^[ae]l ?(?=.{3})/, "")),
  ],
};

/** In order: longer spellings before their parts. */
const sounds: readonly (readonly [RegExp, string])[] = [
  [/[^a-z]+/g, ""],
  [/shch|sch|sh|tz|ts|sz|z|c(?=[eiy])(?!h)/g, "s"],
  [/x/g, "ks"],
  [/ng(?![aeiouy])/g, "n"],
  [/ph|v|f|b|w(?![ou])/g, "p"],
  [/w/g, ""],
  [/th|dh|d/g, "t"],
  [/tch|ch|kh|gh|ck|[ghcq]/g, "k"],
  [/e[ou]|ou|o/g, "u"],
  [/a[eiy]|e[iy]|y|e/g, "i"],
  [/(.)\1+/g, "$1"],
];

const soundOf = (latin: string): string => sounds.reduce((text, [from, to]) => text.replace(from, to), latin);

/**
 * Vowels, and letters that stand for vowels, are left out, word by word: the end of one and the start of the next
 * are no sound together. One consonant says too little.
 */
const consonantForm = (latin: string): string[] => {
  const consonants = latin
    .split(" ")
    .map((word) => soundOf(word.replace(/h$/, "").replace(/w/g, "")).replace(/[aiu]/g, ""))
    .join("")
    .replace(/(.)\1+/g, "$1");
  return consonants.length < 2 ? [] : [`*${consonants}`];
};

/**
 * Arabic and Hebrew leave out vowels, so that their consonants alone take `Hassan` for `Hussein`. Where a list
 * knows each word of a name in both scripts, it decides: `#hasan` is not `#husain`.
 */
const knownForm = (script: Script, name: string): string[] => {
  if (script !== "latn" && script !== "arab" && script !== "hebr") return [];
  const known = name
    .split(" ")
    .map((word) => knownNames.get(word) ?? knownNames.get(word.replace(article, "")));
  return known.includes(undefined) ? [] : [`#${known.join("+")}`];
};
const article = /^(?:ال|[ae]l)(?=.{3})/u;

/** The spellings of names in Arabic or Hebrew and in Latin letters, each with its name, if it is of one name. */
const knownNames = (() => {
  const named = new Map<string, string | undefined>();
  for (const [name, forms] of rowsOf(folded(worldNamesTsv)))
    if (/[\p{Script=Arabic}\p{Script=Hebrew}]/u.test(forms!))
      for (const form of new Set([name!, ...forms!.split(" ")]))
        named.set(form, named.has(form) ? undefined : name!);
  return named;
})();

type Letters = ReadonlyMap<string, string>;

function eachSounded(table: Letters): Letters {
  return new Map([...table].map(([letter, latin]) => [letter, soundOf(latin)]));
}
const letters = (list: string): Letters =>
  new Map(
    list
      .trim()
      .split(/\s+/)
      .map((entry) => entry.split("=") as [string, string]),
  );

/** Letter by letter, two together where they are one sound. Spaces stay. */
const spelled = (name: string, table: Letters): string => {
  let latin = "";
  const signs = [...name];
  for (let at = 0; at < signs.length; at++) {
    const pair = table.get(`${signs[at]}${signs[at + 1] ?? ""}`);
    latin += pair ?? table.get(signs[at]!) ?? (signs[at] === " " ? " " : "");
    if (pair !== undefined && signs[at + 1] !== undefined) at++;
  }
  return latin;
};

/** After folding: without accents, dots and breves. */
const greekSigns = `ου=ou αυ=av ευ=ev γγ=ng γκ=gk γχ=nch τσ=ts τζ=tz αι=ai ει=ei
  α=a β=v γ=g δ=d ε=e ζ=z η=i θ=th ι=i κ=k λ=l μ=m ν=n ξ=x ο=o π=p ρ=r σ=s τ=t υ=y φ=f χ=ch ψ=ps ω=o`;
const greek = letters(`μπ=b ντ=nt οι=i υι=i ${greekSigns}`);
/** As passports have it: `Oikonomou`, `Lamprou`. */
const greekLetters = letters(greekSigns);
const cyrillic =
  letters(`а=a б=b в=v г=g ґ=g д=d е=e є=e ж=zh з=z и=i і=i к=k л=l м=m н=n о=o п=p р=r с=s т=t у=u ф=f х=kh
  ц=ts ч=ch ш=sh щ=shch ы=y э=e ю=yu я=ya ђ=dj ј=j љ=lj њ=nj ћ=c џ=dz ѓ=gj ќ=kj ә=a ғ=g қ=k ң=n ө=o ұ=u ү=u һ=h
  кс=x ий=i ье=ye ьё=yo ия=ia ью=yu ья=ya`);
/** Each letter is a sound of its own: `س` and `ه` are no `sh`. */
const arabic = eachSounded(
  letters(`ب=b پ=p ت=t ث=th ج=j چ=ch ح=h خ=kh د=d ذ=d ر=r ز=z ژ=zh س=s ش=sh ص=s ض=d ط=t ظ=z غ=gh ف=f ق=q ك=k ک=k
  گ=g ل=l م=m ن=n ه=h`),
);
const hebrew = letters(
  `ב=b ג=g ד=d ה=h ז=z ח=ch ט=t כ=k ך=k ל=l מ=m ם=m נ=n ן=n ס=s פ=p ף=f צ=ts ץ=ts ק=k ר=r ש=sh ת=t`,
);
const thai =
  letters(`ก=k ข=k ค=k ฆ=k ง=n จ=ch ฉ=ch ช=ch ฌ=ch ซ=s ศ=s ษ=s ส=s ญ=y ย=y ฎ=d ด=d ฏ=t ต=t ฐ=t ฑ=t ฒ=t ถ=t ท=t ธ=t
  ณ=n น=n บ=b ป=p ผ=p พ=p ภ=p ฝ=f ฟ=f ม=m ร=r ล=l ฬ=l ห=h ฮ=h`);

const kana =
  letters(`あ=a い=i う=u え=e お=o か=ka き=ki く=ku け=ke こ=ko さ=sa し=shi す=su せ=se そ=so た=ta ち=chi つ=tsu て=te と=to
  な=na に=ni ぬ=nu ね=ne の=no は=ha ひ=hi ふ=fu へ=he ほ=ho ま=ma み=mi む=mu め=me も=mo や=ya ゆ=yu よ=yo ら=ra り=ri る=ru れ=re ろ=ro
  わ=wa ゐ=i ゑ=e を=o ん=n が=ga ぎ=gi ぐ=gu げ=ge ご=go ざ=za じ=ji ず=zu ぜ=ze ぞ=zo だ=da ぢ=ji づ=zu で=de ど=do ば=ba び=bi ぶ=bu べ=be
  ぼ=bo ぱ=pa ぴ=pi ぷ=pu ぺ=pe ぽ=po ゔ=vu
  きゃ=kya きゅ=kyu きょ=kyo しゃ=sha しゅ=shu しょ=sho ちゃ=cha ちゅ=chu ちょ=cho にゃ=nya にゅ=nyu にょ=nyo ひゃ=hya ひゅ=hyu ひょ=hyo
  みゃ=mya みゅ=myu みょ=myo りゃ=rya りゅ=ryu りょ=ryo ぎゃ=gya ぎゅ=gyu ぎょ=gyo じゃ=ja じゅ=ju じょ=jo びゃ=bya びゅ=byu びょ=byo
  ぴゃ=pya ぴゅ=pyu ぴょ=pyo`);

const katakanaToHiragana = 0x60;
/** Hepburn, without long vowels: `ō`, `ou` and `oh` are written for one sound. */
const romaji = (name: string): string =>
  spelled(
    [...name]
      .map((sign) =>
        /[ァ-ヶ]/.test(sign) ? String.fromCodePoint(sign.codePointAt(0)! - katakanaToHiragana) : sign,
      )
      .join("")
      .replace(/ー/g, ""),
    kana,
  );

const [leads, vowels, tails] = [
  "g kk n d tt r m b pp s ss  j jj ch k t p h",
  "a ae ya yae eo e yeo ye o wa wae oe yo u wo we wi yu eu i i",
  " k k k n n n t l k m l l l p l m p p t t ng t t k t p t",
].map((list) => list.split(" ")) as [string[], string[], string[]];
const firstSyllable = 0xac00;

const romanised = (name: string): string =>
  [...name]
    .map((sign) => {
      const at = sign.codePointAt(0)! - firstSyllable;
      return leads[Math.floor(at / 588)]! + vowels[Math.floor((at % 588) / 28)]! + tails[at % 28]!;
    })
    .join("");

/** Family names that are not romanised by their letters. */
const hangulSurnames = new Map([
  ["이", ["lee", "rhee"]],
  ["조", ["cho"]],
  ["정", ["chung", "cheong"]],
  ["전", ["chun"]],
  ["주", ["choo"]],
  ["장", ["chang"]],
  ["진", ["chin"]],
  ["노", ["roh"]],
  ["임", ["lim", "rim"]],
  ["유", ["ryu", "you"]],
  ["양", ["ryang"]],
  ["박", ["park"]],
  ["안", ["ahn"]],
  ["오", ["oh"]],
  ["허", ["hur"]],
]);

const hindiConsonants =
  letters(`क=k ख=kh ग=g घ=gh ङ=n च=ch छ=ch ज=j झ=jh ञ=n ट=t ठ=th ड=d ढ=dh ण=n त=t थ=th द=d ध=dh न=n प=p फ=ph
  ब=b भ=bh म=m य=y र=r ल=l व=v श=sh ष=sh स=s ह=h ळ=l`);
const hindiVowels = letters(
  `ा=a ि=i ी=i ु=u ू=u ृ=ri े=e ै=ai ो=o ौ=au अ=a आ=a इ=i ई=i उ=u ऊ=u ऋ=ri ए=e ऐ=ai ओ=o औ=au ं=n ँ=n ः=h`,
);
const silencer = "्";

/** A consonant has an unwritten a, which is not said at the end of a word and between two syllables. */
const spokenHindi = (word: string): string => {
  const signs = [...word.replace(/़/g, "")];
  const withUnwritten = signs
    .map((sign, at) => {
      const consonant = hindiConsonants.get(sign);
      if (consonant === undefined) return hindiVowels.get(sign) ?? "";
      const next = signs[at + 1] ?? "";
      return consonant + (next === silencer || /[ािीुूृेैोौ]/u.test(next) ? "" : "ə");
    })
    .join("");
  // After two consonants the last vowel is spoken: `Chandra`, but `Ram`.
  const spoken =
    signs.at(-2) === silencer ? withUnwritten.replace(/ə$/, "a") : withUnwritten.replace(/ə$/, "");
  return spoken.replace(/([aeiouə][bcdfghjklmnprstvy]{1,2})ə(?=[bcdfgjklmnprstvy]h?[aeiou])/g, "$1");
};

/** Before an r and another consonant, some write the unwritten vowel as an e: `Verma`. */
const romanisedHindi = (name: string): string[] => {
  const spoken = name.split(" ").map(spokenHindi).join("");
  return [spoken, spoken.replace(/ər(?=[bcdfgjklmnpstv])/g, "er")].map((latin) => latin.replaceAll("ə", "a"));
};

const pinyin = new Map(
  rowsOf(pinyinTsv).flatMap(([sound, signs]) => [...signs!].map((sign) => [sign, sound!])),
);
const kanjiReadings = new Map(
  rowsOf(kanjiReadingsTsv).map(([name, readings]) => [folded(name!), readings!.split(" ")]),
);

/** The Chinese reading, sign by sign, and the Japanese ones of the whole name. */
const readingsOf = (name: string): string[] => {
  const signs = [...name].map((sign) => pinyin.get(sign));
  return [...(signs.includes(undefined) ? [] : [signs.join("")]), ...(kanjiReadings.get(name) ?? [])];
};
