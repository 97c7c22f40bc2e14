// Idempotency keys. A POST with an Idempotency-Key is executed once, however often it is sent, because a
// client that loses the answer must be able to retry. For a day, the same key with the same request gets the
// first answer; with another request it is refused. Refused requests changed nothing, so they are not stored.
//
//   reserved ──▶ executed ──▶ answered: the answer is replayed
//            │            └─▶ failed or interrupted: a repetition is answered from what the request made, and else refused
//            ├─▶ refused or failed: the key is free again
//            └─▶ interrupted by a crash: stays reserved and is refused, because it is unknown whether something began
//
// The transaction of the change marks the key as executed (see `audit`), so what is known of the key is true
// whenever the store or the process goes away, also between a commit and its answer. A note that the store
// cannot take at the moment is taken later, and the answer does not wait for it.

import { createHash } from "node:crypto";
import type { Readable } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { refuse } from "../errors/refusal.js";
import { worldTrouble } from "../errors/world.js";
import { keepAnswer, type Reserved, releaseKey, reserve } from "../store/idempotency.js";
import type { AppOptions } from "./options.js";

declare module "fastify" {
  interface FastifyRequest {
    /** The key reserved by this request, and the hash of its body; for an upload, once it is complete. */
    idempotency?: Reserved & {
      bodyHash: string | null;
      /**
       * Id that an earlier request with the key created or changed, if it was executed and not answered: only
       * the answer is missing.
       */
      changedId: string | null;
    };
  }
  interface FastifyContextConfig {
    /** The answer contains a secret and must not be stored. */
    answersSecret?: boolean;
    /** The handler gives the answer without the change if `idempotency.changedId` is there. */
    answersAgain?: boolean;
  }
}

/** Visible ASCII. */
export const idempotencyKeyRule = /^[!-~]{1,255}$/;

const retrySeconds = 1;

export const honourIdempotencyKeys = (app: FastifyInstance, { db, clock }: AppOptions): void => {
  app.decorateRequest("idempotency", undefined);
  const notes = new LateNotes();
  app.addHook("onClose", async () => notes.close());

  app.addHook("preHandler", async (request, reply) => {
    const key = keyOf(request);
    if (key === undefined) return;
    const held = { accountId: request.account.id, key, reservedAt: clock() };
    const what = `POST ${request.url}`;
    const bodyHash = isStream(request.body) ? null : sha256(JSON.stringify(request.body) ?? "");
    const earlier = await reserve(db.kysely, held, what, bodyHash).catch((error) => {
      // It may be reserved nevertheless.
      if (worldTrouble(error)) notes.add(() => releaseKey(db.kysely, held));
      throw error;
    });
    if (!earlier) {
      request.idempotency = { ...held, bodyHash, changedId: null };
      return;
    }
    if (earlier.request !== what) throw refuse("idempotency-key-reused", { request: earlier.request });
    const { changed_id: changedId, created_at: reservedAt } = earlier;
    const canAnswer = changedId !== null && request.routeOptions.config.answersAgain === true;
    if (earlier.status === null && !canAnswer)
      throw refuse("idempotency-unanswered", { seconds: retrySeconds });
    const sentHash = bodyHash ?? (await hashOf(request.body as Readable));
    if (earlier.body_hash !== sentHash)
      throw refuse("idempotency-key-reused", { request: `${earlier.request} with another body` });
    if (earlier.status === null) {
      request.idempotency = { ...held, reservedAt, bodyHash, changedId };
      return;
    }
    if (earlier.answer === null) throw refuse("idempotency-answer-secret");
    return replay(reply, earlier.status, earlier.content_type, earlier.answer);
  });

  app.addHook("onSend", async (request, reply, payload) => {
    const held = request.idempotency;
    if (!held) return payload;
    const note = noteOf(request, reply, held, payload, db);
    await note().catch((error) => {
      if (!worldTrouble(error)) throw error;
      notes.add(note);
    });
    return payload;
  });
};

const noteOf = (
  request: FastifyRequest,
  reply: FastifyReply,
  held: NonNullable<FastifyRequest["idempotency"]>,
  payload: unknown,
  db: AppOptions["db"],
): (() => Promise<void>) => {
  const { statusCode: status } = reply;
  const { bodyHash } = held;
  if (status >= 300 || bodyHash === null) return () => releaseKey(db.kysely, held);
  const contentType = String(reply.getHeader("content-type") ?? "");
  const answer = request.routeOptions.config.answersSecret ? null : String(payload ?? "");
  return () => keepAnswer(db.kysely, held, { status, contentType, answer, bodyHash });
};

const lateEveryMs = 1_000;

/** Notes beyond this number are dropped: their keys stay reserved. */
const maxLateNotes = 1_000;

/** Notes about keys that wait for the store. */
class LateNotes {
  private readonly waiting: (() => Promise<void>)[] = [];
  private isBusy = false;
  private isClosed = false;

  add(note: () => Promise<void>): void {
    if (this.waiting.length < maxLateNotes) this.waiting.push(note);
    if (!this.isBusy) void this.takeAll();
  }

  close(): void {
    this.isClosed = true;
  }

  private async takeAll(): Promise<void> {
    this.isBusy = true;
    for (let note = this.waiting[0]; note && !this.isClosed; note = this.waiting[0]) {
      const isOver = await note().then(
        () => true,
        (error) => worldTrouble(error) === undefined,
      );
      if (isOver) this.waiting.shift();
      else await sleep(lateEveryMs, undefined, { ref: false });
    }
    this.isBusy = false;
  }
}

/** Undefined unless it is a POST of an account. Events have ids of their own. Throws `idempotency-key-invalid`. */
const keyOf = ({ method, account, headers, routeOptions }: FastifyRequest): string | undefined => {
  const key = headers["idempotency-key"];
  const hasOwnIds = routeOptions.config.areEvents === true;
  if (method !== "POST" || !account || hasOwnIds || key === undefined) return undefined;
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
