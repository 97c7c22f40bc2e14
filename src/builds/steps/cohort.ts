// A cohort's result: its members as of the account's now, and how many there were at the ends of days, weeks and months
// before. What the definition names must be there; then it is one query for each.

import { cohortMembers } from "../../warehouse/cohorts/members.js";
import { checkPatterns } from "../../warehouse/conditions.js";
import { cohortFiles } from "../../warehouse/relations.js";
import { sql } from "../../warehouse/sql/sql.js";
import { checkCohort } from "../cohort-check.js";
import { cohortInputs } from "../cohort-inputs.js";
import { membershipOf } from "../membership.js";
import type { Step } from "../step.js";

/**
 * Writes `members.parquet`. Refuses `stream-unknown`, `property-unknown`, `value-missing`, `recency-undated`,
 * `trait-unknown`, `place-not-located` and `condition-invalid`.
 */
export const buildCohort: Step<"cohorts"> = async ({ config, world }, { engine, dir, progress }) => {
  checkCohort(config, world);
  await checkPatterns([...(config.stream_conditions ?? []), ...(config.traits ?? [])], engine);

  progress(0.1, "choosing members");
  const members = cohortMembers(config, cohortInputs(world), world.dataThrough);
  const population_count = await engine.writeParquet(
    sql`select member.person_id from (${members}) as member order by member.person_id`,
    cohortFiles(dir).members,
  );
  progress(0.6, "looking back");
  return { population_count, membership: await membershipOf(config, world, engine, population_count) };
};
