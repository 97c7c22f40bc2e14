// Made-up campaigns whose truth is known.

import { seededRandom } from "../numeric/random.js";
import { sigmoid } from "../numeric/special-functions.js";
import type { RandomisedPeople } from "./uplift-model.js";

export interface Truth {
  people: number;
  columns: number;
  share?: number;
  seed: number;
  /** Log-odds without contact. */
  base?(row: readonly number[]): number;
  /** What a contact adds to them. */
  effect(row: readonly number[]): number;
}

/** Columns are uniform numbers with mean 0 and standard deviation 1. */
export const madeUpCampaign = ({
  people,
  columns,
  share = 0.5,
  seed,
  base = (row) => -2 + 0.7 * row[0]!,
  effect,
}: Truth): RandomisedPeople & { uplift: Float64Array } => {
  const random = seededRandom(seed);
  const rows = Array.from({ length: people }, () =>
    Array.from({ length: columns }, () => Math.sqrt(12) * (random() - 0.5)),
  );
  const contacted = Uint8Array.from(rows, () => Number(random() < share));
  return {
    columns: Array.from({ length: columns }, (_, j) => Float64Array.from(rows, (row) => row[j]!)),
    contacted,
    attained: Uint8Array.from(rows, (row, i) =>
      Number(random() < sigmoid(base(row) + contacted[i]! * effect(row))),
    ),
    uplift: Float64Array.from(rows, (row) => sigmoid(base(row) + effect(row)) - sigmoid(base(row))),
  };
};
