// A file that makes few people of many is more likely wrong than right: a shop's own address in every row, a column that has
// moved. Once people are merged, their features, scores and files are wrong too, so such a build waits for its owner's word.

import {
  defaultMaxMerged,
  modeOf,
  type PeopleConfig,
  type PeopleResult,
  type ResolutionFindings,
} from "../../domain/people.js";
import { percent } from "../../domain/percent.js";
import { refuse } from "../../errors/refusal.js";

/** So many happen to any shop. */
const minGuardedMerges = 50;

/** Refuses `people-merge-held`. Whoever has asked for another mode has asked for other people, too. */
export const refuseSuddenMerges = (
  config: PeopleConfig,
  previous: PeopleResult | null,
  found: ResolutionFindings,
): void => {
  if (previous?.resolution?.mode !== modeOf(config)) return;
  const merged = found.changes?.merged ?? 0;
  const most = config.identity_resolution?.most_merged ?? defaultMaxMerged;
  if (merged <= minGuardedMerges || merged <= most * previous.people_count) return;
  throw refuse("people-merge-held", {
    merged,
    people: previous.people_count,
    most: percent(most),
    enough: Math.ceil((100 * merged) / previous.people_count) / 100,
  });
};
