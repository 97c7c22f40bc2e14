// Proposal of a preview in answers.

import { Type } from "@sinclair/typebox";
import { format, identitySet, recordOf, streamMapping, traitMapping } from "../../domain/data/dataset.js";
import { leftOutReasons } from "../../domain/data/dataset-findings.js";
import { hostedCsvOptions } from "../../domain/data/dataset-options.js";
import { certainties, decisionCodes, questionCodes } from "../../domain/proposal/proposal.js";
import { limits } from "../../domain/resource/limits.js";
import {
  byName,
  closed,
  column,
  count,
  described,
  instant,
  oneOf,
  optional,
} from "../../domain/resource/schema.js";

const columnNames = Type.Array(column, { minItems: 1 });
const { upload_directory: _directory, type: _type, ...fileOptions } = hostedCsvOptions.properties;
const figuresByName = byName(Type.Number(), { description: "The numbers in the sentence, by name." });

const choice = Type.Object(
  {
    label: optional(
      Type.String({ description: "The answer, to display.", examples: ["Count 4,090 orders"] }),
    ),
    format: optional(described("Format of the column's values.", format)),
    reads_as: optional(
      Type.Array(Type.String(), {
        description: "One or two example values in this format, as they would be read.",
      }),
    ),
    sets: optional(
      Type.Unsafe<Record<string, unknown>>({
        type: "object",
        additionalProperties: true,
        description: "What this answer changes in the proposal, as a merge patch of the dataset.",
      }),
    ),
    is_proposed: optional(Type.Literal(true, { description: "true: the proposal has this answer." })),
    counts: optional(
      Type.Object(
        {
          events: described("Events of the first stream.", count),
          customers: described("Customers who have them.", count),
          value_total: optional(Type.Number({ description: "Sum of the values." })),
        },
        {
          title: "AnswerCounts",
          description: "What there is with this answer. Absent where it was not counted.",
        },
      ),
    ),
  },
  { title: "ProposalChoice" },
);

const question = Type.Object(
  {
    code: optional(oneOf(questionCodes, "Name of the question.")),
    column_name: optional(Type.String({ description: "Name of the column. Absent: the whole file." })),
    question: Type.String({ description: "The question, to display." }),
    figures: optional(figuresByName),
    choices: Type.Array(choice, { description: "Answers to choose from." }),
  },
  { title: "ProposalQuestion" },
);

const note = Type.Object(
  {
    code: Type.String({ description: "Stable name of the sentence.", examples: ["lines_are_orders"] }),
    title: Type.String({ description: "The note in a few words." }),
    note: Type.String({ description: "What to know and what to do, as a sentence." }),
    about: optional(Type.String({ description: "Name of the column." })),
    figures: optional(figuresByName),
  },
  { title: "ProposalNote" },
);

const proposedColumn = Type.Object(
  {
    name: Type.String({ description: "Name of the column." }),
    is: Type.String({
      description:
        "What it is: `<identity set>.<field>`, event.datetime, event.value, event.currency, event.key, event.property, event.refund, condition, trait, " +
        "answer, later (known only after the event, so not used), or unused.",
      examples: ["customer.email"],
    }),
    confidence: oneOf(["sure", "likely"], "How certain that is."),
    why: optional(Type.String({ description: "Reason for a likely reading." })),
  },
  { title: "ProposedColumn" },
);

const proposedDecision = Type.Object(
  {
    code: oneOf(decisionCodes, "What is decided."),
    column_names: Type.Array(Type.String(), { description: "Names of the columns." }),
    decided: Type.String({ description: "The decision, to display.", examples: ["Amounts are “Total”"] }),
    certainty: oneOf(
      certainties,
      "sure: a known export whose values fit, or nothing else could be it. guessed: by words of names and the shape of values. asked: a question is about it.",
    ),
    evidence: Type.String({
      description: "Reason, as a sentence.",
      examples: ["By its name, and not “Shipped at”."],
    }),
  },
  { title: "ProposedDecision" },
);

const currencyAmount = Type.Object(
  {
    currency: Type.Union([Type.String(), Type.Null()], {
      description:
        "Code or symbol; null where rows name several, where they name none, and in a stream without currency.",
      examples: ["EUR"],
    }),
    is_unnamed: optional(
      Type.Literal(true, {
        description:
          "The events name no currency, and others do. They have no value, unless currency.includes_unnamed is set.",
      }),
    ),
    value_total: Type.Number({ description: "Sum of the amounts, less refunds.", examples: [69914.14] }),
  },
  { title: "CurrencyAmount" },
);

const leftOut = Type.Object(
  {
    reason: oneOf(
      leftOutReasons,
      "Why. condition and event_condition: a row does not meet one. refund: rows of refunds. refunded: nothing is left of their event. no_key: rows " +
        "that name neither their event nor a date, such as further lines of an order. repeated: equal to another row. replaced: a newer file has the event or its key. total: sums at the end of a file.",
    ),
    column_name: optional(
      Type.String({
        description: "Column of the condition, of the value that cannot be read, or of the key.",
        examples: ["Status"],
      }),
    ),
    value: optional(
      Type.Union([Type.String(), Type.Null()], {
        description:
          "What the rows have in that column; null for nothing. Absent where a column has more than 20 such values.",
        examples: ["Cancelled"],
      }),
    ),
    rows: described("Rows.", count, 212),
    events: described("Whole events among them.", count, 98),
    amounts: optional(
      Type.Array(currencyAmount, {
        description:
          "Their amounts by currency, before refunds. Absent where there are none, and for rows whose amounts others have, such as repeated ones.",
      }),
    ),
  },
  { title: "LeftOut" },
);

const currencyCounts = Type.Object(
  {
    ...currencyAmount.properties,
    events: described("Events in it.", count, 553),
    converted_events: optional(
      described("Those that were converted by a rate. Absent in the currency of the values.", count, 121),
    ),
    converted_total: optional(
      Type.Number({
        description:
          "What these add up to in the currency of the values; value_total of the stream includes it.",
        examples: [64321.09],
      }),
    ),
  },
  { title: "CurrencyCounts" },
);

const monthCounts = Type.Object(
  {
    month: Type.String({ description: "Year and month, in UTC.", examples: ["2026-05"] }),
    events: described("Events that count.", count, 431),
    amounts: optional(
      Type.Array(currencyAmount, { description: "Their amounts by currency, less refunds." }),
    ),
  },
  { title: "MonthCounts" },
);

const countsOfRows = {
  rows_read: optional(
    described("Rows that were read: rows, and those of left_out_by. Absent for refunds.", count, 9299),
  ),
  rows: described("Rows of events, without refunds and rejected rows.", count, 9087),
  events: described("Events.", count, 4090),
  customers: described(
    "Distinct customers as the file names them: by customer ID if each has one, else by the e-mail address in lower case, else by another identity.",
    count,
    2500,
  ),
  repeat_customers: optional(described("Those with two events or more.", count, 900)),
  without_customer: described("Events that name no customer. They count in no prediction.", count, 0),
  value_total: optional(
    Type.Number({
      description:
        "Sum of the values less all refunds, in the currency of the stream. Amounts in other currencies that no rate converts are in by_currency alone.",
    }),
  ),
  by_currency: optional(
    Type.Array(currencyCounts, {
      description: "The amounts of each currency, that of most events first. Present with currency.",
    }),
  ),
  refunds: optional(
    described(
      "Events that were refunded, in part or in full; refunds that are ignored, or events of their own stream.",
      count,
    ),
  ),
  refunded_total: optional(Type.Number({ description: "Sum of the refunds that value_total is less." })),
  left_out: optional(described("Whole events that are left out.", count)),
  left_out_by: optional(
    Type.Array(leftOut, { description: "All rows that are left out, the most frequent reasons first." }),
  ),
  of_several_customers: optional(described("Events whose rows name several customers.", count)),
  oldest_date: optional(described("Date of the first event that has a customer.", instant)),
  newest_date: optional(described("Date of the last one.", instant)),
  months: optional(
    Type.Array(monthCounts, {
      description: `Months with events that count, oldest first: the newest ${limits.listedMonths.is}. Absent without dates.`,
    }),
  ),
};

export const eventCounts = Type.Object(countsOfRows, { title: "EventCounts" });

const { rows, events, customers, without_customer, value_total, by_currency } = countsOfRows;

const fileLedger = Type.Object(
  {
    file: Type.String({ description: "Name of the file.", examples: ["orders-2026-05.csv"] }),
    arrived_at: described("When it arrived.", instant),
    rows_read: described("Rows in it: rows, and those of left_out_by.", count, 540),
    rows,
    events,
    customers,
    without_customer,
    value_total,
    by_currency,
    left_out_by: Type.Array(leftOut, {
      description: "Its rows that are left out, the most frequent reasons first.",
    }),
    left_out_members: optional(
      Type.Array(Type.String(), { description: "Members of the archive that are no tables: the first 20." }),
    ),
  },
  { title: "FileLedger" },
);

export const ledger = Type.Object(
  {
    ...countsOfRows,
    files: Type.Array(fileLedger, {
      description: `The same of each file, in the order of arrival: the newest ${limits.ledgerFiles.is}. Empty for a merge, whose rows join several files.`,
    }),
    file_count: described("Number of all files.", count, 12),
  },
  { title: "Ledger" },
);

const proposedReading = Type.Object(
  {
    label: Type.String({
      description: "The reading and what it counts, to display.",
      examples: ["Counting “pending” as orders too: 1,573 orders, 102,915.45 EUR"],
    }),
    sets: Type.Unsafe<Record<string, unknown>>({
      type: "object",
      additionalProperties: true,
      description: "What it changes in the proposal, as a merge patch of the dataset.",
    }),
    orders: described("Orders, or other events; of the expected period, if there is one.", count, 1573),
    customers: described("Distinct customers of all rows.", count, 848),
    revenue: optional(
      Type.Number({ description: "Sum of the amounts, after refunds.", examples: [102_915.45] }),
    ),
    misses: Type.Object(
      {
        orders: optional(Type.Integer({ description: "More orders than expected; below 0: fewer." })),
        customers: optional(Type.Integer({ description: "More customers than expected." })),
        revenue: optional(Type.Number({ description: "More revenue than expected." })),
      },
      { title: "ReadingMisses", description: "By how much it differs; empty where every figure is exact." },
    ),
  },
  { title: "ProposedReading" },
);

const expectedReadings = Type.Object(
  {
    is_met: Type.Boolean({ description: "true: the proposal counts what is expected." }),
    readings: Type.Array(proposedReading, {
      description:
        "Readings that give the expected figures, those with the fewest changes first; or else the nearest three. Empty where the proposal gives them.",
    }),
  },
  { title: "ExpectedReadings", description: "With expected figures: which readings of the file give them." },
);

export const proposal = Type.Object(
  {
    recognised: optional(
      Type.Object(
        {
          platform: Type.String({ description: "The platform.", examples: ["shopify"] }),
          export: Type.String({ description: "Its kind of file.", examples: ["orders"] }),
          title: Type.String({ description: "Both, to display.", examples: ["Shopify orders"] }),
        },
        { title: "RecognisedExport", description: "The known export that the file is." },
      ),
    ),
    identity_sets: described("Columns that identify a person.", recordOf(identitySet)),
    output_to_streams: byName(streamMapping, { description: "Events to create from the rows, by stream." }),
    output_to_traits: optional(
      byName(traitMapping, { description: "Traits to create from the rows, by trait." }),
    ),
    upsert_columns: optional(described("Key of a row, if each row has its own.", columnNames)),
    reference_key_columns: optional(described("Your own customer ID.", columnNames)),
    options: optional(
      described(
        "Options of the file, as detected, where they differ from those of the dataset.",
        closed(
          Object.fromEntries(Object.entries(fileOptions).map(([name, schema]) => [name, optional(schema)])),
        ),
      ),
    ),
    figures: optional(
      byName(eventCounts, { description: "What the proposed mapping makes of all rows, by stream." }),
    ),
    expected: optional(expectedReadings),
    columns: Type.Array(proposedColumn, { description: "What each column is, in the order of the file." }),
    decisions: optional(
      Type.Array(proposedDecision, { description: "What was decided about the file, with its evidence." }),
    ),
    questions: Type.Array(question, {
      description:
        "Questions that only you can answer. An answer with a format sets the format of the column; one with sets is merged into the proposal.",
    }),
    notes: Type.Array(note, { description: "What to know about the file before you build it." }),
    unused_columns: Type.Array(Type.String(), { description: "Columns that the proposal does not use." }),
  },
  {
    title: "DatasetProposal",
    description:
      "In a preview: a proposed configuration, based on the names and values of the columns. Review and correct it, then send it with " +
      "preview false. Until then it has no effect.",
  },
);
