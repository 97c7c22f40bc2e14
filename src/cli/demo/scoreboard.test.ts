import { expect, test } from "vitest";
import type { Scores } from "../../domain/outcome/outcome.js";
import { scoreboard } from "./scoreboard.js";

const scores = (auc: number): Scores => ({
  people: 2345,
  attained: 352,
  base_rate: 0.15,
  auc,
  average_precision: 0.3,
  log_loss: 0.4,
  brier: 0.12,
  ece: 0.011,
  top_decile_lift: 3,
});

test("the model stands beside the baselines, with the people it was measured on", () => {
  const lines = scoreboard({
    method: { horizon_days: 90, test_landmark: "2025-04-01T00:00:00Z" },
    performance: { model: scores(0.81), candidates: { constant: scores(0.5), boosting: scores(0.8) } },
    overall_features: {
      recognized_individuals: [
        { literate: "Orders in 90 days", importance: 0.1 },
        { literate: "Days since the last order", importance: 0.6 },
      ],
    },
  });
  expect(lines).toEqual([
    "  Measured on 2,345 people as of 2025-04-01, none of them used in training; 15.0 % converted.",
    "                AUC  log loss  Brier    ECE  lift in top 10 %",
    "  Bellwether  0.810     0.400  0.120  0.011              3.00",
    "  constant    0.500     0.400  0.120  0.011              3.00",
    "  Most important inputs: Days since the last order (60 %), Orders in 90 days (10 %).",
  ]);
});
