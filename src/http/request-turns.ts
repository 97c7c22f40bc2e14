// Turns of requests that arrive at once. Each takes a millisecond or less of the only thread before it first waits for anything, so fifty of
// one client would hold up all others by their sum. So each begins in a round of the event loop of its own, two at most at a time. Network addresses take turns, and so do
// the keys and sessions of one address: nobody has checked a key yet, so whoever makes up a thousand keys has one line, not a thousand.

import type { FastifyInstance, FastifyRequest } from "fastify";
import { limits } from "../domain/limits.js";
import { KeyedTurns, Turns } from "../domain/turns.js";
import { refuse } from "../errors/refusal.js";
import { retrySeconds } from "./body-turns.js";
import { networkOf } from "./request-limits.js";
import { ownRound } from "./rounds.js";

const atOnce = 2;

/** Requests that the limits refuse are refused before. */
export const takeTurnsToBegin = (app: FastifyInstance): void => {
  const turns = new RequestTurns();
  app.addHook("onRequest", async (request, reply) => {
    const leave = await turns.take(request);
    const { isProbe } = request.routeOptions.config;
    if (!leave && !isProbe) throw refuse("requests-waiting-too-many", { seconds: retrySeconds });
    // The next one begins in a round of its own.
    if (leave) void ownRound().then(leave);
    if (request.raw.socket.destroyed) reply.hijack();
  });
};

const ofAddress = {
  running: atOnce,
  waiting: limits.waitingRequestsOfAddress.is,
  waitingOfAccount: Infinity,
};

class RequestTurns {
  /** Each address has at most a few in it, and connections are limited. */
  private readonly addresses = new Turns({ running: atOnce, waiting: Infinity, waitingOfAccount: Infinity });
  private readonly within = new KeyedTurns(ofAddress);

  async take(request: FastifyRequest): Promise<(() => void) | null> {
    const address = networkOf(request.clientAddress);
    const leaveOwn = await this.within.take(address, credentialOf(request));
    if (!leaveOwn) return null;
    const leave = (await this.addresses.take(address))!;
    return () => {
      leave();
      leaveOwn();
    };
  }
}

const credentialOf = ({ headers }: FastifyRequest): string => headers.authorization ?? headers.cookie ?? "";
