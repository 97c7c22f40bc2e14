// Relations between steps: the files in the directory of each step, with the columns of their rows.
// Times of events are BIGINT epoch seconds; keys are BIGINT; the rows of a person are contiguous, in order of time.

import { existsSync } from "node:fs";
import path from "node:path";
import { hasReplaced, partsOf, partsReplaced, withReplaced } from "./layers.js";
import { unionOf } from "./rows.js";
import { parquet, type Relation, type Sql, sql } from "./sql/sql.js";

/**
 * Files of a dataset build.
 *
 * `identities.parquet`  one row per distinct identity of a record, as written, in order of arrival, with a layer (see `layers.ts`):
 *     identity_key BIGINT (63 bits of the MD5 of the fields, in the order of `identityFields`), first_seen BIGINT (epoch ms,
 *     see `ingest/first-seen.ts`), row_count BIGINT (rows that belong to it: a row belongs to the first of
 *     its identities), and one VARCHAR column per identity field (null where absent; `house_number_and_street` already joined).
 * `arrivals.parquet`    one row per identity of any record: identity_key, first_seen; only where some records do not count, as with
 *     `upsert_columns`. Otherwise `identities.parquet` has all of them.
 * `origins.parquet`     one row per identity that took the place of another (see `ingest/origins.ts`): identity_key, origin BIGINT,
 *     since BIGINT (epoch ms: when the origin was first seen).
 * `predecessors.parquet`  one row per identity and identity whose place it took (see `ingest/predecessors.ts`): identity_key, former_key,
 *     until BIGINT (epoch ms).
 * `links.parquet`       pairs of identities that occur in one row (several identity sets): left_key, right_key BIGINT.
 * `events/<stream>.parquet`  one row per event, in no order, with parts (see `layers.ts`): identity_key BIGINT, event_time BIGINT (null in an undated stream),
 *     arrival_time BIGINT (epoch ms), value DOUBLE (null if absent), then one column `p_<property>` per property (see `property-columns.ts`):
 *     DOUBLE where every value is a number, otherwise VARCHAR. Where events are made of several rows, event BIGINT is their key, and
 *     a layer has those that later files changed.
 * `event-keys.parquet`  identity_hash BIGINT, identity_key BIGINT; only where the base of the events has the hash in place of the key, and
 *     columns that `ingest/typed-rows.ts` needs besides.
 * `traits.parquet`      one row per identity and trait: identity_key BIGINT, trait VARCHAR, value VARCHAR (a list as
 *     `lists.ts` stores it), arrival_time BIGINT.
 * `references.parquet`  one row per identity, column of `reference_key_columns` and key in it: identity_key BIGINT,
 *     column_name VARCHAR, reference VARCHAR, first_row BIGINT (position of the first such row); only with such columns.
 * `list-rows.parquet`   only of a privacy list; one row per row that counts and identity in it: place BIGINT (position of the row),
 *     file VARCHAR, line BIGINT (see `ListEntry`), identity_key BIGINT (null for a row without one).
 */
export const datasetFiles = (dir: string) => ({
  identities: path.join(dir, "identities.parquet"),
  arrivals: path.join(dir, "arrivals.parquet"),
  origins: path.join(dir, "origins.parquet"),
  predecessors: path.join(dir, "predecessors.parquet"),
  links: path.join(dir, "links.parquet"),
  events: (stream: string) => path.join(dir, "events", `${stream}.parquet`),
  eventKeys: path.join(dir, "event-keys.parquet"),
  traits: path.join(dir, "traits.parquet"),
  references: path.join(dir, "references.parquet"),
  listRows: path.join(dir, "list-rows.parquet"),
});

/**
 * What a dataset build keeps for a next one that only reads more files: see `builds/dataset/read-facts.ts`.
 *
 * `facts.json`              see `ReadFacts`.
 * `keys.parquet`            one row per record that counts, with parts: row_key BIGINT.
 * `sample.parquet`          every n-th record: file INTEGER, ordinal BIGINT, c0, c1, …, see `spreadSample`.
 * `owners/<stream>.parquet` one row per identity with events of the stream, with parts for the events of later files: identity_key
 *     BIGINT, events BIGINT, value_micros DECIMAL(38, 0), oldest and newest BIGINT.
 *
 * Of a stream whose events are made of several rows instead:
 * `lines/<stream>.parquet`   the rows, with parts, see `ingest/event-lines.ts`.
 * `joined/<stream>.parquet`  one row per event, with parts and a layer by event, see `eventsKept`.
 * `changed/<stream>.parquet` one row per identity and build that changed events of it which were there: build BIGINT (see `ReadFacts`),
 *     identity_key BIGINT, since BIGINT (see `changedOwners`); only where some did.
 */
export const readStateFiles = (dir: string) => ({
  facts: path.join(dir, "read", "facts.json"),
  keys: path.join(dir, "read", "keys.parquet"),
  sample: path.join(dir, "read", "sample.parquet"),
  owners: (stream: string) => path.join(dir, "read", "owners", `${stream}.parquet`),
  lines: (stream: string) => path.join(dir, "read", "lines", `${stream}.parquet`),
  joined: (stream: string) => path.join(dir, "read", "joined", `${stream}.parquet`),
  changed: (stream: string) => path.join(dir, "read", "changed", `${stream}.parquet`),
});

/**
 * Files of a people build.
 *
 * `persons.parquet`  one row per identity: identity_key BIGINT, person_id BIGINT, first_seen BIGINT, row_count BIGINT (rows that
 *     belong to it). The key is unique.
 * `origins.parquet`  the same columns as of a dataset, for the identities of all datasets.
 * `predecessors.parquet`  the same columns as of a dataset, for the identities of all datasets.
 * `aliases.parquet`  one row per former id of a person: alias BIGINT, person_id BIGINT.
 * `gone.parquet`     one row per id that a person had and nobody has now, nor leads to anybody: person_id BIGINT, gone_at BIGINT (epoch ms of the
 *     build that first did without it) and list_key BIGINT, null. Somebody on a privacy list has a row per cause (see `excludedRecords`) with
 *     that in list_key and no gone_at, as long as a list names it.
 * `decided.parquet`  one row per decision of the owner, record that it names and record that this last was: decision VARCHAR (its id, or null
 *     for every decision), name BIGINT, identity_key BIGINT, number BIGINT (hash of its customer number, or null) and seen BIGINT. Kept while
 *     that record is gone, because it may come back.
 * `people.parquet`   one row per person: person_id BIGINT and the identity to show, a VARCHAR column per identity field.
 * `traits.parquet`   one row per person and trait, the newest value: person_id BIGINT, trait VARCHAR, value VARCHAR.
 * `forgotten.parquet`  only with deletion lists: identities to delete, by hashes only. Datasets are read again without them; after that
 *     only this file says who they were, so it is kept from build to build while the list names them. identity_key BIGINT, list_key
 *     BIGINT, person_id BIGINT and in_data BOOLEAN, see `excludedRecords`.
 * `matches.parquet`  one row per link that holds a person together: left_key BIGINT, right_key BIGINT, kind VARCHAR (see
 *     `matchKinds`), made_at BIGINT (epoch ms of the build that first made it) and, of kind `match`, pattern INTEGER,
 *     first_name_share, last_name_share, postcode_share and log_odds DOUBLE (natural, that they are one person).
 * `near.parquet`     one row per pair of records that are nearly alike enough to be of one person, see `nearRows`: left_key, right_key BIGINT and log_odds DOUBLE.
 * `matching.json`    the parameters of the match weights; null where only keys were compared.
 * `state/`           the state from which the next build continues, see `persons/resolution-state.ts`.
 *
 * `relation` reads the current rows of persons, people and matches, which may have layers over the file of
 * the previous build.
 */
export const peopleFiles = (dir: string) => ({
  persons: path.join(dir, "persons.parquet"),
  people: path.join(dir, "people.parquet"),
  origins: path.join(dir, "origins.parquet"),
  predecessors: path.join(dir, "predecessors.parquet"),
  aliases: path.join(dir, "aliases.parquet"),
  gone: path.join(dir, "gone.parquet"),
  decided: path.join(dir, "decided.parquet"),
  traits: path.join(dir, "traits.parquet"),
  forgotten: path.join(dir, "forgotten.parquet"),
  matches: path.join(dir, "matches.parquet"),
  near: path.join(dir, "near.parquet"),
  matching: path.join(dir, "matching.json"),
});

/**
 * `events.parquet`  one row per event of the stream, with parts (see `layers.ts`), each ordered by (person_id, event_time, arrival_time, value):
 *     person_id BIGINT, event_time BIGINT, arrival_time BIGINT, value DOUBLE, p_<property> as in the datasets. A layer by person has all
 *     events of each person for whom any changed.
 * `summary.parquet`  one row per person with events of a dated stream, ordered, with a layer: see `streamSummary`.
 * `stream.json`      what the next build needs to know to add events to these: see `builds/stream/continue.ts`.
 */
export const streamFiles = (dir: string) => ({
  events: path.join(dir, "events.parquet"),
  summary: path.join(dir, "summary.parquet"),
  facts: path.join(dir, "stream.json"),
});

/** The persons of the people whose events a stream has, as of its build; it compares them with today's. */
export const keptPersons = (dir: string): string => path.join(dir, "people", "persons.parquet");

/**
 * `distances.parquet`  one row per person with a known location, ordered: person_id BIGINT, metres DOUBLE (null: not at the place, at an
 *     unknown distance).
 */
export const placeFiles = (dir: string) => ({ distances: path.join(dir, "distances.parquet") });

/**
 * `locations.parquet`  one row per location, ordered: number INTEGER (from 0, as the files have them),
 *     latitude DOUBLE, longitude DOUBLE, name, reference_key, house_number_and_street (VARCHAR[]), city, state,
 *     postcode, properties (JSON text).
 * `nearest.parquet`  one row per person with a known location, ordered: person_id BIGINT, metres DOUBLE,
 *     number INTEGER of the nearest location, longitude and latitude DOUBLE of the person.
 */
export const atlasFiles = (dir: string) => ({
  locations: path.join(dir, "locations.parquet"),
  nearest: path.join(dir, "nearest.parquet"),
});

/** `members.parquet`  one row per member as of the account's `data_through`, ordered: person_id BIGINT. */
export const cohortFiles = (dir: string) => ({ members: path.join(dir, "members.parquet") });

/**
 * `personas.parquet`  one row per person, ordered: person_id BIGINT, persona_id VARCHAR, is_member BOOLEAN (false: outside the
 *     cohort, assigned to the most similar persona).
 */
export const personaFiles = (dir: string) => ({ personas: path.join(dir, "personas.parquet") });

/**
 * `model.json`: see `model/propensity/train.ts`. `test.parquet`: person_id, label, probability at the
 * held-out landmark. `basis.json`: see `builds/outcome/basis.ts`. `traits.parquet`: the people's traits of
 * its build, only where the model learned from any.
 */
export const outcomeFiles = (dir: string) => ({
  model: path.join(dir, "model.json"),
  training: path.join(dir, "training.json"),
  test: path.join(dir, "test.parquet"),
  basis: path.join(dir, "basis.json"),
  traits: path.join(dir, "traits.parquet"),
});

/**
 * `recommendations.parquet`  one row per person with at least one item, ordered: person_id BIGINT, then rank_1 to rank_10
 *     VARCHAR, the most likely item first, null where there are fewer.
 */
export const recommenderFiles = (dir: string) => ({
  recommendations: path.join(dir, "recommendations.parquet"),
});

/**
 * `scores.parquet`  one row per person of the population, ordered by person_id: person_id BIGINT, then for outcome i of the
 *     payload: status_<i> VARCHAR, probability_<i> DOUBLE, percentile_<i> INTEGER (null unless scored) and, with explanations,
 *     explanation_<i> VARCHAR (JSON; null for people without one).
 * `snapshots/<outcome>-<cutoff>.parquet`  one row per person who was scored as of the cutoff, ordered: person_id BIGINT,
 *     probability DOUBLE, percentile INTEGER and, where the outcome asks for them, expected_amount and expected_count DOUBLE. Kept
 *     unchanged from build to build until the horizon has ended.
 *
 * With a location in the payload the scores also have location_name, location_reference_key and location_atlas_id VARCHAR
 *     and location_distance INTEGER (whole metres); null for people without one.
 * With economics the scores also have contact BOOLEAN and profit DOUBLE (null unless scored).
 * With a hold-out the scores also have arm VARCHAR (`contact` or `held_out`; null unless scored), and there are
 * `arms.parquet`  one row per person who has a group, ordered: person_id BIGINT, drawn_as BIGINT (the id that decided), stratum TINYINT
 *     (decile when drawn), is_held_out BOOLEAN, since BIGINT (cutoff of the build that put the person into the group, or found them to be one
 *     of several), draws INTEGER (people of the draw who are this person).
 * `arms/<cutoff>.parquet`  one row per person who was scored as of the cutoff, ordered: person_id BIGINT, probability DOUBLE,
 *     percentile INTEGER, is_held_out BOOLEAN. Kept unchanged for campaigns after it.
 *
 * What remains of a build, so that scores can be compared with it:
 * `kept/current.parquet`  one row per person with a probability, ordered: person_id BIGINT, was BIGINT (the id of then), ids INTEGER (the
 *     number of ids that lead to the person), probability_<i> as above, unmitigated_<i> DOUBLE only with bias mitigation, and events_<k>
 *     INTEGER of each stream that a model reads (`ScoredBuild.streams`).
 * `kept/<build>.parquet`  the same of a build before it, by the ids of today: several rows for a person who was several.
 * `models/<version>.json` `model.json` of the outcomes of these builds.
 */
export const scopeFiles = (dir: string) => ({
  scores: path.join(dir, "scores.parquet"),
  snapshot: (outcomeId: string, cutoff: number) =>
    path.join(dir, "snapshots", `${outcomeId}-${cutoff}.parquet`),
  arms: path.join(dir, "arms.parquet"),
  formerArms: path.join(dir, "arms.former.parquet"),
  armSnapshot: (cutoff: number) => path.join(dir, "arms", `${cutoff}.parquet`),
  current: path.join(dir, "kept", "current.parquet"),
  kept: (build: string) => path.join(dir, "kept", `${build}.parquet`),
  model: (version: string) => path.join(dir, "models", `${version}.json`),
});

/**
 * Files of a lasting hold-out.
 *
 * `arms.parquet`    one row per period and person with a group in it, ordered: period INTEGER (from 0), person_id BIGINT, drawn_as BIGINT (the id that
 *     decided), stratum TINYINT (decile of spending when drawn, from 0), is_held_out BOOLEAN, since BIGINT (cutoff of the build that put the
 *     person into the group; null: several people of that period, so that they do not count), draws INTEGER (people of the draw who are this person).
 * `groups.parquet`  one row per person, ordered: see `groupsOfToday`.
 * `people/`         the persons of the people whose groups these are, see `keptPersons`.
 */
export const lastingHoldoutFiles = (dir: string) => ({
  arms: path.join(dir, "arms.parquet"),
  groups: path.join(dir, "groups.parquet"),
  personsDir: path.join(dir, "people"),
});

export const noFormerIds = sql`
  select cast(null as bigint) as alias, cast(null as bigint) as person_id where false`;

/** Former ids of people: alias, person_id; none without a build. */
export const formerIds = (peopleDir: string | null): Relation =>
  relationOr(peopleDir && peopleFiles(peopleDir).aliases, noFormerIds);

/** Pairs of two people who are nearly alike enough, see `near.parquet`; none without a build. */
export const nearPairs = (peopleDir: string | null): Relation =>
  relationOr(
    peopleDir && peopleFiles(peopleDir).near,
    sql`
    select cast(null as bigint) as left_key, cast(null as bigint) as right_key, cast(null as double) as log_odds where false`,
  );

/** Ids of people who are gone, see `gone.parquet`; none without a build. */
export const goneIds = (peopleDir: string | null): Relation =>
  relationOr(
    peopleDir && peopleFiles(peopleDir).gone,
    sql`
    select cast(null as bigint) as person_id, cast(null as bigint) as gone_at, cast(null as bigint) as list_key where false`,
  );

/**
 * Files of a target that tracks its rows, besides the delivered file.
 *
 * `rows.parquet`            one row per row of the file, in its order: person_id BIGINT, row_hash UBIGINT (of the values as written),
 *     place BIGINT (from 1), then c0, c1, … with the values as written.
 * `former/<build>.parquet`  one row per row of a file before it, ordered: person_id BIGINT, row_hash UBIGINT (null for people whom the
 *     account no longer knows). Kept from build to build until newer builds take its place.
 */
export const targetFiles = (dir: string) => ({
  rows: path.join(dir, "rows.parquet"),
  contacts: path.join(dir, "contacts.parquet"),
  former: (build: string) => path.join(dir, "former", `${build}.parquet`),
});

/**
 * What a trigger remembers.
 *
 * `state.parquet`  one row per person who was judged, ordered: person_id BIGINT, side TINYINT (see `trigger-rule.ts`), value DOUBLE
 *     (the last one; of movers, that of the day before; null without any), reported_at BIGINT (by the time of the data, in epoch seconds; null: never).
 * `reported.parquet`   one row per id under which somebody was reported in the last month, ordered: person_id BIGINT, reported_at BIGINT (epoch
 *     milliseconds). Ids stay as they were reported, so that messages about people who are gone can be found.
 */
export const triggerFiles = (dir: string) => ({
  state: path.join(dir, "state.parquet"),
  reported: path.join(dir, "reported.parquet"),
});

/** Files that may have layers (see `layers.ts`), with the column by which their rows are replaced. */
const layeredBy: Readonly<Record<string, string>> = {
  "identities.parquet": "identity_key",
  "summary.parquet": "person_id",
  "persons.parquet": "identity_key",
  "people.parquet": "person_id",
  "matches.parquet": "left_key",
};

/** The events of a dataset's stream, without those of its first parts. */
export const eventsOfParts = (file: string, from: number): Relation => {
  const parts = partsOf(file).slice(from);
  const { eventKeys } = datasetFiles(path.dirname(path.dirname(file)));
  if (hasReplaced(file)) return partsReplaced(file, "event", from);
  if (from > 0 || !existsSync(eventKeys)) return parquet(parts);
  const [base, ...others] = parts;
  const added = others.length > 0 ? sql` union all by name select * from ${parquet(others)}` : sql``;
  return sql`(select event.*, known.identity_key
    from ${parquet(base!)} as event join ${parquet(eventKeys)} as known on known.identity_hash = event.key_0${added})`;
};

export const relation = (file: string): Relation => {
  const name = path.basename(file);
  const dir = path.dirname(path.dirname(file));
  if (file === datasetFiles(dir).events(path.basename(name, ".parquet"))) return eventsOfParts(file, 0);
  if (file === streamFiles(path.dirname(file)).events) return partsReplaced(file, "person_id");
  const key = layeredBy[name];
  return key === undefined ? parquet(file) : withReplaced(file, key);
};

/** The rows of a file without layers; those of `none` where there is no such file. */
export const relationOr = (file: string | null, none: Sql): Relation =>
  file !== null && existsSync(file) ? parquet(file) : sql`(${none})`;

/** The identities of several datasets as one relation. */
export const identitiesOf = (datasetDirs: readonly string[]): Relation =>
  unionOf(...datasetDirs.map((dir) => relation(datasetFiles(dir).identities)));
