// Incrementality of a hold-out: what contacting people has brought since their groups were drawn, month by
// month. Contacts of all campaigns count together, also those that nobody has listed, since all that differs
// between the groups is that one of them is left alone.

import { type Period, periods } from "../cohort/calendar.js";
import type { Estimate } from "../outcome/evaluation.js";
import { type EpochSeconds, secondsPerDay } from "../resource/resource.js";

/** A group in a month: who had it when the month began, and what they did in it. */
export interface MonthlyArm {
  people: number;
  /** People with a conversion. */
  converted: number;
  /** Events of the goal. */
  conversions: number;
  /** Sum of their values; absent where the goal's events have none. */
  amount?: number;
  /** Events in the stream of contacts; absent without such a stream. */
  contacts?: number;
}

/** Additional conversions and amount of the people to contact, all together. */
export interface Brought {
  /** Absent where a group has nobody, or nobody has converted. */
  conversions?: Estimate;
  amount?: Estimate;
}

export interface IncrementalMonth {
  from: EpochSeconds;
  until: EpochSeconds;
  contact: MonthlyArm;
  held_out: MonthlyArm;
  brought: Brought;
  /** Since the groups were drawn, through this month. */
  broughtSoFar: Brought;
  /** Contacts more than the people would have had as members of the group held out, since the groups were drawn. */
  contactsSoFar?: number;
}

export interface Incrementality {
  /** When the first groups were drawn. */
  since: EpochSeconds;
  /** Oldest first; the last one may not be over. */
  months: IncrementalMonth[];
}

/** A draw on the last days of a month makes no month of them: nothing can be said of hours. */
const leastFirstMonth = 7 * secondsPerDay;

/**
 * Months from the first draw on, in UTC. The first begins with the draw, and takes the months before the
 * newest 60 with it.
 */
export const monthsSince = (since: EpochSeconds, until: EpochSeconds): Period[] => {
  const [first, ...later] = periods("months", since, until);
  if (!first) return [];
  const isShort = first.end - since < leastFirstMonth && later.length > 0;
  const months = isShort ? later : [first, ...later];
  return [{ start: since, end: months[0]!.end }, ...months.slice(1)];
};
