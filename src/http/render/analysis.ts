// How an outcome was learned and how true its probabilities are, on people and a date that the model has not seen.

import type { OutcomeResult, Scores } from "../../domain/outcome.js";
import { type JsonObject, present } from "../json.js";
import { isoSeconds } from "./record.js";

export const renderAnalysis = (result: OutcomeResult): JsonObject => ({
  overall_performance: {
    recognized_individuals: {
      roc_auc: result.roc_auc,
      lift_value: result.lift_value,
      roc_curve: result.roc_curve,
      lift_curve: result.lift_curve,
      lift_table: liftTable(result.lift_curve),
      metrics_table: metricsTable(result.performance),
    },
  },
  overall_features: {
    recognized_individuals: result.features.map((feature) => ({ ...feature, directionality: [] })),
  },
  method: present({
    mode: result.mode,
    static_reason: result.static_reason,
    horizon_days: result.horizon_days,
    horizon_chosen_from_data: result.horizon_chosen_from_data,
    landmarks: result.landmarks.map(isoSeconds),
    test_landmark: isoSeconds(result.test_landmark),
    tested_on: result.tested_on,
    training_rows: result.training_rows,
    training_attained: result.training_attained,
    blend: result.blend,
  }),
  performance: result.performance,
  calibration: result.calibration,
});

interface Table {
  headers: string[];
  rows: string[][];
}

const shownShares = [0.01, 0.05, 0.1, 0.2, 0.3, 0.5, 1];

/** Lift at shares of the people that are usual for a campaign: at each, the point of the curve that is nearest. */
const liftTable = (curve: OutcomeResult["lift_curve"]): Table => ({
  headers: ["Top share", "Lift", "Low", "High"],
  rows: shownShares.flatMap((share) => {
    const point = nearestPoint(curve, share);
    return point ? [[`${share * 100} %`, ...[point.y, point.y_min, point.y_max].map(fixed(2))]] : [];
  }),
});

const nearestPoint = (curve: OutcomeResult["lift_curve"], x: number) =>
  curve.reduce<OutcomeResult["lift_curve"][number] | undefined>(
    (best, point) => (best && Math.abs(best.x - x) <= Math.abs(point.x - x) ? best : point),
    undefined,
  );

const metricsTable = ({ model, candidates }: OutcomeResult["performance"]): Table => ({
  headers: [
    "Model",
    "People",
    "Attained",
    "Base rate",
    "AUC",
    "Log loss",
    "Brier",
    "Calibration error",
    "Top-decile lift",
  ],
  rows: [
    ["model", ...metrics(model)],
    ...Object.entries(candidates).map(([name, s]) => [name, ...metrics(s)]),
  ],
});

const metrics = (scores: Scores): string[] => [
  String(scores.people),
  String(scores.attained),
  ...[scores.base_rate, scores.auc, scores.log_loss, scores.brier, scores.ece].map(fixed(4)),
  fixed(2)(scores.top_decile_lift),
];

const fixed = (digits: number) => (value: number) => (Number.isFinite(value) ? value.toFixed(digits) : "–");
