import { expect, test } from "vitest";
import { intervalsOf, simulated } from "./fixtures.js";
import { score } from "./metrics.js";

test("95 of 100 intervals contain the true value, for each metric and for the difference from the rule", () => {
  const all = simulated(200_000, 99);
  const [model, rule] = [all.scorers[0]!, all.scorers[2]!].map((s) => score(s.probability, all.label));
  const runs = 100;
  const contained = {
    auc: 0,
    average_precision: 0,
    log_loss: 0,
    brier: 0,
    top_decile_lift: 0,
    difference: 0,
  };
  for (let run = 0; run < runs; run++) {
    const { intervals, comparison } = intervalsOf(800, 1000 + run, { seed: run, draws: 100 });
    const contains = (interval: { low: number; high: number }, value: number) =>
      interval.low <= value && value <= interval.high ? 1 : 0;
    for (const name of ["auc", "average_precision", "log_loss", "brier", "top_decile_lift"] as const)
      contained[name] += contains(intervals.model![name], model![name]);
    contained.difference += contains(comparison.differences.log_loss, model!.log_loss - rule!.log_loss);
  }
  for (const [name, count] of Object.entries(contained)) {
    expect({ name, covers: count / runs > 0.86 }).toEqual({ name, covers: true });
  }
});
