// The name that was probably meant: the one fewest edits away, if that is few enough to be a slip of the hand.

/** Undefined when nothing is near. Ties go to the first candidate. */
export const nearest = (typed: string, candidates: readonly string[]): string | undefined => {
  let best: { candidate: string; edits: number } | undefined;
  for (const candidate of candidates) {
    const edits = editDistance(typed.toLowerCase(), candidate.toLowerCase());
    if (best === undefined || edits < best.edits) best = { candidate, edits };
  }
  return best && best.edits <= Math.max(2, Math.floor(best.candidate.length / 3))
    ? best.candidate
    : undefined;
};

/** Levenshtein distance, one row of the table at a time. */
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
