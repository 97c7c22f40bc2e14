// Claims of a test: 452 people expected within 40 days, 411 to 496. Days are those since 1970.

import { secondsPerDay } from "../resource/resource.js";
import { type Claim, judgedClaim } from "./claim.js";
import type { ObservedPerformance, PerformanceHistory, ScoreSnapshot } from "./observed-performance.js";

const horizon_days = 40;

export const history: PerformanceHistory = {
  question: {
    attainment: { stream_name: "transaction" },
    eligible: null,
    attrition: null,
    undecided: "not_attained",
    recurring: true,
    horizon_days,
  },
  waiting: [],
  settling: [],
  observed: [],
};

export const snapshot = (day: number): ScoreSnapshot => ({
  cutoff: day * secondsPerDay,
  horizon_days,
  model: "m",
  people: 2000,
  level_margin: 0.1,
  auc: { expected: 0.74, low: 0.7, high: 0.78 },
});

export const observed = (day: number, attained: number): ObservedPerformance => ({
  cutoff: day * secondsPerDay,
  horizon_days,
  model: "m",
  people: 2000,
  left_out: 3,
  expected: 452,
  expected_interval: { low: 411, high: 496 },
  attained,
  deciles: [],
});

export const claim = (day: number): Claim => ({
  scope_id: "s",
  scope_name: "Buyers",
  outcome_id: "o",
  outcome_name: "Repeat purchase",
  goal: "buy again",
  cutoff: day * secondsPerDay,
  horizon_days,
  model: "m",
  definition: "d",
  people: 2000,
  figures: {
    people: { expected: 452, low: 411, high: 496 },
    auc: { expected: 0.74, low: 0.7, high: 0.78 },
  },
  verdict: "open",
});

export const judged = (day: number, attained: number): Claim =>
  judgedClaim(claim(day), observed(day, attained), (day + horizon_days) * secondsPerDay, day);
