// Splits and merges by an owner, and their effect on the next builds.

import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { limits } from "../../src/domain/resource/limits.js";
import { configurePeople } from "../../src/store/people.js";
import { type BuildingApi, startBuildingApi } from "./building.js";
import { openShop, type PeopleShop } from "./people-shop.js";

let api: BuildingApi;
beforeAll(async () => {
  api = await startBuildingApi();
});
afterAll(() => api.close());

let shop: PeopleShop;
beforeEach(async () => {
  shop = await openShop(api);
});

test("a split takes effect with the next build, and can be undone", async () => {
  const kate = await shop.idOf("email=kate@example.com");
  const [first, second] = (await shop.get(`/people/${kate}`)).body.records;
  const split = await shop.post(`/people/${kate}/split`, { records: [second.id] });
  expect(split).toMatchObject({
    status: 201,
    body: { kind: "split", record_ids: [second.id], other_record_ids: [first.id] },
  });
  await api.build();
  expect(await shop.found("email=kate@example.com")).toEqual([first.id, second.id].sort(numerically));
  expect((await shop.get(`/people/${kate}`)).body.decisions).toEqual([split.body]);
  expect((await shop.get("/people/analysis")).body.changes).toMatchObject({ split: 1, merged: 0 });

  expect((await shop.delete(`/people/decisions/${split.body.id}`)).status).toBe(204);
  await api.build();
  expect(await shop.found("email=kate@example.com")).toEqual([kate]);
  expect((await shop.get("/people/decisions")).body).toEqual([]);
});

test("a merge or split shows at once, as the next build makes it, and so does its end", async () => {
  const kate = await shop.idOf("email=kate@example.com");
  const [umar, peter] = [
    await shop.idOf("email=umar@example.com"),
    await shop.idOf("email=peter@example.com"),
  ];
  const read = async (id: string) => (await shop.get(`/people/${id}`)).body;
  const [first, second] = (await read(kate)).records;
  const split = await shop.post(`/people/${kate}/split`, { records: [second.id] });
  await shop.post(`/people/${umar}/merge`, { with: peter });
  const parted = await shop.found("email=kate@example.com");
  expect(parted).toEqual([first.id, second.id].sort(numerically));
  const merged = await read(peter);
  expect(merged).toMatchObject({ record_count: 2, links: [{ kind: "owner" }], pending: true });
  expect((await read(umar)).id).toBe(merged.id);
  expect((await shop.get(`/people/${merged.id}/events`)).status).toBe(200);
  expect((await shop.get(`/people/why?left=${first.id}&right=${second.id}`)).body).toMatchObject({
    same_person: false,
    decision_id: split.body.id,
  });

  await api.build();
  const { pending, ...shown } = merged;
  const links = shown.links.map((link: object) => ({ ...link, made_at: expect.any(String) }));
  expect(await read(peter)).toEqual({ ...shown, links });
  expect(await shop.found("email=kate@example.com")).toEqual(parted);

  await shop.delete(`/people/decisions/${split.body.id}`);
  expect(await shop.found("email=kate@example.com")).toEqual([kate]);
  expect(await read(kate)).toMatchObject({ record_count: 2, pending: true });
});

const numerically = (a: string, b: string): number => (BigInt(a) < BigInt(b) ? -1 : 1);

test("merged people are one person after the next build, under either ID", async () => {
  const [umar, peter] = [
    await shop.idOf("email=umar@example.com"),
    await shop.idOf("email=peter@example.com"),
  ];
  expect((await shop.post(`/people/${umar}/merge`, { with: peter })).status).toBe(201);
  await api.build();
  const merged = await shop.idOf("email=umar@example.com");
  expect([umar, peter]).toContain(merged);
  for (const id of [umar, peter]) expect((await shop.get(`/people/${id}`)).body.id).toBe(merged);
  expect((await shop.get(`/people/${merged}`)).body.links).toMatchObject([{ kind: "owner" }]);
});

test("a later decision replaces an earlier one that it contradicts", async () => {
  const [umar, peter] = [
    await shop.idOf("email=umar@example.com"),
    await shop.idOf("email=peter@example.com"),
  ];
  await shop.post(`/people/${umar}/merge`, { with: peter });
  await api.build();
  const merged = await shop.idOf("email=umar@example.com");
  await shop.post(`/people/${merged}/split`, { records: [umar] });
  expect((await shop.get("/people/decisions")).body).toMatchObject([{ kind: "split" }]);
  await api.build();
  expect(await shop.idOf("email=umar@example.com")).toBe(umar);
  await shop.post(`/people/${umar}/merge`, { with: peter });
  expect((await shop.get("/people/decisions")).body).toMatchObject([{ kind: "merge" }]);
});

test("a merge and a split stay when their records change again and again, and a later decision replaces them", async () => {
  const [kate, umar, peter] = [
    await shop.idOf("email=kate@example.com"),
    await shop.idOf("email=umar@example.com"),
    await shop.idOf("email=peter@example.com"),
  ];
  const [, second] = (await shop.get(`/people/${kate}`)).body.records;
  const split = await shop.post(`/people/${kate}/split`, { records: [second.id] });
  const merge = await shop.post(`/people/${umar}/merge`, { with: peter });
  const owners = async (search: string) => {
    const { body } = await shop.get(`/people/${await shop.idOf(search)}`);
    return { id: body.id, decisions: body.decisions.map(({ id }: { id: string }) => id) };
  };
  for (const day of ["a", "b", "c"]) {
    await shop.replaceRows((row) =>
      row.replace("umar@", `${day}.umar@`).replace("8025550182", `80255501${10 + day.charCodeAt(0)}`),
    );
    await api.build();
    const merged = await owners(`email=${day}.umar@example.com`);
    expect(merged).toEqual(await owners("email=peter@example.com"));
    expect(merged.decisions).toEqual([merge.body.id]);
    const parted = await shop.found("email=kate@example.com");
    expect(parted).toHaveLength(2);
    expect((await shop.get(`/people/why?left=${parted[0]}&right=${parted[1]}`)).body.decision_id).toBe(
      split.body.id,
    );
    expect(parted).toContain((await shop.get(`/people/${second.id}`)).body.id);
  }
  const [one, other] = await shop.found("email=kate@example.com");
  await shop.post(`/people/${one}/merge`, { with: other });
  expect((await shop.get("/people/decisions")).body.map(({ kind }: { kind: string }) => kind)).toEqual([
    "merge",
    "merge",
  ]);
  expect(await shop.found("email=kate@example.com")).toHaveLength(1);
});

test("people of another account can be neither read nor changed", async () => {
  const kate = await shop.idOf("email=kate@example.com");
  const stranger = await api.signUp();
  const split = await shop.post(`/people/${kate}/split`, {
    records: (await shop.get(`/people/${kate}`)).body.records.slice(1).map(({ id }: { id: string }) => id),
  });
  expect((await stranger.get("/people/decisions")).body).toEqual([]);
  expect((await stranger.delete(`/people/decisions/${split.body.id}`)).status).toBe(404);
});

test("pairs of decisions beyond the limit are refused, and the last one before it is taken", async () => {
  const kate = await shop.idOf("email=kate@example.com");
  const [first] = (await shop.get(`/people/${kate}`)).body.records;
  const split = () => shop.post(`/people/${kate}/split`, { records: [first.id] });
  const have = (pairs: number) => {
    const together = Array.from({ length: pairs }, (_, i) => ({
      id: "earlier",
      made_at: 1,
      left: "1",
      right: String(i + 2),
    }));
    const decisions = { together, apart: [] };
    return api.db.transaction((trx) =>
      configurePeople(trx, shop.accountId, (config) => ({ ...config, decisions }), Date.now()),
    );
  };
  await have(limits.decisionPairs.is);
  expect(await split()).toMatchObject({ status: 403, body: { error: "MAX_RESOURCES_REACHED" } });
  await have(limits.decisionPairs.is - 1);
  expect((await split()).status).toBe(201);
});

test("in exact mode only equal keys match, and a change of the mode rebuilds people", async () => {
  expect((await shop.get("/accounts/current")).body.identity_resolution).toEqual({
    mode: "standard",
    default_country: "US",
  });
  const patched = await shop.patch("/accounts/current", { identity_resolution: { mode: "exact" } });
  expect(patched.body).toMatchObject({ name: "Acme", identity_resolution: { mode: "exact" } });
  await api.build();
  expect((await shop.get("/people/analysis")).body.mode).toBe("exact");
  const renamed = await shop.patch("/accounts/current", { name: "Shop" });
  expect(renamed.body.identity_resolution).toEqual({ mode: "exact", default_country: "US" });
  const cleared = await shop.patch("/accounts/current", { identity_resolution: null });
  expect(cleared.body.identity_resolution).toEqual({ mode: "standard", default_country: "US" });
  expect((await shop.patch("/accounts/current", { identity_resolution: { mode: "lose" } })).status).toBe(400);
  const german = await shop.patch("/accounts/current", { identity_resolution: { default_country: "DE" } });
  expect(german.body.identity_resolution).toEqual({ mode: "standard", default_country: "DE" });
  const nowhere = await shop.patch("/accounts/current", { identity_resolution: { default_country: "XX" } });
  expect(nowhere.status).toBe(400);
});
