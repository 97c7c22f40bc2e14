// What one person did, and what pipelines say of them, as of the last builds.

import type { FastifyInstance } from "fastify";
import { refuse } from "../../errors/refusal.js";
import type { AppOptions } from "../options.js";
import { readCursor, renderEvents, renderScores } from "../render/person-history.js";
import { personParams } from "../schemas/people.js";
import { eventsQuery, personEvents, personScores } from "../schemas/person-history.js";
import { ofAsking } from "./people.js";

type ById = { Params: { id: string } };
type Paged = ById & { Querystring: { before?: string; limit: number } };
const tags = ["people"];

export const personHistoryRoutes = (app: FastifyInstance, { inspect }: AppOptions): void => {
  app.get<Paged>(
    "/people/:id/events",
    {
      schema: {
        operationId: "getPersonEvents",
        summary: "What a person did, the newest first",
        description: "Events of all streams. next_before of an answer is before of the next question.",
        tags,
        params: personParams,
        querystring: eventsQuery,
        refuses: [...ofAsking, "cursor-invalid"],
        response: { 200: personEvents },
      },
    },
    async ({ account, params: { id }, query: { before, limit } }) => {
      const from = before === undefined ? null : readCursor(before);
      return renderEvents(required(await inspect(account.id, "person_events", { id, from, limit }), id));
    },
  );

  app.get<ById>(
    "/people/:id/scores",
    {
      schema: {
        operationId: "getPersonScores",
        summary: "What pipelines say of a person",
        description: "One for each outcome of each pipeline whose population they are in.",
        tags,
        params: personParams,
        refuses: ofAsking,
        response: { 200: personScores },
      },
    },
    async ({ account, params: { id } }) =>
      renderScores(required(await inspect(account.id, "person_scores", { id }), id)),
  );
};

const required = <T>(found: T | null, id: string): T => {
  if (found === null) throw refuse("resource-unknown", { type: "person", id });
  return found;
};
