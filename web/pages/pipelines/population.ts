// How many people some cohorts hold together, when it is not known how many are in several of them.

import { formatCount } from "../../ui/format.js";

export interface Bounds {
  fewest: number;
  most: number;
}

/** Of those in any cohort included and in none left out. Undefined while the size of one is not known. */
export const populationBounds = (
  included: readonly (number | undefined)[],
  excluded: readonly (number | undefined)[],
): Bounds | undefined => {
  if (included.length === 0) return undefined;
  const [sizes, gone] = [included.filter(isKnown), excluded.filter(isKnown)];
  if (sizes.length < included.length || gone.length < excluded.length) return undefined;
  return {
    fewest: Math.max(0, Math.max(...sizes) - sum(gone)),
    most: sum(sizes),
  };
};

export const boundsInWords = ({ fewest, most }: Bounds): string =>
  fewest === most
    ? `${formatCount(most)} ${most === 1 ? "person" : "people"} as of now.`
    : `Between ${formatCount(fewest)} and ${formatCount(most)} people as of now: how many are in several of these cohorts is known once it is built.`;

const isKnown = (size: number | undefined): size is number => size !== undefined;
const sum = (sizes: readonly number[]): number => sizes.reduce((total, size) => total + size, 0);
