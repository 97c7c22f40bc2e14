// Role of each column in a proposal: customer's e-mail, event's amount, attribute, condition, known only later, unused.

import type { StreamMapping } from "../data/dataset.js";
import { columnsOfField } from "../data/stream-mapping.js";
import type { Draft, ProposedColumn } from "./proposal.js";

/** Roles by name of a column. The first role of a column counts. */
const rolesOf = ({ identity_sets, output_to_streams, output_to_traits, options, ...draft }: Draft) => {
  const roles = new Map<string, string>();
  const hold = (column: string, role: string) => {
    if (!roles.has(column)) roles.set(column, role);
  };
  for (const [set, fields] of Object.entries(identity_sets))
    for (const [field, columns] of Object.entries(fields))
      for (const column of [columns].flat()) hold(column, `${set}.${field}`);
  for (const stream of Object.values(output_to_streams)) holdStream(stream, hold);
  for (const { column_name } of Object.values(output_to_traits)) hold(column_name, "trait");
  if (options?.snapshot) hold(options.snapshot.answer.column_name, "answer");
  for (const column of draft.upsert_columns ?? []) hold(column, "event.key");
  for (const column of draft.later) hold(column, "later");
  return roles;
};

const holdStream = (stream: StreamMapping, hold: (column: string, role: string) => void): void => {
  for (const column of stream.event_key ?? []) hold(column, "event.key");
  const { datetime, value, ...properties } = stream.data_map;
  for (const column of datetime ? columnsOfField(datetime) : []) hold(column, "event.datetime");
  for (const column of value ? columnsOfField(value) : []) hold(column, "event.value");
  // The currency of the amounts may be a property besides.
  if (stream.currency?.column_name !== undefined) hold(stream.currency.column_name, "event.currency");
  for (const property of Object.values(properties))
    for (const column of columnsOfField(property)) hold(column, "event.property");
  for (const column of stream.refunds?.value ? columnsOfField(stream.refunds.value) : [])
    hold(column, "event.refund");
  for (const column of stream.refunded ? columnsOfField(stream.refunded) : []) hold(column, "event.refund");
  for (const column of stream.refunds?.event_key ?? []) hold(column, "event.key");
  const conditions = [
    ...(stream.conditions ?? []),
    ...(stream.event_conditions ?? []),
    ...(stream.refunds?.conditions ?? []),
  ];
  for (const { column_name } of conditions) hold(column_name, "condition");
  if (stream.unless_running) hold(stream.unless_running.end, "event.datetime");
  if (stream.recurring?.column_name !== undefined) hold(stream.recurring.column_name, "event.property");
};

/** One entry per column, in the order of the file. */
export const describeColumns = (draft: Draft, names: readonly string[]): ProposedColumn[] => {
  const roles = rolesOf(draft);
  return names.map((name) => {
    const why = draft.likely[name];
    const is = roles.get(name) ?? "unused";
    return { name, is, confidence: why ? "likely" : "sure", ...(why && { why }) };
  });
};
