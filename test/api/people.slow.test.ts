// People over HTTP, found and read in the result of a real build.

import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { openEngine } from "../../src/warehouse/engine.js";
import { sql } from "../../src/warehouse/sql/sql.js";
import { type BuildingApi, startBuildingApi } from "./building.js";
import { type Answer, openApi } from "./harness.js";
import { openShop, type PeopleShop } from "./people-shop.js";

let api: BuildingApi;
let shop: PeopleShop;
beforeAll(async () => {
  api = await startBuildingApi();
  shop = await openShop(api);
});
afterAll(() => api.close());

const refusal = ({ status, body }: Answer) => ({ status, note: body.note });

test("a person is found by any spelling of their fields", async () => {
  const kate = await shop.idOf("email=KATE%2Bnews@example.com");
  expect(await shop.idOf("name=Brandt,%20Katherine")).toBe(kate);
  expect(await shop.idOf("name=Brandt%20Katherine")).toBe(kate);
  expect(await shop.found("phone=%2B1%20(802)%20555-0182")).toContain(kate);
  expect(await shop.found("phone=802-555-0182&email=kate@example.com")).toEqual([kate]);
  expect(await shop.found("name=brandt")).toHaveLength(2);
  for (const nothing of ["name=Nobody", "name=n/a", "phone=0", "email=none", "customer_id=n/a"])
    expect(await shop.found(nothing)).toEqual([]);
});

test("people are found by the words of their address", async () => {
  const [kate, peter] = [
    await shop.idOf("email=kate@example.com"),
    await shop.idOf("email=peter@example.com"),
  ];
  for (const address of ["12 Oak St", "12 OAK STREET, 05401-1234", "05401 12 oak", "12 Óak Street."])
    expect((await shop.found(`address=${encodeURIComponent(address)}`)).sort()).toEqual([kate, peter].sort());
  expect(await shop.found("address=12%20Oak%20Street&name=Peter%20Brandt")).toEqual([peter]);
  expect(await shop.found("address=05446")).toEqual([await shop.idOf("email=umar@example.com")]);
  for (const nothing of ["2 Oak Street", "12 Oak Street, 05482", "Street", "12", "n/a", "."])
    expect(await shop.found(`address=${encodeURIComponent(nothing)}`)).toEqual([]);
});

test("a guest is found by what the file calls them", async () => {
  const visitor = await shop.idOf("email=till@example.com");
  for (const name of ["Visitor", "visitor ", "VISITOR"])
    expect(await shop.found(`name=${name}`)).toEqual([visitor]);
  for (const name of ["Gast", "Guest%20Visitor", "Customer"])
    expect(await shop.found(`name=${name}`)).toEqual([]);
});

test("people of one residence have one household ID, and people without an address have none", async () => {
  const householdOf = async (search: string) =>
    (await shop.get(`/people/${await shop.idOf(search)}`)).body.household_id;
  const kate = await householdOf("email=kate@example.com");
  expect(await householdOf("email=peter@example.com")).toBe(kate);
  expect(await householdOf("email=umar@example.com")).not.toBe(kate);
  expect(await householdOf("email=till@example.com")).toBeUndefined();
});

test("a search without fields is refused", async () => {
  expect(await shop.get("/people")).toMatchObject({ status: 400, body: { error: "VALIDATION_FAILED" } });
});

test("a person has their records, links and household", async () => {
  const kate = await shop.idOf("email=kate@example.com");
  const { body } = await shop.get(`/people/${kate}`);
  expect(body).toMatchObject({
    id: kate,
    fields: { person_last_name: "Brandt", postcode: "05401" },
    record_count: 2,
    link_count: 1,
    records: [
      { id: kate, dataset_ids: [shop.datasetId], row_count: 1 },
      { dataset_ids: [shop.datasetId], row_count: 1 },
    ],
    links: [{ kind: expect.any(String), agrees_on: ["email", "phone", "address"] }],
    household_id: expect.stringMatching(/^\d+$/),
    household: [{ id: await shop.idOf("email=peter@example.com"), record_count: 1 }],
    decisions: [],
  });
});

test("the parts of a match add up and are explained in words", async () => {
  const kate = await shop.idOf("email=kate@example.com");
  const { links, weakest_link } = (await shop.get(`/people/${kate}`)).body;
  const [link] = links;
  expect(weakest_link).toEqual({ record_ids: link.record_ids, probability: link.probability });
  const sum = link.comparisons.reduce((total: number, { bits }: { bits: number }) => total + bits, 0);
  expect(link.prior_bits + sum).toBeCloseTo(link.rival_bits, 9);
  expect(link.probability).toBeCloseTo(1 / (1 + 2 ** -link.bits), 9);
  expect(link.explanation).toMatch(/^One person rather than .*first name is a nickname \(\+[\d.]+\), e-mail/);
});

test("impossible splits and merges are refused with advice", async () => {
  const kate = await shop.idOf("email=kate@example.com");
  const { records } = (await shop.get(`/people/${kate}`)).body;
  const ids = records.map(({ id }: { id: string }) => id);
  expect(refusal(await shop.post(`/people/${kate}/split`, { records: ids }))).toMatchObject({
    status: 400,
    note: expect.stringContaining("so nothing would remain"),
  });
  expect(refusal(await shop.post(`/people/${kate}/split`, { records: ["17"] }))).toMatchObject({
    status: 400,
    note: expect.stringContaining("not a record of person"),
  });
  expect((await shop.post(`/people/${kate}/merge`, { with: ids[1] })).status).toBe(400);
  expect((await shop.post(`/people/${kate}/merge`, { with: "17" })).status).toBe(404);
  for (const id of ["17", "x", "99999999999999999999"])
    expect((await shop.get(`/people/${id}`)).status).toBe(404);
  expect((await shop.delete("/people/decisions/x")).status).toBe(404);
});

test("before people are resolved, people cannot be read", async () => {
  const fresh = await api.signUp();
  for (const path of ["/people/17", "/people?name=a", "/people/analysis"])
    expect((await fresh.get(path)).status).toBe(409);
});

test("the analysis describes how records were matched", async () => {
  const { body } = await shop.get("/people/analysis");
  expect(body).toMatchObject({
    status: "ready",
    mode: "standard",
    datasets: [{ dataset_id: shop.datasetId, dataset_name: "Orders", match_rate: 1, overlap: 0 }],
  });
  const people = body.cluster_sizes.reduce((sum: number, size: { people: number }) => sum + size.people, 0);
  expect(people).toBe(body.people_count);
  expect(body).not.toHaveProperty("changes");
  expect((await shop.get(`/datasets/${shop.datasetId}`)).body).toMatchObject({ match_rate: 1 });
});

test("two people are compared, and the answer says in words and bits why they are not one", async () => {
  const [kate, peter] = [
    await shop.idOf("email=kate@example.com"),
    await shop.idOf("email=peter@example.com"),
  ];
  const { body } = await shop.get(`/people/why?left=${kate}&right=${peter}`);
  expect(body).toMatchObject({
    same_person: false,
    mode: "standard",
    min_probability: 0.8,
    left: { person_id: kate },
    right: { person_id: peter },
    comparison: { rival: "household", probability: expect.any(Number) },
    links: [],
  });
  expect(body.explanation).toMatch(
    /^Two members of a household rather than one person.*first name differs \(−/,
  );
  const { comparisons, prior_bits, rival_bits } = body.comparison;
  const sum = comparisons.reduce((total: number, { bits }: { bits: number }) => total + bits, prior_bits);
  expect(sum).toBeCloseTo(rival_bits, 6);
});

test("two records of one person are explained by their link", async () => {
  const kate = await shop.idOf("email=kate@example.com");
  const { records, links } = (await shop.get(`/people/${kate}`)).body;
  const { body } = await shop.get(`/people/why?left=${records[0].id}&right=${records[1].id}`);
  expect(body).toMatchObject({ same_person: true, links, explanation: links[0].explanation });
  expect(body.left.record.id).toBe(records[0].id);
  expect((await shop.get(`/people/why?left=${kate}&right=12345`)).status).toBe(404);
});

test("the ID of somebody who is gone answers 410 with the day, and an ID that nobody had answers 404", async () => {
  const own = await openShop(api);
  const [umar, kate] = [await own.idOf("email=umar@example.com"), await own.idOf("email=kate@example.com")];
  await own.replaceRows((row) => (row.includes("umar") ? "" : row));
  await api.build();
  const gone_on = expect.stringMatching(/^\d{4}-\d\d-\d\d$/);
  for (const path of ["", "/events", "/scores"].map((part) => `/people/${umar}${part}`))
    expect(await own.get(path), path).toMatchObject({ status: 410, body: { error: "GONE", gone_on } });
  expect((await own.get(`/people/why?left=${kate}&right=${umar}`)).status).toBe(410);
  expect((await own.post(`/people/${kate}/merge`, { with: umar })).status).toBe(410);
  expect((await own.post(`/people/${umar}/split`, { records: [umar] })).status).toBe(410);
  expect(await own.get("/people/12345")).toMatchObject({ status: 404, body: { error: "NOT_FOUND" } });
  await own.replaceRows((row) => row);
  await api.build();
  expect((await own.get(`/people/${umar}`)).body.id).toBe(umar);
});

test("once the last dataset is deleted nobody is found, and what was searched for is in no log", async () => {
  const own = await openShop(api);
  const id = await own.idOf("email=kate@example.com");
  expect((await own.delete(`/datasets/${own.datasetId}`)).status).toBe(204);
  const found = await own.get("/people?email=zuzanna.quitzow@needle.example");
  expect(found).toMatchObject({ status: 200, body: [] });
  for (const path of [`/people/${id}`, `/people/${id}/events`, `/people/${id}/scores`])
    expect((await own.get(path)).status, path).toBe(404);
  expect(api.log.join("")).not.toMatch(/quitzow|needle/i);
});

test("an engine that fails puts no value of a person into the log or the answer", async () => {
  const dir = await mkdtemp(path.join(tmpdir(), "bellwether-needles-"));
  const engine = await openEngine({ memoryMb: 256, threads: 1, tempDir: dir });
  onTestFinished(async () => {
    engine.close();
    await rm(dir, { recursive: true });
  });
  const failing = await openApi({
    inspect: async (_account, _inspection, input) => {
      const { email } = input as { email: string };
      await engine.run(sql`select cast(${email} as integer) as wrong where ${email} <> 'x'`);
      throw new Error("not reached");
    },
  });
  const caller = await failing.signUp();
  const answer = await caller.get("/people?email=zuzanna.quitzow@needle.example");
  expect(answer.status).toBe(500);
  expect(JSON.stringify(answer.body)).not.toMatch(/quitzow|needle/i);
  expect((await caller.post("/cohorts", { name: "x", stream_name: 7, traits: "needle" })).status).toBe(400);
  const log = failing.log.join("");
  expect(log).toContain("Could not convert string … to INT32");
  expect(log).toContain("where '…' <> '…'");
  expect(log).not.toMatch(/quitzow|needle/i);
});
