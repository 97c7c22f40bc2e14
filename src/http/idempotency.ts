// Idempotency keys. A POST with an Idempotency-Key is executed once, however often it is sent, because a client that loses the
// answer must be able to retry. For a day, the same key with the same request gets the first answer; with another request it
// is refused. Refused requests changed nothing, so they are not stored.
//
//   reserved ──▶ succeeded: the answer is replayed
//            └─▶ refused or failed: the key is free again
//            └─▶ interrupted by a crash: stays reserved and is refused, because it is unknown whether it was executed

import { createHash } from "node:crypto";
import type { Readable } from "node:stream";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { refuse } from "../errors/refusal.js";
import { keepAnswer, type Reserved, releaseKey, reserve } from "../store/idempotency.js";
import type { AppOptions } from "./options.js";

declare module "fastify" {
  interface FastifyRequest {
    /** The key reserved by this request, and the hash of its body; for an upload, once it is complete. */
    idempotency?: Reserved & { bodyHash: string | null };
  }
  interface FastifyContextConfig {
    /** The answer contains a secret and must not be stored. */
    answersSecret?: boolean;
  }
}

/** Visible ASCII. */
export const idempotencyKeyRule = /^[!-~]{1,255}$/;

const retrySeconds = 1;

export const honourIdempotencyKeys = (app: FastifyInstance, { db, clock }: AppOptions): void => {
  app.decorateRequest("idempotency", undefined);

  app.addHook("preHandler", async (request, reply) => {
    const key = keyOf(request);
    if (key === undefined) return;
    const held = { accountId: request.account.id, key };
    const what = `POST ${request.url}`;
    const bodyHash = isStream(request.body) ? null : sha256(JSON.stringify(request.body) ?? "");
    const earlier = await reserve(db.kysely, held, what, bodyHash, clock());
    if (!earlier) {
      request.idempotency = { ...held, bodyHash };
      return;
    }
    if (earlier.request !== what) throw refuse("idempotency-key-reused", { request: earlier.request });
    if (earlier.status === null) throw refuse("idempotency-unanswered", { seconds: retrySeconds });
    const sentHash = bodyHash ?? (await hashOf(request.body as Readable));
    if (earlier.body_hash !== sentHash)
      throw refuse("idempotency-key-reused", { request: `${earlier.request} with another body` });
    if (earlier.answer === null) throw refuse("idempotency-answer-secret");
    return replay(reply, earlier.status, earlier.content_type, earlier.answer);
  });

  app.addHook("onSend", async (request, reply, payload) => {
    const held = request.idempotency;
    if (!held) return payload;
    const { statusCode: status } = reply;
    if (status >= 300 || held.bodyHash === null) await releaseKey(db.kysely, held);
    else
      await keepAnswer(db.kysely, held, {
        status,
        contentType: String(reply.getHeader("content-type") ?? ""),
        answer: request.routeOptions.config.answersSecret ? null : String(payload ?? ""),
        bodyHash: held.bodyHash,
      });
    return payload;
  });
};

/** Undefined unless it is a POST of an account. Throws `idempotency-key-invalid`. */
const keyOf = ({ method, account, headers }: FastifyRequest): string | undefined => {
  const key = headers["idempotency-key"];
  if (method !== "POST" || !account || key === undefined) return undefined;
  if (typeof key !== "string" || !idempotencyKeyRule.test(key)) throw refuse("idempotency-key-invalid");
  return key;
};

const replay = (
  reply: FastifyReply,
  status: number,
  contentType: string | null,
  answer: string,
): FastifyReply => {
  if (contentType) reply.type(contentType);
  return reply.code(status).header("idempotent-replayed", "true").send(answer);
};

const isStream = (body: unknown): boolean =>
  typeof body === "object" && body !== null && typeof (body as Readable).pipe === "function";

const sha256 = (text: string): string => createHash("sha256").update(text).digest("hex");

/** Reads a repeated upload only to compare it with the first. */
const hashOf = async (body: Readable): Promise<string> => {
  const hash = createHash("sha256");
  for await (const chunk of body.iterator({ destroyOnReturn: false })) hash.update(chunk);
  return hash.digest("hex");
};
