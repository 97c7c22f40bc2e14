// Proposal of a dataset's configuration. The export of a known platform has its own mapping; other files are
// read by the names and contents of their columns. The mapping uses what is likely, leaves other columns
// unused, and asks a question where a wrong guess would go unnoticed.

import type { FieldMapping, StreamMapping } from "../data/dataset.js";
import { columnsOfField, hasColumns } from "../data/stream-mapping.js";
import { plainWords } from "../resource/name-rule.js";
import { type ReadColumn, readColumn } from "./column.js";
import { describeColumns } from "./column-roles.js";
import { proposeFromContents } from "./contents.js";
import { currencyOf, currencyQuestion, type FoundCurrency } from "./currency.js";
import { decisionsOf, guessedNote, weightiest } from "./evidence.js";
import { fitExport } from "./exports/fit.js";
import { findExport, type KnownExport } from "./exports/known-export.js";
import { knownExports } from "./exports/table.js";
import { notesOf } from "./notes.js";
import type { PreviewedFile } from "./previewed-file.js";
import type { DatasetProposal, Draft, ProposalChoice, ProposalQuestion } from "./proposal.js";
import { dateQuestion } from "./questions.js";

export const proposeDataset = (file: PreviewedFile): DatasetProposal => {
  const columns = file.columns.map(readColumn);
  const names = columns.map(({ name }) => name);
  const known = findExport(knownExports, names);
  const made = known ? proposeKnown(known, columns) : proposeFromContents(file, columns);
  const questions = weightiest(made.questions);
  const left = made.questions.filter((question) => !questions.includes(question));
  const draft = { ...made, questions, notes: [...made.notes, ...left.map(guessedNote)] };
  const described = describeColumns(draft, names);
  const { later: _later, likely: _likely, output_to_traits: traits, ...proposed } = draft;
  return {
    ...proposed,
    ...(Object.keys(traits).length > 0 && { output_to_traits: traits }),
    notes: notesOf(file, draft, columns),
    columns: described,
    decisions: decisionsOf(file, draft, columns),
    unused_columns: described.flatMap(({ name, is }) => (is === "unused" || is === "later" ? [name] : [])),
  };
};

const proposeKnown = (known: KnownExport, columns: readonly ReadColumn[]): Draft => {
  const valuesOf = (name: string) => columns.find((column) => column.name === name)?.values ?? null;
  const { reference_key_columns: keys, ...fitted } = fitExport(
    known,
    columns.map(({ name }) => name),
    valuesOf,
  );
  const { platform, export: kind, title, advice } = known;
  const currencies = knownCurrencies(fitted.output_to_streams, columns);
  const streams = Object.fromEntries(
    Object.entries(fitted.output_to_streams).map(([name, stream]) => {
      const currency = currencies.get(name);
      return [name, currency ? { ...stream, currency: currency.mapping } : stream];
    }),
  );
  return {
    recognised: { platform, export: kind, title },
    ...fitted,
    output_to_streams: streams,
    ...(keys.length > 0 && { reference_key_columns: keys }),
    likely: {},
    questions: [
      ...dateQuestions(streams, columns),
      ...[...currencies].flatMap(([name, currency]) =>
        currencyQuestion(name, currency, convertedChoice(name, streams[name]!, columns)),
      ),
    ],
    notes: advice === undefined ? [] : [{ code: "advice", title: "To know about this file", note: advice }],
  };
};

/** The answer that takes `Converted Amount` for `Amount`; empty where a column is not converted. */
const convertedChoice = (
  name: string,
  { data_map: { value } }: StreamMapping,
  columns: readonly ReadColumn[],
): ProposalChoice[] => {
  const converted = (column: string) =>
    columns.find(({ words }) => words === `converted ${plainWords(column)}`)?.name;
  const names = value ? columnsOfField(value) : [];
  const others = names.map(converted);
  if (!value || others.length === 0 || others.includes(undefined)) return [];
  const field = hasColumns(value)
    ? { ...value, columns: value.columns.map((part, i) => ({ ...part, column_name: others[i]! })) }
    : { ...value, column_name: others[0]! };
  const sets = { output_to_streams: { [name]: { data_map: { value: field }, currency: null } } };
  return [{ label: `“${others[0]}”: all amounts in one currency`, sets }];
};

/** A property called currency is that of the amounts, by stream. */
const knownCurrencies = (
  streams: Draft["output_to_streams"],
  columns: readonly ReadColumn[],
): Map<string, FoundCurrency> => {
  const named = (field: FieldMapping | undefined) =>
    columns.filter(({ name }) => field && columnsOfField(field).includes(name));
  return new Map(
    Object.entries(streams).flatMap(
      ([
        stream,
        {
          data_map: { value, currency },
        },
      ]) => {
        const [column] = named(currency);
        const found = column && currencyOf(column, named(value));
        return found ? [[stream, found] as const] : [];
      },
    ),
  );
};

/** Even a known export may be written with either order of day and month. */
const dateQuestions = (
  streams: Draft["output_to_streams"],
  columns: readonly ReadColumn[],
): ProposalQuestion[] => {
  const dated = new Set(
    Object.values(streams).flatMap(({ data_map: { datetime } }) => {
      return datetime ? columnsOfField(datetime) : [];
    }),
  );
  return columns.filter(({ name }) => dated.has(name)).flatMap(dateQuestion);
};
