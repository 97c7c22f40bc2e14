// Recurring amounts of the people whom a prediction scores: what their running subscriptions bring in a month, how
// much of it is at risk, and when they renew. In the currency of the stream.

export interface RecurringAmounts {
  /** Machine name of the stream whose values are paid again and again. */
  stream: string;
  /** Subscriptions of scored people that run at the cutoff. */
  subscriptions: number;
  /** Subscriptions whose price or interval is not known; they are in no amount. */
  unknown: number;
  /** Amount that they bring in a month. */
  monthly: number;
  /** Sum over people of their probability and what they bring in a month. */
  at_risk: number;
  /** By the month of the next renewal, the earliest first. */
  renewals: Renewals[];
}

export interface Renewals {
  /** yyyy-mm, UTC. */
  month: string;
  subscriptions: number;
  /** Amount of these subscriptions, each for its whole interval. */
  amount: number;
}
