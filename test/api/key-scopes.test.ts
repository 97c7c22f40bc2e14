// Scopes of API keys: every operation of the OpenAPI document, with a key of each scope.

import { expect, test } from "vitest";
import { keyScopes } from "../../src/domain/account/key-scope.js";
import { callerOf, openApi } from "./harness.js";
import { harmless, senderOf, steps } from "./operation-walk.js";

const operationsOf = (paths: Record<string, Record<string, Record<string, unknown>>>) =>
  Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => ({
      name: operation.operationId as string,
      method: method.toUpperCase(),
      url: path.replace(/\{\w+\}/g, "unknown"),
      scopes: operation["x-key-scopes"] as string[] | undefined,
    })),
  );

test("each key is refused where the document does not list its scope, and nowhere else", async () => {
  const { app, signUp, as } = await openApi();
  const owner = await signUp();
  const operations = operationsOf((await owner.get("/openapi.json")).body.paths);
  // Both end the means of the walk.
  const last = ["deleteSessions", "getNotices"];
  let [tried, refused] = [0, 0];
  for (const scope of keyScopes) {
    const { body: key } = await owner.post("/accounts/current/api_keys", { name: scope, scope });
    expect(key.scope).toBe(scope);
    const send = senderOf({ app }, { authorization: `Bearer ${key.api_key}`, "tus-resumable": "1.0.0" });
    for (const { name, method, url, scopes } of operations) {
      if (!scopes || (last.includes(name) && scopes.includes(scope))) continue;
      const { status, body, headers } = await send(method, url);
      const isRefused = status === 403 && String(headers.link).includes("key-scope-insufficient");
      expect([name, scope, isRefused]).toEqual([name, scope, !scopes.includes(scope)]);
      if (isRefused)
        expect(body.note).toContain(`has the scope ${scope}, which does not allow this operation`);
      tried++;
      refused += Number(isRefused);
    }
    expect((await as(key.api_key).get("/sessions/current")).body.account.id).toBe(owner.accountId);
  }
  expect(tried).toBeGreaterThan(400);
  expect(refused).toBeGreaterThan(200);
});

test("a key that reads changes nothing, and a key that uploads does nothing else", async () => {
  const { app } = await openApi();
  const operations = operationsOf((await callerOf(app, {}).get("/openapi.json")).body.paths);
  const reads = ["previewTarget", "lookupTarget", "getLiveScores", ...harmless];
  const allowedTo = (scope: string) => operations.filter(({ scopes }) => scopes?.includes(scope));
  const changes = allowedTo("read").filter(({ name, method }) => method !== "GET" && !reads.includes(name));
  expect(changes).toEqual([]);
  expect(
    allowedTo("upload")
      .map(({ name }) => name)
      .sort(),
  ).toEqual([
    ...["createResumableUpload", "createUpload", "deleteResumableUpload", "getCurrentSession"],
    ...["getResumableUpload", "getUploads", "sendEvents", "updateResumableUpload"],
  ]);
  expect(
    allowedTo("events")
      .map(({ name }) => name)
      .sort(),
  ).toEqual(["getCurrentSession", "sendEvents"]);
  expect(
    operations
      .filter(({ name, scopes }) => name in steps && !scopes)
      .map(({ name }) => name)
      .sort(),
  ).toEqual([
    "acceptInvitation",
    "confirmEmail",
    "createSession",
    "deleteCurrentSession",
    "disownSessions",
    "signInByPasskey",
    "signInBySso",
  ]);
});

test("only a key for everything signs in, because a session may do everything", async () => {
  const { app, signUp } = await openApi();
  const owner = await signUp();
  const { body } = await owner.post("/accounts/current/api_keys", { name: "dashboard", scope: "read" });
  const answer = await callerOf(app, {}).post("/sessions", { api_key: body.api_key });
  expect([answer.status, answer.headers["set-cookie"]]).toEqual([403, undefined]);
});

test("keys are listed with their scope; without one a key is for everything", async () => {
  const owner = await (await openApi()).signUp();
  await owner.post("/accounts/current/api_keys", { name: "orders", scope: "upload" });
  await owner.post("/accounts/current/api_keys", { name: "all" });
  const { body } = await owner.get("/accounts/current/api_keys");
  expect(body.map(({ name, scope }: Record<string, string>) => [name, scope])).toEqual([
    ["all", "everything"],
    ["orders", "upload"],
    ["first key", "everything"],
  ]);
  expect((await owner.post("/accounts/current/api_keys", { scope: "admin" })).status).toBe(400);
});
