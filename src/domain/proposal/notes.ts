// Notes of a proposal: what its reader should know about the file before it is built, and the cure where something is missing.

import type { EventCounts } from "../dataset-findings.js";
import type { ReadColumn } from "./column.js";
import type { PreviewedFile } from "./previewed-file.js";
import type { DatasetProposal, Draft, ProposalNote } from "./proposal.js";

export const notesOf = (
  { rows }: PreviewedFile,
  draft: Draft,
  columns: readonly ReadColumn[],
): ProposalNote[] => [
  ...draft.notes,
  ...snapshotNote(draft),
  ...rowsNote(draft),
  ...undatedNote(draft),
  ...nobodyNote(draft),
  ...(draft.recognised ? [] : differentKeysNote(draft, columns, rows)),
  ...periodNote(draft),
  ...laterNote(draft),
];

const count = (figure: number): string => figure.toLocaleString("en-US");

const snapshotNote = ({ options }: Draft): ProposalNote[] => {
  if (!options?.snapshot) return [];
  const { column_name: column, is } = options.snapshot.answer;
  return [
    {
      code: "snapshot",
      title: "A snapshot: one row per customer, no dates",
      note: `Bellwether can learn who is like the customers with ${column} = ${is.join(" or ")}. To predict who will be next, upload events with dates, such as orders or cancellations.`,
      about: column,
    },
  ];
};

const rowsNote = ({ options }: Draft): ProposalNote[] =>
  options?.snapshot?.rows_are_customers
    ? [
        {
          code: "rows_are_customers",
          title: "Each row is a customer",
          note: "No column says whose row it is, so each row is a customer of its own. The list names customers by the number of their row.",
        },
      ]
    : [];

const undatedNote = ({
  output_to_streams: streams,
  options,
  recognised,
  identity_sets,
}: Draft): ProposalNote[] =>
  Object.keys(streams).length > 0 ||
  options?.snapshot ||
  recognised ||
  Object.keys(identity_sets).length === 0
    ? []
    : [
        {
          code: "without_dates",
          title: "No dates",
          note: "No column says when something happened, so this file has no events. Its columns become customer attributes. Predictions need a file with dates, such as orders.",
        },
      ];

const nobodyNote = ({ identity_sets, notes, options }: Draft): ProposalNote[] =>
  Object.keys(identity_sets).length > 0 ||
  options?.snapshot?.rows_are_customers ||
  notes.some(({ code }) => code === "advice")
    ? []
    : [
        {
          code: "nobody_found",
          title: "No customer found",
          note: "No column seems to say whose row it is. Choose the column of the customer: a customer ID, an e-mail address or a phone number.",
        },
      ];

/** Streams whose customers usually have one event. */
const onceInLife = ["sign_up", "subscription", "cancellation"];
const fewestRows = 20;
const most = 0.99;

/** A customer who comes back has the same key: a key that is new in each row of a file of events is that of the row. */
const differentKeysNote = (
  { identity_sets, output_to_streams: streams }: Draft,
  columns: readonly ReadColumn[],
  rows: number,
): ProposalNote[] => {
  const sets = Object.values(identity_sets);
  const [key] = sets.flatMap(({ customer_id }) => customer_id ?? []);
  const hasContact = sets.some((set) => set.email ?? set.phone ?? set.email_hash);
  const isOfEvents = Object.keys(streams).some((name) => !onceInLife.includes(name));
  const column = columns.find(({ name }) => name === key);
  if (!column || hasContact || !isOfEvents || rows < fewestRows) return [];
  const distinct = column.column.distinct_count ?? 0;
  if (distinct < most * rows) return [];
  return [
    {
      code: "every_key_different",
      title: `Every ${column.name} is different`,
      note: `${column.name} has ${count(distinct)} different values in ${count(rows)} rows, so nobody seems to buy twice. Choose a column that stays the same when a customer comes back, or add the file that says which of these keys are one customer.`,
      about: column.name,
      figures: { rows, different: distinct },
    },
  ];
};

const periodNote = ({ output_to_streams: streams }: Draft): ProposalNote[] =>
  Object.values(streams).flatMap(({ unless_running: period }): ProposalNote[] =>
    period
      ? [
          {
            code: "ends_of_periods",
            title: "Start and end are two events",
            note: `${period.start} starts, ${period.end} ends. An end does not count while another row of the same customer runs, for example after a change of plan.`,
            about: period.end,
          },
        ]
      : [],
  );

const laterNote = ({ later, output_to_streams: streams }: Draft): ProposalNote[] =>
  later.length === 0 || Object.keys(streams).length === 0
    ? []
    : [
        {
          code: "known_later",
          title: "Known only later",
          note: `${later.slice(0, 5).join(", ")}${later.length > 5 ? ` and ${later.length - 5} more` : ""} ${later.length === 1 ? "is" : "are"} known only after the event. Predictions do not learn from ${later.length === 1 ? "it" : "them"}.`,
          ...(later.length === 1 && { about: later[0] }),
        },
      ];

/** The proposal with what its mapping makes of all rows. */
export const withFigures = (
  proposal: DatasetProposal,
  figures: Record<string, EventCounts>,
): DatasetProposal => ({
  ...proposal,
  figures,
  notes: [
    ...Object.entries(figures).flatMap(([stream, counts]) => figureNotes(proposal, stream, counts)),
    ...proposal.notes,
  ],
});

const figureNotes = (
  { output_to_streams: streams }: DatasetProposal,
  stream: string,
  { rows, events, refunds = 0, left_out = 0 }: EventCounts,
): ProposalNote[] => {
  const { event_key: key, refunds: as } = streams[stream] ?? {};
  const notes: ProposalNote[] = [];
  if (key && rows > events + left_out)
    notes.push({
      code: "lines_are_orders",
      title: "Order lines are counted as orders",
      note: `This file has one row per order line: ${count(rows)} lines, ${count(events)} orders (by ${key.join(" and ")}).`,
      about: key[0]!,
      figures: { lines: rows, orders: events },
    });
  if (left_out > 0)
    notes.push({
      code: "left_out",
      title: "Cancelled, refunded and test orders are left out",
      note:
        left_out === 1
          ? "1 order does not count: it was cancelled, failed, refunded in full, or a test."
          : `${count(left_out)} orders do not count: they were cancelled, failed, refunded in full, or tests.`,
      figures: { left_out },
    });
  if (as && refunds > 0)
    notes.push({
      code: "refunds",
      title: as.as === "reduce" ? "Refunds lower the value" : "Refunds are not orders",
      note:
        as.as === "reduce"
          ? `${count(refunds)} ${refunds === 1 ? "order has" : "orders have"} refunds, which lower ${refunds === 1 ? "its" : "their"} value.`
          : `${count(refunds)} ${refunds === 1 ? "refund is" : "refunds are"} ${as.as === "ignore" ? "left out" : `${refunds === 1 ? "an event" : "events"} of the stream ${as.as}`}.`,
      figures: { refunds },
    });
  return notes;
};
