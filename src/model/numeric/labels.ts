// Labels are 1 for who attained and 0 for who did not.

export const countPositives = (label: Uint8Array): number => label.reduce((sum, y) => sum + y, 0);

/** People of the rarer of the two classes. */
export const countMinority = (label: Uint8Array): number =>
  Math.min(countPositives(label), label.length - countPositives(label));

/** Share of people who attained, of at least one. */
export const positiveRate = (label: Uint8Array): number => countPositives(label) / label.length;
