// Examples of the document: every request can be sent as it is written, and every answer is of the resource
// that it is shown for.

import { expect, test } from "vitest";
import type { OpenApi } from "../../src/docs/openapi.js";
import { isObject, type JsonObject } from "../../src/domain/resource/json.js";
import { exampleIdOf, tell } from "./examples/story.js";
import { callerOf, openApi } from "./harness.js";

const exampleIn = ({ components }: OpenApi, media: JsonObject): unknown =>
  isObject(media.examples) ? components.examples[Object.keys(media.examples)[0]!]?.value : media.example;

interface Sendable {
  method: "POST" | "PATCH" | "PUT";
  path: string;
  body: unknown;
}

const requestsIn = (document: OpenApi): Sendable[] =>
  Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.entries(operations).flatMap(([method, { requestBody }]) => {
      const content = isObject(requestBody) && isObject(requestBody.content) ? requestBody.content : {};
      const media = content["application/json"];
      if (!isObject(media)) return [];
      return [{ method: method.toUpperCase() as Sendable["method"], path, body: exampleIn(document, media) }];
    }),
  );

test("no request example is refused as invalid", async () => {
  const api = await openApi();
  const { body: account } = await callerOf(api.app, {}).post("/accounts", { name: "Elm Street Tea" });
  const caller = api.as(account.api_key);
  const { ids } = await tell({ caller, transactions: "order_id\n1\n", build: async () => {} });
  const document: OpenApi = (await api.app.inject("/openapi.json")).json();
  const refused: string[] = [];
  const requests = requestsIn(document);
  expect(requests.length).toBeGreaterThan(50);
  for (const { method, path, body } of requests) {
    const answer = await api.app.inject({
      method,
      url: withIds(path, ids),
      headers: { authorization: `Bearer ${account.api_key}`, "content-type": "application/json" },
      payload: realIds(JSON.stringify(body), ids),
    });
    const isTaken = answer.statusCode < 300 || answer.statusCode === 409 || isOfResults(path);
    if (!isTaken || answer.statusCode === 400)
      refused.push(`${method} ${path} ${JSON.stringify(body)}: ${answer.statusCode} ${answer.body}`);
  }
  expect(refused).toEqual([]);
});

/** Texts that the story does not write, signing in as the example's owner, members and links of invitations, resources of any type, records with other ids, and what only builds create. */
const isOfResults = (path: string): boolean =>
  /^\/(people|sessions|sso|members\/\{user_id\}|resources|invitations|persona_sets\/\{id\}\/personas|knowledgebase\/use_cases\/|accounts\/current\/api_keys\/\{id\})/.test(
    path,
  );

const withIds = (path: string, ids: ReadonlyMap<string, string>): string => {
  const type = path.split("/")[1]!;
  const own = [...ids].find(([label]) => label.startsWith(`${type}/`))?.[1];
  return path.replace("{stream}", "transaction").replace(/\{\w+\}/g, own ?? "current");
};

const realIds = (text: string, ids: ReadonlyMap<string, string>): string =>
  [...ids].reduce((replaced, [label, id]) => replaced.replaceAll(exampleIdOf(label), id), text);

const plural: Record<string, string> = {
  AccountHoldout: "holdouts",
  Atlas: "atlases",
  PersonaSet: "persona_sets",
  SsoProvider: "sso_providers",
  WebhookEndpoint: "webhook_endpoints",
};

test("every record of an answer example is of its own type, and none is made of placeholders", async () => {
  const document: OpenApi = (await (await openApi()).app.inject("/openapi.json")).json();
  const wrong: string[] = [];
  for (const [name, { value }] of Object.entries(document.components.examples)) {
    for (const record of [value].flat()) {
      if (!isObject(record) || record.resource_type === undefined) continue;
      const title = name.replace(/List$/, "");
      if (record.resource_type !== (plural[title] ?? `${title.toLowerCase()}s`))
        wrong.push(`${name} is of ${record.resource_type}`);
    }
    if (/(?<!"data_type":|_type":)(?<=[:[])"text"/.test(JSON.stringify(value)))
      wrong.push(`${name} has a placeholder`);
  }
  expect(wrong).toEqual([]);
});
