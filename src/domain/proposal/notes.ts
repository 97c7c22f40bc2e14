// Notes of a proposal: what its reader should know about the file before it is built, and the cure where
// something is missing.

import type { StreamMapping } from "../data/dataset.js";
import type { DatedCounts, EventCounts, LeftOut } from "../data/dataset-findings.js";
import { leftOutClause } from "../data/left-out.js";
import { columnsOfField } from "../data/stream-mapping.js";
import { chosenAmountNote } from "./chosen-amount.js";
import type { ReadColumn } from "./column.js";
import { unnamedQuestion, withTotals } from "./currency.js";
import { counted, money, together } from "./figures.js";
import { type Grouping, groupingBy, type PreviewedFile } from "./previewed-file.js";
import type { DatasetProposal, Draft, ProposalNote, ProposalQuestion } from "./proposal.js";

export const notesOf = (
  file: PreviewedFile,
  draft: Draft,
  columns: readonly ReadColumn[],
): ProposalNote[] => [
  ...draft.notes,
  ...(draft.recognised ? knownAmountNotes(draft, columns) : []),
  ...snapshotNote(draft),
  ...rowsNote(draft),
  ...undatedNote(draft),
  ...nobodyNote(draft),
  ...(draft.recognised ? [] : differentKeysNote(draft, columns, file)),
  ...customersDifferNote(draft, columns, file.groupings ?? []),
  ...periodNote(draft),
  ...recurringNote(draft),
  ...laterNote(draft),
];

const knownAmountNotes = (
  { output_to_streams: streams }: Draft,
  columns: readonly ReadColumn[],
): ProposalNote[] =>
  Object.values(streams)
    .flatMap(({ data_map: { value } }) => (value ? chosenAmountNote(columns, columnsOfField(value)) : []))
    .slice(0, 1);

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
  Object.keys(streams).length > 0 || options?.snapshot || recognised
    ? []
    : [
        {
          code: "without_dates",
          title: "No dates",
          note: `No column says when something happened, so this file has no events.${Object.keys(identity_sets).length > 0 ? " Its columns become customer attributes." : ""} Predictions need a file with dates, such as orders.`,
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

/**
 * A customer who comes back has the same key: one that is new with each event of a file of events is that of
 * the event, as the addresses that a marketplace makes up are.
 */
const differentKeysNote = (
  { identity_sets, output_to_streams: streams }: Draft,
  columns: readonly ReadColumn[],
  { rows, groupings = [] }: PreviewedFile,
): ProposalNote[] => {
  const sets = Object.values(identity_sets);
  const [key] = sets.flatMap((set) => set.customer_id ?? set.email ?? []);
  const hasContact = sets.some((set) => set.customer_id && (set.email ?? set.phone ?? set.email_hash));
  const [stream] = Object.entries(streams).filter(([name]) => !onceInLife.includes(name));
  const column = columns.find(({ name }) => name === key);
  const orders = groupingBy(groupings, ...(stream?.[1].event_key ?? []))?.groups ?? rows;
  if (!column || hasContact || !stream || orders < fewestRows) return [];
  const distinct = column.column.distinct_count ?? 0;
  if (distinct < most * orders * column.column.fill_rate) return [];
  return [
    {
      code: "every_key_different",
      title: `Every ${column.name} is different`,
      note: `${column.name} has ${counted(distinct)} different values in ${counted(orders)} ${orders === rows ? "rows" : "orders"}, so nobody seems to buy twice. Choose a column that stays the same when a customer comes back, or add the file that says which of these keys are one customer.`,
      about: column.name,
      figures: { rows: orders, different: distinct },
    },
  ];
};

const always = 0.98;
/** Guests may have one ID in common. */
const mostly = 0.95;

/** Two keys that each row has, of which one tells fewer customers apart. */
const customersDifferNote = (
  { identity_sets, output_to_streams: streams }: Draft,
  columns: readonly ReadColumn[],
  groupings: readonly Grouping[],
): ProposalNote[] => {
  const distinct = (name: string | undefined) => {
    const found = columns.find((column) => column.name === name)?.column;
    return found && found.fill_rate >= always ? (found.distinct_count ?? 0) : 0;
  };
  return Object.values(identity_sets).flatMap(({ customer_id: id, email }): ProposalNote[] => {
    const [byId, byEmail] = [distinct(id), distinct(email)];
    if (byId === 0 || byEmail === 0 || Object.keys(streams).length === 0) return [];
    const isCoarser = (groupingBy(groupings, id!)?.constant[email!] ?? 1) < mostly;
    if (byEmail >= always * byId && !isCoarser) return [];
    return [
      {
        code: "customers_differ",
        title: `“${id}” and “${email}” do not agree`,
        note: `“${id}” has ${counted(byId)} different values and “${email}” ${counted(byEmail)}. Customers are counted by “${id}”; people are found by both. If one of them says nothing about the customer, leave it out.`,
        about: id!,
        figures: { by_id: byId, by_email: byEmail },
      },
    ];
  });
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

const recurringNote = ({ output_to_streams: streams }: Draft): ProposalNote[] =>
  Object.values(streams).flatMap(({ recurring, data_map: { value } }): ProposalNote[] => {
    if (!recurring || !value) return [];
    const { column_name: column, is } = recurring;
    const often = column ? `as often as ${column} says` : `every ${is?.replace("_", " ")}`;
    return [
      {
        code: "recurring",
        title: "Amounts are paid again and again",
        note: `${columnsOfField(value).join(", ")} is paid ${often}. Predictions of who leaves say how much money a month is at risk, and which month renews how much.`,
        about: column ?? columnsOfField(value)[0]!,
      },
    ];
  });

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
  figures: Record<string, DatedCounts>,
): DatasetProposal => ({
  ...proposal,
  figures,
  questions: Object.entries(figures).reduce(
    (questions, [stream, counts]) => withCurrencyTotals(questions, proposal, stream, counts),
    proposal.questions,
  ),
  notes: [
    ...Object.entries(figures).flatMap(([stream, counts]) => figureNotes(proposal, stream, counts)),
    ...proposal.notes,
  ],
});

/** The questions about a stream's currency, with what the engine found. */
const withCurrencyTotals = (
  questions: readonly ProposalQuestion[],
  { output_to_streams: streams }: DatasetProposal,
  stream: string,
  { by_currency: by = [] }: EventCounts,
): ProposalQuestion[] => {
  const { column_name: column, is } = streams[stream]?.currency ?? {};
  if (is === undefined || column === undefined) return [...questions];
  const isAbout = ({ code, column_name }: ProposalQuestion) => code === "currency" && column_name === column;
  const areSeveral = by.filter((each) => each.currency !== null).length > 1;
  return [
    ...questions.map((question) =>
      areSeveral && isAbout(question)
        ? withTotals(question, stream, { column_name: column, is }, by)
        : question,
    ),
    ...unnamedQuestion(stream, column, by),
  ];
};

const figureNotes = (
  { output_to_streams: streams }: DatasetProposal,
  stream: string,
  counts: EventCounts,
): ProposalNote[] => {
  const { rows, events, refunds = 0, left_out_by: leftOut = [] } = counts;
  const { event_key: key, refunds: as, refunded } = streams[stream] ?? {};
  const notes: ProposalNote[] = [];
  if (key && rows > events)
    notes.push({
      code: "lines_are_orders",
      title: "Order lines are counted as orders",
      note: `This file has one row per order line: ${counted(rows)} lines, ${counted(events)} orders (by ${together(key)}).`,
      about: key[0]!,
      figures: { lines: rows, orders: events },
    });
  return [
    ...notes,
    ...leftOutNote(leftOut.filter((each) => !isSelected(each, stream, streams))),
    ...(refunds > 0 ? refundNote(counts, as?.as, refunded !== undefined) : []),
    ...(key && as?.as === "reduce" && refunds === 0 ? orphanNote(leftOut, key) : []),
  ];
};

/**
 * Rows that are no events of this stream by what the file is: subscriptions without an end, and events of
 * other streams.
 */
const isSelected = (
  { reason, column_name: column }: LeftOut,
  stream: string,
  streams: DatasetProposal["output_to_streams"],
): boolean => {
  const isOn = ({ conditions = [] }: StreamMapping) => conditions.filter((one) => one.column_name === column);
  const isOfOthers = Object.entries(streams).some(
    ([name, other]) => name !== stream && isOn(other).length > 0,
  );
  return (
    reason === "condition" && (isOfOthers || isOn(streams[stream]!).some(({ _nnull }) => _nnull === true))
  );
};

const mostReasons = 6;

/** Rows of other streams, and rows that repeat another, are no sales that were lost. */
const leftOutNote = (leftOut: readonly LeftOut[]): ProposalNote[] => {
  const shown = leftOut.filter(({ reason }) => reason !== "refund" && reason !== "total");
  const rows = shown.reduce((sum, each) => sum + each.rows, 0);
  if (rows === 0) return [];
  const inWords = (each: LeftOut) =>
    `${leftOutClause(each, "event")}: ${each.events > 0 && each.events < each.rows ? `${counted(each.events)} (${counted(each.rows)} rows)` : counted(each.rows)}`;
  const others = shown.slice(mostReasons).reduce((sum, each) => sum + each.rows, 0);
  const listed = [
    ...shown.slice(0, mostReasons).map(inWords),
    ...(others > 0 ? [`other reasons: ${counted(others)}`] : []),
  ];
  return [
    {
      code: "left_out",
      title: rows === 1 ? "1 row is left out" : `${counted(rows)} rows are left out`,
      note: `${capitalized(listed.join("; "))}.`,
      figures: { rows, left_out: shown.reduce((sum, each) => sum + each.events, 0) },
    },
  ];
};

const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** Refunds that lower no value, because none has the key of an order. */
const orphanNote = (leftOut: readonly LeftOut[], key: readonly string[]): ProposalNote[] => {
  const rows = leftOut.reduce((sum, each) => sum + (each.reason === "refund" ? each.rows : 0), 0);
  return rows === 0
    ? []
    : [
        {
          code: "refunds_of_no_order",
          title: "Refunds of no order",
          note: `${counted(rows)} ${rows === 1 ? "row is a refund" : "rows are refunds"}, and no order has the same ${together(key)}. They lower no value. If they are to, make them events of their own.`,
          about: key[0]!,
          figures: { rows },
        },
      ];
};

const refundNote = (
  { refunds = 0, refunded_total: total, value_total }: EventCounts,
  as: string | undefined,
  isOnRows: boolean,
): ProposalNote[] => {
  const isReduced = as === "reduce" || isOnRows;
  // Orders that are refunded in full are left out, and the note about those says so.
  if (isReduced && total === 0) return [];
  const isOne = refunds === 1;
  const sums =
    total === undefined || value_total === undefined
      ? ""
      : ` Refunds of what counts are ${money(total)} in all; after them the amounts are ${money(value_total)}.`;
  return [
    {
      code: "refunds",
      title: isReduced ? "Refunds lower the value" : "Refunds are not orders",
      note: `${
        isReduced
          ? `${counted(refunds)} ${isOne ? "order has" : "orders have"} refunds, which lower ${isOne ? "its" : "their"} value.`
          : `${counted(refunds)} ${isOne ? "refund is" : "refunds are"} ${as === "ignore" ? "left out" : `${isOne ? "an event" : "events"} of the stream ${as}`}.`
      }${sums}`,
      figures: { refunds, ...(total !== undefined && { refunded_total: total }) },
    },
  ];
};
