// Watch on an app under test: each of its answers must fit its OpenAPI document. Answers in the shape that the header
// Bellwether-Interface asks for do not: the document says them in words, and newest-client.test.ts checks them.

import type { FastifyInstance } from "fastify";
import type { Db } from "../../src/db/connection.js";
import type {} from "../../src/http/console.js"; // It declares `isPage`.
import { type Checker, checkerOf, messageCheckerOf } from "./answers.js";

const interfaceHeader = "bellwether-interface";

/** One for all apps of a test file, since they have the same document. */
let checker: Promise<Checker> | undefined;

const checkerFor = (app: FastifyInstance): Promise<Checker> => {
  checker ??= app.inject("/openapi.json").then((answer) => checkerOf(answer.json()));
  return checker;
};

/** Must be called before the app is ready. Returns a list to which misfits are added. */
export const watchAnswers = (app: FastifyInstance): string[] => {
  const misfits: string[] = [];
  app.addHook("onSend", async (request, reply, payload) => {
    const { url, method, config } = request.routeOptions;
    const isDescribed = !request.is404 && url !== undefined && url !== "/openapi.json" && method !== "HEAD";
    if (!isDescribed || config.isPage || request.method === "HEAD") return payload;
    if (request.headers[interfaceHeader] && reply.getHeader("vary") === interfaceHeader) return payload;
    const misfit = (await checkerFor(app))({
      method: request.method,
      path: url.replace(/:(\w+)/g, "{$1}"),
      status: reply.statusCode,
      headers: reply.getHeaders(),
      body: typeof payload === "string" ? payload : null,
    });
    if (misfit) misfits.push(misfit);
    return payload;
  });
  return misfits;
};

let messages: Promise<ReturnType<typeof messageCheckerOf>> | undefined;

/** Messages to endpoints in the store that contradict the app's OpenAPI document; none where a test closed its store. */
export const oddMessages = async (app: FastifyInstance, db: Db): Promise<string[]> => {
  const rows = await db.kysely
    .selectFrom("webhook_delivery")
    .select("body")
    .execute()
    .catch((error: Error) => {
      if (!/driver has already been destroyed/.test(error.message)) throw error;
      return [];
    });
  if (rows.length === 0) return [];
  messages ??= app.inject("/openapi.json").then((answer) => messageCheckerOf(answer.json()));
  const check = await messages;
  return rows.flatMap(({ body }) => check(body) ?? []);
};
