// Roles of members and keys: every operation of the OpenAPI document, with each role, by session and by key, and
// from another account.

import { expect, test } from "vitest";
import { isAtLeast, type Role, roles } from "../../src/domain/account/role.js";
import { type Api, callerOf, openApi, repeatPurchase } from "./harness.js";
import { addMember } from "./member.js";
import { senderOf } from "./operation-walk.js";

interface Operation {
  name: string;
  method: string;
  path: string;
  least: Role;
  ownConcern?: string;
}

const operationsOf = async ({ app }: Pick<Api, "app">): Promise<Operation[]> => {
  const { paths } = (await callerOf(app, {}).get("/openapi.json")).body;
  return Object.entries<Record<string, Record<string, string>>>(paths).flatMap(([path, operations]) =>
    Object.entries(operations)
      .filter(([, operation]) => operation["x-least-role"])
      .map(([method, operation]) => ({
        name: operation.operationId!,
        method: method.toUpperCase(),
        path,
        least: operation["x-least-role"] as Role,
        ...(operation["x-own-concern"] && { ownConcern: operation["x-own-concern"] }),
      })),
  );
};

/** It stays open; the tests of notices have it. */
const endless = "getNotices";
/** It ends the means of the walk. */
const ending = "deleteSessions";

const unknown = (path: string): string => path.replace(/\{\w+\}/g, "unknown");

test("each role is refused where the table says so, and nowhere else, by session and by key", async () => {
  const api = await openApi();
  const owner = await api.signUp();
  const operations = await operationsOf(api);
  let [tried, refused] = [0, 0];
  for (const role of roles) {
    const { body: key } = await owner.post("/accounts/current/api_keys", { name: role, role });
    expect(key.role).toBe(role);
    for (const by of ["key", "session"]) {
      const headers =
        by === "key"
          ? { authorization: `Bearer ${key.api_key}` }
          : (await addMember(api, owner.accountId, role)).headers;
      const send = senderOf(api, { ...headers, "tus-resumable": "1.0.0" });
      const inOrder = [
        ...operations.filter(({ name }) => name !== ending),
        ...operations.filter(({ name }) => name === ending),
      ];
      for (const { name, method, path, least, ownConcern } of inOrder) {
        // Without a key it is a sign-up.
        if (name === "createAccount" && by === "session") continue;
        const isAllowed = isAtLeast(role, least) || (by === "session" && ownConcern === "always");
        if (name === endless && isAllowed) continue;
        const {
          status,
          headers: answered,
          body,
        } = await send(
          method,
          unknown(path),
          // Its key is checked after its body.
          ...(name === "createAccount" ? [{ name: "Sub-account" }] : []),
        );
        const isRefused = status === 403 && String(answered.link).includes("role-insufficient");
        expect([name, role, by, isRefused]).toEqual([name, role, by, !isAllowed]);
        if (isRefused) expect(body.note).toMatch(new RegExp(`role ${role} .* needs the role ${least}\\. .+`));
        else expect([name, role, by, [401, 403].includes(status)]).toEqual([name, role, by, false]);
        tried++;
        refused += Number(isRefused);
      }
    }
  }
  expect(tried).toBeGreaterThan(1_300);
  expect(refused).toBeGreaterThan(250);
});

test("an owner of another account reaches nothing of this one, by session and by key", async () => {
  const api = await openApi();
  const owner = await api.signUp();
  const made = await repeatPurchase(owner);
  const { body: key } = await owner.post("/accounts/current/api_keys", { name: "nightly" });
  const { userId } = await addMember(api, owner.accountId, "editor");
  const stranger = await api.signUp("Stranger");
  const means = [
    { authorization: `Bearer ${stranger.key}` },
    (await addMember(api, stranger.accountId, "owner")).headers,
  ];
  const ids: Record<string, string> = {
    accounts: owner.accountId,
    api_keys: key.id,
    datasets: made.datasetId,
    cohorts: made.repeat,
    outcomes: made.outcome,
    scopes: made.scope,
    targets: made.target,
    streams: "transaction",
    members: userId,
  };
  const ofOthers = (path: string): string | undefined => {
    const [, first, second = ""] = /^\/(\w+)(?:\/current\/(\w+))?\/\{/.exec(path) ?? [];
    const id = ids[second || (first ?? "")];
    return id && unknown(path.replace(/\{\w+\}/, id));
  };
  let reached = 0;
  for (const headers of means) {
    const send = senderOf(api, { ...headers, "tus-resumable": "1.0.0" });
    for (const { name, method, path } of await operationsOf(api)) {
      const url = ofOthers(path);
      // A stream is found or made by its name, each account has its own.
      if (url === undefined || ["findOrCreateStream", "sendEvents"].includes(name)) continue;
      const { status } = await send(method, url);
      expect([name, [400, 404].includes(status)]).toEqual([name, true]);
      reached++;
    }
  }
  expect(reached).toBeGreaterThan(100);
  expect((await owner.get("/targets")).body).toHaveLength(1);
});
