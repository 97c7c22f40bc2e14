// Webhook endpoints: addresses that receive an account's build events, their deliveries, and test messages.

import { type Static, Type } from "@sinclair/typebox";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Kysely } from "kysely";
import type { Database } from "../../db/schema.js";
import { testEvent, webhookBody } from "../../domain/account/webhook.js";
import { isPrivateAddress } from "../../domain/machine/private-address.js";
import { changedFields } from "../../domain/resource/changed-fields.js";
import type { JsonObject } from "../../domain/resource/json.js";
import { limits } from "../../domain/resource/limits.js";
import { hostOf } from "../../domain/resource/url-host.js";
import { refuse } from "../../errors/refusal.js";
import {
  type DeliveryJob,
  type EndpointDraft,
  findEndpoint,
  insertDelivery,
  insertEndpoint,
  listDeliveries,
  listEndpoints,
  removeEndpoint,
  rotateSecret,
  updateEndpoint,
  type WebhookEndpoint,
} from "../../store/webhooks.js";
import { audit } from "../audit.js";
import { checkIfMatch, sendVersion } from "../etag.js";
import { interfaceHeaders, readsNewest } from "../interface-version.js";
import { mergePatch } from "../json.js";
import type { AppOptions } from "../options.js";
import { pageOf, pageQuery, rowPosition } from "../pages.js";
import { oneSpelling } from "../resources/record.js";
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

const tags = ["webhook_endpoints"];
const path = "/webhook_endpoints";

/** A key that only reads must not be able to forge messages. */
const showsSecrets = { keyScopes: [], permission: "administer" } as const;

export const webhookEndpointRoutes = (app: FastifyInstance, options: AppOptions): void => {
  const { db, clock, webhooks } = options;

  app.post<{ Body: JsonObject }>(
    path,
    {
      config: { permission: "administer" },
      schema: {
        summary: "Create a webhook endpoint",
        description:
          "Receives a signed POST, as specified by Standard Webhooks, when a resource has a new result and when a build fails.",
        tags,
        refuses: ["webhook-address-forbidden", "webhook-endpoints-too-many", "spelling-conflict"],
        headers: interfaceHeaders,
        body: webhookEndpointPost,
        response: { 201: webhookEndpointRecord },
      },
    },
    async (request, reply) => {
      const { account, body } = request;
      const { enabled, ...draft } = parse(respell(body), options);
      const endpoint = await db.transaction(async (trx) => {
        await checkRoom(trx, account.id);
        const made = await insertEndpoint(trx, account.id, draft, clock());
        await audit(
          trx,
          request as FastifyRequest,
          { action: "create", subject: endpointSubject(made) },
          clock(),
        );
        return enabled ? made : updateEndpoint(trx, made, { ...draft, isEnabled: false }, clock());
      });
      return sendVersion(reply.code(201), endpoint.version).send(
        renderEndpoint(endpoint, readsNewest(request, reply)),
      );
    },
  );

  app.get(
    path,
    {
      config: showsSecrets,
      schema: {
        summary: "List webhook endpoints",
        description: "Newest first, with their secrets.",
        tags,
        headers: interfaceHeaders,
        querystring: pageQuery,
        response: { 200: Type.Array(webhookEndpointRecord) },
      },
    },
    async (request, reply) => {
      const endpoints = await listEndpoints(db.kysely, request.account.id);
      const isNewest = readsNewest(request, reply);
      return pageOf(request, reply, endpoints, ({ id, createdAt: at }) => ({ id, at })).map((endpoint) =>
        renderEndpoint(endpoint, isNewest),
      );
    },
  );

  app.get<ById>(
    `${path}/:id`,
    {
      config: showsSecrets,
      schema: {
        summary: "Read a webhook endpoint",
        description: "With its secret and whether deliveries succeed.",
        tags,
        headers: interfaceHeaders,
        params: idParams,
        response: { 200: webhookEndpointRecord },
      },
    },
    async (request, reply) => {
      const endpoint = await requireEndpoint(db.kysely, request);
      return sendVersion(reply, endpoint.version).send(renderEndpoint(endpoint, readsNewest(request, reply)));
    },
  );

  app.patch<ById & { Body: JsonObject }>(
    `${path}/:id`,
    {
      config: { permission: "administer" },
      schema: {
        summary: "Change a webhook endpoint",
        description:
          "JSON merge patch. Set `enabled` to false, or `status` to disabled, to pause it, and to true or enabled to start again after a failure.",
        tags,
        params: idParams,
        headers: interfaceHeaders,
        refuses: ["webhook-address-forbidden", "changed-meanwhile", "spelling-conflict"],
        body: webhookEndpointPatch,
        response: { 200: webhookEndpointRecord },
      },
    },
    async (request, reply) => {
      const before = await requireEndpoint(db.kysely, request);
      checkIfMatch(request as FastifyRequest, before.version);
      const { enabled, ...draft } = parse(mergePatch(writtenAs(before), respell(request.body)), options);
      const after = await db.transaction(async (trx) => {
        const changed = await updateEndpoint(trx, before, { ...draft, isEnabled: enabled }, clock());
        const changes = changedFields(writtenAs(before), writtenAs(changed));
        const subject = endpointSubject(changed);
        await audit(trx, request as FastifyRequest, { action: "update", subject, changes }, clock());
        return changed;
      });
      return sendVersion(reply, after.version).send(renderEndpoint(after, readsNewest(request, reply)));
    },
  );

  app.delete<ById>(
    `${path}/:id`,
    {
      config: { permission: "administer" },
      schema: {
        summary: "Delete a webhook endpoint",
        description: "Pending deliveries are dropped.",
        tags,
        refuses: ["changed-meanwhile"],
        params: idParams,
        response: { 204: Type.Null() },
      },
    },
    async (request, reply) => {
      const endpoint = await requireEndpoint(db.kysely, request);
      checkIfMatch(request as FastifyRequest, endpoint.version);
      await db.transaction(async (trx) => {
        await removeEndpoint(trx, endpoint.id);
        await audit(
          trx,
          request as FastifyRequest,
          { action: "delete", subject: endpointSubject(endpoint) },
          clock(),
        );
      });
      return reply.code(204).send();
    },
  );

  app.post<ById>(
    `${path}/:id/rotate_secret`,
    {
      config: { answersSecret: true, permission: "administer" },
      schema: {
        summary: "Replace the secret of a webhook endpoint",
        description:
          "The answer has the new secret. For 24 hours each message has two signatures, one by each secret, so that receivers can change over.",
        tags,
        headers: interfaceHeaders,
        params: idParams,
        refuses: ["changed-meanwhile"],
        response: { 200: webhookEndpointRecord },
      },
    },
    async (request, reply) => {
      const before = await requireEndpoint(db.kysely, request);
      checkIfMatch(request as FastifyRequest, before.version);
      const after = await db.transaction(async (trx) => {
        const rotated = await rotateSecret(trx, before, clock());
        const subject = endpointSubject(rotated);
        await audit(trx, request as FastifyRequest, { action: "rotate_secret", subject }, clock());
        return rotated;
      });
      return sendVersion(reply, after.version).send(renderEndpoint(after, readsNewest(request, reply)));
    },
  );

  app.get<ById>(
    `${path}/:id/deliveries`,
    {
      config: { permission: "administer" },
      schema: {
        summary: "List an endpoint's deliveries",
        description: "Messages of the last 30 days and their results, newest first, at most 200.",
        tags,
        params: idParams,
        querystring: pageQuery,
        response: { 200: Type.Array(webhookDelivery) },
      },
    },
    async (request, reply) => {
      const { id } = await requireEndpoint(db.kysely, request);
      const deliveries = await listDeliveries(db.kysely, id);
      return pageOf(request as FastifyRequest, reply, deliveries, rowPosition).map(renderDelivery);
    },
  );

  app.post<ById>(
    `${path}/:id/test`,
    {
      config: { permission: "administer" },
      schema: {
        summary: "Send a test message",
        description: "Also works for a disabled endpoint. The result is in its deliveries.",
        tags,
        params: idParams,
        response: { 202: webhookDelivery },
      },
    },
    async (request, reply) => {
      const endpoint = await requireEndpoint(db.kysely, request);
      const { id, accountId } = endpoint;
      const subject = { account_id: accountId, resource_id: id, resource_type: "webhook_endpoints" } as const;
      const delivery = await db.transaction(async (trx) => {
        const now = clock();
        const body = webhookBody(testEvent, subject, now);
        const inserted = await insertDelivery(trx, id, { type: testEvent, body }, now);
        const payload: DeliveryJob = { deliveryId: inserted.id };
        await webhooks.enqueue(trx, { accountId, kind: "webhook", payload });
        await audit(
          trx,
          request as FastifyRequest,
          { action: "test", subject: endpointSubject(endpoint) },
          now,
        );
        return inserted;
      });
      return reply.code(202).send(renderDelivery(delivery));
    },
  );
};

/** Without the path and query of the URL, which may carry a secret. */
const endpointSubject = ({ id, url }: WebhookEndpoint) => ({
  type: "webhook_endpoints",
  id,
  name: new URL(url).origin,
});

/** Throws `resource-unknown`, also for an endpoint of another account. */
const requireEndpoint = async (
  db: Kysely<Database>,
  { account, params }: Pick<FastifyRequest<ById>, "account" | "params">,
): Promise<WebhookEndpoint> => {
  const endpoint = await findEndpoint(db, params.id);
  if (endpoint?.accountId !== account.id)
    throw refuse("resource-unknown", { type: "webhook endpoint", id: params.id });
  return endpoint;
};

/** Requests may write `enabled` as a status. */
const respell = ({ status, ...body }: JsonObject): JsonObject =>
  status === undefined || status === null
    ? body
    : oneSpelling({ ...body, status: status === "enabled" }, "enabled", "status");

/** Refuses `webhook-address-forbidden` for private addresses. Host names are checked at delivery. */
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
  const { is: most } = limits.webhookEndpoints;
  if (length >= most) throw refuse("webhook-endpoints-too-many", { most });
};
