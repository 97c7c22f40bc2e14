// API keys, so that one can be replaced by another: issue, put to use, revoke.

import { Type } from "@sinclair/typebox";
import type { FastifyInstance } from "fastify";
import { refuse } from "../../errors/refusal.js";
import { issueKey, listKeys, revokeKey } from "../../store/keys.js";
import type { AppOptions } from "../options.js";
import { renderKey } from "../render/account.js";
import { isoMs } from "../render/record.js";
import { keyIssued, keyPost, keyRecord } from "../schemas/account.js";
import { idParams } from "../schemas/common.js";

const keyTags = ["accounts"];
const keysUrl = "/accounts/current/api_keys";

export const keyRoutes = (app: FastifyInstance, { db, clock }: AppOptions): void => {
  app.post<{ Body: { name?: string } }>(
    keysUrl,
    {
      config: { answersSecret: true },
      schema: {
        summary: "Issue a key, shown this once",
        description:
          "Only a hash of it is kept. To replace a key: issue another, put it to use, revoke the first.",
        tags: keyTags,
        body: keyPost,
        response: { 201: keyIssued },
      },
    },
    async ({ account, body }, reply) => {
      const { name = "unnamed" } = body;
      const now = clock();
      const { id, key } = await issueKey(db.kysely, account.id, name, now);
      return reply.code(201).send({ id, name, api_key: key, created_at: isoMs(now) });
    },
  );

  app.get(
    keysUrl,
    {
      schema: {
        summary: "List keys that are valid",
        description: "Without the keys themselves, of which there is no copy.",
        tags: keyTags,
        response: { 200: Type.Array(keyRecord) },
      },
    },
    async ({ account }) => (await listKeys(db.kysely, account.id)).map(renderKey),
  );

  app.delete<{ Params: { id: string } }>(
    `${keysUrl}/:id`,
    {
      schema: {
        summary: "Revoke a key",
        description: "From now on it is refused.",
        tags: keyTags,
        params: idParams,
        response: { 204: Type.Null() },
      },
    },
    async ({ account, params }, reply) => {
      const isRevoked = await revokeKey(db.kysely, account.id, params.id, clock());
      if (!isRevoked) throw refuse("resource-unknown", { type: "API key", id: params.id });
      return reply.code(204).send();
    },
  );
};
