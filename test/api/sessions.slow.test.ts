// Sessions of the console: passwords, cookies and their limits.

import { expect, test } from "vitest";
import { deleteDueAccounts } from "../../src/builds/execute/sweep.js";
import { type Answer, type Api, callerOf, dataset, openApi, testLimits } from "./harness.js";

const email = "ada@example.com";
const password = "correct horse battery staple";
const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
const sameOrigin = { "sec-fetch-site": "same-origin" };

const setCookieOf = ({ headers }: Answer): string => String(headers["set-cookie"] ?? "");
const cookieOf = (answer: Answer): string => setCookieOf(answer).split(";")[0]!;

/** Client with the session cookie, as a page of the console is. */
const browserOf = ({ app }: Api, cookie: string) => callerOf(app, { cookie, ...sameOrigin });

const signUp = async (api: Api, more: object = {}) => {
  const answer = await callerOf(api.app, sameOrigin).post("/accounts", {
    name: "Ada's shop",
    email,
    password,
    ...more,
  });
  return { ...answer, page: browserOf(api, cookieOf(answer)) };
};

const signIn = (api: Api, body: object, headers: Record<string, string> = sameOrigin) =>
  callerOf(api.app, headers).post("/sessions", body);

const putPassword = async (api: Api, headers: Record<string, string>, payload: object) => {
  const url = "/accounts/current/password";
  const { statusCode, body } = await api.app.inject({ method: "PUT", url, headers, payload });
  return { status: statusCode, body: body === "" ? undefined : JSON.parse(body) };
};

test("signing up with a password also signs in", async () => {
  const api = await openApi();
  const nobody = callerOf(api.app, {});
  expect((await nobody.get("/sessions/current")).body).toEqual({
    account: null,
    user: null,
    role: null,
    needs_second_factor: false,
    accounts: [],
    awaits_confirmation: false,
    has_password: false,
    is_first_start: true,
    can_sign_up: true,
    sends_email: false,
  });
  const { status, body, page } = await signUp(api);
  expect([status, body.api_key]).toEqual([201, expect.stringMatching(/^bw_live_/)]);
  expect((await page.get("/sessions/current")).body).toEqual({
    account: { id: body.id, name: "Ada's shop", email },
    user: { id: expect.any(String), email, has_second_factor: false, has_passkey: false },
    role: "owner",
    needs_second_factor: false,
    accounts: [{ id: body.id, name: "Ada's shop", role: "owner" }],
    awaits_confirmation: false,
    has_password: true,
    is_first_start: false,
    can_sign_up: true,
    sends_email: false,
  });
  expect((await page.post("/datasets", dataset)).status).toBe(201);
  expect((await page.get("/datasets")).body).toHaveLength(1);
  expect((await nobody.get("/sessions/current")).body).toMatchObject({
    account: null,
    is_first_start: false,
  });
});

test("a password has a minimum length, and its e-mail address is unique among accounts with passwords", async () => {
  const api = await openApi();
  expect(await signUp(api, { password: "short" })).toMatchObject({
    status: 400,
    body: { validationErrors: [{ path: "password" }] },
  });
  expect((await callerOf(api.app, {}).post("/accounts", { name: "No address", password })).status).toBe(400);
  expect((await callerOf(api.app, {}).get("/sessions/current")).body.is_first_start).toBe(true);
  await signUp(api);
  expect(await signUp(api, { email: "Ada@Example.com" })).toMatchObject({
    status: 409,
    body: { error: "CONFLICT", note: expect.stringContaining("Another account uses") },
  });
  expect((await callerOf(api.app, {}).post("/accounts", { name: "By key alone", email })).status).toBe(201);
});

test("the cookie is limited to this host, hidden from scripts, and secure with https", async () => {
  const api = await openApi();
  const plain = setCookieOf(await signUp(api));
  expect(plain).toMatch(
    /^bellwether_session=[\w-]{43}; HttpOnly; SameSite=Strict; Path=\/; Max-Age=1209600,bellwether_browser_/,
  );
  const secured = await openApi({ publicUrl: "https://bellwether.example.com" });
  const answer = await signUp(secured);
  expect(setCookieOf(answer)).toMatch(
    /^__Host-bellwether_session=[\w-]{43}; HttpOnly; SameSite=Strict; Path=\/; Max-Age=1209600; Secure,__Host-bellwether_browser_/,
  );
  expect((await answer.page.get("/accounts/current")).status).toBe(200);
  const renamed = cookieOf(answer).replace("__Host-", "");
  expect((await browserOf(secured, renamed).get("/accounts/current")).status).toBe(401);
});

test("signing in works with e-mail address and password, or with a key", async () => {
  const api = await openApi();
  const { body } = await signUp(api);
  for (const by of [{ email: "ADA@example.com", password }, { api_key: body.api_key }]) {
    const answer = await signIn(api, by);
    expect(answer).toMatchObject({ status: 201, body: { account: { id: body.id }, has_password: true } });
    expect((await browserOf(api, cookieOf(answer)).get("/accounts/current")).body.id).toBe(body.id);
  }
  const wrong = body.api_key.slice(0, -1) + (body.api_key.endsWith("0") ? "1" : "0");
  expect(await signIn(api, { api_key: wrong })).toMatchObject({ status: 401 });
  expect((await signIn(api, { email })).status).toBe(400);
});

test("an unknown address gets the same answer as a wrong password", async () => {
  const api = await openApi();
  await signUp(api);
  await callerOf(api.app, {}).post("/accounts", { name: "By key alone", email: "key@example.com" });
  const refusals = [];
  for (const tried of [email, "nobody@example.com", "key@example.com"]) {
    const { status, body, headers } = await signIn(api, { email: tried, password: "not this, nor that" });
    refusals.push({ status, note: body.note, cookie: headers["set-cookie"] });
  }
  expect(refusals[0]).toMatchObject({ status: 401, cookie: undefined });
  expect(refusals).toEqual([refusals[0], refusals[0], refusals[0]]);
});

test("after ten wrong passwords the right one has to wait too", async () => {
  const api = await openApi();
  await signUp(api);
  const tries = Array.from({ length: 12 }, () => signIn(api, { email, password: "wrong, as wrong can be" }));
  const statuses = (await Promise.all(tries)).map(({ status }) => status);
  expect(statuses.sort()).toEqual([...Array(10).fill(401), 429, 429]);
  const refused = await signIn(api, { email, password });
  expect(refused).toMatchObject({ status: 429, headers: { "retry-after": "1" } });
  api.tick(1000);
  expect((await signIn(api, { email, password })).status).toBe(201);
});

test("nobody locks an owner out of a browser that has signed in before", async () => {
  const api = await openApi();
  await signUp(api);
  const first = await signIn(api, { email, password });
  const cookies = [first.headers["set-cookie"]].flat().map((cookie) => String(cookie).split(";")[0]!);
  const known = cookies.find((cookie) => cookie.startsWith("bellwether_browser_"))!;
  expect(String(first.headers["set-cookie"])).toMatch(
    /bellwether_browser_\w+=[^;]+; HttpOnly; SameSite=Strict/,
  );
  for (let i = 0; i < 20; i++) await signIn(api, { email, password: "wrong, as wrong can be" });
  expect((await signIn(api, { email, password })).status).toBe(429);
  const forged = known.replace(/\.[^.]+$/, `.${"A".repeat(43)}`);
  expect((await callerOf(api.app, { cookie: forged }).post("/sessions", { email, password })).status).toBe(
    429,
  );
  const own = callerOf(api.app, { cookie: known });
  const again = await own.post("/sessions", { email, password });
  expect(again.status).toBe(201);
  expect(String(again.headers["set-cookie"])).toContain(known.split(".")[0]);
  const wrong = await Promise.all(
    Array.from({ length: 12 }, () => own.post("/sessions", { email, password: "wrong, as wrong can be" })),
  );
  expect(wrong.filter(({ status }) => status === 429)).toHaveLength(2);
});

test("a browser that is known for one account has no sign-ins of its own for another", async () => {
  const api = await openApi();
  await signUp(api);
  await signUp(api, { email: "bob@example.com" });
  const first = await signIn(api, { email, password });
  const cookie = [first.headers["set-cookie"]]
    .flat()
    .map((each) => String(each).split(";")[0])
    .join("; ");
  const other = { email: "bob@example.com", password: "wrong, as wrong can be" };
  const answers = await Promise.all(
    Array.from({ length: 12 }, () => callerOf(api.app, { cookie }).post("/sessions", other)),
  );
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(2);
  expect((await callerOf(api.app, { cookie }).post("/sessions", { email, password })).status).toBe(201);
});

test("behind a trusted proxy clients are distinguished, in limits and in the audit log", async () => {
  const limits = { ...testLimits, unkeyedRequestsPerMinute: 20 };
  const api = await openApi({ trustedProxies: ["10.0.0.0/8"], limits });
  const { body } = await signUp(api);
  const signInFrom = (client: string, connected: string, secret: string) =>
    api.app.inject({
      method: "POST",
      url: "/sessions",
      remoteAddress: connected,
      headers: { "x-forwarded-for": `198.51.100.9, ${client}` },
      payload: { email, password: secret },
    });
  expect((await signInFrom("192.0.2.6", "10.0.0.1", "wrong, as wrong can be")).statusCode).toBe(401);
  for (let i = 0; i < 19; i++)
    await api.app.inject({
      method: "GET",
      url: "/sessions/current",
      remoteAddress: "10.0.0.1",
      headers: { "x-forwarded-for": "192.0.2.6" },
    });
  expect((await signInFrom("192.0.2.6", "10.0.0.1", password)).statusCode).toBe(429);
  expect((await signInFrom("192.0.2.7", "10.0.0.1", password)).statusCode).toBe(201);
  expect((await signInFrom("192.0.2.6", "192.0.2.8", password)).statusCode).toBe(201);
  const { entries } = (await api.as(body.api_key).get("/accounts/current/audit")).body;
  const signIns = entries.filter(({ action }: { action: string }) => action.startsWith("sign_in"));
  const addresses = signIns.map((entry: { actor: { address: string } }) => entry.actor.address);
  expect(new Set(addresses)).toEqual(new Set(["192.0.2.6", "192.0.2.7", "192.0.2.8"]));
});

test("after an hour a request renews the token, and the old one expires a minute later", async () => {
  const api = await openApi();
  const { page } = await signUp(api);
  api.tick(hour);
  const [one, other] = await Promise.all([page.get("/accounts/current"), page.get("/cohorts")]);
  expect([one.status, other.status]).toEqual([200, 200]);
  const renewed = [one, other].map(cookieOf).filter(Boolean);
  expect(renewed).toHaveLength(1);
  const next = browserOf(api, renewed[0]!);
  expect((await next.get("/cohorts")).status).toBe(200);
  api.tick(minute - 1);
  expect((await page.get("/cohorts")).status).toBe(200);
  api.tick(1);
  expect(await page.get("/cohorts")).toMatchObject({
    status: 401,
    body: { error: "INVALID_AUTHORIZATION", note: expect.stringContaining("Sign in again") },
  });
  expect((await page.get("/sessions/current")).body.account).toBeNull();
  api.tick(14 * day - minute);
  expect((await next.get("/cohorts")).status).toBe(401);
});

test("signing out ends the session and deletes the cookie, also when repeated", async () => {
  const api = await openApi();
  const { page } = await signUp(api);
  const answer = await page.delete("/sessions/current");
  expect(answer.status).toBe(204);
  expect(setCookieOf(answer)).toBe("bellwether_session=; HttpOnly; SameSite=Strict; Path=/; Max-Age=0");
  expect((await page.get("/accounts/current")).status).toBe(401);
  expect((await page.delete("/sessions/current")).status).toBe(204);
});

test("signing out everywhere ends all sessions of the account, and none of another", async () => {
  const api = await openApi();
  const { page } = await signUp(api);
  const other = browserOf(api, cookieOf(await signIn(api, { email, password })));
  const stranger = await signUp(api, { email: "grace@example.com" });
  const answer = await page.delete("/sessions");
  expect([answer.status, setCookieOf(answer)]).toEqual([204, expect.stringContaining("Max-Age=0")]);
  const statuses = await Promise.all([page, other, stranger.page].map((one) => one.get("/datasets")));
  expect(statuses.map(({ status }) => status)).toEqual([401, 401, 200]);
});

test("by cookie, only the service's own pages can make changes", async () => {
  const api = await openApi({ publicUrl: "https://bellwether.example.com" });
  const answer = await signUp(api);
  const cookie = cookieOf(answer);
  const statusFrom = async (headers: Record<string, string>) =>
    (await callerOf(api.app, { cookie, host: "10.0.0.7:8080", ...headers }).post("/datasets", dataset))
      .status;
  expect(await statusFrom({})).toBe(403);
  expect(await statusFrom({ "sec-fetch-site": "cross-site" })).toBe(403);
  expect(await statusFrom({ "sec-fetch-site": "same-site", origin: "https://bellwether.example.com" })).toBe(
    403,
  );
  expect(await statusFrom({ origin: "https://evil.example.com" })).toBe(403);
  expect(await statusFrom({ origin: "null" })).toBe(403);
  expect(await statusFrom({ origin: "https://bellwether.example.com" })).toBe(201);
  expect(await statusFrom({ origin: "http://10.0.0.7:8080" })).toBe(201);
  expect(await statusFrom({ "sec-fetch-site": "none" })).toBe(201);
  expect(await statusFrom({ "sec-fetch-site": "same-origin" })).toBe(201);
  const foreign = callerOf(api.app, { cookie, "sec-fetch-site": "cross-site" });
  expect((await foreign.get("/datasets")).body).toHaveLength(4);
  expect(await foreign.delete("/sessions/current")).toMatchObject({
    status: 403,
    body: { error: "FORBIDDEN" },
  });
  expect((await signIn(api, { email, password }, { "sec-fetch-site": "cross-site" })).status).toBe(403);
  expect((await signIn(api, { email, password }, {})).status).toBe(201);
});

test("a key takes precedence over a cookie and works from any origin", async () => {
  const api = await openApi();
  const { page } = await signUp(api);
  const stranger = await api.signUp("Other");
  const both = { authorization: `Bearer ${stranger.key}`, "sec-fetch-site": "cross-site" };
  expect((await page.get("/accounts/current", both)).body.id).toBe(stranger.accountId);
  expect((await page.post("/datasets", dataset, both)).status).toBe(201);
  expect((await page.get("/datasets")).body).toEqual([]);
});

test("changing the password needs the current one and ends all other sessions", async () => {
  const api = await openApi();
  const { body, ...here } = await signUp(api);
  const otherBrowser = browserOf(api, cookieOf(await signIn(api, { email, password })));
  const headers = { cookie: cookieOf({ body, ...here }), ...sameOrigin };
  const next = "another that is long enough";
  for (const current of [{}, { current_password: "not this, nor that" }])
    expect(await putPassword(api, headers, { password: next, ...current })).toMatchObject({
      status: 400,
      body: { validationErrors: [{ path: "current_password" }] },
    });
  expect((await otherBrowser.get("/accounts/current")).status).toBe(200);
  expect(await putPassword(api, headers, { password: next, current_password: password })).toMatchObject({
    status: 204,
  });
  expect((await here.page.get("/accounts/current")).status).toBe(200);
  expect((await otherBrowser.get("/accounts/current")).status).toBe(401);
  expect((await signIn(api, { email, password })).status).toBe(401);
  expect((await signIn(api, { email, password: next })).status).toBe(201);
});

test("with a key, a password is set without the current one", async () => {
  const api = await openApi();
  const { key } = await api.signUp();
  const headers = { authorization: `Bearer ${key}` };
  expect((await putPassword(api, headers, { password })).status).toBe(204);
  expect((await putPassword(api, headers, { password: `${password}!` })).status).toBe(204);
  const answer = await signIn(api, { email: "owner@example.com", password: `${password}!` });
  expect(answer.status).toBe(201);
  const other = await api.signUp("Other");
  expect((await putPassword(api, { authorization: `Bearer ${other.key}` }, { password })).status).toBe(409);
});

test("an account with a password signs in with its current address, and must keep one", async () => {
  const api = await openApi();
  const { page } = await signUp(api);
  await signUp(api, { email: "bob@example.com" });
  expect((await page.patch("/accounts/current", { email: null })).status).toBe(400);
  expect((await page.patch("/accounts/current", { email: "Bob@example.com" })).status).toBe(409);
  expect((await page.get("/accounts/current")).body.email).toBe(email);
  expect((await page.patch("/accounts/current", { email: "ada@example.org" })).status).toBe(200);
  expect((await signIn(api, { email, password })).status).toBe(401);
  expect((await signIn(api, { email: "ada@example.org", password })).status).toBe(201);
});

test("answers are cached privately and revalidated", async () => {
  const api = await openApi();
  const { page } = await signUp(api);
  const { headers } = await page.get("/cohorts");
  expect(headers["cache-control"]).toBe("private, no-cache");
  expect((await page.get("/cohorts", { "if-none-match": String(headers.etag) })).status).toBe(304);
  expect((await page.get("/cohorts/nobody")).headers["cache-control"]).toBe("private, no-cache");
  expect((await page.post("/datasets", dataset)).headers["cache-control"]).toBe("private, no-store");
});

test("idempotency and rate limits apply to sessions, by account", async () => {
  const api = await openApi({
    limits: { ...testLimits, uploadBytes: 1e6, bodyBytes: 1e5, requestsPerMinute: 4 },
  });
  const { page, body } = await signUp(api);
  const again = browserOf(api, cookieOf(await signIn(api, { email, password })));
  const key = { "idempotency-key": "once" };
  const first = await page.post("/datasets", dataset, key);
  expect((await again.post("/datasets", dataset, key)).body).toEqual(first.body);
  expect((await again.get("/datasets")).body).toHaveLength(1);
  expect((await page.get("/datasets")).status).toBe(200);
  expect(await again.get("/datasets")).toMatchObject({ status: 429 });
  expect((await api.as(body.api_key).get("/datasets")).status).toBe(200);
});

test("the sessions of an account are deleted with it", async () => {
  const api = await openApi();
  const { page } = await signUp(api);
  await page.delete("/accounts/current");
  expect((await page.get("/accounts/current")).body).toHaveProperty("delete_at");
  await deleteDueAccounts(api.db, api.dataDir, api.now() + 7 * day);
  expect((await page.get("/accounts/current")).status).toBe(401);
  expect(await api.db.kysely.selectFrom("session").selectAll().execute()).toEqual([]);
  expect((await signUp(api)).status).toBe(201);
});

test("if only the first user may sign up, no one else can", async () => {
  const api = await openApi({ signUp: "first" });
  expect((await callerOf(api.app, {}).get("/sessions/current")).body.can_sign_up).toBe(true);
  expect((await signUp(api)).status).toBe(201);
  expect((await callerOf(api.app, {}).get("/sessions/current")).body.can_sign_up).toBe(false);
  expect(await signUp(api, { email: "bob@example.com" })).toMatchObject({
    status: 403,
    body: { error: "FORBIDDEN" },
  });
});

test("neither passwords nor tokens are in the log or the store", async () => {
  const api = await openApi();
  const answer = await signUp(api);
  await signIn(api, { email, password: "wrong, as wrong can be" });
  const token = cookieOf(answer).split("=")[1]!;
  const kept = JSON.stringify([
    api.log,
    await api.db.kysely.selectFrom("session").selectAll().execute(),
    await api.db.kysely.selectFrom("app_user").selectAll().execute(),
  ]);
  for (const secret of [password, token, "wrong, as wrong can be"]) expect(kept).not.toContain(secret);
});

test("a key records its last use, to the hour", async () => {
  const api = await openApi();
  const caller = await api.signUp();
  const { body } = await caller.post("/accounts/current/api_keys", { name: "nightly export" });
  const lastUsed = async () =>
    (await caller.get("/accounts/current/api_keys")).body.map(
      (key: { name: string; last_used_at?: string }) => [key.name, key.last_used_at],
    );
  const start = new Date(api.now()).toISOString();
  expect(await lastUsed()).toEqual([
    ["nightly export", undefined],
    ["first key", start],
  ]);
  api.tick(hour);
  await api.as(body.api_key).get("/cohorts");
  const later = new Date(api.now()).toISOString();
  expect(await lastUsed()).toEqual([
    ["nightly export", later],
    ["first key", later],
  ]);
});
