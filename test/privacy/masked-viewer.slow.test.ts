// Viewers without personal data: whatever they may read, by key and by session, has no value that says who
// somebody is. Products, towns and conditions stay, so the needles are names, mailboxes, telephone numbers,
// customer IDs and streets.

import { afterAll, beforeAll, expect, test } from "vitest";
import type { Role } from "../../src/domain/account/role.js";
import { type BuildingApi, startBuildingApi } from "../api/building.js";
import { type Answer, callerOf } from "../api/harness.js";
import { inspectHere } from "../api/inspect-here.js";
import { addMember } from "../api/member.js";
import { senderOf } from "../api/operation-walk.js";
import { buildNeedleAccount, mailOf, type NeedleAccount, personalIn } from "./needle-account.js";

let api: BuildingApi;
let account: NeedleAccount;
let ids: Record<string, string>;
const log: string[] = [];

beforeAll(async () => {
  api = await startBuildingApi(
    {
      logger: { level: "trace", stream: { write: (line) => log.push(line) } },
      inspect: (...question) => inspectHere(api.db, api.dataDir)(...question),
    },
    { onFailure: () => {} },
  );
  account = await buildNeedleAccount(api, "https://hooks.example.com/in");
  const { body: holdout } = await account.post("/holdouts", {
    name: "Left alone",
    share: 0.1,
    stream_name: "order",
  });
  const { body: found } = await account.get(`/people?email=${mailOf(7)}`);
  const dates = [new Date(api.now()).toISOString()];
  const { body: replay } = await account.post(`/scopes/${account.ids.scope}/replays`, { dates });
  await api.build();
  ids = {
    people: found[0].id,
    accounts: account.accountId,
    datasets: account.ids.orders,
    list: (await account.get("/datasets")).body.find(({ name }: { name: string }) => name === "Gone").id,
    cohorts: account.ids.customers,
    outcomes: account.ids.outcome,
    scopes: account.ids.scope,
    targets: account.ids.file,
    persona_sets: account.ids.personas,
    recommenders: account.ids.recommender,
    holdouts: holdout.id,
    places: account.ids.place,
    atlases: account.ids.atlas,
    connections: account.ids.connection,
    traits: (await account.get("/traits")).body[0].id,
    triggers: (await account.get("/triggers")).body[0].id,
    streams: "order",
    replay_id: replay.id,
  };
});
afterAll(() => api.close());

/** Without the endless one, and the one that answers about a client which has registered. */
const leftOut = ["getNotices", "getAccessRequest"];

/** GET operations with their least role and the account's own resources in their paths. */
const operations = async (): Promise<{ path: string; least: Role }[]> => {
  const { paths } = (await callerOf(api.app, {}).get("/openapi.json")).body;
  return Object.entries<Record<string, Record<string, string>>>(paths).flatMap(([path, { get }]) => {
    if (!get?.["x-least-role"] || leftOut.includes(get.operationId!)) return [];
    const filled = path
      .replace("datasets/{id}/analysis/privacy", `datasets/${ids.list}/analysis/privacy`)
      .replace(/analysis\/treatment$/, "$&?goal=order&days=30")
      .replace(/(\w+)\/\{(\w+)\}/g, (_, parent, name) => `${parent}/${ids[name] ?? ids[parent] ?? "a.csv"}`);
    return [{ path: filled, least: get["x-least-role"] as Role }];
  });
};

const textOf = ({ headers, body }: Answer): string => `${JSON.stringify(headers)}\n${JSON.stringify(body)}`;

/** By path, what answers say of somebody; `failed`: what is not answered. */
const walkAs = async (
  headers: Record<string, string>,
  paths: readonly string[],
): Promise<{ leaks: Record<string, string[]>; failed: Record<string, number> }> => {
  const send = senderOf(api, headers);
  const leaks: Record<string, string[]> = {};
  const failed: Record<string, number> = {};
  for (const path of paths) {
    const answer = await send("GET", path);
    if (answer.status !== 200) failed[path] = answer.status;
    // The address of a place is what its owner wrote.
    const found = path.startsWith("/places") ? [] : personalIn(textOf(answer));
    if (found.length > 0) leaks[path] = found;
  }
  return { leaks, failed };
};

const readByMasked = async (): Promise<string[]> =>
  (await operations()).filter(({ least }) => least === "masked_viewer").map(({ path }) => path);

test("nothing that a viewer without personal data may read says who somebody is", async () => {
  const { body: key } = await account.post("/accounts/current/api_keys", {
    name: "looks",
    role: "masked_viewer",
  });
  const { headers: session } = await addMember(api, account.accountId, "masked_viewer");
  const walked = await readByMasked();
  expect(walked.length).toBeGreaterThan(50);
  log.splice(0);
  for (const headers of [{ authorization: `Bearer ${key.api_key}` }, session])
    expect(await walkAs(headers, walked)).toEqual({ leaks: {}, failed: {} });
  expect(log.filter((line) => personalIn(line).length > 0)).toEqual([]);
  const seen = senderOf(api, session);
  const { body: person } = await seen("GET", `/people/${ids.people}`);
  expect(person).toMatchObject({ id: ids.people, fields: { email: "•••" }, record_count: 1 });
  const [first] = (await seen("GET", `/scopes/${ids.scopes}/top_people?outcome_id=${ids.outcomes}`)).body;
  expect(first).toMatchObject({
    email: "•••",
    chance: expect.any(Number),
    reasons: [expect.any(String), expect.anything(), expect.anything()],
  });
});

test("no answer about people, and none with a secret, stays in a cache", async () => {
  const kept: string[] = [];
  const revalidated: string[] = [];
  for (const { path, least } of await operations()) {
    const answer = await account.get(path);
    if (answer.status !== 200) continue;
    const rule = String(answer.headers["cache-control"]);
    const isClosed = least !== "masked_viewer" || personalIn(textOf(answer)).length > 0;
    if (rule.includes("no-store")) continue;
    if (isClosed && !path.startsWith("/places")) kept.push(`${path}: ${rule}`);
    else revalidated.push(path);
  }
  expect(kept).toEqual([]);
  expect(revalidated.length).toBeGreaterThan(20);
});

test("files stay closed to them, and their links open nothing", async () => {
  const { headers } = await addMember(api, account.accountId, "masked_viewer");
  const send = senderOf(api, headers);
  const others = (await operations()).filter(({ least }) => least === "viewer");
  expect(others.length).toBeGreaterThan(10);
  for (const { path } of others) expect([path, (await send("GET", path)).status]).toEqual([path, 403]);
  const { body: scope } = await send("GET", `/scopes/${ids.scopes}`);
  const { body: target } = await send("GET", `/targets/${ids.targets}`);
  const { body: replay } = await send("GET", `/scopes/${ids.scopes}/replays/${ids.replay_id}`);
  const links = JSON.stringify([scope, target, replay]).match(/[^"]*\.csv[^"]*/g) ?? [];
  expect(links.length).toBeGreaterThan(2);
  for (const link of links.filter((text) => text.includes("/v1/"))) {
    expect(link).not.toContain("signature");
    const { pathname, search } = new URL(link, "http://localhost");
    expect((await callerOf(api.app, {}).get(`${pathname}${search}`)).status).toBe(401);
    expect((await send("GET", `${pathname}${search}`)).status).toBe(403);
  }
  // What a viewer was shown is not what a viewer without personal data sees, though the record was just read.
  const { body: whole } = await account.get(`/targets/${ids.targets}`);
  expect(JSON.stringify(whole)).toContain("signature");
  expect(JSON.stringify((await send("GET", `/targets/${ids.targets}`)).body)).not.toContain("signature");
});

test("neither a preview, nor an error, nor a deletion list tells them a value of somebody", async () => {
  const { headers } = await addMember(api, account.accountId, "masked_viewer");
  const send = senderOf(api, headers);
  const options = { type: "hosted_csv", upload_directory: "orders" };
  const { body: made } = await account.post("/datasets", {
    name: "Preview",
    preview: true,
    identity_sets: {},
    options,
  });
  await account.post("/datasets", {
    name: "Misread",
    identity_sets: { buyer: { customer_id: "id" } },
    options,
    output_to_streams: { misread: { data_map: { datetime: { column_name: "mail" } } } },
  });
  await api.build();
  const ownPreview = [`/datasets/${made.id}`];
  expect((await walkAs(headers, [...(await readByMasked()), ...ownPreview])).leaks).toEqual({});
  const { body: preview } = await send("GET", ownPreview[0]!);
  const phone = { name: "phone", min: "•••", max: "•••", distinct_count: expect.any(Number) };
  expect(preview.detected_columns).toContainEqual(expect.objectContaining(phone));
  const misread = ({ body }: Answer) =>
    body.find(({ name }: { name: string }) => name === "Misread").status_error;
  expect(misread(await account.get("/datasets"))).toContain("@nadelmail");
  const shown = "No date format matches column mail (for example •••). Set format in data_map.";
  expect(misread(await send("GET", "/datasets"))).toBe(shown);
  const { body: list } = await send("GET", `/datasets/${ids.list}/analysis/privacy`);
  expect(list.entries.map(({ hash }: { hash: string }) => hash)).toEqual(["•••", "•••"]);
});
