// How a file could be read, proposed from what its columns are called and hold. It is a first draft for its owner to correct, so
// it takes what is likely and leaves the rest unused, and where a wrong guess would not be seen it asks.

import type { ColumnMapping, DetectedColumn, IdentitySet, StreamMapping } from "../dataset.js";
import { machineName } from "../stream.js";
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
  /** A row's key, where every row has one of its own. */
  upsert_columns?: string[];
  /** The owner's key of a person. */
  reference_key_columns?: string[];
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

/** A list of people without anything that they did has none. */
const proposeEvents = (file: NamedFile, columns: readonly ReadColumn[]): Events => {
  const kind = streamKind(file, columns);
  const moment = proposeEventTime(columns, kind === "cancellation");
  const worth = kind === "cancellation" ? null : proposeAmount(columns.filter((column) => column !== moment));
  const isPeople = kind === null && worth === null && isOfPeople(file);
  if (moment === null && (isPeople || kind === null)) return { output_to_streams: {}, questions: [] };
  const name =
    kind ?? (isPeople ? "sign_up" : worth ? "transaction" : machineName(file.directory) || "event");
  const others = columns.filter((column) => column !== moment && column !== worth?.column);
  const cancelled = name === "cancellation" ? null : proposeCancellationTime(others);
  return {
    output_to_streams: {
      [name]: {
        data_map: mapped(
          moment,
          worth,
          isPeople ? [] : proposeProperties(others.filter((column) => column !== cancelled)),
        ),
      },
      ...(cancelled && { cancellation: cancellationOf(cancelled) }),
    },
    questions: [
      ...[moment, cancelled].flatMap((column) => (column ? dateQuestion(column) : [])),
      ...(worth ? centsQuestion(worth) : []),
    ],
  };
};

const mapped = (
  moment: ReadColumn | null,
  worth: FoundAmount | null,
  properties: readonly ReadColumn[],
): Record<string, ColumnMapping> => ({
  ...(moment && { datetime: { column_name: moment.name } }),
  ...(worth && {
    value: { column_name: worth.column.name, ...(worth.isInCents && { format: "currency_cents" as const }) },
  }),
  ...Object.fromEntries(properties.map(({ name, words }) => [machineName(words), { column_name: name }])),
});

/** Only rows that were called off. */
const cancellationOf = ({ name }: ReadColumn): StreamMapping => ({
  data_map: { datetime: { column_name: name } },
  conditions: [{ column_name: name, _nnull: true }],
});

/** An order's key goes by what it is called, or, as `Name` or `Id`, by what it looks like. */
const orderKeyOf = (columns: readonly ReadColumn[]): ReadColumn | null =>
  columns.find(({ words, role }) => role === null && orderKey.test(words)) ??
  columns.find((column) => /^(name|id|number)$/.test(column.words) && surelyLooksLike(codeShape, column)) ??
  null;

const isUnique = ({ column: { distinct_count, fill_rate } }: ReadColumn, rows: number): boolean =>
  rows > 0 && fill_rate === 1 && distinct_count === rows;

/** A key that several rows share says which of them belong together. */
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
  Object.values(streams).flatMap(({ data_map }) =>
    Object.values(data_map).map(({ column_name }) => column_name),
  );
