// Frames of people at cutoffs: where SQL ends and the model's arithmetic begins.

import type { FeaturePlan } from "../domain/outcome/features/feature.js";
import { appendFrames, type Frame } from "../domain/outcome/frame.js";
import type { EpochSeconds } from "../domain/resource/resource.js";
import type { Engine } from "./engine.js";
import type { Spine } from "./features/frame-rows.js";
import { readGroups } from "./features/groups.js";
import type { FeatureRelations } from "./features/histories.js";
import { type KeyRange, keyRanges } from "./features/key-range.js";
import { type WalkOptions, walk } from "./features/walk.js";
import { type Relation, type Sql, sql } from "./sql/sql.js";

/** The frames of all spines, one after the other, each ordered by person. */
export const readFrames = async (
  engine: Engine,
  plan: FeaturePlan,
  relations: FeatureRelations,
  spines: Iterable<Spine> | AsyncIterable<Spine>,
  options: WalkOptions = {},
): Promise<Frame> => {
  const parts: Frame[][] = [];
  for await (const frames of walk(engine, plan, relations, spines, options)) parts.push(frames);
  return appendFrames(parts[0]!.flatMap((_, spine) => parts.map((frames) => frames[spine]!)));
};

/** The frame of one cutoff. */
export const readFrame = (
  engine: Engine,
  plan: FeaturePlan,
  relations: FeatureRelations,
  people: Sql,
  cutoff: EpochSeconds,
  range?: KeyRange,
): Promise<Frame> => readFrames(engine, plan, relations, [{ cutoff, people }], range && { range });

/** The frames of a spine of about so many people, some people after the other. Empty frames are skipped. */
export async function* populationFrames(
  engine: Engine,
  plan: FeaturePlan,
  relations: FeatureRelations,
  people: Sql,
  cutoff: EpochSeconds,
  count: number,
  peoplePerRange = 100_000,
): AsyncGenerator<Frame> {
  const groups = await readGroups(engine, plan, relations, [cutoff]);
  for (const range of keyRanges(Math.ceil(count / peoplePerRange)))
    for await (const [frame] of walk(engine, plan, relations, [{ cutoff, people }], { range, groups }))
      if (frame!.rows > 0) yield frame!;
  if (groups) await engine.drop(...groups.tables);
}

/** The spine of these people (person_id) at one cutoff: person_id, landmark. */
export const peopleAt = (people: Relation, cutoff: EpochSeconds): Sql =>
  sql`select p.person_id, cast(${cutoff} as bigint) as landmark from ${people} as p`;

/** The people of a spine, without labels. */
export const withoutLabels = (spine: Sql): Sql => sql`select s.person_id, s.landmark from (${spine}) as s`;
