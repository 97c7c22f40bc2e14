// Contradictions within a customer number: equal numbers are one person whatever else differs, so a number
// whose records contradict each other is listed, because it may have been given twice.

import type { NumberConflict } from "../../domain/people/people.js";
import type { Engine } from "../engine.js";
import { type Relation, type Sql, sql } from "../sql/sql.js";
import { placeholdersOfKind } from "./shared-contacts.js";

/** Relations are node, value unless stated otherwise. */
interface NumberedRecords {
  customers: Relation;
  /** node, first_name, last_name, suffix. */
  names: Relation;
  birthDates: Relation;
  nationalIds: Relation;
  placeholderValues: Relation;
}

/** Fewer years than between parent and child. */
const generationYears = 12;

/**
 * One row per customer number whose records contradict each other: customer_id, node (the earliest record),
 * records, and for each reason whether it holds: name (neither first nor last names agree), birth_date,
 * national_id, suffix.
 */
export const conflictingNumbers = ({
  customers,
  names,
  birthDates,
  nationalIds,
  placeholderValues,
}: NumberedRecords): Sql => sql`
  select * from (
    select customer.value as customer_id, min(customer.node) as node, count(*) as records,
      count(distinct left(name.first_name, 1)) > 1 and count(distinct name.last_name) > 1 as name,
      coalesce(max(${birthYear}) - min(${birthYear}) >= ${generationYears}, false) as birth_date,
      count(distinct id.value) > 1 as national_id,
      count(distinct name.suffix) > 1 as suffix
    from ${customers} as customer
    left join ${names} as name on name.node = customer.node
    left join ${birthDates} as birth on birth.node = customer.node
    left join ${nationalIds} as id on id.node = customer.node
    where customer.value not in (${placeholdersOfKind(placeholderValues, "customer")})
      and customer.value in (select own.value from ${customers} as own group by own.value having count(*) > 1)
    group by customer.value
  )
  where name or birth_date or national_id or suffix`;

const birthYear = sql`try_cast(left(birth.value, 4) as integer)`;

const maxListed = 20;

/**
 * At most twenty numbers, those with the most records first, and how many there are. `persons`: node or
 * identity_key, person_id.
 */
export const findNumberConflicts = async (
  engine: Engine,
  conflicts: Relation,
  numbered: Relation,
  persons: Relation,
): Promise<{ count: number; listed: NumberConflict[] }> => {
  const rows = await engine.rows<ConflictRow>(sql`
    select conflict.customer_id, cast(person.person_id as varchar) as person_id, conflict.records, conflict.name,
      conflict.birth_date, conflict.national_id, conflict.suffix
    from ${conflicts} as conflict
    join ${numbered} as numbered on numbered.node = conflict.node
    join ${persons} as person on person.identity_key = numbered.identity_key
    order by conflict.records desc, conflict.customer_id
    limit ${maxListed}`);
  return { count: await engine.count(conflicts), listed: rows.map(asConflict) };
};

type ConflictRow = {
  customer_id: string;
  person_id: string;
  records: number;
  name: boolean;
  birth_date: boolean;
  national_id: boolean;
  suffix: boolean;
};

const asConflict = ({ customer_id, person_id, records, ...holds }: ConflictRow): NumberConflict => ({
  customer_id,
  person_id,
  records,
  differs_in: (["name", "birth_date", "national_id", "suffix"] as const).filter((reason) => holds[reason]),
});
