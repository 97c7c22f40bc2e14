// Out-of-time test of the whole procedure: every tested person is scored by models that were validated, blended, calibrated and
// fitted on the development rows of other people.

import { sigmoid } from "../numeric/special-functions.js";
import { assembleModel } from "./assemble.js";
import { chooseWeights } from "./blend.js";
import type { CandidateOptions } from "./candidates/candidate.js";
import { type CandidateName, candidatesFor, fitCandidate, scoreCandidate } from "./candidates/registry.js";
import { predictPropensity } from "./model.js";
import { scoreOrigins } from "./rolling-origin.js";
import { foldsByPerson, type LabelledFrame, rowsWhere, scatter } from "./rows.js";
import { folds, type Validation, validateCandidates } from "./validation.js";

export interface OutOfTimeTest {
  /** Calibrated probabilities of the tested rows. */
  probability: Float64Array;
  /** The same for each candidate alone; the constant stays the base rate of the development rows. */
  alone: { name: CandidateName; probability: Float64Array }[];
  /** The candidates' own scores of the tested rows, which validate the final model. */
  validation: Validation;
}

/** `progress` receives the fraction of the test that is done. */
export const testOutOfTime = (
  development: LabelledFrame,
  tested: LabelledFrame,
  horizonSeconds: number,
  options: CandidateOptions,
  progress: (fraction: number, text: string) => void,
): OutOfTimeTest => {
  const names = candidatesFor(tested, options);
  const probability = new Float64Array(tested.rows);
  const alone = names.map((name) => ({ name, probability: new Float64Array(tested.rows) }));
  const scores = names.map(() => new Float64Array(tested.rows));
  const meanSizes = names.map(() => 0);
  const developmentFold = foldsByPerson(development, folds, options.seed);
  const testedFold = foldsByPerson(tested, folds, options.seed);
  for (let k = 0; k < folds; k++) {
    const foldProgress = (done: number, doing: string) =>
      progress((k + done) / folds, `Testing on unseen people, part ${k + 1} of ${folds}: ${doing}`);
    const others = rowsWhere(development, (row) => developmentFold[row] !== k);
    const held = rowsWhere(tested, (row) => testedFold[row] === k);
    const heldRows = Int32Array.from(testedFold.keys()).filter((row) => testedFold[row] === k);
    const trained = trainOn(others, horizonSeconds, options, foldProgress);
    scatter(predictPropensity(trained.model, held), heldRows, probability);
    names.forEach((name, c) => {
      meanSizes[c]! += trained.validation.sizes[c]! / folds;
      const raw = scoreCandidate(trained.fitted[c]!, held.columns, held.rows);
      scatter(raw, heldRows, scores[c]!);
      const calibrated = name === "constant" ? raw.map(sigmoid) : predictPropensity(trained.alone(c), held);
      scatter(calibrated, heldRows, alone[c]!.probability);
    });
  }
  averageConstant(alone);
  const sizes = meanSizes.map(Math.round);
  return { probability, alone, validation: { names, scores, sizes, label: tested.label } };
};

/** Each fold has its own base rate, but a constant is one number: folds of different rates would otherwise look like a ranking. */
const averageConstant = (alone: OutOfTimeTest["alone"]): void => {
  const constant = alone.find(({ name }) => name === "constant")?.probability;
  constant?.fill(constant.reduce((sum, p) => sum + p, 0) / constant.length);
};

/** Approximate shares of the time after which candidates are validated and fitted. */
const validatedBy = 0.4;
const fittedBy = 0.7;

/** All candidates fitted to these rows, and the models made of them: the chosen blend, and each candidate alone. */
const trainOn = (
  rows: LabelledFrame,
  horizonSeconds: number,
  options: CandidateOptions,
  progress: (fraction: number, doing: string) => void,
) => {
  const validation = validateCandidates(rows, horizonSeconds, options, (done) =>
    progress(validatedBy * done, "comparing candidates"),
  );
  const { names, sizes } = validation;
  const fitted = names.map((name, c) => {
    progress(validatedBy + ((fittedBy - validatedBy) * c) / names.length, `fitting ${name}`);
    return fitCandidate(name, rows, options, sizes[c]!);
  });
  progress(fittedBy, "backtesting earlier dates");
  const origins = scoreOrigins(validation, rows, horizonSeconds, options);
  const modelOf = (weights: number[]) =>
    assembleModel(validation, weights, (c) => fitted[c]!, rows, origins, { ...options, horizonSeconds });
  return {
    validation,
    fitted,
    model: modelOf(chooseWeights(validation)),
    alone: (candidate: number) => modelOf(fitted.map((_, c) => (c === candidate ? 1 : 0))),
  };
};
