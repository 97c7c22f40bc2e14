// Notices over real connections.

import { expect, test } from "vitest";
import { refuse } from "../../src/errors/refusal.js";
import { changeRole } from "../../src/store/members.js";
import { markSent, queueMail } from "../../src/store/outbox.js";
import { markProgress, markStatus } from "../../src/store/resources.js";
import { listen, listenWith } from "../support/notices.js";
import { type Api, dataset, openApi } from "./harness.js";
import { addMember } from "./member.js";

const noticeMs = { poll: 10, heartbeat: 30 };

const startListening = async (): Promise<{ api: Api; url: string }> => {
  const api = await openApi({ noticeMs });
  return { api, url: await api.app.listen({ port: 0, host: "127.0.0.1" }) };
};

test("a subscriber receives pending resources first, and then changes", async () => {
  const { api, url } = await startListening();
  const caller = await api.signUp();
  const { body } = await caller.post("/datasets", dataset);
  const ear = await listen(url, caller.key);
  expect(ear.answer.headers).toMatchObject({
    "content-type": "text/event-stream",
    "cache-control": "no-store",
  });
  expect(ear.answer.headers).not.toHaveProperty("etag");
  const last = () => ear.last(body.id);
  await expect.poll(last).toMatchObject({ resource_type: "datasets", name: "Orders", status: "new" });
  expect(ear.text()).toMatch(/^retry: 2000\n\n/);
  await markStatus(api.db.kysely, body.id, "running", api.now() - 60_000);
  await markProgress(api.db.kysely, [body.id], 0.5, "Reading files", api.now());
  await expect
    .poll(last)
    .toMatchObject({ status: "running", progress: 0.5, progress_text: "Reading files", seconds_left: 60 });
  await caller.post(`/datasets/${body.id}/archive`, {});
  await expect.poll(last).toHaveProperty("archived_at");
  await caller.delete(`/datasets/${body.id}`);
  await expect.poll(last).toHaveProperty("deleted", true);
});

test("each subscriber receives only the notices of its account", async () => {
  const { api, url } = await startListening();
  const [one, other] = [await api.signUp("One"), await api.signUp("Other")];
  const ears = [await listen(url, one.key), await listen(url, one.key), await listen(url, other.key)];
  await expect.poll(() => ears.map(({ notices }) => notices.length)).toEqual([1, 1, 1]);
  const { body } = await one.post("/datasets", dataset);
  await expect.poll(() => ears[0]!.last(body.id)).toBeDefined();
  await expect.poll(() => ears[1]!.last(body.id)).toBeDefined();
  const late = await listen(url, one.key);
  await expect.poll(() => late.last(body.id)).toBeDefined();
  expect(ears[2]!.notices.map(({ resource_type }) => resource_type)).toEqual(["people"]);
});

test("an e-mail causes a notice when it is written and when it is sent", async () => {
  const { api, url } = await startListening();
  const { accountId, key } = await api.signUp();
  const ear = await listen(url, key);
  await expect.poll(() => ear.notices).toHaveLength(1);
  const mail = { accountId, recipient: "owner@example.com", subject: "Customers is ready", body: "It is." };
  const id = await queueMail(api.db.kysely, mail, api.now());
  await expect.poll(() => ear.last(id)).toMatchObject({ resource_type: "mail", status: "starting" });
  await markSent(api.db.kysely, id, api.now());
  await expect.poll(() => ear.last(id)).toMatchObject({ status: "ready", name: "Customers is ready" });
});

test("who may not list e-mails gets no notice of them, and who may not see people none with a value of theirs", async () => {
  const { api, url } = await startListening();
  const { accountId, post } = await api.signUp();
  const { body: made } = await post("/datasets", dataset);
  const keys = await Promise.all(
    ["editor", "masked_viewer"].map((role) => post("/accounts/current/api_keys", { name: role, role })),
  );
  const [editor, masked] = await Promise.all(keys.map(({ body }) => listen(url, body.api_key)));
  await expect.poll(() => masked!.last(made.id)).toBeDefined();
  const mail = { accountId, recipient: "owner@example.com", subject: "Customers is ready", body: "It is." };
  await queueMail(api.db.kysely, mail, api.now());
  const { message } = refuse("date-unreadable", { column: "email", example: "ada@example.com" });
  await markStatus(api.db.kysely, made.id, "error", api.now(), message);
  await expect.poll(() => editor!.last(made.id)).toMatchObject({ status: "error", status_error: message });
  await expect
    .poll(() => masked!.last(made.id))
    .toMatchObject({
      status: "error",
      status_error: message.replace("ada@example.com", "•••"),
    });
  for (const { notices } of [editor!, masked!])
    expect(notices.filter(({ resource_type }) => resource_type === "mail")).toEqual([]);
});

test("a stream ends when the role changes", async () => {
  const { api, url } = await startListening();
  const { accountId } = await api.signUp();
  const { userId, headers } = await addMember(api, accountId, "viewer");
  const ear = await listenWith(url, headers);
  await expect.poll(() => ear.notices).toHaveLength(1);
  await changeRole(api.db.kysely, { accountId, userId, by: "owner", role: "masked_viewer" });
  await expect.poll(ear.isOver).toBe(true);
});

test("a silent stream sends heartbeats until the key is revoked", async () => {
  const { api, url } = await startListening();
  const caller = await api.signUp();
  const ear = await listen(url, caller.key);
  await expect.poll(ear.text).toContain("\n\n:\n\n");
  const [{ id }] = (await caller.get("/accounts/current/api_keys")).body;
  await caller.delete(`/accounts/current/api_keys/${id}`);
  await expect.poll(ear.isOver).toBe(true);
  expect(ear.answer.complete).toBe(true);
});

test("accounts without subscribers are not polled", async () => {
  const { api, url } = await startListening();
  const caller = await api.signUp();
  const ear = await listen(url, caller.key);
  await expect.poll(() => ear.notices).toHaveLength(1);
  ear.answer.destroy();
  await expect.poll(ear.isOver).toBe(true);
  const pause = () => new Promise((resolve) => setTimeout(resolve, 5 * noticeMs.poll));
  await expect
    .poll(async () => {
      const before = api.rowsRead();
      await pause();
      return api.rowsRead() - before;
    })
    .toBe(0);
});

test("the service closes at once despite subscribers", async () => {
  const { api, url } = await startListening();
  const { key } = await api.signUp();
  const ear = await listen(url, key);
  await expect.poll(() => ear.notices).toHaveLength(1);
  await api.app.close();
  await expect.poll(ear.isOver).toBe(true);
  expect(ear.answer.complete).toBe(true);
});

test("a subscription needs a key", async () => {
  const { url } = await startListening();
  expect((await listen(url, "bw_live_wrong")).answer.statusCode).toBe(401);
});
