// Answers to viewers without personal data. Whatever says who somebody is, such as a name, a contact or a text of an
// event, is marked in the schema of an answer and masked on its way out; ids, counts, scores and dates stay, and so do
// errors, without the values that they quote. Operations without such marks are refused to them unless their route
// says that nobody is in the answer.

import type { FastifyInstance } from "fastify";
import { may, type Role } from "../domain/account/role.js";
import { isObject, type JsonObject } from "../domain/resource/json.js";
import { personalMark } from "../domain/resource/schema.js";
import { withoutQuotedValues } from "../errors/quoted-values.js";

const mask = "•••";

export const maskPersonalData = (app: FastifyInstance): void => {
  app.addHook("preSerialization", async ({ role, routeOptions }, reply, payload) => {
    const answers = routeOptions.schema?.response as Record<string, unknown> | undefined;
    return maskedFor(role, payload, answers?.[reply.statusCode]);
  });
};

/** The answer as the role may see it. A request without a role has no account, so nobody's data. */
export const maskedFor = <T>(role: Role | undefined, answer: T, schema: unknown): T =>
  role === undefined || may(role, "read") ? answer : (unquoted(masked(answer, schema)) as T);

/** Errors stand in many fields: of a record, of what waits for it, in a notice and in a refusal. */
const unquoted = (value: unknown): unknown => {
  if (typeof value === "string") return withoutQuotedValues(value, mask);
  if (Array.isArray(value)) return value.map(unquoted);
  return isObject(value) ? mapped(value, unquoted) : value;
};

/** A copy in which everything that the schema marks is masked. */
export const masked = (value: unknown, schema: unknown): unknown => {
  if (!isObject(schema)) return value;
  if (schema[personalMark] === true) return maskedWhole(value);
  if (Array.isArray(schema.anyOf))
    return schema.anyOf.reduce((partly: unknown, variant) => masked(partly, variant), value);
  if (Array.isArray(value)) return value.map((each) => masked(each, schema.items));
  if (!isObject(value)) return value;
  const { properties, additionalProperties } = schema;
  return mapped(value, (field, name) =>
    masked(field, isObject(properties) && name in properties ? properties[name] : additionalProperties),
  );
};

/** Names of fields stay. */
const maskedWhole = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(maskedWhole);
  if (isObject(value)) return mapped(value, maskedWhole);
  return value === null || value === undefined ? value : mask;
};

const mapped = (value: JsonObject, change: (field: unknown, name: string) => unknown): JsonObject =>
  Object.fromEntries(Object.entries(value).map(([name, field]) => [name, change(field, name)]));
