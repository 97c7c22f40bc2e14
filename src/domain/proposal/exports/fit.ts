// Fit of a known export to a file: the export's mapping with the names that its columns have in the file.
// Columns that are missing are left out, and streams without their date or without a row.

import {
  type FieldMapping,
  type IdentitySet,
  mostFieldColumns,
  type Refunds,
  type StreamMapping,
  type TraitMapping,
} from "../../data/dataset.js";
import type { ColumnCondition } from "../../resource/condition.js";
import { withoutRecipients } from "../identity.js";
import {
  type KnownExport,
  type Resolve,
  resolveColumns,
  type WrittenField,
  type WrittenStream,
} from "./known-export.js";

export interface FittedExport {
  identity_sets: Record<string, IdentitySet>;
  output_to_streams: Record<string, StreamMapping>;
  output_to_traits: Record<string, TraitMapping>;
  reference_key_columns: string[];
  later: string[];
}

/** `valuesOf`: all values of a column; null where they are too many or unknown. */
export const fitExport = (
  known: KnownExport,
  header: readonly string[],
  valuesOf: (column: string) => readonly string[] | null,
): FittedExport => {
  const resolve = resolveColumns(known, header);
  const present = (columns: readonly string[] = []) => columns.flatMap((column) => resolve(column) ?? []);
  return {
    identity_sets: withoutRecipients(entriesOf(known.identity_sets, (set) => fitSet(set, resolve))),
    output_to_streams: entriesOf(known.output_to_streams, (stream) => fitStream(stream, resolve, valuesOf)),
    output_to_traits: entriesOf(known.output_to_traits ?? {}, (trait) => fitTrait(trait, resolve)),
    reference_key_columns: present(known.reference_key_columns),
    later: present(known.later),
  };
};

const entriesOf = <A, B>(entries: Readonly<Record<string, A>>, fitted: (entry: A) => B | null) =>
  Object.fromEntries(
    Object.entries(entries).flatMap(([name, entry]): [string, B][] => {
      const made = fitted(entry);
      return made === null ? [] : [[name, made]];
    }),
  );

const fitSet = (set: IdentitySet, resolve: Resolve): IdentitySet | null => {
  const fitted = Object.fromEntries(
    Object.entries(set).flatMap(([field, written]) => {
      const found = [written].flat().flatMap((column) => resolve(column) ?? []);
      return found.length === 0 ? [] : [[field, Array.isArray(written) ? found : found[0]]];
    }),
  ) as IdentitySet;
  return identifiesPerson(fitted) ? fitted : null;
};

const identifiesPerson = (set: IdentitySet): boolean =>
  Boolean(set.customer_id ?? set.email ?? set.phone) ||
  Boolean(
    (set.person_last_name ?? set.person_full_name) &&
      (set.house_number_and_street ?? set.postcode ?? set.freeform_address),
  );

const fitTrait = (trait: TraitMapping, resolve: Resolve): TraitMapping | null => {
  const column = resolve(trait.column_name);
  return column === undefined ? null : { ...trait, column_name: column };
};

const fitStream = (
  {
    data_map,
    event_key,
    conditions,
    event_conditions,
    refunds,
    refunded,
    unless_running,
    recurring,
    ...rest
  }: WrittenStream,
  resolve: Resolve,
  valuesOf: (column: string) => readonly string[] | null,
): StreamMapping | null => {
  const fields = entriesOf(data_map, (field) => fitField(field, resolve));
  const rows = fitConditions(conditions, resolve);
  if (!fields.datetime || rows.some((condition) => hasNoRow(condition, valuesOf))) return null;
  const key = event_key?.flatMap((column) => resolve(column) ?? []) ?? [];
  const isKeyed = key.length > 0 && key.length === event_key?.length;
  const events = fitConditions(event_conditions, resolve);
  const returned = isKeyed ? fitRefunds(refunds, resolve) : null;
  const back = refunded && fitField(refunded, resolve);
  const [start, end] = [unless_running?.start, unless_running?.end].map(
    (column) => column && resolve(column),
  );
  const often = recurring?.column_name && resolve(recurring.column_name);
  const over = recurring?.end && resolve(recurring.end);
  return {
    ...rest,
    data_map: isKeyed ? fields : entriesOf(fields, withoutAggregate),
    ...(isKeyed && { event_key: key }),
    ...withConditions("conditions", isKeyed ? rows : [...rows, ...events]),
    ...withConditions("event_conditions", isKeyed ? events : []),
    ...(returned && { refunds: returned }),
    ...(back && { refunded: isKeyed ? back : withoutAggregate(back) }),
    ...(start && end && { unless_running: { start, end } }),
    ...(often && fields.value && { recurring: { column_name: often, ...(over && { end: over }) } }),
  };
};

/** Null where a column is missing that says which rows they are, or of which event. */
const fitRefunds = (refunds: Refunds | undefined, resolve: Resolve): Refunds | null => {
  const conditions = fitConditions(refunds?.conditions, resolve);
  const key = refunds?.event_key?.flatMap((column) => resolve(column) ?? []);
  if (!refunds || conditions.length === 0 || key?.length !== refunds.event_key?.length) return null;
  return { ...refunds, conditions, ...(key && { event_key: key }) };
};

const withConditions = (name: "conditions" | "event_conditions", conditions: ColumnCondition[]) =>
  conditions.length > 0 ? { [name]: conditions } : {};

const fitConditions = (conditions: readonly ColumnCondition[] = [], resolve: Resolve): ColumnCondition[] =>
  conditions.flatMap((condition) => {
    const column = resolve(condition.column_name);
    return column === undefined ? [] : [{ ...condition, column_name: column }];
  });

/** The condition wants values that the column does not have. */
const hasNoRow = (
  { column_name, _in, _eq }: ColumnCondition,
  valuesOf: (column: string) => readonly string[] | null,
): boolean => {
  const wanted = _in ?? (_eq === undefined ? null : [_eq]);
  const values = valuesOf(column_name);
  return wanted !== null && values !== null && !wanted.some((value) => values.includes(String(value)));
};

/** Without a key each row is an event; a list of several columns stays one. */
const withoutAggregate = (field: FieldMapping): FieldMapping => {
  if ("columns" in field && field.combine === undefined) return field;
  const { aggregate: _, ...rest } = field;
  return rest as FieldMapping;
};

const fitField = (field: WrittenField, resolve: Resolve): FieldMapping | null => {
  if ("column_name" in field) {
    const column = resolve(field.column_name);
    return column === undefined ? null : { ...field, column_name: column };
  }
  const parts = field.columns.flatMap((written) => {
    const part = typeof written === "string" ? { column_name: written } : written;
    const column = resolve(part.column_name);
    return column === undefined ? [] : [{ ...part, column_name: column }];
  });
  return parts.length === 0 ? null : fewestColumns({ ...field, columns: parts.slice(0, mostFieldColumns) });
};

/** A single column without a pattern is written as its name. */
const fewestColumns = (field: Extract<FieldMapping, { columns: unknown }>): FieldMapping => {
  const [first, second] = field.columns;
  if (second !== undefined || first!.pattern !== undefined) return field;
  const { columns: _columns, combine, aggregate = combine && "sum", format, ...rest } = field;
  const written = format ?? first!.format;
  return {
    ...rest,
    column_name: first!.column_name,
    ...(written && { format: written }),
    ...(aggregate && { aggregate }),
  };
};
