// Questions that are asked often. Each says which cohorts it needs; those that there are already are used as they are.

import { type CohortNames, cohortSentence } from "../../../src/words/cohort.js";
import type { Schemas } from "../../api/client.js";
import { reader } from "../../ui/format.js";
import { type Definition, definitionOf, draftOf as draftOfCohort } from "../cohorts/draft.js";

type Stream = Pick<Schemas["Stream"], "stream_name" | "literate">;

/** A cohort, with what it is called if it is to be made. */
export interface Needed {
  name: string;
  definition: Definition;
}

interface TemplatePlan {
  /** Of the outcome. */
  name: string;
  attainment: Needed;
  eligible: Needed;
  horizonDays?: number;
  isRecurring?: boolean;
}

export interface Template {
  title: string;
  about: string;
  /** The answer lies in another stream than what customers usually do. */
  needsOther: boolean;
  plan: (stream: Stream, other: Stream) => TemplatePlan;
}

const customers = ({ stream_name }: Stream): Needed => ({ name: "Customers", definition: { stream_name } });

const lately = (
  { stream_name }: Stream,
  name: string,
  ago: { min_days: number } | { max_days: number },
): Needed => ({ name, definition: { stream_name, recency: { occurrence: "last", ...ago } } });

export const templates: readonly Template[] = [
  {
    title: "Repeat purchase",
    about: "Of the people who have bought once, who buys a second time?",
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
    about: "Of all customers, who buys again soon, whether it be the second time or the tenth?",
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
    about: "Of all customers, who cancels? For data that tell of cancellations.",
    needsOther: true,
    plan: (stream, other) => ({
      name: "Likelihood to churn",
      attainment: { name: "Churned customers", definition: { stream_name: other.stream_name } },
      eligible: customers(stream),
    }),
  },
  {
    title: "Going quiet",
    about:
      "Of the people who bought lately, who goes 90 days without buying? For data without cancellations.",
    needsOther: false,
    plan: (stream) => ({
      name: "Likelihood to go quiet",
      attainment: lately(stream, "Quiet customers", { min_days: 90 }),
      eligible: lately(stream, "Active customers", { max_days: 90 }),
      horizonDays: 90,
    }),
  },
];

type Cohort = Pick<Schemas["Cohort"], "id" | "name" | "archived_at"> & Definition;

/** The cohort in use that is defined so, if there is one. */
export const cohortDefined = (definition: Definition, cohorts: readonly Cohort[]): Cohort | undefined =>
  cohorts.find((cohort) => !cohort.archived_at && canonical(cohort) === canonical(definition));

/** In one order of its fields, without anything else that a record has. */
const canonical = (definition: Definition): string => JSON.stringify(definitionOf(draftOfCohort(definition)));

/** What a new one is called: by its name, or where another has that, by what it says. */
export const cohortName = (
  { name, definition }: Needed,
  cohorts: readonly Cohort[],
  names: CohortNames,
): string =>
  cohorts.some((cohort) => cohort.name === name)
    ? cohortSentence(definition, names, reader).slice(0, -1)
    : name;

/** The name, or where it is taken, with the first number that makes it another. */
export const freeName = (name: string, taken: readonly string[]): string => {
  let [free, number] = [name, 1];
  while (taken.includes(free)) free = `${name} ${++number}`;
  return free;
};

/** Where cancellations probably are; the first stream otherwise. */
export const likelyStreams = (streams: readonly Stream[]): { stream?: string; other?: string } => {
  const names = streams.map(({ stream_name }) => stream_name);
  const other = names.find((name) => /cancel|churn|leav|clos|refund|return/.test(name));
  const stream =
    names.find((name) => /transaction|purchase|order|sale|payment/.test(name)) ??
    names.find((name) => name !== other);
  return { ...(stream && { stream }), ...((other ?? names[0]) && { other: other ?? names[0]! }) };
};
