// Proposal of a dataset's configuration from the names and examples of its columns. It is a draft for the owner to correct: it uses
// what is likely, leaves other columns unused, and asks a question where a wrong guess would go unnoticed.

import type {
  ColumnMapping,
  DetectedColumn,
  HostedCsvOptions,
  IdentitySet,
  StreamMapping,
} from "../dataset.js";
import { machineName } from "../stream.js";
import { columnsOfField } from "../stream-mapping.js";
import { codeShape, type ReadColumn, readColumn, surelyLooksLike } from "./column.js";
import {
  type FoundAmount,
  isOfPeople,
  type NamedFile,
  orderKey,
  proposeAmount,
  proposeCancellationTime,
  proposeEventTime,
  proposeProperties,
  streamKind,
} from "./event.js";
import { proposeIdentities } from "./identity.js";
import { centsQuestion, dateQuestion, type ProposalQuestion } from "./questions.js";

export interface DatasetProposal {
  identity_sets: Record<string, IdentitySet>;
  output_to_streams: Record<string, StreamMapping>;
  /** The key of a row, where every row has a different one. */
  upsert_columns?: string[];
  /** The owner's key of a person. */
  reference_key_columns?: string[];
  /** Options of the files, where what was found is not what an absent option means. */
  options?: Pick<HostedCsvOptions, "header_row" | "sheet">;
  questions: ProposalQuestion[];
  unused_columns: string[];
}

/** A previewed file. */
export interface PreviewedFile extends NamedFile {
  columns: readonly DetectedColumn[];
  rows: number;
}

export const proposeDataset = ({ columns: detected, rows, ...file }: PreviewedFile): DatasetProposal => {
  const columns = detected.map(readColumn);
  const { identity_sets, taken } = proposeIdentities(columns);
  const free = columns.filter(({ name }) => !taken.has(name));
  const events = proposeEvents(file, free);
  const key = orderKeyOf(free);
  const isKeyed = key !== null && isUnique(key, rows);
  const streams = isKeyed ? events.output_to_streams : withKey(events.output_to_streams, key);
  const used = new Set([...taken, ...columnsOf(streams), ...(isKeyed ? [key.name] : [])]);
  const customerKeys = Object.values(identity_sets).flatMap((set) => set.customer_id ?? []);
  return {
    identity_sets,
    output_to_streams: streams,
    ...(isKeyed && { upsert_columns: [key.name] }),
    ...(customerKeys.length > 0 && { reference_key_columns: [...new Set(customerKeys)] }),
    questions: events.questions,
    unused_columns: columns.map(({ name }) => name).filter((name) => !used.has(name)),
  };
};

type Events = Pick<DatasetProposal, "output_to_streams" | "questions">;

/** The streams of a file; a plain list of people has none. */
const proposeEvents = (file: NamedFile, columns: readonly ReadColumn[]): Events => {
  const kind = streamKind(file, columns);
  const eventTime = proposeEventTime(columns, kind === "cancellation");
  const amount =
    kind === "cancellation" ? null : proposeAmount(columns.filter((column) => column !== eventTime));
  const isPeople = kind === null && amount === null && isOfPeople(file);
  if (eventTime === null && (isPeople || kind === null)) return { output_to_streams: {}, questions: [] };
  const name =
    kind ?? (isPeople ? "sign_up" : amount ? "transaction" : machineName(file.directory) || "event");
  const others = columns.filter((column) => column !== eventTime && column !== amount?.column);
  const cancelled = name === "cancellation" ? null : proposeCancellationTime(others);
  return {
    output_to_streams: {
      [name]: {
        data_map: mapped(
          eventTime,
          amount,
          isPeople ? [] : proposeProperties(others.filter((column) => column !== cancelled)),
        ),
      },
      ...(cancelled && { cancellation: cancellationOf(cancelled) }),
    },
    questions: [
      ...[eventTime, cancelled].flatMap((column) => (column ? dateQuestion(column) : [])),
      ...(amount ? centsQuestion(amount) : []),
    ],
  };
};

const mapped = (
  eventTime: ReadColumn | null,
  amount: FoundAmount | null,
  properties: readonly ReadColumn[],
): Record<string, ColumnMapping> => ({
  ...(eventTime && { datetime: { column_name: eventTime.name } }),
  ...(amount && {
    value: {
      column_name: amount.column.name,
      ...(amount.isInCents && { format: "currency_cents" as const }),
    },
  }),
  ...Object.fromEntries(properties.map(({ name, words }) => [machineName(words), { column_name: name }])),
});

/** The stream of rows with a cancellation date. */
const cancellationOf = ({ name }: ReadColumn): StreamMapping => ({
  data_map: { datetime: { column_name: name } },
  conditions: [{ column_name: name, _nnull: true }],
});

/** The key of an order: by name, or a column called `Name` or `Id` with values that look like codes. */
const orderKeyOf = (columns: readonly ReadColumn[]): ReadColumn | null =>
  columns.find(({ words, role }) => role === null && orderKey.test(words)) ??
  columns.find((column) => /^(name|id|number)$/.test(column.words) && surelyLooksLike(codeShape, column)) ??
  null;

const isUnique = ({ column: { distinct_count, fill_rate } }: ReadColumn, rows: number): boolean =>
  rows > 0 && fill_rate === 1 && distinct_count === rows;

/** A key shared by several rows becomes a property, since it groups them. */
const withKey = (
  streams: Record<string, StreamMapping>,
  key: ReadColumn | null,
): Record<string, StreamMapping> => {
  const [first, ...others] = Object.entries(streams);
  if (!first || !key) return streams;
  const [name, { data_map, ...rest }] = first;
  const keyed = { ...rest, data_map: { ...data_map, [machineName(key.words)]: { column_name: key.name } } };
  return Object.fromEntries([[name, keyed], ...others]);
};

const columnsOf = (streams: Record<string, StreamMapping>): string[] =>
  Object.values(streams).flatMap(({ data_map }) => Object.values(data_map).flatMap(columnsOfField));
