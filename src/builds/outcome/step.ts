// The step of an outcome: reads frames of people at each landmark with their labels, trains a model, tests it
// on a later date and on people that it has not seen, and stores it.

import { writeFile } from "node:fs/promises";
import type { ResultOf } from "../../domain/kinds/kinds.js";
import { type FeaturePlan, rfmFeatures, visitFeatures } from "../../domain/outcome/features/plan.js";
import type { Frame } from "../../domain/outcome/frame.js";
import type { OutcomeResult } from "../../domain/outcome/outcome.js";
import { secondsPerDay } from "../../domain/resource/resource.js";
import { refuse } from "../../errors/refusal.js";
import { minPerLabel } from "../../model/evaluation/label-diagnostics.js";
import { levelMargin } from "../../model/propensity/expected-total.js";
import type { TrainedPropensity } from "../../model/propensity/train.js";
import { openThreads } from "../../threads/threads.js";
import type { Engine } from "../../warehouse/engine.js";
import type { Spine } from "../../warehouse/features/frame-rows.js";
import { readFrames } from "../../warehouse/frame.js";
import { outcomeFiles } from "../../warehouse/relations.js";
import { orderedBy } from "../../warehouse/rows.js";
import type { Step, StepTools } from "../kind/kind.js";
import { featureRelations } from "../kind/relations.js";
import type { Learning, Lesson, OutcomeAnalysis } from "./analyses/analysis.js";
import { outcomeAnalyses } from "./analyses/registry.js";
import { keepOutcome, writeBasis } from "./basis.js";
import { biasDimensions, biasReport } from "./bias.js";
import { evaluationOf, importantFeatures, importantStreams, trainingLandmarks } from "./evaluation.js";
import { featuresFor } from "./feature-plan.js";
import { chooseGroups } from "./groups.js";
import { warningsAboutLabels, whyTooFewLabels } from "./label-diagnostics.js";
import { mitigateTest } from "./mitigation.js";
import {
  asObserved,
  definingStreamsOf,
  methodOf,
  type OutcomeInput,
  type PredictionTask,
  predictionTask,
} from "./prediction-task.js";
import { trainOrKeep } from "./refit.js";
import { referenceDistributions, type StoredModel } from "./stored-model.js";
import { allWarnings, type LearnedWarnings, warningsOf } from "./warnings.js";

/**
 * Refuses `history-too-short`, `history-too-quiet`, `too-little-to-learn`, `trait-unknown`,
 * `bias-trait-missing`, `value-missing` `value-without-events` and `horizons-without-events`.
 */
export const buildOutcome: Step<OutcomeInput, ResultOf<"outcomes">> = async (input, tools) => {
  const observed = asObserved(input);
  return (await keepOutcome(observed, tools)) ?? (await learnOutcome(observed, tools));
};

const learnOutcome: Step<OutcomeInput, OutcomeResult> = async (input, tools) => {
  const { engine, dir, progress, seed } = tools;
  progress(0, "Choosing landmarks");
  const task = await predictionTask(input, engine);
  const dimensions = await biasDimensions(input.config, input.account, engine);
  const planned = await featuresFor(task, input, engine);
  const requested = outcomeAnalyses.filter(({ isRequested }) => isRequested(input.config));
  for (const { check } of requested) check(input, task);
  const read = await readFrames(engine, planned.plan, featureRelations(input.account), spinesOf(task, tools));
  await refuseTooLittle(read, task, engine);
  const groups = chooseGroups(input.config, planned.plan, read, {
    horizon: task.horizon,
    seed,
    isPooled: task.isPooled,
    rfm: definingFeatures(rfmFeatures, planned.plan, input),
  });
  const { plan, frame } = groups;

  await using threads = openThreads(tools.threads ?? 1);
  const training = { ...trainingOf(input, task, plan, tools), threads };
  const { previousDir = null, version = 0 } = input;
  const unmitigated = await trainOrKeep(frame, training, { dir: previousDir, version }, dir);
  const fair = await mitigateTest(input.config, dimensions, unmitigated, input.account, engine);
  const learning = { input, task, frame, plan, groups, learned: fair?.learned ?? unmitigated, training };
  const further = await learnFurther(requested, learning, tools);
  await writeModel(learning, { mitigation: fair?.mitigation, origins: unmitigated.origins, further }, tools);

  const warnings = await learnedWarnings(learning, further, engine);
  const learnedFrom = { dimensions, learnedFrom: frame, test: learning.learned.test };
  const result: OutcomeResult = {
    ...evaluated(learning),
    warnings: await allWarnings(warnings, planned, input.account, engine),
    ...(await biasReport({ ...learnedFrom, price: fair?.price ?? null }, input.account, engine)),
    ...further.result,
  };
  if (dimensions.length === 0) {
    const labels = { frame, rate: rateOf(learning.learned.test), areAll: requested.length === 0 };
    await writeBasis(input, { ...planned, seed, result, warnings, labels }, engine, dir);
  }
  return result;
};

const trainingOf = (
  input: OutcomeInput,
  task: PredictionTask,
  plan: FeaturePlan,
  { seed, progress }: StepTools,
) => ({
  horizonSeconds: task.horizonDays * secondsPerDay,
  ...(typeof task.horizon !== "number" && { calendar: task.horizon }),
  ...(task.learnedThrough !== null && { learnedThrough: task.learnedThrough }),
  seed,
  ...(task.isPooled && { isPooled: true }),
  rfmFeatures: definingFeatures(rfmFeatures, plan, input),
  visitFeatures: definingFeatures(visitFeatures, plan, input),
  onProgress: (fraction: number, doing: string) => progress(0.15 + 0.75 * fraction, doing),
});

/** Writes the model, and the people whom it was tested on. */
const writeModel = async (
  { task, frame, plan, learned, training: { horizonSeconds } }: Learning,
  { mitigation, origins, further }: Pick<StoredModel, "mitigation"> & FurtherParts,
  { engine, dir }: StepTools,
): Promise<void> => {
  const files = outcomeFiles(dir);
  const isDated = task.staticReason === null;
  const stored: StoredModel = {
    plan,
    model: learned.model,
    challengers: mitigation ? [] : learned.challengers,
    mitigation,
    // Active people differ from everyone who is scored at all times, which is no drift.
    references: task.objective.active ? [] : referenceDistributions(plan, learned, frame, task.horizon),
    levelMargin: isDated ? levelMargin(origins, horizonSeconds) : null,
    ...further.stored,
  };
  await writeFile(files.model, JSON.stringify(stored));
  const { personId, label, probability } = learned.test;
  const tested = { person_id: personId, label: Int32Array.from(label), probability };
  const test = await engine.createTableOf("test", tested);
  await engine.writeParquet(orderedBy("person_id", test), files.test);
};

interface FurtherParts {
  /** Tests at past dates before any mitigation, which tell how sure the level is. */
  origins: TrainedPropensity["origins"];
  further: Lesson;
}

const learnedWarnings = async (
  { input, task, frame, plan, learned }: Learning,
  { warnings = [] }: Lesson,
  engine: Engine,
): Promise<LearnedWarnings> => ({
  labels: [
    ...(await warningsAboutLabels(task, rateOf(learned.test), trainingLandmarks(frame), engine)),
    ...warnings,
  ],
  ...warningsOf(plan, learned, frame),
  watched: [...new Set([...definingStreamsOf(input), ...importantStreams(plan, learned)])],
});

const evaluated = ({ input, task, frame, plan, groups, learned, training }: Learning) => ({
  ...learned.report,
  ...evaluationOf(plan, learned, definingStreamsOf(input), training),
  ...methodOf(task, input.config),
  ...(groups.evidence.length > 0 && { groups: groups.evidence }),
  features: importantFeatures(plan, learned),
  training_people: new Set(frame.personId).size,
  training: trainingLandmarks(frame),
});

const learnFurther = async (
  requested: readonly OutcomeAnalysis[],
  learning: Learning,
  { engine, progress }: StepTools,
): Promise<Lesson> => {
  const lessons: Lesson[] = [];
  for (const [i, { doing, learn }] of requested.entries()) {
    progress(0.9 + (0.1 * i) / requested.length, doing);
    lessons.push(await learn(learning, engine));
  }
  return {
    stored: Object.assign({}, ...lessons.map(({ stored }) => stored)),
    result: Object.assign({}, ...lessons.map(({ result }) => result)),
    warnings: lessons.flatMap(({ warnings = [] }) => warnings),
  };
};

/** The people of each landmark with their labels. */
async function* spinesOf(
  { landmarks, spine }: PredictionTask,
  { progress }: StepTools,
): AsyncGenerator<Spine> {
  for (const [i, landmark] of landmarks.entries()) {
    progress((0.05 * i) / landmarks.length, `Reading landmark ${i + 1} of ${landmarks.length}`);
    yield { cutoff: landmark, people: spine(landmark) };
  }
  progress(0.05, "Reading features");
}

/** Labels are counted over all landmarks, and at the newest, which the test needs. */
const refuseTooLittle = async (
  { label, landmark }: Frame,
  task: PredictionTask,
  engine: Engine,
): Promise<void> => {
  const { landmarks } = task;
  const rows = label ?? new Uint8Array();
  const newest = landmarks.at(-1);
  const attained = rows.reduce((sum, y) => sum + y, 0);
  const notAttained = rows.length - attained;
  const newestLabels = new Set(rows.filter((_, row) => landmark[row] === newest));
  if (Math.min(attained, notAttained) >= minPerLabel && newestLabels.size === 2) return;
  const cause = await whyTooFewLabels(task, { attained, notAttained }, engine);
  throw refuse("too-little-to-learn", {
    attained,
    not_attained: notAttained,
    landmarks: landmarks.length,
    cause,
  });
};

/** Recency, frequency and value in the eligible cohort's stream, or else in the attainment cohort's. */
const definingFeatures = (
  of: (plan: FeaturePlan, stream: string) => string[],
  plan: FeaturePlan,
  input: OutcomeInput,
): string[] =>
  definingStreamsOf(input)
    .map((name) => of(plan, name))
    .find((features) => features.length > 0) ?? [];

const rateOf = ({ label }: { label: Uint8Array }): number =>
  label.reduce((sum, y) => sum + y, 0) / label.length;
