// How a cohort has grown and shrunk: how many belonged to it at the ends of days, weeks and months, up to now.

import { type Period, periods, spans } from "../domain/calendar.js";
import type { CohortConfig, Membership } from "../domain/cohort.js";
import type { EpochSeconds } from "../domain/resource.js";
import { assert } from "../errors/refusal.js";
import { membershipCounts } from "../warehouse/cohorts/membership.js";
import type { Engine } from "../warehouse/engine.js";
import { cohortInputs } from "./cohort-inputs.js";
import type { World } from "./step.js";

/** `population` is the count as of now. Without dates there is no past to look at: then every list has now alone. */
export const membershipOf = async (
  config: CohortConfig,
  world: World,
  engine: Engine,
  population: number,
): Promise<Membership> => {
  const { dataThrough, streams } = world;
  const stream = streams.find(({ name }) => name === config.stream_name)?.result;
  const oldest = (stream?.isDated ? stream.oldest : null) ?? dataThrough - 1;
  const asked = spans.map((span) => [span, periods(span, oldest, dataThrough)] as const);
  const cutoffs = [dataThrough, ...asked.flatMap(([, found]) => found.map(({ end }) => end))];
  const counts = stream?.isDated
    ? await countsAt(config, world, engine, cutoffs)
    : new Map([[dataThrough, population]]);
  assert(counts.get(dataThrough) === population, "membership over time does not end at the population");
  const told = (found: readonly Period[]) =>
    found.map(({ start, end }) => ({ start, count: counts.get(end) ?? 0 }));
  return Object.fromEntries(asked.map(([span, found]) => [span, told(found)])) as Membership;
};

const countsAt = async (
  config: CohortConfig,
  world: World,
  engine: Engine,
  cutoffs: readonly EpochSeconds[],
): Promise<Map<EpochSeconds, number>> => {
  type Count = { cutoff: EpochSeconds; members: number };
  const rows = await engine.rows<Count>(membershipCounts(config, cohortInputs(world), cutoffs));
  return new Map(rows.map(({ cutoff, members }) => [cutoff, members]));
};
