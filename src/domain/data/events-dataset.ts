// Dataset of the events that programs send to a stream: files of an upload directory like any other, which the
// service writes itself. The first event makes it, and a field that was never sent before is added to its
// mapping. Whatever its owner changes in it stays.

import { limits } from "../resource/limits.js";
import { distinctNames, nameOf } from "../resource/name-rule.js";
import {
  type DatasetConfig,
  type IdentityField,
  identityFields,
  mostFieldColumns,
  type StreamMapping,
} from "./dataset.js";
import type { HostedCsvOptions } from "./dataset-options.js";
import { currencyColumn, datetimeColumn, eventIdColumn, valueColumn } from "./sent-event.js";
import { displayName } from "./stream.js";

/**
 * In the place of a stream: what programs say about people. It has a dataset of its own, which makes traits of it and
 * no events. No stream has an empty name.
 */
export const peopleOfPrograms = "";

/** Column of the device that belongs to the person of its row. */
export const deviceColumn = "device_id";

/** The upload directory of a stream's events. */
export const eventsDirectory = (stream: string): string =>
  stream === peopleOfPrograms ? "people_of_programs" : `events_${stream}`.slice(0, 150);

/** The name of a dataset that the first event makes. */
export const eventsName = (stream: string): string =>
  stream === peopleOfPrograms ? "People of programs" : `Events: ${displayName(stream)}`;

/** Fields of events: columns in the order in which they came, and those of them that are lists. */
export interface EventFields {
  columns: readonly string[];
  lists: ReadonlySet<string>;
  /** The currency that the first amount is in. */
  currency?: string | undefined;
}

const own = new Set<string>([eventIdColumn, datetimeColumn, valueColumn, ...identityFields]);

/** The dataset of a stream whose first events have these fields. */
export const eventsDataset = (stream: string, fields: EventFields): DatasetConfig => {
  const options: HostedCsvOptions = {
    type: "hosted_csv",
    upload_directory: eventsDirectory(stream),
    encoding: "utf-8",
    delimiter: ",",
    header_row: 1,
    row_id_column: eventIdColumn,
  };
  const dated: StreamMapping = {
    data_map: { datetime: { column_name: datetimeColumn, format: "date_iso8601" } },
  };
  const bare: DatasetConfig = {
    identity_sets: { person: {} },
    options,
    output_to_streams: stream === peopleOfPrograms ? {} : { [stream]: dated },
    output_to_traits: {},
  };
  return withFields(bare, stream, fields);
};

/** Whether the service may add fields to its mapping. */
export const isEventsDataset = ({ options }: DatasetConfig): boolean =>
  options.type === "hosted_csv" && options.row_id_column === eventIdColumn;

/** The same mapping with fields that are new. */
export const withFields = (
  config: DatasetConfig,
  stream: string,
  { columns, lists, currency }: EventFields,
): DatasetConfig => {
  if (stream === peopleOfPrograms) return withTraits(config, columns);
  const mapping = config.output_to_streams[stream];
  if (!mapping) return config;
  const properties = columns.filter((column) => !own.has(column));
  const taken = ["datetime", "value", ...Object.keys(mapping.data_map)];
  const names = distinctNames(properties.map(nameOf), taken);
  const room = limits.eventColumns.is - Object.keys(mapping.data_map).length;
  const added: StreamMapping["data_map"] = {};
  if (columns.includes(valueColumn) && !("value" in mapping.data_map))
    added.value = { column_name: valueColumn };
  for (const [i, column_name] of properties.slice(0, Math.max(0, room)).entries())
    added[names[i]!] = { column_name, ...(lists.has(column_name) && { format: "list_json" as const }) };
  const hasCurrency = columns.includes(currencyColumn) && mapping.currency === undefined;
  return {
    ...config,
    identity_sets: withIdentities(config.identity_sets, columns),
    output_to_streams: {
      ...config.output_to_streams,
      [stream]: {
        ...mapping,
        data_map: { ...mapping.data_map, ...added },
        ...(hasCurrency &&
          currency !== undefined && {
            currency: { column_name: currencyColumn, is: currency, includes_unnamed: true },
          }),
      },
    },
  };
};

const withTraits = (config: DatasetConfig, columns: readonly string[]): DatasetConfig => {
  const others = columns.filter((column) => !own.has(column) && column !== deviceColumn);
  const room = Math.max(0, limits.eventColumns.is - Object.keys(config.output_to_traits).length);
  const names = distinctNames(others.map(nameOf), Object.keys(config.output_to_traits));
  const added = others.slice(0, room).map((column_name, i) => [names[i]!, { column_name }]);
  const identity_sets = withIdentities(config.identity_sets, columns);
  return {
    ...config,
    identity_sets: columns.includes(deviceColumn)
      ? { ...identity_sets, device: { customer_id: deviceColumn } }
      : identity_sets,
    output_to_traits: { ...config.output_to_traits, ...Object.fromEntries(added) },
  };
};

/** Fields of the person go into the first set. */
const withIdentities = (
  sets: DatasetConfig["identity_sets"],
  columns: readonly string[],
): DatasetConfig["identity_sets"] => {
  const [name = "person", set = {}] = Object.entries(sets)[0] ?? [];
  const fresh = columns.filter(
    (column): column is IdentityField =>
      (identityFields as readonly string[]).includes(column) && !(column in set),
  );
  if (fresh.length === 0) return sets;
  const mapped = fresh.map((field) => [field, field === "house_number_and_street" ? [field] : field]);
  return { ...sets, [name]: { ...set, ...Object.fromEntries(mapped) } };
};

/** Columns that the mapping names, which a file must have even if none of its events does. */
export const columnsNamed = ({
  identity_sets,
  output_to_streams,
  output_to_traits,
}: DatasetConfig): string[] => {
  const named = new Set<string>();
  for (const set of Object.values(identity_sets))
    for (const column of Object.values(set).flat()) named.add(column);
  for (const { data_map, currency } of Object.values(output_to_streams)) {
    if (currency?.column_name !== undefined) named.add(currency.column_name);
    for (const field of Object.values(data_map).slice(0, limits.eventColumns.is + mostFieldColumns))
      if ("column_name" in field && field.format !== "static_date_iso8601") named.add(field.column_name);
  }
  for (const { column_name } of Object.values(output_to_traits)) named.add(column_name);
  return [...named];
};
