// Probabilities of people within each horizon and the days on which they are expected, as of the account's now, and totals over the
// scored people.

import type { Frame } from "../../domain/frame.js";
import { probabilityColumn, type ScoredHorizons } from "../../domain/horizons.js";
import type { EpochSeconds } from "../../domain/resource.js";
import { expectedDays, predictHorizons } from "../../model/horizons/model.js";
import { totalInterval } from "../../model/propensity/expected-total.js";
import type { Engine } from "../../warehouse/engine.js";
import { datedCounts, horizonTotals, withHorizons } from "../../warehouse/horizon-scores.js";
import type { Relation } from "../../warehouse/sql/sql.js";
import type { StoredHorizons } from "../outcome/stored-model.js";

const dayNames = ["median", "low", "high"] as const;

/** Columns of each frame: a probability for each horizon, NaN where it is not predicted, and expected days, NaN where there are none. */
export const horizonPredictions = (
  horizons: StoredHorizons | undefined,
  frame: Frame,
  probability: Float64Array,
): Record<string, Float64Array> => {
  if (!horizons) return {};
  const { model, days } = horizons;
  const curves = predictHorizons(model, frame.columns, probability);
  const unknown = new Float64Array(frame.rows).fill(Number.NaN);
  const columns = noHorizons(horizons, frame.rows);
  for (const horizon of days)
    columns[probabilityColumn(horizon)] = curves[model.bounds.indexOf(horizon)] ?? unknown;
  probability.forEach((_, row) => {
    const expected = expectedDays(
      model,
      curves.map((curve) => curve[row]!),
    );
    for (const name of dayNames) columns[`day_${name}`]![row] = expected[name];
  });
  return columns;
};

/** The same columns without values. */
export const noHorizons = (horizons: StoredHorizons | undefined, rows = 0): Record<string, Float64Array> =>
  Object.fromEntries(
    (horizons ? [...horizons.days.map(probabilityColumn), ...dayNames.map((name) => `day_${name}`)] : []).map(
      (name) => [name, new Float64Array(rows)],
    ),
  );

interface ScoredByHorizon {
  /** The scores with the columns of horizons. */
  scored: Relation;
  totals: ScoredHorizons;
}

/** Null for an outcome without further horizons. */
export const horizonScores = async (
  table: string,
  { scored, probabilities }: { scored: Relation; probabilities: Relation },
  horizons: StoredHorizons | undefined,
  now: EpochSeconds,
  engine: Engine,
): Promise<ScoredByHorizon | null> => {
  if (!horizons) return null;
  const { model, days } = horizons;
  const within_days = model.bounds.at(-1)!;
  const withColumns = await engine.createTable(
    table,
    withHorizons(scored, probabilities, { days, withinDays: within_days, now }),
  );
  const totals: ScoredHorizons["horizons"] = [];
  for (const horizon of days) {
    const interval = model.bounds.indexOf(horizon);
    if (interval < 0) {
      totals.push({ days: horizon, expected: null, interval: null });
      continue;
    }
    const sums = await engine.row<{ people: number; expected: number; variance: number }>(
      horizonTotals(withColumns, horizon),
    );
    const margin = model.levelMargins[interval]!;
    totals.push({
      days: horizon,
      expected: sums.expected,
      interval: margin === null ? null : totalInterval(sums, margin),
    });
  }
  const counts = await engine.row<{ dated: number; unlikely: number }>(datedCounts(withColumns));
  return { scored: withColumns, totals: { horizons: totals, within_days, ...counts } };
};
