// Watches an app under test: whatever it answers must fit its own OpenAPI document.

import type { FastifyInstance } from "fastify";
import { type Checker, checkerOf } from "./answers.js";

/** Made once for a file of tests: all apps have the same document. */
let checker: Promise<Checker> | undefined;

const checkerFor = (app: FastifyInstance): Promise<Checker> => {
  checker ??= app.inject("/openapi.json").then((answer) => checkerOf(answer.json()));
  return checker;
};

/** To be called before the app is ready. What did not fit is added to the list that it returns. */
export const watchAnswers = (app: FastifyInstance): string[] => {
  const misfits: string[] = [];
  app.addHook("onSend", async (request, reply, payload) => {
    const { url, method, config } = request.routeOptions;
    const isDescribed = !request.is404 && url !== undefined && url !== "/openapi.json" && method !== "HEAD";
    if (!isDescribed || config.isConsole || request.method === "HEAD") return payload;
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
