// Encoding of a text file: UTF-8, the UTF-16 of Excel, or the code page of the computer that wrote it. Code
// pages give the same bytes to other letters, so the one is chosen in which the text looks like a language.

import { isAscii, isUtf8 } from "node:buffer";
import type { encodings } from "../domain/data/dataset-options.js";

/** UTF-8 and a code page differ only beyond ASCII, so they may be indistinguishable until the middle of a file. */
export type Encoding = (typeof encodings)[number];

/** Null for a binary file: NUL bytes without a byte order mark, or a known binary signature. */
export const detectEncoding = (sample: Buffer): Encoding | null => {
  if (sample[0] === 0xff && sample[1] === 0xfe) return "utf-16le";
  if (sample[0] === 0xfe && sample[1] === 0xff) return "utf-16be";
  if (sample.includes(0) || sample.toString("latin1", 0, 5) === "%PDF-") return null;
  return narrowEncoding(sample);
};

/** A few broken characters make no code page: most characters beyond ASCII must be invalid UTF-8. */
const narrowEncoding = (bytes: Buffer): Encoding => {
  if (isUtf8(bytes)) return "utf-8";
  const text = new TextDecoder("utf-8").decode(bytes, { stream: true });
  const broken = text.split("\uFFFD").length - 1;
  const beyondAscii = text.match(/[\u0080-\uFFFF]/g)?.length ?? 0;
  return broken * 2 > beyondAscii ? codePageOf(bytes) : "utf-8";
};

/** The text as UTF-8 without a byte order mark; invalid bytes become U+FFFD. */
export async function* toUtf8(chunks: AsyncIterable<Buffer>, encoding: Encoding): AsyncGenerator<Buffer> {
  let decode = encoding === "utf-8" ? null : decoder(encoding);
  for await (const chunk of chunks) {
    if (decode === null && !isAscii(chunk)) decode = decoder(narrowEncoding(chunk));
    yield decode === null ? chunk : Buffer.from(decode(chunk));
  }
  if (decode !== null) yield Buffer.from(decode(Buffer.alloc(0), true));
}

const decoder = (encoding: Encoding): ((chunk: Buffer, isLast?: boolean) => string) => {
  if (encoding === "windows-1252") return fromWindows1252;
  const text = new TextDecoder(encoding);
  return (chunk, isLast = false) => text.decode(chunk, { stream: !isLast });
};

// Node 20 decodes "windows-1252" as Latin-1, so the 32 characters that differ are replaced here.
const windows1252 = "€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ";
const fromWindows1252 = (chunk: Buffer): string =>
  chunk.toString("latin1").replace(/[\x80-\x9f]/g, (c) => windows1252[c.charCodeAt(0) - 0x80]!);

/** Likeness by which another code page must be ahead of that of western Europe. */
const margin = 0.01;
/** Lines with the characters that are looked at. */
const mostLines = 2_000;

/** The code page in which the characters beyond ASCII are those of a language; `windows-1252` in doubt. */
const codePageOf = (bytes: Buffer): Encoding => {
  const lines = linesBeyondAscii(bytes);
  const likeness = new Map<Encoding, number>();
  const words = withoutLoneSigns(lines);
  for (const [encoding, languages] of latinAlphabets)
    likeness.set(encoding, likenessToLatin(words, encoding, languages));
  for (const [encoding, script] of scripts) likeness.set(encoding, likenessToScript(lines, encoding, script));
  for (const [encoding, common] of wideCharacters)
    likeness.set(encoding, likenessToCommon(lines, encoding, common));
  const [[best, share]] = [...likeness].toSorted(([, a], [, b]) => b - a) as [[Encoding, number]];
  return share > likeness.get("windows-1252")! + margin ? best : "windows-1252";
};

const linesBeyondAscii = (bytes: Buffer): Buffer => {
  const lines: Buffer[] = [];
  for (let from = 0; from < bytes.length && lines.length < mostLines; ) {
    const end = bytes.indexOf(10, from) + 1 || bytes.length;
    const line = bytes.subarray(from, end);
    if (!isAscii(line)) lines.push(line);
    from = end;
  }
  return Buffer.concat(lines);
};

/** Letters beyond ASCII of the languages that are written in each code page of Latin letters. */
const latinAlphabets = new Map<Encoding, readonly string[]>([
  [
    "windows-1252",
    [
      "äöüßé",
      "àâæçèéêëîïôœùûüÿ°",
      "áéíñóúü¿¡ªº",
      "àáâãçéêíóôõúüªº",
      "àèéìíîòóùú",
      "åäöéüšž",
      "åæøéöäü",
      "éëïöüèêç",
      "áéíðóöþúýæ",
    ],
  ],
  ["windows-1250", ["ąćęłńóśźż", "áčďéěíňóřšťúůýž", "áäčďéíĺľňóôŕšťúýž", "áéíóöőúüű", "ăâîşţ", "čćđšž"]],
  ["iso-8859-2", ["ąćęłńóśźż", "áčďéěíňóřšťúůýž", "áäčďéíĺľňóôŕšťúýž", "áéíóöőúüű", "čćđšž"]],
  ["windows-1257", ["ąčęėįšųūž", "āčēģīķļņšūž", "äõöüšž"]],
  ["windows-1254", ["âçğıîöşûüİ"]],
]);

/** Signs that any language may have, also beside a letter. */
const sign = /[\u2010-\u203A€™§«»©®×·\u00A0]/u;

/** Share of the words beyond ASCII whose letters are all of one language: a file may have several languages. */
const likenessToLatin = (bytes: Buffer, encoding: Encoding, languages: readonly string[]): number => {
  const text = decoder(encoding)(bytes, true);
  const words = (text.match(/[A-Za-z\u0080-\uFFFF]+/gu) ?? []).map((word) =>
    // In Icelandic þ begins a word or a part of one; where it ends one, it is the ş of Turkish.
    [...word.replace(/þ$/i, "\uFFFD")]
      .filter((character) => character > "\u007F" && !sign.test(character))
      .map((character) => (character === "İ" ? character : character.toLowerCase())),
  );
  const written = words.filter((word) => word.length > 0);
  const isOf = (alphabet: string) => (word: readonly string[]) =>
    word.every((character) => alphabet.includes(character));
  const ofOne = Math.max(...languages.map((alphabet) => shareOf(written, isOf(alphabet))));
  // Of two code pages with the same share, the one with fewer languages.
  return shareOf(written, (word) => languages.some((alphabet) => isOf(alphabet)(word))) + ofOne / 100;
};

/** Signs of currencies of western Europe that stand beside a number. In other code pages their bytes are letters. */
const loneSign = /(?<![A-Za-z\u0080-\u00FF])[¢£¤¥](?![A-Za-z\u0080-\u00FF])/g;

const withoutLoneSigns = (bytes: Buffer): Buffer =>
  Buffer.from(bytes.toString("latin1").replace(loneSign, " "), "latin1");

interface Script {
  letter: RegExp;
  /** Its most frequent letters, which are about half of a text. */
  common: string;
}

const scripts = new Map<Encoding, Script>([
  ["windows-1251", { letter: /\p{Script=Cyrillic}/u, common: "оеаинтсрвлкі" }],
  ["windows-1253", { letter: /\p{Script=Greek}/u, common: "αοιετσνηυρςάόίέ" }],
  ["windows-1255", { letter: /\p{Script=Hebrew}/u, common: "יוהלארמתשבםן" }],
  ["windows-1256", { letter: /\p{Script=Arabic}/u, common: "اليمونترعبدةه" }],
  ["windows-874", { letter: /\p{Script=Thai}/u, common: "านรอกเงมยลสชิี่้ั" }],
]);

const commonShare = 0.5;

/** Share of the characters that are letters of the script in words of its own, less where few are common. */
const likenessToScript = (bytes: Buffer, encoding: Encoding, { letter, common }: Script): number => {
  const text = decoder(encoding)(bytes, true);
  const words = text.match(/[\p{L}\p{M}\u0080-\u009F\uFFFD]+/gu) ?? [];
  const ofWords = words.map((word) => [...word].filter((character) => character > "\u007F"));
  // In words of other code pages small letters come before capitals.
  const isOwn = (word: string) => !/[A-Za-z]/.test(word) && /^\p{Lu}*[^\p{Lu}]*$/u.test(word);
  const own = ofWords
    .filter((_, i) => isOwn(words[i]!))
    .map((word) => word.filter((each) => letter.test(each)));
  const characters = own.flat();
  const share = characters.length / Math.max(1, ofWords.flat().length);
  const often = shareOf(characters, (character) => common.includes(character.toLowerCase()));
  return share * Math.min(1, often / commonShare);
};

/**
 * Characters of East Asia that texts have above all: kana and the first level of kanji, syllables of Hangul,
 * the first levels of Chinese characters, which are sorted by how often they are used.
 */
const wideCharacters = new Map<Encoding, (lead: number, trail: number) => boolean>([
  ["shift_jis", (lead) => (lead >= 0x81 && lead <= 0x83) || (lead >= 0x88 && lead <= 0x97)],
  [
    "euc-kr",
    (lead, trail) => trail >= 0xa1 && ((lead >= 0xb0 && lead <= 0xc8) || lead === 0xa1 || lead === 0xa3),
  ],
  [
    "gb18030",
    (lead, trail) => trail >= 0xa1 && ((lead >= 0xb0 && lead <= 0xd7) || lead === 0xa1 || lead === 0xa3),
  ],
  ["big5", (lead) => lead >= 0xa1 && lead <= 0xc6],
  [
    "euc-jp",
    (lead, trail) =>
      trail >= 0xa1 && ((lead >= 0xb0 && lead <= 0xcf) || lead === 0xa1 || lead === 0xa4 || lead === 0xa5),
  ],
]);

/** Hangul is also read as common Chinese characters, and kana of one code page as common ones of another. */
const certainty: Partial<Record<Encoding, number>> = { gb18030: 0.98, big5: 0.96 };

const likenessToCommon = (
  bytes: Buffer,
  encoding: Encoding,
  isCommon: (lead: number, trail: number) => boolean,
): number => {
  const isHalfKana = (byte: number) => encoding === "shift_jis" && byte >= 0xa1 && byte <= 0xdf;
  let [all, common] = [0, 0];
  for (let at = 0; at < bytes.length; at++) {
    const lead = bytes[at]!;
    if (lead < 0x80) continue;
    all++;
    if (isHalfKana(lead)) continue;
    if (isCommon(lead, bytes[at + 1] ?? 0) && (bytes[at + 1] ?? 0) >= 0x40) common++;
    at++;
  }
  return all === 0 ? 0 : (common / all) * (certainty[encoding] ?? 1);
};

const shareOf = <T>(all: readonly T[], is: (one: T) => boolean): number =>
  all.length === 0 ? 0 : all.filter(is).length / all.length;
