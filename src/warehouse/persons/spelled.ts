// What the next build has to know of an identity, so that it need not be read and spelled again.

import { type Relation, type Sql, sql } from "../sql/sql.js";
import type { Normalised } from "./normalise.js";

/**
 * One row per identity: node, first_name, last_name, suffix, customer, email, phone, national_id, birth_date VARCHAR; null
 * where absent.
 */
export const normalisedIdentities = (
  numbered: Relation,
  { names, customers, emails, phones, nationalIds, birthDates }: Normalised,
): Sql => sql`
  select numbered.node, name.first_name, name.last_name, name.suffix, customer.value as customer, email.value as email,
    phone.value as phone, id.value as national_id, birth.value as birth_date
  from ${numbered} as numbered
  left join ${names} as name on name.node = numbered.node
  left join ${customers} as customer on customer.node = numbered.node
  left join ${emails} as email on email.node = numbered.node
  left join ${phones} as phone on phone.node = numbered.node
  left join ${nationalIds} as id on id.node = numbered.node
  left join ${birthDates} as birth on birth.node = numbered.node`;
