// Figures in the words of a proposal: counts, amounts of money, and the columns that they are of.

export const counted = (count: number): string => count.toLocaleString("en-US");

export const money = (amount: number): string =>
  amount.toLocaleString("en-US", { minimumFractionDigits: 2, maximumFractionDigits: 2 });

/** "a", "a and b", "a, b and c". */
export const together = (columns: readonly string[]): string =>
  columns.length < 2 ? columns.join("") : `${columns.slice(0, -1).join(", ")} and ${columns.at(-1)}`;
