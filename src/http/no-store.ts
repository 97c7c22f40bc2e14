// Answers about people, and those with secrets, stay in no cache. They are the answers whose schema marks what
// says who somebody is, and those that viewers without personal data do not get. All others are kept by the
// browser alone, and revalidated.

import type { FastifyInstance, FastifyRequest } from "fastify";
import { personalMark } from "../domain/resource/schema.js";
import { permissionOf } from "./role.js";
import { makerRecord, noteRecord } from "./schemas/ownership.js";

const revalidated = "private, no-cache";

/** Goes before whatever else says how long an answer may be kept. */
export const keepPeopleOutOfCaches = (app: FastifyInstance): void => {
  app.addHook("onSend", async (request, reply, payload) => {
    const given = reply.getHeader("cache-control");
    if ((given === undefined || given === revalidated) && isAboutPeople(request, given === revalidated))
      reply.header("cache-control", "private, no-store");
    return payload;
  });
};

const known = new WeakMap<object, boolean>();

/** `isFile`: what is sent says so itself. A signed link opens files without a key; other public answers are about nobody. */
const isAboutPeople = (
  { method, is404, routeOptions: { config, schema } }: FastifyRequest,
  isFile: boolean,
): boolean => {
  if (is404 || schema === undefined) return false;
  const isRead = method === "GET" || method === "HEAD";
  if (isRead && (isFile || !config.isPublic) && permissionOf(method, config) !== "look") return true;
  const found = known.get(schema) ?? isMarked(schema.response, new Set());
  known.set(schema, found);
  return found;
};

/** Whether anything in the schema is marked. */
const isMarked = (schema: unknown, seen: Set<unknown>): boolean => {
  if (typeof schema !== "object" || schema === null || seen.has(schema)) return false;
  seen.add(schema);
  if ((schema as Record<string, unknown>)[personalMark] === true) return true;
  // Who made a record, and what users write to each other about it, make its answer none about people.
  const { title } = schema as Record<string, unknown>;
  if (title === noteRecord.title || title === makerRecord.title) return false;
  return Object.values(schema).some((each) => isMarked(each, seen));
};
