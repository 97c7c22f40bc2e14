// Contract of an analysis of an outcome: something that is learned beside the probability. Each has a file in
// this folder and a line in `registry.ts`, and what a pipeline makes of it has an analysis of the same name
// in `scope/analyses`.

import type { Warning } from "../../../domain/outcome/evaluation.js";
import type { FeaturePlan } from "../../../domain/outcome/features/plan.js";
import type { Frame } from "../../../domain/outcome/frame.js";
import type { OutcomeConfig, OutcomeResult } from "../../../domain/outcome/outcome.js";
import type { TaskThreads } from "../../../model/propensity/fit-tasks.js";
import type { TrainedPropensity, TrainingOptions } from "../../../model/propensity/train.js";
import type { Engine } from "../../../warehouse/engine.js";
import type { GroupChoice } from "../groups.js";
import type { OutcomeInput, PredictionTask } from "../prediction-task.js";
import type { StoredModel } from "../stored-model.js";

export interface OutcomeAnalysis {
  name: string;
  /** Shown while it learns. */
  doing: string;
  isRequested(config: OutcomeConfig): boolean;
  /** Refuses what could not be learned, before anything is. */
  check(input: OutcomeInput, task: PredictionTask): void;
  learn(learning: Learning, engine: Engine): Promise<Lesson>;
}

/** An outcome whose probability has been learned. */
export interface Learning {
  input: OutcomeInput;
  task: PredictionTask;
  frame: Frame;
  plan: FeaturePlan;
  groups: Pick<GroupChoice, "read" | "evidence">;
  learned: TrainedPropensity;
  training: TrainingOptions & { threads: TaskThreads };
}

export interface Lesson {
  /** Part of the stored model. */
  stored: Partial<StoredModel>;
  /** Part of the result. */
  result: Partial<OutcomeResult>;
  warnings?: readonly Warning[];
}
