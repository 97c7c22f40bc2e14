// Webhook endpoints: where an account wants to be told of its builds, what was sent there, and a message to try it with.

import { type Static, Type } from "@sinclair/typebox";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Kysely } from "kysely";
import type { Database } from "../../db/schema.js";
import { hostOf, isPrivateAddress } from "../../domain/private-address.js";
import { testEvent, webhookBody } from "../../domain/webhook.js";
import { refuse } from "../../errors/refusal.js";
import { type DeliveryJob, insertDelivery, listDeliveries } from "../../store/webhook-deliveries.js";
import {
  type EndpointDraft,
  findEndpoint,
  insertEndpoint,
  listEndpoints,
  removeEndpoint,
  updateEndpoint,
  type WebhookEndpoint,
} from "../../store/webhook-endpoints.js";
import { checkIfMatch, sendVersion } from "../etag.js";
import { type JsonObject, mergePatch } from "../json.js";
import type { AppOptions } from "../options.js";
import { renderDelivery, renderEndpoint } from "../resources/webhook.js";
import { idParams } from "../schemas/common.js";
import {
  webhookDelivery,
  webhookEndpointConfig,
  webhookEndpointPatch,
  webhookEndpointPost,
  webhookEndpointRecord,
} from "../schemas/webhook.js";
import { conform } from "../validation.js";

type ById = { Params: { id: string } };
type Kept = Static<typeof webhookEndpointConfig>;

/** Each event is a message to each of them. */
const mostEndpoints = 16;
const tags = ["webhook_endpoints"];
const path = "/webhook_endpoints";

export const webhookEndpointRoutes = (app: FastifyInstance, options: AppOptions): void => {
  const { db, clock, webhooks } = options;

  app.post<{ Body: JsonObject }>(
    path,
    {
      schema: {
        summary: "Create a webhook endpoint",
        description:
          "It is told by a signed POST in the form of Standard Webhooks when a resource has a new result, and when one cannot be built.",
        tags,
        refuses: ["webhook-address-forbidden", "webhook-endpoints-too-many"],
        body: webhookEndpointPost,
        response: { 201: webhookEndpointRecord },
      },
    },
    async ({ account, body }, reply) => {
      const { enabled, ...draft } = parse(body, options);
      const endpoint = await db.transaction(async (trx) => {
        await checkRoom(trx, account.id);
        const made = await insertEndpoint(trx, account.id, draft, clock());
        return enabled ? made : updateEndpoint(trx, made, { ...draft, isEnabled: false }, clock());
      });
      return sendVersion(reply.code(201), endpoint.version).send(renderEndpoint(endpoint));
    },
  );

  app.get(
    path,
    {
      schema: {
        summary: "List webhook endpoints, newest first",
        description: "With their secrets.",
        tags,
        response: { 200: Type.Array(webhookEndpointRecord) },
      },
    },
    async ({ account }) => (await listEndpoints(db.kysely, account.id)).map(renderEndpoint),
  );

  app.get<ById>(
    `${path}/:id`,
    {
      schema: {
        summary: "Read a webhook endpoint",
        description: "With its secret, and whether it works.",
        tags,
        params: idParams,
        response: { 200: webhookEndpointRecord },
      },
    },
    async (request, reply) => {
      const endpoint = await requireEndpoint(db.kysely, request);
      return sendVersion(reply, endpoint.version).send(renderEndpoint(endpoint));
    },
  );

  app.patch<ById & { Body: JsonObject }>(
    `${path}/:id`,
    {
      schema: {
        summary: "Change a webhook endpoint",
        description: "A JSON merge patch. `enabled` false silences it, true begins anew.",
        tags,
        params: idParams,
        refuses: ["webhook-address-forbidden", "changed-meanwhile"],
        body: webhookEndpointPatch,
        response: { 200: webhookEndpointRecord },
      },
    },
    async (request, reply) => {
      const before = await requireEndpoint(db.kysely, request);
      checkIfMatch(request as FastifyRequest, before.version);
      const { enabled, ...draft } = parse(mergePatch(writtenAs(before), request.body), options);
      const after = await updateEndpoint(db.kysely, before, { ...draft, isEnabled: enabled }, clock());
      return sendVersion(reply, after.version).send(renderEndpoint(after));
    },
  );

  app.delete<ById>(
    `${path}/:id`,
    {
      schema: {
        summary: "Delete a webhook endpoint",
        description: "What is still to be sent to it is not sent.",
        tags,
        refuses: ["changed-meanwhile"],
        params: idParams,
        response: { 204: Type.Null() },
      },
    },
    async (request, reply) => {
      const endpoint = await requireEndpoint(db.kysely, request);
      checkIfMatch(request as FastifyRequest, endpoint.version);
      await removeEndpoint(db.kysely, endpoint.id);
      return reply.code(204).send();
    },
  );

  app.get<ById>(
    `${path}/:id/deliveries`,
    {
      schema: {
        summary: "What was sent to an endpoint in the last 30 days, newest first, 200 at most",
        description: "Each message as it was sent, and what came of it.",
        tags,
        params: idParams,
        response: { 200: Type.Array(webhookDelivery) },
      },
    },
    async (request) => {
      const { id } = await requireEndpoint(db.kysely, request);
      return (await listDeliveries(db.kysely, id)).map(renderDelivery);
    },
  );

  app.post<ById>(
    `${path}/:id/test`,
    {
      schema: {
        summary: "Send a message to try an endpoint with",
        description: "Also to one that is disabled. The deliveries say what became of it.",
        tags,
        params: idParams,
        response: { 202: webhookDelivery },
      },
    },
    async (request, reply) => {
      const { id, accountId } = await requireEndpoint(db.kysely, request);
      const subject = { account_id: accountId, resource_id: id, resource_type: "webhook_endpoints" } as const;
      const delivery = await db.transaction(async (trx) => {
        const now = clock();
        const body = webhookBody(testEvent, subject, now);
        const inserted = await insertDelivery(trx, id, { type: testEvent, body }, now);
        const payload: DeliveryJob = { deliveryId: inserted.id };
        await webhooks.enqueue(trx, { accountId, kind: "webhook", payload });
        return inserted;
      });
      return reply.code(202).send(renderDelivery(delivery));
    },
  );
};

/** Throws `resource-unknown`, for what is another account's too. */
const requireEndpoint = async (
  db: Kysely<Database>,
  { account, params }: Pick<FastifyRequest<ById>, "account" | "params">,
): Promise<WebhookEndpoint> => {
  const endpoint = await findEndpoint(db, params.id);
  if (endpoint?.accountId !== account.id)
    throw refuse("resource-unknown", { type: "webhook endpoint", id: params.id });
  return endpoint;
};

/** Refuses `webhook-address-forbidden`; of names, that is only seen when they are looked up. */
const parse = (body: JsonObject, { webhooks }: AppOptions): EndpointDraft & { enabled: boolean } => {
  const { url, description, enabled_events, enabled } = conform(webhookEndpointConfig, mergePatch({}, body));
  if (!webhooks.privateAddresses && isPrivateAddress(hostOf(url)))
    throw refuse("webhook-address-forbidden", { url });
  return { url, description: description ?? null, enabledEvents: enabled_events, enabled };
};

const writtenAs = ({ url, description, enabledEvents, disabledAt }: WebhookEndpoint): Kept => ({
  url,
  ...(description !== null && { description }),
  enabled_events: enabledEvents,
  enabled: disabledAt === null,
});

const checkRoom = async (db: Kysely<Database>, accountId: string): Promise<void> => {
  const { length } = await listEndpoints(db, accountId);
  if (length >= mostEndpoints) throw refuse("webhook-endpoints-too-many", { most: mostEndpoints });
};
