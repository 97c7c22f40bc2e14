// The level to predict at. A model's residual level, by how much a landmark's log-odds lie above what it says, drifts with
// season and trend. What it will be a horizon from now is foretold between two simple forecasts, "as ever" and "as at the
// newest landmark". "As ever" holds until the past has shown that a level that moves stays where it went: a quiet summer
// says little of autumn, and to follow it costs more than it saves.

import { shiftTo } from "../calibration/calibration.js";
import { type PropensityModel, rawScores } from "./model.js";
import { attainedIn, type LabelledFrame, rarerIn, rowsAt } from "./rows.js";

export interface Residual {
  landmark: number;
  /** Log-odds to add so that the model's mean is the landmark's base rate. */
  level: number;
}

/** The model moved to the level that these rows, which it was fitted to, foretell. */
export const atForetoldLevel = (
  model: PropensityModel,
  rows: LabelledFrame,
  horizonSeconds: number,
): PropensityModel => {
  const landmarks = [...new Set(rows.landmark)].sort((a, b) => a - b);
  const residuals = landmarks.flatMap((landmark) => {
    const seen = rowsAt(rows, landmark);
    return rarerIn(seen.label) > 0 ? [{ landmark, level: levelOf(model, seen) }] : [];
  });
  const shift = residuals.length === 0 ? 0 : foretell(residuals, horizonSeconds);
  return { ...model, calibration: { map: model.calibration.map, shift } };
};

/** Residuals in order of time, at least one. */
export const foretell = (residuals: Residual[], horizonSeconds: number): number => {
  const usual = mean(residuals);
  const newest = residuals.at(-1)!.level;
  return usual + persistence(residuals, horizonSeconds) * (newest - usual);
};

/**
 * The weight of "as at the newest", 0 to 1, that fits the past best. Landmarks within one horizon share days, so only so
 * many of them together make one case; one such case, in which a usual move did not stay, is always added.
 */
const persistence = (residuals: Residual[], horizonSeconds: number): number => {
  const past = residuals.flatMap(({ landmark, level }, i) => {
    const later = residuals.find((r) => r.landmark >= landmark + horizonSeconds);
    const usual = mean(residuals.slice(0, i + 1));
    return later === undefined ? [] : [{ moved: level - usual, became: later.level - usual }];
  });
  const newest = residuals.at(-1)!.landmark;
  const sharing = residuals.filter((r) => r.landmark > newest - horizonSeconds).length;
  const sum = (of: (p: { moved: number; became: number }) => number) => past.reduce((a, p) => a + of(p), 0);
  const added = (sharing * sum((p) => p.became ** 2)) / Math.max(1, past.length);
  const stayed = sum((p) => p.moved * p.became) / (sum((p) => p.moved ** 2) + added || 1);
  return Math.min(1, Math.max(0, stayed));
};

const levelOf = (model: PropensityModel, rows: LabelledFrame): number =>
  shiftTo(model.calibration, rawScores(model, rows), attainedIn(rows.label) / rows.rows).shift;

const mean = (residuals: Residual[]): number =>
  residuals.reduce((sum, r) => sum + r.level, 0) / residuals.length;
