// Responses of the OpenAPI document: an operation's success with an example, and its errors by status. Errors
// that do not depend on the operation are components.

import { STATUS_CODES } from "node:http";
import type { RouteOptions } from "fastify";
import { isObject, type JsonObject } from "../../domain/resource/json.js";
import { catalogue, type ErrorCode } from "../../errors/catalogue.js";
import { mapValues } from "../json.js";
import { pageFields } from "../pages.js";
import { problem } from "../schemas/common.js";
import type { Components } from "./components.js";

/** Responses by status. */
export const answersOf = (
  { schema = {} }: RouteOptions,
  method: string,
  components: Components,
): JsonObject => {
  const responses = (isObject(schema.response) ? schema.response : {}) as Record<string, JsonObject>;
  const isRead = method === "GET";
  return {
    ...mapValues(responses, (answer, status) => ({
      description: answer.description ?? STATUS_CODES[status] ?? "Done",
      ...(isRead && { headers: { ETag: etag, ...(isPagedList(schema) && { Link: nextPage }) } }),
      ...(status !== "204" && { content: contentOf(answer, components) }),
    })),
    ...(isRead && { 304: { description: "Unchanged since the ETag in If-None-Match." } }),
  };
};

const isPagedList = ({ querystring }: NonNullable<RouteOptions["schema"]>): boolean =>
  isObject(querystring) &&
  isObject(querystring.properties) &&
  querystring.properties.cursor === pageFields.cursor;

const nextPage = {
  description:
    'Address of the next page, with rel="next". Absent on the last page, and without limit and cursor.',
  schema: { type: "string" },
};

const etag = {
  description: "Version of the answer, for If-None-Match and If-Match.",
  schema: { type: "string" },
};

const contentOf = (answer: JsonObject, components: Components): JsonObject =>
  isObject(answer.content)
    ? mapValues(answer.content as Record<string, JsonObject>, (media) => ({
        ...media,
        schema: components.hoist(media.schema),
      }))
    : { "application/json": components.media(answer, "answer") };

/** Statuses whose errors do not depend on the operation. */
const shared: Record<string, string> = {
  401: "Unauthorized",
  403: "Forbidden",
  413: "PayloadTooLarge",
  415: "UnsupportedMediaType",
  429: "TooManyRequests",
  500: "InternalServerError",
  502: "BadGateway",
  503: "ServiceUnavailable",
  504: "GatewayTimeout",
  507: "InsufficientStorage",
};

const statusOf = (code: ErrorCode): string => String(catalogue[code].status);

/** Errors of e-mails and webhooks, which no answer reports. */
const ofMessages = new Set<ErrorCode>(["mail-unreachable", "webhook-undelivered"]);

/** Refusals by status. */
export const refusedAs = (codes: readonly ErrorCode[]): JsonObject =>
  Object.fromEntries(
    [...new Set(codes.map(statusOf))].map((status) => {
      const ofStatus = codes.filter((code) => statusOf(code) === status);
      if (ofStatus.includes("link-invalid")) return [status, refused(ofStatus, linkPage)];
      return [
        status,
        shared[status] ? { $ref: `#/components/responses/${shared[status]}` } : refused(ofStatus),
      ];
    }),
  );

export const responseComponents = (components: Components): Record<string, JsonObject> => {
  components.media(problem, "answer");
  const codesOf = (status: string) =>
    (Object.keys(catalogue) as ErrorCode[]).filter(
      (code) => statusOf(code) === status && !ofMessages.has(code),
    );
  return Object.fromEntries(
    Object.entries(shared).map(([status, name]) => [
      name,
      {
        ...refused(codesOf(status)),
        ...(["429", "502", "503", "504", "507"].includes(status) && {
          headers: { "Retry-After": retryAfter },
        }),
      },
    ]),
  );
};

const retryAfter = {
  description: "Seconds after which to repeat the request.",
  schema: { type: "integer" },
};

/** `x-codes` lists the error codes; `/docs/errors/{code}` is a page about each. */
const refused = (codes: readonly ErrorCode[], otherMedia: JsonObject = {}): JsonObject => ({
  description: `One of ${codes.map((code) => `\`${code}\``).join(", ")}.`,
  "x-codes": codes,
  content: {
    "application/json": { schema: { $ref: "#/components/schemas/Problem" }, examples: problemExample },
    ...otherMedia,
  },
});

/**
 * For browsers that open a signed link which does not work. Only the operations that such links open have it,
 * so that the errors of others are of one type.
 */
const linkPage = { "text/html": { schema: { type: "string" }, example: "<!doctype html>…" } };

const problemExample = { Problem: { $ref: "#/components/examples/Problem" } };

const ofKeys: ErrorCode[] = [
  "key-missing",
  "key-malformed",
  "key-unknown",
  "key-expired",
  "token-elsewhere",
  "key-scope-insufficient",
  "role-insufficient",
  "session-ended",
  "requests-too-many",
];
const ofBodies: ErrorCode[] = [
  "body-not-json",
  "body-unusable",
  "body-too-complex",
  "bodies-too-many",
  "media-type-unsupported",
  "encoding-unsupported",
  "payload-too-large",
];
const ofFiles: ErrorCode[] = ["media-type-unsupported", "encoding-unsupported", "payload-too-large"];
const ofWorld: ErrorCode[] = [
  "store-unavailable",
  "files-unavailable",
  "disk-failing",
  "files-too-many",
  "processes-too-many",
  "disk-split",
];
const ofRepetition: ErrorCode[] = [
  "idempotency-key-invalid",
  "idempotency-key-reused",
  "idempotency-unanswered",
  "idempotency-answer-secret",
];

/**
 * Errors of an operation: those that follow from its form, such as a key, a body or an ID, and those that its
 * route lists.
 */
export const refusalsOf = ({ schema = {}, config }: RouteOptions, method: string): ErrorCode[] => {
  const isRead = method === "GET";
  const hasKey = !config?.isPublic || schema.querystring !== undefined;
  const codes: ErrorCode[] = [
    ...(hasKey ? ofKeys : []),
    ...(hasKey && !isRead ? (["request-cross-origin"] as const) : []),
    ...(config?.isProbe ? [] : (["address-requests-too-many", "requests-waiting-too-many"] as const)),
    ...(isRead ? [] : schema.consumes ? ofFiles : ofBodies),
    "request-malformed",
    ...(schema.body && !config?.isBodyOptional ? (["body-missing"] as const) : []),
    ...(schema.body || schema.querystring || schema.headers ? (["body-invalid"] as const) : []),
    ...(isPagedList(schema) ? (["page-cursor-invalid"] as const) : []),
    ...(schema.params ? (["resource-unknown", "path-unknown"] as const) : []),
    ...(method === "POST" && !config?.isPublic ? ofRepetition : []),
    ...(schema.refuses ?? []),
    ...(config?.isProbe ? [] : ofWorld),
    ...(isRead ? [] : (["disk-full"] as const)),
    "internal",
  ];
  return [...new Set(codes)];
};
