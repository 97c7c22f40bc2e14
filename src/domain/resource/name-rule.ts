// Rule for names that users give to streams, traits, properties and identity sets. Machine names consist of
// letters and digits, so a name needs one; it is shown in one line, so it has no control characters. And
// names that are made from those of columns.

import { limits } from "./limits.js";

const most = limits.nameCharacters.is;

export const nameRule = {
  /** Source of a regular expression, for schemas. */
  source: `^(?=[^\\x00-\\x1f\\x7f]{1,${most}}$).*[A-Za-z0-9]`,
  words: `Use 1 to ${most} characters in one line, at least one of them a letter from A to Z or a digit.`,
};

const rule = new RegExp(nameRule.source, "u");

export const isName = (text: string): boolean => rule.test(text);

/** Words where capitals begin them: `InvoiceNo` → `Invoice No`. */
const separated = (header: string): string =>
  header
    .replace(/ß/g, "ss")
    .replace(/IDs\b/g, "Ids")
    .replace(/MwSt/g, "Mwst")
    .replace(/([a-z0-9])([A-Z])/g, "$1 $2")
    .replace(/([A-Z])([A-Z][a-z])/g, "$1 $2");

const withoutMarks = (text: string): string => text.normalize("NFKD").replace(/\p{M}/gu, "");

/** Latin letters whose stroke is no mark of its own. */
const stroked: Record<string, string> = { ł: "l", ø: "o", đ: "d", ı: "i", æ: "ae", œ: "oe" };

/**
 * For comparison with known words: `Prénom` → `prenom`, `Straße & Nr.` → `strasse nr`, `Płatność` →
 * `platnosc`. Letters of other scripts have no place in them.
 */
export const plainWords = (header: string): string =>
  withoutMarks(separated(header))
    .toLowerCase()
    .replace(/[łøđıæœ]/g, (letter) => stroked[letter]!)
    .replace(/([a-z])([0-9])/g, "$1 $2")
    .replace(/[^a-z0-9]+/g, " ")
    .trim();

/** Latin letters with their accents, and what is neither a letter nor the mark of one. */
const latin = /\p{Script=Latin}\p{M}*|[^\p{L}\p{M}]/gu;

/**
 * `Invoice No` → `invoice_no`. Latin letters lose their accents; those of other scripts keep their marks,
 * which are vowels and sounds.
 */
export const letterNames = (text: string): string =>
  text
    .normalize("NFC")
    .replace(latin, withoutMarks)
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, "_")
    .replace(/^_+|_+$/g, "");

/** Whether it has letters that are not Latin ones. */
export const hasOtherLetters = (text: string): boolean => /[^\p{Script=Latin}\P{L}]/u.test(text);

/** The name of a property or an attribute that is called like a column. */
export const nameOf = (header: string): string => {
  const name = letterNames(separated(header)).replace(/([a-z])([0-9])/g, "$1_$2");
  if (name === "") return "column";
  return /[a-z0-9]/.test(name) ? name : `column_${name}`;
};

/** The name that is wanted, with a number if it is taken. */
export const freeName = (wanted: string, isTaken: (name: string) => boolean): string => {
  let name = wanted;
  for (let n = 2; isTaken(name); n++) name = `${wanted}_${n}`;
  return name;
};

/** The names that are wanted, in their order. One that is taken gets a number. */
export const distinctNames = (wanted: readonly string[], taken: readonly string[] = []): string[] => {
  const used = new Set(taken);
  return wanted.map((each) => {
    const name = freeName(each, (known) => used.has(known));
    used.add(name);
    return name;
  });
};

/** Names of columns, in their order. One that is taken gets a number. */
export const fieldNames = (headers: readonly string[], taken: readonly string[] = []): string[] =>
  distinctNames(headers.map(nameOf), taken);
