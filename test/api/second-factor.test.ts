// Second factors: from the app's secret to the code at the sign-in, and accounts that ask everyone for one.

import { expect, test } from "vitest";
import { shownCode } from "./authenticator.js";
import { type Api, type Caller, callerOf, openApi } from "./harness.js";
import { addMember } from "./member.js";

const path = "/sessions/current/second_factor";
const email = "owner@example.com";
const password = "correct horse battery staple";
const page = { "sec-fetch-site": "same-origin" };

const signIn = (api: Api, more: object = {}) =>
  callerOf(api.app, page).post("/sessions", { email, password, ...more });

/** The owner's page. */
const signedIn = async (api: Api, more: object = {}): Promise<Caller> => {
  const answer = await signIn(api, more);
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  return callerOf(api.app, { ...page, cookie: String(answer.headers["set-cookie"]).split(";")[0]! });
};

const putting = (api: Api, caller: { headers: Record<string, string> }, body: object) =>
  api.app.inject({ method: "PUT", url: path, headers: caller.headers, payload: body });

const setUp = async (api: Api) => {
  const owner = await api.signUp();
  await api.app.inject({
    method: "PUT",
    url: "/accounts/current/password",
    headers: { authorization: `Bearer ${owner.key}` },
    payload: { password },
  });
  const first = await signIn(api);
  const cookie = String(first.headers["set-cookie"]).split(";")[0]!;
  const headers = { ...page, cookie };
  const browser = callerOf(api.app, headers);
  const begun = await browser.post(path, { current_password: password });
  expect(begun.status).toBe(201);
  expect(begun.body.app_address).toContain(`secret=${begun.body.secret}`);
  const code = () => shownCode(begun.body.secret, api.now());
  return { owner, browser, headers, code };
};

test("a user with a second factor signs in with a code, each of which is good once", async () => {
  const api = await openApi();
  const { headers, browser, code } = await setUp(api);
  expect((await signIn(api)).status, "begun is not confirmed").toBe(201);
  const wrong = await putting(api, { headers }, { code: "000000" });
  expect(wrong.json()).toMatchObject({ validationErrors: [{ path: "code" }] });
  const confirmed = await putting(api, { headers }, { code: code() });
  expect(confirmed.statusCode).toBe(200);
  const codes: string[] = confirmed.json().recovery_codes;
  expect(new Set(codes).size).toBe(10);
  for (const each of codes) expect(each).toMatch(/^([0-9a-f]{4}-){6}[0-9a-f]{4}$/);
  expect((await browser.get("/sessions/current")).body.user).toMatchObject({
    email,
    has_second_factor: true,
  });

  expect(await signIn(api)).toMatchObject({ status: 401, body: { validationErrors: [{ path: "code" }] } });
  expect((await signIn(api, { code: code() })).status, "used to confirm").toBe(400);
  api.tick(60_000);
  await signedIn(api, { code: code() });
  expect((await signIn(api, { code: code() })).status, "used").toBe(400);
  await signedIn(api, { code: codes[0]!.toUpperCase().replaceAll("-", " ") });
  expect((await signIn(api, { code: codes[0] })).status, "used").toBe(400);
  expect((await signIn(api, { code: codes[1], password: "not it, not it at all" })).status).toBe(401);
  await signedIn(api, { code: codes[1] });
  const stored = JSON.stringify(await api.db.kysely.selectFrom("second_factor").selectAll().execute());
  for (const each of codes) expect(stored).not.toContain(each);
});

test("guessing codes slows down as guessing passwords does, and the right password alone is no guess", async () => {
  const api = await openApi();
  const { headers, code } = await setUp(api);
  await putting(api, { headers }, { code: code() });
  for (let i = 0; i < 15; i++) expect((await signIn(api)).status).toBe(401);
  const statuses = [];
  for (let i = 0; i < 12; i++) statuses.push((await signIn(api, { code: String(100_000 + i) })).status);
  expect(statuses.at(0)).toBe(400);
  expect(statuses.at(-1)).toBe(429);
});

test("of sign-ins with one code at the same moment one succeeds", async () => {
  const api = await openApi();
  const { headers, code } = await setUp(api);
  const confirmed = await putting(api, { headers }, { code: code() });
  api.tick(60_000);
  const tried = [code(), confirmed.json().recovery_codes[0]];
  for (const one of tried) {
    const answers = await Promise.all([1, 2, 3].map(() => signIn(api, { code: one })));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 400, 400]);
  }
});

test("confirming ends the user's other sessions, and only the password removes the factor", async () => {
  const api = await openApi();
  const { headers, browser, code } = await setUp(api);
  const other = await signedIn(api);
  await putting(api, { headers }, { code: code() });
  expect((await other.get("/cohorts")).status).toBe(401);
  expect((await browser.post(path, { current_password: password })).status, "there is one").toBe(409);
  const remove = (current_password: string) =>
    api.app.inject({ method: "DELETE", url: path, headers, payload: { current_password } });
  expect((await remove("wrong")).statusCode).toBe(400);
  expect((await remove(password)).statusCode).toBe(204);
  expect((await remove(password)).statusCode).toBe(409);
  await signedIn(api);
});

test("an API key has no second factor, and needs none", async () => {
  const api = await openApi();
  const { owner, headers, code } = await setUp(api);
  await putting(api, { headers }, { code: code() });
  expect((await owner.get("/cohorts")).status).toBe(200);
  expect((await owner.post(path, { current_password: password })).status).toBe(409);
});

test("where the owner asks everyone for one, members without can do nothing but set it up", async () => {
  const api = await openApi();
  const { owner, headers, browser, code } = await setUp(api);
  const { headers: editor } = await addMember(api, owner.accountId, "editor");
  const { headers: administrator } = await addMember(api, owner.accountId, "administrator");
  const ask = { needs_second_factor: true };
  expect((await callerOf(api.app, administrator).patch("/accounts/current", ask)).status).toBe(403);
  await putting(api, { headers }, { code: code() });
  expect((await browser.patch("/accounts/current", ask)).body).toMatchObject(ask);
  expect((await callerOf(api.app, administrator).patch("/accounts/current", { name: "Acme" })).status).toBe(
    403,
  );
  const member = callerOf(api.app, editor);
  expect(await member.get("/cohorts")).toMatchObject({
    status: 403,
    body: { note: expect.stringContaining("asks for a second factor") },
  });
  expect((await member.get("/sessions/current")).body).toMatchObject({ needs_second_factor: true });
  expect((await browser.get("/sessions/current")).body).toMatchObject({ needs_second_factor: false });
  expect((await browser.get("/cohorts")).status).toBe(200);
  expect((await owner.get("/cohorts")).status, "keys go on").toBe(200);
});
