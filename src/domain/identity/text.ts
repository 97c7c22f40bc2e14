// Normalised text: words in lower case, without accents and punctuation. For a single person who is looked up;
// `warehouse/persons/text.ts` does the same in SQL, for files.

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
  const folded = value.toLowerCase();
  return folded === "" || placeholderTexts.includes(folded) ? undefined : value;
};

/** Letters that are not a base letter with an accent, and their replacements. Apostrophes are removed. */
export const letterReplacements = { from: "ØøŁłĐđıẞ'’‘ʼ´", to: "OoLlDdiß" };

const letterOf = new Map(
  [...letterReplacements.from].map((letter, i) => [letter, letterReplacements.to[i] ?? ""]),
);
const anyLetter = new RegExp(`[${letterReplacements.from}]`, "g");

/** `O’Brien-Müller, J.` → `obrien muller j`. Letters and digits of every script stay; a missing text gives the empty text. */
export const words = (text: string | null | undefined): string =>
  trimmed(
    (text ?? "")
      .replace(anyLetter, (letter) => letterOf.get(letter)!)
      .replaceAll("ß", "ss")
      .normalize("NFD")
      .replace(/\p{M}/gu, "")
      .normalize("NFC")
      .toLowerCase()
      .replace(/[^\p{L}\p{M}\p{N}]+/gu, " "),
  );
