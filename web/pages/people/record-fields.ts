// Fields of a person's records, and values that differ from those of most records.

import { identityLabels } from "../../../src/words/labels.js";
import type { Fields } from "./sentences.js";

interface SourceRecord {
  fields: Fields;
}
type Field = keyof Fields;

/** Fields that have a value in at least one record, in reading order. */
export const fieldsOf = (records: readonly SourceRecord[]): Field[] =>
  (Object.keys(identityLabels) as Field[]).filter((field) =>
    records.some(({ fields }) => fields[field] !== undefined),
  );

/**
 * Whether most records have another value. Case and spaces do not count. Of two records that differ, both are
 * unusual.
 */
export const isUnusual = (field: Field, fields: Fields, records: readonly SourceRecord[]): boolean => {
  const own = normalized(fields[field]);
  if (own === undefined) return false;
  const values = records
    .map((record) => normalized(record.fields[field]))
    .filter((value) => value !== undefined);
  const equal = values.filter((value) => value === own).length;
  return equal < values.length && equal * 2 <= values.length;
};

const normalized = (value: string | undefined): string | undefined =>
  value?.toLowerCase().replace(/\s+/g, " ").trim();
