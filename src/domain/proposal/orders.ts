// Orders of a file: what makes one of them of its rows, what it is worth, which do not count, and what is a refund.

import type { FieldMapping, Refunds, StreamMapping } from "../data/dataset.js";
import { machineName } from "../data/stream.js";
import { columnsOfField } from "../data/stream-mapping.js";
import type { ColumnCondition } from "../resource/condition.js";
import { type FoundValue, valueOfLines, valueOfRow } from "./amounts.js";
import { attributesOfEvents, traitsOf } from "./attributes.js";
import { amountNote } from "./chosen-amount.js";
import { amountShape, type ReadColumn, surelyLooksLike } from "./column.js";
import { currencyOf, currencyQuestion, type FoundCurrency } from "./currency.js";
import { dateField, orderKey, proposeCancellationTime } from "./event.js";
import { momentOf, namedProperties, propertiesOf, propertyColumns, proposedPeople } from "./event-fields.js";
import { guessedNote } from "./evidence.js";
import { findLifeCycle, type LifeCycle, madeOf } from "./life-cycle.js";
import { findOrderKey, type ProposedKey } from "./order-lines.js";
import { type Grouping, groupingBy } from "./previewed-file.js";
import type { Draft, ProposalNote, ProposalQuestion } from "./proposal.js";
import {
  amountQuestion,
  centsQuestion,
  dateQuestion,
  linesQuestion,
  statusQuestion,
  stepsQuestion,
} from "./questions.js";
import type { Reading } from "./reading.js";
import { counted, isStatus, refundValues, unknownStatuses, valuesLeftOut, valuesWon } from "./statuses.js";
import { unreadNotes } from "./unread-columns.js";

export const proposeOrders = (reading: Reading, time: ReadColumn): Draft => {
  const cycle = lifeCycleOf(reading);
  const key = cycle ? keyOfCycle(cycle) : keyOf(reading, time);
  const asOrders = streamOf(reading, time, key, cycle);
  const asRows = key?.lines ? streamOf(reading, time, null, null) : asOrders;
  const people = proposedPeople(reading);
  const name = nameOf(reading, asOrders.stream);
  const traits = traitColumns(reading, asOrders.used);
  const isUnsure = key?.lines && key.lines.repeated > 0 && !key.isSure;
  const streams = { orders: { [name]: asOrders.stream }, rows: { [name]: asRows.stream } };
  const upsert = key && !key.lines ? [key.columns[0]!] : [];
  return {
    ...people,
    output_to_streams: { [name]: asOrders.stream, ...asOrders.others },
    output_to_traits: traitsOf(traits),
    ...(upsert.length > 0 && { upsert_columns: upsert }),
    questions: [
      ...(cycle && cycle.made.length === 0 ? stepsQuestion(cycle, reading.file.rows, streams) : []),
      ...(isUnsure && !cycle ? linesQuestion(key, reading.file.rows, streams) : []),
      ...[time, proposeCancellationTime(reading.free)].flatMap((column) =>
        column && asOrders.used.includes(column.name) ? dateQuestion(column) : [],
      ),
      ...(cycle ? [] : statusQuestions(reading, name, asOrders.stream).slice(0, 1)),
      ...amountQuestion(
        reading,
        name,
        asOrders.stream,
        (amount) => streamOf(withAmount(reading, amount), time, key, cycle).stream,
      ),
      ...(asOrders.currency ? currencyQuestion(name, asOrders.currency) : []),
      ...asOrders.amounts.flatMap(centsQuestion),
    ],
    notes: [
      ...people.notes,
      ...amountNote(reading, asOrders),
      ...(cycle ? [] : statusQuestions(reading, name, asOrders.stream).slice(1).map(guessedNote)),
      ...(key ? [] : unusedKeyNotes(reading)),
      ...unreadNotes(reading, asOrders.used),
    ],
    likely: Object.fromEntries(
      isUnsure ? key.columns.map((column) => [column, "Several rows have it in common."]) : [],
    ),
  };
};

const withAmount = (reading: Reading, amount: ReadColumn | null): Reading => ({
  ...reading,
  amounts: { ...reading.amounts, orderTotals: amount ? [amount] : [] },
});

const lifeCycleOf = ({ free, candidates, groupings, person, amounts }: Reading): LifeCycle | null => {
  const [amount] = [...amounts.orderTotals, ...amounts.lineTotals];
  const common = { person: person?.name ?? null, amount: amount?.name ?? null };
  return findLifeCycle(free, candidates, groupings, common);
};

const keyOfCycle = ({ key, lines, made }: LifeCycle): ProposedKey => ({
  columns: [key.name],
  lines,
  isSure: made.length > 0,
});

const nameOf = ({ kind, file: { directory } }: Reading, { data_map, event_key }: StreamMapping): string => {
  const isOrder = data_map.value !== undefined || event_key !== undefined;
  return kind ?? (isOrder ? "transaction" : machineName(directory) || "event");
};

/** The key by which rows are one order: a column, or the customer and the moment. */
const keyOf = (reading: Reading, time: ReadColumn): ProposedKey | null => {
  const { candidates, groupings, person, visitor, clock, amounts } = reading;
  const [amount] = [...amounts.orderTotals, ...amounts.lineTotals];
  const common = { person: person?.name ?? null, time: time.name, amount: amount?.name ?? null };
  const found = findOrderKey(candidates, groupings, common);
  if (found) return { ...found, columns: [found.column.name] };
  const visits = groupingBy(groupings, ...visitor, time.name);
  if (visitor.length === 0 || !visits || !isOfVisits(reading, visits)) return null;
  return {
    columns: [...visitor, time.name, ...(clock ? [clock.name] : [])],
    lines: visits,
    isSure: false,
  };
};

/** Rows of one customer and one moment, with different items. */
const isOfVisits = ({ free }: Reading, visits: Grouping): boolean =>
  visits.repeated >= 0.15 * visits.groups &&
  free.some(({ name, words }) => itemName.test(words) && (visits.constant[name] ?? 1) < 0.9);

const itemName =
  /\b(product|item|sku|artic|artik|artig|produ|prodott|stock ?code|descri|bezeichnung|designation|libelle|omschrijving|towar|nazwa|zbozi|nazev|benamning|vara)/;

/** Share of the groups: fewer are exported twice. */
const fewestRepeated = 0.05;

/** A number of orders that repeats with another customer or day, where each row is an order. */
const unusedKeyNotes = ({ candidates, groupings, file: { rows } }: Reading): ProposalNote[] =>
  candidates
    .filter(({ words }) => orderKey.test(words))
    .flatMap(({ name }): ProposalNote[] => {
      const found = groupingBy(groupings, name);
      if (!found || found.repeated < fewestRepeated * found.groups) return [];
      return [
        {
          code: "lines_guessed",
          title: `“${name}” is not the key of an order`,
          note: `Several rows have the same “${name}” and another customer or day: ${rows} rows, ${found.groups} of them different. Each row counts as an order. If the numbers begin again with each day or shop, choose the columns that make an order together.`,
          about: name,
          figures: { lines: rows, orders: found.groups },
        },
      ];
    })
    .slice(0, 1);

interface OrderStream {
  stream: StreamMapping;
  others: Record<string, StreamMapping>;
  /** Columns that the stream reads. */
  used: string[];
  amounts: ReadColumn[];
  currency: FoundCurrency | null;
}

const streamOf = (
  reading: Reading,
  time: ReadColumn,
  key: ProposedKey | null,
  cycle: LifeCycle | null,
): OrderStream => {
  const lines = key?.lines ?? null;
  const value = lines && !cycle ? valueOfLines(reading.amounts, lines) : valueOfPayment(reading, cycle);
  const leftOut = conditionsOf(reading, cycle);
  const refunds = cycle ? undoneOf(cycle) : refundsOf(reading, value, lines);
  const cancelled = cancellationOf(reading);
  const amounts = value?.columns ?? [];
  const currency = currencyOf(reading.currency, amounts);
  const used = [
    ...[time, reading.clock, ...amounts, cancelled.column].flatMap((column) => column?.name ?? []),
    ...(value?.refunded ? columnsOfField(value.refunded) : []),
    ...(cycle ? [cycle.steps.name] : []),
    ...(key?.columns ?? []),
    ...(refunds?.conditions ?? []).map(({ column_name }) => column_name),
    ...leftOut.map(({ column_name }) => column_name),
  ];
  const traits = traitColumns(reading, used).map(({ name }) => name);
  const properties = propertyColumns(reading, [...used, ...traits]);
  const conditions = [...leftOut, ...cancelled.conditions];
  const rows = cycle ? madeOf(cycle) : [];
  const ofRows = lines ? rows : [...rows, ...conditions];
  const stream: StreamMapping = {
    ...(lines && { event_key: key!.columns }),
    data_map: {
      datetime: momentOf(reading, time),
      ...(value && { value: value.field }),
      ...(lines ? propertiesOfLines(properties, lines) : propertiesOf(properties)),
    },
    ...(ofRows.length > 0 && { conditions: ofRows }),
    ...(lines && conditions.length > 0 && { event_conditions: conditions }),
    ...(refunds && { refunds }),
    ...(value?.refunded && { refunded: value.refunded }),
    ...(currency && { currency: currency.mapping }),
  };
  return { stream, others: cancelled.others, used, amounts, currency };
};

/** Each row of a payment has its amount. */
const valueOfPayment = ({ amounts }: Reading, cycle: LifeCycle | null): FoundValue | null => {
  const value = valueOfRow(amounts);
  return value && cycle ? { ...value, field: { ...value.field, aggregate: "first" } } : value;
};

const undoneOf = ({ steps, undone }: LifeCycle): Refunds | null =>
  undone.length > 0 ? { conditions: [{ column_name: steps.name, _in: undone }], as: "reduce" } : null;

const traitColumns = ({ free, groupings, person }: Reading, used: readonly string[]): ReadColumn[] => {
  const byPerson = person ? groupingBy(groupings, person.name) : undefined;
  return attributesOfEvents(
    free.filter(({ name }) => !used.includes(name)),
    byPerson,
  );
};

const conditionsOf = ({ free }: Reading, cycle: LifeCycle | null): ColumnCondition[] =>
  free.flatMap((column) => {
    if (column === cycle?.steps) return [];
    const won = valuesWon(column);
    if (won.length > 0) return [{ column_name: column.name, _in: won }];
    const refunds = isStatus(column) ? [] : refundValues(column);
    const known = [...valuesLeftOut(column), ...(unknownStatuses(column)?.likelyNot ?? [])];
    const leftOut = known.filter((value) => !refunds.includes(value));
    return leftOut.length > 0 ? [counted(column, leftOut)] : [];
  });

/**
 * Statuses that are known in no language are put as a question, whatever is proposed. An answer sets all
 * conditions of the stream, so that a second one would take it back.
 */
const statusQuestions = (reading: Reading, name: string, stream: StreamMapping): ProposalQuestion[] =>
  reading.free.flatMap((column) => {
    const unknown = unknownStatuses(column);
    return unknown && valuesWon(column).length === 0
      ? statusQuestion(column, unknown, name, stream, valuesLeftOut(column))
      : [];
  });

/** A date of cancellation: orders that have one do not count, while a cancelled booking or subscription is an event. */
const cancellationOf = ({ kind, free, time }: Reading) => {
  const column = proposeCancellationTime(free);
  if (!column || column === time || kind === "cancellation")
    return { column: null, conditions: [], others: {} };
  const isOrder = kind === "transaction" || kind === null;
  const cancelled: StreamMapping = {
    data_map: { datetime: dateField(column) },
    conditions: [{ column_name: column.name, _nnull: true }],
  };
  return isOrder
    ? { column, conditions: [{ column_name: column.name, _null: true }], others: {} }
    : { column, conditions: [], others: { cancellation: cancelled } };
};

/** Rows that are refunds, by a column of kinds of rows, or by a quantity or an amount below zero. */
const refundsOf = (reading: Reading, value: FoundValue | null, lines: Grouping | null): Refunds | null => {
  const { free, amounts } = reading;
  const typed = free.find((column) => !isStatus(column) && refundValues(column).length > 0);
  const signed = [...amounts.quantities, ...amounts.lineTotals, ...amounts.orderTotals].find(hasNegative);
  if (!typed && !signed) return null;
  const condition: ColumnCondition = typed
    ? { column_name: typed.name, _in: refundValues(typed) }
    : { column_name: signed!.name, _lt: 0 };
  const isOfOrders = lines !== null && isAmongLines(typed, signed, lines);
  return {
    conditions: [condition],
    as: isOfOrders ? (value?.refunded ? "ignore" : "reduce") : "refund",
    ...(value?.refundField && !(isOfOrders && value.refunded) && { value: value.refundField }),
  };
};

const hasNegative = ({ column: { min }, examples }: ReadColumn): boolean =>
  typeof min === "number" ? min < 0 : examples.some((text) => /^\s*[-(−]|-\s*$/.test(text));

/** Refunds share the key of the order that they are of, rather than having one of their own. */
const isAmongLines = (
  typed: ReadColumn | undefined,
  signed: ReadColumn | undefined,
  { constant, signs }: Grouping,
): boolean => {
  if (signed && signs[signed.name]) {
    const { negative, mixed } = signs[signed.name]!;
    return mixed > negative;
  }
  return typed !== undefined && (constant[typed.name] ?? 1) < 0.9999;
};

const isQuantity = ({ words }: ReadColumn): boolean =>
  /\b(quantity|qty|menge|anzahl|quantite|qte|cantidad|quantidade|quantita|aantal|units)\b/.test(words);

/** Whether a column is the price of one piece: of no use for a whole order. */
const isPrice = ({ words }: ReadColumn): boolean =>
  /\b(price|\w*preis|prix|precio|preco|prezzo|\w*prijs)\b/.test(words);

/** Properties of an order's lines: values in which they differ become a list, and quantities are added up. */
const propertiesOfLines = (
  columns: readonly ReadColumn[],
  { constant }: Grouping,
): Record<string, FieldMapping> =>
  namedProperties(
    columns.flatMap((column): [ReadColumn, FieldMapping][] => {
      const { name, words } = column;
      if (isQuantity(column)) return [[column, { column_name: name, aggregate: "sum" }]];
      if (isPrice(column)) return [];
      if ((constant[name] ?? 1) >= 0.97) return [[column, { column_name: name }]];
      if (surelyLooksLike(amountShape, column) && !/\b(id|no|nr|code|sku)\b|nummer$/.test(words)) return [];
      return [[column, { column_name: name, aggregate: "list" }]];
    }),
  );
