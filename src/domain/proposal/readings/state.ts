// Reading of a file as a choice of each thing on which readings differ: what it counts in a cube, and the
// mapping that it is.

import type { FieldMapping, StreamMapping } from "../../data/dataset.js";
import { hasColumns } from "../../data/stream-mapping.js";
import type { ColumnCondition } from "../../resource/condition.js";
import { type Cube, type CubeCell, type CubePlan, isInPeriod, type RowKind, valuesOfStatus } from "./cube.js";

export type Value = string | null;

export interface ReadingState {
  /** Place in `plan.groups`. */
  group: number;
  /** The values of each status column that count; null: those that meet its conditions. */
  counted: readonly (ReadonlySet<Value> | null)[];
  hasGuests: boolean;
  /** Place in `plan.refunds`; null: nothing is taken off. */
  refund: number | null;
  /** Amounts that were refunded in full stay orders. */
  keepsEmptied: boolean;
  /** Place in `plan.amounts`; null: no value. */
  amount: number | null;
  isSum: boolean;
  others: readonly { amount: number; sign: 1 | -1 }[];
  currency: string | null;
  dateFormat: number;
  /** Half hours of the time zone ahead of UTC. */
  ahead: number;
}

/** Whether the amount of an order is that of all of its rows, added up. */
export const isSumOf = (field: FieldMapping): boolean =>
  field.aggregate === undefined
    ? hasColumns(field) && field.combine !== undefined
    : field.aggregate === "sum";

const proposedRefund = ({ mapping, refunds }: CubePlan): number | null => {
  const at = refunds.findIndex(({ rows, field }) =>
    rows ? rows === mapping.refunds : field === mapping.refunded,
  );
  return at < 0 ? null : at;
};

export const proposedState = (plan: CubePlan): ReadingState => ({
  group: 0,
  counted: plan.statuses.map(() => null),
  hasGuests: true,
  refund: proposedRefund(plan),
  keepsEmptied: false,
  amount: plan.hasAmount ? 0 : null,
  isSum: plan.hasAmount && isSumOf(plan.amounts[0]!),
  others: [],
  currency: plan.mapping.currency?.is ?? null,
  dateFormat: 0,
  ahead: 0,
});

/** Sums of the orders that count, by currency; see `CubePart`. */
export interface Totals {
  orders: number;
  byCurrency: Map<string | null, Sums>;
  /** Refunds that lower the values. */
  refunded: Map<string | null, Float64Array>;
}
interface Sums {
  first: Float64Array;
  sum: Float64Array;
}

const isCounted = ({ values, isMet }: RowKind, counted: ReadingState["counted"]): boolean =>
  counted.every((set, i) => (set === null ? isMet[i]! : set.has(values[i]!)));

/** The parts of an order that count; none of an order that does not. */
const countedParts = (
  cell: CubeCell,
  { plan }: Cube,
  state: ReadingState,
  isKind: (kind: RowKind) => boolean,
): CubeCell["parts"] => {
  const { refund, keepsEmptied } = state;
  if (!state.hasGuests && !cell.hasCustomer) return [];
  if (!isInPeriod(cell.slots[state.dateFormat]!, state.ahead)) return [];
  const taken = refund === null ? undefined : plan.refunds[refund]!;
  if (taken && !keepsEmptied && takesOff(taken.rows?.as) && cell.isEmptied[refund!]) return [];
  // Rows of refunds are rows of orders where nothing says otherwise.
  const isOrder = ({ isRefund }: RowKind) =>
    !isRefund || (taken?.rows === undefined && plan.mapping.refunds === undefined);
  return cell.parts.filter(({ kind }) => isOrder(kind) && isKind(kind));
};

/** Whether refunds lower the value of their order, rather than being events of their own. */
const takesOff = (as: string | undefined): boolean => as === undefined || as === "reduce";

/** There are far fewer kinds of rows than parts. */
const kindsOf = ({ counted }: ReadingState): ((kind: RowKind) => boolean) => {
  const known = new Map<RowKind, boolean>();
  return (kind) => {
    const before = known.get(kind);
    if (before !== undefined) return before;
    const is = isCounted(kind, counted);
    known.set(kind, is);
    return is;
  };
};

export const countOrders = (cube: Cube, state: ReadingState): number => {
  const isKind = kindsOf(state);
  return cube.cells[state.group]!.reduce(
    (orders, cell) => orders + (countedParts(cell, cube, state, isKind).length > 0 ? cell.orders : 0),
    0,
  );
};

export const totalsOf = (cube: Cube, state: ReadingState): Totals => {
  const { plan } = cube;
  const totals: Totals = { orders: 0, byCurrency: new Map(), refunded: new Map() };
  const taken = state.refund === null ? undefined : plan.refunds[state.refund];
  const size = plan.amounts.length;
  const isKind = kindsOf(state);
  for (const cell of cube.cells[state.group]!) {
    const parts = countedParts(cell, cube, state, isKind);
    const isOfStream = taken?.rows !== undefined && !takesOff(taken.rows.as) && taken.rows.as !== "ignore";
    const isIn = isInPeriod(cell.slots[state.dateFormat]!, state.ahead);
    if (taken?.rows && taken.rows.as !== "ignore" && isIn && (isOfStream || parts.length > 0)) {
      const own = entry(totals.refunded, cell.currency, () => new Float64Array(size));
      for (const { kind, sum } of cell.parts) if (kind.isRefund) addTo(own, sum);
    }
    if (parts.length === 0) continue;
    totals.orders += cell.orders;
    const sums = entry(totals.byCurrency, cell.currency, () => ({
      first: new Float64Array(size),
      sum: new Float64Array(size),
    }));
    // The first row that has an amount has it in the first part that is not 0.
    for (let i = 0; i < size; i++)
      sums.first[i]! += (parts.find(({ first }) => first[i] !== 0) ?? parts[0]!).first[i]!;
    for (const { sum } of parts) addTo(sums.sum, sum);
  }
  return totals;
};

const entry = <K, V>(of: Map<K, V>, key: K, made: () => V): V => {
  const found = of.get(key) ?? made();
  of.set(key, found);
  return found;
};

const addTo = (to: Float64Array, added: Float64Array): void => {
  for (let i = 0; i < to.length; i++) to[i]! += added[i]!;
};

/** The sum of the values less refunds, in cents exact; null without an amount. */
export const revenueOf = (
  { plan }: Cube,
  { byCurrency, refunded }: Totals,
  state: ReadingState,
): number | null => {
  const { amount, isSum, others, refund } = state;
  if (amount === null) return null;
  const taken = refund === null ? undefined : plan.refunds[refund]!;
  // Amounts that name no currency are in no known one where others name theirs.
  const areNamed = [...byCurrency.keys()].some((code) => code !== null);
  const isOwn = (code: string | null) =>
    state.currency === null || (areNamed ? code === state.currency : true);
  let revenue = 0;
  for (const [code, sums] of byCurrency) {
    if (!isOwn(code)) continue;
    const of = isSum ? sums.sum : sums.first;
    revenue += of[amount]!;
    for (const { amount: other, sign } of others) revenue += sign * of[other]!;
    if (taken?.field)
      revenue -= Math.abs((taken.field.aggregate === "sum" ? sums.sum : sums.first)[taken.amount]!);
  }
  if (taken?.rows)
    for (const [code, sums] of refunded) if (isOwn(code)) revenue -= Math.abs(sums[taken.amount]!);
  return Math.round(revenue * 1e4) / 1e4;
};

/** The mapping of the stream by this reading. */
export const mappingOf = (cube: Cube, state: ReadingState): StreamMapping => {
  const { plan } = cube;
  const base = proposedState(plan);
  const { mapping } = plan;
  const { key, isUpserted } = plan.groups[state.group]!;
  const eventKey = isUpserted ? null : key;
  const value = valueBy(plan, state, base, eventKey !== null);
  const format = plan.dateFormats[state.dateFormat];
  const { datetime, value: _, ...properties } = mapping.data_map;
  const { unless_running: running, recurring, currency } = mapping;
  return {
    ...(running && { unless_running: running }),
    ...(recurring && value && { recurring }),
    ...(eventKey && { event_key: [...eventKey] }),
    data_map: {
      datetime:
        state.dateFormat === 0 || format === null ? datetime! : ({ ...datetime!, format } as FieldMapping),
      ...(value && { value }),
      ...properties,
    },
    ...conditionsBy(cube, state, eventKey !== null),
    ...refundsBy(plan, state, base),
    ...(currency && {
      currency:
        state.currency === currency.is || state.currency === null
          ? currency
          : { ...named(currency), is: state.currency },
    }),
  };
};

/** Without rates: they are into the currency that it had. */
const named = ({ column_name }: NonNullable<StreamMapping["currency"]>) =>
  column_name === undefined ? {} : { column_name };

const valueBy = (
  plan: CubePlan,
  state: ReadingState,
  base: ReadingState,
  isKeyed: boolean,
): FieldMapping | undefined => {
  const { amount, isSum, others, refund, keepsEmptied } = state;
  const own = plan.mapping.data_map.value;
  if (amount === null) return own;
  const less =
    keepsEmptied && refund !== null ? [{ amount: plan.refunds[refund]!.amount, sign: -1 as const }] : [];
  const added = [...others, ...less];
  const isSame = amount === base.amount && isSum === base.isSum && added.length === 0;
  if (isSame && state.group === base.group) return own;
  const aggregate = isKeyed ? (isSum ? ("sum" as const) : ("first" as const)) : undefined;
  const { aggregate: _, ...rest } = plan.amounts[amount]!;
  const field = rest as FieldMapping;
  const kept = isSame && own?.aggregate && isKeyed ? own.aggregate : aggregate;
  if (added.length === 0) return { ...field, ...(kept && { aggregate: kept }) };
  const parts = [field, ...added.map((each) => plan.amounts[each.amount]!)].flatMap((each) =>
    hasColumns(each)
      ? each.columns
      : [{ column_name: each.column_name, ...(each.format && { format: each.format }) }],
  );
  return {
    columns: parts,
    combine: added[0]!.sign > 0 ? "sum" : "difference",
    ...(kept && { aggregate: kept }),
  };
};

const refundsBy = (
  plan: CubePlan,
  state: ReadingState,
  base: ReadingState,
): Pick<StreamMapping, "refunds" | "refunded"> => {
  const { refunds, refunded } = plan.mapping;
  if (state.refund === base.refund && state.keepsEmptied === base.keepsEmptied)
    return { ...(refunds && { refunds }), ...(refunded && { refunded }) };
  const taken = state.refund === null ? undefined : plan.refunds[state.refund]!;
  // Rows of refunds are no orders, whatever is taken off.
  const rows = taken?.rows ?? (refunds && { ...refunds, as: "ignore" });
  return {
    ...(rows && { refunds: rows }),
    ...(taken?.field && !state.keepsEmptied && { refunded: taken.field }),
  };
};

/** Rows without a customer are left out by a group of optional conditions. */
const conditionsBy = (
  cube: Cube,
  state: ReadingState,
  isKeyed: boolean,
): { conditions?: ColumnCondition[]; event_conditions?: ColumnCondition[] } => {
  const { plan } = cube;
  const { conditions = [], event_conditions = [] } = plan.mapping;
  const isChanged = (one: ColumnCondition, isOfRows: boolean) =>
    plan.statuses.some(
      (status, i) =>
        state.counted[i] !== null &&
        status.column_name === one.column_name &&
        status.isOfRows === isOfRows &&
        !one.optional,
    );
  const own = {
    rows: conditions.filter((one) => !isChanged(one, true)),
    events: event_conditions.filter((one) => !isChanged(one, false)),
  };
  const changed = plan.statuses.flatMap((status, i) => {
    const set = state.counted[i];
    return set ? countedCondition(cube, i, set).map((one) => ({ one, isOfRows: status.isOfRows })) : [];
  });
  const guests: ColumnCondition[] = state.hasGuests
    ? []
    : plan.customer.map((name) => ({
        column_name: name,
        _nnull: true,
        ...(plan.customer.length > 1 && { optional: true }),
      }));
  const rows = [...own.rows, ...changed.filter(({ isOfRows }) => isOfRows).map(({ one }) => one)];
  const events = [
    ...own.events,
    ...changed.filter(({ isOfRows }) => !isOfRows).map(({ one }) => one),
    ...guests,
  ];
  const [ofRows, ofEvents] = isKeyed ? [rows, events] : [[...rows, ...events], []];
  return {
    ...(ofRows.length > 0 && { conditions: ofRows }),
    ...(ofEvents.length > 0 && { event_conditions: ofEvents }),
  };
};

const countedCondition = (cube: Cube, status: number, set: ReadonlySet<Value>): ColumnCondition[] => {
  const { column_name, conditions } = cube.plan.statuses[status]!;
  const all = [...valuesOfStatus(cube, status).keys()];
  const counted = all.filter((value): value is string => value !== null && set.has(value));
  const leftOut = all.filter((value): value is string => value !== null && !set.has(value));
  const hasNull = set.has(null) || (!all.includes(null) && !conditions.some(({ _in, _eq }) => _in ?? _eq));
  const isPositive =
    conditions.some(({ _in, _eq }) => _in !== undefined || _eq !== undefined) || counted.length === 1;
  if (leftOut.length === 0 && (hasNull || !all.includes(null))) return [];
  if (isPositive && counted.length > 0)
    return [{ column_name, _in: counted, ...(hasNull && { _null: true }) }];
  if (leftOut.length === 0) return [{ column_name, _nnull: true }];
  return [{ column_name, _nin: leftOut, ...(hasNull && { _null: true }) }];
};
