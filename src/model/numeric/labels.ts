// Counts of labels, which are 1 for people who converted and 0 for those who did not.

export const countPositives = (label: Uint8Array): number => label.reduce((sum, y) => sum + y, 0);

/** Number of people in the rarer class. */
export const countMinority = (label: Uint8Array): number =>
  Math.min(countPositives(label), label.length - countPositives(label));

/** Share of people who converted; there must be at least one person. */
export const positiveRate = (label: Uint8Array): number => countPositives(label) / label.length;
