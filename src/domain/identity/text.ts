// What all spellings are brought to before they are compared: words in lower case, without accents and punctuation.
// `warehouse/persons/text.ts` says the same in SQL, for files; this is for the one person who is looked up.

/** What people write for "I do not know" is no value at all. */
export const placeholderTexts: readonly string[] = [
  ..."- -- . ? x xx xxx n/a n.a. #n/a na nan nil none null undefined unknown unspecified anonymous guest tbd".split(
    " ",
  ),
  "not provided",
  "not available",
  "no name",
];

/** Blanks alone, as the engine trims. */
export const trimmed = (text: string): string => text.replace(/^ +| +$/g, "");

/** Trimmed text; undefined where it is blank or stands for nothing. */
export const meaningful = (text: string | null | undefined): string | undefined => {
  const value = trimmed(text ?? "");
  const folded = value.toLowerCase();
  return folded === "" || placeholderTexts.includes(folded) ? undefined : value;
};

/** Letters that are no other letter with an accent, and what they are taken for; apostrophes are taken for nothing. */
export const letterReplacements = { from: "ØøŁłĐđıẞ'’‘ʼ´", to: "OoLlDdiß" };

const letterOf = new Map(
  [...letterReplacements.from].map((letter, i) => [letter, letterReplacements.to[i] ?? ""]),
);
const anyLetter = new RegExp(`[${letterReplacements.from}]`, "g");

/** `O’Brien-Müller, J.` → `obrien muller j`. Letters and digits of every script stay; nothing gives the empty text. */
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
