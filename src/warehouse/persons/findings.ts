// Findings of identity resolution: match rates of datasets, sizes of people, probabilities of links, and
// changes since the previous build.

import { minProbability, type ResolutionMode } from "../../domain/people/matching.js";
import type {
  ClusterSize,
  DatasetResolution,
  LargePerson,
  LeastSureLink,
  LinkBin,
  PeopleChanges,
  PeopleResult,
  ResolutionFindings,
} from "../../domain/people/people.js";
import type { Engine } from "../engine.js";
import { join, type Relation, type Sql, sql } from "../sql/sql.js";

/** Results of a resolution; see `relations.ts` for `persons` and `matches`. */
export interface Resolved {
  /** See `personSizes` and `peopleByDataset`. */
  sizes: Relation;
  datasetPeople: Relation;
  persons: Relation;
  matches: Relation;
  /** `persons` now and in the previous build, of changed people at least; null for the first build. */
  changing: { persons: Relation; previous: Relation } | null;
}

/** `coverage`: by dataset id, in the order of their positions. */
export const findResolution = async (
  engine: Engine,
  resolved: Resolved,
  mode: ResolutionMode,
  coverage: PeopleResult["datasets"],
): Promise<Omit<ResolutionFindings, "number_conflicts">> => {
  const { sizes, persons, matches, changing } = resolved;
  return {
    mode,
    datasets: await ofDatasets(engine, resolved, coverage),
    cluster_sizes: await engine.rows<ClusterSize & Record<string, number>>(clusterSizes(sizes)),
    largest: await engine.rows<LargePerson & Record<string, string | number>>(largestPeople(sizes)),
    link_probabilities: binned(await engine.rows<{ bin: number; links: number }>(linkBins(matches))),
    least_sure: await engine.rows<LeastSureLink & Record<string, string | number>>(
      leastSure(matches, persons),
    ),
    changes: changing && (await engine.row<PeopleChanges & Record<string, number>>(changes(changing))),
  };
};

const ofDatasets = async (
  engine: Engine,
  { sizes, datasetPeople: known }: Resolved,
  coverage: PeopleResult["datasets"],
): Promise<Record<string, DatasetResolution>> => {
  const rows = await engine.rows<DatasetRow>(householdRows(known, sizes));
  const entries = Object.entries(coverage).map(([id, counted], source) => [
    id,
    resolutionOf(counted, rows.find((row) => row.source === source) ?? noRows),
  ]);
  return Object.fromEntries(entries);
};

type DatasetRow = { source: number; identified_rows: number; housed: number };
const noRows = { identified_rows: 0, housed: 0 };

const resolutionOf = (
  { identified_count, matched_count, unidentified_rows }: PeopleResult["datasets"][string],
  { identified_rows, housed }: Omit<DatasetRow, "source">,
): DatasetResolution => ({
  match_rate: share(identified_rows, identified_rows + unidentified_rows),
  overlap: share(matched_count, identified_count),
  household_share: share(housed, identified_count),
});

const share = (part: number, whole: number): number | null => (whole > 0 ? part / whole : null);

const sizeBounds: readonly [min: number, max: number | null][] = [
  [1, 1],
  [2, 2],
  [3, 3],
  [4, 5],
  [6, 10],
  [11, 20],
  [21, 50],
  [51, null],
];

// One row per range of sizes, ascending: min, max (inclusive), people.
const clusterSizes = (sizes: Relation): Sql => {
  const bounds = join(sizeBounds.map(([min, max]) => sql`(${min}, ${max})`));
  return sql`
    select bound.min, bound.max, count(size.person_id) as people
    from (values ${bounds}) as bound(min, max)
    left join ${sizes} as size on size.records >= bound.min and (bound.max is null or size.records <= bound.max)
    group by bound.min, bound.max
    order by bound.min`;
};

const maxListed = 20;

// One row per person, most records first: person_id, records, rows.
const largestPeople = (sizes: Relation): Sql => sql`
  select cast(size.person_id as varchar) as person_id, size.records, size.rows
  from ${sizes} as size
  order by size.records desc, size.rows desc, size.person_id
  limit ${maxListed}`;

/** Beyond this exp would overflow. */
const maxLogOdds = 700;
const probability = (logOdds: Sql): Sql =>
  sql`1 / (1 + exp(-greatest(least(${logOdds}, ${maxLogOdds}), ${-maxLogOdds})))`;

// One row per matched link: left_key, right_key, probability.
const matchedLinks = (matches: Relation): Relation => sql`(
  select link.left_key, link.right_key, ${probability(sql`link.log_odds`)} as probability
  from ${matches} as link
  where link.kind = 'match' and link.log_odds is not null)`;

const bins = 10;

/** The loosest mode accepts links from this probability on. */
const lowest = minProbability.loose;

// One row per bin with links: bin (from 0), links.
const linkBins = (matches: Relation): Sql => sql`
  select cast(least(${bins - 1}, greatest(0, floor((link.probability - ${lowest}) / ${1 - lowest} * ${bins}))) as integer) as bin,
    count(*) as links
  from ${matchedLinks(matches)} as link
  group by bin`;

const binned = (found: readonly { bin: number; links: number }[]): LinkBin[] =>
  Array.from({ length: bins }, (_, bin) => ({
    min: edge(bin),
    max: edge(bin + 1),
    links: found.find((row) => row.bin === bin)?.links ?? 0,
  }));

const edge = (bin: number): number => Number((lowest + ((1 - lowest) * bin) / bins).toFixed(2));

// One row per matched link, least certain first: person_id, left, right, probability.
const leastSure = (matches: Relation, persons: Relation): Sql => sql`
  select cast(person.person_id as varchar) as person_id, cast(link.left_key as varchar) as "left",
    cast(link.right_key as varchar) as "right", link.probability
  from (
    select * from ${matchedLinks(matches)} order by probability, left_key, right_key limit ${maxListed}
  ) as link
  join ${persons} as person on person.identity_key = link.left_key
  order by link.probability, link.left_key, link.right_key`;

// One row: merged, split, added, gone. If several people are one now, all but one of them were merged. If
// several people were one before, all but one of them were split off. Unchanged people add nothing.
const changes = ({ persons, previous }: { persons: Relation; previous: Relation }): Sql => sql`
  with overlap as (
    select distinct before.person_id as old_id, now.person_id as new_id
    from ${previous} as before
    join ${persons} as now on now.identity_key = before.identity_key
  )
  select count(*) - count(distinct overlap.new_id) as merged, count(*) - count(distinct overlap.old_id) as split,
    (select count(distinct now.person_id) from ${persons} as now) - count(distinct overlap.new_id) as added,
    (select count(distinct before.person_id) from ${previous} as before) - count(distinct overlap.old_id) as gone
  from overlap`;

/** One row per person: person_id, records, rows, household (of their newest record with one; null without). */
export const personSizes = (persons: Relation): Sql => sql`
  select person.person_id, count(*) as records, cast(sum(person.row_count) as bigint) as rows,
    arg_max(person.household, person.node) as household
  from ${persons} as person
  group by person.person_id`;

/** The people of several records: person_id. */
export const peopleOfSeveralRecords = (sizes: Relation): Sql =>
  sql`select size.person_id from ${sizes} as size where size.records > 1`;

/** One row per dataset and person in it: source, person_id, rows, household. `held`: see `identitiesByDataset`. */
export const peopleByDataset = (held: Relation, persons: Relation, sizes: Relation): Sql => sql`
  select own.source, own.person_id, own.rows, size.household
  from (
    select held.source, person.person_id, cast(sum(held.row_count) as bigint) as rows
    from ${held} as held
    join ${persons} as person on person.identity_key = held.identity_key
    group by held.source, person.person_id
  ) as own
  join ${sizes} as size on size.person_id = own.person_id`;

/** The same for one dataset, which holds all people. */
export const peopleOfOneDataset = (sizes: Relation): Sql =>
  sql`select 0 as source, size.person_id, size.rows, size.household from ${sizes} as size`;

/**
 * One row per dataset with any person: source, identified_count, matched_count (also in another dataset),
 * identified_rows.
 */
export const datasetCoverage = (datasetPeople: Relation): Sql => sql`
  with shared as (
    select own.person_id
    from ${datasetPeople} as own
    where (select min(source) <> max(source) from ${datasetPeople})
    group by own.person_id
    having count(*) > 1
  )
  select own.source, count(*) as identified_count, count(shared.person_id) as matched_count,
    cast(sum(own.rows) as bigint) as identified_rows
  from ${datasetPeople} as own
  left join shared on shared.person_id = own.person_id
  group by own.source`;

/** One row per dataset with any person: source, identified_rows, housed (people who share a residence). */
export const householdRows = (datasetPeople: Relation, sizes: Relation): Sql => sql`
  select own.source, cast(sum(own.rows) as bigint) as identified_rows, count(shared.household) as housed
  from ${datasetPeople} as own
  left join (
    select size.household
    from ${sizes} as size
    where size.household is not null
    group by size.household
    having count(*) > 1
  ) as shared on shared.household = own.household
  group by own.source`;
