// What one person did, and what pipelines say of them, as of the last builds.

import type { FastifyInstance } from "fastify";
import { refuse } from "../../errors/refusal.js";
import type { AppOptions } from "../options.js";
import { parseCursor, renderPersonEvents, renderPersonScores } from "../render/person-history.js";
import { personParams } from "../schemas/people.js";
import { eventsQuery, personEvents, personScores } from "../schemas/person-history.js";
import { inspectionErrors } from "./people.js";

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
