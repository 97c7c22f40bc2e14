// A POST with an Idempotency-Key is carried out once, however often it is sent: the network may lose an answer, and then
// its sender cannot know. For a day the same key with the same request gets the answer that the first one got, and with
// another request it is refused. What was refused changed nothing, so it is not remembered.
//
//   reserved ──▶ answered with success: replayed from then on
//            └─▶ refused or failed: the key is free again
//            └─▶ cut off by a crash: stays reserved and is refused, for nobody knows whether it was carried out

import { createHash } from "node:crypto";
import type { Readable } from "node:stream";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { refuse } from "../errors/refusal.js";
import { keepAnswer, type Reserved, releaseKey, reserve } from "../store/idempotency.js";
import type { AppOptions } from "./options.js";

declare module "fastify" {
  interface FastifyRequest {
    /** The key that this request holds, and the hash of its body; of an upload, once it has arrived. */
    idempotency?: Reserved & { bodyHash: string | null };
  }
  interface FastifyContextConfig {
    /** The answer holds a secret, and must be kept nowhere. */
    answersSecret?: boolean;
  }
}

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

/** Undefined for what is no POST of an account. Throws `idempotency-key-invalid`. */
const keyOf = ({ method, account, headers }: FastifyRequest): string | undefined => {
  const key = headers["idempotency-key"];
  if (method !== "POST" || !account || key === undefined) return undefined;
  if (typeof key !== "string" || !/^[!-~]{1,255}$/.test(key)) throw refuse("idempotency-key-invalid");
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

/** Of an upload that is not kept: it is only to be seen that it is the same. */
const hashOf = async (body: Readable): Promise<string> => {
  const hash = createHash("sha256");
  for await (const chunk of body.iterator({ destroyOnReturn: false })) hash.update(chunk);
  return hash.digest("hex");
};
