// Previews of definitions, computed by the same relations as their builds, so that the two never disagree.

import type { CohortConfig } from "../../domain/cohort/cohort.js";
import type { CohortPreview, OutcomePreview } from "../../domain/kinds/preview.js";
import { contradiction } from "../../domain/outcome/contradiction.js";
import type { Warning } from "../../domain/outcome/evaluation.js";
import { calendarFieldsOf, windowEnd } from "../../domain/outcome/label-window.js";
import type { Diagnosis } from "../../domain/outcome/warnings.js";
import { Refusal } from "../../errors/refusal.js";
import { causeOfTooFewLabels, labelWarnings, minPerLabel } from "../../model/evaluation/label-diagnostics.js";
import { cohortMembers } from "../../warehouse/cohorts/members.js";
import { type LabelCounts, labelCounts } from "../../warehouse/cohorts/outcome-counts.js";
import { spine } from "../../warehouse/cohorts/spine.js";
import { checkPatterns } from "../../warehouse/conditions.js";
import type { Engine } from "../../warehouse/engine.js";
import { resultOf } from "../../warehouse/rows.js";
import { predictionSentence } from "../../words/prediction.js";
import { checkLocations } from "../cohort/check-locations.js";
import { cohortInputs } from "../kind/relations.js";
import type { AccountSnapshot } from "../kind/snapshot.js";
import { labelFacts, undatedWarnings } from "../outcome/label-diagnostics.js";
import { asObserved, objectiveOf, type PredictionTask, predictionTask } from "../outcome/prediction-task.js";
import type { CohortSources, OutcomeSources } from "./sources.js";

/** Refuses `condition-invalid`. */
export const previewCohort = async (
  config: CohortConfig,
  { account, unread }: CohortSources,
  engine: Engine,
): Promise<CohortPreview> => ({
  population: await countMembers(config, account, engine),
  ofPeople: account.people.people_count,
  dataThrough: account.dataThrough,
  unread,
});

const countMembers = async (
  config: CohortConfig,
  account: AccountSnapshot,
  engine: Engine,
): Promise<number> => {
  await checkPatterns([...(config.stream_conditions ?? []), ...(config.traits ?? [])], engine);
  await checkLocations(config, account, engine);
  return engine.count(resultOf(cohortMembers(config, cohortInputs(account), account.dataThrough)));
};

/** Refuses `condition-invalid`. */
export const previewOutcome = async (
  { spec, names, streamNames, account }: OutcomeSources,
  engine: Engine,
): Promise<OutcomePreview> => {
  const { attainment, eligible, config } = spec;
  const attained = await countMembers(attainment, account, engine);
  const { task, tooShort } = await settled(asObserved({ ...spec, account }), engine);
  const isStatic = task !== null && task.staticReason !== null;
  const horizonDays = isStatic ? null : (task?.horizonDays ?? config.horizon_days ?? null);
  const newest = task === null || isStatic ? null : await newestOf(task, engine);
  const words = {
    ...objectiveOf(spec),
    ...calendarFieldsOf(config),
    names,
    streamNames,
    horizonDays,
    isStatic,
  };
  return {
    sentence: predictionSentence(words),
    eligible: eligible === null ? account.people.people_count : await countMembers(eligible, account, engine),
    attained,
    horizonDays,
    isHorizonChosen: task?.isHorizonChosen ?? false,
    calendar: calendarFieldsOf(config),
    newest,
    warnings: [...tooShort, ...(task === null ? [] : await warningsOf(task, newest, engine))],
  };
};

/** A history that is too short is shown as a warning; the rest of the preview is still computed. */
const settled = async (
  input: Parameters<typeof predictionTask>[0],
  engine: Engine,
): Promise<{ task: PredictionTask | null; tooShort: Warning[] }> => {
  try {
    return { task: await predictionTask(input, engine), tooShort: [] };
  } catch (cause) {
    if (!(cause instanceof Refusal)) throw cause;
    return { task: null, tooShort: [{ kind: "question", about: "attainment", note: cause.message }] };
  }
};

const newestOf = async (
  { objective, inputs, horizon, landmarks }: PredictionTask,
  engine: Engine,
): Promise<NonNullable<OutcomePreview["newest"]>> => {
  const landmark = landmarks.at(-1)!;
  const rows = spine(objective, inputs, landmark, windowEnd(landmark, horizon));
  const { attained, not_attained } = await engine.row<LabelCounts>(labelCounts(rows));
  return { landmark, people: attained + not_attained, attained };
};

const warningsOf = async (
  task: PredictionTask,
  newest: OutcomePreview["newest"],
  engine: Engine,
): Promise<Warning[]> => {
  const { staticReason, objective, horizonDays } = task;
  if (staticReason !== null) return undatedWarnings(staticReason);
  if (newest === null) return [];
  const contradicted = contradiction(objective, horizonDays);
  if (contradicted !== null) return [warning(contradicted)];
  const facts = await labelFacts(task, engine);
  const { attained, people } = newest;
  return attained < minPerLabel || people - attained < minPerLabel
    ? [warning(causeOfTooFewLabels(facts, { attained, notAttained: people - attained }))]
    : labelWarnings(facts, attained / people);
};

const warning = (diagnosis: Diagnosis): Warning => ({ kind: "question", about: "attainment", ...diagnosis });
