// Search for the reading of a file that gives what its owner expects: up to three decisions that differ from
// the proposal, those that change the fewest first. Which rows are orders decides their number, so revenue is
// worked out for those alone that hit it, or come nearest where none does.

import type { ExpectedFigures } from "../../data/expected.js";
import { limits } from "../../resource/limits.js";
import type { Cube } from "./cube.js";
import { type Decision, decisionsOf } from "./decisions.js";
import { countOrders, proposedState, type ReadingState, revenueOf, totalsOf } from "./state.js";

export interface FoundState {
  state: ReadingState;
  decisions: Decision[];
  orders: number;
  revenue: number | null;
  /** The greater share by which a figure misses; 0: it fits. */
  miss: number;
}

export const mostChanges = 3;
/** Found readings that are worth counting with all rows. */
export const mostFound = 6;
/** Half a cent: amounts that differ by less are the same. */
export const exact = 0.005;
/** Counts of orders that come near, for which amounts are varied where none is right. */
const mostNear = 100;
/** Cells that a search looks at, so that its time does not depend on the file. */
const mostCells = 6_000_000;

export const missOf = (
  found: { orders: number; revenue: number | null },
  expected: Pick<ExpectedFigures, "orders" | "revenue">,
): number =>
  Math.max(
    expected.orders === undefined ? 0 : share(found.orders, expected.orders),
    expected.revenue === undefined ? 0 : found.revenue === null ? 1 : share(found.revenue, expected.revenue),
  );

const share = (found: number, expected: number): number =>
  Math.abs(found - expected) < exact ? 0 : Math.abs(found - expected) / Math.max(1, Math.abs(expected));

/** The readings that fit, or else the nearest ones. */
export const searchReadings = (cube: Cube, expected: ExpectedFigures): FoundState[] => {
  const cells = cube.cells[0]!.length;
  if (cells === 0) return [];
  const base = proposedState(cube.plan);
  const start = expected.currency ? { ...base, currency: expected.currency } : base;
  const asProposed = { state: start, decisions: [], ...figuresOf(cube, start) };
  if (missOf(asProposed, expected) === 0) return [{ ...asProposed, miss: 0 }];
  const decisions = decisionsOf(cube);
  const ofOrders = decisions.filter(({ isOfAmounts }) => !isOfAmounts);
  const ofAmounts = expected.revenue === undefined ? [] : decisions.filter(({ isOfAmounts }) => isOfAmounts);
  const most = Math.min(limits.readingsTried.is, Math.floor(mostCells / cells));
  const counted = combinations(ofOrders, mostChanges, { left: most }).map((chosen) => {
    const state = chosen.reduce((before, { change }) => change(before), start);
    return { chosen, state, orders: countOrders(cube, state) };
  });
  const missed = ({ orders }: { orders: number }) =>
    expected.orders === undefined ? 0 : Math.abs(orders - expected.orders);
  const hits = counted.filter((each) => missed(each) === 0);
  const near = hits.length > 0 ? hits : counted.toSorted((a, b) => missed(a) - missed(b)).slice(0, mostNear);
  const amounts = { left: most };
  const found: FoundState[] = [];
  for (const { chosen, state } of near) {
    if (amounts.left <= 0) break;
    const totals = totalsOf(cube, state);
    for (const added of combinations(ofAmounts, mostChanges - chosen.length, amounts)) {
      const whole = added.reduce((before, { change }) => change(before), state);
      if (!isWhole(whole)) continue;
      const revenue = revenueOf(cube, totals, whole);
      const figures = { orders: totals.orders, revenue };
      keep(found, {
        state: whole,
        decisions: [...chosen, ...added],
        ...figures,
        miss: missOf(figures, expected),
      });
    }
  }
  return best(found);
};

const figuresOf = (cube: Cube, state: ReadingState) => {
  const totals = totalsOf(cube, state);
  return { orders: totals.orders, revenue: revenueOf(cube, totals, state) };
};

/** A field adds columns or takes them away, and never both. */
const isWhole = ({ others, keepsEmptied, amount }: ReadingState): boolean =>
  (others.length === 0 || amount !== null) &&
  new Set([...others.map(({ sign }) => sign), ...(keepsEmptied ? [-1] : [])]).size < 2 &&
  others.every((each) => each.amount !== amount);

const mostKept = 400;
const keep = (found: FoundState[], one: FoundState): void => {
  found.push(one);
  if (found.length > 2 * mostKept) {
    const kept = ranked(found).slice(0, mostKept);
    found.splice(0, found.length, ...kept);
  }
};

const weightOf = ({ decisions }: FoundState): number =>
  decisions.reduce((sum, { weight }) => sum + weight, 0);

const ranked = (found: readonly FoundState[]): FoundState[] =>
  found.toSorted((a, b) => a.miss - b.miss || weightOf(a) - weightOf(b));

/** Without readings that decide more than another one for nothing. */
const best = (found: readonly FoundState[]): FoundState[] => {
  const kept: FoundState[] = [];
  for (const one of ranked(found)) {
    if (kept.length === mostFound) break;
    const isMoreThan = ({ decisions, miss }: FoundState) =>
      miss <= one.miss && decisions.every((decision) => one.decisions.includes(decision));
    if (!kept.some(isMoreThan)) kept.push(one);
  }
  return kept;
};

/** The lists of up to `most` decisions that go together, the shortest first; no more than are left to try. */
const combinations = (
  decisions: readonly Decision[],
  most: number,
  tries: { left: number },
): Decision[][] => {
  const all: Decision[][] = [[]];
  tries.left--;
  let last: { chosen: Decision[]; from: number }[] = [{ chosen: [], from: 0 }];
  for (let size = 1; size <= most; size++) {
    const next: typeof last = [];
    for (const { chosen, from } of last)
      for (let i = from; i < decisions.length; i++) {
        const added = decisions[i]!;
        if (chosen.some((one) => conflict(one, added))) continue;
        if (tries.left-- <= 0) return all;
        const longer = [...chosen, added];
        all.push(longer);
        next.push({ chosen: longer, from: i + 1 });
      }
    last = next;
  }
  return all;
};

const conflict = (a: Decision, b: Decision): boolean =>
  a.of === b.of || a.of === b.within || b.of === a.within;
