// Nearest name: the candidate with the fewest edits, if there are few enough for a typo.

/** A longer name is no typo; comparing takes time by the product of the lengths. */
const maxCharacters = 100;

/** Undefined without a near candidate. Ties go to the first one. */
export const nearest = (typed: string, candidates: readonly string[]): string | undefined => {
  if (typed.length > maxCharacters) return undefined;
  let best: { candidate: string; edits: number } | undefined;
  for (const candidate of candidates.filter(({ length }) => length <= maxCharacters)) {
    const edits = editDistance(typed.toLowerCase(), candidate.toLowerCase());
    if (best === undefined || edits < best.edits) best = { candidate, edits };
  }
  return best && best.edits <= Math.max(2, Math.floor(best.candidate.length / 3))
    ? best.candidate
    : undefined;
};

/** Levenshtein distance, computed row by row. */
const editDistance = (a: string, b: string): number => {
  let row = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const substitution = row[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(substitution, row[j]! + 1, next[j - 1]! + 1));
    }
    row = next;
  }
  return row[b.length]!;
};
