// Stream mapping: how the rows of a dataset become events of a stream. Its fields depend on each other; the
// rules are here, so that a mapping that does not fit together is refused before anything is read.

import { codeOf } from "./currency.js";
import type {
  Aggregate,
  ColumnMapping,
  ColumnsMapping,
  DatasetConfig,
  FieldMapping,
  StreamMapping,
} from "./dataset.js";

type Streams = DatasetConfig["output_to_streams"];

export const hasColumns = (field: FieldMapping): field is ColumnsMapping =>
  (field as ColumnsMapping).columns !== undefined;

/** The columns of a field, by name. */
export const columnsOfField = (field: FieldMapping): string[] =>
  hasColumns(field) ? field.columns.map(({ column_name }) => column_name) : [field.column_name];

/** The date itself, and not a column. */
export const isStaticDate = ({ format }: FieldMapping): boolean => format === "static_date_iso8601";

/** Every column that a stream mapping reads, but for those of its conditions, by name. */
export const columnsOfStream = ({
  data_map,
  event_key = [],
  refunds,
  refunded,
  currency,
  unless_running,
  recurring,
}: StreamMapping): string[] => [
  ...[...Object.values(data_map), refunds?.value, refunded]
    .filter((field) => field !== undefined)
    .filter((field) => !isStaticDate(field))
    .flatMap(columnsOfField),
  ...event_key,
  ...(refunds?.event_key ?? []),
  ...(currency?.column_name === undefined ? [] : [currency.column_name]),
  ...(unless_running ? [unless_running.start, unless_running.end] : []),
  ...[recurring?.column_name, recurring?.end].filter((name) => name !== undefined),
];

/** Names of what events of recurring amounts have besides; no property of an owner has them. */
export const recurringProperties = { months: "__recurring_months", until: "__recurring_until" } as const;

export const isRecurringProperty = (name: string): boolean =>
  (Object.values(recurringProperties) as string[]).includes(name);

/** The stream that refunds are events of; null where they are none. */
export const refundStream = ({ refunds }: StreamMapping): string | null =>
  refunds === undefined || refunds.as === "ignore" || refunds.as === "reduce" ? null : refunds.as;

/** The streams that a dataset outputs to, those of refunds included. */
export const streamsOf = (streams: Streams): string[] => [
  ...Object.keys(streams),
  ...Object.values(streams).flatMap((mapping) => refundStream(mapping) ?? []),
];

/** The mapping whose rows or refunds are events of the stream. */
export const mappingOfStream = (streams: Streams, name: string): StreamMapping | undefined =>
  Object.hasOwn(streams, name)
    ? streams[name]
    : Object.values(streams).find((mapping) => refundStream(mapping) === name);

/** Code of the currency of a stream's values, as the first of its datasets says; undefined where none does. */
export const currencyOfStream = (
  datasets: readonly { config: Pick<DatasetConfig, "output_to_streams"> }[],
  stream: string,
): string | undefined => {
  const named = datasets.flatMap(
    ({ config }) => mappingOfStream(config.output_to_streams, stream)?.currency ?? [],
  );
  return named[0] && codeOf(named[0].is);
};

/** Names of the properties that the events of a stream have from this dataset. */
export const propertiesInto = (streams: Streams, stream: string): string[] => {
  const { datetime, value, ...properties } = mappingOfStream(streams, stream)?.data_map ?? {};
  return Object.keys(properties);
};

export interface MappingFault {
  /** Field of the dataset, with dots. */
  path: string;
  /** Goes on after the name of the field. */
  detail: string;
}

/** Faults of a mapping; empty for one that can be used. */
export const mappingFaults = (streams: Streams): MappingFault[] => [
  ...Object.entries(streams).flatMap(([name, mapping]) => streamFaults(`output_to_streams.${name}`, mapping)),
  ...streamsOf(streams).flatMap((name, i, all) =>
    all.indexOf(name) === i
      ? []
      : [
          {
            path: "output_to_streams",
            detail: `has two sources of stream ${name}. Give the refunds a stream of their own`,
          },
        ],
  ),
];

/** Optional conditions are tested together: on each row, or on all. */
const areMixed = (conditions: StreamMapping["event_conditions"] = []): boolean => {
  const ofAll = conditions.filter(({ optional }) => optional).map(({ lines }) => lines === "all");
  return ofAll.includes(true) && ofAll.includes(false);
};

const streamFaults = (path: string, mapping: StreamMapping): MappingFault[] => {
  const { data_map, event_key, event_conditions, refunds, refunded, currency, unless_running, recurring } =
    mapping;
  const { datetime, value, ...properties } = data_map;
  const isKeyed = event_key !== undefined;
  const faultsAt = (field: string, ...details: (string | false)[]): MappingFault[] =>
    details.flatMap((detail) => (detail === false ? [] : [{ path: `${path}.${field}`, detail }]));
  return [
    ...(datetime ? faultsAt("data_map.datetime", ...dateFaults(datetime)) : []),
    ...(value ? faultsAt("data_map.value", ...amountFaults(value, isKeyed)) : []),
    ...Object.entries(properties).flatMap(([name, field]) =>
      faultsAt(`data_map.${name}`, ...propertyFaults(field, isKeyed)),
    ),
    ...faultsAt("event_conditions", event_conditions !== undefined && !isKeyed && needsKey),
    ...faultsAt(
      "event_conditions",
      areMixed(event_conditions) &&
        "has optional conditions of which some have lines all and others have not",
    ),
    ...faultsAt("refunds.as", refunds?.as === "reduce" && !isKeyed && needsKey),
    ...faultsAt(
      "refunds.as",
      refunds?.as === "reduce" && !value && "needs a value to reduce: map data_map.value",
    ),
    ...(refunds?.value
      ? faultsAt(
          "refunds.value",
          ...amountFaults(refunds.value, true),
          refunds.as === "ignore" && "has no use where refunds are ignored. Remove it",
        )
      : []),
    ...faultsAt(
      "refunds.event_key",
      refunds?.event_key !== undefined &&
        refunds.event_key.length !== event_key?.length &&
        "needs as many columns as event_key",
    ),
    ...(refunded
      ? faultsAt(
          "refunded",
          ...amountFaults(refunded, isKeyed),
          !value && "needs a value: map data_map.value",
        )
      : []),
    ...faultsAt("currency", currency !== undefined && !value && "needs a value: map data_map.value"),
    ...faultsAt("currency.rates", ...(currency ? rateFaults(currency) : [])),
    ...faultsAt(
      "unless_running",
      unless_running !== undefined &&
        (!datetime || isStaticDate(datetime)) &&
        "needs data_map.datetime, the date of the end",
    ),
    ...faultsAt(
      "unless_running",
      unless_running !== undefined && unless_running.start === unless_running.end && "needs two columns",
    ),
    ...(recurring
      ? faultsAt(
          "recurring",
          !value && "needs a value: map data_map.value",
          recurring.column_name === undefined && recurring.is === undefined && "needs column_name or is",
          (!datetime || isStaticDate(datetime)) && "needs data_map.datetime, the date of the start",
          Object.keys(properties).some(isRecurringProperty) &&
            "has names in data_map that no property may have",
        )
      : []),
  ];
};

const rateFaults = ({ is, rates = [], column_name }: NonNullable<StreamMapping["currency"]>): string[] => {
  const codes = rates.map(({ currency, from }) => ({ code: codeOf(currency), from }));
  const noDay = codes.find(({ from }) => from !== undefined && !isDay(from));
  const repeated = codes.find(({ code, from }, i) =>
    codes.slice(0, i).some((other) => other.code === code && other.from === from),
  );
  return [
    ...(column_name === undefined && rates.length > 0
      ? ["has no use where all amounts are in one currency. Name the column of the currency, or remove it"]
      : []),
    ...(codes.some(({ code }) => code === codeOf(is))
      ? [`has a rate of ${is}, the currency of the values`]
      : []),
    ...(noDay ? [`has a rate from ${noDay.from}, which is no day`] : []),
    ...(repeated
      ? [`has two rates of ${repeated.code}${repeated.from === undefined ? "" : ` from ${repeated.from}`}`]
      : []),
  ];
};

/** A pattern takes the 30th of February, and the engine of dates makes the 1st of March of it. */
const isDay = (text: string): boolean => {
  const ms = Date.parse(text);
  return !Number.isNaN(ms) && new Date(ms).toISOString().startsWith(text);
};

const needsKey = "needs event_key: name the columns that make one event";
const numberAggregates: readonly Aggregate[] = ["first", "last", "sum", "max"];

const dateFaults = (field: FieldMapping): (string | false)[] => [
  ...columnFaults(field),
  field.aggregate !== undefined && "takes no aggregate: the date of an event is the earliest of its rows",
  hasColumns(field) &&
    field.combine !== undefined &&
    "takes no combine: the columns of a date are joined by a space",
  hasColumns(field) && isStaticDate(field) && "is a date itself: write it as column_name",
  hasColumns(field) &&
    field.columns.some((part) => part.format !== undefined) &&
    "takes one format for all columns: set it beside columns",
  hasColumns(field) && field.columns.some((part) => part.pattern !== undefined) && "takes no pattern",
];

const amountFaults = (field: FieldMapping, isKeyed: boolean): (string | false)[] => [
  ...columnFaults(field),
  isListFormat(field) && "is a number, and takes no list",
  hasColumns(field) &&
    field.columns.length > 1 &&
    field.combine === undefined &&
    "needs combine: product, sum, difference or discounted_product",
  ...combinedFaults(field),
  field.aggregate !== undefined &&
    !numberAggregates.includes(field.aggregate) &&
    `takes no aggregate ${field.aggregate}. Choose ${numberAggregates.join(", ")}`,
  field.aggregate !== undefined && !isKeyed && `has an aggregate, which ${needsKey}`,
];

const propertyFaults = (field: FieldMapping, isKeyed: boolean): (string | false)[] => {
  const isListOfColumns = hasColumns(field) && field.combine === undefined;
  return [
    ...columnFaults(field),
    isStaticDate(field) && "cannot be a date of its own. Map a column",
    isListOfColumns &&
      field.aggregate !== "list" &&
      "of several columns needs combine, or the aggregate list",
    isListOfColumns &&
      field.columns.some(({ pattern }) => pattern !== undefined) &&
      "takes a pattern only with combine",
    ...(isListOfColumns ? [] : combinedFaults(field)),
    isListFormat(field) &&
      ["sum", "max"].includes(field.aggregate ?? "") &&
      `is a list, which has no ${field.aggregate}`,
    field.aggregate !== undefined && !isListOfColumns && !isKeyed && `has an aggregate, which ${needsKey}`,
  ];
};

/** Faults of a number that is made of several columns. */
const combinedFaults = (field: FieldMapping): (string | false)[] =>
  hasColumns(field)
    ? [
        field.format !== undefined && "takes the format of each of its columns: set it in columns",
        field.combine === "discounted_product" &&
          field.columns.length < 2 &&
          "needs two columns or more for a discounted_product, the last of which is the discount",
      ]
    : [];

/** A merge patch can leave both. */
const columnFaults = (field: FieldMapping): (string | false)[] => {
  const both = hasColumns(field) && (field as unknown as Partial<ColumnMapping>).column_name !== undefined;
  return [
    !hasColumns(field) && field.column_name === undefined && "needs column_name or columns",
    both && "has column_name and columns. Set one of them to null",
    !hasColumns(field) &&
      (field as Partial<ColumnsMapping>).combine !== undefined &&
      "takes combine only with columns",
  ];
};

const isListFormat = ({ format }: FieldMapping): boolean => format?.startsWith("list_") ?? false;
