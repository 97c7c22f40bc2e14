// Merge guard: holds a build that would merge unusually many people. Most often a column has moved, or the shop's own address is
// in every row. Wrong merges spoil features, scores and delivered files, so such a build waits until the owner accepts it.

import {
  defaultMaxMerged,
  modeOf,
  type PeopleConfig,
  type PeopleResult,
  type ResolutionFindings,
} from "../../domain/people.js";
import { refuse } from "../../errors/refusal.js";
import { english } from "../../words/format.js";

/** Fewer merges are normal for any shop. */
const minGuardedMerges = 50;

/** Refuses `people-merge-held`. A change of mode is expected to change people, so it is not held. */
export const refuseSuddenMerges = (
  config: PeopleConfig,
  previous: PeopleResult | null,
  found: ResolutionFindings,
): void => {
  if (previous?.resolution?.mode !== modeOf(config)) return;
  const merged = found.changes?.merged ?? 0;
  const max = config.identity_resolution?.most_merged ?? defaultMaxMerged;
  if (merged <= minGuardedMerges || merged <= max * previous.people_count) return;
  throw refuse("people-merge-held", {
    merged,
    people: previous.people_count,
    most: english.percent(max),
    enough: Math.ceil((100 * merged) / previous.people_count) / 100,
  });
};
