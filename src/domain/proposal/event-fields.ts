// Fields of an event that are proposed for any kind of file: its moment and its properties; and the customers
// of the file.

import { type FieldMapping, type IdentitySet, spreadsheetDay1970 } from "../data/dataset.js";
import { fieldNames } from "../resource/name-rule.js";
import { secondsPerDay } from "../resource/resource.js";
import { isResult } from "./attributes.js";
import { type ReadColumn, withoutTable } from "./column.js";
import { dateField, isDayNumber, proposeProperties } from "./event.js";
import type { ProposalNote } from "./proposal.js";
import type { Reading } from "./reading.js";
import { isStatus, knownLater } from "./statuses.js";

/** Parts of a proposal of any kind: the customers, and the columns that are known later. */
export const proposedPeople = ({ people, columns }: Pick<Reading, "people" | "columns">) => {
  const keys = Object.values(people.identity_sets).flatMap((set: IdentitySet) => set.customer_id ?? []);
  const free = columns.filter(({ name }) => !people.taken.has(name));
  return {
    identity_sets: people.identity_sets,
    ...(keys.length > 0 && { reference_key_columns: [...new Set(keys)] }),
    later: free
      .filter((column) => isStatus(column) || knownLater.test(column.words) || isResult(column))
      .map(({ name }) => name),
    likely: {},
    notes: [...spoiltNotes(people.spoilt), ...dayNumberNotes(columns)],
  };
};

const spoiltNotes = (spoilt: readonly ReadColumn[]): ProposalNote[] =>
  spoilt.map(({ name, examples }) => ({
    code: "spoilt_keys",
    title: `“${name}” tells nobody apart`,
    note: `“${name}” is not used: its values, such as ${examples[0] ?? ""}, are the same for different customers. A spreadsheet rounds long numbers; format the column as text there, and export the file again.`,
    about: name,
  }));

const dayNumberNotes = (columns: readonly ReadColumn[]): ProposalNote[] =>
  columns.filter(isDayNumber).map(({ name, examples: [example = ""] }) => ({
    code: "day_numbers",
    title: `“${name}” holds day numbers of a spreadsheet`,
    note: `“${name}” was saved without the format of its dates: ${example} is read as ${dayInWords(example)}.`,
    about: name,
  }));

const dayInWords = (written: string): string => {
  const days = Number(written.replace(",", "."));
  return new Date(Math.round((days - spreadsheetDay1970) * secondsPerDay) * 1000)
    .toISOString()
    .slice(0, 16)
    .replace("T", " ");
};

/** The moment of an event: a column, or a date and a time of the day. */
export const momentOf = ({ clock }: Pick<Reading, "clock">, time: ReadColumn): FieldMapping =>
  clock ? { columns: [{ column_name: time.name }, { column_name: clock.name }] } : dateField(time);

/** The columns of a row that say more about its event. */
export const propertyColumns = (reading: Reading, used: readonly string[]): ReadColumn[] => {
  const { later } = proposedPeople(reading);
  const free = reading.free.filter(({ name }) => !used.includes(name) && !later.includes(name));
  return proposeProperties(free);
};

export const propertiesOf = (columns: readonly ReadColumn[]): Record<string, FieldMapping> =>
  namedProperties(columns.map((column) => [column, { column_name: column.name }]));

/** Properties that are called like their columns, each of which stays one of its own. */
export const namedProperties = (
  fields: readonly (readonly [ReadColumn, FieldMapping])[],
): Record<string, FieldMapping> => {
  const names = fieldNames(
    fields.map(([{ name }]) => withoutTable(name)),
    ["datetime", "value"],
  );
  return Object.fromEntries(fields.map(([, field], i) => [names[i]!, field]));
};
