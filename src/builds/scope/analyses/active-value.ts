// Values that people are expected to have if they are active, with their 80 % ranges, and the average over the
// scored people.

import { activeColumns } from "../../../domain/outcome/active-value.js";
import { activeFigureOf } from "../../../domain/outcome/value.js";
import { activeRange, valueIfActive } from "../../../model/value/active-train.js";
import { meanOfColumn, withSpent } from "../../../warehouse/scores.js";
import { cohortInputs } from "../../kind/relations.js";
import { readOwnPast } from "../../outcome/active-values.js";
import type { Analysis } from "./analysis.js";

export const activeValue: Analysis = {
  name: "active value",
  isRequested: ({ outcomes }) => outcomes.some(({ config }) => activeFigureOf(config.value)),
  async predict({ activeValue: stored }, frame, _, { account, engine }) {
    if (!stored) return {};
    const { model, ...task } = stored;
    const own = await readOwnPast(frame, task, cohortInputs(account), engine);
    const expected = valueIfActive(model, [...frame.columns, ...own], frame.rows);
    const ranges = Array.from(expected, (value) => activeRange(model.spread, value));
    return {
      value_if_active: expected,
      value_if_active_low: Float64Array.from(ranges, ({ low }) => low),
      value_if_active_high: Float64Array.from(ranges, ({ high }) => high),
    };
  },
  async ofOutcome({ model: { activeValue: stored }, scores, probabilities, place }, { tools: { engine } }) {
    if (!stored) return {};
    const valued = await engine.createTable(
      `valued_${place}`,
      withSpent(scores, probabilities, activeColumns, null),
    );
    const { mean } = await engine.row<{ mean: number | null }>(meanOfColumn(valued, "value_if_active"));
    return {
      scores: valued,
      columns: activeColumns,
      outcome: { value: { if_active: { ...stored.figure, expected: mean ?? 0 } } },
    };
  },
};
