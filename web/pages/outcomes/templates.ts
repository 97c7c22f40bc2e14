// Templates of common predictions. Each needs two cohorts; an existing cohort with the same definition is reused.

import { type CohortNames, cohortSentence } from "../../../src/words/cohort.js";
import type { Schemas } from "../../api/client.js";
import { reader } from "../../ui/format.js";
import { type Definition, definitionOf, draftOf as draftOfCohort } from "../cohorts/draft.js";

type Stream = Pick<Schemas["Stream"], "stream_name" | "literate">;

/** A cohort, with the name it gets if it is created. */
export interface CohortNeeded {
  name: string;
  definition: Definition;
}

interface TemplatePlan {
  /** Name of the prediction. */
  name: string;
  attainment: CohortNeeded;
  eligible: CohortNeeded;
  horizonDays?: number;
  isRecurring?: boolean;
}

export interface Template {
  title: string;
  about: string;
  /** The goal is in another stream than customers' usual activity. */
  needsOther: boolean;
  plan: (stream: Stream, other: Stream) => TemplatePlan;
}

const customers = ({ stream_name }: Stream): CohortNeeded => ({
  name: "Customers",
  definition: { stream_name },
});

const recencyCohort = (
  { stream_name }: Stream,
  name: string,
  ago: { min_days: number } | { max_days: number },
): CohortNeeded => ({ name, definition: { stream_name, recency: { occurrence: "last", ...ago } } });

export const templates: readonly Template[] = [
  {
    title: "Repeat purchase",
    about: "Which of the people who have bought once will buy a second time?",
    needsOther: false,
    plan: (stream) => ({
      name: "Likelihood to buy again",
      attainment: {
        name: "Repeat purchasers",
        definition: { stream_name: stream.stream_name, min_count: 2 },
      },
      eligible: customers(stream),
    }),
  },
  {
    title: "Next purchase",
    about: "Which customers will buy again soon, however often they have bought?",
    needsOther: false,
    plan: (stream) => ({
      name: "Likelihood to buy soon",
      attainment: customers(stream),
      eligible: customers(stream),
      isRecurring: true,
    }),
  },
  {
    title: "Churn",
    about: "Which customers will cancel? For data with cancellations.",
    needsOther: true,
    plan: (stream, other) => ({
      name: "Likelihood to churn",
      attainment: { name: "Churned customers", definition: { stream_name: other.stream_name } },
      eligible: customers(stream),
    }),
  },
  {
    title: "Going quiet",
    about: "Which recent customers won’t buy in the next 90 days? For data without cancellations.",
    needsOther: false,
    plan: (stream) => ({
      name: "Likelihood to go quiet",
      attainment: recencyCohort(stream, "Quiet customers", { min_days: 90 }),
      eligible: recencyCohort(stream, "Active customers", { max_days: 90 }),
      horizonDays: 90,
    }),
  },
];

type Cohort = Pick<Schemas["Cohort"], "id" | "name" | "archived_at"> & Definition;

/** A cohort with the same definition that is not archived. */
export const sameCohort = (definition: Definition, cohorts: readonly Cohort[]): Cohort | undefined =>
  cohorts.find((cohort) => !cohort.archived_at && canonical(cohort) === canonical(definition));

/** With fields in one order, and without the other fields of a record. */
const canonical = (definition: Definition): string => JSON.stringify(definitionOf(draftOfCohort(definition)));

/** The name for a new cohort: its own, or, if that is taken, its definition as a sentence. */
export const nameForCohort = (
  { name, definition }: CohortNeeded,
  cohorts: readonly Cohort[],
  names: CohortNames,
): string =>
  cohorts.some((cohort) => cohort.name === name)
    ? cohortSentence(definition, names, reader).slice(0, -1)
    : name;

/** The name, with the first free number if it is taken. */
export const freeName = (name: string, taken: readonly string[]): string => {
  let [free, number] = [name, 1];
  while (taken.includes(free)) free = `${name} ${++number}`;
  return free;
};

/** The streams that probably have purchases and cancellations. */
export const likelyStreams = (streams: readonly Stream[]): { stream?: string; other?: string } => {
  const names = streams.map(({ stream_name }) => stream_name);
  const other = names.find((name) => /cancel|churn|leav|clos|refund|return/.test(name));
  const stream =
    names.find((name) => /transaction|purchase|order|sale|payment/.test(name)) ??
    names.find((name) => name !== other);
  return { ...(stream && { stream }), ...((other ?? names[0]) && { other: other ?? names[0]! }) };
};
