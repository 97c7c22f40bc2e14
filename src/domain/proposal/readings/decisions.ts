// Decisions by which a reading of a file differs from the proposed one: each changes one thing, and says so
// in a few words.

import type { FieldMapping } from "../../data/dataset.js";
import { columnsOfField, hasColumns } from "../../data/stream-mapping.js";
import { type Cube, isInPeriod, valuesOfStatus, zoneHalfHours } from "./cube.js";
import { proposedState, type ReadingState, type Value } from "./state.js";

export interface Decision {
  /** What it decides. Two of one reading never decide the same. */
  of: string;
  /** The whole of which it decides a part; `of` itself where it decides all. */
  within: string;
  /** Whether only revenue follows from it, and never which rows are orders. */
  isOfAmounts: boolean;
  /** Unlikelier decisions weigh more. */
  weight: number;
  words: Words;
  change(state: ReadingState): ReadingState;
}

/** Words of equal `kind` are joined: counting “a” and “b” as orders too. */
export interface Words {
  kind: string;
  before: string;
  name: string;
  after: string;
}

const phrase = (text: string): Words => ({ kind: text, before: text, name: "", after: "" });
const quoted = (value: Value): string => (value === null ? "no value" : `“${value}”`);
const nameOf = (field: FieldMapping): string => columnsOfField(field).map(quoted).join(" × ");

export const decisionsOf = (cube: Cube): Decision[] => {
  const base = proposedState(cube.plan);
  return [
    ...statusDecisions(cube),
    ...groupDecisions(cube),
    ...guestDecision(cube),
    ...refundDecisions(cube, base),
    ...amountDecisions(cube, base),
    ...currencyDecisions(cube, base),
    ...timeDecisions(cube),
  ];
};

/** The most frequent values of a column that are decided on. */
const mostValues = 20;

const statusDecisions = (cube: Cube): Decision[] =>
  cube.plan.statuses.flatMap(({ column_name, conditions, isListed }, i) => {
    const values = [...valuesOfStatus(cube, i).keys()];
    const met = new Set<Value>(
      cube.cells[0]!.flatMap(({ parts }) =>
        parts.flatMap(({ kind }) => (kind.isMet[i] ? [kind.values[i]!] : [])),
      ),
    );
    const within = `status ${i}`;
    const sets = (set: ReadonlySet<Value>) => (state: ReadingState) => ({
      ...state,
      counted: state.counted.map((before, at) => (at === i ? set : before)),
    });
    const toggled = (value: Value) => (state: ReadingState) => {
      const set = new Set(state.counted[i] ?? met);
      if (!set.delete(value)) set.add(value);
      return sets(set)(state);
    };
    const common = { isOfAmounts: false, within };
    const every: Decision[] =
      conditions.length === 0 || met.size >= values.length - (isListed ? 1 : 0)
        ? []
        : [
            {
              ...common,
              of: within,
              weight: 1.3,
              words: phrase(`counting every ${quoted(column_name)}`),
              change: sets(new Set(values)),
            },
          ];
    if (!isListed || values.length < 2) return every;
    const name = (value: Value) => (value === null ? `rows without “${column_name}”` : quoted(value));
    const single = values.slice(0, mostValues).map((value): Decision => {
      const isOut = met.has(value);
      return {
        ...common,
        of: `${within} ${value}`,
        weight: conditions.length > 0 ? 1 : 1.1,
        words: isOut
          ? { kind: "out", before: "leaving out", name: name(value), after: "" }
          : { kind: "in", before: "counting", name: name(value), after: "as orders too" },
        change: toggled(value),
      };
    });
    const isKnownBySingle = (value: Value) => met.size === 2 && met.has(value);
    const only = values
      .slice(0, mostValues)
      .filter((value) => value !== null && !(met.size === 1 && met.has(value)) && !isKnownBySingle(value))
      .map(
        (value): Decision => ({
          ...common,
          of: within,
          weight: 1.2,
          words: {
            kind: `only ${i}`,
            before: "counting",
            name: name(value),
            after: `of “${column_name}” alone`,
          },
          change: sets(new Set<Value>([value])),
        }),
      );
    return [...single, ...only, ...every];
  });

const groupDecisions = ({ plan, cells }: Cube): Decision[] =>
  plan.groups.flatMap(({ key }, group) =>
    group === 0 || cells[group]!.length === 0
      ? []
      : [
          {
            of: "group",
            within: "group",
            isOfAmounts: false,
            weight: 1.4,
            words: phrase(key ? `counting each ${key.map(quoted).join(" and ")} once` : "counting each row"),
            change: (state: ReadingState) => ({ ...state, group, ...(key === null && { isSum: true }) }),
          },
        ],
  );

const guestDecision = ({ plan, cells }: Cube): Decision[] =>
  plan.customer.length === 0 || cells[0]!.every(({ hasCustomer }) => hasCustomer)
    ? []
    : [
        {
          of: "guests",
          within: "guests",
          isOfAmounts: false,
          weight: 1.1,
          words: phrase("leaving out orders without a customer"),
          change: (state) => ({ ...state, hasGuests: false }),
        },
      ];

const refundDecisions = ({ plan }: Cube, base: ReadingState): Decision[] => {
  const decision = (words: string, weight: number, changed: Partial<ReadingState>): Decision => ({
    of: "refunds",
    within: "refunds",
    isOfAmounts: false,
    weight,
    words: phrase(words),
    change: (state) => ({ ...state, ...changed }),
  });
  const from = (i: number) => {
    const { rows, amount } = plan.refunds[i]!;
    return rows ? "rows of refunds" : nameOf(plan.amounts[amount]!);
  };
  return [
    ...(base.refund === null ? [] : [decision("without taking refunds off", 1, { refund: null })]),
    ...plan.refunds.flatMap(({ rows, amount }, refund) => {
      const canKeep =
        !rows && plan.hasAmount && !hasColumns(plan.amounts[0]!) && !hasColumns(plan.amounts[amount]!);
      return [
        ...(refund === base.refund ? [] : [decision(`taking ${from(refund)} off`, 1.1, { refund })]),
        ...(canKeep
          ? [
              decision(`taking ${from(refund)} off, and counting orders that were refunded in full`, 1.2, {
                refund,
                keepsEmptied: true,
              }),
            ]
          : []),
      ];
    }),
  ];
};

const amountDecisions = ({ plan }: Cube, base: ReadingState): Decision[] => {
  if (plan.amounts.length === 0) return [];
  const isOneRow = plan.groups[0]!.key === null || plan.groups[0]!.isUpserted;
  const common = { isOfAmounts: true };
  const ways = isOneRow ? [base.isSum] : [false, true];
  const others = plan.amounts.flatMap((field, amount) =>
    ways
      .filter((isSum) => amount !== base.amount || isSum !== base.isSum)
      .filter((isSum) => isSum || !hasColumns(field))
      .map((isSum): Decision => {
        const way = isOneRow ? "" : isSum ? ", added up over the rows of an order" : ", once for each order";
        return {
          ...common,
          of: "amount",
          within: "amount",
          weight: amount === base.amount ? 1 : 1.1,
          words: phrase(`taking ${nameOf(field)} for the amount${way}`),
          change: (state) => ({ ...state, amount, isSum }),
        };
      }),
  );
  const added = plan.amounts.flatMap((field, amount) =>
    hasColumns(field) || amount === base.amount
      ? []
      : ([1, -1] as const).map(
          (sign): Decision => ({
            ...common,
            of: `with ${amount}`,
            within: sign > 0 ? "added" : "taken",
            weight: 1.3,
            words: {
              kind: sign > 0 ? "adding" : "less",
              before: sign > 0 ? "adding" : "less",
              name: nameOf(field),
              after: "",
            },
            change: (state) => ({ ...state, others: [...state.others, { amount, sign }] }),
          }),
        ),
  );
  return [...others, ...added];
};

const currencyDecisions = ({ cells }: Cube, base: ReadingState): Decision[] => {
  const codes = new Set(
    cells[0]!.flatMap(({ currency }) => (currency === null || currency === "?" ? [] : [currency])),
  );
  if (base.currency === null) return [];
  return [...codes]
    .filter((code) => code !== base.currency)
    .sort()
    .slice(0, mostCurrencies)
    .map((currency) => ({
      of: "currency",
      within: "currency",
      isOfAmounts: true,
      weight: 1,
      words: phrase(`with amounts in ${currency}`),
      change: (state: ReadingState) => ({ ...state, currency }),
    }));
};

const mostCurrencies = 40;

const timeDecisions = ({ plan, cells }: Cube): Decision[] => {
  const formats = plan.dateFormats.slice(1).map(
    (format, i): Decision => ({
      of: "date format",
      within: "date format",
      isOfAmounts: false,
      weight: 1.2,
      words: phrase(`reading dates as ${formatWords(format!)}`),
      change: (state) => ({ ...state, dateFormat: i + 1 }),
    }),
  );
  if (plan.period === null) return formats;
  const { behind, ahead } = zoneHalfHours;
  const count = (zone: number) =>
    cells[0]!.reduce((sum, { slots, orders }) => sum + (isInPeriod(slots[0]!, zone) ? orders : 0), 0);
  // Zones with the same orders are one; the nearest to UTC speaks for it.
  const zones = Array.from({ length: ahead - behind + 1 }, (_, i) => behind + i).sort(
    (a, b) => Math.abs(a) - Math.abs(b) || b - a,
  );
  const zoneOf = new Map<number, number>();
  for (const zone of zones) {
    const orders = count(zone);
    if (!zoneOf.has(orders)) zoneOf.set(orders, zone);
  }
  return [
    ...formats,
    ...[...zoneOf.values()]
      .filter((zone) => zone !== 0)
      .map(
        (zone): Decision => ({
          of: "time zone",
          within: "time zone",
          isOfAmounts: false,
          weight: 1.1,
          words: phrase(
            `with days of the time zone UTC${zone < 0 ? "−" : "+"}${Math.floor(Math.abs(zone) / 2)}:${zone % 2 === 0 ? "00" : "30"}`,
          ),
          change: (state) => ({ ...state, ahead: zone }),
        }),
      ),
  ];
};

const formatWords = (format: string): string =>
  /^dd/.test(format) ? "day, month, year" : /^mm/.test(format) ? "month, day, year" : "year, month, day";

/** “Counting “pending” and “open” as orders too, less “Shipping””. */
export const inWords = (decisions: readonly Decision[]): string => {
  const kinds = new Map<string, Words[]>();
  for (const { words } of decisions) kinds.set(words.kind, [...(kinds.get(words.kind) ?? []), words]);
  const phrases = [...kinds.values()].map((words) => {
    const names = words.flatMap(({ name }) => (name === "" ? [] : [name]));
    return [words[0]!.before, joined(names), words[0]!.after].filter((text) => text !== "").join(" ");
  });
  const sentence = joined(phrases);
  return sentence.charAt(0).toUpperCase() + sentence.slice(1);
};

const joined = (parts: readonly string[]): string =>
  parts.length < 2 ? (parts[0] ?? "") : `${parts.slice(0, -1).join(", ")} and ${parts.at(-1)}`;
