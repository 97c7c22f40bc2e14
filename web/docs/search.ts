// Search of the documentation: entries by the words of a query, which may be missing, misspelt in their endings,
// or synonyms of the page's. Rare words count more than frequent ones, titles and paths more than other words, and
// whole words more than beginnings. Words that every question has, such as "how do I", do not count.

import type { SearchEntry } from "../../src/words/search-entry.js";
import { synonyms } from "./synonyms.js";

/** The best entries, the best first; none for a query without words, or of words that are nowhere. */
export const search = (entries: readonly SearchEntry[], query: string, most = 10): SearchEntry[] => {
  const words = wordsOf(query);
  const telling = words.filter((word) => !common.has(word));
  const terms = telling.length > 0 ? telling : words;
  if (terms.length === 0) return [];
  const index = indexOf(entries);
  const title = words.join(" ");
  const isTitle = (entry: number): boolean =>
    index.titles[entry] === title && !references.has(entries[entry]!.detail);
  return scoresOf(index, terms)
    .map((score, entry) => ({ entry: entries[entry]!, score: score * (isTitle(entry) ? 2 : 1) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .slice(0, most)
    .map(({ entry }) => entry);
};

const common = new Set(
  "a an and any are as at be by can do does each for from get give how i in into is it may me my of on or our the their there this to up use what when where which who why with you your".split(
    " ",
  ),
);

/** Paths stay whole. */
const wordsOf = (text: string): string[] =>
  text
    .toLowerCase()
    .replace("a/b", "ab")
    .split(/\s+/)
    .flatMap((part) => (part.startsWith("/") ? [part] : part.split(/[^\p{L}\p{N}_]+/u)))
    .filter(Boolean);

/** A word without its ending: `uploading`, `uploads` and `uploaded` are `upload`. */
const stemOf = (word: string): string => {
  if (word.length < 4 || word.includes("_")) return word;
  return word
    .replace(/ies$/, "y")
    .replace(/(?<=[^s])s$/, "")
    .replace(/(?<=...)(ing|ed)$/, "")
    .replace(/(?<=...)e$/, "");
};

/** Fields of an entry, in this order in all lists of an index. */
const fieldCount = 3;

interface Index {
  entries: readonly SearchEntry[];
  /** Titles in words, by entry. */
  titles: readonly string[];
  /** Fields in small letters, for paths, and what a match in each is worth. */
  texts: readonly string[];
  weights: readonly number[];
  /** Positions of the fields that have a word. */
  fieldsOf: ReadonlyMap<string, readonly number[]>;
  /** Number of fields that have a stem. */
  frequencies: ReadonlyMap<string, number>;
}

const indexes = new WeakMap<readonly SearchEntry[], Index>();

const indexOf = (entries: readonly SearchEntry[]): Index => {
  const known = indexes.get(entries);
  if (known) return known;
  const texts = entries.flatMap(({ title, detail, words }) =>
    [title, detail, words].map((text) => text.toLowerCase()),
  );
  const fieldsOf = new Map<string, number[]>();
  const frequencies = new Map<string, number>();
  texts.forEach((text, field) => {
    const words = new Set(text.split(/[^\p{L}\p{N}_]+/u).filter(Boolean));
    for (const word of words) {
      const fields = fieldsOf.get(word);
      if (fields) fields.push(field);
      else fieldsOf.set(word, [field]);
    }
    for (const stem of new Set([...words].map(stemOf)))
      frequencies.set(stem, (frequencies.get(stem) ?? 0) + 1);
  });
  const titles = entries.map(({ title }) => wordsOf(title).join(" "));
  const index = { entries, titles, texts, weights: entries.flatMap(weightsOf), fieldsOf, frequencies };
  indexes.set(entries, index);
  return index;
};

/** Of title, detail and other words. Short titles and short texts are more about each of their words. */
const weightsOf = (entry: SearchEntry): number[] => {
  const telling = Math.max(1, wordsOf(entry.title).filter((word) => !common.has(word)).length);
  const length = entry.words.split(" ").length;
  const weights = [
    10 * (1 + 1 / telling),
    entry.kind === "operation" ? 8 : 4,
    3 / (1 + 0.3 * Math.log(Math.max(1, length / 30))),
  ];
  return weights.map((weight) => weight * worthOf(entry));
};

/** A reader wants the operation or the guide, and then the command, the schema or the error. */
const worthOf = ({ kind, title, detail }: SearchEntry): number => {
  if (kind === "error") return 0.6;
  if (kind === "schema") return 0.8;
  if (kind === "operation") return 1;
  if (references.has(detail)) return 0.65;
  return title === detail ? 1.15 : 1;
};
const references = new Set(["Command line", "Glossary", "Security model", "Performance"]);

/** By entry: weighed by how rare each word is, and by the share of the words that the entry has. */
const scoresOf = (index: Index, terms: readonly string[]): number[] => {
  const scores = index.entries.map(() => 0);
  const found = index.entries.map(() => 0);
  for (const term of terms) {
    const matches = [matchesOf(index, term), ...(synonyms[term] ?? []).map((each) => phraseIn(index, each))];
    const rarity = Math.log(
      1 + index.entries.length / (5 + (index.frequencies.get(stemOf(term)) ?? 0) / fieldCount),
    );
    for (let entry = 0; entry < scores.length; entry++) {
      let best = 0;
      for (let field = fieldCount * entry; field < fieldCount * (entry + 1); field++)
        for (const match of matches) best = Math.max(best, index.weights[field]! * match[field]!);
      if (best === 0) continue;
      found[entry]! += 1;
      scores[entry]! += best * rarity;
    }
  }
  return scores.map((score, entry) => (score * found[entry]!) / terms.length);
};

/** All words of a synonym in one field, which is worth a little less than the word itself. */
const phraseIn = (index: Index, phrase: string): Float64Array => {
  const [first, ...others] = phrase.split(" ").map((word) => matchesOf(index, word));
  return first!.map((match, field) => 0.85 * Math.min(match, ...others.map((each) => each[field]!)));
};

/** By field: 2 for a whole path, 1 for a whole word or a part of a path, less for other endings and a beginning. */
const matchesOf = ({ texts, fieldsOf }: Index, word: string): Float64Array => {
  const matches = new Float64Array(texts.length);
  if (word.includes("/"))
    return matches.map((_, field) =>
      texts[field]!.endsWith(` ${word}`) ? 2 : Number(texts[field]!.includes(word)),
    );
  const stem = stemOf(word);
  for (const [known, fields] of fieldsOf) {
    const match = known === word ? 1 : stemOf(known) === stem ? 0.9 : beginsWith(known, word) ? 0.5 : 0;
    if (match > 0) for (const field of fields) matches[field] = Math.max(matches[field]!, match);
  }
  return matches;
};

const beginsWith = (known: string, word: string): boolean => word.length >= 3 && known.startsWith(word);
