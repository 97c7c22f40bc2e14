// Merged contacts: how many e-mail addresses, customer IDs and telephone numbers the people of a first build
// have. A person has one or two of each; if people have many on average, something that they only seem to
// share has merged them.

import type { IdentityField } from "../../domain/data/dataset.js";
import type { Engine } from "../engine.js";
import { ident, join, type Relation, type Sql, sql } from "../sql/sql.js";
import { customerNumbers, mailboxes, mailboxParts } from "./contacts.js";
import { phoneEnding } from "./phones.js";

export const mergedKinds = ["email", "customer", "phone"] as const;
export type MergedKind = (typeof mergedKinds)[number];

export interface MergedContacts {
  kind: MergedKind;
  /** Records with a value, different values, and people who have any. */
  records: number;
  values: number;
  people: number;
}

/** The person with the most values of a kind: how many, and the first of them. */
export interface MostMerged {
  values: number;
  examples: string[];
}

const read: readonly IdentityField[] = ["email", "customer_id", "phone"];

/**
 * One row per record and value: person_id, kind, value. `identities`: of each dataset; `persons`:
 * identity_key, person_id.
 */
const contactsOf = (identities: readonly Relation[], persons: Relation): Sql => {
  const fields = join(read.map((field) => ident("held", field)));
  const all = identities.map((held) => sql`select held.identity_key as node, ${fields} from ${held} as held`);
  const written: Relation = sql`(select distinct * from (${join(all, " union all ")}))`;
  const ofKind = (kind: MergedKind, values: Sql) =>
    sql`select own.node, ${kind} as kind, own.value from (${values}) as own`;
  const ending = phoneEnding(sql`phone`);
  const phones = sql`select node, ${ending} as value from ${written} where ${ending} is not null`;
  const found = [
    ofKind("email", mailboxes(sql`(${mailboxParts(written)})`)),
    ofKind("customer", customerNumbers(written)),
    ofKind("phone", phones),
  ];
  return sql`
    select person.person_id, contact.kind, contact.value
    from (${join(found, " union all ")}) as contact
    join ${persons} as person on person.identity_key = contact.node`;
};

export const findMergedContacts = async (
  engine: Engine,
  identities: readonly Relation[],
  persons: Relation,
): Promise<{ counts: MergedContacts[]; most: (kind: MergedKind) => Promise<MostMerged> }> => {
  const contacts = await engine.createTable("merged_contact", contactsOf(identities, persons));
  const counts = await engine.rows<MergedContacts & Record<string, string | number>>(sql`
    select own.kind, count(*) as records, count(distinct own.value) as values, count(distinct own.person_id) as people
    from ${contacts} as own group by own.kind order by own.kind`);
  return { counts, most: (kind) => mostMerged(engine, contacts, kind) };
};

/** Enough to see that they are not one person's. */
const shownExamples = 3;

const mostMerged = async (engine: Engine, contacts: Relation, kind: MergedKind): Promise<MostMerged> => {
  const rows = await engine.rows<{ value: string; values: number }>(sql`
    with largest as (
      select own.person_id, count(distinct own.value) as values
      from ${contacts} as own where own.kind = ${kind}
      group by own.person_id
      order by values desc, own.person_id
      limit 1
    )
    select distinct own.value, largest.values
    from ${contacts} as own join largest on largest.person_id = own.person_id
    where own.kind = ${kind}
    order by own.value
    limit ${shownExamples}`);
  return { values: rows[0]?.values ?? 0, examples: rows.map(({ value }) => value) };
};
