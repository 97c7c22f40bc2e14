// Learning a propensity so that its report can be believed. The newest matured landmark N is the test; nothing that is
// judged at N has seen the days after it or the person it is judged on:
//
//   1. development   the rows whose label windows ended by N
//   2. trial         people are dealt into three; for each part, the candidates are judged, weighed, calibrated and fitted
//                    on the development rows of the other two, and score it at N; these scores make the report
//   3. model         the candidates' scores at N choose the weights and the calibration of the model that is used; its
//                    members are then fitted on all rows
//
// A history too short for 1 is tested on other people alone, and the report says so.

import type { Frame } from "../../domain/frame.js";
import { secondsPerDay } from "../../domain/resource.js";
import { assert } from "../../errors/refusal.js";
import type { WorkerThreads } from "../gbdt/worker-threads.js";
import { countMinority, countPositives } from "../numeric/labels.js";
import { assembleModel } from "./assemble.js";
import { chooseWeights, onlyUsed } from "./blend.js";
import { hasRepeatBuyers } from "./candidates/bg-nbd.js";
import { type CandidateName, fitCandidate } from "./candidates/registry.js";
import { importances, type PropensityModel } from "./model.js";
import { testOutOfTime } from "./out-of-time-test.js";
import { type PropensityReport, reportTest } from "./report.js";
import { scoreOrigins } from "./rolling-origin.js";
import { labelled, newestLandmark, rowsAt } from "./rows.js";
import { endedBefore, isEnoughToTrain } from "./validation.js";

export { type PropensityModel, predictPropensity } from "./model.js";
export type { PropensityReport } from "./report.js";

export interface TrainingOptions {
  horizonSeconds: number;
  seed: number;
  /** Names of the features that tell recency, frequency, tenure and value, recency first; empty where there are none. */
  rfmFeatures: string[];
  /** Names of the features that tell days with purchases, recency and tenure; empty or absent where there are none. */
  visitFeatures?: string[];
  /** They make it faster, and change nothing. */
  threads?: WorkerThreads;
  /** Fraction done, 0 to 1, and what is done next. */
  onProgress?: (fraction: number, text: string) => void;
}

export interface TrainedPropensity {
  model: PropensityModel;
  report: PropensityReport;
  /** The people at the test landmark, with what was predicted of them before it could be known. */
  test: {
    personId: BigInt64Array;
    label: Uint8Array;
    probability: Float64Array;
    /** The same, had each candidate been used alone. */
    candidates: { name: string; probability: Float64Array }[];
    /** Their features, in the order of the frame's. */
    columns: Float32Array[];
  };
}

/** About the shares of the time after which the trial and the models of the past are done. */
const trialShare = 0.87;
const membersShare = 0.92;

/** Labelled rows of all matured landmarks; both labels must occur, else it throws. */
export const trainPropensity = (input: Frame, options: TrainingOptions): TrainedPropensity => {
  const frame = labelled(input);
  assert(countMinority(frame.label) > 0, "labels of one class cannot be learned from");
  const progress = options.onProgress ?? (() => {});
  const visits = (options.visitFeatures ?? []).map((name) => featureIndex(frame, name));
  const isDated = options.horizonSeconds > 0;
  const candidates = {
    rfm: options.rfmFeatures.map((name) => featureIndex(frame, name)),
    visits: isDated && hasRepeatBuyers(frame, visits) ? visits : [],
    horizonDays: options.horizonSeconds / secondsPerDay,
    seed: options.seed,
    ...(options.threads && { threads: options.threads }),
  };
  const newest = newestLandmark(frame);
  const tested = rowsAt(frame, newest);
  const ended = endedBefore(frame, newest, options.horizonSeconds);
  const development = isEnoughToTrain(ended) ? ended : frame;

  const trial = testOutOfTime(development, tested, options.horizonSeconds, candidates, (fraction, text) =>
    progress(trialShare * fraction, text),
  );
  const { judgement, weights } = onlyUsed(trial.validation, chooseWeights(trial.validation));
  const fitMember = (name: CandidateName) => {
    progress(membersShare, `Fitting the model on all rows: ${name}`);
    return fitCandidate(name, frame, candidates, judgement.trees);
  };
  progress(trialShare, "Looking at models of the past");
  const rolled = scoreOrigins(judgement.names, frame, options.horizonSeconds, candidates, judgement.trees);
  const model = assembleModel(judgement, weights, fitMember, frame, rolled, options);
  const { bins, ...tests } = reportTest(tested.label, trial.probability, trial.alone);
  progress(1, "Looking at what it depends on");
  return {
    model,
    report: {
      ...tests,
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
      probability: trial.probability,
      candidates: trial.alone,
      columns: tested.columns,
    },
  };
};

const featureIndex = (frame: Frame, name: string): number => {
  const index = frame.names.indexOf(name);
  assert(index >= 0, `there is no feature ${name} in the frame`);
  return index;
};
