// The values of a text that deserve a column of their own: a rare one says something of too few people to learn from.

export interface ValueCount {
  name: string;
  count: number;
}

const minShare = 0.01;

/** The most frequent first, at most `limit`, none below one in a hundred of those counted. */
export const commonValues = (counts: readonly ValueCount[], limit: number): string[] => {
  const total = counts.reduce((sum, { count }) => sum + count, 0);
  return counts
    .filter(({ count }) => count >= minShare * total)
    .sort((a, b) => b.count - a.count || (a.name < b.name ? -1 : 1))
    .slice(0, limit)
    .map(({ name }) => name);
};
