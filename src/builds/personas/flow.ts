// Movement of people between personas: today's personas applied to the cohort's members at the end of each past month, with what
// was known about them then.

import { type Period, periods } from "../../domain/calendar.js";
import type { CohortConfig } from "../../domain/cohort.js";
import type { FeaturePlan } from "../../domain/features/plan.js";
import type { PersonaSetResult } from "../../domain/persona-set.js";
import type { EpochSeconds } from "../../domain/resource.js";
import { assignClusters, type ClusterModel } from "../../model/kmeans/clusters.js";
import { sizesOf } from "../../model/kmeans/kmeans.js";
import type { Engine } from "../../warehouse/engine.js";
import type { KeyRange } from "../../warehouse/features/past.js";
import { readFrame } from "../../warehouse/frame.js";
import { knownMembers, peopleAsOf } from "../../warehouse/personas.js";
import { sql } from "../../warehouse/sql/sql.js";
import { cohortInputs, featureRelations } from "../kind/relations.js";
import type { AccountSnapshot } from "../kind/snapshot.js";

/** A chart of more months is not readable. */
const maxMonths = 36;

interface Flow {
  cohort: CohortConfig;
  plan: FeaturePlan;
  model: ClusterModel;
  /** The keys of a random sample of people, whose counts are scaled to all. */
  range: KeyRange;
}

/** People by cluster at the ends of past months; empty for a cohort without dates, which has no past. */
export const pastFlow = async (
  flow: Flow,
  account: AccountSnapshot,
  engine: Engine,
): Promise<PersonaSetResult["flow"]> => {
  const flows: PersonaSetResult["flow"] = [];
  for (const { end } of pastMonths(flow.cohort, account))
    flows.push({ cutoff: end, counts: await countsAt(end, flow, account, engine) });
  return flows;
};

const pastMonths = (cohort: CohortConfig, { streams, dataThrough }: AccountSnapshot): Period[] => {
  const stream = streams.find(({ name }) => name === cohort.stream_name)?.result;
  if (!stream?.isDated || stream.oldest === null) return [];
  return periods("months", stream.oldest, dataThrough)
    .slice(-maxMonths)
    .filter(({ end }) => end < dataThrough);
};

const countsAt = async (
  cutoff: EpochSeconds,
  { cohort, plan, model, range }: Flow,
  account: AccountSnapshot,
  engine: Engine,
): Promise<number[]> => {
  const members = await engine.createTable(
    "members_then",
    knownMembers(cohort, cohortInputs(account), cutoff),
  );
  const spine = peopleAsOf(members, cutoff);
  const { columns } = await readFrame(engine, plan, featureRelations(account), spine, cutoff, range);
  const { people } = await engine.row<{ people: number }>(sql`select count(*) as people from ${members}`);
  return apportioned(sizesOf(assignClusters(model, columns), model.centres.length), people);
};

/** The counts in the same proportions, as whole numbers whose sum is the total. */
export const apportioned = (counts: readonly number[], total: number): number[] => {
  const all = counts.reduce((sum, count) => sum + count, 0);
  let [before, assigned] = [0, 0];
  return counts.map((count) => {
    before += count;
    const upTo = all === 0 ? 0 : Math.round((before / all) * total);
    const own = upTo - assigned;
    assigned = upTo;
    return own;
  });
};
