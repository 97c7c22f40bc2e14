// JSON bodies of requests: bytes that are checked, parsed and checked again. Their size, number of values and
// depth are limited before anything is made of them, and texts that a store, a file or a later copy of the
// object could misread are refused.

import { isUtf8 } from "node:buffer";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { ownRound } from "../domain/machine/event-loop.js";
import type { Sender } from "../domain/machine/fair-queue.js";
import { isObject } from "../domain/resource/json.js";
import { limits } from "../domain/resource/limits.js";
import { refuse } from "../errors/refusal.js";
import { type BodyOutline, outlineOf } from "./body-outline.js";
import { senderOf } from "./request-limits.js";

declare module "fastify" {
  interface FastifyContextConfig {
    /** A missing body counts as an empty object. */
    isBodyOptional?: boolean;
    /** A body may be compressed with gzip, and is unpacked as it arrives. */
    takesGzip?: boolean;
  }
}

/** Media types of a merge patch, as the document has them. */
export const patchMediaTypes = ["application/json", "application/merge-patch+json"];

/** The last is that of the published client. No other tool writes it, so the document leaves it out. */
const jsonMediaTypes = [...patchMediaTypes, "application/json+merge-patch"];

export const readJsonBodies = (app: FastifyInstance): void => {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    jsonMediaTypes,
    { parseAs: "buffer" },
    async (request: FastifyRequest, bytes: Buffer) => {
      if (bytes.length === 0) return undefined;
      if (bytes.length <= limits.smallBodyBytes.is) return parseJson(bytes);
      await request.bodyTurn?.begin();
      return inSlices(parseSteps(bytes), senderOf(request));
    },
  );
  app.addHook("onRequest", refuseEncodings);
  app.addHook("preValidation", async (request) => {
    const { schema, config } = request.routeOptions;
    if (schema?.body === undefined || request.body !== undefined) return;
    if (!config.isBodyOptional) throw refuse("body-missing");
    request.body = {};
  });
};

/** Bodies arrive as they are: no request unpacks to more than was sent. */
const refuseEncodings = async (
  { is404, headers, routeOptions }: FastifyRequest,
  reply: FastifyReply,
): Promise<void> => {
  const encoding = headers["content-encoding"];
  if (routeOptions.config.takesGzip && encoding?.toLowerCase() === "gzip") return;
  if (is404 || encoding === undefined || encoding.toLowerCase() === "identity") return;
  reply.header("accept-encoding", "identity");
  throw refuse("encoding-unsupported", { encoding });
};

/** Throws `body-not-json`, `body-unusable` and `body-too-complex`. */
export const parseJson = (bytes: Buffer): unknown => {
  const steps = parseSteps(bytes);
  let step = steps.next();
  while (!step.done) step = steps.next();
  return step.value;
};

/** Other requests are answered between two steps, and before the value is used. */
const inSlices = async (steps: Generator<undefined, unknown>, sender: Sender): Promise<unknown> => {
  let step = steps.next();
  while (!step.done) {
    await ownRound(sender);
    step = steps.next();
  }
  await ownRound(sender);
  return step.value;
};

function* parseSteps(bytes: Buffer): Generator<undefined, unknown> {
  if (!isUtf8(bytes)) throw unusable("it is not valid UTF-8");
  const text = bytes.toString();
  yield;
  const outline = yield* outlineOf(text);
  checkOutline(outline);
  yield;
  const value = parsed(text);
  yield;
  const fields = (yield* usableFields(value)) ?? checkTexts(value, "");
  if (fields < outline.fields) throw unusable(`${repeatedField(text)} is there twice in one object`);
  return value;
}

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw notJson((error as Error).message);
  }
};

const notJson = (detail: string) => refuse("body-not-json", { detail });
const unusable = (detail: string) => refuse("body-unusable", { detail });

const checkOutline = ({ values, fields, depth }: BodyOutline): void => {
  const { bodyValues, bodyFields, bodyDepth } = limits;
  if (depth > bodyDepth.is) throw tooComplex(`it is deeper than ${bodyDepth.is} levels`);
  if (fields > bodyFields.is) throw tooComplex(`it has ${fields} fields, and the limit is ${bodyFields.is}`);
  if (values > bodyValues.is) throw tooComplex(`it has ${values} values, and the limit is ${bodyValues.is}`);
};

const tooComplex = (detail: string) => refuse("body-too-complex", { detail });

/** Values that are checked in a millisecond. */
const checkedAtOnce = 10_000;

/**
 * Number of the fields of a value; null if a name or text is unusable. It makes no paths, which cost more
 * than the rest.
 */
function* usableFields(value: unknown): Generator<undefined, number | null> {
  const waiting = [value];
  let fields = 0;
  for (let checked = 1; waiting.length > 0; checked++) {
    if (checked % checkedAtOnce === 0) yield;
    const next = waiting.pop();
    if (typeof next === "string" && !isUsable(next)) return null;
    if (Array.isArray(next)) for (const each of next) waiting.push(each);
    else if (isObject(next))
      for (const name of Object.keys(next)) {
        if (name === "__proto__" || !isUsable(name)) return null;
        waiting.push(next[name]);
        fields++;
      }
  }
  return fields;
}

const isUsable = (text: string): boolean => !text.includes("\0") && text.isWellFormed();

/** Checks all names and texts of a value at a path; returns the number of its fields. Throws `body-unusable`. */
const checkTexts = (value: unknown, path: string): number => {
  if (typeof value === "string") checkText(value, path || "The body");
  if (Array.isArray(value))
    return value.reduce<number>((fields, each, i) => fields + checkTexts(each, `${path}[${i}]`), 0);
  if (!isObject(value)) return 0;
  let fields = 0;
  for (const [name, each] of Object.entries(value)) {
    const here = path === "" ? name : `${path}.${name}`;
    // It would change what later copies of the object inherit.
    if (name === "__proto__") throw unusable(`${here} is not allowed as the name of a field`);
    checkText(name, "The name of a field");
    fields += 1 + checkTexts(each, here);
  }
  return fields;
};

/**
 * NUL is in no file that is read, and no database takes it in a text. Half of a surrogate pair has no bytes
 * in UTF-8.
 */
const checkText = (text: string, where: string): void => {
  if (text.includes("\0")) throw unusable(`${where} has the character NUL`);
  if (!text.isWellFormed()) throw unusable(`${where} has half of a surrogate pair, which is no character`);
};

const token = /"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\],:]/gs;

/** The first field that an object has twice; the text is JSON. */
const repeatedField = (text: string): string => {
  const open: Set<string>[] = [];
  let last = "";
  for (const [found] of text.matchAll(token)) {
    if (found === "{") open.push(new Set());
    else if (found === "[") open.push(new Set());
    else if (found === "}" || found === "]") open.pop();
    else if (found === ":") {
      const name = String(JSON.parse(last));
      if (open.at(-1)!.has(name)) return name;
      open.at(-1)!.add(name);
    } else if (found !== ",") last = found;
  }
  return "A field";
};
