// Tools for lists: the pipeline that scores people, what its likeliest people are worth, and who they are.

import { writeFile } from "node:fs/promises";
import path from "node:path";
import { Type } from "@sinclair/typebox";
import { closed, described, optional } from "../../../domain/resource/schema.js";
import { listQuery } from "../../../http/schemas/list.js";
import { scopePost } from "../../../http/schemas/scope.js";
import type { Client } from "../../client.js";
import { UsageError } from "../../exit.js";
import { inYaml, passedOn, texts, tool } from "../tool.js";
import { nameOrId } from "./overview.js";
import { created, idOf, outcomeOfPipeline } from "./predictions.js";

const names = (what: string) =>
  Type.Array(nameOrId(`a ${what}`), {
    minItems: 1,
    maxItems: 100,
    description: `Names or IDs of ${what}s.`,
  });

export const createPipeline = tool({
  name: "create_pipeline",
  title: "Create a pipeline",
  text: "Creates a pipeline (scope) that scores the people of cohorts with predictions. Its list can be read once it is built.",
  input: closed({
    name: scopePost.properties.name,
    cohorts: described("Cohorts to score, by name or ID.", names("cohort")),
    outcomes: described("Predictions to score them with, by name or ID.", names("prediction")),
    reasons: optional(Type.Boolean({ default: true, description: "Give reasons for each score." })),
  }),
  output: created,
  effect: "adds",
  async run({ name, cohorts, outcomes, reasons = true }, { client }) {
    const { id } = await client.post<{ id: string }>("/scopes", {
      name,
      population: { cohort_ids: await Promise.all(cohorts.map((each) => idOf(client, "cohorts", each))) },
      payload: {
        outcome_ids: await Promise.all(outcomes.map((each) => idOf(client, "outcomes", each))),
        explainability: reasons,
      },
    });
    return { id, next_step: "wait for it (kind scopes), then read_reach" };
  },
});

interface Reach {
  people: number;
  base_rate: number;
  points: { people: number; expected: number; low?: number; high?: number }[];
  recommended?: object;
}

interface ScopeAnalysis {
  outcomes: { outcome_id: string; recurring?: object }[];
}

const shares = [0.01, 0.05, 0.1, 0.2, 0.3, 0.5, 1];

export const readReach = tool({
  name: "read_reach",
  title: "Read what to expect of the likeliest people",
  text: "How many of the likeliest 1 % to 100 % of a pipeline's people are expected to reach the goal, with 95 % intervals, beside people chosen at random. Of subscribers also the money a month at risk, and which month renews how much.",
  input: closed(outcomeOfPipeline),
  output: Type.Object({
    people: Type.Integer(),
    base_rate: Type.Number(),
    likeliest: Type.Array(
      Type.Object({
        people: Type.Integer(),
        expected: Type.Number(),
        low: optional(Type.Number()),
        high: optional(Type.Number()),
        at_random: Type.Number(),
      }),
    ),
    recommended: optional(passedOn()),
    recurring: optional(passedOn()),
  }),
  effect: "reads",
  async run({ pipeline, outcome }, { client }) {
    const { id, query } = await requested(client, pipeline, outcome);
    const { people, base_rate, points, recommended } = await client.get<Reach>(
      `/scopes/${id}/reach?${query}`,
    );
    const rows = shares.flatMap((share) => {
      const point = points.find((each) => each.people >= share * people);
      return point ? [{ ...point, at_random: base_rate * point.people }] : [];
    });
    const { outcomes } = await client.get<ScopeAnalysis>(`/scopes/${id}/analysis`);
    const chosen = query.get("outcome_id");
    const { recurring } = outcomes.find(({ outcome_id }) => !chosen || outcome_id === chosen) ?? {};
    return {
      people,
      base_rate,
      likeliest: rows,
      ...(recommended && { recommended }),
      ...(recurring && { recurring }),
    };
  },
});

const requested = async (client: Client, pipeline: string, outcome: string | undefined) => {
  const id = await idOf(client, "scopes", pipeline);
  const outcomeId = outcome === undefined ? undefined : await idOf(client, "outcomes", outcome);
  const query = new URLSearchParams(outcomeId === undefined ? {} : { outcome_id: outcomeId });
  return { id, query };
};

interface TopPerson {
  rank: number;
  chance: number;
  name?: string;
  email?: string;
  customer_id?: string;
  reasons: string[];
}

const mostPeople = 50;

export const getList = tool({
  name: "get_list",
  title: "Get the first of the list",
  text: `The likeliest people of a pipeline, at most ${mostPeople}: ranks, probabilities and reasons. Names, e-mail addresses and customer IDs come only with include_people, and are then part of the conversation. For the whole list use save_list, or tell the user about “bellwether list”.`,
  input: closed({
    ...outcomeOfPipeline,
    top: optional(
      Type.Integer({ minimum: 1, maximum: mostPeople, default: 10, description: "At most so many people." }),
    ),
    include_people: optional(
      Type.Boolean({
        default: false,
        description: "Say who they are. Set it only when the user has asked for names.",
      }),
    ),
  }),
  output: Type.Object({
    people: Type.Array(
      Type.Object({
        rank: Type.Integer(),
        chance: Type.Number(),
        name: optional(Type.String()),
        email: optional(Type.String()),
        customer_id: optional(Type.String()),
        reasons: texts,
      }),
    ),
  }),
  effect: "reads",
  say: ({ people }) => inYaml(people),
  async run({ pipeline, outcome, top = 10, include_people: areNamed = false }, { client }) {
    const { id, query } = await requested(client, pipeline, outcome);
    query.set("limit", String(top));
    const people = await client.get<TopPerson[]>(`/scopes/${id}/top_people?${query}`);
    return {
      people: people.map(({ rank, chance, name, email, customer_id, reasons }) => ({
        rank,
        chance,
        ...(areNamed && { name, email, customer_id }),
        reasons,
      })),
    };
  },
});

const { form, top, top_percent, min_chance, not_contacted_days, contacts_stream } = listQuery.properties;

export const saveList = tool({
  name: "save_list",
  title: "Save the list as a file",
  text: "Writes the likeliest people of a pipeline as a CSV file into the folder that the user shares. The file has people's data; the answer has its name and number of rows alone. Existing files are kept.",
  input: closed({
    ...outcomeOfPipeline,
    file: Type.String({
      pattern: "^[A-Za-z0-9_][-A-Za-z0-9_.]*\\.csv$",
      maxLength: 150,
      description: "Name of the new file, such as buyers.csv.",
    }),
    form,
    top,
    top_percent,
    min_chance,
    not_contacted_days,
    contacts_stream,
  }),
  output: Type.Object({ file: Type.String(), bytes: Type.Integer(), lines: Type.Integer() }),
  effect: "adds",
  needsFiles: true,
  async run({ pipeline, outcome, file, ...bounds }, { client, files }) {
    const { id, query } = await requested(client, pipeline, outcome);
    for (const [field, value] of Object.entries(bounds)) query.set(field, String(value));
    const response = await client.send("GET", `/scopes/${id}/list.csv?${query}`);
    const bytes = Buffer.from(await response.arrayBuffer());
    await writeFile(path.join(files!, file), bytes, { flag: "wx", mode: 0o600 }).catch(refuseToReplace(file));
    return { file, bytes: bytes.length, lines: bytes.toString("utf8").trimEnd().split("\n").length };
  },
});

const refuseToReplace = (file: string) => (error: NodeJS.ErrnoException) => {
  if (error.code !== "EEXIST") throw error;
  throw new UsageError(`${file} exists already. Choose another name.`);
};
