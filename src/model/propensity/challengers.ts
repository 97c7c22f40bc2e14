// Challengers of a trained model, see `domain/pipeline/challenger.ts`. Each is calibrated as it would be if it
// were delivered, so that it is not beaten for its level.

import type { KeptChallenger } from "../../domain/pipeline/challenger.js";
import { assert } from "../../errors/refusal.js";
import { applyCalibration, type Calibration } from "../calibration/calibration.js";
import { type Blend, lossAtBaseRates, membersOf } from "./blend.js";
import type { CandidateOptions } from "./candidates/candidate.js";
import {
  baselineNames,
  type CandidateName,
  type FittedCandidate,
  fitCandidate,
  scoreCandidate,
} from "./candidates/registry.js";
import type { PropensityModel } from "./model.js";
import type { LabelledFrame } from "./rows.js";
import type { Evidence } from "./validation.js";

export interface Challenger extends KeptChallenger {
  /** Absent: the delivered model has it among its members. */
  fitted?: FittedCandidate;
  calibration: Calibration;
}

interface Delivered {
  blend: Blend;
  evidence: readonly Evidence[];
  /** Calibration of another blend, as of the delivered one. */
  calibrate(blend: Blend): Calibration;
}

/** A rule that is fitted to the training rows, and a member of the blend, which has been. */
export const challengersOf = (
  { blend, evidence, calibrate }: Delivered,
  training: LabelledFrame,
  options: CandidateOptions,
): Challenger[] => {
  const isKnown = (name: CandidateName) => evidence.every(({ names }) => names.includes(name));
  const members = membersOf(blend).map((member): Blend => [{ ...member, weight: 1 }]);
  const rule = baselineNames.findLast(isKnown);
  const isDelivered = members.length === 1 && members[0]![0]!.name === rule;
  const challengers: Challenger[] = [];
  if (rule !== undefined && !isDelivered)
    challengers.push({
      role: "rule",
      name: rule,
      fitted: fitCandidate(rule, training, options, 0),
      calibration: calibrate([{ name: rule, size: 0, weight: 1 }]),
    });
  if (members.length > 1) {
    const losses = members.map((member) => lossAtBaseRates(evidence, member));
    const best = members[losses.indexOf(Math.min(...losses))]!;
    challengers.push({ role: "member", name: best[0]!.name, calibration: calibrate(best) });
  }
  return challengers;
};

/** Calibrated probabilities, one per row. The frame has the features of the delivered model in the same order. */
export const predictChallenger = (
  { members }: PropensityModel,
  { name, fitted, calibration }: Challenger,
  { columns, rows }: { columns: Float32Array[]; rows: number },
): Float64Array => {
  const own = fitted ?? members.find((member) => member.name === name)?.fitted;
  assert(own, `the model has no member ${name}`);
  return applyCalibration(calibration, scoreCandidate(own, columns, rows));
};
