// Percentages in sentences.

/** `0.125` → `12.5 %`. */
export const percent = (share: number): string => `${(100 * share).toFixed(1)} %`;
