// The level to predict at: right on average over the rows that the model was fitted to, and then moved by the error that
// such models have had when they were used a horizon later.

import { applyMap } from "../calibration/maps.js";
import { levelShift } from "../calibration/shift.js";
import { positiveRate } from "../numeric/labels.js";
import { foretell } from "./foretell.js";
import { type PropensityModel, rawScores } from "./model.js";
import { levelErrors, type Rolled } from "./rolled.js";
import type { LabelledFrame } from "./rows.js";

/** `rows` are those that the model was fitted to, or some of them; `weights` are its members', by their place in `rolled`. */
export const atForetoldLevel = (
  model: PropensityModel,
  rows: LabelledFrame,
  rolled: Rolled,
  weights: number[],
  horizonSeconds: number,
): PropensityModel => {
  const { map } = model.calibration;
  const own = levelShift(applyMap(map, rawScores(model, rows)), positiveRate(rows.label));
  const error = foretell(levelErrors(rolled, weights, map), rolled.landmarks, horizonSeconds);
  return { ...model, calibration: { map, shift: own + error } };
};
