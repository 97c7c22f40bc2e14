// Horizons of an outcome: the model that is stored with it, and the test of each horizon and of expected dates.

import type { Warning } from "../../../domain/outcome/evaluation.js";
import type { FeaturePlan } from "../../../domain/outcome/features/plan.js";
import { appendFrames, type Frame } from "../../../domain/outcome/frame.js";
import { ascending, type OutcomeHorizons } from "../../../domain/outcome/horizons.js";
import { newerLandmarks } from "../../../domain/outcome/landmarks.js";
import { secondsPerDay } from "../../../domain/resource/resource.js";
import { refuse } from "../../../errors/refusal.js";
import { evaluateHorizons } from "../../../model/horizons/evaluation.js";
import { trainHorizons } from "../../../model/horizons/train.js";
import type { WaitingFrame } from "../../../model/horizons/waits.js";
import { labelled } from "../../../model/propensity/rows.js";
import type { Engine } from "../../../warehouse/engine.js";
import { readFrames, withoutLabels } from "../../../warehouse/frame.js";
import { featureRelations } from "../../kind/relations.js";
import type { AccountSnapshot } from "../../kind/snapshot.js";
import type { OutcomeInput, PredictionTask } from "../prediction-task.js";
import { readWaits } from "../waits.js";
import type { OutcomeAnalysis } from "./analysis.js";

export const horizons: OutcomeAnalysis = {
  name: "horizons",
  doing: "Learning horizons",
  isRequested: (config) => config.horizons !== undefined,
  check: (input, task) => refuseHorizonsWithoutEvents(input, task),
  async learn({ input: { config, account }, task, frame, plan, learned, training }, engine) {
    const wanted = ascending(config.horizons!);
    const bounds = ascending([...new Set([...wanted, task.horizonDays])]);
    const rows = await readWaitingRows(frame, plan, task, bounds, account, engine);
    const trained = trainHorizons(frame, rows, learned, { ...training, bounds });
    const evaluation = evaluateHorizons(trained, wanted);
    return {
      stored: { horizons: { model: trained.model, days: wanted } },
      result: { horizons: evaluation },
      warnings: horizonWarnings(evaluation),
    };
  },
};

/** The rows of the frame, and those of newer landmarks whose shorter horizons are over, with their waits. */
export const readWaitingRows = async (
  frame: Frame,
  plan: FeaturePlan,
  task: PredictionTask,
  bounds: readonly number[],
  account: AccountSnapshot,
  engine: Engine,
): Promise<WaitingFrame> => {
  const [horizonSeconds, shorterSeconds] = [task.horizonDays, bounds[0]!].map((days) => days * secondsPerDay);
  const newer = newerLandmarks(
    task.landmarks.at(-1)!,
    task.learnedThrough!,
    { horizonSeconds: horizonSeconds!, shorterSeconds: shorterSeconds! },
    { quiet: task.quietPeriods, dates: task.eventDates },
  );
  const spines = newer.map((cutoff) => ({
    cutoff,
    people: withoutLabels(task.spine(cutoff)),
  }));
  const frames =
    spines.length === 0 ? [] : [await readFrames(engine, plan, featureRelations(account), spines)];
  const all = labelled(appendFrames([frame, ...frames.map(unlabelled)]));
  const { objective, inputs, learnedThrough } = task;
  const known = { objective, inputs, knownUntil: learnedThrough!, longestDays: bounds.at(-1)! };
  return { frame: all, ...(await readWaits(all, known, engine)) };
};

const unlabelled = (frame: Frame): Frame => ({ ...frame, label: new Uint8Array(frame.rows) });

/** Refuses `horizons-without-events`. */
const refuseHorizonsWithoutEvents = (
  { config, attainment }: OutcomeInput,
  task: Pick<PredictionTask, "staticReason">,
): void => {
  if (!config.horizons) return;
  const cause = whyNoWaits(config, attainment, task);
  if (cause !== null) throw refuse("horizons-without-events", { cause });
};

const whyNoWaits = (
  { recurring }: OutcomeInput["config"],
  { recency, max_count, max_value, ...attainment }: OutcomeInput["attainment"],
  { staticReason }: Pick<PredictionTask, "staticReason">,
): string | null => {
  if (staticReason !== null) return staticReason;
  if (recency && !recurring) return "people enter the attainment cohort as time passes, by its recency.";
  if (attainment.min_count === 0) return "people without an event are in the attainment cohort.";
  if (recurring && (max_count !== undefined || max_value !== undefined))
    return "people can leave the attainment cohort again within the horizon, by its upper bound.";
  return null;
};

/** A warning about horizons that the history is too short for. */
const horizonWarnings = (evaluation: OutcomeHorizons): Warning[] => {
  const daysOf = (test: OutcomeHorizons["horizons"][number]["tested_on"]) =>
    evaluation.horizons.flatMap(({ days, tested_on }) => (tested_on === test ? [days] : []));
  return (
    [
      ["horizons_not_predicted", daysOf("not predicted")],
      ["horizons_not_tested", daysOf("not")],
    ] as const
  ).flatMap(([code, days]): Warning[] =>
    days.length === 0
      ? []
      : [{ kind: "question", about: "horizons", code, figures: { days: days.join(", ") } }],
  );
};
