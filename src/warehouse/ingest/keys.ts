// Rows and identities are told apart by 63 bits of an MD5, which every engine computes alike. Among a hundred million
// rows the odds of one collision are 1 in 1,800.

import { type IdentityField, identityFields } from "../../domain/dataset.js";
import { join, literal, type Sql, sql } from "../sql/sql.js";

/** BIGINT of VARCHARs; a null differs from every text. Never null. */
export const keyOf = (parts: readonly Sql[]): Sql => hashed(parts.map(marked));

/** The fields that identities have always had. Those that came later are hashed only where they have a value. */
const firstFields = 12;

/** BIGINT of an identity's fields; keys of identities are ids of people, so a field that is added changes none of before. */
export const identityKeyOf = (columns: Partial<Record<IdentityField, Sql>>): Sql => {
  const column = (field: IdentityField) => columns[field] ?? sql`null`;
  const first = identityFields.slice(0, firstFields).map((field) => marked(column(field)));
  const later = identityFields
    .slice(firstFields)
    .map((field) => sql`${literal(field)} || chr(30) || ${column(field)}`);
  return hashed([...first, ...later]);
};

const marked = (part: Sql): Sql => sql`coalesce(${part}, chr(30))`;

/** Nulls are left out. */
const hashed = (parts: readonly Sql[]): Sql =>
  sql`cast(md5_number_lower(concat_ws(chr(31), ${join(parts)})) >> 1 as bigint)`;
