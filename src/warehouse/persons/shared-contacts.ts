// Families share mailboxes and telephones. A contact that stands with one first name is one person's, and a record
// without a name that bears it is that person's too. A contact that stands with several is a key only together with the
// first name; an initial counts as the one name that it can stand for. With Jr and Sr on one contact the suffix decides.

import type { Engine } from "../engine.js";
import { join, type Relation, type Sql, sql } from "../sql/sql.js";
import type { Normalised } from "./normalise.js";

/** A contact with more family names or customer numbers than this reaches no person in particular. */
const maxPeople = 50;

/** One row per identity that shares its contact with another one: node, value. `everybodys` (value) are left out. */
export const sharedContacts = (contacts: Relation, everybodys: Sql): Sql => sql`
  select contact.node, contact.value
  from ${contacts} as contact
  join (select value from ${contacts} group by value having count(*) > 1) as shared on shared.value = contact.value
  where contact.value not in (${everybodys})`;

/**
 * One row per contact of everybody: value. Distinct values are counted only where there are enough records to exceed the
 * limit, which are few.
 */
export const placeholderContacts = (contacts: Relation, names: Relation, customers: Relation): Sql => sql`
  select contact.value
  from ${contacts} as contact
  join (select value from ${contacts} group by value having count(*) > ${maxPeople}) as crowded
    on crowded.value = contact.value
  left join ${names} as name on name.node = contact.node
  left join ${customers} as customer on customer.node = contact.node
  group by contact.value
  having count(distinct name.last_name) > ${maxPeople} or count(distinct customer.value) > ${maxPeople}`;

/** A day on which so many times more people were born than on others is what was typed to get on. */
const maxTimesAverage = 10;

/** One row per day of birth of everybody: value. */
export const placeholderBirthDates = (birthDates: Relation, names: Relation): Sql => sql`
  select birth.value
  from ${birthDates} as birth
  left join ${names} as name on name.node = birth.node
  group by birth.value
  having count(distinct name.last_name) > ${maxPeople}
    and count(*) > (select ${maxTimesAverage} * count(*) / count(distinct value) from ${birthDates})`;

/** One row per shared contact: node, value, first_name and suffix of its bearer, null where absent. */
export const namedHolders = (shared: Relation, names: Relation): Sql => sql`
  select shared.node, shared.value, name.first_name, name.suffix
  from ${shared} as shared
  left join ${names} as name on name.node = shared.node`;

/** One row per contact and initial on it that can stand for one of its first names only: value, initial, first_name. */
export const initialExpansions = (bearers: Relation): Sql => {
  const called = sql`(select distinct value, first_name from ${bearers})`;
  return sql`
    select short.value, short.first_name as initial, min(long.first_name) as first_name
    from ${called} as short
    join ${called} as long on long.value = short.value and left(long.first_name, 1) = short.first_name
    where length(short.first_name) = 1 and length(long.first_name) > 1
    group by short.value, short.first_name
    having count(*) = 1`;
};

/** One row per bearer: node, value, first_name and suffix, initials written out where they can be. */
export const holdersWithInitialsExpanded = (bearers: Relation, initials: Relation): Sql => sql`
  select bearer.node, bearer.value, coalesce(read.first_name, bearer.first_name) as first_name, bearer.suffix
  from ${bearers} as bearer
  left join ${initials} as read on read.value = bearer.value and read.initial = bearer.first_name`;

/** One row per bearer: node, value, and what else must agree: first_name and suffix, each empty where nothing must. */
export const holderKeys = (called: Relation): Sql => sql`
  select called.node, called.value,
    case when household.has_names then coalesce(called.first_name, '') else '' end as first_name,
    case when household.has_suffixes then coalesce(called.suffix, '') else '' end as suffix
  from ${called} as called
  join (
    select value, min(first_name) <> max(first_name) as has_names, min(suffix) <> max(suffix) as has_suffixes
    from ${called}
    group by value
  ) as household on household.value = called.value`;

// What stands with everybody is nobody's: a shop's own mailbox on a thousand orders, a telephone number that was typed to get
// on, a day of birth that a form fills in. None of it is a key, and none is compared.

export type ValueKind = "customer" | "email" | "phone" | "national id" | "birth date";

/** One row per value of everybody: kind and value VARCHAR. */
export const stagePlaceholderValues = async (
  engine: Engine,
  {
    names,
    customers,
    emails,
    phones,
    nationalIds,
    birthDates,
  }: Omit<Normalised, "addresses" | "dateOrderCounts">,
): Promise<Relation> => {
  const found: [ValueKind, Sql][] = [
    ["customer", placeholderContacts(customers, names, customers)],
    ["email", placeholderContacts(emails, names, customers)],
    ["phone", placeholderContacts(phones, names, customers)],
    ["national id", placeholderContacts(nationalIds, names, customers)],
    ["birth date", placeholderBirthDates(birthDates, names)],
  ];
  const kinds = found.map(
    ([kind, values]) => sql`select ${kind} as kind, crowd.value from (${values}) as crowd`,
  );
  return engine.createTable("everybodys", join(kinds, " union all "));
};

/** One row per value of this kind that is everybody's: value. */
export const placeholdersOfKind = (everybodys: Relation, kind: ValueKind): Sql =>
  sql`select crowd.value from ${everybodys} as crowd where crowd.kind = ${kind}`;

/** `node, value` without the values of everybody. */
export const withoutPlaceholderValues = (values: Relation, everybodys: Relation, kind: ValueKind): Sql => sql`
  select told.node, told.value from ${values} as told where told.value not in (${placeholdersOfKind(everybodys, kind)})`;
