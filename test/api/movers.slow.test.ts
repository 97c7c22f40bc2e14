// Changes of scores between two builds, over HTTP: an account whose people order, stop ordering, are merged,
// and are deleted.

import { mkdtemp, readdir } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { ChangeCause } from "../../src/domain/pipeline/score-change.js";
import { logit } from "../../src/model/numeric/special-functions.js";
import { findResource } from "../../src/store/resources.js";
import { openEngine } from "../../src/warehouse/engine.js";
import { relation } from "../../src/warehouse/relations.js";
import { sql } from "../../src/warehouse/sql/sql.js";
import { type BuildingApi, startBuildingApi } from "./building.js";
import type { Answer, Caller } from "./harness.js";
import { csv, day, lastDay, order, orders, people } from "./orders.js";

let api: BuildingApi;
let caller: Caller & { key: string };
let scope: string;
let outcome: string;

const send = async (name: string, rows: readonly string[]) => {
  api.tick(60_000);
  const answer = await caller.post(`/uploads/orders/${name}.csv`, csv(rows), { "content-type": "text/csv" });
  expect(answer.status).toBeLessThan(300);
};

const upload = async (name: string, rows: readonly string[]) => {
  await send(name, rows);
  await api.build();
};

beforeAll(async () => {
  api = await startBuildingApi();
  caller = await api.signUp();
  const made = async (url: string, body: object): Promise<string> => {
    const answer = await caller.post(url, body);
    expect(answer.status, JSON.stringify(answer.body)).toBe(201);
    return answer.body.id;
  };
  await made("/datasets", {
    name: "Orders",
    identity_sets: { buyer: { customer_id: "id", email: "mail" } },
    options: { type: "hosted_csv", upload_directory: "orders" },
    output_to_streams: { order: { data_map: { datetime: "day" }, value: "total" } },
  });
  const customers = await made("/cohorts", { name: "Customers", stream_name: "order" });
  outcome = await made("/outcomes", {
    name: "Buys again",
    attainment: customers,
    eligible: customers,
    horizon_days: 60,
    recurring: true,
  });
  scope = await made("/scopes", {
    name: "All",
    population: { include: [customers] },
    payload: { outcome_ids: [outcome] },
  });
  await upload("first", orders());
});
afterAll(() => api.close());

const movers = (query = "limit=100"): Promise<Answer> => caller.get(`/scopes/${scope}/movers?${query}`);
interface Part {
  cause: ChangeCause;
  log_odds: number;
  probability: number;
  sentence: string;
}
interface Mover {
  person_id: string;
  email: string;
  from: number;
  to: number;
  log_odds: number;
  parts: Part[];
}
const idOf = async (p: number): Promise<string> =>
  (await caller.get(`/people?email=ann${p}@example.com`)).body[0].id;
const changeOf = async (p: number, query = ""): Promise<Mover> =>
  (await movers(`person_id=${await idOf(p)}${query}`)).body.people[0];
const sentences = (mover: Mover): Partial<Record<ChangeCause, string>> =>
  Object.fromEntries(mover.parts.map(({ cause, sentence }) => [cause, sentence]));
const causesOf = (people: readonly Mover[]): ChangeCause[] => [
  ...new Set(people.flatMap(({ parts }) => parts.map(({ cause }) => cause))),
];

/** Ids in the kept files of the pipeline's last result. */
const keptIds = async (): Promise<{ files: number; ids: string[] }> => {
  const account = (await caller.get("/accounts/current")).body.id;
  const found = await findResource(api.db.kysely, account, "scopes", scope);
  const dir = path.join(api.dataDir, found!.resultDir!, "kept");
  const engine = await openEngine({
    memoryMb: 128,
    threads: 1,
    tempDir: await mkdtemp(path.join(tmpdir(), "kept-")),
  });
  const ids = new Set<string>();
  const files = await readdir(dir);
  for (const file of files) {
    const rows = await engine.rows<{ person: string; was: string }>(
      sql`select cast(k.person_id as varchar) as person, cast(k.was as varchar) as was from ${relation(path.join(dir, file))} as k`,
    );
    for (const { person, was } of rows) ids.add(person).add(was);
  }
  engine.close();
  return { files: files.length, ids: [...ids] };
};

const expectSums = (people: readonly Mover[]) => {
  expect(people.length).toBeGreaterThan(0);
  for (const { from, to, log_odds, parts } of people) {
    const sum = (of: (part: Part) => number) => parts.reduce((total, part) => total + of(part), 0);
    expect(Math.abs(logit(to) - logit(from) - sum((part) => part.log_odds))).toBeLessThan(1e-9);
    expect(Math.abs(to - from - sum((part) => part.probability))).toBeLessThan(1e-9);
    expect(log_odds).toBeCloseTo(logit(to) - logit(from), 9);
  }
};

test("before a second build there is nothing to compare with", async () => {
  const { status, body } = await movers();
  expect(status).toBe(200);
  expect(body).toMatchObject({ people: [], builds: [], text: expect.stringContaining("no earlier build") });
  expect(body).not.toHaveProperty("from");
});

// Both builds lie between two refits of a horizon of 60 days.
test("new orders and time move people, with the same model, by parts that add up", async () => {
  await upload("second", [order(3, lastDay), order(3, lastDay + 1), order(8, lastDay + 1)]);
  const { status, body } = await movers();
  expect({ status, body }).toMatchObject({ status: 200, body: { outcome_id: outcome } });
  expect(body.from).toMatchObject({ data_through: `${day(lastDay - 1)}T00:00:01.000Z` });
  expect(body.to).toMatchObject({ data_through: `${day(lastDay + 1)}T00:00:01.000Z` });
  expectSums(body.people);
  expect(causesOf(body.people).sort()).toEqual(["events", "time"]);

  expect(sentences(await changeOf(3))).toEqual({ time: "2 days passed", events: "2 new orders" });
  const sizes = (body.people as Mover[]).map(({ from, to }) => Math.abs(to - from));
  expect(sizes).toEqual(sizes.toSorted((a, b) => b - a));
  const quiet = await changeOf(0);
  expect(sentences(quiet)).toEqual({ time: "2 days passed without an order" });
  expect(sentences(await changeOf(1)).time).toMatch(/^2 days passed without an order \(\d+ days in all\)$/);

  const up: Mover[] = (await movers("direction=up&limit=3")).body.people;
  expect(up.length).toBeLessThanOrEqual(3);
  expect(up.every(({ from, to }) => to > from)).toBe(true);
  const { people: counted, bands, entered, left, sampled, parts, mean_from, mean_to } = body.summary;
  expect({ counted, entered, left, sampled }).toEqual({
    counted: people,
    entered: 0,
    left: 0,
    sampled: people,
  });
  expect(bands.reduce((sum: number, band: { people: number }) => sum + band.people, 0)).toBe(people);
  const meant = parts.reduce((sum: number, part: Part) => sum + part.probability, 0);
  expect(meant).toBeCloseTo(mean_to - mean_from, 9);
  const { entries } = (await caller.get("/accounts/current/audit")).body;
  const read = { action: "preview", resource: expect.objectContaining({ id: scope }) };
  expect(entries).toContainEqual(expect.objectContaining(read));
});

test("a person's predictions say what they were before, as the changes do", async () => {
  const mover = await changeOf(3);
  const [score] = (await caller.get(`/people/${mover.person_id}/scores`)).body;
  expect(score.probability).toBeCloseTo(mover.to, 12);
  expect(score.past).toEqual([
    {
      built_at: expect.any(String),
      scored_through: `${day(lastDay - 1)}T00:00:01.000Z`,
      probability: expect.closeTo(mover.from, 12),
    },
  ]);
});

test("a late order is an event, and people who are merged bring theirs", async () => {
  const [kept, other] = [await idOf(20), await idOf(21)];
  // One run of builds has both: a file that arrived after the merge would wait for the next.
  await send("late", [order(11, lastDay - 3)]);
  await caller.post(`/people/${kept}/merge`, { with: other });
  await api.build();
  const { body } = await movers();
  expect(body.from.data_through).toBe(body.to.data_through);
  expectSums(body.people);
  const [late, merged] = [await changeOf(11), await changeOf(20)];
  expect(sentences(late).events).toBe("1 order that arrived late");
  expect(sentences(merged).merged).toMatch(/^Merged with another customer \(\d orders?\)$/);
  expect(sentences(merged)).not.toHaveProperty("events");
  const others = (body.people as Mover[]).filter(({ email }) => ![late.email, merged.email].includes(email));
  expect(causesOf(others).filter((cause) => cause !== "model")).toEqual([]);
  const [score] = (await caller.get(`/people/${merged.person_id}/scores`)).body;
  expect(score.past).toHaveLength(2);
  expect(score.past[1].probability).toBeCloseTo(merged.from, 12);
  const gone = (await movers(`person_id=${other}`)).body.people;
  expect(gone.map(({ person_id }: Mover) => person_id)).toEqual([merged.person_id]);
});

test("a refit is the model's part, and any kept build can be compared with", async () => {
  await upload("later", [order(30, lastDay + 40), order(31, lastDay + 41)]);
  const { body } = await movers();
  expectSums(body.people);
  expect(causesOf(body.people)).toContain("model");
  expect(sentences(body.people[0]).model).toMatch(
    /^The model was fitted again, on data before \d+ \w+ 2025$/,
  );
  expect(body.builds.length).toBe(3);
  const first = body.builds.at(-1);
  expect(first.data_through).toBe(`${day(lastDay - 1)}T00:00:01.000Z`);
  const sinceFirst = await changeOf(20, `&since=${first.build}`);
  expect(Object.keys(sentences(sinceFirst))).toEqual(["merged", "time", "model"]);
  expectSums([sinceFirst]);

  expect(await movers("since=0123456789abcdef")).toMatchObject({
    status: 404,
    body: { note: expect.stringContaining(first.build) },
  });
});

test("a file in the place of all others is no new event, a removed order is a correction, and who is deleted is gone", async () => {
  const id = await idOf(50);
  for (const name of ["second", "late", "later"]) await caller.delete(`/uploads/orders/${name}.csv`);
  await caller.post("/uploads/gone/gone.csv", "mail\nann50@example.com\n", { "content-type": "text/csv" });
  await caller.post("/datasets", {
    name: "Deletions",
    identity_sets: { who: { email: "mail" } },
    options: { type: "hosted_csv", upload_directory: "gone" },
    output_to_streams: {},
    privacy: "delete",
  });
  // While the pipeline is built again there is no comparison.
  expect(await movers()).toMatchObject({ status: 409, body: { note: expect.stringContaining("its data") } });
  const removed = orders().findIndex((row) => row.startsWith("C44,"));
  await upload("first", [
    ...orders().filter((_, i) => i !== removed),
    ...[order(3, lastDay), order(3, lastDay + 1), order(8, lastDay + 1), order(11, lastDay - 3)],
    ...[order(30, lastDay + 40), order(31, lastDay + 41)],
  ]);

  const { body } = await movers();
  expectSums(body.people);
  const others = (body.people as Mover[]).filter(({ email }) => email !== "ann44@example.com");
  expect(causesOf(others).filter((cause) => cause !== "model")).toEqual([]);
  expect(sentences(await changeOf(44)).corrected).toBe("Earlier events were corrected: 1 order fewer");
  expect((await movers(`person_id=${id}`)).body.people).toEqual([]);
  const kept = await keptIds();
  expect(kept.files).toBe(body.builds.length + 1);
  expect(kept.ids).not.toContain(id);
});
