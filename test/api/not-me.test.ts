// Mails about sign-ins and changes of how somebody signs in, and what their links do.

import { expect, test } from "vitest";
import { mostSecurityMails } from "../../src/http/security-mail.js";
import { shownCode } from "./authenticator.js";
import { type Api, type Caller, callerOf, openApi } from "./harness.js";
import { addMember } from "./member.js";

const email = "owner@example.com";
const password = "correct horse battery staple";
const page = { "sec-fetch-site": "same-origin" };
const factorPath = "/sessions/current/second_factor";

const openMailing = (isRequired = false) =>
  openApi({
    confirmation: { isRequired, enqueue: async () => true },
    publicUrl: "https://bellwether.example.com",
  });

/** The owner, and the cookies of the browser in which they signed up. */
const signUp = async (api: Api) => {
  const answer = await callerOf(api.app, page).post("/accounts", { name: "Shop", email, password });
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  return { owner: api.as(answer.body.api_key), cookie: cookiesIn(answer), accountId: answer.body.id };
};

const cookiesIn = ({ headers }: Awaited<ReturnType<Caller["post"]>>): string =>
  [headers["set-cookie"] ?? []]
    .flat()
    .map((cookie) => String(cookie).split(";")[0])
    .join("; ");

const signIn = (api: Api, more: object = {}, headers: Record<string, string> = {}) =>
  callerOf(api.app, { ...page, ...headers }).post("/sessions", { email, password, ...more });

const mails = ({ db }: Api) =>
  db.kysely.selectFrom("outbox").selectAll().where("kind", "=", "security").orderBy("sequence").execute();
const tokenIn = (body: string): string => /\/console\/not-me#(\S+)/.exec(body)![1]!;
const newestToken = async (api: Api): Promise<string> => tokenIn((await mails(api)).at(-1)!.body);
const disown = (api: Api, body: object) => callerOf(api.app, page).post("/sessions/not_me", body);
const put = async (api: Api, url: string, headers: Record<string, string>, payload: object) =>
  api.app.inject({ method: "PUT", url, headers, payload });

test("a sign-in in a browser that has not signed in before is mailed to the user, and no other", async () => {
  const api = await openMailing();
  const { cookie } = await signUp(api);
  expect(await mails(api)).toEqual([]);
  expect((await signIn(api, {}, { cookie })).status).toBe(201);
  expect(await mails(api), "the browser of the sign-up").toEqual([]);
  const other = await signIn(api, {}, { "x-forwarded-for": "192.0.2.7" });
  expect(await mails(api)).toMatchObject([
    { recipient: email, subject: "New sign-in to Bellwether", body: expect.stringContaining("127.0.0.1") },
  ]);
  await signIn(api, {}, { cookie: cookiesIn(other) });
  await signIn(api, { password: "not this one, not at all" });
  expect(await mails(api)).toHaveLength(1);
});

test("the link ends all sessions and the password of before, and takes a new one", async () => {
  const api = await openMailing();
  const { owner, cookie, accountId } = await signUp(api);
  const thief = cookiesIn(await signIn(api));
  const token = await newestToken(api);
  const browsers = [cookie, thief].map((one) => callerOf(api.app, { ...page, cookie: one }));
  for (const browser of browsers) expect((await browser.get("/cohorts")).status).toBe(200);

  expect((await disown(api, { token })).body).toEqual({ email, needs_password: true });
  for (const browser of browsers) expect((await browser.get("/cohorts")).status).toBe(401);
  expect((await signIn(api)).status, "the password of before").toBe(401);
  expect((await disown(api, { token })).body).toMatchObject({ needs_password: true });

  expect((await disown(api, { token, password: "aaaaaaaaaaaa" })).status).toBe(400);
  const next = "another horse, another staple";
  expect((await disown(api, { token, password: next })).body).toEqual({ email, needs_password: false });
  expect((await signIn(api)).status).toBe(401);
  expect((await signIn(api, { password: next })).status).toBe(201);
  expect((await disown(api, { token })).status, "used up").toBe(403);
  expect((await owner.get("/cohorts")).status, "keys keep working").toBe(200);
  const { entries } = (await owner.get("/accounts/current/audit?action=disown")).body;
  expect(entries).toHaveLength(3);
  expect(entries[0]).toMatchObject({
    changes: ["password"],
    sentence: `${email} said that a sign-in or a change was not theirs, and ended session “all”: password.`,
  });
  expect(accountId).toBeTruthy();
});

test("a change of the password and of the second factor is mailed, and a link of before it still works", async () => {
  const api = await openMailing();
  const { cookie } = await signUp(api);
  const headers = { ...page, cookie };
  const next = "the thief's very own password";
  expect(
    (await put(api, "/accounts/current/password", headers, { password: next, current_password: password }))
      .statusCode,
  ).toBe(204);
  const changed = await newestToken(api);
  const browser = callerOf(api.app, headers);
  const { secret } = (await browser.post(factorPath, { current_password: next })).body;
  await put(api, factorPath, headers, { code: shownCode(secret, api.now()) });
  const added = await newestToken(api);
  expect((await mails(api)).map(({ subject }) => subject)).toEqual([
    "Your password of Bellwether was changed",
    "A second factor was added to your sign-in to Bellwether",
  ]);

  await disown(api, { token: changed });
  const factors = () => api.db.kysely.selectFrom("second_factor").selectAll().execute();
  expect(await factors(), "another mail reports it").toHaveLength(1);
  await disown(api, { token: added, password });
  expect(await factors()).toEqual([]);
  expect((await signIn(api)).status).toBe(201);
  expect((await disown(api, { token: changed })).status, "a new password was set").toBe(403);
});

test("a link that is older than a week, or made up, opens nothing", async () => {
  const api = await openMailing();
  const { cookie } = await signUp(api);
  await signIn(api);
  const token = await newestToken(api);
  expect((await disown(api, { token: `${token}x`, password })).status).toBe(403);
  api.tick(7 * 86_400_000);
  expect((await disown(api, { token, password })).status).toBe(403);
  expect((await callerOf(api.app, { ...page, cookie }).get("/cohorts")).status).toBe(200);
});

test("a user without a password, who signs in through an identity provider, gets none by the link", async () => {
  const api = await openMailing();
  const { accountId } = await signUp(api);
  const { userId, headers: plain } = await addMember(api, accountId, "editor");
  const headers = { ...plain, cookie: `__Host-${plain.cookie}` };
  const member = callerOf(api.app, headers);
  const begun = await member.post(factorPath, { current_password: "" });
  expect(begun.status, JSON.stringify(begun.body)).toBe(201);
  const { secret } = begun.body;
  await put(api, factorPath, headers, { code: shownCode(secret, api.now()) });
  const answer = await disown(api, { token: await newestToken(api), password });
  expect(answer.body).toMatchObject({ needs_password: false });
  expect((await member.get("/cohorts")).status).toBe(401);
  const user = api.db.kysely.selectFrom("app_user").selectAll().where("id", "=", userId);
  expect((await user.executeTakeFirstOrThrow()).hash).toBeNull();
});

test("nobody but its reader has the link, and an address that is not confirmed gets none", async () => {
  const api = await openMailing();
  const { owner } = await signUp(api);
  await signIn(api);
  const token = await newestToken(api);
  const shown = JSON.stringify((await owner.get("/accounts/current/outbox")).body);
  expect(shown).toContain("/console/not-me#…");
  expect(shown).not.toContain(token);
  expect(JSON.stringify(await api.db.kysely.selectFrom("security_link").selectAll().execute())).not.toContain(
    token,
  );
  const asking = await openMailing(true);
  await signUp(asking);
  await signIn(asking);
  expect(await mails(asking)).toEqual([]);
});

test("one address gets a bounded number of such mails a day", async () => {
  const api = await openMailing();
  await signUp(api);
  for (let n = 0; n < mostSecurityMails + 3; n++) expect((await signIn(api)).status).toBe(201);
  expect(await mails(api)).toHaveLength(mostSecurityMails);
});
