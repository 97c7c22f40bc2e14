// Public logs on which expected amounts are judged. Each is judged at its own day and at two days one and two
// horizons before it.

import type { LogName } from "../scoreboard/public-data.js";

export interface ValueLog {
  name: Exclude<LogName, "oulad">;
  /** The last day of the newest history. */
  through: string;
  horizonDays: number;
  /** Columns of the file that `historyOf` writes; the value is null in a log without amounts. */
  columns: { customer: string; date: string; value: string | null };
}

/**
 * The gift shop's log is a year long, so three dates take a shorter horizon. Its window ends before 9
 * December 2011, the day of an order of 168,470 pounds that was cancelled within minutes: with it, one order
 * would decide which method is best.
 */
export const valueLogs: ValueLog[] = [
  {
    name: "grocery",
    through: "2007-09-30",
    horizonDays: 91,
    columns: { customer: "cust", date: "date", value: null },
  },
  {
    name: "completejourney",
    through: "2017-11-30",
    horizonDays: 30,
    columns: { customer: "household_id", date: "transaction_timestamp", value: "sales_value" },
  },
  {
    name: "online_retail",
    through: "2011-10-09",
    horizonDays: 56,
    columns: { customer: "CustomerID", date: "InvoiceDate", value: "value" },
  },
  {
    name: "cdnow",
    through: "1998-03-31",
    horizonDays: 91,
    columns: { customer: "customer_id", date: "date", value: "value" },
  },
];
