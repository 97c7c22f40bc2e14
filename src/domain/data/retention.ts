// Retention of a stream: of the people who had their first event in a month, how many had another in each month after it.

export interface FirstMonth {
  /** In UTC, as yyyy-mm. */
  month: string;
  people: number;
  /** Sum of the values of the month's events; null where the stream has none. */
  value: number | null;
  /** Months with events of these people, in order. */
  later: LaterMonth[];
}

export interface LaterMonth {
  /** 1 is the next month. */
  monthsAfter: number;
  people: number;
  value: number | null;
}

/** The newest are counted: a picture of more could not be read. */
export const mostFirstMonths = 24;
