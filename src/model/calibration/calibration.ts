// Calibration of a model as plain data: a map of its log-odds, and a shift of their level.

import { sigmoid } from "../numeric/special-functions.js";
import { applyMap, type CalibrationMap } from "./maps.js";

export interface Calibration {
  map: CalibrationMap;
  /** Added to the calibrated log-odds. */
  shift: number;
}

export const uncalibrated: Calibration = { map: { method: "identity" }, shift: 0 };

/** Calibrated probabilities of raw log-odds. */
export const applyCalibration = (calibration: Calibration, raw: Float64Array): Float64Array =>
  applyMap(calibration.map, raw).map((s) => sigmoid(s + calibration.shift));

/** The method's name: `level` where the level alone is moved. */
export const calibrationName = ({ map, shift }: Calibration): string =>
  map.method === "identity" && shift !== 0 ? "level" : map.method;
