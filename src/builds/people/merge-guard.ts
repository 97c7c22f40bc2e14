// Merge guard: holds a build that would merge unusually many people. Most often a column has moved, or the
// shop's own address is in every row. Wrong merges spoil features, scores and delivered files, so such a
// build waits until the owner accepts it. A first build is compared with what its records say: people who
// have ten e-mail addresses each are several.

import {
  defaultMaxMerged,
  modeOf,
  type PeopleConfig,
  type PeopleResult,
  type ResolutionFindings,
} from "../../domain/people/people.js";
import { refuse } from "../../errors/refusal.js";
import type { Engine } from "../../warehouse/engine.js";
import {
  findMergedContacts,
  type MergedContacts,
  type MergedKind,
} from "../../warehouse/persons/merged-contacts.js";
import type { Relation } from "../../warehouse/sql/sql.js";
import { english } from "../../words/format.js";

/** Fewer merges are normal for any shop. */
const minGuardedMerges = 50;

/** Refuses `people-merge-held`. A change of mode is expected to change people, so it is not held. */
export const refuseSuddenMerges = (
  config: PeopleConfig,
  previous: PeopleResult,
  found: Pick<ResolutionFindings, "cluster_sizes" | "changes">,
): void => {
  if (previous.resolution.mode !== modeOf(config)) return;
  const merged = found.changes?.merged ?? 0;
  const max = config.identity_resolution?.most_merged ?? defaultMaxMerged;
  if (merged <= minGuardedMerges || merged <= max * previous.people_count) return;
  throw refuse("people-merge-held", {
    merged,
    people: previous.people_count,
    most: english.percent(max),
    ...limitAbove(merged / previous.people_count),
  });
};

/** Share of the contacts of a first build that may be further ones of the same people: half, for two of each. */
const maxFurtherContacts = 0.5;
/** Contacts of fewer records say little about all people. */
const minCoverage = 0.5;

const wordsOf: Record<MergedKind, string> = {
  email: "e-mail addresses",
  customer: "customer IDs",
  phone: "telephone numbers",
};

interface FirstBuild {
  /** Identities by dataset; see `datasetFiles`. */
  identities: readonly Relation[];
  /** identity_key, person_id. */
  persons: Relation;
  /** Whether the error may name contacts, which it may not where people are to be deleted. */
  mayName: boolean;
}

/** Refuses `people-first-merge-held`. */
export const refuseFirstMerges = async (
  engine: Engine,
  config: PeopleConfig,
  { identities, persons, mayName }: FirstBuild,
): Promise<void> => {
  const { counts, most } = await findMergedContacts(engine, identities, persons);
  const telling = mostTelling(counts, await engine.count(persons));
  if (telling === null) return;
  const { kind, values, people } = telling;
  const share = 1 - people / values;
  const max = Math.max(maxFurtherContacts, config.identity_resolution?.most_merged ?? 0);
  if (values - people <= minGuardedMerges || share <= max) return;
  const largest = await most(kind);
  throw refuse("people-first-merge-held", {
    values,
    what: wordsOf[kind],
    people,
    largest: largest.values,
    examples: mayName ? `, among them ${largest.examples.join(", ")}` : "",
    ...limitAbove(share),
  });
};

/**
 * Contacts that most records have, with the fewest values: telephone numbers are shared, so they count where
 * nothing else does.
 */
const mostTelling = (counts: readonly MergedContacts[], records: number): MergedContacts | null => {
  const usual = counts.filter((own) => own.records >= minCoverage * records);
  const own = usual.filter(({ kind }) => kind !== "phone");
  return (own.length > 0 ? own : usual).reduce<MergedContacts | null>(
    (least, next) => (least !== null && least.values <= next.values ? least : next),
    null,
  );
};

/** The limit that lets a share pass, in hundredths, as parameters of the error. */
const limitAbove = (share: number): { enough: number; enough_percent: string } => {
  const enough = Math.ceil(100 * share) / 100;
  return { enough, enough_percent: english.percent(enough) };
};
