// Turns of requests that write. Each plans what its change concerns, which may take milliseconds of the only
// thread: one right after the other, the writes of one account would delay all others by their sum. So one at
// a time is carried out, accounts take turns, and other requests are answered in between.

import type { FastifyInstance, FastifyRequest } from "fastify";
import { ownRound } from "../domain/machine/event-loop.js";
import { Turns } from "../domain/machine/turns.js";
import { limits } from "../domain/resource/limits.js";
import { refuse } from "../errors/refusal.js";
import { endWith, retrySeconds } from "./body-turns.js";
import { accountOrNetwork, senderOf } from "./request-limits.js";

export const takeTurnsForWrites = (app: FastifyInstance): void => {
  // Connections are limited, and so is what waits.
  const waitingOfAccount = limits.waitingWritesOfAccount.is;
  const turns = new Turns({ running: 1, waiting: Infinity, waitingOfAccount });
  app.addHook("preHandler", async (request, reply) => {
    if (request.bodyTurn || !isWrite(request)) return;
    const leave = await turns.take(accountOrNetwork(request));
    if (!leave) throw refuse("requests-waiting-too-many", { seconds: retrySeconds });
    endWith(leave, reply);
    await ownRound(senderOf(request));
  });
};

/** Uploads have no body of a schema, and take as long as they arrive. */
const isWrite = ({ method, routeOptions }: FastifyRequest): boolean =>
  method === "DELETE" || (method !== "GET" && routeOptions.schema?.body !== undefined);
