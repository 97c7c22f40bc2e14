// Training of a propensity model whose report can be trusted. The newest matured landmark N is the test. No model that scores N has
// seen the days after N, or the person that it scores:
//
//   1. development   the rows whose label windows ended by N
//   2. test          people are split into three folds. For each fold, the candidates are validated, blended, calibrated and
//                    fitted on the development rows of the other two, and score the fold at N. These scores make the report
//   3. model         the candidates' scores at N choose the weights and the calibration of the final model, whose members are
//                    then fitted on all rows
//
// A history too short for step 1 is tested on other people alone, and the report says so.

import type { Frame } from "../../domain/frame.js";
import type { OutcomeResult } from "../../domain/outcome.js";
import { secondsPerDay } from "../../domain/resource.js";
import { assert } from "../../errors/refusal.js";
import { calibrationBins, liftValue, score } from "../evaluation/metrics.js";
import type { WorkerThreads } from "../gbdt/worker-threads.js";
import { countMinority, countPositives } from "../numeric/labels.js";
import { assembleModel } from "./assemble.js";
import { chooseWeights, withoutUnused } from "./blend.js";
import { hasRepeatBuyers } from "./candidates/bg-nbd.js";
import type { CandidateOptions } from "./candidates/candidate.js";
import { type CandidateName, fitCandidate } from "./candidates/registry.js";
import { importances, type PropensityModel } from "./model.js";
import { testOutOfTime } from "./out-of-time-test.js";
import { scoreOrigins } from "./rolling-origin.js";
import {
  endedBefore,
  isEnoughToTrain,
  type LabelledFrame,
  labelled,
  newestLandmark,
  rowsAt,
} from "./rows.js";

export interface TrainingOptions {
  horizonSeconds: number;
  seed: number;
  /** Names of the features for recency, frequency, tenure and value, recency first; empty where there are none. */
  rfmFeatures: string[];
  /** Names of the features for days with purchases, recency and tenure; empty or absent where there are none. */
  visitFeatures?: string[];
  /** Threads change the time it takes, not the result. */
  threads?: WorkerThreads;
  /** Fraction done, 0 to 1, and the step that begins. */
  onProgress?: (fraction: number, text: string) => void;
}

export interface TrainedPropensity {
  model: PropensityModel;
  report: PropensityReport;
  /** The people at the test landmark, with probabilities from models that had not seen their outcome. */
  test: {
    personId: BigInt64Array;
    label: Uint8Array;
    probability: Float64Array;
    /** The same for each candidate alone. */
    candidates: { name: string; probability: Float64Array }[];
    /** Their features, in the order of the frame's. */
    columns: Float32Array[];
  };
}

/** Named as in `OutcomeResult`, of which it is a part. */
export interface PropensityReport
  extends Pick<OutcomeResult, "roc_auc" | "lift_value" | "performance" | "blend" | "calibration"> {
  tested_on: "later dates and other people" | "other people";
  test_landmark: number;
  training_rows: number;
  training_attained: number;
  /** In the order of the frame's features; shares sum to 1, or are all 0 where only the constant is used. */
  features: { name: string; importance: number }[];
}

/** Approximate shares of the time after which the test and the backtests are done. */
const testedBy = 0.87;
const backtestedBy = 0.92;

/** `input` has labelled rows of all matured landmarks. It throws where all labels are equal. */
export const trainPropensity = (input: Frame, options: TrainingOptions): TrainedPropensity => {
  const frame = labelled(input);
  assert(countMinority(frame.label) > 0, "training needs both labels");
  const progress = options.onProgress ?? (() => {});
  const candidateOptions = candidateOptionsOf(frame, options);
  const newest = newestLandmark(frame);
  const tested = rowsAt(frame, newest);
  const ended = endedBefore(frame, newest, options.horizonSeconds);
  const development = isEnoughToTrain(ended) ? ended : frame;

  const test = testOutOfTime(
    development,
    tested,
    options.horizonSeconds,
    candidateOptions,
    (fraction, text) => progress(testedBy * fraction, text),
  );
  const { validation, weights } = withoutUnused(test.validation, chooseWeights(test.validation));
  const { names, sizes } = validation;
  progress(testedBy, "Backtesting earlier dates");
  const origins = scoreOrigins(validation, frame, options.horizonSeconds, candidateOptions);
  const fitMember = (c: number) => {
    progress(backtestedBy, `Fitting the model on all rows: ${names[c]!}`);
    return fitCandidate(names[c]!, frame, candidateOptions, sizes[c]!);
  };
  const model = assembleModel(validation, weights, fitMember, frame, origins, options);
  const { bins, ...figures } = reportTest(tested.label, test.probability, test.alone);
  progress(1, "Measuring feature importance");
  return {
    model,
    report: {
      ...figures,
      tested_on: development === frame ? "other people" : "later dates and other people",
      test_landmark: newest,
      training_rows: frame.rows,
      training_attained: countPositives(frame.label),
      blend: Object.fromEntries(model.members.map(({ name, weight }) => [name, weight])),
      calibration: { method: model.calibration.map.method, bins },
      features: importances(model),
    },
    test: {
      personId: tested.personId,
      label: tested.label,
      probability: test.probability,
      candidates: test.alone,
      columns: tested.columns,
    },
  };
};

const candidateOptionsOf = (
  frame: LabelledFrame,
  { rfmFeatures, visitFeatures = [], horizonSeconds, seed, threads }: TrainingOptions,
): CandidateOptions => {
  const visits = visitFeatures.map((name) => featureIndex(frame, name));
  const isDated = horizonSeconds > 0;
  return {
    rfm: rfmFeatures.map((name) => featureIndex(frame, name)),
    visits: isDated && hasRepeatBuyers(frame, visits) ? visits : [],
    horizonDays: horizonSeconds / secondsPerDay,
    seed,
    ...(threads && { threads }),
  };
};

const featureIndex = (frame: Frame, name: string): number => {
  const index = frame.names.indexOf(name);
  assert(index >= 0, `the frame has no feature ${name}`);
  return index;
};

/** The part of the report that follows from the test's probabilities alone. */
export const reportTest = (
  label: Uint8Array,
  probability: Float64Array,
  candidates: { name: CandidateName; probability: Float64Array }[],
) => ({
  roc_auc: score(probability, label).auc,
  lift_value: liftValue(probability, label),
  performance: {
    model: score(probability, label),
    candidates: Object.fromEntries(candidates.map((c) => [c.name, score(c.probability, label)])),
  },
  bins: calibrationBins(probability, label),
});
