// Grammar of short English texts: a noun agrees with its count, an article with its noun, and a list ends in "and".

import { english, type Formatter } from "./format.js";

/** "category" → "categories", "batch" → "batches"; a noun that ends in "s" stays. */
export const plural = (noun: string): string => {
  if (/[^aeiou]y$/.test(noun)) return `${noun.slice(0, -1)}ies`;
  if (/(x|z|ch|sh)$/.test(noun)) return `${noun}es`;
  return noun.endsWith("s") ? noun : `${noun}s`;
};

/** "categories" → "category", "batches" → "batch", "Orders" → "Order"; "status" and "address" stay. */
export const singular = (noun: string): string => {
  if (/[^aeiou]ies$/i.test(noun)) return `${noun.slice(0, -3)}y`;
  if (/(x|z|ch|sh|ss)es$/i.test(noun)) return noun.slice(0, -2);
  return /(ss|us|is)$/i.test(noun) ? noun : noun.replace(/s$/i, "");
};

/** "1 person", "2 people", "1,234 rows". */
export const counted = (
  count: number,
  one: string,
  many: string = plural(one),
  { count: show }: Pick<Formatter, "count"> = english,
): string => `${show(count)} ${count === 1 ? one : many}`;

export const people = (count: number, format: Pick<Formatter, "count"> = english): string =>
  counted(count, "person", "people", format);

/** "no orders", "1 order", "3 orders". */
export const howMany = (count: number, one: string, many: string = plural(one)): string =>
  count === 0 ? `no ${many}` : counted(count, one, many);

/** "a customer", "an order", "an 8-day horizon". Words that start with a sounded u or o take "a". */
export const withArticle = (noun: string): string =>
  `${/^(?:[aei]|o(?!ne\b|nce\b)|u(?!n[ia]|se|sa|ti|[bfht]i|rl)|8|11\b|18\b|h(?:our|onest|eir))/i.test(noun) ? "an" : "a"} ${noun}`;

/** "a", "a and b", "a, b and c". */
export const listed = (items: readonly string[], word: "and" | "or" | "nor" = "and"): string =>
  items.length < 2 ? items.join("") : `${items.slice(0, -1).join(", ")} ${word} ${items.at(-1)}`;

/** "The first", in the middle of a sentence: "the first". Abbreviations stay: "AUC", "BG/NBD model". */
export const lowered = (text: string): string =>
  /^[A-Z](?:[A-Z]|$)/.test(text) ? text : text.charAt(0).toLowerCase() + text.slice(1);

export const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** "once", "twice", "3 times". */
export const timesOver = (count: number): string =>
  count === 1 ? "once" : count === 2 ? "twice" : `${count} times`;

const ordinals = [
  "first",
  "second",
  "third",
  "fourth",
  "fifth",
  "sixth",
  "seventh",
  "eighth",
  "ninth",
  "tenth",
];

/** "first", "eighth", "12th", "21st". */
export const ordinal = (n: number): string => ordinals[n - 1] ?? `${n}${suffixOf(n)}`;

const suffixOf = (n: number): string => {
  if ([11, 12, 13].includes(n % 100)) return "th";
  return ["th", "st", "nd", "rd"][n % 10] ?? "th";
};
