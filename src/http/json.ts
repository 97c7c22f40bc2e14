// JSON in requests: plain objects, merge patches and body parsing.

import type { FastifyInstance } from "fastify";
import { refuse } from "../errors/refusal.js";

export type JsonObject = { [key: string]: unknown };

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** The same keys with mapped values. */
export const mapValues = <V, W>(
  record: Readonly<Record<string, V>>,
  map: (value: V, key: string) => W,
): Record<string, W> =>
  Object.fromEntries(Object.entries(record).map(([key, value]) => [key, map(value, key)]));

/** Removes undefined and null fields. */
export const present = (record: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(record).filter(([, value]) => value !== undefined && value !== null));

/** JSON merge patch (RFC 7396): merges objects key by key; null removes a key, anything else replaces it. */
export const mergePatch = (target: unknown, patch: JsonObject): JsonObject => {
  const merged: JsonObject = isObject(target) ? { ...target } : {};
  for (const [key, value] of Object.entries(patch)) {
    if (value === null) delete merged[key];
    else merged[key] = isObject(value) ? mergePatch(merged[key], value) : value;
  }
  return merged;
};

declare module "fastify" {
  interface FastifyContextConfig {
    /** A missing body counts as an empty object. */
    isBodyOptional?: boolean;
  }
}

export const jsonMediaTypes = [
  "application/json",
  "application/merge-patch+json",
  "application/json+merge-patch",
];

export const readJsonBodies = (app: FastifyInstance): void => {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(jsonMediaTypes, { parseAs: "string" }, async (_request: unknown, text: string) =>
    text === "" ? undefined : parseJson(text),
  );
  app.addHook("preValidation", async (request) => {
    const { schema, config } = request.routeOptions;
    if (schema?.body === undefined || request.body !== undefined) return;
    if (!config.isBodyOptional) throw refuse("body-missing");
    request.body = {};
  });
};

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text, refuseUnsafe);
  } catch (error) {
    throw refuse("body-not-json", { detail: (error as Error).message });
  }
};

/**
 * A field named `__proto__` would change what later copies of the object inherit. NUL is in no file that is read, and no
 * database takes it in a text.
 */
const refuseUnsafe = (key: string, value: unknown): unknown => {
  if (key === "__proto__") throw new SyntaxError("a field is named __proto__");
  if (key.includes("\0") || (typeof value === "string" && value.includes("\0")))
    throw new SyntaxError("a text holds the character NUL");
  return value;
};
