// Datasets: how to read the files of an upload directory or a bucket, the rows of a table, or other datasets
// side by side. Columns identify people and become events and traits. Configurations keep the API's spelling
// from the request to the SQL, so that one word names one thing everywhere.

import { type Static, type TObject, type TSchema, Type } from "@sinclair/typebox";
import { columnCondition, eventCondition } from "../resource/condition.js";
import { limits } from "../resource/limits.js";
import { nameRule } from "../resource/name-rule.js";
import { byName, closed, column, described, id, oneOf, optional } from "../resource/schema.js";
import { intervals } from "./billing.js";
import {
  bucketFileOptions,
  type DatasetOptions,
  databaseTableOptions,
  hostedCsvOptions,
  mergeOptions,
  sparkTableOptions,
} from "./dataset-options.js";
import { expectedFigures } from "./expected.js";

/**
 * Fields that identify the person of a record. Their order is that in which identities are hashed, so new
 * ones must come last.
 */
export const identityFields = [
  "customer_id",
  "email",
  "email_hash",
  "phone",
  "person_full_name",
  "person_first_name",
  "person_last_name",
  "house_number_and_street",
  "city",
  "state",
  "postcode",
  "freeform_address",
  "birth_date",
  "national_id",
  "country",
] as const;
export type IdentityField = (typeof identityFields)[number];

const columnOf = (what: string, example: string) =>
  optional(described(`Column of ${what}.`, column, example));
export const identitySet = closed(
  {
    customer_id: columnOf("your own customer ID. Equal IDs are one person", "customer_id"),
    email: columnOf("an e-mail address", "email"),
    email_hash: columnOf("the SHA-256 of the address in lower case, without a plus tag", "email_sha256"),
    phone: columnOf("a telephone number", "phone"),
    person_full_name: columnOf("the full name", "name"),
    person_first_name: columnOf("the first name", "first_name"),
    person_last_name: columnOf("the last name", "last_name"),
    house_number_and_street: optional(
      Type.Array(column, {
        minItems: 1,
        maxItems: 10,
        description: "Columns of the street's lines, joined by a space.",
        examples: [["address1", "address2"]],
      }),
    ),
    city: columnOf("the city", "city"),
    state: columnOf("the state", "state"),
    postcode: columnOf("the postcode", "postcode"),
    freeform_address: columnOf("the full address", "address"),
    birth_date: columnOf("the date of birth, in any common format", "date_of_birth"),
    national_id: columnOf("a national ID number. It is never delivered", "ssn"),
    country: columnOf(
      "the country, as a code or a name. Telephone numbers, postcodes and streets are read by it",
      "country",
    ),
  } satisfies Record<IdentityField, TSchema>,
  "IdentitySet",
);
export type IdentitySet = Static<typeof identitySet>;

/** The number by which spreadsheets store 1 January 1970: days since 30 December 1899. */
export const spreadsheetDay1970 = 25_569;

export const columnFormats = [
  "currency_cents",
  "currency_dollars",
  "mm_dd_yy_slash",
  "mm_dd_yyyy_slash",
  "mm_dd_yy_dash",
  "mm_dd_yyyy_dash",
  "dd_mm_yyyy_slash",
  "dd_mm_yy_slash",
  "dd_mm_yyyy_dash",
  "dd_mm_yy_dash",
  "yyyy_mm_dd_slash",
  "yy_mm_dd_slash",
  "yyyy_mm_dd_dash",
  "yy_mm_dd_dash",
  "yyyymmdd",
  "yyyymm",
  "date_iso8601",
  "date_month_day_fullyear",
  "date_month_day_shortyear",
  "date_month_day_fullyear_hours_minutes",
  "date_month_day_fullyear_hours_minutes_seconds",
  "date_seconds_since_epoch_utc",
  "date_milliseconds_since_epoch_utc",
  "date_microseconds_since_epoch_utc",
  "date_spreadsheet_days",
  "list_comma_separated",
  "list_semicolon_separated",
  "list_single_value",
  "list_json",
  "static_date_iso8601",
] as const;
export type ColumnFormat = (typeof columnFormats)[number];

/** With `static_date_iso8601` the "column" is the date itself. */
export const format = oneOf(columnFormats, "Format of the values. Absent: detected from the data and shown.");

/** Maximum number of columns of one event key. */
const mostKeyColumns = 10;
/**
 * Maximum number of columns of one field. Exports that pack an order into one row have a column for each of
 * its products.
 */
export const mostFieldColumns = 40;

/** Aggregates that the rows of one event make of a column. */
export const aggregates = ["first", "last", "sum", "max", "count", "distinct_count", "top", "list"] as const;
export type Aggregate = (typeof aggregates)[number];
export const combinations = ["product", "sum", "difference", "discounted_product"] as const;
export type Combination = (typeof combinations)[number];

/** One of several columns that make a date, an amount or a list. */
export const columnPart = closed(
  {
    column_name: column,
    format: optional(format),
    pattern: optional(
      Type.String({
        minLength: 1,
        maxLength: limits.columnCharacters.is,
        description:
          "RE2 regular expression with one group, which captures a number. The numbers of all matches are added.",
        examples: ["amount:([0-9.]+)"],
      }),
    ),
  },
  "ColumnPart",
);
export type ColumnPart = Static<typeof columnPart>;

export interface ColumnMapping {
  column_name: string;
  format?: ColumnFormat;
  aggregate?: Aggregate;
}
/** Several columns, joined to a text or a list, or combined to a number. */
export interface ColumnsMapping {
  columns: ColumnPart[];
  format?: ColumnFormat;
  combine?: Combination;
  aggregate?: Aggregate;
}
export type FieldMapping = ColumnMapping | ColumnsMapping;

/** `part`: how one of several columns is written. */
export const fieldMappingOf = (part: TSchema, title: string): TSchema & { static: FieldMapping } =>
  Type.Unsafe<FieldMapping>(
    closed(
      {
        column_name: optional(column),
        columns: optional(
          Type.Array(part, {
            minItems: 1,
            maxItems: mostFieldColumns,
            description:
              "Several columns instead of one: a date and its time, the factors of an amount, or the items of a list.",
            examples: [["Quantity", "UnitPrice"]],
          }),
        ),
        format: optional(format),
        combine: optional(
          oneOf(
            combinations,
            "Makes one number of columns. In a sum or difference, an empty column counts as 0 unless all are empty. discounted_product: the product of " +
              "the columns before the last, less the last one, whatever its sign: quantity × price - discount.",
          ),
        ),
        aggregate: optional(
          oneOf(
            aggregates,
            "With event_key: what the rows of an event make of it. Absent: the first value, and the sum of combined columns. count, " +
              "distinct_count, top (the most frequent value) and list (the distinct values) are for properties.",
          ),
        ),
      },
      title,
    ),
  );
export const fieldMapping = described(
  "A column, or several, and the format of the values.",
  fieldMappingOf(columnPart, "ColumnMapping"),
);

/** A map by names of streams, traits, properties or identity sets. */
export const recordOf = <S extends TSchema>(values: S, most: number = limits.datasetFields.is) =>
  byName(values, { propertyNames: { type: "string", pattern: nameRule.source }, maxProperties: most });

export const eventConditions = Type.Array(columnCondition, {
  maxItems: limits.conditions.is,
  description: "Conditions that select the rows that are events of the stream.",
});
/** `datetime` and `value` are reserved; every other key is a property of the stream. */
export const dataMapDescription =
  "Columns by field of an event: datetime, value, and any property of your choice.";

export const eventKey = Type.Array(column, {
  minItems: 1,
  maxItems: mostKeyColumns,
  description:
    "Columns that make one event: rows that are equal in them are one event, such as the lines of an order. Absent: each row is an event.",
  examples: [["Order number"]],
});
export const chosenEvents = described(
  "With event_key: conditions that select events. A row without a value has the first one of the event's rows. Rows that do not meet them, such as " +
    "a void line of a receipt, are left out; an event without any other row is left out. lines says otherwise.",
  Type.Array(eventCondition, { maxItems: limits.conditions.is }),
);
/** `value`: how the request writes a field of an event. */
export const refundsOf = (value: TSchema, title: string): TSchema & { static: Refunds } =>
  Type.Unsafe<Refunds>(
    closed(
      {
        conditions: described(
          "Conditions that select the rows that are refunds. They are no rows of the event.",
          {
            ...eventConditions,
            minItems: 1,
          },
        ),
        as: Type.String({
          pattern: nameRule.source,
          description:
            "ignore: leave refunds out. reduce: lower the value of the event with the same event_key, and leave it out if nothing is left. Any other " +
            "name: an event of that stream, at the date of the refund's row. `value` is the amount of a refund, whatever its sign; absent: the " +
            "stream's value.",
          examples: ["reduce"],
        }),
        value: optional(value),
        event_key: optional(
          described(
            "With event_key: the columns of a refund's row that hold the key of its event, in the same order, where these are not the columns of event_key.",
            { ...eventKey, examples: [["Reference Txn ID"]] },
          ),
        ),
      },
      title,
    ),
  );
export interface Refunds {
  conditions: Static<typeof eventConditions>;
  as: string;
  value?: FieldMapping;
  event_key?: string[];
}
export const refundedDescription =
  "Amount that was given back, where it stands on the rows of the event itself. It lowers the value, and an event with nothing left is left out.";

const currencyRate = closed(
  {
    currency: Type.String({
      minLength: 1,
      maxLength: limits.valueCharacters.is,
      description: "Code or symbol of the other currency.",
      examples: ["USD"],
    }),
    rate: Type.Number({
      exclusiveMinimum: 0,
      description: "Units of the values' currency for one unit of the other.",
      examples: [0.92],
    }),
    from: optional(
      Type.String({
        pattern: "^\\d{4}-\\d{2}-\\d{2}$",
        description:
          "Day from which the rate holds, in UTC, until the next one. Absent: also before the first day of the others.",
        examples: ["2026-01-01"],
      }),
    ),
  },
  "CurrencyRate",
);

export const amountCurrency = closed(
  {
    column_name: optional(
      described(
        "Column of the currency: a code such as EUR, or the column of the amount itself where amounts are written with their currency. " +
          "Absent: all amounts are in the currency of the values.",
        column,
        "Currency",
      ),
    ),
    is: Type.String({
      minLength: 1,
      maxLength: limits.valueCharacters.is,
      description: "The currency of the stream's values.",
      examples: ["EUR"],
    }),
    includes_unnamed: optional(
      Type.Boolean({
        description:
          "Whether amounts of rows that name no currency are in this one, too. Without it they are not added where other rows name one.",
        examples: [false],
      }),
    ),
    rates: optional(
      Type.Array(currencyRate, {
        maxItems: limits.currencyRates.is,
        description:
          "What other currencies are worth. Their amounts are converted, by the newest rate that holds on the day of the event.",
        examples: [[{ currency: "USD", rate: 0.92, from: "2026-01-01" }]],
      }),
    ),
  },
  "AmountCurrency",
);
export const amountCurrencyDescription =
  "Currency of the amounts. Amounts of several currencies are never added: an event in another currency without a rate, or in none where " +
  "others name one, counts, and has no value. event_counts have the sums of all currencies.";
export const unlessRunning = closed(
  {
    start: described("Column of the date on which a row starts.", column, "start_date"),
    end: described("Column of the date on which it ends; empty while it runs.", column, "end_date"),
  },
  "UnlessRunning",
);
export const recurring = closed(
  {
    column_name: optional(
      described(
        "Column that says how often it is paid, or that has a word for it: month, jährlich, every 3 months, P1Y, 12, Pro (annual).",
        column,
        "interval",
      ),
    ),
    is: optional(oneOf(intervals, "How often it is paid, where no column says it.")),
    end: optional(described("Column of the date on which it ends; empty while it runs.", column, "end_date")),
  },
  "Recurring",
);
export const recurringDescription =
  "The value is paid again and again, as the price of a subscription is. Predictions of who leaves say the money a month that is at risk, " +
  "and which subscriptions renew in which month. An end is in the future until it is before the cutoff, and no input of a model.";
export const unlessRunningDescription =
  "The end of a row is no event while another row of the same customer runs, for example after a change of plan.";

export const streamMapping = closed({
  data_map: described(dataMapDescription, recordOf(fieldMapping), {
    datetime: { column_name: "order_date" },
  }),
  conditions: optional(eventConditions),
  event_key: optional(eventKey),
  event_conditions: optional(chosenEvents),
  refunds: optional(described("Rows that are refunds.", refundsOf(fieldMapping, "Refunds"))),
  refunded: optional(fieldMapping),
  currency: optional(described(amountCurrencyDescription, amountCurrency)),
  unless_running: optional(described(unlessRunningDescription, unlessRunning)),
  recurring: optional(described(recurringDescription, recurring)),
});
export type StreamMapping = Static<typeof streamMapping>;

/** Requests may write the replacements as numbers and booleans, too. */
export const traitMappingOf = <S extends TSchema>(replacement: S) =>
  closed({
    column_name: column,
    format: optional(format),
    transformation_table: optional(
      byName(replacement, {
        maxProperties: limits.conditionValues.is,
        description: "Replacements of values, by value as written; `*` replaces every other value.",
        examples: [{ T: "Trial", "*": "Customer" }],
      }),
    ),
  });
export const traitMapping = traitMappingOf(Type.String({ maxLength: limits.valueCharacters.is }));
export type TraitMapping = Static<typeof traitMapping>;

const columns = Type.Array(column, {
  minItems: 1,
  maxItems: limits.datasetFields.is,
  description: "Names of columns.",
});

/** The settings that are written and kept alike. */
export const datasetSettings = {
  identity_sets: described(
    "Columns that identify a person, by a name of your choice. Use several sets if a row identifies people in several ways.",
    recordOf(identitySet, limits.datasetStreams.is),
    { shipping: { person_first_name: "first_name", person_last_name: "last_name", postcode: "postcode" } },
  ),
  upsert_columns: optional(
    described("Key of a row. Of rows with equal keys, only the one from the newest file counts.", columns, [
      "order_id",
    ]),
  ),
  incremental_column: optional(
    described(
      "Column that orders rows: rows older than the newest value read so far are ignored.",
      column,
      "updated_at",
    ),
  ),
  reference_key_columns: optional(
    described("Columns with keys of yours, by which targets of mode referenced identify people.", columns, [
      "customer_id",
    ]),
  ),
  privacy: optional(
    oneOf(
      ["suppress", "delete"],
      "Marks the dataset as a list of people to leave out of learning, scores and files. delete: also drop their rows in other datasets " +
        "when those are read again.",
    ),
  ),
  keep_months: optional(
    Type.Integer({
      minimum: 1,
      maximum: 1200,
      description:
        "Age limit of rows in months, besides the current one. Rows whose dates are all before the first day of these months are left out, with " +
        "everything that followed from them, and an uploaded file without any other row is deleted a week later. Absent: all rows are kept.",
      examples: [24],
    }),
  ),
  output_all_columns_as_traits: optional(
    described(
      "Turns every column without another use into a trait.",
      closed({
        exclude: Type.Array(column, {
          maxItems: limits.datasetFields.is,
          default: [],
          description: "Columns to leave out.",
          examples: [["notes"]],
        }),
      }),
    ),
  ),
  preview: optional(
    Type.Boolean({ description: "true: detect columns and read a sample, without importing anything." }),
  ),
  expected: optional(
    described(
      "In a preview: what you know of your own shop. Where the proposal counts something else, its `expected` has the readings of the file that give it.",
      expectedFigures,
      { orders: 1573, revenue: 102_915.45 },
    ),
  ),
};

export const datasetConnectionId = id(
  "the connection to read from, for a table of a database or files of a bucket",
);

const settings = {
  ...datasetSettings,
  output_to_streams: byName(streamMapping, { default: {} }),
  output_to_traits: byName(traitMapping, { default: {} }),
};

/** Schemas by type of the options. */
export const datasetConfigs = {
  hosted_csv: closed({ ...settings, options: hostedCsvOptions }),
  merge: closed({ ...settings, options: mergeOptions }),
  database: closed({
    ...settings,
    connection_id: datasetConnectionId,
    options: databaseTableOptions,
  }),
  bucket: closed({ ...settings, connection_id: datasetConnectionId, options: bucketFileOptions }),
  spark_table: closed({ ...settings, options: sparkTableOptions }),
};

export type DatasetConfig = Static<TObject<typeof settings>> & {
  /** For tables of databases and files of buckets. */
  connection_id?: string;
  options: DatasetOptions;
};
