// Frames of the benchmark of an outcome, as the service makes them: its training frame, and the features of
// everyone as of now.

import { writeFile } from "node:fs/promises";
import path from "node:path";
import { featureRelations } from "../../src/builds/kind/relations.js";
import type { AccountSnapshot } from "../../src/builds/kind/snapshot.js";
import { type OutcomeInput, predictionTask } from "../../src/builds/outcome/prediction-task.js";
import { type FeaturePlan, planFeatures } from "../../src/domain/outcome/features/plan.js";
import { secondsPerDay } from "../../src/domain/resource/resource.js";
import type { Engine } from "../../src/warehouse/engine.js";
import { readFrame, readFrames } from "../../src/warehouse/frame.js";
import { peopleFiles, relation } from "../../src/warehouse/relations.js";
import { sql } from "../../src/warehouse/sql/sql.js";

const planFor = ({ streams }: AccountSnapshot, landmarks: readonly number[]): FeaturePlan =>
  planFeatures(streams, [], {
    blocklist: [],
    blockedProviders: [],
    excludeStreams: [],
    landmarkSpanDays: (landmarks.at(-1)! - landmarks[0]!) / secondsPerDay,
  });

/** Writes the columns of the training frame one after the other (`columns`, float32), and `label`. */
export const writeTrainingFrame = async (
  input: OutcomeInput,
  engine: Engine,
  dir: string,
): Promise<{ rows: number; features: number }> => {
  const task = await predictionTask(input, engine);
  const plan = planFor(input.account, task.landmarks);
  const spines = task.landmarks.map((cutoff) => ({ cutoff, people: task.spine(cutoff) }));
  const { rows, columns, label } = await readFrames(engine, plan, featureRelations(input.account), spines);
  await writeFile(path.join(dir, "columns"), Buffer.concat(columns.map((c) => Buffer.from(c.buffer))));
  await writeFile(path.join(dir, "label"), label!);
  return { rows, features: columns.length };
};

/**
 * Reads the features of everyone as of now, and writes what they are (`features.json`). Returns the processor
 * time of reading.
 */
export const readEveryone = async (account: AccountSnapshot, engine: Engine, dir: string) => {
  const now = account.dataThrough;
  const plan = planFor(account, [now - 365 * secondsPerDay, now]);
  const everyone = relation(peopleFiles(account.peopleDir).people);
  const people = sql`select p.person_id from ${everyone} as p`;
  const before = process.cpuUsage();
  const { rows } = await readFrame(engine, plan, featureRelations(account), people, now);
  const { user, system } = process.cpuUsage(before);
  const features = plan.features.map(({ name, over, ...feature }) => ({
    name,
    over,
    ...("measure" in feature ? feature.measure : {}),
  }));
  await writeFile(path.join(dir, "features.json"), JSON.stringify(features));
  return { rows, features: features.length, cutoff: now, processorSeconds: (user + system) / 1e6 };
};
