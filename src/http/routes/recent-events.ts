// Events that programs sent a moment ago, and those that were refused, for whoever watches them arrive.

import type { FastifyInstance, FastifyRequest } from "fastify";
import { limits } from "../../domain/resource/limits.js";
import type { EpochMs } from "../../domain/resource/resource.js";
import { auditRead } from "../audit.js";
import { delaysOfAccounts } from "../events/delays.js";
import type { EventReceiver } from "../events/event-receiver.js";
import { sumOf } from "../events/last-minute.js";
import { type ArrivalResult, newestOf } from "../events/recent-events.js";
import type { AppOptions } from "../options.js";
import { renderArrival, renderLastMinute } from "../resources/recent-events.js";
import { recentEvents, recentQuery } from "../schemas/events.js";

interface RecentQuery {
  stream?: string;
  only?: ArrivalResult;
  person?: string;
  identity?: string[];
  limit?: number;
}

export const recentEventRoutes = (
  app: FastifyInstance,
  options: AppOptions,
  { recent, others }: EventReceiver,
): void => {
  const { clock, db } = options;
  const delays = delaysOfAccounts(db, clock);
  const watchers = new Watchers();

  app.get<{ Querystring: RecentQuery }>(
    "/events/recent",
    {
      schema: {
        operationId: "getRecentEvents",
        summary: "Read the newest events",
        description:
          "The newest events that programs sent and those that were refused, with the reason, of the last hour, and what the last minute brought. " +
          `Of each stream there are the newest ${limits.recentEvents.is}; after a restart there are none.`,
        tags: ["streams"],
        querystring: recentQuery,
        response: { 200: recentEvents },
      },
    },
    async (request) => {
      const { account, query } = request;
      const { stream, only: result, person, identity: identities, limit = limits.recentEvents.is } = query;
      const asker = request as FastifyRequest;
      if (watchers.isNew(asker, clock()))
        await auditRead(asker, { action: "view", subject: { type: "events" } }, clock());
      const wanted = { stream, result, person, identities };
      const own = recent.arrivals(account.id, wanted, limit);
      const otherNodes = await others.read(account.id);
      const all = otherNodes.length === 0 ? own : [...own, ...otherNodes.flatMap(({ arrivals }) => arrivals)];
      const seen = [recent.lastMinute(account.id), ...otherNodes.map(({ minute }) => minute)];
      const fileSeconds = options.events?.seconds ?? limits.eventSeconds.is;
      const { cohortSeconds, scoreSeconds } = await delays(account.id, fileSeconds);
      return {
        events: newestOf(all, wanted, limit).map(renderArrival),
        last_minute: renderLastMinute(sumOf(seen, clock())),
        file_seconds: fileSeconds,
        ...(cohortSeconds !== undefined && { cohort_seconds: cohortSeconds }),
        ...(scoreSeconds !== undefined && { score_seconds: scoreSeconds }),
        has_all_nodes: others.areHeard,
      };
    },
  );
};

const watchedMs = 3_600_000;
const mostWatchers = 1_000;

/** Whoever watches asks every other second, and is in the audit log once an hour, without a write for each request. */
class Watchers {
  private readonly untils = new Map<string, EpochMs>();

  isNew({ account, actor }: FastifyRequest, now: EpochMs): boolean {
    const key = [account.id, actor.type, actor.id, actor.address].join(" ");
    if (now < (this.untils.get(key) ?? 0)) return false;
    if (this.untils.size >= mostWatchers) this.untils.clear();
    this.untils.set(key, now + watchedMs);
    return true;
  }
}
