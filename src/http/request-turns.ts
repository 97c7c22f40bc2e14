// Turns of requests that arrive at once. Each takes a millisecond or less of the only thread before it first
// waits for anything, so fifty of one client would hold up all others by their sum. So each begins in a round
// of the event loop of its own, which is that of its bytes if nobody else of the network address waits. How
// many of an address wait is limited, and of these, its keys and sessions take turns.

import type { FastifyInstance } from "fastify";
import { joinRound } from "../domain/machine/event-loop.js";
import { KeyedTurns } from "../domain/machine/turns.js";
import { limits } from "../domain/resource/limits.js";
import { refuse } from "../errors/refusal.js";
import { retrySeconds } from "./body-turns.js";
import { senderOf } from "./request-limits.js";

const atOnce = 2;

declare module "fastify" {
  interface FastifyContextConfig {
    /** A file in memory: it is sent in less time than its turn would take, and a page waits for it. */
    isInMemory?: boolean;
  }
}

/** Requests that the limits refuse are refused before. */
export const takeTurnsToBegin = (app: FastifyInstance): void => {
  const turns = new KeyedTurns(ofAddress);
  app.addHook("onRequest", async (request, reply) => {
    const { isProbe, isInMemory } = request.routeOptions.config;
    if (isInMemory) return;
    const sender = senderOf(request);
    const leave = await turns.take(sender.group, sender.name);
    if (!leave && !isProbe) throw refuse("requests-waiting-too-many", { seconds: retrySeconds });
    if (leave) await joinRound(sender).then(leave);
    if (request.raw.socket.destroyed) reply.hijack();
  });
};

const ofAddress = {
  running: atOnce,
  waiting: limits.waitingRequestsOfAddress.is,
  waitingOfAccount: Infinity,
};
