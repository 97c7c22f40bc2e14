// Labels are 1 for who attained and 0 for who did not.

export const attainedIn = (label: Uint8Array): number => label.reduce((sum, y) => sum + y, 0);

/** People of the rarer of the two classes. */
export const rarerIn = (label: Uint8Array): number =>
  Math.min(attainedIn(label), label.length - attainedIn(label));

/** Share of people who attained, of at least one. */
export const rateOf = (label: Uint8Array): number => attainedIn(label) / label.length;
