// API keys of an account: issued, listed, rotated without a gap, and revoked.

import { type Static, Type } from "@sinclair/typebox";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { type EpochMs, msPerDay } from "../../domain/resource/resource.js";
import { refuse } from "../../errors/refusal.js";
import { type ApiKey, issueKey, keyOf, listKeys, replaceKey, revokeKey } from "../../store/keys.js";
import { requireNotAbove } from "../../store/members.js";
import { audit } from "../audit.js";
import { present } from "../json.js";
import type { AppOptions } from "../options.js";
import { pageOf, pageQuery } from "../pages.js";
import { renderKey } from "../resources/account.js";
import { isoMs } from "../resources/record.js";
import { keyIssued, keyPost, keyRecord, keyRotated, keyRotation } from "../schemas/account.js";
import { idParams } from "../schemas/common.js";

type ById = { Params: { id: string } };

const tags = ["accounts"];
const keysUrl = "/accounts/current/api_keys";

const longestLife = 5 * 366 * msPerDay;
const longestOverlap = 90 * msPerDay;
const usualOverlap = msPerDay;

export const keyRoutes = (app: FastifyInstance, { db, clock }: AppOptions): void => {
  app.post<{ Body: Static<typeof keyPost> }>(
    keysUrl,
    {
      config: { answersSecret: true, permission: "administer" },
      schema: {
        summary: "Issue an API key",
        description:
          "The key is shown only once; the service stores a hash of it. To replace a key, rotate it.",
        tags,
        body: keyPost,
        refuses: ["role-above-own"],
        response: { 201: keyIssued },
      },
    },
    async (request, reply) => {
      const { name = "unnamed", scope = "everything", role = request.role, expires_at } = request.body;
      requireNotAbove(request.role, role);
      const now = clock();
      const expiresAt = instantWithin("expires_at", expires_at, now, longestLife);
      const draft = { name, scope, role, expiresAt, issuedBy: issuer(request as FastifyRequest) };
      const { id, key } = await db.transaction(async (trx) => {
        const issued = await issueKey(trx, request.account.id, draft, now);
        const changes = [`scope ${scope}`, `role ${role}`];
        await audit(
          trx,
          request as FastifyRequest,
          { action: "create", subject: subjectOf({ id: issued.id, name }), changes },
          now,
        );
        return issued;
      });
      return reply.code(201).send(
        present({
          id,
          name,
          scope,
          role,
          api_key: key,
          created_at: isoMs(now),
          expires_at: isoMs(expiresAt ?? null),
          issued_by: draft.issuedBy,
        }),
      );
    },
  );

  app.get(
    keysUrl,
    {
      config: { permission: "administer" },
      schema: {
        summary: "List API keys",
        description:
          "Those that are not revoked, also expired ones, newest first. Without the keys themselves, which are not stored.",
        tags,
        querystring: pageQuery,
        response: { 200: Type.Array(keyRecord) },
      },
    },
    async (request, reply) => {
      const keys = await listKeys(db.kysely, request.account.id);
      return pageOf(request, reply, keys, ({ id, createdAt: at }) => ({ id, at })).map(renderKey);
    },
  );

  app.post<ById & { Body: Static<typeof keyRotation> }>(
    `${keysUrl}/:id/rotate`,
    {
      config: { answersSecret: true, permission: "administer" },
      schema: {
        operationId: "rotateApiKey",
        summary: "Rotate an API key",
        description:
          "Issues a key with the same name, scope and role. The old one works until `old_expires_at`, so that programs change over without a gap; both are listed, with their last use. To end the old one earlier, revoke it.",
        tags,
        params: idParams,
        body: keyRotation,
        refuses: ["role-above-own", "key-replaced"],
        response: { 201: keyRotated },
      },
    },
    async (request, reply) => {
      const { account, params, body } = request;
      const now = clock();
      const until =
        instantWithin("old_expires_at", body.old_expires_at, now, longestOverlap) ?? now + usualOverlap;
      const given = instantWithin("expires_at", body.expires_at, now, longestLife);
      const rotated = await db.transaction(async (trx) => {
        const old = await keyOf(trx, account.id, params.id);
        if (!old) throw unknown(params.id);
        requireNotAbove(request.role, old.role);
        const draft = {
          until,
          expiresAt: given ?? sameLife(old, now),
          issuedBy: issuer(request as FastifyRequest),
        };
        const issued = old.replacedBy === null && (await replaceKey(trx, account.id, old, draft, now));
        if (!issued) throw refuse("key-replaced", { name: old.name });
        await audit(trx, request as FastifyRequest, { action: "rotate", subject: subjectOf(old) }, now);
        const [before, after] = [
          await keyOf(trx, account.id, old.id),
          await keyOf(trx, account.id, issued.id),
        ];
        const { hint: _, ...shown } = renderKey(after!);
        return { ...shown, api_key: issued.key, old: renderKey(before!) };
      });
      return reply.code(201).send(rotated);
    },
  );

  app.delete<ById>(
    `${keysUrl}/:id`,
    {
      config: { permission: "administer" },
      schema: {
        summary: "Revoke an API key",
        description: "Requests with the key are refused from now on.",
        tags,
        params: idParams,
        response: { 204: Type.Null() },
      },
    },
    async (request, reply) => {
      const { id } = request.params;
      await db.transaction(async (trx) => {
        const name = await revokeKey(trx, request.account.id, id, clock());
        if (name === undefined) throw unknown(id);
        await audit(
          trx,
          request as FastifyRequest,
          { action: "delete", subject: subjectOf({ id, name }) },
          clock(),
        );
      });
      return reply.code(204).send();
    },
  );
};

const unknown = (id: string) => refuse("resource-unknown", { type: "API key", id });

const subjectOf = ({ id, name }: Pick<ApiKey, "id" | "name">) => ({ type: "api_keys", id, name });

/** The e-mail address of the member, or the name of the key. */
const issuer = ({ actor: { name } }: FastifyRequest): string | undefined => name;

/** A key that was issued for a month gets a successor for a month. */
const sameLife = ({ createdAt, expiresAt }: ApiKey, now: EpochMs): EpochMs | undefined =>
  expiresAt === null ? undefined : now + (expiresAt - createdAt);

/** Throws `body-invalid` for a time that is past, or further away than `longest`. */
const instantWithin = (
  path: string,
  text: string | undefined,
  now: EpochMs,
  longest: number,
): EpochMs | undefined => {
  if (text === undefined) return undefined;
  const at = Date.parse(text);
  if (at > now && at <= now + longest) return at;
  const message = `must be in the future, and at most ${Math.floor(longest / msPerDay)} days from now`;
  throw refuse("body-invalid", { detail: `${path} ${message}` }, [
    { path, message, context: { errorType: "range" } },
  ]);
};
