// API keys as their owner handles them: who issued them, until when they work, and how one takes another's place.

import { expect, test } from "vitest";
import { callerOf, openApi } from "./harness.js";
import { addMember } from "./member.js";

const url = "/accounts/current/api_keys";
const hour = 3_600_000;
const day = 24 * hour;
const iso = (at: number) => new Date(at).toISOString();

test("a key says who issued it, and works until it expires", async () => {
  const api = await openApi();
  const owner = await api.signUp();
  const email = "grace@example.com";
  const page = callerOf(api.app, (await addMember(api, owner.accountId, "administrator", email)).headers);
  const { status, body } = await page.post(url, { name: "agency", expires_at: iso(api.now() + 30 * day) });
  expect(status).toBe(201);
  expect(body).toMatchObject({ issued_by: email, expires_at: iso(api.now() + 30 * day) });
  const { body: child } = await api.as(body.api_key).post(url, { name: "child" });
  const listed = async () => (await owner.get(url)).body;
  expect(await listed()).toMatchObject([
    { id: child.id, issued_by: "agency" },
    { id: body.id, issued_by: email, expires_at: body.expires_at, last_used_at: iso(api.now()) },
    { name: "first key", issued_by: "owner@example.com" },
  ]);
  api.tick(30 * day - 1);
  expect((await api.as(body.api_key).get("/cohorts")).status).toBe(200);
  api.tick(1);
  expect((await api.as(body.api_key).get("/cohorts")).body.error).toBe("EXPIRED_API_KEY");
  expect((await listed())[1].id).toBe(body.id);
});

test.each([-1, 0, 5.1 * 366 * day])("a key cannot expire %d ms from now", async (ms) => {
  const api = await openApi();
  const { post } = await api.signUp();
  const { status, body } = await post(url, { expires_at: iso(api.now() + ms) });
  expect([status, body.validationErrors?.[0]?.path]).toEqual([400, "expires_at"]);
});

test("while a key is rotated no request fails: both work until the old one expires", async () => {
  const api = await openApi();
  const { post, get } = await api.signUp();
  const { body: old } = await post(url, { name: "export", scope: "read", role: "viewer" });
  const until = api.now() + 3 * day;
  const { status, body } = await post(`${url}/${old.id}/rotate`, { old_expires_at: iso(until) });
  expect(status).toBe(201);
  expect(body).toMatchObject({
    name: "export",
    scope: "read",
    role: "viewer",
    issued_by: "first key",
    old: { id: old.id, replaced_by: body.id, expires_at: iso(until), hint: old.api_key.slice(-4) },
  });
  expect(body).not.toHaveProperty("expires_at");
  const works = async (key: string) => (await api.as(key).get("/cohorts")).status;
  expect([await works(old.api_key), await works(body.api_key)]).toEqual([200, 200]);
  expect((await get(url)).body).toMatchObject([{ id: body.id }, { id: old.id, replaced_by: body.id }, {}]);
  api.tick(3 * day - 1);
  expect([await works(old.api_key), await works(body.api_key)]).toEqual([200, 200]);
  api.tick(1);
  expect([await works(old.api_key), await works(body.api_key)]).toEqual([401, 200]);
  const { body: log } = await get("/accounts/current/audit?action=rotate");
  expect(log.entries.map(({ sentence }: { sentence: string }) => sentence)).toEqual([
    expect.stringContaining("issued another key in place of API key “export”."),
  ]);
});

test("the old key works for a day by default, and never longer than without the rotation", async () => {
  const api = await openApi();
  const { post } = await api.signUp();
  const { body: lasting } = await post(url, {});
  const { body } = await post(`${url}/${lasting.id}/rotate`, {});
  expect(body.old.expires_at).toBe(iso(api.now() + day));
  const { body: short } = await post(url, { expires_at: iso(api.now() + hour) });
  const { body: next } = await post(`${url}/${short.id}/rotate`, {});
  expect(next.old.expires_at).toBe(iso(api.now() + hour));
  expect(next.expires_at).toBe(iso(api.now() + hour));
  const { body: chosen } = await post(`${url}/${next.id}/rotate`, { expires_at: iso(api.now() + 9 * day) });
  expect(chosen.expires_at).toBe(iso(api.now() + 9 * day));
});

test("what cannot be rotated is refused: a key above one's own role, a replaced one, a stranger's, a past time", async () => {
  const api = await openApi();
  const owner = await api.signUp();
  const { headers } = await addMember(api, owner.accountId, "administrator");
  const [{ id }] = (await owner.get(url)).body;
  const rotate = (by: { post: typeof owner.post }, body: object = {}) => by.post(`${url}/${id}/rotate`, body);
  expect((await rotate(callerOf(api.app, headers))).status).toBe(403);
  expect((await rotate(await api.signUp())).status).toBe(404);
  for (const ms of [0, 91 * day])
    expect((await rotate(owner, { old_expires_at: iso(api.now() + ms) })).status).toBe(400);
  const answers = await Promise.all([rotate(owner), rotate(owner), rotate(owner)]);
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
  expect((await owner.get(url)).body).toHaveLength(2);
});
