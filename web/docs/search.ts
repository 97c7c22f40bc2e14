// Search of the documentation: entries that have all words of a query, each as the beginning of a word of
// theirs. Titles and paths count more than other words, and whole titles and words more than beginnings.

import type { SearchEntry } from "../../src/words/search-entry.js";

/** The best entries, the best first; none for a query without words. */
export const search = (entries: readonly SearchEntry[], query: string, most = 10): SearchEntry[] => {
  const words = wordsOf(query);
  if (words.length === 0) return [];
  return entries
    .map((entry) => ({ entry, score: scoreOf(entry, words) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .slice(0, most)
    .map(({ entry }) => entry);
};

/** Paths stay whole. */
const wordsOf = (text: string): string[] =>
  text
    .toLowerCase()
    .split(/\s+/)
    .flatMap((part) => (part.includes("/") ? [part] : part.split(/[^\p{L}\p{N}_]+/u)))
    .filter(Boolean);

/** The sum over the words; 0 if one of them is missing. */
const scoreOf = (entry: SearchEntry, words: readonly string[]): number => {
  const fields = [
    { text: entry.title.toLowerCase(), weight: 10 },
    { text: entry.detail.toLowerCase(), weight: entry.kind === "operation" ? 8 : 4 },
    { text: entry.words, weight: 2 },
  ];
  let score = (weights[entry.kind] ?? 0) + (wordsOf(entry.title).join(" ") === words.join(" ") ? 10 : 0);
  for (const word of words) {
    const best = Math.max(...fields.map(({ text, weight }) => weight * matchOf(text, word)));
    if (best === 0) return 0;
    score += best;
  }
  return score;
};

/** Weights of kinds: of two entries that fit as well, people want the operation. */
const weights: Record<string, number> = { operation: 0.4, guide: 0.3, schema: 0.2, error: 0.1 };

/** 2 for a whole path, 1 for a whole word or a part of a path, half for the beginning of a word. */
const matchOf = (text: string, word: string): number => {
  if (word.includes("/")) {
    if (text.endsWith(` ${word}`)) return 2;
    return text.includes(word) ? 1 : 0;
  }
  const own = text.split(/[^\p{L}\p{N}_]+/u);
  if (own.includes(word)) return 1;
  return own.some((each) => each.startsWith(word)) ? 0.5 : 0;
};
