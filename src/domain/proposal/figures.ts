// Figures in the words of a proposal: counts, and amounts of money.

export const counted = (count: number): string => count.toLocaleString("en-US");

export const money = (amount: number): string =>
  amount.toLocaleString("en-US", { minimumFractionDigits: 2, maximumFractionDigits: 2 });
