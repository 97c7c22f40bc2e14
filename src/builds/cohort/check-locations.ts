// Check of a cohort's conditions on a part of atlases, by the locations that there are.

import type { CohortConfig } from "../../domain/cohort/cohort.js";
import { checkLocationProperties, isPart } from "../../domain/cohort/location-part.js";
import { limits } from "../../domain/resource/limits.js";
import { refuse } from "../../errors/refusal.js";
import { atlasesOf } from "../../warehouse/cohorts/criteria.js";
import { checkPatterns } from "../../warehouse/conditions.js";
import type { Engine } from "../../warehouse/engine.js";
import { locationsInPart } from "../../warehouse/places/location-part.js";
import { cohortInputs } from "../kind/relations.js";
import type { AccountSnapshot } from "../kind/snapshot.js";

/** Refuses `location-property-unknown`, `condition-invalid` and `part-too-large`. */
export const checkLocations = async (
  { location_conditions: conditions = [] }: CohortConfig,
  account: AccountSnapshot,
  engine: Engine,
): Promise<void> => {
  for (const [i, { locations: of }] of conditions.entries()) {
    if (!isPart(of)) continue;
    const atlases = (account.atlases ?? []).filter(({ id }) => of.atlas_ids.includes(id));
    const properties = atlases.flatMap((atlas) => atlas.properties);
    checkLocationProperties(of, properties, `location_conditions[${i}].locations`);
    await checkPatterns(of.property_conditions ?? [], engine);
    const relations = atlasesOf(of.atlas_ids, cohortInputs(account));
    const { locations } = await engine.row<{ locations: number }>(locationsInPart(relations, of));
    if (locations > limits.partLocations.is)
      throw refuse("part-too-large", { locations, most: limits.partLocations.is });
  }
};
