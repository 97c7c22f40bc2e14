// Probabilities of people within each horizon and the days on which they are expected, as of the account's
// now, and totals over the scored people.

import type { Frame } from "../../../domain/outcome/frame.js";
import { horizonColumns, probabilityColumn, type ScoredHorizons } from "../../../domain/outcome/horizons.js";
import { expectedDays, predictHorizons } from "../../../model/horizons/model.js";
import { totalInterval } from "../../../model/propensity/expected-total.js";
import type { Engine } from "../../../warehouse/engine.js";
import { datedCounts, horizonTotals, withHorizons } from "../../../warehouse/horizon-scores.js";
import type { Relation } from "../../../warehouse/sql/sql.js";
import type { StoredHorizons } from "../../outcome/stored-model.js";
import type { Analysis } from "./analysis.js";

const dayNames = ["median", "low", "high"] as const;

/** A probability for each horizon, NaN where it is not predicted, and expected days, NaN where there are none. */
const predictions = (
  horizons: StoredHorizons | undefined,
  frame: Frame,
  probability: Float64Array,
): Record<string, Float64Array> => {
  if (!horizons) return {};
  const { model, days } = horizons;
  const curves = predictHorizons(model, frame.columns, probability);
  const columns: Record<string, Float64Array> = {};
  for (const horizon of days)
    columns[probabilityColumn(horizon)] =
      curves[model.bounds.indexOf(horizon)] ?? new Float64Array(frame.rows).fill(Number.NaN);
  for (const name of dayNames) columns[`day_${name}`] = new Float64Array(frame.rows);
  probability.forEach((_, row) => {
    const expected = expectedDays(
      model,
      curves.map((curve) => curve[row]!),
    );
    for (const name of dayNames) columns[`day_${name}`]![row] = expected[name];
  });
  return columns;
};

export const horizons: Analysis = {
  name: "horizons",
  isRequested: ({ outcomes }) => outcomes.some(({ config }) => config.horizons),
  predict: (model, frame, probability) => predictions(model.horizons, frame, probability),
  async ofOutcome({ model, scores, probabilities, place }, { input: { account }, tools: { engine } }) {
    if (!model.horizons) return {};
    const { days, model: curves } = model.horizons;
    const within = { days, withinDays: curves.bounds.at(-1)!, now: account.dataThrough };
    const dated = await engine.createTable(`horizons_${place}`, withHorizons(scores, probabilities, within));
    return {
      scores: dated,
      columns: horizonColumns(days),
      outcome: { horizons: await totalsOf(dated, model.horizons, engine) },
    };
  },
};

/** Over the scored people. */
const totalsOf = async (
  scores: Relation,
  { model, days }: StoredHorizons,
  engine: Engine,
): Promise<ScoredHorizons> => {
  const totals: ScoredHorizons["horizons"] = [];
  for (const horizon of days) {
    const interval = model.bounds.indexOf(horizon);
    if (interval < 0) {
      totals.push({ days: horizon, expected: null, interval: null });
      continue;
    }
    const sums = await engine.row<{ people: number; expected: number; variance: number }>(
      horizonTotals(scores, horizon),
    );
    const margin = model.levelMargins[interval]!;
    totals.push({
      days: horizon,
      expected: sums.expected,
      interval: margin === null ? null : totalInterval(sums, margin),
    });
  }
  const counts = await engine.row<{ dated: number; unlikely: number }>(datedCounts(scores));
  return { horizons: totals, within_days: model.bounds.at(-1)!, ...counts };
};
