// Identities of records. An identity is the tuple of values that one identity set takes from a row, as
// written, in the order of `identityFields`. A row belongs to the first of its identities that is enough to
// identify a person (a last name and a city are not); the others are linked to it. Identities have keys of 63
// bits of an MD5, which every engine computes alike; rows have keys of as many bits of the engine's hash, for
// one build: in a hundred million rows the probability of one collision is 1 in 1,800.

import { type IdentityField, type IdentitySet, identityFields } from "../../domain/data/dataset.js";
import { placeholderMailboxes } from "../../domain/people/identity/contacts.js";
import { minDigits } from "../../domain/people/identity/phones.js";
import type { EpochMs } from "../../domain/resource/resource.js";
import type { Engine } from "../engine.js";
import { replaceRows } from "../layers.js";
import { relation } from "../relations.js";
import { allRows, resultOf, rowsWithout, unionOf } from "../rows.js";
import { ident, join, list, literal, parquet, type Relation, type Sql, sql } from "../sql/sql.js";
import { findColumn } from "./columns.js";

/** One VARCHAR expression per identity field; absent where the set does not map it. */
export type IdentityColumns = Partial<Record<IdentityField, Sql>>;

/** Refuses `column-unknown`. Without identity sets there is one that never has a value, so no row has a person. */
export const resolveIdentities = (
  sets: Record<string, IdentitySet>,
  names: readonly string[],
): IdentityColumns[] => {
  const resolved = Object.entries(sets).map(([name, set]) => resolveSet(`identity_sets.${name}`, set, names));
  return resolved.length > 0 ? resolved : [{}];
};

const resolveSet = (setName: string, set: IdentitySet, names: readonly string[]): IdentityColumns => {
  const resolved: IdentityColumns = {};
  for (const field of identityFields) {
    const column = (name: string): Sql => findColumn(names, name, `${setName}.${field}`).sql;
    const mapped = set[field];
    if (mapped === undefined) continue;
    resolved[field] = Array.isArray(mapped)
      ? sql`nullif(concat_ws(' ', ${join(mapped.map(column))}), '')`
      : column(mapped);
  }
  return resolved;
};

/** BIGINT; null where the set has no value at all. */
const identityKey = (columns: IdentityColumns): Sql => {
  const present = Object.values(columns);
  if (present.length === 0) return sql`cast(null as bigint)`;
  return sql`case when coalesce(${join(present)}) is not null then ${identityKeyOf(columns)} end`;
};

/** BIGINT in place of the key of an identity, within one build; null where the set has no value at all. */
const identityHash = (columns: IdentityColumns): Sql => {
  const fields = mappedFields(columns).map((field) => columns[field]!);
  return sql`case when coalesce(${join(fields)}) is not null then ${rowKeyOf(fields)} end`;
};

const mappedFields = (columns: IdentityColumns): IdentityField[] =>
  identityFields.filter((field) => columns[field] !== undefined);

const keyName = (set: number): string => `key_${set}`;
/** Column of a record: its identity by this set. */
export const keyColumn = (set: number): Sql => ident(keyName(set));
const identifiesName = (set: number): string => `identifies_${set}`;

/** Columns of a record: key_<i>, the identity of each set, BIGINT, and with several sets identifies_<i>, BOOLEAN. */
export const identityRecordColumns = (sets: readonly IdentityColumns[]): Record<string, Sql> => ({
  ...Object.fromEntries(sets.map((columns, i) => [keyName(i), identityKey(columns)])),
  ...(sets.length > 1 &&
    Object.fromEntries(sets.map((columns, i) => [identifiesName(i), identifies(columns)]))),
});

/**
 * The same for a log, which repeats its identities: key_0 is the hash of an identity, and its key is made
 * once and not for each row, which would cost as much as reading the rows.
 */
export const hashedRecordColumns = (columns: IdentityColumns): Record<string, Sql> => ({
  [keyName(0)]: identityHash(columns),
});

/** The rows of such a log with their identity_key; `known`: see `identities`. */
export const withIdentityKeys = (rows: Relation, columns: IdentityColumns, known: Relation): Relation => {
  return sql`(select r.*, known.identity_key from ${rows} as r
    left join (${identityHashes(columns, known)}) as known on known.identity_hash = r.${keyColumn(0)})`;
};

/** One row per identity: identity_hash, which stands for its key in such a log, and identity_key. */
export const identityHashes = (columns: IdentityColumns, known: Relation): Sql => {
  const hash = rowKeyOf(mappedFields(columns).map((field) => ident("i", field)));
  return sql`select ${hash} as identity_hash, i.identity_key from ${known} as i`;
};

/** An estimate from one row; `identifiableIdentities` decides with all rows. */
const identifies = (columns: IdentityColumns): Sql => {
  const has = (...fields: IdentityField[]) =>
    sql`coalesce(${join([...fields.map((field) => columns[field] ?? sql`null`), sql`null`])}) is not null`;
  const { email = sql`null`, phone = sql`null` } = columns;
  const mailbox = sql`lower(split_part(split_part(${email}, '@', 1), '+', 1))`;
  return sql`(${has("customer_id", "email_hash", "national_id")}
    or coalesce(${email} like '%_@_%._%' and ${mailbox} not in (${list(placeholderMailboxes)}), false)
    or coalesce(length(regexp_replace(${phone}, '[^\\p{Nd}]+', '', 'g')) >= ${minDigits}, false)
    or (${has("person_last_name", "person_full_name")}
      and ${has("house_number_and_street", "postcode", "freeform_address", "birth_date")})
    or (${has("person_full_name")} or ${has("person_first_name")} and ${has("person_last_name")}) and ${has("city")})`;
};

/** The identity that a row belongs to; null where it has none. */
export const owningKey = (sets: number): Sql => {
  const all = [...Array(sets).keys()];
  const identifying =
    sets > 1 ? all.map((i) => sql`case when ${ident(identifiesName(i))} then ${keyColumn(i)} end`) : [];
  return sql`coalesce(${join([...identifying, ...all.map(keyColumn), sql`cast(null as bigint)`])})`;
};

/**
 * One row per distinct identity, in order of arrival, so that a reader of the newest ones skips the others.
 * `row_count` counts the rows that belong to it, so its sum is the number of rows with a person. `firstSeen`:
 * when identities were first seen, if not with their first row: identity_key, first_seen. `isHashed`: see
 * `hashedRecordColumns`. The fields are joined from the first row with the identity; grouping by all texts
 * would spill to disk.
 */
export const identities = (
  rows: Relation,
  sets: readonly IdentityColumns[],
  firstSeen: Relation | null = null,
  isHashed = false,
): Sql => {
  const own = owningKey(sets.length);
  const occurrences = sets.map((_, i) => {
    const isRepeated = join(
      [...Array(i).keys()].map((before) => sql`${keyColumn(before)} is not distinct from ${keyColumn(i)}`),
      " or ",
      "false",
    );
    return sql`select ${keyColumn(i)} as identity_key, r.seq * ${sets.length} + ${i} as place,
      case when ${keyColumn(i)} = ${own} and not (${isRepeated}) then 1 else 0 end as owned
    from ${rows} as r where ${keyColumn(i)} is not null`;
  });
  const attributes = sets.map(
    (
      columns,
      i,
    ) => sql`select ${isHashed ? identityKeyOf(columns) : sql`f.identity_key`} as identity_key, r.arrival_time as first_seen, f.row_count, ${fieldColumns(columns)}
    from firsts as f inner join ${rows} as r on r.seq * ${sets.length} + ${i} = f.place`,
  );
  return sql`with firsts as materialized (
    select o.identity_key, min(o.place) as place, cast(sum(o.owned) as bigint) as row_count
    from (${join(occurrences, " union all ")}) as o group by o.identity_key
  ) ${inOrderOfArrival(join(attributes, " union all "), firstSeen)}`;
};

/**
 * The identities of a log from its `holders`, see `typed-rows.ts`: one row per hash of an identity.
 * `arrivals`: of the files, by index.
 */
export const heldIdentities = (
  holders: Relation,
  columns: IdentityColumns,
  arrivals: readonly EpochMs[],
  firstSeen: Relation | null,
): Sql => {
  const file = sql`(h.place >> 40) + 1`;
  const arrival = sql`list_extract([${list(arrivals)}], ${file})`;
  const found = sql`select ${identityKeyOf(columns)} as identity_key, cast(${arrival} as bigint) as first_seen, h.row_count,
    ${fieldColumns(columns)} from ${holders} as h`;
  return inOrderOfArrival(found, firstSeen);
};

/** Identities, with when they were first seen if not with their first row: identity_key, first_seen. */
const inOrderOfArrival = (found: Sql, firstSeen: Relation | null): Sql => {
  const seen = firstSeen ? sql`replace (coalesce(seen.first_seen, a.first_seen) as first_seen)` : sql``;
  const earlier = firstSeen
    ? sql`left join ${firstSeen} as seen on seen.identity_key = a.identity_key`
    : sql``;
  return sql`select a.* ${seen} from (${found}) as a ${earlier} order by first_seen, a.identity_key`;
};

const fieldColumns = (columns: IdentityColumns): Sql =>
  join(identityFields.map((field) => sql`cast(${columns[field] ?? null} as varchar) as ${ident(field)}`));

/**
 * The identities of later rows as they are together with those of an earlier build, with the columns of
 * `identities`.
 */
const addedIdentities = (earlier: Relation, later: Relation): Sql => sql`
  select known.* replace (cast(known.row_count + also.row_count as bigint) as row_count)
  from ${earlier} as known join ${later} as also on also.identity_key = known.identity_key
  union all by name
  select also.* from ${later} as also anti join ${earlier} as known on known.identity_key = also.identity_key`;

/**
 * Makes `file` the identities of a `previous` file together with those of later rows. Returns how many are
 * new.
 */
export const addIdentities = async (
  engine: Engine,
  later: Relation,
  previous: string,
  file: string,
): Promise<number> => {
  const known = relation(previous);
  const rows = await engine.createTable("changed_identity", addedIdentities(known, later));
  const into = { previous, file, key: "identity_key", order: ["first_seen", "identity_key"] };
  const added = await engine.count(rowsWithout(later, known, "identity_key"));
  await replaceRows(engine, into, rows, allRows(rows));
  return added;
};

/** One row per pair of identities that occur in one row: left_key, right_key. */
export const links = (rows: Relation, sets: number): Sql => {
  const pairs = [...Array(sets > 1 ? sets : 0).keys()].map(
    (i) => sql`select ${owningKey(sets)} as left_key, ${keyColumn(i)} as right_key from ${rows}
    where ${keyColumn(i)} <> ${owningKey(sets)}`,
  );
  const none = sql`select cast(null as bigint) as left_key, cast(null as bigint) as right_key where false`;
  return sql`select distinct p.left_key, p.right_key from (${join(pairs, " union all ", none.text)}) as p
  order by p.left_key, p.right_key`;
};

/** The links of later rows together with those of an earlier build. */
export const addedLinks = (earlier: Relation, later: Sql): Sql => sql`
  select distinct pair.left_key, pair.right_key
  from ${unionOf(earlier, resultOf(later))} as pair
  order by pair.left_key, pair.right_key`;

/** The rows without those of deleted people, whose identities are in the column identity_key of the file. */
export const withoutErased = (rows: Relation, erasedFile: string | null, sets: number): Relation =>
  erasedFile === null ? rows : sql`(select r.* from ${rows} as r where not (${isErased(erasedFile, sets)}))`;

/** The rows of deleted people. */
export const erasedRows = (rows: Relation, erasedFile: string, sets: number): Relation =>
  sql`(select r.* from ${rows} as r where ${isErased(erasedFile, sets)})`;

/** BOOLEAN: whether a row `r` is of a deleted person. */
export const isErased = (erasedFile: string, sets: number): Sql => {
  const erased = sql`select f.identity_key from ${parquet(erasedFile)} as f`;
  return join(
    identityKeys(sets).map((key) => sql`coalesce(${key} in (${erased}), false)`),
    " or ",
  );
};

/** The key of each identity of a row `r`. */
export const identityKeys = (sets: number): Sql[] =>
  [...Array(sets).keys()].map((i) => sql`r.${keyColumn(i)}`);

/** BIGINT of VARCHARs within one build, never null; a null differs from every text. It costs a twentieth of an MD5. */
export const rowKeyOf = (parts: readonly Sql[]): Sql => sql`cast(hash(${join(parts)}) >> 1 as bigint)`;

/** The version of row keys: another version of the engine may hash otherwise. */
export const rowKeyVersion = async (engine: Engine): Promise<string> => {
  const { version } = await engine.row<{ version: string }>(sql`select version() as version`);
  return version;
};

/** The original identity fields. Later ones are hashed only where they have a value. */
const firstFields = 12;

/** In place of a field without a value, and between two fields. */
const [absent, separator] = ["\u001e", "\u001f"];

/**
 * BIGINT key of an identity's fields. Keys become ids of people, so an additional field must not change
 * existing keys.
 */
export const identityKeyOf = (columns: IdentityColumns): Sql => {
  const first = identityFields.slice(0, firstFields).map((field) => columns[field]);
  const later = identityFields.slice(firstFields).flatMap((field) => {
    const column = columns[field];
    return column ? [sql`coalesce(${separator + field + absent} || ${column}, '')`] : [];
  });
  return sql`cast(md5_number_lower(concat(${join([...joinedFields(first), ...later])})) >> 1 as bigint)`;
};

/** The fields with what stands between them; fields that are not mapped are one text with it. */
const joinedFields = (fields: readonly (Sql | undefined)[]): Sql[] => {
  const pieces: Sql[] = [];
  let fixed = "";
  for (const [i, field] of fields.entries()) {
    if (i > 0) fixed += separator;
    if (field) {
      pieces.push(literal(fixed), sql`coalesce(${field}, ${absent})`);
      fixed = "";
    } else fixed += absent;
  }
  return [...pieces, literal(fixed)];
};
