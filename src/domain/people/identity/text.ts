// Normalised text: words in lower case, without accents and punctuation. For a single person who is looked
// up, and for texts of files that SQL cannot spell; `warehouse/persons/text.ts` does the same in SQL for
// nearly all of them.

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

/** Letters that are not a base letter with an accent, and their replacements. Apostrophes are removed. */
export const letterReplacements = { from: "ØøŁłĐđıẞς'’‘ʼ´", to: "OoLlDdißσ" };

const letterOf = new Map(
  [...letterReplacements.from].map((letter, i) => [letter, letterReplacements.to[i] ?? ""]),
);
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

/** `O’Brien-Müller, Ｊ.` → `obrien-muller, j.` Marks that are vowels stay: `राम` is not `रमा`. */
export const folded = (text: string): string =>
  withLatinDigits(text.replace(acute, "").normalize("NFKC").replace(unseen, ""))
    .replace(anyLetter, (letter) => letterOf.get(letter)!)
    .replaceAll("ß", "ss")
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
