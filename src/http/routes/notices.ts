// Live notices of an account's changes, as server-sent events that browsers read with EventSource. A client
// that reconnects first receives a notice for each pending resource; the outcome of the others is in their
// records.

import type { FastifyInstance, FastifyRequest } from "fastify";
import { may, type Role } from "../../domain/account/role.js";
import { refuse } from "../../errors/refusal.js";
import { mailStates, resourceStates } from "../../store/notices.js";
import { isStillAllowed } from "../auth.js";
import { maskedFor } from "../masking.js";
import {
  mailNotice,
  type Notice,
  type NoticeStates,
  NoticeStream,
  NoticeWatcher,
  noticeRecord,
  resourceNotice,
} from "../notices.js";
import type { AppOptions } from "../options.js";

const pollMs = 500;

/** Keeps proxies and browsers from closing a silent connection, and checks whether the key is still valid. */
const heartbeatMs = 15_000;

const eventStream = {
  content: {
    "text/event-stream": {
      schema: {
        type: "string",
        description: "Server-sent events. The data of each is a Notice.",
        contentMediaType: "application/json",
        contentSchema: noticeRecord,
      },
      example:
        'event: resource\ndata: {"id":"3f8a2c1e-5b7d-4e90-8a6f-2d1c9b7e4a05","resource_type":"cohorts","name":"Customers","status":"ready"}\n\n',
    },
  },
};

export const noticeRoutes = (app: FastifyInstance, options: AppOptions): void => {
  const { noticeMs = { poll: pollMs, heartbeat: heartbeatMs } } = options;
  const streams = new Set<NoticeStream>();
  /** Number of open streams, by account. */
  const ofAccount = new Map<string, number>();
  const watches = new NoticeWatcher({
    pollMs: noticeMs.poll,
    read: (accountId) => lookAt(accountId, options),
    onError: (error) => {
      if (!options.troubles.covers(error)) app.log.warn({ err: error }, "notices could not be read");
    },
  });

  const open = (request: FastifyRequest): NoticeStream => {
    const { id } = request.account;
    const { role } = request;
    const mine = ofAccount.get(id) ?? 0;
    if (mine >= options.limits.noticeStreams)
      throw refuse("notice-streams-too-many", { most: options.limits.noticeStreams });
    ofAccount.set(id, mine + 1);
    const stream = new NoticeStream();
    const deafen = watches.listen(id, (notice) => {
      if (concerns(role, notice)) stream.send(maskedFor(role, notice, noticeRecord));
    });
    const heartbeat = setInterval(async () => {
      if (await isStillAllowed(request, options).catch(() => true)) stream.heartbeat();
      else stream.end();
    }, noticeMs.heartbeat);
    streams.add(stream);
    return stream.once("close", () => {
      clearInterval(heartbeat);
      deafen();
      streams.delete(stream);
      const left = ofAccount.get(id)! - 1;
      if (left > 0) ofAccount.set(id, left);
      else ofAccount.delete(id);
    });
  };

  app.addHook("preClose", async () => {
    for (const stream of streams) stream.end();
  });

  app.get(
    "/notices",
    {
      exposeHeadRoute: false,
      config: { permission: "look" },
      schema: {
        summary: "Subscribe to notices",
        description:
          "Server-sent events for EventSource, each with a Notice as data. First, one for each resource that waits, is being built or " +
          "failed. Then one whenever a resource is created, changes, makes progress or is deleted and, for administrators, whenever an e-mail is written " +
          "or sent. The stream stays open, until the role changes: connect again.",
        tags: ["notices"],
        refuses: ["notice-streams-too-many"],
        response: { 200: eventStream },
      },
    },
    async (request, reply) =>
      // A connection that stays open afterwards would keep the service from closing.
      reply
        .headers({ "cache-control": "no-store", connection: "close", "x-accel-buffering": "no" })
        .type("text/event-stream")
        .send(open(request)),
  );
};

/** Mails are for those who may list them. */
const concerns = (role: Role, { resource_type }: Notice): boolean =>
  resource_type !== "mail" || may(role, "administer");

const lookAt = async (accountId: string, { db, clock }: AppOptions): Promise<NoticeStates> => {
  const resources = await resourceStates(db.kysely, accountId);
  const mails = await mailStates(db.kysely, accountId);
  const now = clock();
  const looks = [...resources.map((row) => resourceNotice(row, now)), ...mails.map(mailNotice)];
  return new Map(looks.map((look) => [look.notice.id, look]));
};
