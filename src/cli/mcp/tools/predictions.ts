// Tools for predictions: what the data allow, previews, creation, and the verdict.

import { Type } from "@sinclair/typebox";
import { closed, described, optional } from "../../../domain/resource/schema.js";
import { cohortPost, cohortPreviewPost } from "../../../http/schemas/cohort.js";
import { outcomePost } from "../../../http/schemas/outcome.js";
import { suggestionsPost } from "../../../http/schemas/suggestion.js";
import type { Client } from "../../client.js";
import { find } from "../../resources/find.js";
import { typeAt } from "../../resources/types.js";
import { inYaml, passedOn, texts, tool } from "../tool.js";
import { readVerdict, verdictPage, verdictReport } from "../verdict.js";
import { nameOrId } from "./overview.js";

export const idOf = async (client: Client, path: string, typed: string): Promise<string> =>
  (await find(client, typeAt(path), typed)).id;

export const suggestPredictions = tool({
  name: "suggest_predictions",
  title: "Suggest predictions",
  text: "Predictions that the account's data can answer, with the number of people, past rates by horizon and a proposed horizon. create_suggested_predictions creates them.",
  input: closed({}),
  output: Type.Object({
    suggestions: Type.Array(
      Type.Object({ id: Type.String(), question: Type.String(), people: Type.Integer() }),
    ),
  }),
  effect: "reads",
  say: ({ suggestions }) =>
    suggestions.length > 0
      ? inYaml(suggestions)
      : "The data allow no prediction yet. A dataset with dated events is needed: profile_file, create_dataset, then wait for its streams.",
  run: async (_args, { client }) => ({
    suggestions: await client.get<{ id: string; question: string; people: number }[]>("/suggestions"),
  }),
});

export const previewCohort = tool({
  name: "preview_cohort",
  title: "Count a cohort before it is created",
  text: "How many people a cohort would have. Nothing is stored.",
  input: closed(cohortPreviewPost.properties),
  output: Type.Object({ population_count: Type.Integer(), people_count: Type.Integer() }),
  effect: "reads",
  run: (cohort, { client }) => client.post("/cohorts/preview", cohort),
});

export const createCohort = tool({
  name: "create_cohort",
  title: "Create a cohort",
  text: "Creates a group of people by their events, traits and places. Preview it first. Members are kept up to date.",
  input: closed(cohortPost.properties),
  output: Type.Object({ id: Type.String(), sentence: Type.String() }),
  effect: "adds",
  async run(cohort, { client }) {
    const { id, sentence } = await client.post<{ id: string; sentence: string }>("/cohorts", cohort);
    return { id, sentence };
  },
});

export const created = Type.Object({ id: Type.String(), next_step: Type.String() });

const { name, horizon_days, horizon_months, horizon_through, recurring } = outcomePost.properties;
const definition = {
  goal: described("Cohort that people enter when they reach the goal, by name or ID.", nameOrId("a cohort")),
  eligible: optional(
    described("Cohort of people who can reach the goal; absent: everyone.", nameOrId("a cohort")),
  ),
  attrition: optional(
    described("Cohort of people who have clearly failed to reach it.", nameOrId("a cohort")),
  ),
  active: optional(
    described(
      "Cohort of active people, by their events within the horizon: the probability is that of reaching the goal if they are active.",
      nameOrId("a cohort"),
    ),
  ),
  horizon_days,
  horizon_months,
  horizon_through,
  recurring,
};

interface Definition {
  goal: string;
  eligible?: string;
  attrition?: string;
  active?: string;
  horizon_days?: number;
  horizon_months?: number;
  horizon_through?: string;
  recurring?: boolean;
}

const bodyOf = async (client: Client, { goal, eligible, attrition, active, ...settings }: Definition) => ({
  ...settings,
  attainment_cohort_id: await idOf(client, "cohorts", goal),
  ...(eligible !== undefined && { eligible_cohort_id: await idOf(client, "cohorts", eligible) }),
  ...(active !== undefined && { active_cohort_id: await idOf(client, "cohorts", active) }),
  ...(attrition !== undefined && { attrition_cohort_id: await idOf(client, "cohorts", attrition) }),
});

export const previewOutcome = tool({
  name: "preview_outcome",
  title: "Describe a prediction before it is created",
  text: "A prediction (outcome) as a sentence, with counts, the horizon, the past rate and warnings. Nothing is stored.",
  input: closed(definition),
  output: Type.Object({
    sentence: Type.String(),
    eligible_count: Type.Integer(),
    attained_count: Type.Integer(),
    warnings: Type.Array(passedOn()),
  }),
  effect: "reads",
  run: async (args, { client }) => client.post("/outcomes/preview", await bodyOf(client, args)),
});

export const createOutcome = tool({
  name: "create_outcome",
  title: "Create a prediction",
  text: "Creates a prediction (outcome) from cohorts, and trains and tests its model. Preview it first; then wait, and read_verdict.",
  input: closed({ name, ...definition }),
  output: created,
  effect: "adds",
  async run({ name: given, ...args }, { client }) {
    const body = { name: given, ...(await bodyOf(client, args)) };
    const { id } = await client.post<{ id: string }>("/outcomes", body);
    return { id, next_step: "wait for it (kind outcomes), then read_verdict" };
  },
});

export const createSuggested = tool({
  name: "create_suggested_predictions",
  title: "Create suggested predictions",
  text: "Creates suggestions of suggest_predictions with their cohorts and a pipeline (scope) that scores everyone. What exists already with the same definition is used.",
  input: closed(suggestionsPost.properties),
  output: Type.Object({ created: Type.Array(passedOn()), next_step: Type.String() }),
  effect: "adds",
  run: async (chosen, { client }) => ({
    created: await client.post<object[]>("/suggestions", chosen),
    next_step: "wait for each pipeline (kind scopes), then read_verdict and read_reach",
  }),
});

export const readTheVerdict = tool({
  name: "read_verdict",
  title: "Read how good a prediction is",
  text: "The verdict on a prediction: whether the model is better than simple rules, with intervals, warnings, lift by share of the people, and the inputs that matter most. Tell the user the verdict and its warnings before any score.",
  input: closed({ outcome: nameOrId("the prediction (outcome)") }),
  output: verdictReport,
  effect: "reads",
  say: verdictPage,
  run: async ({ outcome }, { client }) => readVerdict(client, await idOf(client, "outcomes", outcome)),
});

export const readClaims = tool({
  name: "read_claims",
  title: "Read which predictions came true",
  text: "What the scores of pipelines claimed (how many people by which day, which amount, which AUC, each with a 95 % interval), what came, and how many claims held. Say it before the user relies on a number again.",
  input: closed({
    outcome: optional(nameOrId("one prediction (outcome); default: all")),
    limit: optional(
      Type.Integer({ minimum: 1, maximum: 100, default: 20, description: "The newest so many claims." }),
    ),
  }),
  output: Type.Object({ summary: Type.String(), claims: texts }),
  effect: "reads",
  async run({ outcome, limit = 20 }, { client }) {
    const query = new URLSearchParams({ limit: String(limit) });
    if (outcome !== undefined) query.set("outcome_id", await idOf(client, "outcomes", outcome));
    const { summary, claims } = await client.get<{
      summary: { sentence: string };
      claims: { outcome_name: string; sentence: string }[];
    }>(`/claims?${query}`);
    const lines = claims.map(({ outcome_name, sentence }) => `${outcome_name}: ${sentence}`);
    return { summary: summary.sentence, claims: lines };
  },
});

export const outcomeOfPipeline = {
  pipeline: nameOrId("the pipeline (scope)"),
  outcome: optional(
    Type.String({
      minLength: 1,
      maxLength: 200,
      description: "Name or ID of one of its predictions; default: the first.",
    }),
  ),
};
