// Passkeys: registering one, signing in with it, and what is refused. The device is made in software.

import { expect, test } from "vitest";
import { limits } from "../../src/domain/resource/limits.js";
import { shownCode } from "./authenticator.js";
import { type Device, makeDevice } from "./device.js";
import { type Answer, type Api, callerOf, openApi } from "./harness.js";
import { addMember } from "./member.js";

const email = "owner@example.com";
const password = "correct horse battery staple";
const path = "/sessions/current/passkeys";
const page = { "sec-fetch-site": "same-origin", host: "localhost" };

/** Like a browser: it brings back the cookies that it was given. */
class Browser {
  readonly #cookies = new Map<string, string>();

  constructor(readonly api: Api) {}

  async send(method: string, url: string, payload?: object): Promise<Answer> {
    const cookie = [...this.#cookies].map((pair) => pair.join("=")).join("; ");
    const answer = await this.api.app.inject({
      method: method as "GET",
      url,
      headers: { ...page, cookie },
      ...(payload && { payload }),
    });
    for (const one of [answer.headers["set-cookie"] ?? []].flat()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(one)!;
      this.#cookies.set(name!, value!);
    }
    const isJson = String(answer.headers["content-type"]).startsWith("application/json");
    return { status: answer.statusCode, body: isJson ? answer.json() : answer.body, headers: answer.headers };
  }
}

const signUp = async (api: Api, address = email) => {
  const browser = new Browser(api);
  const answer = await browser.send("POST", "/accounts", { name: "Shop", email: address, password });
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  return { browser, owner: api.as(answer.body.api_key) };
};

const begin = async (browser: Browser) => {
  const answer = await browser.send("POST", `${path}/options`, { current_password: password });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.body.options;
};

const register = async (browser: Browser, device: Device = makeDevice(), name = "Telephone") => {
  const credential = device.create(await begin(browser));
  const answer = await browser.send("POST", path, { name, credential });
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  return { device, id: answer.body.id as string };
};

const requested = async (browser: Browser) =>
  (await browser.send("POST", "/sessions/passkey/options")).body.options;
const finish = (browser: Browser, credential: object) =>
  browser.send("POST", "/sessions/passkey", { credential });
const signIn = async (api: Api, device: Device, lie: Parameters<Device["sign"]>[1] = {}) => {
  const browser = new Browser(api);
  const answer = await finish(browser, device.sign(await requested(browser), lie));
  return { browser, ...answer };
};
const byPassword = (api: Api, more: object = {}) =>
  new Browser(api).send("POST", "/sessions", { email, password, ...more });

test("a passkey signs in without the password, and the password alone no longer does", async () => {
  const api = await openApi();
  const { browser, owner } = await signUp(api);
  const other = new Browser(api);
  expect((await other.send("POST", "/sessions", { email, password })).status).toBe(201);
  const { device, id } = await register(browser);
  expect((await other.send("GET", "/cohorts")).status, "other sessions end").toBe(401);
  expect((await browser.send("GET", "/cohorts")).status).toBe(200);

  const entered = await signIn(api, device);
  expect(entered).toMatchObject({ status: 201, body: { user: { email, has_passkey: true } } });
  expect((await entered.browser.send("GET", "/cohorts")).status).toBe(200);
  expect(await byPassword(api)).toMatchObject({
    status: 401,
    body: { note: expect.stringContaining("Sign in with your passkey") },
  });
  expect((await byPassword(api, { password: "not this one, not at all" })).body.note).toContain("Wrong");

  const listed = await browser.send("GET", path);
  expect(listed.body).toMatchObject([{ id, name: "Telephone", used_at: "2026-01-01T00:00:00.000Z" }]);
  const renamed = await browser.send("PATCH", `${path}/${id}`, { name: "Old telephone" });
  expect(renamed.body).toMatchObject({ id, name: "Old telephone" });
  const remove = (current_password: string) => browser.send("DELETE", `${path}/${id}`, { current_password });
  expect((await remove("wrong")).status).toBe(400);
  expect((await remove(password)).status).toBe(204);
  expect((await remove(password)).status).toBe(404);
  expect((await signIn(api, device)).status, "removed").toBe(401);
  expect((await byPassword(api)).status).toBe(201);
  const { entries } = (await owner.get("/accounts/current/audit?limit=1000")).body;
  const actions = entries.map(({ action }: { action: string }) => action);
  expect(actions).toEqual(expect.arrayContaining(["add_passkey", "remove_passkey", "sign_in"]));
  expect((await owner.get(path)).body, "a key has none").toEqual([]);
  expect((await owner.post(`${path}/options`, { current_password: password })).status).toBe(409);
});

test("a signature for another page, another challenge or without its user is refused", async () => {
  const api = await openApi();
  const { browser, owner } = await signUp(api);
  const lies = [
    { origin: "http://localhost.evil.example" },
    { origin: "https://localhost" },
    { host: "evil.example" },
    { challenge: "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA" },
    { isUnverified: true },
    { type: "webauthn.other" },
  ];
  for (const lie of lies) {
    const credential = makeDevice().create(await begin(browser), lie);
    const answer = await browser.send("POST", path, { name: "Mine", credential });
    expect([lie, answer.status]).toEqual([lie, 401]);
  }
  const { device } = await register(browser);
  for (const lie of lies) expect([lie, (await signIn(api, device, lie)).status]).toEqual([lie, 401]);
  expect((await signIn(api, device)).status).toBe(201);
  const failed = await owner.get("/accounts/current/audit?action=sign_in_failed");
  expect(failed.body.entries).toHaveLength(lies.length);
});

test("a challenge is good once, in the browser in which it began, for five minutes", async () => {
  const api = await openApi();
  const { browser } = await signUp(api);
  const { device } = await register(browser);
  const visitor = new Browser(api);
  const credential = device.sign(await requested(visitor));
  expect((await finish(new Browser(api), credential)).status, "another browser").toBe(401);
  expect((await finish(visitor, credential)).status).toBe(201);
  expect((await finish(visitor, credential)).status, "replayed").toBe(401);
  const kept = new Browser(api);
  const options = await requested(kept);
  const two = [device.sign(options), device.sign(options)];
  const answers = await Promise.all(two.map((one) => finish(kept, one)));
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 401]);
  const late = new Browser(api);
  const signed = device.sign(await requested(late));
  api.tick(5 * 60_000);
  expect((await finish(late, signed)).status, "late").toBe(401);
  const options2 = await begin(browser);
  const foreign = (await signUp(api, "other@example.com")).browser;
  await begin(foreign);
  const answer = await foreign.send("POST", path, {
    name: "Theirs",
    credential: makeDevice().create(options2),
  });
  expect(answer.status, "the challenge of another user").toBe(401);
});

test("a counter that does not grow shows a copy of the device, which is refused", async () => {
  const api = await openApi();
  const { device } = await register((await signUp(api)).browser);
  const before = device.counter;
  expect((await signIn(api, device)).status).toBe(201);
  device.counter = before;
  expect((await signIn(api, device)).status, "the copy").toBe(401);
  device.counter = before + 5;
  expect((await signIn(api, device)).status).toBe(201);
  const { browser } = await signUp(api, "other@example.com");
  const { device: without } = await register(browser, makeDevice("http://localhost", 0));
  for (let n = 0; n < 3; n++) expect((await signIn(api, without)).status, "it has no counter").toBe(201);
});

test("nobody signs in as somebody else, or takes their passkey", async () => {
  const api = await openApi();
  const { device } = await register((await signUp(api)).browser);
  const { browser: thief } = await signUp(api, "thief@example.com");
  const copied = makeDevice();
  const claimed = { ...copied, credentialId: device.credentialId };
  const visitor = new Browser(api);
  const signed = claimed.sign(await requested(visitor)) as { id: string; rawId: string };
  const forged = { ...signed, id: device.credentialId, rawId: device.credentialId };
  expect((await finish(visitor, forged)).status, "signed by another key").toBe(401);
  const again = device.create(await begin(thief));
  expect((await thief.send("POST", path, { name: "Stolen", credential: again })).status).toBe(401);
  const own = await register(thief, copied);
  const list = (await new Browser(api).send("GET", path)).status;
  expect(list).toBe(401);
  const { browser: victim } = { browser: (await signIn(api, device)).browser };
  expect((await victim.send("DELETE", `${path}/${own.id}`, { current_password: password })).status).toBe(404);
  expect((await victim.send("PATCH", `${path}/${own.id}`, { name: "Mine" })).status).toBe(404);
  expect((await signIn(api, copied)).body.user).toMatchObject({ email: "thief@example.com" });
});

test("a passkey is the second factor where the owner asks for one, beside an app too", async () => {
  const api = await openApi();
  const { browser, owner } = await signUp(api);
  const { accountId } = { accountId: (await owner.get("/accounts/current")).body.id };
  expect((await owner.patch("/accounts/current", { needs_second_factor: true })).status).toBe(200);
  expect((await browser.send("GET", "/cohorts")).status).toBe(403);
  const { device } = await register(browser);
  expect((await browser.send("GET", "/cohorts")).status, "registered in this session").toBe(200);
  const entered = await signIn(api, device);
  expect(entered.body).toMatchObject({ needs_second_factor: false });
  expect((await entered.browser.send("GET", "/cohorts")).status).toBe(200);
  const member = await addMember(api, accountId, "editor");
  expect((await callerOf(api.app, member.headers).get("/cohorts")).status).toBe(403);

  const factor = "/sessions/current/second_factor";
  const { secret } = (await browser.send("POST", factor, { current_password: password })).body;
  await browser.send("PUT", factor, { code: shownCode(secret, api.now()) });
  api.tick(60_000);
  expect((await byPassword(api, { code: shownCode(secret, api.now()) })).status).toBe(201);
  expect((await signIn(api, device)).status, "no code is asked for").toBe(201);
});

test("a user has a bounded number of passkeys", async () => {
  const api = await openApi();
  const { browser } = await signUp(api);
  for (let n = 0; n < limits.passkeys.is; n++) await register(browser, makeDevice(), `Device ${n}`);
  const credential = makeDevice().create(await begin(browser));
  expect((await browser.send("POST", path, { name: "One more", credential })).status).toBe(409);
});

test("the mail about a new passkey has a link that takes it back", async () => {
  const api = await openApi({ confirmation: { isRequired: false, enqueue: async () => true } });
  const { browser } = await signUp(api);
  const { device } = await register(browser);
  const { body } = await api.db.kysely
    .selectFrom("outbox")
    .selectAll()
    .where("kind", "=", "security")
    .executeTakeFirstOrThrow();
  const token = /not-me#(\S+)/.exec(body)![1]!;
  const taken = await new Browser(api).send("POST", "/sessions/not_me", { token, password });
  expect(taken.body).toMatchObject({ email, needs_password: false });
  expect((await signIn(api, device)).status).toBe(401);
  expect((await byPassword(api)).status).toBe(201);
});
