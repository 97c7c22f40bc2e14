// Days that an account marked, for its charts over time.

import { type Static, Type } from "@sinclair/typebox";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { lockAccount } from "../../db/transaction.js";
import type { JsonObject } from "../../domain/resource/json.js";
import { refuse } from "../../errors/refusal.js";
import { listMarkedDays, type MarkedDay, markDay, unmarkDay } from "../../store/marked-days.js";
import { audit } from "../audit.js";
import type { AppOptions } from "../options.js";
import { pageOf, pageQuery } from "../pages.js";
import { isoMs } from "../resources/record.js";
import { idParams } from "../schemas/common.js";
import { markedDayPost, markedDayRecord } from "../schemas/marked-day.js";

const tags = ["marked_days"];
const path = "/marked_days";

export const markedDayRoutes = (app: FastifyInstance, { db, clock }: AppOptions): void => {
  app.post<{ Body: Static<typeof markedDayPost> }>(
    path,
    {
      schema: {
        summary: "Mark a day",
        description:
          "Charts over time show it with its text, so that a rise has its newsletter beside it. Predictions do not know of it.",
        tags,
        refuses: ["marked-days-too-many"],
        body: markedDayPost,
        response: { 201: markedDayRecord },
      },
    },
    async (request, reply) => {
      const { account, body } = request;
      const now = clock();
      const marked = await db.transaction(async (trx) => {
        await lockAccount(trx, account.id);
        const made = await markDay(trx, account.id, body, now);
        await audit(trx, request as FastifyRequest, { action: "create", subject: subjectOf(made) }, now);
        return made;
      });
      return reply.code(201).send(render(marked));
    },
  );

  app.get(
    path,
    {
      config: { permission: "look" },
      schema: {
        summary: "List marked days",
        description: "Oldest day first.",
        tags,
        querystring: pageQuery,
        response: { 200: Type.Array(markedDayRecord) },
      },
    },
    async (request, reply) => {
      const days = await listMarkedDays(db.kysely, request.account.id);
      return pageOf(request, reply, days, ({ id }) => ({ id })).map(render);
    },
  );

  app.delete<{ Params: { id: string } }>(
    `${path}/:id`,
    {
      schema: {
        summary: "Remove the mark of a day",
        description: "Charts no longer show it.",
        tags,
        params: idParams,
        response: { 204: Type.Null() },
      },
    },
    async (request, reply) => {
      const { id } = request.params;
      await db.transaction(async (trx) => {
        const removed = await unmarkDay(trx, request.account.id, id);
        if (!removed) throw refuse("resource-unknown", { type: "marked day", id });
        const subject = subjectOf(removed);
        await audit(trx, request as FastifyRequest, { action: "delete", subject }, clock());
      });
      return reply.code(204).send();
    },
  );
};

const subjectOf = ({ id, day, text }: MarkedDay) => ({
  type: "marked_days",
  id,
  name: `${text}, ${day}`,
});

const render = ({ id, day, text, createdAt }: MarkedDay): JsonObject => ({
  id,
  day,
  text,
  created_at: isoMs(createdAt),
});
