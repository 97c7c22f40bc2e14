// Candidate of the readings that a search found: its mapping, to be counted with all rows by a build, and the
// sentence that says what it counts.

import type { StreamMapping } from "../../data/dataset.js";
import type { DatedCounts } from "../../data/dataset-findings.js";
import type { ExpectedFigures } from "../../data/expected.js";
import { counted, money } from "../figures.js";
import { mergePatch } from "../merge-patch.js";
import type { ExpectedReadings, ProposedReading } from "../proposal.js";
import { type Cube, inside } from "./cube.js";
import { inWords } from "./decisions.js";
import { exact, type FoundState, searchReadings } from "./search.js";
import { mappingOf, revenueOf, totalsOf } from "./state.js";

export interface CandidateReading {
  stream: string;
  words: string;
  sets: Record<string, unknown>;
  mapping: StreamMapping;
  /** Rows have no key of their own by it. */
  clearsUpsert: boolean;
  currency: string | null;
  /** Figures of the period, if the expected ones are of one, and of all rows; both as the cube counts them. */
  found: Figures;
  whole: Figures;
}
interface Figures {
  orders: number;
  revenue: number | null;
}

export const candidatesOf = (cube: Cube, expected: ExpectedFigures): CandidateReading[] => {
  const found = searchReadings(cube, expected);
  const everywhere = withoutPeriod(cube);
  return found.map((each) => candidateOf(cube, everywhere, each));
};

/** `everywhere`: the cube of all rows, whatever the period. */
const candidateOf = (
  cube: Cube,
  everywhere: Cube,
  { state, decisions, orders, revenue }: FoundState,
): CandidateReading => {
  const { plan } = cube;
  const mapping = mappingOf(cube, state);
  const patch = mergePatch({ ...plan.mapping }, { ...mapping });
  const clearsUpsert = plan.groups[0]!.isUpserted && state.group > 0;
  const totals = totalsOf(everywhere, state);
  return {
    stream: plan.stream,
    words: inWords(decisions),
    sets: {
      ...(Object.keys(patch).length > 0 && { output_to_streams: { [plan.stream]: patch } }),
      ...(clearsUpsert && { upsert_columns: null }),
    },
    mapping,
    clearsUpsert,
    currency: state.currency,
    found: { orders, revenue },
    whole: { orders: totals.orders, revenue: revenueOf(everywhere, totals, state) },
  };
};

const withoutPeriod = ({ plan, cells }: Cube): Cube => ({
  plan: { ...plan, period: null },
  cells: cells.map((each) =>
    each.map((cell) => ({ ...cell, slots: cell.slots.map((slot) => (slot === null ? null : inside)) })),
  ),
});

const mostShown = 3;

/**
 * The readings that fit with what a build counts by each of them, or else the nearest three. `figures`:
 * undefined for one that could not be built. `proposed`: of the stream as proposed.
 */
export const expectedReadings = (
  expected: ExpectedFigures,
  candidates: readonly CandidateReading[],
  figures: readonly (DatedCounts | undefined)[],
  proposed: DatedCounts | undefined,
): ExpectedReadings => {
  if (proposed && !expected.period && isEmpty(missesOf(expected, countedBy(expected, proposed))))
    return { is_met: true, readings: [] };
  const readings = candidates.flatMap((candidate, i) => {
    const counts = figures[i];
    return counts ? (readingOf(expected, candidate, counts) ?? []) : [];
  });
  const same = readings.find(({ sets, label }) => isEmpty(sets) && label.startsWith(unchanged));
  const ranked = readings
    .filter((reading) => reading !== same)
    .toSorted((a, b) => missOf(expected, a) - missOf(expected, b));
  const fitting = ranked.filter(({ misses }) => isEmpty(misses));
  const is_met = same !== undefined && isEmpty(same.misses);
  return { is_met, readings: is_met ? [] : (fitting.length > 0 ? fitting : ranked).slice(0, mostShown) };
};

const unchanged = "As proposed";
const isEmpty = (object: object): boolean => Object.keys(object).length === 0;

/** Null where the cube counts something else than the build, so that its count of a period is unknown. */
const readingOf = (
  expected: ExpectedFigures,
  { words, sets, found, whole, currency }: CandidateReading,
  { events, customers, value_total: total }: DatedCounts,
): ProposedReading | null => {
  const isSame =
    whole.orders === events && (whole.revenue === null || Math.abs(whole.revenue - (total ?? 0)) < exact);
  if (expected.period && !isSame) return null;
  const orders = expected.period ? found.orders : events;
  const revenue = expected.period ? (found.revenue ?? undefined) : total;
  const figures = { orders, customers, ...(revenue !== undefined && { revenue }) };
  const misses = missesOf(expected, figures);
  const code = currency ?? expected.currency;
  const counts = [
    `${counted(orders)} ${orders === 1 ? "order" : "orders"}`,
    ...(revenue === undefined ? [] : [`${money(revenue)}${code ? ` ${code}` : ""}`]),
    ...(expected.customers === undefined ? [] : [`${counted(customers)} customers`]),
  ].join(", ");
  const off = Object.entries(misses).map(([name, by]) =>
    name === "revenue"
      ? `${money(Math.abs(by))} ${by > 0 ? "more" : "less"}`
      : `${counted(Math.abs(by))} ${Math.abs(by) === 1 ? name.slice(0, -1) : name} ${by > 0 ? "more" : "fewer"}`,
  );
  const than = off.length > 0 ? ` (${off.join(", ")} than you expect)` : "";
  return { label: `${words || unchanged}: ${counts}${than}`, sets, ...figures, misses };
};

type Counted = Pick<ProposedReading, "orders" | "customers" | "revenue">;

/** The revenue of the expected currency. */
const countedBy = (
  { currency }: ExpectedFigures,
  { events, customers, value_total, by_currency: by }: DatedCounts,
): Counted => {
  const revenue =
    currency === undefined || !by ? value_total : by.find((each) => each.currency === currency)?.value_total;
  return { orders: events, customers, ...(revenue !== undefined && { revenue }) };
};

const missesOf = (expected: ExpectedFigures, found: Counted): ProposedReading["misses"] => {
  const by = (name: "orders" | "customers" | "revenue") => {
    const wanted = expected[name];
    const off = wanted === undefined ? 0 : Math.round(((found[name] ?? 0) - wanted) * 100) / 100;
    return off === 0 ? {} : { [name]: off };
  };
  return { ...by("orders"), ...by("customers"), ...by("revenue") };
};

const missOf = (expected: ExpectedFigures, { misses }: ProposedReading): number =>
  Math.max(
    0,
    ...Object.entries(misses).map(
      ([name, by]) => Math.abs(by) / Math.max(1, Math.abs(expected[name as "orders"] ?? 1)),
    ),
  );
