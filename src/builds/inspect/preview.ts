// What a definition comes to, by the very relations that its build is made of, so that the two never disagree.

import type { CohortConfig } from "../../domain/cohort.js";
import { contradiction } from "../../domain/contradiction.js";
import type { Warning } from "../../domain/evaluation.js";
import type { CohortPreview, OutcomePreview } from "../../domain/preview.js";
import { askedInWords } from "../../domain/question-in-words.js";
import { secondsPerDay } from "../../domain/resource.js";
import { Refusal } from "../../errors/refusal.js";
import { causeOfTooFewLabels, labelWarnings, minPerLabel } from "../../model/evaluation/label-diagnostics.js";
import { cohortMembers } from "../../warehouse/cohorts/members.js";
import { spine } from "../../warehouse/cohorts/spine.js";
import { checkPatterns } from "../../warehouse/conditions.js";
import type { Engine } from "../../warehouse/engine.js";
import { sql } from "../../warehouse/sql/sql.js";
import { askedFacts } from "../asked.js";
import { cohortInputs } from "../cohort-inputs.js";
import { objectiveOf, type Question, settleQuestion } from "../question.js";
import type { World } from "../step.js";
import type { CohortSources, OutcomeSources } from "./world-sources.js";

/** Refuses `condition-invalid`. */
export const previewCohort = async (
  config: CohortConfig,
  { world, unread }: CohortSources,
  engine: Engine,
): Promise<CohortPreview> => ({
  population: await countMembers(config, world, engine),
  ofPeople: world.people.people_count,
  dataThrough: world.dataThrough,
  unread,
});

const countMembers = async (config: CohortConfig, world: World, engine: Engine): Promise<number> => {
  await checkPatterns([...(config.stream_conditions ?? []), ...(config.traits ?? [])], engine);
  const members = cohortMembers(config, cohortInputs(world), world.dataThrough);
  const { people } = await engine.row<{ people: number }>(
    sql`select count(*) as people from (${members}) as member`,
  );
  return people;
};

/** Refuses `condition-invalid`. */
export const previewOutcome = async (
  { asked, names, streamNames, world }: OutcomeSources,
  engine: Engine,
): Promise<OutcomePreview> => {
  const { attainment, eligible, config } = asked;
  const attained = await countMembers(attainment, world, engine);
  const { question, tooShort } = await settled({ ...asked, world }, engine);
  const isStatic = question !== null && question.staticReason !== null;
  const horizonDays = isStatic ? null : (question?.horizonDays ?? config.horizon_days ?? null);
  const newest = question === null || isStatic ? null : await newestOf(question, engine);
  const words = { ...objectiveOf(asked), names, streamNames, horizonDays, isStatic };
  return {
    sentence: askedInWords(words),
    eligible: eligible === null ? world.people.people_count : await countMembers(eligible, world, engine),
    attained,
    horizonDays,
    isHorizonChosen: question?.isHorizonChosen ?? false,
    newest,
    warnings: [...tooShort, ...(question === null ? [] : await warningsOf(question, newest, engine))],
  };
};

/** A history that is too short for the question is what its owner is to be told, not what stops the telling. */
const settled = async (
  order: Parameters<typeof settleQuestion>[0],
  engine: Engine,
): Promise<{ question: Question | null; tooShort: Warning[] }> => {
  try {
    return { question: await settleQuestion(order, engine), tooShort: [] };
  } catch (cause) {
    if (!(cause instanceof Refusal)) throw cause;
    return { question: null, tooShort: [warning("attainment", cause.message)] };
  }
};

const newestOf = async (
  { objective, inputs, horizonDays, landmarks }: Question,
  engine: Engine,
): Promise<NonNullable<OutcomePreview["newest"]>> => {
  const landmark = landmarks.at(-1)!;
  const rows = spine(objective, inputs, landmark, horizonDays * secondsPerDay);
  const counts = await engine.row<{ people: number; attained: number }>(
    sql`select count(*) as people, count(*) filter (row.label = 1) as attained from (${rows}) as row`,
  );
  return { landmark, ...counts };
};

const warningsOf = async (
  question: Question,
  newest: OutcomePreview["newest"],
  engine: Engine,
): Promise<Warning[]> => {
  const { staticReason, objective, horizonDays } = question;
  if (staticReason !== null || newest === null) return staticReason ? [withoutDates(staticReason)] : [];
  const foregone = contradiction(objective, horizonDays);
  if (foregone !== null) return [warning("attainment", foregone)];
  const facts = await askedFacts(question, engine);
  const { attained, people } = newest;
  return attained < minPerLabel || people - attained < minPerLabel
    ? [warning("attainment", causeOfTooFewLabels(facts, { attained, notAttained: people - attained }))]
    : labelWarnings(facts, attained / people);
};

const withoutDates = (reason: string): Warning =>
  warning(
    "attainment",
    `${reason} So it is learned who is like those in the attainment cohort today, and not who will be in it.`,
  );

const warning = (about: string, note: string): Warning => ({ kind: "question", about, note });
