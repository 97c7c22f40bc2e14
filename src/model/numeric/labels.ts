// Counts of labels, which are 1 for people who converted and 0 for those who did not.

export const countPositives = (label: Uint8Array): number => {
  let positives = 0;
  for (let i = 0; i < label.length; i++) positives += label[i]!;
  return positives;
};

/** Number of people in the rarer class. */
export const countMinority = (label: Uint8Array): number => {
  const positives = countPositives(label);
  return Math.min(positives, label.length - positives);
};

/** Share of people who converted; there must be at least one person. */
export const positiveRate = (label: Uint8Array): number => countPositives(label) / label.length;
