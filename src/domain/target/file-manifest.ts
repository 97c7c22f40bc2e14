// File manifest: what stands beside a delivered file, so that its reader knows how old it is and what to
// expect of it. It is made by the build that wrote the file and stays with it, also while a later build runs.

import type { StaleReason } from "../data/freshness.js";
import type { Verdict } from "../outcome/evaluation.js";
import type { CalendarFields } from "../outcome/label-window.js";
import type { ExpectedValue, ValueMeasure } from "../outcome/value.js";
import type { FileSource } from "../pipeline/replay.js";
import type { EpochMs, EpochSeconds } from "../resource/resource.js";

export interface FileManifest {
  built_at: EpochMs;
  /** When the scores were made. */
  scored_at: EpochMs;
  /** The cutoff of the scores, exclusive; null without dates. */
  data_through: EpochSeconds | null;
  /** The earliest first. */
  stale: StaleReason[];
  /** The arrivals that tell the rhythm of the data, oldest first; later builds continue them. */
  arrivals: EpochMs[];
  /** Sources of the file. */
  source: FileSource;
  outcomes: ManifestOutcome[];
}

/** The model behind an outcome's columns, and what it expects of the people in the file. */
export interface ManifestOutcome extends CalendarFields {
  id: string;
  name: string;
  /** Null without dates. */
  horizon_days: number | null;
  learned_through: EpochSeconds | null;
  refit_at: EpochSeconds | null;
  /** When a build first had this model. */
  model_trained_at: EpochMs | null;
  /** Hash of the model: equal hashes score alike. */
  model_version: string;
  /** Hash of the definitions of its features. */
  feature_version: string;
  verdict: Verdict;
  /** Name of the active cohort; the probabilities are those of people if they are active. Absent: of all people. */
  if_active?: string;
  /**
   * Sums over the people with a row and a probability; bounds only where the outcome has dates, and is about
   * all of them.
   */
  expected: { people: number; expected: number; low?: number; high?: number };
  /** Sums over the same people, for an outcome that asks for amounts or counts. */
  value?: Partial<Record<ValueMeasure, ExpectedValue>> | undefined;
}

/** From when on the file is old; undefined where nothing tells. */
export const staleAfter = ({ stale }: Pick<FileManifest, "stale">): EpochMs | undefined => stale[0]?.at;

export const isStale = (manifest: Pick<FileManifest, "stale">, now: EpochMs): boolean =>
  now >= (staleAfter(manifest) ?? Number.POSITIVE_INFINITY);
