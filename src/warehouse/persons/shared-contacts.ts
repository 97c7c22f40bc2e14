// Shared contacts: an e-mail address, phone number or id that several records hold. If its holders have one
// first name, the contact identifies one person, and a holder without a name is that person too. If they have
// several, as in a family, it is a key only together with the given name; an initial, or some of its words,
// count as the one name that they can stand for. If both Jr and Sr hold it, the suffix must agree as well, if
// several families do, as in an office, the last name, and if several customer numbers without a name do, the
// number. A contact that too many different people hold is a placeholder value and no key at all.

import type { Engine } from "../engine.js";
import { ident, join, type Relation, type Sql, sql } from "../sql/sql.js";
import { canStandFor } from "./names.js";
import type { Normalised } from "./normalise.js";

/** A contact with more family names or customer numbers than this is a placeholder. */
const maxPeople = 50;

/** So many beginnings of last names are those of several families, and no typos or married names. */
const minFamilies = 4;

/** One row per identity that shares its contact with another: node, value. `placeholders` (value) are left out. */
export const sharedContacts = (contacts: Relation, placeholders: Sql): Sql => sql`
  select contact.node, contact.value
  from ${contacts} as contact
  join (select value from ${contacts} group by value having count(*) > 1) as shared on shared.value = contact.value
  where contact.value not in (${placeholders})`;

/**
 * One row per placeholder contact: value. Names are counted only for the few contacts with enough holders to
 * exceed the limit.
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

/**
 * A value that so large a share of the records with any has, and that this many records at least have, tells
 * nobody apart.
 */
const dominantShare = 0.8;
const minDominant = 10;
/** So many e-mail addresses, customer numbers or beginnings of last names are not one person's. */
const minOthers = 5;

/**
 * One row per value that nearly all records have, though something else tells these apart: value. An
 * identifier that one file gives to everyone, such as a number that a spreadsheet spoilt, or the address of
 * the only shop.
 */
export const dominantValues = (contacts: Relation, names: Relation, others: readonly Relation[]): Sql => {
  const tables = others.map((_, i) => `other_${i}`);
  const joins = others.map(
    (other, i) =>
      sql`left join ${other} as ${ident(tables[i]!)} on ${ident(tables[i]!, "node")} = contact.node`,
  );
  const counts = [
    sql`count(distinct left(name.last_name, 2))`,
    ...tables.map((other) => sql`count(distinct ${ident(other, "value")})`),
  ];
  return sql`
    select contact.value
    from ${contacts} as contact
    join (
      select value from ${contacts} group by value
      having count(*) >= ${minDominant} and count(*) >= ${dominantShare} * (select count(*) from ${contacts})
    ) as dominant on dominant.value = contact.value
    left join ${names} as name on name.node = contact.node
    ${join(joins, " ")}
    group by contact.value
    having greatest(${join(counts)}) >= ${minOthers}`;
};

/** A birth date that is this many times as frequent as the average one is a form default. */
const maxTimesAverage = 10;

/** One row per placeholder birth date: value. */
export const placeholderBirthDates = (birthDates: Relation, names: Relation): Sql => sql`
  select birth.value
  from ${birthDates} as birth
  left join ${names} as name on name.node = birth.node
  group by birth.value
  having count(distinct name.last_name) > ${maxPeople}
    and count(*) > (select ${maxTimesAverage} * count(*) / count(distinct value) from ${birthDates})`;

/** So many beginnings of last names are no one person's, however often they marry. */
const minCrowd = 8;

/**
 * One row per customer number that a crowd has, as `GUEST`: value. Its holders are one person only if they do
 * not contradict each other.
 */
export const crowdedNumbers = (numbers: Relation, names: Relation): Sql => sql`
  select number.value
  from ${numbers} as number
  join ${names} as name on name.node = number.node
  group by number.value
  having count(distinct left(name.last_name, 2)) >= ${minCrowd}`;

/**
 * One row per holder of a shared contact: node, value, given, first_name, last_name, suffix and number (its
 * customer number), null where absent, and is_nameless.
 */
export const namedHolders = (shared: Relation, names: Relation, numbers: Relation): Sql => sql`
  select shared.node, shared.value, name.given, name.first_name, name.last_name, name.suffix, customer.value as number,
    coalesce(name.first_name, name.last_name) is null as is_nameless
  from ${shared} as shared
  left join ${names} as name on name.node = shared.node
  left join ${numbers} as customer on customer.node = shared.node`;

/**
 * One row per contact and short name that can stand for only one of its whole names: value, short_name,
 * first_name (the whole one).
 */
export const nameExpansions = (holders: Relation): Sql => sql`
  with named as materialized (
    select distinct value, given, first_name from ${holders} where first_name is not null
  ), several as (
    select own.* from named as own
    semi join (select value from named group by value having count(*) > 1) as crowd on crowd.value = own.value
  ), standing as materialized (
    select short.value, short.first_name as short_name, long.first_name
    from several as short
    join several as long on long.value = short.value and long.first_name <> short.first_name
    where ${canStandFor("short", "long")}
  )
  select own.value, own.short_name, min(own.first_name) as first_name
  from standing as own
  anti join standing as other on other.value = own.value and other.short_name = own.first_name
  group by own.value, own.short_name
  having count(distinct own.first_name) = 1`;

/**
 * One row per holder: node, value, first_name, last_name, suffix, number and is_nameless, with short names
 * expanded where possible.
 */
export const holdersWithNamesExpanded = (holders: Relation, expansions: Relation): Sql => sql`
  select holder.node, holder.value, coalesce(expanded.first_name, holder.first_name) as first_name, holder.last_name, holder.suffix,
    holder.number, holder.is_nameless
  from ${holders} as holder
  left join ${expansions} as expanded on expanded.value = holder.value and expanded.short_name = holder.first_name`;

/**
 * So many customer numbers without a name, of one mailbox or telephone, are colleagues; fewer may be one
 * person's accounts.
 */
const minNumbers = 4;

/**
 * One row per holder: node, value, the first_name, last_name, suffix and number that must agree too, each
 * empty where none must, is_nameless, and is_told_apart, whether any must.
 */
export const holderKeys = (holders: Relation): Sql => sql`
  select holder.node, holder.value,
    case when household.has_names then coalesce(holder.first_name, '') else '' end as first_name,
    case when household.has_suffixes then coalesce(holder.suffix, '') else '' end as suffix,
    case when household.has_families then coalesce(holder.last_name, '') else '' end as last_name,
    case when household.has_numbers and holder.is_nameless then coalesce(holder.number, '') else '' end as number,
    holder.is_nameless,
    coalesce(household.has_names or household.has_suffixes or household.has_families or household.has_numbers, false) as is_told_apart
  from ${holders} as holder
  join (
    select value, min(first_name) <> max(first_name) as has_names, min(suffix) <> max(suffix) as has_suffixes,
      count(distinct left(last_name, 2)) >= case when min(first_name) <> max(first_name) then 2 else ${minFamilies} end as has_families,
      count(distinct number) filter (where is_nameless) >= ${minNumbers} as has_numbers
    from ${holders}
    group by value
  ) as household on household.value = holder.value`;

export type ValueKind = "customer" | "email" | "phone" | "national id" | "birth date";

/** Relations are node, value; names: node, last_name. */
type Values = Omit<Normalised, "addresses" | "countries" | "dateOrderCounts">;

/**
 * Stages one row per placeholder value: kind and value VARCHAR, and by_share (see `dominantValues`). A
 * placeholder is a value that many different people have: the shop's own e-mail address, a phone number typed
 * to get past a form, a default birth date. It is no key, and is not compared. `all`: the values of all
 * records, among which shares are taken.
 */
export const stagePlaceholderValues = async (
  engine: Engine,
  { names, customers, emails, phones, nationalIds, birthDates }: Values,
  all: Values = { names, customers, emails, phones, nationalIds, birthDates },
): Promise<Relation> => {
  const found: [ValueKind, Sql, isByShare?: true][] = [
    ["customer", placeholderContacts(customers, names, customers)],
    ["email", placeholderContacts(emails, names, customers)],
    ["phone", placeholderContacts(phones, names, customers)],
    ["national id", placeholderContacts(nationalIds, names, customers)],
    ["birth date", placeholderBirthDates(birthDates, names)],
    ["customer", dominantValues(all.customers, all.names, [all.emails]), true],
    ["email", dominantValues(all.emails, all.names, [all.customers]), true],
    ["phone", dominantValues(all.phones, all.names, [all.emails, all.customers]), true],
    ["national id", dominantValues(all.nationalIds, all.names, [all.emails, all.customers]), true],
  ];
  const kinds = found.map(
    ([kind, values, isByShare = false]) =>
      sql`select ${kind} as kind, found.value, ${isByShare} as by_share from (${values}) as found`,
  );
  return engine.createTable("placeholder_value", join(kinds, " union all "));
};

/** One row per placeholder of this kind: value. */
export const placeholdersOfKind = (placeholders: Relation, kind: ValueKind): Sql =>
  sql`select placeholder.value from ${placeholders} as placeholder where placeholder.kind = ${kind}`;

/** `values` (node, value) without placeholders. */
export const withoutPlaceholderValues = (
  values: Relation,
  placeholders: Relation,
  kind: ValueKind,
): Sql => sql`
  select own.node, own.value from ${values} as own where own.value not in (${placeholdersOfKind(placeholders, kind)})`;
