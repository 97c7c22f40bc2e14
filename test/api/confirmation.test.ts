// Confirmation of e-mail addresses: nothing but the confirmation goes to an address that its owner has not confirmed.

import { expect, test } from "vitest";
import { mostPerDay } from "../../src/http/confirmation.js";
import { type Api, callerOf, openApi } from "./harness.js";
import { password, senderOf } from "./operation-walk.js";

const victim = "victim@example.com";

const openAsking = (signUpsPerHour = 1000): Promise<Api> =>
  openApi({
    confirmation: { isRequired: true, enqueue: null },
    publicUrl: "https://bellwether.example.com",
    limits: {
      uploadBytes: 1_000_000,
      bodyBytes: 100_000,
      requestsPerMinute: 10_000,
      unkeyedRequestsPerMinute: 10_000,
      signUpsPerHour,
    },
  } as never);

const mailsOf = ({ db }: Api) => db.kysely.selectFrom("outbox").selectAll().orderBy("sequence").execute();
const linkIn = (body: string): string => /\/confirm_email\?token=\S+/.exec(body)![0];
const signUp = (api: Api, more: object = {}) =>
  callerOf(api.app, {}).post("/accounts", { name: "Shop", email: victim, ...more });
const press = (api: Api, url: string) =>
  senderOf(api, {})("POST", url, "", { "content-type": "application/x-www-form-urlencoded" });

test("300 sign-ups with somebody else's address cause at most five mails a day, none with the stranger's words", async () => {
  const api = await openAsking();
  const name = `Buy now at evil.example ${"!".repeat(150)}`;
  for (let n = 0; n < 300; n++)
    expect((await signUp(api, { name, email: n % 2 ? victim : "Victim@Example.com" })).status).toBe(201);
  const mails = await mailsOf(api);
  expect(mails).toHaveLength(mostPerDay);
  expect(JSON.stringify(mails)).not.toContain("evil");
  expect(
    mails.every(({ kind, subject }) => kind === "confirmation" && subject === "Confirm your e-mail address"),
  ).toBe(true);
  api.tick(86_400_001);
  await signUp(api);
  expect(await mailsOf(api)).toHaveLength(mostPerDay + 1);
});

test("the mail's link opens a page whose button confirms the address; the link alone does not", async () => {
  const api = await openAsking();
  const { body } = await signUp(api);
  const owner = api.as(body.api_key);
  expect(body.email_confirmed_at).toBeUndefined();
  const link = linkIn((await mailsOf(api))[0]!.body);
  const page = await callerOf(api.app, {}).get(link);
  expect([page.status, page.body]).toEqual([
    200,
    expect.stringContaining("<button>Confirm address</button>"),
  ]);
  expect((await owner.get("/accounts/current")).body.email_confirmed_at).toBeUndefined();
  expect((await press(api, link)).body).toContain("Your e-mail address is confirmed");
  expect((await owner.get("/accounts/current")).body.email_confirmed_at).toBe("2026-01-01T00:00:00.000Z");
});

test("a token is good for its own account and address, for a week", async () => {
  const api = await openAsking();
  const { body } = await signUp(api);
  const owner = api.as(body.api_key);
  const link = linkIn((await mailsOf(api))[0]!.body);
  for (const wrong of [link.slice(0, -1), link.replace("token=", "token=0"), "/confirm_email?token=x"])
    expect((await press(api, wrong)).status).toBe(403);
  await owner.patch("/accounts/current", { email: "other@example.com" });
  expect((await press(api, link)).status).toBe(403);
  const next = linkIn((await mailsOf(api))[1]!.body);
  api.tick(7 * 86_400_000);
  expect((await press(api, next)).status).toBe(403);
});

test("whoever signed up with an address cannot read the link that confirms it", async () => {
  const api = await openAsking();
  const { body } = await signUp(api);
  const link = linkIn((await mailsOf(api))[0]!.body);
  const shown = (await api.as(body.api_key).get("/accounts/current/outbox")).body[0].body;
  expect(shown).toContain("confirm_email?token=…");
  expect(shown).not.toContain(link.split("token=")[1]);
});

test("a new address must be confirmed again; the mail can be sent again, five times a day", async () => {
  const api = await openAsking();
  const { body } = await signUp(api);
  const owner = api.as(body.api_key);
  await press(api, linkIn((await mailsOf(api))[0]!.body));
  const changed = await owner.patch("/accounts/current", { email: "new@example.com" });
  expect(changed.body.email_confirmed_at).toBeUndefined();
  for (let n = 2; n <= mostPerDay; n++)
    expect((await owner.post("/accounts/current/send_confirmation")).status).toBe(200);
  expect((await owner.post("/accounts/current/send_confirmation")).status).toBe(429);
});

test("whoever confirms an address has it, although a stranger claimed it first", async () => {
  const api = await openAsking();
  const stranger = await signUp(api, { password: "the stranger's password" });
  const owner = await signUp(api, { password });
  expect([stranger.status, owner.status]).toEqual([201, 201]);
  const signIn = async (word: string) =>
    (await callerOf(api.app, {}).post("/sessions", { email: victim, password: word })).body.account?.id;
  expect(await signIn(password)).toBeUndefined();
  await press(api, linkIn((await mailsOf(api))[1]!.body));
  expect(await signIn(password)).toBe(owner.body.id);
  expect(await signIn("the stranger's password")).toBeUndefined();
  expect((await signUp(api, { password })).status).toBe(409);
  expect((await press(api, linkIn((await mailsOf(api))[0]!.body))).status).toBe(409);
});

test("where confirmation is not asked for, nothing is sent, and the first to claim an address has it", async () => {
  const api = await openApi();
  await signUp(api, { password });
  expect((await signUp(api, { password })).status).toBe(409);
  expect(await mailsOf(api)).toEqual([]);
});
