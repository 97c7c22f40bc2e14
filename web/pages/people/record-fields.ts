// Which fields records tell, and which of their values stand out.

import { type Fields, fieldWords } from "./words.js";

interface Written {
  fields: Fields;
}
type Field = keyof Fields;

/** Those that any record has a value of, in the order in which they are read. */
export const fieldsOf = (records: readonly Written[]): Field[] =>
  (Object.keys(fieldWords) as Field[]).filter((field) =>
    records.some(({ fields }) => fields[field] !== undefined),
  );

/** A value that is not what most records have, but for its case and spaces. Of two records, both stand out. */
export const isUnusual = (field: Field, fields: Fields, records: readonly Written[]): boolean => {
  const own = plain(fields[field]);
  if (own === undefined) return false;
  const values = records.map((record) => plain(record.fields[field])).filter((value) => value !== undefined);
  const alike = values.filter((value) => value === own).length;
  return alike < values.length && alike * 2 <= values.length;
};

const plain = (value: string | undefined): string | undefined =>
  value?.toLowerCase().replace(/\s+/g, " ").trim();
