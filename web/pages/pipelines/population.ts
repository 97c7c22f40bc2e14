// Bounds of the size of an audience: the overlap of its cohorts is unknown before the pipeline is built.

import { formatCount } from "../../ui/format.js";

export interface Bounds {
  min: number;
  max: number;
}

/** People in any included and no excluded cohort. Undefined while the size of a cohort is unknown. */
export const populationBounds = (
  included: readonly (number | undefined)[],
  excluded: readonly (number | undefined)[],
): Bounds | undefined => {
  if (included.length === 0) return undefined;
  const [sizes, gone] = [included.filter(isKnown), excluded.filter(isKnown)];
  if (sizes.length < included.length || gone.length < excluded.length) return undefined;
  return {
    min: Math.max(0, Math.max(...sizes) - sum(gone)),
    max: sum(sizes),
  };
};

export const sizeSentence = ({ min: fewest, max: most }: Bounds): string =>
  fewest === most
    ? `${formatCount(most)} ${most === 1 ? "person" : "people"}.`
    : `Between ${formatCount(fewest)} and ${formatCount(most)} people. The exact number is known once the pipeline is built.`;

const isKnown = (size: number | undefined): size is number => size !== undefined;
const sum = (sizes: readonly number[]): number => sizes.reduce((total, size) => total + size, 0);
