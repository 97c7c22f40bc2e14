// Movement of people between personas: today's personas applied to the cohort's members at the end of each
// past month, with what was known about them then.

import { type Period, periods } from "../../domain/cohort/calendar.js";
import type { CohortConfig } from "../../domain/cohort/cohort.js";
import type { FeaturePlan } from "../../domain/outcome/features/plan.js";
import type { PersonaSetResult } from "../../domain/personas/persona-set.js";
import type { EpochSeconds } from "../../domain/resource/resource.js";
import { assignClusters, type ClusterModel } from "../../model/kmeans/clusters.js";
import { sizesOf } from "../../model/kmeans/kmeans.js";
import type { Engine } from "../../warehouse/engine.js";
import type { Spine } from "../../warehouse/features/frame-rows.js";
import type { KeyRange } from "../../warehouse/features/key-range.js";
import { walk } from "../../warehouse/features/walk.js";
import { peopleAt } from "../../warehouse/frame.js";
import { knownMembers } from "../../warehouse/personas.js";
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
  { cohort, plan, model, range }: Flow,
  account: AccountSnapshot,
  engine: Engine,
): Promise<PersonaSetResult["flow"]> => {
  const months: Month[] = pastMonths(cohort, account).map(({ end }) => ({
    cutoff: end,
    people: 0,
    sampled: model.centres.map(() => 0),
  }));
  if (months.length === 0) return [];
  const members = membersThen(months, cohort, account, engine);
  for await (const frames of walk(engine, plan, featureRelations(account), members, { range }))
    frames.forEach(({ columns }, i) => {
      const sizes = sizesOf(assignClusters(model, columns), model.centres.length);
      months[i]!.sampled = months[i]!.sampled.map((count, cluster) => count + sizes[cluster]!);
    });
  return months.map(({ cutoff, people, sampled }) => ({ cutoff, counts: apportioned(sampled, people) }));
};

/** The members at the end of a month, and those of the sample by cluster. */
interface Month {
  cutoff: EpochSeconds;
  people: number;
  sampled: number[];
}

/** The members at the end of each month, who are counted on the way. */
async function* membersThen(
  months: readonly Month[],
  cohort: CohortConfig,
  account: AccountSnapshot,
  engine: Engine,
): AsyncGenerator<Spine> {
  for (const month of months) {
    const { cutoff } = month;
    const known = knownMembers(cohort, cohortInputs(account), cutoff);
    const members = await engine.createTable("members_then", known);
    const people = await engine.count(members);
    month.people = people;
    yield { cutoff, people: peopleAt(members, cutoff) };
  }
}

const pastMonths = (cohort: CohortConfig, { streams, dataThrough }: AccountSnapshot): Period[] => {
  const stream = streams.find(({ name }) => name === cohort.stream_name)?.result;
  if (!stream?.isDated || stream.oldest === null) return [];
  return periods("months", stream.oldest, dataThrough)
    .slice(-maxMonths)
    .filter(({ end }) => end < dataThrough);
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
