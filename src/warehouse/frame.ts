// Frames read from the feature query into typed arrays: where SQL ends and the model's arithmetic begins.

import type { FeaturePlan } from "../domain/features/feature.js";
import type { Frame } from "../domain/frame.js";
import type { EpochSeconds } from "../domain/resource.js";
import { assert } from "../errors/refusal.js";
import type { Column, Engine } from "./engine.js";
import { type KeyRange, wholeRange } from "./features/past.js";
import { type FeatureRelations, featureQuery } from "./features/query.js";
import { type Sql, sql } from "./sql/sql.js";

/** The frame of one cutoff, ordered by person. `spine` is a query with person_id, landmark and, for training, label (0 or 1). */
export const readFrame = async (
  engine: Engine,
  plan: FeaturePlan,
  relations: FeatureRelations,
  spine: Sql,
  cutoff: EpochSeconds,
  range: KeyRange = wholeRange,
): Promise<Frame> => {
  const query = featureQuery(plan, relations, sql`(${spine})`, cutoff, range);
  const { rows, columns } = await engine.columns(query);
  const names = plan.features.map(({ name }) => name);
  const personId = columns.person_id as BigInt64Array;
  assertOneRowEach(personId);
  return {
    rows,
    personId,
    landmark: new Float64Array(rows).fill(cutoff),
    label: columns.label ? labels(columns.label) : null,
    names,
    columns: names.map((name) => Float32Array.from(columns[name] as Float64Array)),
  };
};

/** The frames of a whole spine of `people`, with about `peoplePerFrame` people each. Empty frames are skipped. */
export async function* populationFrames(
  engine: Engine,
  plan: FeaturePlan,
  relations: FeatureRelations,
  spine: Sql,
  cutoff: EpochSeconds,
  people: number,
  peoplePerFrame = 100_000,
): AsyncGenerator<Frame> {
  for (const range of keyRanges(Math.ceil(people / peoplePerFrame))) {
    const frame = await readFrame(engine, plan, relations, spine, cutoff, range);
    if (frame.rows > 0) yield frame;
  }
}

const keyBits = 63n;

/** Key ranges of equal width; the last one is open, so that every key is in a range. */
export const keyRanges = (count: number): KeyRange[] =>
  Array.from({ length: Math.max(count, 1) }, (_, i, n = BigInt(Math.max(count, 1))) => ({
    from: (BigInt(i) << keyBits) / n,
    until: BigInt(i) === n - 1n ? null : (BigInt(i + 1) << keyBits) / n,
  }));

const labels = (column: Column): Uint8Array =>
  Uint8Array.from(column as ArrayLike<number>, (value) => {
    const label = Number(value);
    assert(label === 0 || label === 1, `${label} is not a label`);
    return label;
  });

const assertOneRowEach = (personId: BigInt64Array): void => {
  for (let row = 1; row < personId.length; row++)
    assert(personId[row - 1]! < personId[row]!, `person ${personId[row]} has two rows in one frame`);
};
