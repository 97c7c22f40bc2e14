// The trial answers how true the probabilities would have been: everyone tested is scored by models that were judged,
// weighed, calibrated and fitted on the development rows of other people.

import { sigmoid } from "../numeric/logit.js";
import { assembleModel } from "./assemble.js";
import { chooseWeights } from "./blend.js";
import {
  type CandidateName,
  type CandidateOptions,
  candidatesFor,
  fitCandidate,
  scoreCandidate,
} from "./candidates/registry.js";
import { predictPropensity } from "./model.js";
import { scoreOrigins } from "./rolling-origin.js";
import { foldsByPerson, type LabelledFrame, rowsWhere } from "./rows.js";
import { folds, scatter, type Validation, validateCandidates } from "./validation.js";

export interface OutOfTimeTest {
  /** Calibrated probabilities of the tested rows. */
  probability: Float64Array;
  /** The same, had each candidate been used alone; the constant stays the base rate of development. */
  alone: { name: CandidateName; probability: Float64Array }[];
  /** The candidates' own scores of the tested rows, by which the final model is judged. */
  validation: Validation;
}

/** `progress` is told the fraction of the trial that is done. */
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
  const learnedFold = foldsByPerson(development, folds, options.seed);
  const testedFold = foldsByPerson(tested, folds, options.seed);
  let trees = 0;
  for (let k = 0; k < folds; k++) {
    const part = (done: number, doing: string) =>
      progress((k + done) / folds, `Testing on people not seen, part ${k + 1} of ${folds}: ${doing}`);
    const others = rowsWhere(development, (row) => learnedFold[row] !== k);
    const held = rowsWhere(tested, (row) => testedFold[row] === k);
    const places = Int32Array.from(testedFold.keys()).filter((row) => testedFold[row] === k);
    const learned = learnFrom(others, horizonSeconds, options, part);
    trees += learned.judgement.trees / folds;
    scatter(predictPropensity(learned.model, held), places, probability);
    names.forEach((name, c) => {
      const raw = scoreCandidate(learned.fitted[c]!, held.columns, held.rows);
      scatter(raw, places, scores[c]!);
      const calibrated = name === "constant" ? raw.map(sigmoid) : predictPropensity(learned.alone(c), held);
      scatter(calibrated, places, alone[c]!.probability);
    });
  }
  levelConstant(alone);
  return { probability, alone, validation: { names, scores, label: tested.label, trees: Math.round(trees) } };
};

/** Each fold has a base rate of its own, but a constant is one number: ranking the folds by it would be no ranking of people. */
const levelConstant = (alone: OutOfTimeTest["alone"]): void => {
  const constant = alone.find(({ name }) => name === "constant")?.probability;
  constant?.fill(constant.reduce((sum, p) => sum + p, 0) / constant.length);
};

/** About the shares of the time after which candidates are judged and fitted. */
const judgedBy = 0.4;
const fittedBy = 0.7;

/** All candidates fitted to these rows, and the models made of them: the blend that was chosen, and each alone. */
const learnFrom = (
  rows: LabelledFrame,
  horizonSeconds: number,
  options: CandidateOptions,
  progress: (fraction: number, doing: string) => void,
) => {
  const judgement = validateCandidates(rows, horizonSeconds, options, (done) =>
    progress(judgedBy * done, "judging candidates"),
  );
  const fitted = judgement.names.map((name, c) => {
    progress(judgedBy + ((fittedBy - judgedBy) * c) / judgement.names.length, `fitting ${name}`);
    return fitCandidate(name, rows, options, judgement.trees);
  });
  progress(fittedBy, "looking at models of the past");
  const rolled = scoreOrigins(judgement.names, rows, horizonSeconds, options, judgement.trees);
  const modelOf = (weights: number[]) =>
    assembleModel(judgement, weights, (_, place) => fitted[place]!, rows, rolled, {
      ...options,
      horizonSeconds,
    });
  return {
    judgement,
    fitted,
    model: modelOf(chooseWeights(judgement)),
    alone: (place: number) => modelOf(fitted.map((_, c) => (c === place ? 1 : 0))),
  };
};
