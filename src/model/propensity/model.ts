// A propensity model as plain data: the names of its features, its candidates with their weights, and the
// calibration that turns their blended log-odds into a probability.

import type { Frame } from "../../domain/outcome/frame.js";
import { assert } from "../../errors/refusal.js";
import { applyCalibration, type Calibration } from "../calibration/calibration.js";
import { mix } from "./blend.js";
import {
  type CandidateName,
  type FittedCandidate,
  importancesOf,
  scoreCandidate,
} from "./candidates/registry.js";

export interface BlendMember {
  name: CandidateName;
  /** Not negative; the members' weights sum to 1. */
  weight: number;
  fitted: FittedCandidate;
}

/** A candidate's log-odds, one per row. */
export interface CandidateScores {
  name: CandidateName;
  raw: Float64Array;
}

export interface PropensityModel {
  features: string[];
  members: BlendMember[];
  calibration: Calibration;
}

/** Calibrated probabilities, one per row. The frame has the model's features in the same order. */
export const predictPropensity = (model: PropensityModel, frame: Frame): Float64Array => {
  const { features } = model;
  const isSame =
    frame.names.length === features.length && frame.names.every((name, f) => name === features[f]);
  assert(
    isSame,
    `the model has the features ${features.join(", ")}, and the frame has ${frame.names.join(", ")}`,
  );
  return applyCalibration(model.calibration, rawScores(model, frame));
};

/** Blended log-odds before calibration, one per row. */
export const rawScores = ({ members }: PropensityModel, frame: Frame): Float64Array => {
  const scores = members.map(({ fitted }) => scoreCandidate(fitted, frame.columns, frame.rows));
  return mix(
    scores,
    members.map(({ weight }) => weight),
  );
};

/** Share of each feature, averaged over the members by weight. */
export const importances = ({
  features,
  members,
}: PropensityModel): { name: string; importance: number }[] => {
  const shares = members.map(({ fitted }) => importancesOf(fitted, features.length));
  const weights = members.map(({ weight }) => weight);
  return features.map((name, f) => ({
    name,
    importance: shares.reduce((sum, share, m) => sum + weights[m]! * share[f]!, 0),
  }));
};
