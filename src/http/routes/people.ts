// People, one by one and all together: what they were made of, as of the last build.

import { Type } from "@sinclair/typebox";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { listDecisions } from "../../domain/people/decisions.js";
import type { PersonSearch, ReviewRequest } from "../../domain/people/person.js";
import type { UnidentifiedRequest } from "../../domain/people/unidentified.js";
import { refuse } from "../../errors/refusal.js";
import { findPeople, noPeopleYet } from "../../store/people.js";
import { listResources } from "../../store/resources.js";
import { auditLookUp, auditRead } from "../audit.js";
import type { AppOptions } from "../options.js";
import { renderLivePerson } from "../resources/live-scores.js";
import {
  parseCursor,
  renderPair,
  renderPeopleAnalysis,
  renderPerson,
  renderPersonEvents,
  renderPersonScores,
  renderPersonSummary,
  renderReview,
  renderUnidentified,
} from "../resources/people.js";
import {
  pairQuery,
  pairRead,
  peopleAnalysis,
  peopleSearch,
  personParams,
  personRead,
  personSummary,
  reviewQuery,
  reviewRead,
  unidentifiedQuery,
  unidentifiedRead,
} from "../schemas/people.js";
import { eventsQuery, personEvents, personScores, scoresQuery } from "../schemas/person-history.js";
import { sendOnce } from "../send-once.js";
import { liveErrors } from "./live-scores.js";

type ById = { Params: { id: string } };
const tags = ["people"];

const crosswalkFile = {
  schema: Type.String({ description: "The file, as text." }),
  example:
    "person_id,record_id,dataset,key_column,key,customer_id,email,first_seen_at,match_probability\n17,17,Orders,order_id,10001,C17,ada@example.com,2025-11-30T09:14:00.000Z,1\n",
};

const archiveFile = {
  schema: Type.String({ description: "The file, as text." }),
  example:
    '{"kind":"archive","person_id":"17","former_ids":[],"made_at":"2026-01-31T12:00:00.000Z","data_through":"2026-01-31T00:00:00.000Z"}\n' +
    '{"kind":"row","dataset":{"id":"3f8a","name":"Orders"},"file":"orders.csv","line":2,"values":{"Email":"ada@example.com"}}\n',
};

/** Errors of reading the results of builds. */
export const inspectionErrors = [
  "result-not-ready",
  "people-not-built",
  "inspections-too-many",
  "inspection-slow",
  "disk-full",
] as const;

/** Errors of reading the person of an ID. */
export const personErrors = [
  ...inspectionErrors,
  "resource-unknown",
  "person-gone",
  "person-excluded",
] as const;

export const peopleRoutes = (app: FastifyInstance, options: AppOptions): void => {
  const { db, inspect, clock } = options;

  app.get<{ Querystring: PersonSearch }>(
    "/people",
    {
      schema: {
        operationId: "findPeople",
        summary: "Find people",
        description: "The first twenty people who match all given fields, in any spelling.",
        tags,
        refuses: [...inspectionErrors, "person-search-empty"],
        querystring: peopleSearch,
        response: { 200: Type.Array(personSummary) },
      },
    },
    async (request) => {
      const { account, query } = request;
      if (Object.keys(query).length === 0) throw refuse("person-search-empty");
      const asker = request as FastifyRequest;
      await auditRead(asker, { action: "search", subject: { type: "people" } }, clock());
      return (await inspect(account.id, "people", query)).map(renderPersonSummary);
    },
  );

  app.get(
    "/people/analysis",
    {
      config: { permission: "look" },
      schema: {
        summary: "Read the analysis of identity resolution",
        description: "How records were matched to people in the last build, and where mistakes are likely.",
        tags,
        refuses: ["result-not-ready", "people-not-built"],
        response: { 200: peopleAnalysis },
      },
    },
    async ({ account }) => {
      const people = await findPeople(db.kysely, account.id);
      const { result } = people;
      if (!result?.resolution) throw noPeopleYet(people);
      const datasets = await listResources(db.kysely, account.id, "datasets");
      const nameOf = (wanted: string) => datasets.find(({ id }) => id === wanted)?.name;
      return renderPeopleAnalysis(people, result, result.resolution, nameOf);
    },
  );

  app.get<{ Querystring: ReviewRequest }>(
    "/people/review",
    {
      schema: {
        operationId: "listMatchesToReview",
        summary: "List the matches to review",
        description:
          "Records that belong to their person by likeness alone, and pairs of two people just below the line, by what a mistake would cost: the " +
          "rows to expect in the wrong place. Read why with GET /people/why, and decide with POST /people/review.",
        tags,
        querystring: reviewQuery,
        refuses: inspectionErrors,
        response: { 200: reviewRead },
      },
    },
    async ({ account, query }) => renderReview(await inspect(account.id, "review", query)),
  );

  app.get<{ Querystring: UnidentifiedRequest }>(
    "/people/unidentified",
    {
      schema: {
        operationId: "listUnidentifiedRecords",
        summary: "List records without a person",
        description:
          "Records of the last build that identify nobody, each with the reason, and counts by reason. Map another column or correct the file, and " +
          "they become somebody with the next build.",
        tags,
        querystring: unidentifiedQuery,
        refuses: inspectionErrors,
        response: { 200: unidentifiedRead },
      },
    },
    async (request) => {
      const { account, query } = request;
      const asker = request as FastifyRequest;
      await auditRead(asker, { action: "search", subject: { type: "people" } }, clock());
      return renderUnidentified(await inspect(account.id, "unidentified", query));
    },
  );

  app.get(
    "/people/crosswalk.csv",
    {
      schema: {
        operationId: "downloadCrosswalk",
        summary: "Download the crosswalk of all people",
        description:
          "A CSV file of all records of the last build, ordered by person: person_id, record_id, dataset, key_column and key (a reference key or, " +
          "without one, the customer ID; a record with several keys has several rows), the identity fields as written, first_seen_at and " +
          "match_probability. It needs no pipeline. Whoever is on a privacy list is not in it, nor is a record that identifies nobody.",
        tags,
        refuses: [...inspectionErrors, "result-damaged"],
        response: { 200: { content: { "text/csv": crosswalkFile } } },
      },
    },
    async (request, reply) => {
      const asker = request as FastifyRequest;
      await auditRead(asker, { action: "download", subject: { type: "people" } }, clock());
      return sendOnce(asker, reply, await inspect(request.account.id, "crosswalk", null), false);
    },
  );

  app.get<{ Querystring: { left: string; right: string; records?: boolean } }>(
    "/people/why",
    {
      schema: {
        operationId: "explainPair",
        summary: "Explain why two records are one person, or are not",
        description:
          "Compares two records, or the most similar records of two people. In words, and in bits for each field.",
        tags,
        querystring: pairQuery,
        refuses: personErrors,
        response: { 200: pairRead },
      },
    },
    async (request) => {
      const { account, query } = request;
      const reason = await inspect(account.id, "pair", query);
      if (!reason)
        throw refuse("resource-unknown", { type: "person", id: `${query.left} or ${query.right}` });
      for (const { personId } of [reason.left, reason.right])
        await auditView(options, request as FastifyRequest, personId);
      return renderPair(reason);
    },
  );

  app.get<ById>(
    "/people/:id/archive.jsonl",
    {
      schema: {
        operationId: "downloadPersonArchive",
        summary: "Download all data of a person",
        description:
          "For a request of the person to access their data: a file of JSON lines, each with its `kind`. Their records, rows of every dataset with file and " +
          "line, traits, events, predictions, personas, cohorts, recommendations, rows of delivered files that track changes, reports of triggers, and merges " +
          "and splits. Nothing of anybody else. See docs/privacy.md.",
        tags,
        params: personParams,
        refuses: [...personErrors, "result-damaged"],
        response: { 200: { content: { "application/x-ndjson": archiveFile } } },
      },
    },
    async (request, reply) => {
      const { account, params } = request;
      const person = required(await inspect(account.id, "person", { id: params.id }), params.id);
      const asker = request as FastifyRequest;
      await auditRead(
        asker,
        { action: "export_person", subject: { type: "people", id: person.id } },
        clock(),
      );
      const wanted = { id: person.id, now: clock() };
      const archive = required(await inspect(account.id, "person_archive", wanted), params.id);
      return sendOnce(asker, reply, archive, false);
    },
  );

  app.get<ById>(
    "/people/:id",
    {
      config: { permission: "look" },
      schema: {
        operationId: "getPerson",
        summary: "Read a person",
        description:
          "A person with their records and the reasons for matching them. Accepts the ID of the person, an ID that they had before, such as that of someone who was merged into them, or the ID of any of their records, also of one that has changed since. An ID of somebody who is gone answers 410.",
        tags,
        params: personParams,
        refuses: personErrors,
        response: { 200: personRead },
      },
    },
    async (request) => {
      const { account, params } = request;
      const person = await inspect(account.id, "person", { id: params.id });
      if (!person) throw refuse("resource-unknown", { type: "person", id: params.id });
      await auditView(options, request as FastifyRequest, person.id);
      const { config } = await findPeople(db.kysely, account.id);
      return renderPerson(person, listDecisions(config.decisions));
    },
  );
};

type Paged = ById & { Querystring: { before?: string; limit: number } };

export const personHistoryRoutes = (app: FastifyInstance, options: AppOptions): void => {
  const { inspect } = options;
  app.get<Paged>(
    "/people/:id/events",
    {
      config: { permission: "look" },
      schema: {
        operationId: "getPersonEvents",
        summary: "List a person's events",
        description:
          "Events of all streams, newest first. Pass next_before of one page as before to get the next.",
        tags,
        params: personParams,
        querystring: eventsQuery,
        refuses: [...personErrors, "cursor-invalid"],
        response: { 200: personEvents },
      },
    },
    async (request) => {
      const {
        params: { id },
        query: { before, limit },
      } = request;
      const from = before === undefined ? null : parseCursor(before);
      const events = required(await inspect(request.account.id, "person_events", { id, from, limit }), id);
      await auditView(options, request as FastifyRequest, id);
      return renderPersonEvents(events);
    },
  );

  app.get<ById & { Querystring: { live?: boolean; reasons?: boolean } }>(
    "/people/:id/scores",
    {
      config: { permission: "look" },
      schema: {
        operationId: "getPersonScores",
        summary: "Read a person's predictions",
        description:
          "One entry for each outcome of each pipeline (scope) that includes the person: as of the last build or, with live=true, as of this moment.",
        tags,
        params: personParams,
        querystring: scoresQuery,
        refuses: [...personErrors, ...liveErrors],
        response: { 200: personScores },
      },
    },
    async (request) => {
      const { account, params, query } = request;
      if (query.live) {
        const question = { people: [{ id: params.id }], withReasons: query.reasons ?? false };
        const scores = await options.askLive(account.id, question);
        const person = required(scores.people[0] ?? null, params.id);
        await auditLookUp(request as FastifyRequest, viewOf(person.personId), options.clock());
        return renderLivePerson(scores, person);
      }
      const scores = required(await inspect(account.id, "person_scores", { id: params.id }), params.id);
      await auditView(options, request as FastifyRequest, params.id);
      return renderPersonScores(scores);
    },
  );
};

/** A person's page is one read, though it takes several requests. */
const auditView = ({ clock }: AppOptions, request: FastifyRequest, id: string): Promise<void> =>
  auditRead(request, viewOf(id), clock());

const viewOf = (id: string) => ({ action: "view", subject: { type: "people", id } }) as const;

const required = <T>(found: T | null, id: string): T => {
  if (found === null) throw refuse("resource-unknown", { type: "person", id });
  return found;
};
