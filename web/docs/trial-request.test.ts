import { expect, test } from "vitest";
import { operationIn, requestOf } from "./trial-request.js";

const document = {
  paths: {
    "/places/{id}": {
      patch: {
        summary: "Change a place",
        parameters: [
          { name: "id", in: "path", required: true, example: "17" },
          { name: "dry", in: "query", required: false },
          { name: "If-Match", in: "header", required: false, example: '"1"' },
          { name: "tus-resumable", in: "header", required: true, example: "1.0.0" },
        ],
        requestBody: { content: { "application/json": { examples: { Patch: {} } } } },
      },
    },
    "/health": { get: { summary: "Read the health", parameters: [], security: [] } },
  },
  components: { examples: { Patch: { value: { name: "Store" } } } },
};

test("a request has the values in its path, query, headers and body, and leaves out what is empty", () => {
  const operation = operationIn(document, "PATCH", "/places/{id}");
  expect(operation).toMatchObject({ needsKey: true, body: '{\n  "name": "Store"\n}' });
  const values = new Map([
    ["id", "a/b"],
    ["dry", ""],
    ["tus-resumable", "1.0.0"],
  ]);
  expect(requestOf(operation, values, '{"name": "Shop"}')).toEqual({
    url: "/v1/places/a%2Fb",
    method: "PATCH",
    headers: { "tus-resumable": "1.0.0", "content-type": "application/json" },
    body: '{"name": "Shop"}',
  });
  expect(requestOf(operation, values.set("dry", "yes & no"), " ")).toEqual({
    url: "/v1/places/a%2Fb?dry=yes+%26+no",
    method: "PATCH",
    headers: { "tus-resumable": "1.0.0" },
  });
});

test("an operation without a body and without a key", () => {
  const operation = operationIn(document, "GET", "/health");
  expect(operation.needsKey).toBe(false);
  expect(requestOf(operation, new Map(), undefined)).toEqual({
    url: "/v1/health",
    method: "GET",
    headers: {},
  });
});
