// Marked days over HTTP: made, listed by day, removed, and no more than an account can have.

import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { limits } from "../../src/domain/resource/limits.js";
import { openApi } from "./harness.js";

const path = "/marked_days";

test("days are marked, listed by their date and removed, by their own account", async () => {
  const api = await openApi();
  const [caller, stranger] = [await api.signUp(), await api.signUp("Other")];
  const late = await caller.post(path, { day: "2026-11-04", text: "Newsletter" });
  expect(late).toMatchObject({ status: 201, body: { day: "2026-11-04", text: "Newsletter" } });
  const early = await caller.post(path, { day: "2026-03-01", text: "New prices" });
  expect((await caller.get(path)).body).toEqual([early.body, late.body]);
  expect((await stranger.get(path)).body).toEqual([]);
  const url = `${path}/${late.body.id}`;
  expect((await stranger.delete(url)).status).toBe(404);
  expect((await caller.delete(url)).status).toBe(204);
  expect((await caller.delete(url)).status).toBe(404);
  expect((await caller.get(path)).body).toEqual([early.body]);
  const { body: log } = await caller.get("/accounts/current/audit");
  expect(JSON.stringify(log)).toContain("Newsletter, 2026-11-04");
});

test.each([
  [{ day: "2026-02-30", text: "Newsletter" }],
  [{ day: "2026-11-04T10:00:00Z", text: "Newsletter" }],
  [{ day: "2026-11-04", text: "  " }],
  [{ day: "2026-11-04", text: "a".repeat(81) }],
  [{ day: "2026-11-04" }],
])("%j is refused", async (body) => {
  const caller = await (await openApi()).signUp();
  expect(await caller.post(path, body)).toMatchObject({ status: 400, body: { error: "VALIDATION_FAILED" } });
});

test("an account marks no more days than it can have", async () => {
  const api = await openApi();
  const caller = await api.signUp();
  const most = limits.markedDays.is;
  const rows = Array.from({ length: most }, () => ({
    id: randomUUID(),
    account_id: caller.accountId,
    day: "2026-11-04",
    text: "Newsletter",
    created_at: 0,
  }));
  await api.db.kysely.insertInto("marked_day").values(rows).execute();
  const one = { day: "2026-11-05", text: "Newsletter" };
  expect(await caller.post(path, one)).toMatchObject({
    status: 403,
    body: { error: "MAX_RESOURCES_REACHED", note: expect.stringContaining(`${most} marked days`) },
  });
  await caller.delete(`${path}/${rows[0]!.id}`);
  expect((await caller.post(path, one)).status).toBe(201);
});
