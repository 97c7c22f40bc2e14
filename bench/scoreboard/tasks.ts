// Nine prediction tasks: the log of each, and the cohorts and outcome that predict it.
//
//   buy      all customers: will they buy within the horizon?
//   repeat   one-time customers: will they buy a second time?
//   churn    active customers: will they stop buying, or cancel, within the horizon?

import type { CohortConfig } from "../../src/domain/cohort/cohort.js";
import type { TaskSpec } from "./account.js";
import type { LogName } from "./public-data.js";

const customers: CohortConfig = { stream_name: "transaction" };

const buy = (horizon_days: number): TaskSpec => ({
  attainment: customers,
  eligible: customers,
  outcome: { horizon_days, recurring: true },
});

const repeat = (horizon_days: number): TaskSpec => ({
  attainment: { stream_name: "transaction", min_count: 2 },
  eligible: customers,
  population: { stream_name: "transaction", max_count: 1 },
  outcome: { horizon_days },
});

const gone = (horizon_days: number): TaskSpec => ({
  attainment: { stream_name: "transaction", recency: { occurrence: "last", min_days: horizon_days } },
  eligible: customers,
  outcome: { horizon_days },
});

const leave = (horizon_days: number): TaskSpec => ({
  attainment: { stream_name: "cancellation" },
  eligible: customers,
  outcome: { horizon_days },
});

export interface Task {
  name: string;
  log: LogName;
  spec: (horizonDays: number) => TaskSpec;
}

export const tasks: Task[] = [
  { name: "cdnow_buy91", log: "cdnow", spec: buy },
  { name: "cdnow_repeat91", log: "cdnow", spec: repeat },
  { name: "online_retail_buy91", log: "online_retail", spec: buy },
  { name: "online_retail_repeat91", log: "online_retail", spec: repeat },
  { name: "online_retail_churn91", log: "online_retail", spec: gone },
  { name: "grocery_buy91", log: "grocery", spec: buy },
  { name: "grocery_churn91", log: "grocery", spec: gone },
  { name: "completejourney_buy30", log: "completejourney", spec: buy },
  { name: "oulad_dev_churn60", log: "oulad", spec: leave },
];
