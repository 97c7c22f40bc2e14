// Unidentified records: identities that are no person's, because nothing in them tells who it is. What a build
// leaves out for another reason, such as a privacy list, is not among them.

import { type IdentityField, identityFields } from "../../domain/data/dataset.js";
import type { Country } from "../../domain/people/identity/phones.js";
import type { UnidentifiedRequest } from "../../domain/people/unidentified.js";
import type { Engine } from "../engine.js";
import { ident, join, type Relation, type Sql, sql } from "../sql/sql.js";
import { nameFields } from "./names.js";
import { type Normalised, normalise } from "./normalise.js";
import { identifiableIdentities } from "./persons.js";

interface Unidentified {
  /** Identities by dataset. */
  datasets: readonly Relation[];
  persons: Relation;
  /** Country of phone numbers without a country code. */
  country: Country;
  /** At most so many are looked at, those with the most rows. */
  most: number;
}

/**
 * Stages one row per unidentified record: node, identity_key, row_count, sources (positions of its datasets, with
 * commas), first_seen, the identity fields, and reason.
 */
export const stageUnidentified = async (
  engine: Engine,
  { datasets, persons, country, most }: Unidentified,
): Promise<Relation> => {
  const written = await engine.createTable("written_nobody", recordsOfNobody(datasets, persons, most));
  const normalised = await normalise(engine, written, { country });
  const identified = identifiableIdentities(written, normalised);
  return engine.createTable("unidentified", explained(written, normalised, identified));
};

const recordsOfNobody = (datasets: readonly Relation[], persons: Relation, most: number): Sql => {
  const fields = identityFields.map((field) => sql`any_value(${ident("own", field)}) as ${ident(field)}`);
  const each = datasets.map((rows, place) => sql`select held.*, ${place} as place from ${rows} as held`);
  return sql`
    select cast(row_number() over (order by held.row_count desc, held.identity_key) - 1 as integer) as node, held.*
    from (
      select own.identity_key, cast(sum(own.row_count) as bigint) as row_count, min(own.first_seen) as first_seen,
        string_agg(own.place, ',' order by own.place) as sources, ${join(fields)}
      from (${join(each, " union all by name ")}) as own
      anti join ${persons} as person on person.identity_key = own.identity_key
      group by own.identity_key
    ) as held
    order by held.row_count desc, held.identity_key
    limit ${most}`;
};

const contactFields: readonly IdentityField[] = [
  "customer_id",
  "email",
  "email_hash",
  "phone",
  "national_id",
];
const hasAnyOf = (fields: readonly string[]): Sql =>
  sql`coalesce(${join(fields.map((field) => sql`nullif(trim(${ident("written", field)}), '')`))}) is not null`;

const explained = (written: Relation, { names }: Normalised, identified: Sql): Sql => sql`
  select written.*,
    case when ${hasAnyOf(nameFields)} and name.node is null then 'guest'
      when name.first_name is not null and name.last_name is not null then 'name_alone'
      when name.first_name is not null then 'first_name_alone'
      when name.last_name is not null then 'last_name_alone'
      when ${hasAnyOf(contactFields)} then 'unusable_contact'
      else 'no_name' end as reason
  from ${written} as written
  anti join (${identified}) as known on known.node = written.node
  left join ${names} as name on name.node = written.node`;

/** A page of the unidentified records, the most rows first: id VARCHAR, sources, rows, reason and the identity fields. */
export const unidentifiedPage = (unidentified: Relation, { limit, offset }: UnidentifiedRequest): Sql => sql`
  select cast(own.identity_key as varchar) as id, own.sources, own.row_count as rows, own.reason,
    ${join(identityFields.map((field) => ident("own", field)))}
  from ${unidentified} as own
  order by own.row_count desc, own.identity_key
  limit ${limit} offset ${offset}`;

/** One row per reason, the most rows first: reason, records, rows. */
export const unidentifiedCounts = (unidentified: Relation): Sql => sql`
  select own.reason, count(*) as records, cast(sum(own.row_count) as bigint) as rows
  from ${unidentified} as own
  group by own.reason
  order by rows desc, own.reason`;
