// Contacts of a program: one per e-mail address of a list, and how they differ from those that were sent before.

import { ident, join, type Relation, type Sql, sql } from "../sql/sql.js";
import { type FileColumn, inOrder, type RowOrder } from "./file.js";

/** Column of a property, by its index. */
const stored = (index: number): Sql => ident(`p${index}`);

/** Addresses without what the filters of programs would read as their own signs. */
const addressPattern = '^[^\\s@"\\\\,()<>]+@[^\\s@"\\\\,()<>]+\\.[^\\s@"\\\\,()<>]+$';

/** A telephone of one person alone: where it identifies people, nobody may leave with another's. */
const ownPhone = sql`case when count(*) over (partition by r.list_phone) = 1 then r.list_phone end`;

interface ContactsSpec {
  order: RowOrder;
  /** Sources whose values are no change. */
  undated: readonly string[];
  /** Whether telephones that several people share are left out. */
  isPhoneOwn: boolean;
}

/**
 * One row per person of a list, in its order: email, null unless it is valid; first_name, last_name, phone, p0,
 * p1, …; print, which is the same for the same values but for those of `undated`; place, and nth among the
 * people of an address.
 */
export const contactRows = (
  rows: Relation,
  properties: readonly FileColumn[],
  { order, undated, isPhoneOwn }: ContactsSpec,
): Sql => {
  const own = ({ source }: FileColumn) => ident("r", source);
  const phone = isPhoneOwn ? ownPhone : ident("r", "list_phone");
  const printed = [
    ...["first_name", "last_name"].map((name) => sql`${name}: ${ident("r", `list_${name}`)}`),
    sql`phone: ${phone}`,
    ...properties
      .filter(({ source }) => !undated.includes(source))
      .map((column) => sql`${column.output_col}: ${own(column)}`),
  ];
  const contacts = sql`
    select case when regexp_matches(trim(r.list_email), ${addressPattern}) then lower(trim(r.list_email)) end as email,
      r.list_first_name as first_name, r.list_last_name as last_name, ${phone} as phone,
      ${join(
        properties.map((column, i) => sql`${own(column)} as ${stored(i)},`),
        " ",
      )}
      md5_number_lower(cast(to_json({${join(printed)}}) as varchar)) as print,
      row_number() over (order by ${inOrder(order)}) as place
    from ${rows} as r`;
  return sql`
    select *, row_number() over (partition by email order by place) as nth from (${contacts}) order by place`;
};

/** One row: how many people have no valid address, and that of a likelier person. */
export const unsentPeople = (contacts: Relation): Sql => sql`
  select count(*) filter (where email is null) as without_email,
    count(*) filter (where email is not null and nth > 1) as shared_email
  from ${contacts}`;

/** The contacts that are sent: email, print, place and their values. */
export const sentContacts = (contacts: Relation): Sql =>
  sql`select * exclude (nth) from ${contacts} where email is not null and nth = 1 order by place`;

/** The same contacts, none of them. */
export const noneOf = (contacts: Relation): Relation => sql`(select c.* from ${contacts} as c where false)`;

/** Contacts of before, where there were none. */
export const noContacts: Relation = sql`(
  select cast(null as varchar) as email, cast(null as ubigint) as print, false as is_listed, false as is_refused
  where false)`;

/** A contact that the program does not have as it is now. */
const isSent = sql`(f.email is null or c.print is distinct from f.print)`;

/** One row: added, changed, unchanged, removed; and refused, of those that are not sent again. */
export const contactCounts = (contacts: Relation, former: Relation): Sql => sql`
  select count(*) filter (where c.email is not null and not coalesce(f.is_listed, false) and ${isSent}) as added,
    count(*) filter (where c.email is not null and f.is_listed and ${isSent}) as changed,
    count(*) filter (where c.email is not null and not ${isSent}) as unchanged,
    count(*) filter (where c.email is null and f.is_listed) as removed,
    count(*) filter (where c.email is not null and not ${isSent} and f.is_refused) as refused
  from ${contacts} as c full join ${former} as f on f.email = c.email`;

/** Contacts to send: those who are new, and those with other values. */
export const contactsToPut = (contacts: Relation, former: Relation): Sql => sql`
  select c.* exclude (print, place)
  from ${contacts} as c left join ${former} as f on f.email = c.email
  where ${isSent} order by c.place`;

/** What is kept of a contact. */
const kept = sql`f.* exclude (print, is_listed, is_refused)`;

/** Contacts to take off the list, with what is kept of them. */
export const contactsToRemove = (contacts: Relation, former: Relation): Sql => sql`
  select ${kept} from ${former} as f anti join ${contacts} as c on c.email = f.email
  where f.is_listed order by f.email`;

/** Contacts on the list who are somebody else now, by what is kept of them. */
export const contactsToReplace = (contacts: Relation, former: Relation): Sql => sql`
  select ${kept} from ${former} as f join ${contacts} as c on c.email = f.email
  where f.is_listed and c.print is distinct from f.print order by f.email`;

/** Addresses of before that stay on the list. */
export const contactsThatStay = (contacts: Relation, former: Relation): Sql => sql`
  select f.email from ${former} as f semi join ${contacts} as c on c.email = f.email
  where f.is_listed order by f.email`;

/**
 * One row per contact, for the next build: email, print, is_listed, is_refused; with `keepsIdentity` also
 * first_name, last_name and phone, as they were sent. `refused` has the addresses that the program did not take.
 */
export const contactsAfter = (
  contacts: Relation,
  former: Relation,
  refused: Relation,
  keepsIdentity: boolean,
): Sql => sql`
  select c.email, c.print, ${keepsIdentity ? sql`c.first_name, c.last_name, c.phone,` : sql``}
    coalesce(f.is_listed, false) or (${isSent} and r.email is null) as is_listed,
    case when ${isSent} then r.email is not null else f.is_refused end as is_refused
  from ${contacts} as c
  left join ${former} as f on f.email = c.email
  left join (select distinct email from ${refused}) as r on r.email = c.email
  order by c.email`;
