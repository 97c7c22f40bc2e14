// People, one by one and all together: what they were made of, as of the last build.

import { Type } from "@sinclair/typebox";
import type { FastifyInstance } from "fastify";
import { listDecisions } from "../../domain/decisions.js";
import type { PersonSearch } from "../../domain/person.js";
import { singular } from "../../domain/resource.js";
import { refuse } from "../../errors/refusal.js";
import { findPeople } from "../../store/people.js";
import { listResources } from "../../store/resources.js";
import type { AppOptions } from "../options.js";
import {
  parseCursor,
  renderPeopleAnalysis,
  renderPerson,
  renderPersonEvents,
  renderPersonScores,
  renderPersonSummary,
} from "../resources/people.js";
import { peopleAnalysis, peopleSearch, personParams, personRead, personSummary } from "../schemas/people.js";
import { eventsQuery, personEvents, personScores } from "../schemas/person-history.js";

type ById = { Params: { id: string } };
const tags = ["people"];

/** What asking about people can be refused for. */
export const inspectionErrors = ["result-not-ready", "inspections-too-many", "inspection-slow"] as const;

export const peopleRoutes = (app: FastifyInstance, options: AppOptions): void => {
  const { db, inspect } = options;

  app.get<{ Querystring: PersonSearch }>(
    "/people",
    {
      schema: {
        operationId: "findPeople",
        summary: "Find people by what they wrote",
        description: "Those who have all of what is given, in any spelling; the first twenty.",
        tags,
        refuses: [...inspectionErrors, "person-search-empty"],
        querystring: peopleSearch,
        response: { 200: Type.Array(personSummary) },
      },
    },
    async ({ account, query }) => {
      if (Object.keys(query).length === 0) throw refuse("person-search-empty");
      return (await inspect(account.id, "people", query)).map(renderPersonSummary);
    },
  );

  app.get(
    "/people/analysis",
    {
      schema: {
        summary: "How well records became people",
        description: "As of the last build: what to trust, and where to look for mistakes.",
        tags,
        refuses: ["result-not-ready"],
        response: { 200: peopleAnalysis },
      },
    },
    async ({ account }) => {
      const people = await findPeople(db.kysely, account.id);
      const { result, status } = people;
      if (!result?.resolution) throw refuse("result-not-ready", { type: singular.people, status });
      const datasets = await listResources(db.kysely, account.id, "datasets");
      const nameOf = (wanted: string) => datasets.find(({ id }) => id === wanted)?.name;
      return renderPeopleAnalysis(people, result, result.resolution, nameOf);
    },
  );

  app.get<ById>(
    "/people/:id",
    {
      schema: {
        operationId: "getPerson",
        summary: "Read a person, and why their records are taken for one",
        description:
          "By their id, or by that of any of their records, which is what the id of somebody who was merged into them has become.",
        tags,
        params: personParams,
        refuses: inspectionErrors,
        response: { 200: personRead },
      },
    },
    async ({ account, params }) => {
      const person = await inspect(account.id, "person", { id: params.id });
      if (!person) throw refuse("resource-unknown", { type: "person", id: params.id });
      const { config } = await findPeople(db.kysely, account.id);
      return renderPerson(person, listDecisions(config.decisions));
    },
  );
};

// What one person did, and what pipelines say of them, as of the last builds.

type ByPersonId = { Params: { id: string } };
type Paged = ByPersonId & { Querystring: { before?: string; limit: number } };
const historyTags = ["people"];

export const personHistoryRoutes = (app: FastifyInstance, { inspect }: AppOptions): void => {
  app.get<Paged>(
    "/people/:id/events",
    {
      schema: {
        operationId: "getPersonEvents",
        summary: "What a person did, the newest first",
        description: "Events of all streams. next_before of an answer is before of the next question.",
        tags: historyTags,
        params: personParams,
        querystring: eventsQuery,
        refuses: [...inspectionErrors, "cursor-invalid"],
        response: { 200: personEvents },
      },
    },
    async ({ account, params: { id }, query: { before, limit } }) => {
      const from = before === undefined ? null : parseCursor(before);
      return renderPersonEvents(
        required(await inspect(account.id, "person_events", { id, from, limit }), id),
      );
    },
  );

  app.get<ByPersonId>(
    "/people/:id/scores",
    {
      schema: {
        operationId: "getPersonScores",
        summary: "What pipelines say of a person",
        description: "One for each outcome of each pipeline whose population they are in.",
        tags: historyTags,
        params: personParams,
        refuses: inspectionErrors,
        response: { 200: personScores },
      },
    },
    async ({ account, params: { id } }) =>
      renderPersonScores(required(await inspect(account.id, "person_scores", { id }), id)),
  );
};

const required = <T>(found: T | null, id: string): T => {
  if (found === null) throw refuse("resource-unknown", { type: "person", id });
  return found;
};
