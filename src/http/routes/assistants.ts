// Assistants that members connect: what one asks for, the member's answer, the list and the end. The page of the console
// sends on what the browser brought; a member's session alone gives access, from the service's own pages.

import { type Static, Type } from "@sinclair/typebox";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { lockAccount } from "../../db/transaction.js";
import {
  type AccessRequest,
  givenRoles,
  invalidRequest,
  isLoopbackUri,
  isRegisteredUri,
  isServedResource,
  proposedRole,
  readAccessRequest,
} from "../../domain/account/assistant.js";
import { may } from "../../domain/account/role.js";
import type { JsonObject } from "../../domain/resource/json.js";
import { refuse } from "../../errors/refusal.js";
import { type Assistant, allowAssistant, endAssistant, listAssistants } from "../../store/assistants.js";
import { type AssistantClient, clientOf } from "../assistant-clients.js";
import { audit } from "../audit.js";
import { issuerOf } from "../issuer.js";
import { present } from "../json.js";
import type { AppOptions } from "../options.js";
import { pageOf, pageQuery } from "../pages.js";
import { isoMs } from "../resources/record.js";
import {
  accessQuery,
  accessRequest,
  assistantAllowed,
  assistantPost,
  assistantRecord,
} from "../schemas/assistant.js";
import { idParams } from "../schemas/common.js";

const tags = ["assistants"];
const path = "/assistants";

export const assistantRoutes = (app: FastifyInstance, options: AppOptions): void => {
  const { db, clock } = options;

  /** Refuses `assistant-request-invalid` and `assistants-unavailable`. Browsers are sent nowhere before it has passed. */
  const checked = async (
    request: FastifyRequest,
    query: string,
  ): Promise<AccessRequest & { client: AssistantClient; issuer: string }> => {
    const issuer = issuerOf(request, options);
    const access = readAccessRequest(query);
    const client = await clientOf(db.kysely, access.clientId);
    if (!client) throw invalidRequest("the service does not know the client");
    if (!isRegisteredUri(access.redirectUri, client.redirectUris))
      throw invalidRequest("redirect_uri is none that the client registered");
    if (!isServedResource(access.resource, options.assistantsUrl, issuer))
      throw invalidRequest(`${access.resource} is no server for assistants of this service`);
    return { ...access, client, issuer };
  };

  app.get<{ Querystring: { query: string } }>(
    `${path}/request`,
    {
      config: { permission: "look" },
      schema: {
        operationId: "getAccessRequest",
        summary: "Read what an assistant asks for",
        description: "For the page on which a member decides. Changes nothing.",
        tags,
        querystring: accessQuery,
        refuses: ["assistant-request-invalid", "assistants-unavailable"],
        response: { 200: accessRequest },
      },
    },
    async (request) => {
      const asker = request as FastifyRequest;
      const access = await checked(asker, request.query.query);
      return {
        client_name: access.client.name,
        returns_to: new URL(access.redirectUri).host,
        is_on_device: isLoopbackUri(access.redirectUri),
        resource: access.resource,
        roles: givenRoles(asker.role),
        proposed_role: proposedRole(asker.role, access.scopes),
        refusal_url: answered(access, { error: "access_denied" }),
      };
    },
  );

  app.post<{ Body: Static<typeof assistantPost> }>(
    path,
    {
      config: { permission: "look", answersSecret: true },
      schema: {
        operationId: "connectAssistant",
        summary: "Connect an assistant",
        description:
          "Gives an assistant access to the account of the session, in the name of its user and with at most their role. The answer has where the browser goes with a code, which the assistant redeems for tokens.",
        tags,
        body: assistantPost,
        refuses: [
          "assistant-request-invalid",
          "assistant-of-person",
          "assistant-above-own",
          "assistants-too-many",
          "assistants-unavailable",
        ],
        response: { 201: assistantAllowed },
      },
    },
    async (request, reply) => {
      const asker = request as FastifyRequest;
      const { role, query } = request.body;
      const { account, session } = asker;
      if (!session?.user) throw refuse("assistant-of-person");
      const { user } = session;
      const access = await checked(asker, query);
      if (!givenRoles(asker.role).includes(role)) throw refuse("assistant-above-own", { role });
      const { client, resource, redirectUri, challenge, clientId } = access;
      const allowed = await db.transaction(async (trx) => {
        await lockAccount(trx, account.id);
        const of = { accountId: account.id, user, clientId, clientName: client.name };
        const made = await allowAssistant(trx, { ...of, role, resource, redirectUri, challenge }, clock());
        const subject = { type: "assistants", id: made.id, name: client.name };
        await audit(trx, asker, { action: "connect", subject, changes: [`role ${role}`, resource] }, clock());
        return made;
      });
      const redirect_url = answered(access, { code: allowed.code });
      return reply.code(201).send({ id: allowed.id, redirect_url });
    },
  );

  app.get(
    path,
    {
      config: { permission: "look" },
      schema: {
        operationId: "listAssistants",
        summary: "List connected assistants",
        description: "Newest first. Administrators see those of all members, and others their own.",
        tags,
        querystring: pageQuery,
        response: { 200: Type.Array(assistantRecord) },
      },
    },
    async (request, reply) => {
      const asker = request as FastifyRequest;
      const all = await listAssistants(db.kysely, asker.account.id, whoseOf(asker), clock());
      return pageOf(request, reply, all, ({ id, createdAt: at }) => ({ id, at })).map(render);
    },
  );

  app.delete<{ Params: { id: string } }>(
    `${path}/:id`,
    {
      config: { permission: "look" },
      schema: {
        operationId: "endAssistant",
        summary: "End the access of an assistant",
        description: "At once. Members end their own, and administrators those of all members.",
        tags,
        params: idParams,
        response: { 204: Type.Null() },
      },
    },
    async (request, reply) => {
      const asker = request as FastifyRequest;
      const { id } = request.params;
      await db.transaction(async (trx) => {
        const ended = await endAssistant(trx, asker.account.id, id, whoseOf(asker));
        if (!ended) throw refuse("resource-unknown", { type: "assistant", id });
        await audit(trx, asker, { action: "end", subject: subjectOf(ended) }, clock());
      });
      return reply.code(204).send();
    },
  );
};

/** The user whose assistants the request may concern; undefined: those of all members. A key below administrator has none. */
const whoseOf = ({ role, session }: FastifyRequest): string | undefined =>
  may(role, "administer") ? undefined : (session?.user?.id ?? "");

export const subjectOf = ({ id, name }: Assistant) => ({ type: "assistants", id, name });

/** The address of the client with an answer for it, and with who answers (RFC 9207). */
const answered = (
  { redirectUri, state, issuer }: AccessRequest & { issuer: string },
  fields: Record<string, string>,
): string => {
  const url = new URL(redirectUri);
  const all = { ...fields, ...(state !== undefined && { state }), iss: issuer };
  for (const [name, value] of Object.entries(all)) url.searchParams.set(name, value);
  return url.href;
};

const render = ({ id, name, userId, email, role, resource, ...at }: Assistant): JsonObject =>
  present({
    id,
    name,
    user_id: userId,
    email,
    role,
    resource,
    created_at: isoMs(at.createdAt),
    last_used_at: isoMs(at.lastUsedAt),
    ends_at: isoMs(at.endsAt),
  });
