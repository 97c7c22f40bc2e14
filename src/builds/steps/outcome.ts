// An outcome's model and the evidence for it: frames of people as of each landmark, what became of them, and a model that
// is tested on a date and on people it has not seen before it is made.

import { writeFile } from "node:fs/promises";
import { type FeaturePlan, planFeatures, rfmFeatures } from "../../domain/features.js";
import { appendFrames, type Frame } from "../../domain/frame.js";
import { secondsPerDay } from "../../domain/resource.js";
import { refuse } from "../../errors/refusal.js";
import { learnPropensity, type PropensityModel } from "../../model/propensity.js";
import { summarizeTraits } from "../../warehouse/features/trait-values.js";
import { readFrame } from "../../warehouse/frame.js";
import { outcomeFiles, peopleFiles, relation } from "../../warehouse/relations.js";
import { sql } from "../../warehouse/sql/sql.js";
import { evidenceOf, importantFeatures, trainingLandmarks, warningsOf } from "../evidence.js";
import { featureRelations } from "../feature-relations.js";
import { type Question, settleQuestion } from "../question.js";
import type { OrderOf, Step, StepTools } from "../step.js";

/** What `model.json` holds: everything that scoring needs. */
export interface StoredModel {
  plan: FeaturePlan;
  model: PropensityModel;
}

/** Refuses `history-too-short` and `too-little-to-learn`. */
export const buildOutcome: Step<"outcomes"> = async (order, tools) => {
  const { engine, dir, progress, seed } = tools;
  progress(0, "choosing landmarks");
  const question = await settleQuestion(order, engine);
  const plan = await featuresFor(question, order, tools);
  const frame = await readFrames(question, plan, order, tools);
  refuseTooLittle(frame, question);

  const learned = learnPropensity(frame, {
    horizonSeconds: question.horizonDays * secondsPerDay,
    seed,
    rfmFeatures: baselineFeatures(plan, order),
    onProgress: (fraction, doing) => progress(0.3 + 0.65 * fraction, doing),
  });

  const files = outcomeFiles(dir);
  await writeFile(files.model, JSON.stringify({ plan, model: learned.model } satisfies StoredModel));
  const { personId, label, probability } = learned.test;
  const tested = { person_id: personId, label: Int32Array.from(label), probability };
  const test = await engine.createTableOf("test", tested);
  await engine.writeParquet(sql`select * from ${test} order by person_id`, files.test);
  const streams = definingStreamsOf(order);
  return {
    ...learned.report,
    ...evidenceOf(plan, learned, streams, seed),
    ...methodOf(question),
    features: importantFeatures(plan, learned),
    training: trainingLandmarks(frame),
    warnings: await warningsOf(plan, learned, frame, streams, order.world, engine),
  };
};

const featuresFor = async (
  question: Question,
  { config, world }: OrderOf<"outcomes">,
  { engine }: StepTools,
): Promise<FeaturePlan> => {
  const traits = await summarizeTraits(
    engine,
    relation(peopleFiles(world.peopleDir).traits),
    world.people.traits,
  );
  return planFeatures(world.streams, traits, {
    blocklist: [...(config.feature_blocklist ?? []), ...question.excludeTraits],
    blockedProviders: config.predictors?.blocked?.providers ?? [],
    excludeStreams: question.excludeStreams,
    landmarkSpanDays: (question.landmarks.at(-1)! - question.landmarks[0]!) / secondsPerDay,
  });
};

const readFrames = async (
  { landmarks, spine }: Question,
  plan: FeaturePlan,
  { world }: OrderOf<"outcomes">,
  { engine, progress }: StepTools,
): Promise<Frame> => {
  const frames: Frame[] = [];
  for (const landmark of landmarks) {
    progress(
      (0.3 * frames.length) / landmarks.length,
      `reading landmark ${frames.length + 1} of ${landmarks.length}`,
    );
    const asked = await engine.createTable("spine", spine(landmark));
    frames.push(
      await readFrame(engine, plan, featureRelations(world), sql`select * from ${asked}`, landmark),
    );
  }
  return appendFrames(frames);
};

const leastOfEach = 10;

/** Over all landmarks, and at the newest, without which nothing could be tested. */
const refuseTooLittle = ({ label, landmark }: Frame, { landmarks }: Question): void => {
  const rows = label ?? new Uint8Array();
  const newest = landmarks.at(-1);
  const attained = rows.reduce((sum, y) => sum + y, 0);
  const notAttained = rows.length - attained;
  const newestLabels = new Set(rows.filter((_, row) => landmark[row] === newest));
  if (Math.min(attained, notAttained) >= leastOfEach && newestLabels.size === 2) return;
  throw refuse("too-little-to-learn", { attained, not_attained: notAttained, landmarks: landmarks.length });
};

/** What everybody looks at first: when, how often and for how much they came in the eligible, or else the attainment, stream. */
const baselineFeatures = (plan: FeaturePlan, order: OrderOf<"outcomes">): string[] =>
  definingStreamsOf(order)
    .map((name) => rfmFeatures(plan, name))
    .find((features) => features.length > 0) ?? [];

const definingStreamsOf = ({ attainment, eligible }: OrderOf<"outcomes">): string[] =>
  [eligible?.stream_name, attainment.stream_name].filter((name) => name !== undefined);

const methodOf = (question: Question) => ({
  mode: question.staticReason === null ? ("point_in_time" as const) : ("static" as const),
  static_reason: question.staticReason,
  horizon_days: question.horizonDays,
  horizon_chosen_from_data: question.isHorizonChosen,
  landmarks: question.landmarks,
});
