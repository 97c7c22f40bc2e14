// The document is made from the schemas that check requests; what is answered must fit it too.

import { Ajv } from "ajv";
import formats from "ajv-formats";
import { expect, test } from "vitest";
import { callerOf, openApi, repeatPurchase } from "./harness.js";
import { recordResults } from "./results.js";

test("every operation is described, with its body, its answers and what can go wrong", async () => {
  const { body } = await callerOf((await openApi()).app, {}).get("/openapi.json");
  expect(body.openapi).toBe("3.1.0");
  expect(Object.keys(body.paths)).toEqual(
    expect.arrayContaining([
      "/accounts",
      "/uploads/{directory}/{filename}",
      "/scopes/{id}",
      "/streams/{stream}",
    ]),
  );
  for (const operations of Object.values<Record<string, Record<string, unknown>>>(body.paths))
    for (const operation of Object.values(operations)) {
      expect(operation).toMatchObject({ summary: expect.stringMatching(/./), tags: [expect.any(String)] });
      expect(operation.responses).toHaveProperty("default");
    }
  expect(Object.keys(body.paths["/cohorts/{id}"].patch.requestBody.content)).toHaveLength(3);
  expect(body.paths["/accounts"].post.security).toEqual([]);
});

test("operation ids are unique", async () => {
  const { body } = await callerOf((await openApi()).app, {}).get("/openapi.json");
  const ids = Object.values<object>(body.paths).flatMap((path) =>
    Object.values(path).map((operation) => operation.operationId),
  );
  expect(new Set(ids).size).toBe(ids.length);
});

const checkerOf = (document: object) => {
  const ajv = new Ajv({ strict: false });
  formats.default(ajv);
  ajv.addSchema({ ...document, $id: "api" });
  return (pointer: string, body: unknown) => {
    const validate = ajv.compile({ $ref: `api#${pointer}` });
    validate(body);
    return validate.errors;
  };
};

test("what is answered fits what the document says, before there are results and after", async () => {
  const api = await openApi();
  const caller = await api.signUp();
  const ids = await repeatPurchase(caller);
  const errorsOf = checkerOf((await caller.get("/openapi.json")).body);
  const answers = [
    ["Dataset", `/datasets/${ids.datasetId}`],
    ["Stream", "/streams/transaction"],
    ["Cohort", `/cohorts/${ids.once}`],
    ["Outcome", `/outcomes/${ids.outcome}`],
    ["Scope", `/scopes/${ids.scope}`],
    ["Target", `/targets/${ids.target}`],
    ["Account", "/accounts/current"],
    ["Problem", "/cohorts/nobody"],
  ] as const;
  const check = async () => {
    for (const [component, url] of answers) {
      const { body } = await caller.get(url);
      expect({ url, errors: errorsOf(`/components/schemas/${component}`, body) }).toEqual({
        url,
        errors: null,
      });
    }
  };
  await check();
  await recordResults(api, caller.accountId, ids);
  await check();
  const { body: analysis } = await caller.get(`/outcomes/${ids.outcome}/analysis`);
  expect(errorsOf("/components/schemas/OutcomeAnalysis", analysis)).toBeNull();
  const { body: log } = await caller.get(`/datasets/${ids.datasetId}/logs/ingress`);
  expect(errorsOf("/components/schemas/IngressLog", log[0])).toBeNull();
});
