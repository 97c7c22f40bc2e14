// The OpenAPI document: complete, and equal to the committed one. All tests with an app check their answers against it
// (test/support/watch-service.ts).

import { execFileSync } from "node:child_process";
import { Ajv } from "ajv";
import formats from "ajv-formats";
import { expect, test } from "vitest";
import type { OpenApi } from "../../src/docs/openapi.js";
import { isObject, type JsonObject } from "../../src/domain/resource/json.js";
import { catalogue } from "../../src/errors/catalogue.js";
import { checkerOf } from "../support/answers.js";
import { callerOf, openApi } from "./harness.js";

const readDocument = async (): Promise<OpenApi> =>
  (await callerOf((await openApi()).app, {}).get("/openapi.json")).body;

/** Errors of requests that reach no operation. */
const isOfAnyPath = (code: string): boolean =>
  ["path-unknown", "method-unknown", "headers-too-large", "request-too-slow"].includes(code);

const operationsOf = (document: OpenApi): { name: string; path: string; operation: JsonObject }[] =>
  Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => ({
      name: `${method.toUpperCase()} ${path}`,
      path,
      operation,
    })),
  );

test("the committed document is the one that is served", async () => {
  const text = JSON.stringify(await readDocument(), null, 2);
  const formatted = execFileSync("npx", ["biome", "format", "--stdin-file-path=openapi.json"], {
    input: text,
    stdio: ["pipe", "pipe", "ignore"],
    maxBuffer: 2 ** 26,
    encoding: "utf8",
  });
  const advice =
    "The API has changed. See that it is as you mean it, then: npx vitest run test/api/openapi -u";
  await expect(formatted, advice).toMatchFileSnapshot("../../docs/reference/openapi.json", advice);
});

/** No example can show them. */
const binaryTypes = new Set(["application/gzip", "application/pdf", "application/vnd.apache.parquet"]);

test("every operation has a name, descriptions, examples, and each error that follows from its form", async () => {
  const document = await readDocument();
  const lacking: string[] = [];
  for (const { name, path, operation } of operationsOf(document)) {
    const miss = (what: string) => lacking.push(`${name} lacks ${what}`);
    for (const field of ["operationId", "summary", "description"]) if (!operation[field]) miss(`a ${field}`);
    if (!Array.isArray(operation.tags) || operation.tags.length === 0) miss("a tag");
    for (const parameter of operation.parameters as JsonObject[])
      if (!parameter.description) miss(`a description of ${parameter.name}`);
    const responses = operation.responses as Record<string, JsonObject>;
    const isOpen = Array.isArray(operation.security) && operation.security.length === 0;
    for (const status of [
      "500",
      ...(isOpen ? [] : ["401", "429"]),
      ...(operation.requestBody ? ["400", "413", "415"] : []),
      ...(path.includes("{") ? ["404"] : []),
    ])
      if (!responses[status]) miss(`the answer ${status}`);
    const bodies = [operation.requestBody, ...Object.values(responses)].filter(isObject);
    for (const [i, { content }] of bodies.entries())
      for (const [type, media] of Object.entries(isObject(content) ? content : {}))
        if (isObject(media) && !("example" in media) && !("examples" in media) && !binaryTypes.has(type))
          miss(`an example of ${type} (${i})`);
  }
  for (const { name, description } of document.tags)
    if (!description) lacking.push(`the tag ${name} has no words`);
  expect(lacking).toEqual([]);
});

test("every property is described", async () => {
  const document = await readDocument();
  const lacking: string[] = [];
  const walk = (schema: unknown, where: string): void => {
    if (!isObject(schema)) return;
    for (const [name, property] of Object.entries(isObject(schema.properties) ? schema.properties : {})) {
      const { description, $ref } = property as JsonObject;
      if (!description && !$ref) lacking.push(`${where}.${name}`);
      walk(property, `${where}.${name}`);
    }
    for (const branch of Array.isArray(schema.anyOf) ? schema.anyOf : []) walk(branch, where);
    walk(schema.additionalProperties, `${where}.*`);
    walk(schema.items, `${where}[]`);
  };
  for (const [name, schema] of Object.entries(document.components.schemas)) walk(schema, name);
  expect([...new Set(lacking)]).toEqual([]);
});

test("every error that a request can cause is listed by an operation", async () => {
  const document = await readDocument();
  const documented = JSON.stringify([document.paths, document.components.responses]);
  const source = execFileSync(
    "grep",
    ["-rhoE", '"[a-z]+(-[a-z]+)+"', "src/http", "src/store", "src/delivery"],
    {
      encoding: "utf8",
    },
  );
  const isOfRequests = (code: string) =>
    !isOfAnyPath(code) && code !== "mail-unreachable" && code !== "webhook-undelivered";
  const refused = Object.keys(catalogue).filter((code) => source.includes(`"${code}"`) && isOfRequests(code));
  expect(refused.filter((code) => !documented.includes(`"${code}"`))).toEqual([]);
});

test("examples fit their schemas", async () => {
  const document = await readDocument();
  const ajv = new Ajv({ strict: false });
  formats.default(ajv);
  ajv.addSchema({ ...document, $id: "api" });
  const wrong: string[] = [];
  const exampleIn = ({ example, examples }: JsonObject): unknown =>
    isObject(examples) ? document.components.examples[Object.keys(examples)[0]!]?.value : example;
  const pointerOf = (parts: string[]) =>
    parts
      .map((part) => part.replaceAll("~", "~0").replaceAll("/", "~1"))
      .map(encodeURIComponent)
      .join("/");
  const check = (parts: string[], content: unknown) => {
    for (const [type, media] of Object.entries(isObject(content) ? content : {})) {
      if (!type.endsWith("json") || !isObject(media)) continue;
      const validate = ajv.compile({ $ref: `api#/${pointerOf([...parts, "content", type, "schema"])}` });
      if (!validate(exampleIn(media))) wrong.push(`${parts.join(" ")}: ${ajv.errorsText(validate.errors)}`);
    }
  };
  for (const [path, operations] of Object.entries(document.paths))
    for (const [method, operation] of Object.entries(operations)) {
      const at = ["paths", path, method];
      if (isObject(operation.requestBody)) check([...at, "requestBody"], operation.requestBody.content);
      for (const [status, response] of Object.entries(operation.responses as Record<string, JsonObject>))
        check([...at, "responses", status], response.content);
    }
  expect(wrong).toEqual([]);
});

test("operations without a key are marked", async () => {
  const { paths } = await readDocument();
  expect(paths["/accounts"]?.post?.security).toEqual([]);
  expect(paths["/cohorts"]?.get).not.toHaveProperty("security");
  expect(paths["/targets/{id}/download.csv"]?.get?.security).toEqual([
    { apiKey: [] },
    { session: [] },
    { signedLink: [] },
  ]);
});

test("headers that requests may carry are described", async () => {
  const { paths } = await readDocument();
  const headersOf = (path: string, method: string) =>
    ((paths[path]?.[method]?.parameters ?? []) as JsonObject[])
      .filter(({ in: place }) => place === "header")
      .map(({ name }) => name);
  expect(headersOf("/cohorts", "post")).toEqual(["Idempotency-Key"]);
  expect(headersOf("/cohorts", "get")).toEqual(["If-None-Match"]);
  expect(headersOf("/cohorts/{id}", "patch")).toEqual(["If-Match"]);
  expect(headersOf("/cohorts/{id}/archive", "post")).toEqual(["Idempotency-Key", "If-Match"]);
  expect(headersOf("/accounts/{id}", "patch")).toEqual([]);
  expect(headersOf("/accounts", "post")).toEqual([]);
  expect(paths["/cohorts/{id}/archive"]?.post?.requestBody).toMatchObject({ required: false });
  const changed = (paths["/cohorts/{id}"]?.patch?.requestBody ?? {}) as JsonObject;
  expect(Object.keys(changed.content ?? {})).toHaveLength(2);
});

test("operation ids are unique", async () => {
  const ids = operationsOf(await readDocument()).map(({ operation }) => operation.operationId);
  expect(new Set(ids).size).toBe(ids.length);
});

test("an answer that contradicts the document is detected", async () => {
  const check = checkerOf(await readDocument());
  const about = {
    method: "GET",
    path: "/health",
    status: 200,
    headers: { "content-type": "application/json" },
  };
  expect(check({ ...about, body: '{"status":"ok"}' })).toBeNull();
  expect(check({ ...about, body: '{"status":"fine"}' })).toContain("data/status must be equal");
  expect(check({ ...about, body: '{"status":"ok","since":1}' })).toContain("additional properties");
  expect(check({ ...about, status: 418, body: "" })).toContain("answered 418");
  expect(check({ ...about, headers: { "content-type": "text/plain" }, body: "ok" })).toContain("text/plain");
  expect(check({ ...about, path: "/nowhere", body: "" })).toContain("not in the document");
  const refused = { status: 500, headers: { link: '</docs/errors/name-taken>; rel="help"' }, body: "" };
  expect(check({ ...about, ...refused })).toContain("name-taken");
});
