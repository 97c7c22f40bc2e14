// States of a stream's people over time: what each was at the end of a month, by how long ago their last event was.

export interface PeopleStates {
  /** For so many months after an event people are active; for as many again they are cooling, and then lost. */
  activeMonths: number;
  /** Consecutive months, oldest first. */
  months: MonthStates[];
}

export interface MonthStates {
  /** In UTC, as yyyy-mm. */
  month: string;
  /** Their first event is in the month. */
  new: number;
  active: number;
  cooling: number;
  lost: number;
}

/** The newest are counted. */
export const mostStateMonths = 36;

/** Where nobody has had a second event, no interval is usual. */
export const activeMonthsWithoutReturns = 3;
export const mostActiveMonths = 24;
