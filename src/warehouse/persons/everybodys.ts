// What stands with everybody is nobody's: a shop's own mailbox on a thousand orders, a telephone number that was typed to get
// on, a day of birth that a form fills in. None of it is a key, and none is compared.

import type { Engine } from "../engine.js";
import { join, type Relation, type Sql, sql } from "../sql/sql.js";
import { placeholderBirthDates, placeholderContacts } from "./bearers.js";
import type { Normalised } from "./normalise.js";

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
