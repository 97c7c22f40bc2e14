// Role of a column: the customer's e-mail address, the date of an order, an attribute. A column may have
// several; the select of its row shows the first.

import { identityLabels } from "../../../../src/words/labels.js";
import { nounOf } from "../../../../src/words/ledger.js";
import { capitalized, lowered } from "../../../../src/words/plural.js";
import type { Choice } from "../../../ui/field.js";
import {
  changedStream,
  type Draft,
  type FieldMapping,
  type StreamMapping,
  unusedName,
  withoutSet,
} from "./draft.js";
import { columnsOf, fieldSections, type IdentityField, withField } from "./fields.js";

export type EventField = "datetime" | "time" | "value" | "key" | "property";
export type Role =
  | { of: "person"; set: string; field: IdentityField }
  | { of: "event"; stream: string; field: EventField }
  | { of: "refund"; stream: string }
  | { of: "currency"; stream: string }
  | { of: "period"; stream: string }
  | { of: "recurring"; stream: string }
  | { of: "condition"; stream: string }
  | { of: "trait" }
  | { of: "answer" }
  | { of: "row_key" };

/** Equal roles have equal keys. */
export const roleKey = (role: Role): string => JSON.stringify(role);

/** The columns of a date, an amount or a property. */
export const columnsOfField = ({ column_name, columns = [] }: FieldMapping): string[] =>
  column_name === undefined ? columns.map((part) => part.column_name) : [column_name];

/** Roles by column, without columns that have none. */
export const rolesOf = (draft: Draft): ReadonlyMap<string, readonly Role[]> => {
  const roles = new Map<string, Map<string, Role>>();
  const hold = (column: string, role: Role) => {
    const held = roles.get(column) ?? new Map();
    roles.set(column, held.set(roleKey(role), role));
  };
  for (const [set, fields] of Object.entries(draft.identity_sets))
    for (const { field, column } of columnsOf(fields)) hold(column, { of: "person", set, field });
  for (const [name, stream] of Object.entries(draft.output_to_streams)) holdStream(name, stream, hold);
  for (const { column_name } of Object.values(draft.output_to_traits)) hold(column_name, { of: "trait" });
  if (draft.options?.snapshot) hold(draft.options.snapshot.answer.column_name, { of: "answer" });
  for (const column of draft.upsert_columns ?? []) hold(column, { of: "row_key" });
  for (const [stream, mapping] of Object.entries(draft.output_to_streams)) {
    for (const { column_name } of conditionsOf(mapping)) hold(column_name, { of: "condition", stream });
    const { unless_running: period, recurring } = mapping;
    if (period) for (const column of [period.start, period.end]) hold(column, { of: "period", stream });
    if (recurring?.column_name !== undefined) hold(recurring.column_name, { of: "recurring", stream });
  }
  return new Map([...roles].map(([column, held]) => [column, withoutDoubles([...held.values()])]));
};

const holdStream = (
  stream: string,
  { event_key = [], data_map, refunds, refunded, currency }: StreamMapping,
  hold: (column: string, role: Role) => void,
): void => {
  for (const column of event_key) hold(column, { of: "event", stream, field: "key" });
  const holdFields = (fields: [string, FieldMapping][]) => {
    for (const [name, field] of fields)
      columnsOfField(field).forEach((column, index) => {
        hold(column, { of: "event", stream, field: eventField(name, index) });
      });
  };
  const isProperty = ([name]: [string, FieldMapping]) => eventField(name, 0) === "property";
  const fields = Object.entries(data_map);
  holdFields(fields.filter((field) => !isProperty(field)));
  if (currency?.column_name !== undefined) hold(currency.column_name, { of: "currency", stream });
  holdFields(fields.filter(isProperty));
  for (const field of [refunds?.value, refunded])
    for (const column of field ? columnsOfField(field) : []) hold(column, { of: "refund", stream });
  for (const column of refunds?.event_key ?? []) hold(column, { of: "event", stream, field: "key" });
};

const eventField = (name: string, index: number): EventField =>
  name === "datetime" ? (index === 0 ? "datetime" : "time") : name === "value" ? "value" : "property";

/** The end of a period is its date as well, and that is said once. */
const withoutDoubles = (roles: Role[]): Role[] => {
  const isDated = roles.some((role) => role.of === "event" && role.field === "datetime");
  return isDated ? roles.filter(({ of }) => of !== "period") : roles;
};

export const conditionsOf = ({ conditions = [], event_conditions = [], refunds }: StreamMapping) => [
  ...conditions,
  ...event_conditions,
  ...(refunds?.conditions ?? []),
];

/** The first set names the customer; others have their own label. */
const personOf = (set: string, draft: Draft): string =>
  Object.keys(draft.identity_sets)[0] === set || set === "customer" ? "Customer" : capitalized(set);

const fieldLabel = (field: IdentityField): string =>
  field === "customer_id" ? "ID" : lowered(identityLabels[field]);

const eventLabels: Readonly<Record<EventField, string>> = {
  datetime: "date",
  time: "time",
  value: "value",
  key: "number",
  property: "property",
};

export const roleLabel = (role: Role, draft: Draft): string => {
  switch (role.of) {
    case "person":
      return `${personOf(role.set, draft)}: ${fieldLabel(role.field)}`;
    case "event":
      return `${capitalized(nounOf(role.stream))} ${eventLabels[role.field]}`;
    case "refund":
      return `Refunded amount`;
    case "currency":
      return `Currency of the amounts`;
    case "period":
      return `Start or end of a period`;
    case "recurring":
      return "How often it is paid";
    case "condition":
      return `Decides which ${nounOf(role.stream)}s count`;
    case "trait":
      return "Customer attribute";
    case "answer":
      return "Answer to learn";
    case "row_key":
      return "Unique row key";
  }
};

export interface RoleGroup {
  label: string;
  roles: readonly Role[];
}

/** The roles to choose from. */
export const roleGroups = (draft: Draft): RoleGroup[] => {
  const sets = Object.keys(draft.identity_sets);
  const fields = fieldSections.flatMap((section) => section.fields.map(({ field }) => field));
  const isSnapshot = Object.keys(draft.output_to_streams).length === 0;
  return [
    ...(sets.length > 0 ? sets : ["customer"]).map((set) => ({
      label: personOf(set, draft),
      roles: fields.map((field): Role => ({ of: "person", set, field })),
    })),
    ...Object.keys(draft.output_to_streams).map((stream) => ({
      label: capitalized(nounOf(stream)),
      roles: Object.keys(eventLabels).map(
        (field): Role => ({ of: "event", stream, field: field as EventField }),
      ),
    })),
    {
      label: "Others",
      roles: [{ of: "trait" }, ...(isSnapshot ? [{ of: "answer" } as const] : []), { of: "row_key" }],
    },
  ];
};

/** The choices of a select; the role that a column has is always among them. */
export const roleChoices = (draft: Draft, chosen: Role | undefined, isLater = false): Choice[] => {
  const choices = roleGroups(draft).flatMap(({ label, roles }) =>
    roles.map((role) => ({ value: roleKey(role), label: roleLabel(role, draft), group: label })),
  );
  const isOffered = chosen === undefined || choices.some(({ value }) => value === roleKey(chosen));
  return [
    { value: "", label: isLater ? "Not used: known only later" : "Not used" },
    ...(isOffered ? [] : [{ value: roleKey(chosen), label: roleLabel(chosen, draft) }]),
    ...choices,
  ];
};

/** A stream without a key has one event per row, so nothing of it may need the key. */
export const withoutKey = ({
  event_key: _,
  event_conditions: __,
  refunds,
  refunded,
  ...stream
}: StreamMapping): StreamMapping => ({
  ...stream,
  ...(refunded && { refunded: withoutAggregate(refunded) }),
  data_map: Object.fromEntries(
    Object.entries(stream.data_map).map(([name, field]) => [name, withoutAggregate(field)]),
  ),
  ...(refunds && refunds.as !== "reduce" && { refunds: withoutKeyOf(refunds) }),
});

const withoutKeyOf = ({ event_key: _, ...refunds }: NonNullable<StreamMapping["refunds"]>) => refunds;

const withoutAggregate = (field: FieldMapping): FieldMapping => {
  if (field.columns && !field.combine && field.aggregate === "list") return field;
  const { aggregate: _, ...rest } = field;
  return rest;
};

/** Takes a role away from a column. */
export const withoutRole = (draft: Draft, column: string, role: Role): Draft => {
  switch (role.of) {
    case "person": {
      const set = draft.identity_sets[role.set] ?? {};
      const kept = columnsOf(set).flatMap((one) =>
        one.field === role.field && one.column !== column ? [one.column] : [],
      );
      const changed = withField(set, role.field, kept);
      return Object.keys(changed).length === 0
        ? withoutSet(draft, role.set)
        : { ...draft, identity_sets: { ...draft.identity_sets, [role.set]: changed } };
    }
    case "event":
      return changedStream(draft, role.stream, (stream) => withoutField(stream, column, role.field));
    case "refund":
      return changedStream(draft, role.stream, ({ refunds, refunded, ...stream }) => {
        const isOnRows = refunded && columnsOfField(refunded).includes(column);
        const kept = { ...stream, ...(refunded && !isOnRows && { refunded }) };
        if (!refunds) return kept;
        const { value, ...rest } = refunds;
        const isOther = value && !columnsOfField(value).includes(column);
        return { ...kept, refunds: { ...rest, ...(isOther && { value }) } };
      });
    case "currency":
      return changedStream(draft, role.stream, ({ currency: _, ...stream }) => stream);
    case "period":
      return changedStream(draft, role.stream, ({ unless_running: _, ...stream }) => stream);
    case "recurring":
      return changedStream(draft, role.stream, ({ recurring: _, ...stream }) => stream);
    case "condition":
      return changedStream(draft, role.stream, (stream) => withoutConditions(stream, column));
    case "trait":
      return {
        ...draft,
        output_to_traits: Object.fromEntries(
          Object.entries(draft.output_to_traits).filter(([, trait]) => trait.column_name !== column),
        ),
      };
    case "answer": {
      const { snapshot: _, ...options } = draft.options ?? {};
      return { ...draft, options };
    }
    case "row_key":
      return withColumns(
        draft,
        "upsert_columns",
        (draft.upsert_columns ?? []).filter((one) => one !== column),
      );
  }
};

const withoutField = (stream: StreamMapping, column: string, field: EventField): StreamMapping => {
  if (field === "key") {
    const event_key = (stream.event_key ?? []).filter((one) => one !== column);
    const { refunds, ...others } = stream;
    const rest = { ...others, ...(refunds && { refunds: withoutKeyOf(refunds) }) };
    return event_key.length > 0 ? { ...rest, event_key } : withoutKey(stream);
  }
  const names = Object.entries(stream.data_map).flatMap(([name, mapping]) =>
    (field === "time" ? "datetime" : field) === eventField(name, 0) &&
    columnsOfField(mapping).includes(column)
      ? [name]
      : [],
  );
  const data_map = Object.fromEntries(
    Object.entries(stream.data_map).flatMap(([name, mapping]) => {
      const kept = names.includes(name) ? withoutPart(mapping, column) : mapping;
      return kept ? [[name, kept]] : [];
    }),
  );
  return data_map.value ? { ...stream, data_map } : withoutAmounts({ ...stream, data_map });
};

/** The stream without fields that say more about the value of its events. */
const withoutAmounts = ({
  currency: _,
  refunded: __,
  recurring: ___,
  ...stream
}: StreamMapping): StreamMapping => stream;

/** Undefined once no column is left. */
const withoutPart = (mapping: FieldMapping, column: string): FieldMapping | undefined => {
  const parts = (mapping.columns ?? []).filter(({ column_name }) => column_name !== column);
  return parts.length === 0 ? undefined : mappingOfParts(parts, mapping);
};

export type Part = NonNullable<FieldMapping["columns"]>[number];

export const partsOf = ({ column_name, columns, format }: FieldMapping): Part[] =>
  column_name === undefined ? (columns ?? []) : [{ column_name, ...(format && { format }) }];

/** One column where one is left, unless a pattern finds the number in it. */
export const mappingOfParts = (
  parts: readonly Part[],
  { combine, aggregate, format }: Pick<FieldMapping, "combine" | "aggregate" | "format">,
): FieldMapping => {
  const rest = { ...(aggregate && { aggregate }) };
  const [only] = parts;
  if (parts.length === 1 && only && !only.pattern) {
    const own = only.format ?? format;
    return { column_name: only.column_name, ...(own && { format: own }), ...rest };
  }
  return {
    columns: [...parts],
    ...(format && !combine && { format }),
    ...(combine && parts.length > 1 && { combine }),
    ...rest,
  };
};

const withoutConditions = (stream: StreamMapping, column: string): StreamMapping => {
  const { conditions, event_conditions, refunds, ...rest } = stream;
  const kept = <C extends { column_name: string }>(list: readonly C[] = []) =>
    list.filter(({ column_name }) => column_name !== column);
  const [rows, events, ofRefunds] = [kept(conditions), kept(event_conditions), kept(refunds?.conditions)];
  return {
    ...rest,
    ...(rows.length > 0 && { conditions: rows }),
    ...(events.length > 0 && { event_conditions: events }),
    ...(refunds && ofRefunds.length > 0 && { refunds: { ...refunds, conditions: ofRefunds } }),
  };
};

export const withColumns = (
  draft: Draft,
  field: "upsert_columns" | "reference_key_columns",
  columns: readonly string[],
): Draft => {
  const { [field]: _, ...rest } = draft;
  return columns.length > 0 ? { ...rest, [field]: columns } : rest;
};

/** Takes every role away. */
export const unused = (draft: Draft, column: string): Draft => {
  const [role] = rolesOf(draft).get(column) ?? [];
  return role ? unused(withoutRole(draft, column, role), column) : draft;
};

interface ColumnFacts {
  isText: boolean;
  /** Values, the most frequent first. */
  values: readonly string[];
}

/** Gives a column a role. What only one column can be is taken from the one that had it. */
export const withRole = (draft: Draft, column: string, role: Role, facts: ColumnFacts): Draft => {
  switch (role.of) {
    case "person": {
      const set = draft.identity_sets[role.set] ?? {};
      const before = role.field === "house_number_and_street" ? (set.house_number_and_street ?? []) : [];
      const changed = withField(set, role.field, [...before, column]);
      return { ...draft, identity_sets: { ...draft.identity_sets, [role.set]: changed } };
    }
    case "event":
      return changedStream(draft, role.stream, (stream) => withEventField(stream, column, role.field, facts));
    case "trait": {
      const name = unusedName(column, Object.keys(draft.output_to_traits));
      return { ...draft, output_to_traits: { ...draft.output_to_traits, [name]: { column_name: column } } };
    }
    case "answer":
      return {
        ...draft,
        options: {
          ...draft.options,
          snapshot: { answer: { column_name: column, is: facts.values.slice(-1) } },
        },
      };
    case "row_key":
      return withColumns(draft, "upsert_columns", [column]);
    default:
      return draft;
  }
};

const withEventField = (
  stream: StreamMapping,
  column: string,
  field: EventField,
  { isText }: ColumnFacts,
): StreamMapping => {
  const { data_map, event_key } = stream;
  const put = (name: string, mapping: FieldMapping): StreamMapping => ({
    ...stream,
    data_map: { ...data_map, [name]: mapping },
  });
  switch (field) {
    case "key":
      return { ...stream, event_key: [column] };
    case "datetime":
      return put("datetime", { column_name: column });
    case "time": {
      const { datetime } = data_map;
      if (!datetime) return put("datetime", { column_name: column });
      const parts = partsOf(datetime).map(({ column_name }) => ({ column_name }));
      return put("datetime", {
        columns: [...parts, { column_name: column }],
        ...(datetime.format && { format: datetime.format }),
      });
    }
    case "value":
      return put("value", { column_name: column });
    case "property": {
      const name = unusedName(column, ["datetime", "value", ...Object.keys(data_map)]);
      return put(name, { column_name: column, ...(event_key && isText && { aggregate: "list" as const }) });
    }
  }
};
