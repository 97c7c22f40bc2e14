// Makers of resources, notes on them, requests to look at them, and downloads of their files.

import { expect, test } from "vitest";
import { mostLooks } from "../../src/http/routes/ownership.js";
import { type Api, callerOf, dataset, openApi } from "./harness.js";
import { addMember } from "./member.js";

const cohort = { name: "Customers", stream_name: "transaction" };

const put = async (api: Api, headers: Record<string, string>, url: string, payload: object) => {
  const answer = await api.app.inject({ method: "PUT", url, headers, payload });
  return { status: answer.statusCode, body: answer.json() };
};

const openTeam = async (overrides: Parameters<typeof openApi>[0] = {}) => {
  const api = await openApi(overrides);
  const owner = await api.signUp();
  const editor = await addMember(api, owner.accountId, "editor", "ada@example.com");
  const viewer = await addMember(api, owner.accountId, "viewer", "grace@example.com");
  await owner.post("/datasets", dataset);
  const made = await callerOf(api.app, editor.headers).post("/cohorts", cohort);
  expect(made.status, JSON.stringify(made.body)).toBe(201);
  return { api, owner, editor, viewer, id: made.body.id as string, made: made.body };
};

test("a record says who made it, and by which means", async () => {
  const { owner, made } = await openTeam();
  expect(made.created_by).toEqual({ type: "session", name: "ada@example.com" });
  const [first] = (await owner.get("/datasets")).body;
  expect(first.created_by).toEqual({ type: "key", name: "first key" });
  const [stream] = (await owner.get("/streams")).body;
  expect(stream.created_by, "the dataset made it").toBeUndefined();
});

test("a note is in the record until it is deleted, changes no version and builds nothing", async () => {
  const { api, owner, editor, viewer, id } = await openTeam();
  const url = `/resources/${id}/note`;
  const before = await owner.get(`/cohorts/${id}`);
  const planned = api.reconciled.length;
  const note = { text: "For the spring campaign.\nAsk Ada first." };
  expect(await put(api, editor.headers, url, note)).toMatchObject({
    status: 200,
    body: { ...note, by: "ada@example.com", at: "2026-01-01T00:00:00.000Z" },
  });
  const after = await owner.get(`/cohorts/${id}`);
  expect(after.body).toEqual({
    ...before.body,
    note: { ...note, by: "ada@example.com", at: "2026-01-01T00:00:00.000Z" },
  });
  expect(api.reconciled).toHaveLength(planned);
  expect((await put(api, viewer.headers, url, note)).status).toBe(403);
  for (const text of ["", "   ", "x".repeat(5000)])
    expect((await put(api, editor.headers, url, { text })).status).toBe(400);
  const other = await api.signUp("Other");
  expect((await put(api, { authorization: `Bearer ${other.key}` }, url, note)).status).toBe(404);
  expect((await owner.delete(url)).status).toBe(204);
  expect((await owner.get(`/cohorts/${id}`)).body.note).toBeUndefined();
  const { entries } = (await owner.get("/accounts/current/audit?action=note")).body;
  expect(entries[1].sentence).toBe("ada@example.com wrote a note on cohort “Customers”.");
});

test("a viewer without personal data sees that there is a note, and not what it says", async () => {
  const { api, owner, editor, id } = await openTeam();
  await put(api, editor.headers, `/resources/${id}/note`, { text: "Call Zuzanna Quitzow" });
  const masked = await addMember(api, owner.accountId, "masked_viewer");
  const shown = (await callerOf(api.app, masked.headers).get(`/cohorts/${id}`)).body;
  expect(JSON.stringify(shown)).not.toContain("Quitzow");
  expect(shown.note).toMatchObject({ text: "•••", by: "ada@example.com" });
});

test("whoever asks a member to look sends them a link to the page, and to nobody else", async () => {
  const { api, owner, viewer, id } = await openTeam({
    confirmation: { isRequired: false, enqueue: async () => true },
    publicUrl: "http://bellwether.example.com",
  });
  const ask = (body: object) => callerOf(api.app, viewer.headers).post(`/resources/${id}/ask_for_look`, body);
  const members = (await owner.get("/members")).body;
  const ada = members.find(({ email }: { email: string }) => email === "ada@example.com");
  const url = `http://bellwether.example.com/console/cohorts/${id}`;
  const first = await ask({ user_id: ada.user_id, message: "Too many?" });
  expect(first).toMatchObject({ status: 202, body: { email: "ada@example.com", url, is_mailed: true } });
  const mails = await api.db.kysely.selectFrom("outbox").selectAll().execute();
  expect(mails).toMatchObject([
    { recipient: "ada@example.com", subject: "Please look at cohort “Customers”", kind: "look" },
  ]);
  expect(mails[0]!.body).toContain(`grace@example.com asks you to look at cohort “Customers”`);
  expect(mails[0]!.body).toContain(url);
  expect(mails[0]!.body).toContain("Too many?");
  const stranger = await addMember(api, (await api.signUp("Other")).accountId, "editor");
  expect((await ask({ user_id: stranger.userId })).status).toBe(404);
  for (let n = 1; n < mostLooks; n++) expect((await ask({ user_id: ada.user_id })).status).toBe(202);
  expect((await ask({ user_id: ada.user_id })).status).toBe(429);
});

test("without a mail server the answer has the link to pass on", async () => {
  const { api, viewer, editor, id } = await openTeam();
  const answer = await callerOf(api.app, viewer.headers).post(`/resources/${id}/ask_for_look`, {
    user_id: editor.userId,
  });
  expect(answer.body).toEqual({ email: "ada@example.com", url: `/console/cohorts/${id}`, is_mailed: false });
});

test("a resource says who downloaded its files, and when", async () => {
  const { api, owner, viewer, id } = await openTeam();
  expect((await owner.get(`/resources/${id}/downloads`)).body).toEqual([]);
  const subject = { type: "cohorts", id, name: "Customers" };
  const actor = { type: "session", name: "grace@example.com", address: "192.0.2.1" } as const;
  const { recordAudit } = await import("../../src/store/audit.js");
  const done = { accountId: owner.accountId, actor, action: "download", subject } as const;
  for (let n = 0; n < 2; n++) await recordAudit(api.db.kysely, done, api.now());
  const listed = await callerOf(api.app, viewer.headers).get(`/resources/${id}/downloads`);
  expect(listed.body).toEqual([
    {
      at: "2026-01-01T00:00:00.000Z",
      times: 2,
      last_at: "2026-01-01T00:00:00.000Z",
      by: { type: "session", name: "grace@example.com" },
    },
  ]);
});
