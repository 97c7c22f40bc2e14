// Options of the log, whose lines are bounded: every text in a line is shortened, and lists and nested
// objects end after a few entries. Requests are logged without query and headers, which may contain a
// signature or a key.

import { type FastifyReply, type FastifyRequest, type FastifyServerOptions, LogController } from "fastify";
import { limits } from "../domain/resource/limits.js";
import { shortened } from "../domain/resource/short-text.js";
import { buildFields } from "../log/context.js";
import type { AppOptions } from "./options.js";

const maxEntries = 50;
const maxDepth = 4;

export const loggerOptions = (logger: AppOptions["logger"]): NonNullable<FastifyServerOptions["logger"]> =>
  logger && {
    ...logger,
    mixin: buildFields,
    serializers: {
      req: ({ method, originalUrl, clientAddress }: FastifyRequest) => ({
        method,
        path: brief(pathOf(originalUrl)),
        ip: clientAddress,
      }),
      err: (error: unknown) => bounded(describe(error)) as LoggedError,
    },
    formatters: { log: (fields) => bounded(fields) as Record<string, unknown> },
    hooks: {
      logMethod(args, log) {
        log.apply(
          this,
          args.map((arg: unknown) => (typeof arg === "string" ? brief(arg) : arg)) as typeof args,
        );
      },
    },
  };

/** One line for each request, when it is answered or broken off. */
export class RequestLog extends LogController {
  constructor() {
    super({ requestIdLogLabel: "request" });
  }

  override incomingRequest(): void {}

  override requestCompleted(error: Error | null, req: FastifyRequest, res: FastifyReply): void {
    const line = { req, res, responseTime: res.elapsedTime };
    if (error) res.log.error({ ...line, err: error }, "request failed");
    else res.log.info(line, "request answered");
  }
}

export const pathOf = (url: string): string => url.split("?")[0]!;

const brief = (text: string): string => shortened(text, limits.logCharacters.is);

interface LoggedError {
  [field: string]: unknown;
  type: string;
  message: string;
  stack: string;
}

const describe = (error: unknown): LoggedError => {
  if (!(error instanceof Error)) return { type: typeof error, message: String(error), stack: "" };
  const { name, message, stack = "", cause } = error;
  const kept = Object.entries(error).filter(([field]) => keptFields.has(field));
  return {
    ...Object.fromEntries(kept),
    type: name,
    message,
    stack,
    ...(cause !== undefined && { cause: describe(cause) }),
  };
};

/**
 * Fields that are logged of errors of Node and of databases. Others have values of people, such as the
 * `detail` of PostgreSQL, which quotes a row.
 */
const keptFields = new Set([
  ...[
    "code",
    "errno",
    "errcode",
    "syscall",
    "signal",
    "severity",
    "schema",
    "table",
    "constraint",
    "routine",
  ],
  ...["status", "statusCode", "responseCode", "command"],
]);

/** Plain data with short texts. Errors, requests and answers pass, because their serializers bound them. */
const bounded = (value: unknown, depth = 0): unknown => {
  if (typeof value === "string") return brief(value);
  if (Array.isArray(value) && depth < maxDepth)
    return value.slice(0, maxEntries).map((each) => bounded(each, depth + 1));
  if (!isPlain(value)) return value;
  if (depth >= maxDepth) return "…";
  const entries = Object.entries(value).slice(0, maxEntries);
  return Object.fromEntries(entries.map(([name, each]) => [brief(name), bounded(each, depth + 1)]));
};

const isPlain = (value: unknown): value is object =>
  typeof value === "object" && value !== null && Object.getPrototypeOf(value) === Object.prototype;
