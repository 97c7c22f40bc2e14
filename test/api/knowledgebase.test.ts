// Knowledge base: texts with revisions, which nobody overwrites unread.

import { expect, test } from "vitest";
import { limits } from "../../src/domain/resource/limits.js";
import { addRevision, listRevisions, overviewOf } from "../../src/store/knowledgebase.js";
import { openApi, repeatPurchase } from "./harness.js";

const overview = "/knowledgebase/overview";
const cases = "/knowledgebase/use_cases";

test("the overview is empty at first, and each change is a revision", async () => {
  const caller = await (await openApi()).signUp();
  expect((await caller.get(overview)).body).toEqual({ content: "" });
  const { body: first } = await caller.patch(overview, { content: "We sell tea." });
  const { body: second } = await caller.patch(overview, {
    content: "We sell coffee.",
    revision_id: first.revision_id,
  });
  expect((await caller.get(overview)).body).toEqual(second);
  for (const revision_id of [first.revision_id, undefined])
    expect(await caller.patch(overview, { content: "Lost", revision_id })).toMatchObject({
      status: 412,
      body: { error: "CONFLICT" },
    });
  expect(
    (await caller.get(`${overview}/revisions`)).body.map((each: typeof first) => each.revision_id),
  ).toEqual([second.revision_id, first.revision_id]);
  expect((await caller.get(`${overview}/revisions/${first.revision_id}`)).body.content).toBe("We sell tea.");
  const stranger = await (await openApi()).signUp();
  expect((await stranger.get(`${overview}/revisions/${first.revision_id}`)).status).toBe(404);
});

test("a use case names the resources whose IDs it has, and is archived and deleted", async () => {
  const caller = await (await openApi()).signUp();
  const { outcome } = await repeatPurchase(caller);
  const guide = `See /console/predictions/${outcome}.`;
  const { status, body: made } = await caller.post(cases, { title: "Win back", guide });
  expect(status).toBe(201);
  expect(made).toMatchObject({
    preface: {},
    resources: [{ resource_id: outcome, resource_type: "outcomes" }],
  });
  const at = `${cases}/${made.id}`;
  const { body: changed } = await caller.patch(at, {
    revision_id: made.revision_id,
    title: "Keep",
    preface: { problem: "They leave." },
  });
  expect(changed).toMatchObject({ title: "Keep", guide, preface: { problem: "They leave." } });
  expect((await caller.patch(at, { revision_id: made.revision_id, title: "Lost" })).status).toBe(412);
  expect((await caller.get(`${at}/revisions/${made.revision_id}`)).body).toMatchObject({ title: "Win back" });
  expect((await caller.get(`${at}/revisions`)).body).toHaveLength(2);
  expect((await caller.post(`${at}/archive`)).body.archived_at).toBeDefined();
  expect((await caller.post(`${at}/unarchive`)).body.archived_at).toBeUndefined();
  expect((await caller.get(cases)).body).toEqual([
    { id: made.id, title: "Keep", created_at: made.created_at },
  ]);
  expect((await caller.get(`${cases}?ids=${outcome}`)).body).toEqual([]);
  expect((await caller.delete(at)).status).toBe(204);
  expect((await caller.get(at)).status).toBe(404);
});

test("texts, use cases and revisions have limits", async () => {
  const api = await openApi();
  const caller = await api.signUp();
  const content = "x".repeat(limits.knowledgeCharacters.is + 1);
  expect((await caller.patch(overview, { content })).status).toBe(413);
  const db = api.db.kysely;
  const { accountId: account_id } = caller;
  const rows = Array.from({ length: limits.useCases.is }, (_, i) => ({
    id: `u${i}`,
    account_id,
    archived_at: null,
    created_at: 1,
  }));
  await db.insertInto("use_case").values(rows).execute();
  expect((await caller.post(cases, { title: "One more" })).body.error).toBe("MAX_RESOURCES_REACHED");
  const subject = overviewOf(account_id);
  for (let i = 0; i < limits.knowledgeRevisions.is + 2; i++)
    await addRevision(db, subject, { content: String(i) }, i);
  const kept = await listRevisions(db, subject);
  expect(kept).toHaveLength(limits.knowledgeRevisions.is);
  expect(kept.at(-1)?.createdAt).toBe(2);
});
