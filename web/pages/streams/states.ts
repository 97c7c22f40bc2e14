// States of customers over time: rows of their picture and its finding.

import type { Schemas } from "../../api/client.js";
import { formatCount, formatMonth, formatPeople } from "../../ui/format.js";

type States = Schemas["StreamStates"];
export type MonthStates = States["months"][number];

/** From the liveliest to those who are gone, which is also the order of the picture from below. */
export const states = ["active", "new", "cooling", "lost"] as const;
export type State = (typeof states)[number];

/** Without the newest month, which is not over. */
export const monthsOver = ({ months }: States): MonthStates[] => months.slice(0, -1);

export interface StatePart {
  month: string;
  state: State;
  people: number;
}

export const partsOf = (months: readonly MonthStates[]): StatePart[] =>
  months.flatMap((month) => states.map((state) => ({ month: month.month, state, people: month[state] })));

/** "Of 10,346 customers at the end of May 2026, 2,622 were new or active, 1,604 cooling and 6,120 lost" */
export const findingOf = ({ month, new: fresh, active, cooling, lost }: MonthStates): string =>
  `Of ${formatCount(fresh + active + cooling + lost)} customers at the end of ${formatMonth(month)}, ${formatCount(fresh + active)} were new or active, ${formatCount(cooling)} cooling and ${formatCount(lost)} lost`;

/** "843 people new; 5,100 lost at the end of March 2026, 6,120 at the end of June 2026" */
export const changeOf = (months: readonly MonthStates[]): string => {
  const fresh = months.reduce((sum, month) => sum + month.new, 0);
  const ends = [...new Set([months[0]!, months.at(-1)!])];
  const lost = ends.map(
    (end, i) => `${formatCount(end.lost)}${i === 0 ? " lost" : ""} at the end of ${formatMonth(end.month)}`,
  );
  return `${formatPeople(fresh)} new; ${lost.join(", ")}`;
};

/** "May 2026: 2,210 people active" */
export const partText = ({ month, state, people }: StatePart): string =>
  `${formatMonth(month)}: ${formatPeople(people)} ${state}`;

/** What the words mean, for these customers. */
export const meaningOf = (activeMonths: number): string => {
  const until = activeMonths === 1 ? "in the month" : `within ${activeMonths} months`;
  return `New: the first event is in the month. Active: the last event was ${until}. Cooling: for up to ${activeMonths === 1 ? "another month" : `another ${activeMonths} months`}. Lost: longer ago.`;
};

/** Of the part of a page that has the picture. */
export const statesFold = {
  title: "New, active, cooling, lost",
  finding: "How many customers were in each state at the end of each month.",
};
