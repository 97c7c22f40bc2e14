// Problems: the one form of error answers, with a category, an ID that is also in the log, and what to do.
// The caller's errors are explained in full; internal errors are logged with their stack and not revealed.

import type { FastifyError, FastifyReply, FastifyRequest } from "fastify";
import { type ErrorParams, Refusal, refuse } from "../errors/refusal.js";
import type { Troubles } from "../errors/troubles.js";
import { worldTrouble } from "../errors/world.js";
import { linkPageFor, linkPageHeaders } from "./link-page.js";
import type { OpenFilesWatch } from "./open-files.js";
import type { Problem } from "./schemas/common.js";
import { passUnreadBody } from "./unread-body.js";
import { bodyInvalid } from "./validation.js";

interface ProblemOptions {
  /** The limit of bodies. */
  bodyBytes: number;
  publicUrl: string | undefined;
  /** Known troubles. A failure that comes from one of them is in the log already. */
  troubles: Troubles;
  openFiles: Pick<OpenFilesWatch, "meet">;
}

/** For `setErrorHandler`. The answer links to the page about the error. */
export const problemHandler =
  ({ bodyBytes, publicUrl = "", troubles, openFiles }: ProblemOptions) =>
  (error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    const refusal = refusalOf(error, request, bodyBytes);
    const { status, error: kind } = refusal.entry;
    openFiles.meet(refusal);
    report(refusal, request, troubles);
    reply.header("link", `<${publicUrl}/docs/errors/${refusal.code}>; rel="help"`);
    passUnreadBody(request, reply);
    const retrySeconds = refusal.params.seconds ?? (isWorthRepeating(status) ? usualRetrySeconds : undefined);
    if (typeof retrySeconds === "number") reply.header("retry-after", String(retrySeconds));
    if (status === 401) reply.header("www-authenticate", "Bearer");
    const page = linkPageFor(refusal, request);
    if (page !== undefined) return reply.code(status).headers(linkPageHeaders).send(page);
    const { validationErrors, params } = refusal;
    const body: Problem = {
      error: kind,
      id: request.id,
      note: refusal.message,
      ...(validationErrors.length > 0 && { validationErrors }),
      ...(typeof params.gone_on === "string" && { gone_on: params.gone_on }),
    };
    return reply.code(status).type("application/json").send(body);
  };

/** Others' failures and our own queues; what repeats by itself has a time of its own. */
const isWorthRepeating = (status: number): boolean => status >= 502 && status <= 504;
const usualRetrySeconds = 30;

const report = (refusal: Refusal, request: FastifyRequest, troubles: Troubles): void => {
  const { code, message } = refusal;
  const { fault } = refusal.entry;
  if (fault === "ours") request.log.error({ code, err: refusal.cause }, message);
  else if (fault === "world" && !troubles.covers(refusal))
    request.log.warn({ code, err: refusal.cause }, message);
  else request.log.info({ code }, refusal.messageForLog);
};

/** The refusal that an error is answered with. */
export const refusalOf = (error: unknown, request: FastifyRequest, bodyBytes: number): Refusal => {
  if (error instanceof Refusal) return error;
  const { code, validation, statusCode = 500, message } = error as FastifyError;
  if (validation) return bodyInvalid(validation);
  if (code === "FST_ERR_CTP_BODY_TOO_LARGE")
    return refuse("payload-too-large", { limit: request.routeOptions.bodyLimit ?? bodyBytes });
  if (code === "FST_ERR_CTP_INVALID_MEDIA_TYPE") return refuse("media-type-unsupported", mediaTypes(request));
  if (statusCode >= 400 && statusCode < 500) return refuse("request-malformed", { detail: message });
  return worldTrouble(error) ?? new Refusal("internal", {}, [], error);
};

const mediaTypes = ({ headers }: FastifyRequest): ErrorParams => ({
  type: headers["content-type"] ?? "of no kind",
  expected: "application/json",
});
