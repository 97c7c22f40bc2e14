// Turns of requests that arrive at once. Each takes a millisecond or less of the only thread before it first waits for anything, so fifty of
// one client would hold up all others by their sum. So a few begin in each round of the event loop, and clients take turns.

import type { FastifyInstance, FastifyRequest } from "fastify";
import { Turns } from "../domain/turns.js";
import { networkOf } from "./request-limits.js";

const inRound = 2;

export const takeTurnsToBegin = (app: FastifyInstance): void => {
  const turns = new Turns({ running: inRound, waiting: Infinity, waitingOfAccount: Infinity });
  app.addHook("onRequest", async (request) => {
    setImmediate((await turns.take(clientOf(request)))!);
  });
};

/** Nobody has checked the key yet. */
const clientOf = ({ headers, ip }: FastifyRequest): string =>
  headers.authorization ?? headers.cookie ?? networkOf(ip);
