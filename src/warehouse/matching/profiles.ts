// A profile is everything by which an identity can be matched, in one row: names, the parts of its door, contacts and numbers.
// How common its names and its postcode are goes with it, for to agree in a rare one tells more.

import { nicknames } from "../../domain/identity/nicknames.js";
import type { Engine } from "../engine.js";
import type { Normalised } from "../persons/normalise.js";
import { withoutPlaceholderValues } from "../persons/shared-contacts.js";
import { ident, join, list, type Relation, type Sql, sql } from "../sql/sql.js";
import { partColumns, shareColumns } from "./blocking.js";
import { stageParsedAddresses } from "./parsed-address.js";

/**
 * One row per identity that tells enough to be matched: node INTEGER, first_name, first_canonical, middle_name, last_name,
 * last_start, last_end, suffix, house_number, street, unit, city, state, postcode, email, phone, birth_date, national_id
 * VARCHAR, first_names VARCHAR[], null where absent; first_name_share, last_name_share, postcode_share FLOAT: of the
 * profiles with a value, those with this one. `identified` (node) are the identities that are somebody's; see
 * `stageEverybodys`.
 */
export const stageProfiles = async (
  engine: Engine,
  normalised: Normalised,
  identified: Relation,
  everybodys: Relation,
): Promise<Relation> => {
  const doors = await stageParsedAddresses(engine, normalised.addresses);
  const contacts = await stageContacts(engine, normalised, everybodys);
  const told = await engine.createTable("told", matchFields(normalised, doors, contacts, identified));
  for (const relation of [doors, ...Object.values(contacts)]) await engine.run(sql`drop table ${relation}`);
  const nicknames = await stageNicknames(engine);
  const profiles = await engine.createTable("profile", profilesOf(told, nicknames));
  await engine.run(sql`drop table ${told}`);
  return profiles;
};

interface Contacts {
  emails: Relation;
  phones: Relation;
  nationalIds: Relation;
  birthDates: Relation;
}

/** The same contacts without those that turn out to be everybody's. */
const stageContacts = async (
  engine: Engine,
  { emails, phones, nationalIds, birthDates }: Normalised,
  everybodys: Relation,
): Promise<Contacts> => ({
  emails: await engine.createTable("personal_email", withoutPlaceholderValues(emails, everybodys, "email")),
  phones: await engine.createTable("personal_phone", withoutPlaceholderValues(phones, everybodys, "phone")),
  nationalIds: await engine.createTable(
    "personal_id",
    withoutPlaceholderValues(nationalIds, everybodys, "national id"),
  ),
  birthDates: await engine.createTable(
    "personal_birth",
    withoutPlaceholderValues(birthDates, everybodys, "birth date"),
  ),
});

/** One row per identity that tells enough to be matched: node and all that it tells, still without shares and other names. */
const matchFields = (
  { names, addresses: places }: Normalised,
  doors: Relation,
  { emails, phones, nationalIds, birthDates }: Contacts,
  identified: Relation,
): Sql => sql`
  select * from (
    select known.node, name.first_name, name.middle_name, name.last_name, name.last_start, name.last_end,
      case name.suffix when 'ii' then 'jr' else name.suffix end as suffix,
      door.house_number, door.street, door.unit, place.city, place.state, place.postcode,
      email.value as email, ${comparablePhone(sql`phone.value`)} as phone, birth.value as birth_date, id.value as national_id
    from ${identified} as known
    left join ${names} as name on name.node = known.node
    left join ${places} as place on place.node = known.node
    left join ${doors} as door on door.node = known.node
    left join ${emails} as email on email.node = known.node
    left join ${phones} as phone on phone.node = known.node
    left join ${birthDates} as birth on birth.node = known.node
    left join ${nationalIds} as id on id.node = known.node
  )
  where (${fieldCount}) >= 2 and coalesce(last_name, email, phone, national_id, birth_date) is not null`;

/** Two records that agree in the only thing that both tell could be anybody's. */
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
  ].map((told) => sql`cast(${told} is not null as integer)`),
  " + ",
);

/**
 * What no country has is told by its last eight digits, which are dialled within a country and from abroad alike; so that is
 * how all are compared but North American ones, which have ten.
 */
function comparablePhone(phone: Sql): Sql {
  return sql`
    case when length(${phone}) = 12 and left(${phone}, 2) = '+1' then right(${phone}, 10)
      when length(${phone}) = 10 and left(${phone}, 1) not in ('0', '+') then ${phone}
      else right(${phone}, 8) end`;
}

/** A name and what it stands for, where `nickname` is joined by it. */
export const firstNames = (name: Sql): Sql => sql`
  case when ${name} is null then null when nickname.stands_for is null then [${name}]
    else list_prepend(${name}, nickname.stands_for) end`;

const profilesOf = (told: Relation, nicknames: Relation): Sql => sql`
  select told.*,
    case when len(nickname.stands_for) = 1 then nickname.stands_for[1] else told.first_name end as first_canonical,
    ${firstNames(sql`told.first_name`)} as first_names,
    first_name_count.share as first_name_share, last_name_count.share as last_name_share,
    postcode_count.share as postcode_share
  from ${told} as told
  left join ${nicknames} as nickname on nickname.name = told.first_name
  left join ${shares(told, "first_name")} as first_name_count on first_name_count.value = told.first_name
  left join ${shares(told, "last_name")} as last_name_count on last_name_count.value = told.last_name
  left join ${shares(told, "postcode")} as postcode_count on postcode_count.value = told.postcode`;

/** One row per value of a field: value, share of those with a value. */
function shares(told: Relation, field: string): Relation {
  return sql`(
    select ${ident(field)} as value, cast(count(*) / sum(count(*)) over () as float) as share
    from ${told} where ${ident(field)} is not null
    group by ${ident(field)})`;
}

// Which names a nickname may stand for, as a relation.

/** One row per nickname: name VARCHAR, stands_for VARCHAR[]. */
export const stageNicknames = (engine: Engine): Promise<Relation> => {
  const rows = [...nicknames].map(([nickname, names]) => sql`(${nickname}, [${list(names)}])`);
  return engine.createTable("nickname", sql`select * from (values ${join(rows)}) as row(name, stands_for)`);
};

// What the model of pairs has to know of the profiles as a whole.

/** One row: profiles, and of each value that is weighed by how common it is, the sum of the squared shares: 0 where nobody has one. */
export const profileStatistics = (profiles: Relation): Sql => sql`
  select count(*) as profiles,
    coalesce(avg(profile.first_name_share), 0) as first_name,
    coalesce(avg(profile.last_name_share), 0) as last_name,
    coalesce(avg(profile.postcode_share), 0) as postcode
  from ${profiles} as profile`;

// A profile is kept with the parts of its blocks, but without its shares: how common a name is changes with every new record.
// Nor are its other names kept: blocks have been made of one, and the list of all takes DuckDB 1.5 long to read.

const shareNames = shareColumns.map(([share]) => ident(share));
const partName = (column: string): string => `part_${column}`;
/** Of the parts, those whose shares are compared, and the others. */
const shareParts = shareColumns.map(([, column]) => ident(partName(column)));
const otherParts = partColumns
  .filter((column) => shareColumns.every(([, shared]) => shared !== column))
  .map((column) => ident(partName(column)));

/** One row per profile: its columns but first_canonical, first_names and the shares, and `part_<column>` of its parts. */
export const storedProfiles = (profiles: Relation, parts: Relation): Sql => sql`
  select profile.* exclude (first_canonical, first_names, ${join(shareNames)}),
    ${join(partColumns.map((column) => sql`${ident("part", column)} as ${ident(partName(column))}`))}
  from ${profiles} as profile
  join ${parts} as part on part.node = profile.node`;

/** The relation of `blockParts` for profiles that were kept. */
export const storedBlockParts = (kept: Relation, gone: Relation): Sql => sql`
  select kept.node, ${join(partColumns.map((column) => sql`${ident("kept", partName(column))} as ${ident(column)}`))}
  from ${kept} as kept
  anti join ${gone} as gone on gone.node = kept.node`;

/** Those of the kept profiles that are among `nodes` (node), as they are compared: see `valueShares` and `stageNicknames`. */
export const profilesFromStored = (
  kept: Relation,
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
      from ${kept} as profile
      semi join ${nodes} as wanted on wanted.node = profile.node
    )
    select profile.* exclude (${join(shareParts)}),
      ${firstNames(sql`profile.first_name`)} as first_names,
      ${join(shareColumns.map(([share]) => sql`${ident(share, "share")} as ${ident(share)}`))}
    from wanted as profile
    left join ${nicknames} as nickname on nickname.name = profile.first_name
    ${join(joins, " ")}`;
};

/** One row per value that is weighed by how common it is: field (the column of `parts`), value, share FLOAT. */
export const valueShares = (parts: Relation): Sql =>
  join(
    shareColumns.map(
      ([, column]) => sql`
        select ${column} as field, ${ident("part", column)} as value,
          cast(count(*) / sum(count(*)) over () as float) as share
        from ${parts} as part
        where ${ident("part", column)} is not null
        group by ${ident("part", column)}`,
    ),
    " union all ",
  );
