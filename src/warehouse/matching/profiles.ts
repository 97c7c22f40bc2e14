// Profiles: all fields by which an identity can be matched, in one row, with the shares of profiles that have
// the same names and postcode, because agreement in a rare value is stronger evidence. Stored profiles lack
// the shares, which every new record changes, and the lists of names, which DuckDB 1.5 is slow to read.

import { nicknames } from "../../domain/people/identity/nicknames.js";
import type { Engine } from "../engine.js";
import { noIdentities } from "../persons/identities.js";
import type { Normalised } from "../persons/normalise.js";
import { type ValueKind, withoutPlaceholderValues } from "../persons/shared-contacts.js";
import { ident, join, type Relation, type Sql, sql } from "../sql/sql.js";
import { partColumns, shareColumns } from "./blocking.js";
import { knownHouses, readAtHouses } from "./houses.js";
import { inOneSpelling } from "./local-names.js";
import { stageParsedAddresses } from "./parsed-address.js";

/**
 * One row per identity with enough fields to be matched: node INTEGER, first_name (all words, joined), given
 * (the same with spaces, of several words only), first_canonical (of the first word), middle_name (an
 * initial), last_name, last_start, last_end, first_forms and last_forms (see `scriptForms`), suffix, house_number, street, unit, city, state, postcode,
 * email, phone, birth_date, national_id, customer_id VARCHAR, first_names (the name and those that it may stand
 * for, with spaces between; null if it stands for no other), null where absent; name_bits UBIGINT, a bit for
 * each of these names, so that names without a bit in common have no name in common;
 * first_name_share, last_name_share, postcode_share FLOAT: the share of this value among the profiles with
 * any and a node below `reference`. With the houses that they were read with. `identified` (node): see
 * `identifiableIdentities`; `placeholderValues`: see `stagePlaceholderValues`.
 */
export const stageProfiles = async (
  engine: Engine,
  normalised: Normalised,
  { identified, placeholderValues, reference, knownHouses: known }: ProfileSources,
): Promise<{ profiles: Relation; houses: Relation }> => {
  const parsed = await stageParsedAddresses(engine, normalised.addresses);
  const contacts = await stageContacts(engine, normalised, placeholderValues);
  const forms = await engine.createTable("name_form", nameForms(normalised.names));
  const fields = await engine.createTable(
    "match_field",
    matchFields(normalised, parsed, contacts, identified, forms),
  );
  await engine.drop(parsed, forms, ...Object.values(contacts));
  const houses = known ?? (await engine.createTable("known_house", knownHouses(fields, reference)));
  const located = await engine.createTable("located_field", readAtHouses(fields, houses));
  await engine.drop(fields);
  const nicknames = await stageNicknames(engine);
  const profiles = await engine.createTable("profile", profilesOf(located, nicknames, reference));
  await engine.drop(located);
  return { profiles, houses };
};

interface ProfileSources {
  identified: Relation;
  placeholderValues: Relation;
  reference: number;
  /** See `knownHouses`; null: those of these profiles. */
  knownHouses: Relation | null;
}

type Contacts = Pick<Normalised, "emails" | "phones" | "nationalIds" | "birthDates" | "customers">;

/** Contacts without placeholder values. */
const stageContacts = async (
  engine: Engine,
  { emails, phones, nationalIds, birthDates, customers }: Normalised,
  placeholders: Relation,
): Promise<Contacts> => {
  const stage = (values: Relation, kind: ValueKind) =>
    engine.createTable(`personal_${kind}`, withoutPlaceholderValues(values, placeholders, kind));
  return {
    emails: await stage(emails, "email"),
    phones: await stage(phones, "phone"),
    nationalIds: await stage(nationalIds, "national id"),
    birthDates: await stage(birthDates, "birth date"),
    customers: await stage(customers, "customer"),
  };
};

/** One row per name, a given one in its words: name, forms (see `scriptForms`). */
const nameForms = (names: Relation): Sql => sql`
  select name, script_forms(name) as forms
  from (
    select own.given as name from ${names} as own where own.given is not null
    union
    select ${spacedFamily("own")} from ${names} as own where own.last_name is not null)`;

/** A family name in its words where the end of a word sounds otherwise than its middle, as in Hindi. */
function spacedFamily(name: string): Sql {
  const part = (column: string) => ident(name, column);
  return sql`
    case when regexp_matches(${part("last_name")}, '^\\p{Devanagari}') and ${part("last_start")} || ${part("last_end")} = ${part("last_name")}
      then ${part("last_start")} || ' ' || ${part("last_end")} else ${part("last_name")} end`;
}

/** One row per identity with enough fields to be matched: node and its fields, without shares and lists of names. */
const matchFields = (
  { names, addresses, countries }: Normalised,
  parsed: Relation,
  { emails, phones, nationalIds, birthDates, customers }: Contacts,
  identified: Relation,
  forms: Relation,
): Sql => sql`
  select * from (
    select own.node, ${join(
      (["first_name", "middle_name", "last_name", "last_start", "last_end"] as const).map(
        (part) => sql`${inOneSpelling(ident("name", part))} as ${ident(part)}`,
      ),
    )},
      first_form.forms as first_forms, last_form.forms as last_forms,
      case when contains(name.given, ' ') then ${inOneSpelling(sql`name.given`)} end as given,
      case name.suffix when 'ii' then 'jr' else name.suffix end as suffix,
      parsed.house_number, parsed.street, parsed.unit, address.city, address.state, address.postcode,
      email.value as email, ${comparablePhone(sql`phone.value`)} as phone, birth.value as birth_date, id.value as national_id,
      customer.value as customer_id
    from ${identified} as own
    left join ${names} as name on name.node = own.node
    left join ${forms} as first_form on first_form.name = name.given
    left join ${forms} as last_form on last_form.name = ${spacedFamily("name")}
    left join ${addresses} as address on address.node = own.node
    left join ${countries} as known on known.node = own.node
    left join ${parsed} as parsed on parsed.node = own.node
    left join ${emails} as email on email.node = own.node
    left join ${phones} as phone on phone.node = own.node
    left join ${birthDates} as birth on birth.node = own.node
    left join ${nationalIds} as id on id.node = own.node
    left join ${customers} as customer on customer.node = own.node
  )
  where (${fieldCount}) >= 2 and coalesce(last_name, house_number, email, phone, national_id, birth_date) is not null
    and coalesce(first_name, last_name, national_id, birth_date) is not null`;

/**
 * Two records that agree in the only field of both could be anyone's, so a profile needs two fields. It needs
 * something that is one person's alone as well: a contact without a name can be any member's of a family (see
 * `model/matching/adoption.ts`).
 */
const fieldCount = join(
  [
    sql`first_name`,
    sql`last_name`,
    sql`street`,
    sql`coalesce(postcode, city)`,
    sql`email`,
    sql`phone`,
    sql`birth_date`,
    sql`national_id`,
  ].map((field) => sql`cast(${field} is not null as integer)`),
  " + ",
);

/**
 * North American numbers are compared by ten digits, all others by their last eight, which are the same
 * within a country and from abroad; so numbers that no numbering plan has can be compared as well.
 */
function comparablePhone(phone: Sql): Sql {
  return sql`
    case when length(${phone}) = 12 and left(${phone}, 2) = '+1' then right(${phone}, 10)
      when length(${phone}) = 10 and left(${phone}, 1) not in ('0', '+') then ${phone}
      else right(${phone}, 8) end`;
}

/** The columns first_names and name_bits; needs `nickname` joined by the name. */
export const firstNames = (name: Sql): Sql => sql`
  ${name} || ' ' || nickname.stands_for as first_names, ${bitOf(name)} | coalesce(nickname.bits, 0) as name_bits`;

/** The engine (1.5) refuses to set the last of 64 bits. */
function bitOf(name: Sql): Sql {
  return sql`(cast(1 as ubigint) << (hash(${name}) % 63))`;
}

/** The bits of names with spaces between. */
export const bitsOf = (names: Sql): Sql =>
  sql`list_aggregate(list_transform(string_split(${names}, ' '), lambda name: ${bitOf(sql`name`)}), 'bit_or')`;

const firstWord = sql`coalesce(split_part(own.given, ' ', 1), own.first_name)`;

const profilesOf = (fields: Relation, nicknames: Relation, reference: number): Sql => sql`
  select own.*,
    case when not contains(canonical.stands_for, ' ') then canonical.stands_for else ${firstWord} end as first_canonical,
    ${firstNames(sql`own.first_name`)},
    ${shareOr(sql`own.first_name`, sql`first_name_count.share`, rarestShare(fields, "first_name", reference))} as first_name_share,
    ${shareOr(sql`own.last_name`, sql`last_name_count.share`, rarestShare(fields, "last_name", reference))} as last_name_share,
    ${shareOr(sql`own.postcode`, sql`postcode_count.share`, rarestShare(fields, "postcode", reference))} as postcode_share
  from ${fields} as own
  left join ${nicknames} as nickname on nickname.name = own.first_name
  left join ${nicknames} as canonical on canonical.name = ${firstWord}
  left join ${shares(fields, "first_name", reference)} as first_name_count on first_name_count.value = own.first_name
  left join ${shares(fields, "last_name", reference)} as last_name_count on last_name_count.value = own.last_name
  left join ${shares(fields, "postcode", reference)} as postcode_count on postcode_count.value = own.postcode`;

/** One row per value of a field: value, share of the reference rows with any. */
function shares(fields: Relation, field: string, reference: number): Relation {
  return sql`(
    select ${ident(field)} as value, cast(count(*) / sum(count(*)) over () as float) as share
    from ${fields} as own where own.node < ${reference} and ${ident(field)} is not null
    group by ${ident(field)})`;
}

/** The share of a value that a single reference row has; null if none has any value. */
function rarestShare(fields: Relation, field: string, reference: number): Sql {
  return sql`(
    select cast(1 / nullif(count(${ident(field)}), 0) as float) from ${fields} as own where own.node < ${reference})`;
}

/** The share of a value; that of a rare one for a value that no reference row has. */
function shareOr(value: Sql, share: Sql, rarest: Sql): Sql {
  return sql`case when ${value} is not null then coalesce(${share}, ${rarest}) end`;
}

/** Stages one row per nickname: name and stands_for VARCHAR (names, with spaces between), bits UBIGINT of these names. */
export const stageNicknames = async (engine: Engine): Promise<Relation> => {
  const listed = await engine.createTableOf("listed_nickname", {
    name: [...nicknames.keys()],
    stands_for: Array.from(nicknames.values(), (names) => names.join(" ")),
  });
  return engine.createTable(
    "nickname",
    sql`select own.name, own.stands_for, ${bitsOf(sql`own.stands_for`)} as bits from ${listed} as own`,
  );
};

/**
 * One row: profiles, for each field with shares the sum of squared shares (0 if no profile has a value), and
 * independence: the profiles that share their whole name with others, per pair of them.
 */
export const profileStatistics = (profiles: Relation): Sql => sql`
  select (select count(*) from ${profiles}) as profiles,
    ${meanShare(profiles, "first_name_share")} as first_name,
    ${meanShare(profiles, "last_name_share")} as last_name,
    ${meanShare(profiles, "postcode_share")} as postcode,
    coalesce((
      select cast(sum(named.profiles) / sum(named.profiles * (named.profiles - 1)) as double)
      from (
        select count(*) as profiles from ${profiles} as own
        where own.first_name is not null and own.last_name is not null
        group by own.first_name, own.last_name having count(*) > 1) as named), 1) as independence`;

/** A mean whose last digit does not depend on the order in which threads add. */
function meanShare(profiles: Relation, share: string): Sql {
  return sql`coalesce((
    select sum(own.share * own.profiles order by own.share) / sum(own.profiles)
    from (
      select cast(${ident("profile", share)} as double) as share, count(*) as profiles
      from ${profiles} as profile where ${ident("profile", share)} is not null
      group by 1) as own), 0)`;
}

const shareNames = shareColumns.map(([share]) => ident(share));
const partName = (column: string): string => `part_${column}`;
/** Block parts with shares, and the others. */
const shareParts = shareColumns.map(([, column]) => ident(partName(column)));
const otherParts = partColumns
  .filter((column) => shareColumns.every(([, shared]) => shared !== column))
  .map((column) => ident(partName(column)));

/**
 * One row per profile, to store: its columns except first_canonical, first_names and shares, and
 * `part_<column>` for its block parts.
 */
export const storedProfiles = (profiles: Relation, parts: Relation): Sql => sql`
  select profile.* exclude (first_canonical, first_names, name_bits, ${join(shareNames)}),
    ${join(partColumns.map((column) => sql`${ident("part", column)} as ${ident(partName(column))}`))}
  from ${profiles} as profile
  join ${parts} as part on part.node = profile.node`;

/** The relation of `blockParts` for stored profiles. */
export const storedBlockParts = (stored: Relation, removed: Relation): Relation => sql`(
  select stored.node, ${join(partColumns.map((column) => sql`${ident("stored", partName(column))} as ${ident(column)}`))}
  from ${stored} as stored
  anti join ${removed} as removed on removed.node = stored.node)`;

/** The stored profiles among `nodes` (node), with shares and lists of names: see `valueShares` and `stageNicknames`. */
export const profilesFromStored = (
  stored: Relation,
  nodes: Relation,
  { shares, nicknames }: { shares: Relation; nicknames: Relation },
): Sql => {
  const joins = shareColumns.map(
    ([share, column]) => sql`
      left join ${shares} as ${ident(share)}
        on ${ident(share, "field")} = ${column} and ${ident(share, "value")} = ${ident("profile", partName(column))}`,
  );
  return sql`
    with wanted as materialized (
      select profile.* exclude (${join(otherParts)})
      from ${stored} as profile
      semi join ${nodes} as wanted on wanted.node = profile.node
    )
    select profile.* exclude (${join(shareParts)}),
      ${firstNames(sql`profile.first_name`)},
      ${join(
        shareColumns.map(
          ([share, column]) =>
            sql`${shareOr(ident("profile", partName(column)), ident(share, "share"), rarestIn(shares, column))} as ${ident(share)}`,
        ),
      )}
    from wanted as profile
    left join ${nicknames} as nickname on nickname.name = profile.first_name
    ${join(joins, " ")}`;
};

const rarestIn = (shares: Relation, column: string): Sql =>
  sql`(select rarest.share from ${shares} as rarest where rarest.field = ${column} and rarest.value is null)`;

/** Stages the stored profiles of these nodes (node), with shares. */
export const stageProfilesAt = async (
  engine: Engine,
  stored: Relation,
  nodes: Relation,
  reference: number,
): Promise<Relation> => {
  const parts = storedBlockParts(stored, noIdentities);
  const shares = await engine.createTable("value_share", valueSharesAmong(parts, nodes, reference));
  const lookups = { shares, nicknames: await stageNicknames(engine) };
  return engine.createTable("profile_at", profilesFromStored(stored, nodes, lookups));
};

/** The rows of `valueShares` for values that these nodes (node) have, without counting all others. */
const valueSharesAmong = (parts: Relation, nodes: Relation, reference: number): Sql =>
  join(
    shareColumns.flatMap(([, column]) => {
      const values = sql`
        select ${ident("own", column)} from ${parts} as own semi join ${nodes} as chosen on chosen.node = own.node`;
      const known = sql`
        (select nullif(count(${ident("part", column)}), 0) from ${parts} as part where part.node < ${reference})`;
      return [
        sql`
          select ${column} as field, ${ident("part", column)} as value, cast(count(*) / ${known} as float) as share
          from ${parts} as part
          where part.node < ${reference} and ${ident("part", column)} in (${values})
          group by ${ident("part", column)}`,
        sql`select ${column} as field, null as value, cast(1 / ${known} as float) as share`,
      ];
    }),
    " union all ",
  );

/**
 * One row per value of a field with shares: field (the column of `parts`), value, share FLOAT among the
 * profiles with a node below `reference`. The row without a value has the share of a value that a single one
 * of them has.
 */
export const valueShares = (parts: Relation, reference: number): Sql =>
  join(
    shareColumns.flatMap(([, column]) => [
      sql`
        select ${column} as field, ${ident("part", column)} as value,
          cast(count(*) / sum(count(*)) over () as float) as share
        from ${parts} as part
        where part.node < ${reference} and ${ident("part", column)} is not null
        group by ${ident("part", column)}`,
      sql`
        select ${column} as field, null as value, cast(1 / nullif(count(${ident("part", column)}), 0) as float) as share
        from ${parts} as part
        where part.node < ${reference}`,
    ]),
    " union all ",
  );
