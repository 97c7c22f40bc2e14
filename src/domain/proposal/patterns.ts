// Patterns of many words, written a line at a time.

/** Any of the alternatives. */
export const anyOf = (...alternatives: string[]): RegExp => new RegExp(alternatives.join("|"));

/** Any of the words, as words. */
export const saying = (...words: string[]): RegExp => new RegExp(`\\b(?:${words.join("|")})\\b`);
