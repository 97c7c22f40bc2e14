// Turns of requests that write. Each plans what its change concerns, which may take milliseconds of the only thread: one right after
// the other, the writes of one account would delay all others by their sum. So one at a time is carried out, accounts take turns,
// and other requests are answered in between.

import { setImmediate as loopRound } from "node:timers/promises";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { Turns } from "../domain/turns.js";
import { networkOf } from "./request-limits.js";

/** A turn ends with the answer, or after this time: one that waits for a process or the store does not hold up the others. */
const longestTurnMs = 100;

export const takeTurnsForWrites = (app: FastifyInstance): void => {
  const turns = new Turns({ running: 1, waiting: Infinity, waitingOfAccount: Infinity });
  app.addHook("preHandler", async (request, reply) => {
    if (request.bodyTurn || !isWrite(request)) return;
    endWith((await turns.take(request.account?.id ?? networkOf(request.ip)))!, reply);
    await loopRound();
  });
};

/** Uploads have no body of a schema, and take as long as they arrive. */
const isWrite = ({ method, routeOptions }: FastifyRequest): boolean =>
  method === "DELETE" || (method !== "GET" && routeOptions.schema?.body !== undefined);

const endWith = (leave: () => void, { raw }: FastifyReply): void => {
  const end = () => {
    clearTimeout(timer);
    raw.off("close", end);
    leave();
  };
  const timer = setTimeout(end, longestTurnMs).unref();
  raw.once("close", end);
  if (raw.socket?.destroyed) end();
};
