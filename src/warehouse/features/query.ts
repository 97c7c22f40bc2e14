// Features of one cutoff: each stream is grouped once by person and joined to the spine. One statement per cutoff is several
// times faster than joining events with a table of cutoffs, because no event is ever copied.

import type { Feature, FeaturePlan } from "../../domain/features/feature.js";
import type { EpochSeconds } from "../../domain/resource.js";
import { ident, join, type Relation, type Sql, sql, table } from "../sql/sql.js";
import { placeInYear } from "./calendar.js";
import { leftJoins, type Part, withParts } from "./part.js";
import { everyone, inRange, type KeyRange, pastEvents } from "./past.js";
import { daysBetweenLast, streamColumn, streamParts } from "./stream.js";
import { traitColumns } from "./traits.js";

export interface FeatureRelations {
  /** A stream's events, sorted by (person_id, event_time). */
  events(stream: string): Relation;
  traits: Relation;
}

const spineName = "frame spine";
const traitsName = "frame traits";

/**
 * One row per person of the spine, ordered by person_id: the spine's own columns (person_id, landmark and, in training, label),
 * then one DOUBLE per feature, null where it is not known. The spine has one row per person, all at the landmark `cutoff`.
 */
export const featureQuery = (
  plan: FeaturePlan,
  relations: FeatureRelations,
  spine: Relation,
  cutoff: EpochSeconds,
  range: KeyRange = everyone,
): Sql => {
  const people = table(spineName);
  const parts = [
    spinePart(spine, range),
    ...streamsOf(plan).flatMap((stream) =>
      streamParts(plan, stream, cutoff, (measures) =>
        pastEvents(relations.events(stream), people, cutoff, range, measures),
      ),
    ),
    ...traitParts(plan, relations.traits, people),
  ];
  const columns = plan.features.map(
    (feature) => sql`cast(${column(feature, cutoff)} as double) as ${ident(feature.name)}`,
  );
  return sql`${withParts(parts)}
select ${join([sql`s.*`, ...columns], ",\n  ")}
from ${people} as s
${leftJoins(parts)}
order by s.person_id`;
};

const spinePart = (spine: Relation, range: KeyRange): Part => ({
  name: spineName,
  query: sql`select s.* from ${spine} as s where ${inRange(sql`s.person_id`, range)}`,
  joins: false,
});

const traitParts = ({ features }: FeaturePlan, traits: Relation, people: Relation): Part[] => {
  const wanted = features.filter((feature) => feature.over === "traits");
  if (wanted.length === 0) return [];
  return [{ name: traitsName, query: traitColumns(traits, people, wanted), joins: true }];
};

const column = (feature: Feature, cutoff: EpochSeconds): Sql => {
  switch (feature.over) {
    case "events":
    case "days":
      return streamColumn(feature);
    case "order":
      return daysBetweenLast(feature.provider, feature.until);
    case "traits":
      return ident(traitsName, feature.name);
    case "calendar":
      return sql`${placeInYear(feature.measure, cutoff)}`;
  }
};

const streamsOf = ({ features }: FeaturePlan): string[] => [...new Set(features.flatMap(streamsOfFeature))];

const streamsOfFeature = (feature: Feature): string[] => {
  switch (feature.over) {
    case "events":
    case "days":
      return [feature.provider];
    case "order":
      return [feature.provider, feature.until];
    case "traits":
    case "calendar":
      return [];
  }
};
