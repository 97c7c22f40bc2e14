// What an operation can refuse: what follows from its form, such as a key, a body or an id, and what its route names.

import type { RouteOptions } from "fastify";
import type { ErrorCode } from "../../errors/catalogue.js";

const ofKeys: ErrorCode[] = [
  "key-missing",
  "key-malformed",
  "key-unknown",
  "key-expired",
  "session-ended",
  "requests-too-many",
];
const ofBodies: ErrorCode[] = [
  "body-not-json",
  "request-malformed",
  "media-type-unsupported",
  "payload-too-large",
];
const ofFiles: ErrorCode[] = ["request-malformed", "media-type-unsupported", "payload-too-large"];
const ofRepetition: ErrorCode[] = [
  "idempotency-key-invalid",
  "idempotency-key-reused",
  "idempotency-unanswered",
  "idempotency-answer-secret",
];

export const refusalsOf = ({ schema = {}, config }: RouteOptions, method: string): ErrorCode[] => {
  const isRead = method === "GET";
  const hasKey = !config?.isPublic || schema.querystring !== undefined;
  const codes: ErrorCode[] = [
    ...(hasKey ? ofKeys : []),
    ...(hasKey && !isRead ? (["request-cross-origin"] as const) : []),
    ...(isRead ? [] : schema.consumes ? ofFiles : ofBodies),
    ...(schema.body && !config?.isBodyOptional ? (["body-missing"] as const) : []),
    ...(schema.body || schema.querystring || schema.headers ? (["body-invalid"] as const) : []),
    ...(schema.params ? (["resource-unknown"] as const) : []),
    ...(method === "POST" && !config?.isPublic ? ofRepetition : []),
    ...(schema.refuses ?? []),
    "internal",
  ];
  return [...new Set(codes)];
};
