// Triggers, and what they reported.

import { Type } from "@sinclair/typebox";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Kysely } from "kysely";
import type { Database } from "../../db/schema.js";
import type { TriggerConfig } from "../../domain/target/trigger.js";
import { watchedScores } from "../../domain/target/trigger-condition.js";
import { refuse } from "../../errors/refusal.js";
import { listMessagePositions, listMessages } from "../../store/trigger-messages.js";
import { findEndpoint } from "../../store/webhooks.js";
import { auditRead } from "../audit.js";
import type { Kind } from "../kind.js";
import type { AppOptions } from "../options.js";
import { type PageQuery, pageOf, pageQuery, rowPosition } from "../pages.js";
import { parseTrigger, renderMessage, renderTrigger, watchedIds } from "../resources/trigger.js";
import { idParams } from "../schemas/common.js";
import { triggerMessage, triggerPatch, triggerPost, triggerRecord } from "../schemas/trigger.js";
import { requireResource, resourceRoutes, subjectOf } from "./resource.js";

const kind: Kind<"triggers"> = {
  type: "triggers",
  post: triggerPost,
  patch: triggerPatch,
  record: triggerRecord,
  refuses: ["trigger-margin-too-wide", "outcome-not-in-payload"],
  uniqueName: false,
  toCheck: (config) => {
    const scores = watchedScores(config);
    return { ids: scores ? [scores.scope_id] : [config.when.cohort!.cohort_id] };
  },
  respell: (body) => body,
  parse: parseTrigger,
  upstreamIds: watchedIds,
  beforeSave: async (trx, accountId, config) => {
    await checkEndpoint(trx, accountId, config);
    return config;
  },
  render: renderTrigger,
};

/** Refuses `reference-unknown`. */
const checkEndpoint = async (
  db: Kysely<Database>,
  accountId: string,
  { webhook_endpoint_id: id }: TriggerConfig,
): Promise<void> => {
  if (id === undefined || (await findEndpoint(db, id))?.accountId === accountId) return;
  throw refuse("reference-unknown", { field: "webhook_endpoint_id", id, type: "webhook endpoint" });
};

export const triggerRoutes = (app: FastifyInstance, options: AppOptions): void => {
  const { db, clock } = options;
  resourceRoutes(app, kind, options);

  app.get<{ Params: { id: string }; Querystring: PageQuery }>(
    "/triggers/:id/messages",
    {
      schema: {
        operationId: "listTriggerMessages",
        summary: "List what a trigger reported",
        description:
          "Messages of the last 30 days, newest first, at most 100: the people, the reason, and the state of each delivery.",
        tags: ["triggers"],
        params: idParams,
        querystring: pageQuery,
        response: { 200: Type.Array(triggerMessage) },
      },
    },
    async (request, reply) => {
      const trigger = await requireResource(db.kysely, request.account.id, "triggers", request.params.id);
      const reader = request as FastifyRequest;
      await auditRead(reader, { action: "view", subject: subjectOf(trigger) }, clock());
      const positions = await listMessagePositions(db.kysely, trigger.id);
      const page = pageOf(reader, reply, positions, rowPosition);
      const messages = await listMessages(
        db.kysely,
        page.map(({ id }) => id),
      );
      return messages.map(renderMessage);
    },
  );
};
