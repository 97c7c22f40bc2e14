// Refit of a model, which a build leaves out while nothing that the model learns from has changed. The
// training of each build is stored under a key of all that it depends on. A later build with the same key
// takes it over, and any other fits the model again. Both ways give the same result.

import { createHash } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import type { Frame } from "../../domain/outcome/frame.js";
import { rowsAtNewest } from "../../model/propensity/rows.js";
import {
  type TrainedPropensity,
  type TrainingOptions,
  trainPropensity,
} from "../../model/propensity/train.js";
import { outcomeFiles } from "../../warehouse/relations.js";

interface StoredTraining {
  key: string;
  trained: TrainedPropensity;
}

/**
 * Trains, or keeps the training of the build in `previous.dir`; writes the training to `dir`. `version` is
 * that of the outcome's kind: another version trains in another way.
 */
export const trainOrKeep = async (
  frame: Frame,
  options: TrainingOptions,
  previous: { dir: string | null; version: number },
  dir: string,
): Promise<TrainedPropensity> => {
  const key = trainingKey(frame, options, previous.version);
  const kept = previous.dir === null ? null : await storedTraining(previous.dir, key);
  if (kept) options.onProgress?.(1, "Keeping the model: nothing that it learns from has changed");
  const trained = kept ? withColumns(kept, frame) : trainPropensity(frame, options);
  const stored: StoredTraining = { key, trained: withoutColumns(trained) };
  await writeFile(outcomeFiles(dir).training, JSON.stringify(stored, writeValue));
  return trained;
};

/** Null where the previous build has none, or another one. */
const storedTraining = async (dir: string, key: string): Promise<TrainedPropensity | null> => {
  const text = await readFile(outcomeFiles(dir).training, "utf8").catch(() => null);
  if (text === null) return null;
  const stored = JSON.parse(text, readValue) as StoredTraining;
  return stored.key === key ? stored.trained : null;
};

const trainingKey = (
  { names, personId, landmark, label, columns }: Frame,
  { horizonSeconds, calendar, learnedThrough, seed, rfmFeatures, visitFeatures, isPooled }: TrainingOptions,
  version: number,
): string => {
  const hash = createHash("sha256");
  hash.update(
    JSON.stringify({
      version,
      names,
      horizonSeconds,
      calendar,
      learnedThrough,
      seed,
      rfmFeatures,
      visitFeatures,
      isPooled,
    }),
  );
  for (const values of [personId, landmark, label ?? new Uint8Array(), ...columns])
    hash.update(new Uint8Array(values.buffer, values.byteOffset, values.byteLength));
  return hash.digest("hex");
};

/** The frame has the values of the tested people already. */
const withoutColumns = (trained: TrainedPropensity): TrainedPropensity => ({
  ...trained,
  test: { ...trained.test, columns: [] },
});

const withColumns = (trained: TrainedPropensity, frame: Frame): TrainedPropensity => ({
  ...trained,
  test: { ...trained.test, columns: rowsAtNewest(frame).columns },
});

// JSON has neither arrays of numbers in their own type nor numbers that are not finite. The engine's own
// serialisation has both, but its bytes depend on how the engine happens to hold a number.

const arrayTypes = { Float64Array, Float32Array, Int32Array, Uint8Array, BigInt64Array };
type ArrayType = keyof typeof arrayTypes;

const writeValue = (_: string, value: unknown): unknown => {
  if (ArrayBuffer.isView(value)) {
    const bytes = Buffer.from(value.buffer, value.byteOffset, value.byteLength);
    return { array: value.constructor.name, bytes: bytes.toString("base64") };
  }
  return typeof value === "number" && !Number.isFinite(value) ? { number: String(value) } : value;
};

const readValue = (_: string, value: unknown): unknown => {
  if (typeof value !== "object" || value === null) return value;
  if ("number" in value && typeof value.number === "string") return Number(value.number);
  if (!("array" in value && "bytes" in value)) return value;
  const bytes = Uint8Array.from(Buffer.from(String(value.bytes), "base64"));
  return new arrayTypes[value.array as ArrayType](bytes.buffer);
};
