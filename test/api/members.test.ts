// Members and invitations: from the link to the account, and out of it again.

import { randomUUID } from "node:crypto";
import { PassThrough } from "node:stream";
import { setTimeout } from "node:timers/promises";
import { expect, test } from "vitest";
import { limits } from "../../src/domain/resource/limits.js";
import type { AppOptions } from "../../src/http/options.js";
import { type Answer, type Api, type Caller, callerOf, openApi } from "./harness.js";
import { addMember, type Member, signedIn } from "./member.js";

const password = "correct horse battery staple";
const day = 86_400_000;
const page = { "sec-fetch-site": "same-origin" };

const cookieOf = ({ headers }: Answer): string => String(headers["set-cookie"]).split(";")[0]!;
const tokenOf = (url: string): string => url.split("#")[1]!;

const accept = (api: Api, token: string, body: object = {}, headers: Record<string, string> = {}) =>
  callerOf(api.app, { ...page, ...headers }).post("/invitations/accept", { token, ...body });

const invite = async (by: Caller, email: string, role = "editor"): Promise<string> => {
  const { status, body } = await by.post("/members/invitations", { email, role });
  expect(status).toBe(201);
  return tokenOf(body.accept_url);
};

/** An account with an owner who signs in. */
const openShop = async (api: Api, email = "ada@example.com") => {
  const answer = await callerOf(api.app, page).post("/accounts", {
    name: `Shop of ${email}`,
    email,
    password,
  });
  const headers = { ...page, cookie: cookieOf(answer) };
  const { body } = await callerOf(api.app, headers).get("/sessions/current");
  return {
    ...callerOf(api.app, headers),
    headers,
    accountId: body.account.id as string,
    userId: body.user.id as string,
    key: answer.body.api_key as string,
  };
};

const rolesIn = async (by: Caller): Promise<Record<string, string>> =>
  Object.fromEntries(
    (await by.get("/members")).body.map(({ email, role }: Record<string, string>) => [email, role]),
  );

const sending: Partial<AppOptions> = { confirmation: { isRequired: true, enqueue: async () => true } };

/** The link in the newest mail to the address, which only its reader has. */
const mailedTo = async ({ db }: Api, recipient: string): Promise<string> => {
  const { body } = await db.kysely
    .selectFrom("outbox")
    .select("body")
    .where("recipient", "=", recipient)
    .where("kind", "=", "invitation")
    .orderBy("sequence", "desc")
    .limit(1)
    .executeTakeFirstOrThrow();
  return /join#(\S+)/.exec(body)![1]!;
};

const confirm = ({ db }: Api) =>
  Promise.all([
    db.kysely.updateTable("account").set({ email_confirmed_at: 1 }).execute(),
    db.kysely.updateTable("app_user").set({ email_confirmed_at: 1 }).execute(),
  ]);

test("whoever is invited signs up with a password, once, and works with the role", async () => {
  const api = await openApi();
  const ada = await openShop(api);
  const answer = await ada.post("/members/invitations", { email: "Grace@example.com", role: "editor" });
  expect(answer.body).toMatchObject({
    email: "Grace@example.com",
    role: "editor",
    invited_by: "ada@example.com",
    is_mailed: false,
    accept_url: expect.stringMatching(/^\/console\/join#[\w-]{43}$/),
    expires_at: new Date(api.now() + 7 * day).toISOString(),
  });
  const token = tokenOf(answer.body.accept_url);
  expect((await ada.get("/members/invitations")).body).toEqual([{ ...answer.body, accept_url: undefined }]);
  const shown = await callerOf(api.app, {}).post("/invitations/show", { token });
  expect(shown.body).toEqual({
    account_name: "Shop of ada@example.com",
    email: "Grace@example.com",
    role: "editor",
    has_user: false,
  });
  expect((await accept(api, token)).body.note).toContain("needs a password");
  const accepted = await accept(api, token, { password });
  expect(accepted).toMatchObject({
    status: 201,
    body: { role: "editor", user: { email: "Grace@example.com" }, account: { id: ada.accountId } },
  });
  expect(await accept(api, token, { password })).toMatchObject({ status: 403 });
  const grace = callerOf(api.app, { ...page, cookie: cookieOf(accepted) });
  expect((await grace.get("/datasets")).status).toBe(200);
  expect((await grace.get("/accounts/current/api_keys")).status).toBe(403);
  expect(await rolesIn(grace)).toEqual({ "ada@example.com": "owner", "Grace@example.com": "editor" });
  const again = await callerOf(api.app, page).post("/sessions", { email: "grace@example.com", password });
  expect(again.body).toMatchObject({ role: "editor", account: { id: ada.accountId } });
  const rows = await api.db.kysely.selectFrom("invitation").selectAll().execute();
  expect(rows).toEqual([]);
  expect(JSON.stringify([api.log, rows])).not.toContain(token);
  const { entries } = (await ada.get("/accounts/current/audit")).body;
  const sentences = entries.map(({ sentence }: { sentence: string }) => sentence);
  expect(sentences).toEqual(
    expect.arrayContaining([
      "ada@example.com sent the invitation of “Grace@example.com”: role editor.",
      "Grace@example.com accepted the invitation of “Grace@example.com”.",
    ]),
  );
});

test("a member of another account accepts while signed in, and switches between the two", async () => {
  const api = await openApi();
  const [ada, bob] = [await openShop(api), await openShop(api, "bob@example.com")];
  const token = await invite(ada, "BOB@example.com", "viewer");
  expect((await callerOf(api.app, {}).post("/invitations/show", { token })).body.has_user).toBe(true);
  expect(await accept(api, token, { password })).toMatchObject({
    status: 409,
    body: { note: expect.stringContaining("Sign in, then open the link again") },
  });
  expect((await accept(api, token, {}, { cookie: bob.headers.cookie })).body).toMatchObject({
    role: "viewer",
    account: { id: ada.accountId },
    accounts: [
      { id: ada.accountId, role: "viewer" },
      { id: bob.accountId, role: "owner" },
    ],
  });
  expect((await bob.get("/accounts/current")).body.id).toBe(ada.accountId);
  const to = (account_id: string) => bob.post("/sessions/current/account", { account_id });
  expect((await to(bob.accountId)).body).toMatchObject({ role: "owner", account: { id: bob.accountId } });
  expect((await bob.get("/accounts/current")).body.id).toBe(bob.accountId);
  const stranger = await openShop(api, "eve@example.com");
  expect((await to(stranger.accountId)).status).toBe(404);
  api.tick(1);
  await to(ada.accountId);
  const again = await callerOf(api.app, page).post("/sessions", { email: "bob@example.com", password });
  expect(again.body.account.id).toBe(ada.accountId);
});

test("a link that was passed on to another address's session is refused, and still works for its own", async () => {
  const api = await openApi();
  const [ada, eve] = [await openShop(api), await openShop(api, "eve@example.com")];
  const token = await invite(ada, "grace@example.com");
  expect(await accept(api, token, {}, { cookie: eve.headers.cookie })).toMatchObject({
    status: 403,
    body: { note: expect.stringContaining("another e-mail address than eve@example.com") },
  });
  expect((await eve.get("/accounts/current")).body.id).toBe(eve.accountId);
  expect((await accept(api, token, { password })).status).toBe(201);
});

test("a link is good for seven days, until it is withdrawn, and until the next one", async () => {
  const api = await openApi();
  const ada = await openShop(api);
  const first = await invite(ada, "grace@example.com");
  const second = await invite(ada, "grace@example.com", "viewer");
  expect((await accept(api, first, { password })).status).toBe(403);
  const [open] = (await ada.get("/members/invitations")).body;
  expect(open.role).toBe("viewer");
  expect((await ada.delete(`/members/invitations/${open.id}`)).status).toBe(204);
  expect((await accept(api, second, { password })).status).toBe(403);
  expect((await ada.delete(`/members/invitations/${open.id}`)).status).toBe(404);
  const third = await invite(ada, "grace@example.com");
  api.tick(7 * day);
  expect((await accept(api, third, { password })).status).toBe(403);
  expect((await callerOf(api.app, {}).post("/invitations/show", { token: third })).status).toBe(403);
  expect((await ada.get("/members/invitations")).body).toEqual([]);
});

test("with e-mail only the reader of the address has the link, which confirms the address", async () => {
  const api = await openApi(sending);
  const ada = await openShop(api);
  const body = { email: "grace@example.com", role: "editor" };
  expect((await ada.post("/members/invitations", body)).body.note).toContain("is not confirmed");
  await confirm(api);
  const made = await ada.post("/members/invitations", body);
  expect(made.body).toMatchObject({ is_mailed: true });
  expect(made.body.accept_url).toBeUndefined();
  const token = await mailedTo(api, "grace@example.com");
  const outbox = JSON.stringify((await ada.get("/accounts/current/outbox")).body);
  expect(outbox).toContain("/join#…");
  expect(outbox).not.toContain(token);
  expect((await accept(api, token, { password })).status).toBe(201);
  const grace = api.db.kysely.selectFrom("app_user").selectAll().where("email", "=", "grace@example.com");
  expect((await grace.executeTakeFirstOrThrow()).email_confirmed_at).toBe(api.now());
});

test("a stranger who claimed the address first does not catch its invitation", async () => {
  const api = await openApi(sending);
  const ada = await openShop(api);
  await confirm(api);
  const stranger = await openShop(api, "grace@example.com");
  await ada.post("/members/invitations", { email: "grace@example.com", role: "administrator" });
  const token = await mailedTo(api, "grace@example.com");
  expect((await stranger.get("/members/invitations")).body).toEqual([]);
  const next = "another that is long enough";
  expect((await accept(api, token, { password: next })).body).toMatchObject({
    account: { id: ada.accountId },
  });
  const signIn = (secret: string) =>
    callerOf(api.app, page).post("/sessions", { email: "grace@example.com", password: secret });
  expect((await signIn(password)).status).toBe(401);
  expect((await signIn(next)).body.account.id).toBe(ada.accountId);
});

test("one address gets five invitations a day, of all accounts together", async () => {
  const api = await openApi(sending);
  const [ada, bob] = [await openShop(api), await openShop(api, "bob@example.com")];
  await confirm(api);
  const statuses = [];
  for (const by of [ada, bob, ada, bob, ada, bob, ada])
    statuses.push((await by.post("/members/invitations", { email: "x@example.com", role: "viewer" })).status);
  expect(statuses).toEqual([201, 201, 201, 201, 201, 429, 429]);
  api.tick(day);
  await confirm(api);
  expect((await bob.post("/members/invitations", { email: "x@example.com", role: "viewer" })).status).toBe(
    201,
  );
});

test("nobody gives or takes a role above their own", async () => {
  const api = await openApi();
  const ada = await openShop(api);
  const [carl, dora, eve] = [
    await addMember(api, ada.accountId, "administrator"),
    await addMember(api, ada.accountId, "editor"),
    await addMember(api, ada.accountId, "viewer"),
  ];
  const as = ({ headers }: Member) => callerOf(api.app, headers);
  const setRole = (by: Caller, { userId }: { userId: string }, role: string) =>
    by.patch(`/members/${userId}`, { role });
  expect(await setRole(as(carl), dora, "owner")).toMatchObject({ status: 400 });
  expect(await setRole(as(carl), ada, "viewer")).toMatchObject({ status: 409 });
  expect(await setRole(as(eve), eve, "editor")).toMatchObject({ status: 403 });
  expect(await setRole(as(carl), eve, "editor")).toMatchObject({ status: 200, body: { role: "editor" } });
  expect((await as(eve).get("/sessions/current")).body.role).toBe("editor");
  expect((await as(dora).delete(`/members/${eve.userId}`)).status).toBe(403);
  expect((await as(carl).delete(`/members/${ada.userId}`)).status).toBe(409);
  expect((await as(carl).post(`/members/${carl.userId}/make_owner`)).status).toBe(403);
  expect(await setRole(as(carl), { userId: randomUUID() }, "viewer")).toMatchObject({ status: 404 });
  const owned = await as(carl).post("/members/invitations", { email: "x@example.com", role: "owner" });
  expect(owned.status).toBe(400);
});

test("whoever is removed is signed out of this account, and whoever is in no other is forgotten", async () => {
  const api = await openApi();
  const [ada, bob] = [await openShop(api), await openShop(api, "bob@example.com")];
  const token = await invite(ada, "bob@example.com");
  await accept(api, token, {}, { cookie: bob.headers.cookie });
  const otherBrowser = callerOf(api.app, await signedIn(api, bob.accountId, bob.userId));
  const carl = await addMember(api, ada.accountId, "viewer", "carl@example.com");
  expect((await ada.delete(`/members/${bob.userId}`)).status).toBe(204);
  expect((await bob.get("/datasets")).status).toBe(401);
  expect((await otherBrowser.get("/accounts/current")).body.id).toBe(bob.accountId);
  const leaving = await callerOf(api.app, carl.headers).delete(`/members/${carl.userId}`);
  expect([leaving.status, String(leaving.headers["set-cookie"])]).toEqual([
    204,
    expect.stringContaining("Max-Age=0"),
  ]);
  const users = await api.db.kysely.selectFrom("app_user").select("email").orderBy("email").execute();
  expect(users.map(({ email }) => email)).toEqual(["ada@example.com", "bob@example.com"]);
  expect(await rolesIn(ada)).toEqual({ "ada@example.com": "owner" });
  expect((await ada.delete(`/members/${ada.userId}`)).status).toBe(409);
});

/** A request whose body begins to arrive; `end` sends the rest. */
const begin = (api: Api, method: "POST" | "PATCH", url: string, headers: Record<string, string>) => {
  const body = new PassThrough();
  const answer = api.app.inject({ method, url, headers, payload: body });
  // Nothing is sent before somebody asks for the answer.
  const status = answer.then(({ statusCode }) => statusCode);
  return {
    begun: (text: string) => body.write(text),
    end: (text: string): Promise<number> => {
      body.end(text);
      return status;
    },
  };
};

test("a request does nothing whose sender was removed, or lost the role, while its body arrived", async () => {
  const api = await openApi();
  const shop = await openShop(api);
  const [removed, lowered, present] = await Promise.all(
    Array.from({ length: 3 }, () => addMember(api, shop.accountId, "administrator")),
  );
  const json = "application/json";
  const keys = [removed, lowered, present].map((member) =>
    begin(api, "POST", "/v1/accounts/current/api_keys", { ...member!.headers, "content-type": json }),
  );
  const csv = { ...removed!.headers, "content-type": "application/octet-stream" };
  const upload = begin(api, "POST", "/v1/uploads/orders/a.csv", csv);
  const tus = { "tus-resumable": "1.0.0", "upload-length": "4" };
  const metadata = `directory ${btoa("orders")},filename ${btoa("b.csv")}`;
  const { headers } = await callerOf(api.app, removed!.headers).post("/resumable_uploads", undefined, {
    ...tus,
    "upload-metadata": metadata,
  });
  const part = begin(api, "PATCH", `/v1/resumable_uploads/${String(headers.location).split("/").pop()}`, {
    ...removed!.headers,
    ...tus,
    "upload-offset": "0",
    "content-type": "application/offset+octet-stream",
  });
  for (const key of keys) key.begun('{"name": "kept",');
  upload.begun("a\n");
  part.begun("a\n");
  await setTimeout(1_050);
  expect((await shop.delete(`/members/${removed!.userId}`)).status).toBe(204);
  expect((await shop.patch(`/members/${lowered!.userId}`, { role: "viewer" })).status).toBe(200);
  const ended = await Promise.all(keys.map((key) => key.end('"role": "viewer"}')));
  expect(ended).toEqual([401, 403, 201]);
  expect(await upload.end("1\n")).toBe(401);
  expect(await part.end("1\n")).toBe(401);
  expect((await shop.get("/uploads")).body).toEqual([]);
  expect((await shop.get("/accounts/current/api_keys")).body).toHaveLength(2);
});

test("an administrator signs a member out of the account, and of no other", async () => {
  const api = await openApi();
  const [ada, bob] = [await openShop(api), await openShop(api, "bob@example.com")];
  const carl = await addMember(api, ada.accountId, "administrator", "carl@example.com");
  const token = await invite(ada, "bob@example.com");
  await accept(api, token, {}, { cookie: bob.headers.cookie });
  const otherBrowser = callerOf(api.app, await signedIn(api, bob.accountId, bob.userId));
  const byCarl = callerOf(api.app, carl.headers);
  expect((await byCarl.delete(`/members/${bob.userId}/sessions`)).status).toBe(204);
  expect((await bob.get("/datasets")).status).toBe(401);
  expect((await otherBrowser.get("/accounts/current")).body.id).toBe(bob.accountId);
  expect(Object.keys(await rolesIn(ada))).toContain("bob@example.com");
  expect((await byCarl.delete(`/members/${ada.userId}/sessions`)).status, "the owner's").toBe(403);
  expect((await byCarl.delete("/members/nobody/sessions")).status).toBe(404);
  const { entries } = (await ada.get("/accounts/current/audit")).body;
  expect(entries[0].sentence).toBe("carl@example.com signed member “bob@example.com” out.");
});

test("the owner hands the account over with its e-mail address, and is an administrator then", async () => {
  const api = await openApi();
  const ada = await openShop(api);
  const carl = await addMember(api, ada.accountId, "viewer", "carl@example.com");
  expect((await ada.post(`/members/${carl.userId}/make_owner`)).body).toMatchObject({ role: "owner" });
  expect(await rolesIn(ada)).toEqual({ "ada@example.com": "administrator", "carl@example.com": "owner" });
  expect((await ada.get("/accounts/current")).body.email).toBe("carl@example.com");
  expect((await ada.post(`/members/${ada.userId}/make_owner`)).status).toBe(403);
  expect((await ada.delete(`/members/${ada.userId}`)).status).toBe(204);
  const { entries } = (await callerOf(api.app, carl.headers).get("/accounts/current/audit")).body;
  expect(entries.slice(0, 2).map(({ sentence }: { sentence: string }) => sentence)).toEqual([
    "ada@example.com left the account.",
    "ada@example.com made member “carl@example.com” the owner.",
  ]);
});

test("members, open invitations and the accounts of a user are bounded", async () => {
  const api = await openApi();
  const ada = await openShop(api);
  const token = await invite(ada, "grace@example.com");
  for (let i = 1; i < limits.invitations.is; i++) await invite(ada, `guest-${i}@example.com`);
  const one = { email: "one-more@example.com", role: "viewer" };
  expect((await ada.post("/members/invitations", one)).body.note).toContain("100 open invitations");
  for (let i = 1; i < limits.members.is; i++) await addMember(api, ada.accountId, "viewer");
  expect((await ada.post("/members/invitations", one)).body.note).toContain("200 members");
  expect((await accept(api, token, { password })).body.note).toContain("200 members");
  const bob = await openShop(api, "bob@example.com");
  const at = api.now();
  for (let i = 1; i < limits.accountsOfUser.is; i++) {
    const { accountId } = await api.signUp();
    const place = { account_id: accountId, user_id: bob.userId, role: "viewer" } as const;
    await api.db.kysely
      .insertInto("membership")
      .values({ ...place, created_at: at, entered_at: at })
      .execute();
  }
  const other = await openShop(api, "carl@example.com");
  const last = await invite(other, "bob@example.com");
  expect((await accept(api, last, {}, { cookie: bob.headers.cookie })).body.note).toContain("100 accounts");
});

test("a member changes their own password and signs out everywhere, and nobody else's", async () => {
  const api = await openApi();
  const ada = await openShop(api);
  const accepted = await accept(api, await invite(ada, "grace@example.com", "viewer"), { password });
  const headers = { ...page, cookie: cookieOf(accepted) };
  const next = "another that is long enough";
  const { statusCode } = await api.app.inject({
    method: "PUT",
    url: "/accounts/current/password",
    headers,
    payload: { password: next, current_password: password },
  });
  expect(statusCode).toBe(204);
  const signIn = async (email: string, secret: string) =>
    (await callerOf(api.app, page).post("/sessions", { email, password: secret })).status;
  expect(await signIn("grace@example.com", next)).toBe(201);
  expect(await signIn("ada@example.com", password)).toBe(201);
  const grace = callerOf(api.app, headers);
  expect((await grace.delete("/sessions")).status).toBe(204);
  expect((await grace.get("/datasets")).status).toBe(401);
  expect((await ada.get("/datasets")).status).toBe(200);
});
