// Basis of a model: all that it was made from, so that a later build knows, without reading a frame, that it
// would learn the same. Events are not compared: a stream says from which time on it has changed. Features read
// events before the newest landmark alone, so where later ones have changed, labels are compared and no features are
// made. Where that leaves a doubt, the frame is read.

import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import type { FeaturePlan } from "../../domain/outcome/features/plan.js";
import type { Frame } from "../../domain/outcome/frame.js";
import type { OutcomeResult } from "../../domain/outcome/outcome.js";
import type { EpochSeconds } from "../../domain/resource/resource.js";
import { firstSeen } from "../../warehouse/cohorts/eligibility.js";
import { definingTraits } from "../../warehouse/cohorts/spine.js";
import type { Engine } from "../../warehouse/engine.js";
import { changedTraits } from "../../warehouse/features/traits.js";
import { linkFile } from "../../warehouse/layers.js";
import { outcomeFiles, peopleFiles, relation } from "../../warehouse/relations.js";
import { orderedBy, resultOf } from "../../warehouse/rows.js";
import { digest } from "../kind/digest.js";
import type { StepTools } from "../kind/kind.js";
import { cohortInputs } from "../kind/relations.js";
import { isUnchangedBefore, lastChange } from "../stream/continue.js";
import { biasDimensions } from "./bias.js";
import { featuresFor } from "./feature-plan.js";
import { warningsAboutLabels } from "./label-diagnostics.js";
import {
  type EventSpan,
  eventSpan,
  methodOf,
  type OutcomeInput,
  objectiveOf,
  type PredictionTask,
  predictionTask,
  sampleShare,
} from "./prediction-task.js";
import { allWarnings, type LearnedWarnings } from "./warnings.js";

/** Stored as JSON. */
interface Basis {
  /**
   * Fingerprint of the configuration, the features, the times that events are read up to, and the share of
   * the people who are learned from.
   */
  print: string;
  /** Last change of each stream, by name. */
  streams: Record<string, string>;
  result: OutcomeResult;
  warnings: LearnedWarnings;
  /** Hash of the people of all landmarks with their labels, and the share of 1 in the test; absent where more is learned. */
  labels?: { print: string; rate: number };
}

interface Learned {
  plan: FeaturePlan;
  seed: number;
  result: OutcomeResult;
  warnings: LearnedWarnings;
  /** `areAll`: nothing but probabilities is learned from what happened after a landmark. */
  labels: { frame: Frame; rate: number; areAll: boolean };
}

/**
 * Keeps what the next build compares. There is no basis without dates, nor where distances to places or locations
 * define a cohort.
 */
export const writeBasis = async (
  input: OutcomeInput,
  { plan, seed, result, warnings, labels: { frame, rate, areAll } }: Learned,
  engine: Engine,
  dir: string,
): Promise<void> => {
  const { attainment, eligible, attrition, active } = input;
  const isOfPlaces = [attainment, eligible, attrition, active].some(
    (cohort) => cohort?.place_conditions ?? cohort?.location_conditions,
  );
  const streams = await lastChanges(input);
  if (result.mode !== "point_in_time" || isOfPlaces || streams === null) return;
  const span = await eventSpan(input, result.horizon_days, engine);
  const print = printOf(input, plan, result, { seed, span });
  const labels = areAll && { labels: { print: printOfFrame(frame), rate } };
  await store(input, { print, streams, result, warnings, ...labels }, plan, dir);
};

const store = async (input: OutcomeInput, basis: Basis, plan: FeaturePlan, dir: string): Promise<void> => {
  const files = outcomeFiles(dir);
  if (traitsOf(plan, input).length > 0)
    await linkFile(peopleFiles(input.account.peopleDir).traits, files.traits);
  await writeFile(files.basis, JSON.stringify(basis));
};

/**
 * The previous build's model, with the result as of now; null where the frame has to be read. It then leaves
 * nothing behind.
 */
export const keepOutcome = async (
  input: OutcomeInput,
  { engine, dir, seed, progress }: StepTools,
): Promise<OutcomeResult | null> => {
  const { previousDir = null, config, account } = input;
  const basis = previousDir === null ? null : await readBasis(previousDir);
  if (previousDir === null || basis === null) return null;
  if ((await biasDimensions(config, account, engine)).length > 0) return null;
  const { landmarks, horizon_days } = basis.result;
  const span = await eventSpan(input, horizon_days, engine);
  const dated = { landmarks, horizonDays: horizon_days, excludeStreams: [], excludeTraits: [] };
  const planned = await featuresFor(dated, input, engine);
  const { plan } = planned;
  if (basis.print !== printOf(input, plan, basis.result, { seed, span })) return null;
  const streams = await lastChanges(input);
  if (streams === null) return null;
  const learned = (await areEventsUnchanged(basis, input, span.until))
    ? basis
    : await relabelled(basis, input, engine);
  if (learned === null) return null;
  if (await areTraitsChanged(previousDir, plan, input, span, engine)) return null;

  progress(0.9, "Keeping the model: nothing that it learns from has changed");
  const [before, files] = [outcomeFiles(previousDir), outcomeFiles(dir)];
  for (const name of ["model", "training", "test"] as const) await linkFile(before[name], files[name]);
  const result: OutcomeResult = {
    ...basis.result,
    refit_at: span.refitAt,
    warnings: await allWarnings(learned.warnings, planned, account, engine),
  };
  await store(input, { ...basis, ...learned, streams, result }, plan, dir);
  return result;
};

/**
 * What was learned, where events since the newest landmark have changed, and neither the task nor any label. Null
 * where that is not so, or not known.
 */
const relabelled = async (
  basis: Basis,
  input: OutcomeInput,
  engine: Engine,
): Promise<Pick<Basis, "warnings"> | null> => {
  const { labels, result } = basis;
  if (!labels || !(await areEventsUnchanged(basis, input, result.landmarks.at(-1)!))) return null;
  const task = await predictionTask(input, engine);
  const method = Object.entries({ ...methodOf(task, input.config), refit_at: result.refit_at });
  const isSameTask = method.every(
    ([name, value]) => digest([value]) === digest([result[name as keyof OutcomeResult]]),
  );
  if (!isSameTask || labels.print !== (await printOfSpines(task, engine))) return null;
  const about = await warningsAboutLabels(task, labels.rate, result.training, engine);
  return { warnings: { ...basis.warnings, labels: about } };
};

/** Hash of rows in order of landmark and person. */
class RowsPrint {
  private readonly hash = createHash("sha256");

  add(landmark: EpochSeconds, people: BigInt64Array, labels: Uint8Array): void {
    this.hash.update(`${landmark} ${people.length} `);
    for (const { buffer, byteOffset, byteLength } of [people, labels])
      this.hash.update(new Uint8Array(buffer, byteOffset, byteLength));
  }

  digest(): string {
    return this.hash.digest("hex");
  }
}

const printOfFrame = ({ rows, personId, landmark, label }: Frame): string => {
  const print = new RowsPrint();
  for (let from = 0, until = 0; from < rows; from = until) {
    while (until < rows && landmark[until] === landmark[from]) until++;
    print.add(Number(landmark[from]), personId.subarray(from, until), label!.subarray(from, until));
  }
  return print.digest();
};

const printOfSpines = async ({ landmarks, spine }: PredictionTask, engine: Engine): Promise<string> => {
  const print = new RowsPrint();
  for (const landmark of landmarks) {
    const { rows, columns } = await engine.columns(orderedBy("person_id", resultOf(spine(landmark))));
    const [people, labels] = [columns.person_id as BigInt64Array, columns.label as Float64Array];
    if (rows > 0) print.add(landmark, people, Uint8Array.from(labels));
  }
  return print.digest();
};

const printOf = (
  input: OutcomeInput,
  plan: FeaturePlan,
  { landmarks }: OutcomeResult,
  { seed, span: { refitAt: _, ...span } }: { seed: number; span: EventSpan },
): string => {
  const { config, attainment, eligible, attrition, active, account, version = 0 } = input;
  const traits = account.people.traits.filter(({ name }) => traitsOf(plan, input).includes(name));
  const basis = {
    version,
    seed,
    config,
    attainment,
    eligible,
    attrition,
    ...(active && { active }),
    plan,
    span,
    share: sampleShare(account, landmarks.length),
    traits: traits.map(({ name, type, isList }) => ({ name, type, isList })),
  };
  return digest(basis);
};

/** Null where a stream cannot tell. */
const lastChanges = async ({ account }: OutcomeInput): Promise<Record<string, string> | null> => {
  const changes: Record<string, string> = {};
  for (const { name, dir } of account.streams) {
    const change = await lastChange(dir);
    if (change === null) return null;
    changes[name] = change;
  }
  return changes;
};

const areEventsUnchanged = async (
  basis: Basis,
  input: OutcomeInput,
  until: EpochSeconds,
): Promise<boolean> => {
  const { streams } = input.account;
  if (streams.length !== Object.keys(basis.streams).length) return false;
  for (const { name, dir } of streams) {
    const change = basis.streams[name];
    if (change === undefined || !(await isUnchangedBefore(dir, until, change))) return false;
  }
  return true;
};

/** Traits have their values of now, also for rows of past landmarks. People without an event by then are in no row. */
const areTraitsChanged = async (
  previousDir: string,
  plan: FeaturePlan,
  input: OutcomeInput,
  { until }: EventSpan,
  engine: Engine,
): Promise<boolean> => {
  const traits = traitsOf(plan, input);
  if (traits.length === 0) return false;
  const before = outcomeFiles(previousDir).traits;
  if (!existsSync(before)) return true;
  const known = firstSeen(cohortInputs(input.account), until);
  const now = relation(peopleFiles(input.account.peopleDir).traits);
  const { changed } = await engine.row<{ changed: number }>(
    changedTraits(relation(before), now, traits, known),
  );
  return changed > 0;
};

/** Traits that features and the cohorts' definitions read. */
const traitsOf = ({ features }: FeaturePlan, input: OutcomeInput): string[] => [
  ...new Set([
    ...features.flatMap((feature) => (feature.over === "traits" ? [feature.measure.trait] : [])),
    ...definingTraits(objectiveOf(input)),
  ]),
];

const readBasis = async (dir: string): Promise<Basis | null> => {
  const text = await readFile(outcomeFiles(dir).basis, "utf8").catch(() => null);
  return text === null ? null : (JSON.parse(text) as Basis);
};
