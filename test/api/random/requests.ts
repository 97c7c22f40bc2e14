// Random requests for the operations of the document: known and unknown IDs, bodies that are valid, nearly
// valid or invalid, and mostly valid headers.

import { isObject, type JsonObject } from "../../../src/domain/resource/json.js";
import { fitting, hostile, hostileTexts, nearlyFitting, type Source } from "./values.js";

export interface RandomRequest {
  method: "GET" | "POST" | "PATCH" | "PUT" | "DELETE" | "OPTIONS";
  url: string;
  headers: Record<string, string>;
  payload?: string;
}

export interface Operation {
  method: RandomRequest["method"];
  path: string;
  parameters: JsonObject[];
  /** Schema of the JSON body; null: the body is a file; undefined: there is no body. */
  body: JsonObject | null | undefined;
  /** Content type of the file. */
  fileType: string | undefined;
}

/** All operations except event streams, which do not end. */
export const operationsIn = ({ paths }: Source["document"]): Operation[] =>
  Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations)
      .filter(([, { responses }]) => !JSON.stringify(responses).includes("text/event-stream"))
      .map(([method, { parameters, requestBody }]) => ({
        method: method.toUpperCase() as Operation["method"],
        path,
        parameters: parameters as JsonObject[],
        body: bodyOf(requestBody),
        fileType: fileTypeOf(requestBody),
      })),
  );

const fileTypeOf = (requestBody: unknown): string | undefined =>
  isObject(requestBody) && isObject(requestBody.content) ? Object.keys(requestBody.content)[0] : undefined;

const bodyOf = (requestBody: unknown): JsonObject | null | undefined => {
  if (!isObject(requestBody) || !isObject(requestBody.content)) return undefined;
  const json = requestBody.content["application/json"];
  return isObject(json) ? (json.schema as JsonObject) : null;
};

export const randomRequest = (operation: Operation, key: string, source: Source): RandomRequest => {
  const { chance } = source;
  const payload = payloadOf(operation, source);
  return {
    method: operation.method,
    url: chance.one(["", "", "/v1"]) + pathOf(operation, source) + queryOf(operation, source),
    headers: {
      ...(chance.is(0.97) && { authorization: `Bearer ${key}` }),
      ...(chance.is(0.01) && {
        authorization: chance.one(["Bearer", "Basic a:b", "Bearer bw_live_x", `Bearer ${key}x`]),
      }),
      ...(payload !== undefined && { "content-type": contentType(operation, source) }),
      ...neededHeaders(operation, source),
      ...oddHeaders(source),
    },
    ...(payload !== undefined && { payload }),
  };
};

const pathOf = ({ path }: Operation, source: Source): string =>
  path.replace(/\{(\w+)\}/g, (_, name: string) => encode(segment(name, source)));

const segment = (name: string, { chance, known }: Source): string => {
  if (chance.is(0.1)) return chance.one(hostileTexts);
  if (name === "directory") return chance.one(["orders", "a", "-a", "x".repeat(160)]);
  if (name === "filename") return chance.one(["a.csv", "b.csv.gz", "a.exe", "a.csv.zst"]);
  return chance.one(known);
};

const encode = (text: string): string => encodeURIComponent(Buffer.from(text).toString());

const queryOf = ({ parameters }: Operation, source: Source): string => {
  const { chance } = source;
  const named = parameters.filter((parameter) => parameter.in === "query" && chance.is(0.3));
  const pairs = named.flatMap(({ name, schema }) =>
    [chance.is(0.7) ? fitting(schema, source) : chance.one(hostileTexts)]
      .flat()
      .map((value) => `${name}=${encode(String(value))}`),
  );
  if (chance.is(0.03)) pairs.push(chance.one(["nmae=1", "ids[]=1", "&&&", "a=%zz", "__proto__=1", "ids"]));
  return pairs.length === 0 ? "" : `?${pairs.join("&")}`;
};

const payloadOf = ({ body, method }: Operation, source: Source): string | undefined => {
  const { chance } = source;
  if (body === null)
    return chance.one(["Date,Total\n2025-01-01,1\n", "", "\u0000\u0001", "a\n", '"unclosed\n']);
  if (body === undefined)
    return method === "GET" || chance.is(0.9) ? undefined : chance.one(["{}", "", "null", "x"]);
  if (chance.is(0.03)) return chance.one(["", "{", "null", "[]", '"x"', '{"__proto__":{"a":1}}', "1e999"]);
  const value = chance.one([fitting, fitting, nearlyFitting])(body, source);
  return JSON.stringify(chance.is(0.05) ? hostile(source) : value);
};

const contentType = ({ body, method, fileType }: Operation, { chance }: Source): string => {
  if (chance.is(0.03))
    return chance.one([
      "text/plain",
      "",
      "application/xml",
      "multipart/form-data",
      "a/b/c",
      "application/json; charset=x",
    ]);
  if (body === null) return fileType ?? "";
  return method === "PATCH"
    ? chance.one(["application/json", "application/merge-patch+json"])
    : "application/json";
};

/** Mostly the values of the examples. */
const neededHeaders = ({ parameters }: Operation, { chance }: Source): Record<string, string> =>
  Object.fromEntries(
    parameters
      .filter((parameter) => parameter.in === "header" && parameter.required && chance.is(0.97))
      .map(({ name, example }) => [
        name,
        chance.is(0.9) ? example : chance.one(["", "-1", "1e3", "9".repeat(40), "a b,c", "filename"]),
      ]),
  );

const oddHeaders = ({ chance }: Source): Record<string, string> => ({
  ...(chance.is(0.05) && { "if-match": chance.one(["*", '"1"', '"2.x"', "W/", ",", '"']) }),
  ...(chance.is(0.05) && { "if-none-match": chance.one(["*", '"x"', ",,", "W/*"]) }),
  ...(chance.is(0.05) && { "idempotency-key": chance.one(["a", "b", "c", " ", "x".repeat(300)]) }),
  ...(chance.is(0.02) && {
    range: chance.one(["bytes=0-", "bytes=-1", "bytes=5-2", "bytes=9999-", "x", "bytes=0-0,2-3"]),
  }),
  ...(chance.is(0.02) && { "if-modified-since": chance.one(["x", "Thu, 01 Jan 2026 00:00:00 GMT"]) }),
  ...(chance.is(0.02) && { accept: chance.one(["text/html", "*/*", ""]) }),
});
