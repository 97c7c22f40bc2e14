// Normalised text: words in lower case, without accents and punctuation. For a single person who is looked
// up, and for texts of files that SQL cannot spell; `warehouse/persons/text.ts` does the same in SQL for
// nearly all of them.

import { signVariants } from "./script-lists.js";

/** Texts that people write for a missing value. */
export const placeholderTexts: readonly string[] = [
  ..."- -- . ? x xx xxx n/a n.a. #n/a na nan nil none null undefined unknown unspecified anonymous guest tbd".split(
    " ",
  ),
  "not provided",
  "not available",
  "no name",
];

/** Without spaces around it; like the engine, this keeps other white space. */
export const trimmed = (text: string): string => text.replace(/^ +| +$/g, "");

/** Trimmed text; undefined if blank or a placeholder. */
export const meaningful = (text: string | null | undefined): string | undefined => {
  const value = trimmed(text ?? "");
  const lower = value.toLowerCase();
  return lower === "" || placeholderTexts.includes(lower) ? undefined : value;
};

/**
 * Letters that are not a base letter with an accent, and their replacements: Arabic has two letters each for
 * the last vowel of a name, and Persian its own for two. Apostrophes are removed.
 */
export const letterReplacements = { from: "ØøŁłĐđıẞςةىیک'’‘ʼ´", to: "OoLlDdißσهييك" };

const letterOf = new Map(
  [...letterReplacements.from].map((letter, i) => [letter, letterReplacements.to[i] ?? ""]),
);

const signOf = new Map(
  signVariants
    .trim()
    .split(/\s+/)
    .flatMap(([sign, ...variants]) => variants.map((variant) => [variant, sign!] as const)),
);
/** Any sign that has another form, as `國` and `国`. */
export const anySignVariant = `[${[...signOf.keys()].join("")}]`;
const signVariant = new RegExp(anySignVariant, "gu");
const anyLetter = new RegExp(`[${letterReplacements.from}]`, "g");

/**
 * Texts of these characters alone are spelled alike by SQL and by `folded`: their marks are accents and
 * points, which writers leave out, and none of them has another form, as half-width letters have. Latin,
 * Greek, Cyrillic, Arabic, Hebrew, ideographs and Hangul.
 */
export const plainText = `[${[
  "\\x00-\\x7F",
  "\u00C0-\u0131\u0134-\u013E\u0141-\u0148\u014A-\u017E\u0180-\u01C3\u01CD-\u01F0\u01F4-\u02AF",
  "\u0300-\u036F\u1E00-\u1E99\u1E9C-\u1EFF\u2013\u2014\u2018-\u201D",
  "\u0386\u0388-\u03CF\u0400-\u0482\u048A-\u052F",
  "\u05D0-\u05EA\u0591-\u05BD\u05C1\u05C2\u05C4\u05C5",
  "\u0621-\u063A\u0641-\u0652\u0670-\u0674\u0679-\u06D3",
  "\u3400-\u4DBF\u4E00-\u9FFF\uAC00-\uD7A3",
].join("")}]*`;

/**
 * A letter of a script whose marks are vowels and sounds, as in Hindi, Thai and kana, with its marks; or any
 * other mark.
 */
const letterWithMarks =
  /([^\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Han}\p{Script=Common}\p{Script=Inherited}\p{M}]\p{M}*)|\p{M}/gu;

/** The acute accent that stands for an apostrophe: its other form is a space with an accent. */
const acute = /´/g;
/** Joiners and marks of direction are not seen, and the tatweel only lengthens a word. */
const unseen = /[\p{Cf}\u0640]/gu;

/** Two characters or more that are the bytes of one letter: `Ã¼` for `ü`, as a program reads UTF-8 for Windows-1252. */
export const misread =
  "[\u00C2-\u00C5\u00CE-\u00D1][\u0080-\u00BF\u0152\u0153\u0160\u0161\u0178\u017D\u017E\u0192\u02C6\u02DC\u2013-\u203A\u20AC\u2122]";
const anyMisread = new RegExp(misread, "u");
/** The characters of Windows-1252 from 0x80 on that are not those of Latin 1. */
const windowsCharacters = "€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008DŽ\u008F\u0090‘’“”•–—˜™š›œ\u009DžŸ";

/** The text whose bytes were misread; the text itself if they are none. */
const reread = (text: string): string => {
  if (!anyMisread.test(text)) return text;
  const bytes = [...text].map((character) => {
    const at = windowsCharacters.indexOf(character);
    return at < 0 ? character.codePointAt(0)! : 0x80 + at;
  });
  if (bytes.some((byte) => byte > 0xff)) return text;
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(Uint8Array.from(bytes));
  } catch {
    return text;
  }
};

/** `O’Brien-Müller, Ｊ.` → `obrien-muller, j.` Marks that are vowels stay: `राम` is not `रमा`. */
export const folded = (text: string): string =>
  withLatinDigits(reread(text).replace(acute, "").normalize("NFKC").replace(unseen, ""))
    .replace(anyLetter, (letter) => letterOf.get(letter)!)
    .replaceAll("ß", "ss")
    .replace(signVariant, (sign) => signOf.get(sign)!)
    .normalize("NFD")
    .replace(letterWithMarks, (_, kept?: string) => kept ?? "")
    .normalize("NFC")
    .toLowerCase()
    // A capital sigma at the end of a word has a lower case of its own.
    .replaceAll("ς", "σ");

/**
 * `O’Brien-Müller, J.` → `obrien muller j`. Letters and digits of every script stay; a missing text gives the
 * empty text.
 */
export const words = (text: string | null | undefined): string =>
  trimmed(folded(text ?? "").replace(/[^\p{L}\p{M}\p{N}]+/gu, " "));

/** `＋９７１ ٥٠` → `+971 50`: full-width characters and the digits of every script as ASCII. */
export const withLatinCharacters = (text: string): string => withLatinDigits(text.normalize("NFKC"));

const withLatinDigits = (text: string): string => text.replace(/[^\P{Nd}0-9]/gu, latinDigit);

/** The digits of a script follow one another, from zero. */
const latinDigit = (digit: string): string => {
  const code = digit.codePointAt(0)!;
  let value = 0;
  while (value < 9 && /\p{Nd}/u.test(String.fromCodePoint(code - value - 1))) value++;
  return String(value);
};
