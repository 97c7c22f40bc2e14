// The crosswalk of all people and the matches to review, over HTTP and on the command line, from two datasets
// and no prediction.

import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { people } from "../../src/cli/commands/people.js";
import { quiet } from "../../src/cli/fixtures.js";
import { type BuildingApi, startBuildingApi } from "../api/building.js";
import type { Caller } from "../api/harness.js";

const contacts = `number,first,last,mail,id
C1,Ada,Brandt,ada@example.com,111
C2,Bo,Lind,bo@example.com,
C3,"=cmd()",Moe,moe@example.com,
C4,Dag,Orr,dag@example.com,
C5,Gwendolyn,Harkness,gwendolyn.harkness@example.com,
`;
const orders = `order,first,last,mail,day,total
10,Ada,Brandt,ada@example.com,2024-01-02,5
11,Ada,Brandt,ada@example.com,2024-01-05,6
14,Gwendolyn,Harkness,gwendolyn.harknes@example.com,2024-01-05,6
15,Gwendolyn,Harkness,gwendolyn.harknes@example.com,2024-01-06,6
12,Dag,Orr,dag@example.com,2024-01-05,6
13,,Quuxley,,2024-01-06,7
`;
const named = { person_first_name: "first", person_last_name: "last", email: "mail" };

let api: BuildingApi;
let caller: Caller & { key: string };
const dir = mkdtempSync(path.join(tmpdir(), "crosswalk-"));
const upload = (file: string, text: string) =>
  caller.post(`/uploads/${file}/${file}.csv`, text, { "content-type": "text/csv" });
const dataset = async (body: object) =>
  expect(await caller.post("/datasets", body)).toMatchObject({ status: 201 });

beforeAll(async () => {
  api = await startBuildingApi();
  caller = await api.signUp();
});
afterAll(async () => {
  await api.close();
  rmSync(dir, { recursive: true });
});

/** Rows by column. */
const rowsOf = (text: string): Record<string, string>[] => {
  const [header, ...rows] = text.trimEnd().split("\n");
  const names = header!.split(",");
  return rows.map((row) => Object.fromEntries(row.split(",").map((cell, at) => [names[at]!, cell])));
};
const crosswalk = async () => {
  const { status, body, headers } = await caller.get("/people/crosswalk.csv");
  return { status, body, headers, rows: status === 200 ? rowsOf(body) : [] };
};

test("without people there is none", async () => {
  expect(await crosswalk()).toMatchObject({ status: 409 });
});

test("each record of each dataset has its person, its keys and its fields, without a pipeline", async () => {
  await upload("contacts", contacts);
  await upload("orders", orders);
  await dataset({
    name: "Contacts",
    identity_sets: { customer: { ...named, customer_id: "number", national_id: "id" } },
    options: { type: "hosted_csv", upload_directory: "contacts" },
  });
  await dataset({
    name: "Orders",
    identity_sets: { buyer: named },
    reference_key_columns: ["order"],
    options: { type: "hosted_csv", upload_directory: "orders" },
    output_to_streams: { order: { data_map: { datetime: "day" }, value: "total" } },
  });
  await api.build();
  const { headers, rows, body } = await crosswalk();
  expect(headers).toMatchObject({
    "content-type": "text/csv; charset=utf-8",
    "content-disposition": 'attachment; filename="crosswalk.csv"',
  });
  const of = (mail: string) => rows.filter(({ email }) => email === mail);
  const keysOf = (mail: string) =>
    of(mail)
      .map(({ dataset, key_column, key }) => `${dataset} ${key_column} ${key}`)
      .sort();
  expect(keysOf("ada@example.com")).toEqual([
    "Contacts customer_id C1",
    "Orders order 10",
    "Orders order 11",
  ]);
  expect(keysOf("bo@example.com")).toEqual(["Contacts customer_id C2"]);
  expect(new Set(of("ada@example.com").map(({ person_id }) => person_id)).size).toBe(1);
  expect(new Set(rows.map(({ person_id }) => person_id)).size).toBe(5);
  expect(rows[0]).toMatchObject({ first_seen_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/) });
  expect(of("moe@example.com")[0]).toMatchObject({ person_first_name: "'=cmd()" });
  expect(body).not.toContain("111");
  const { person_id: id } = of("bo@example.com")[0]!;
  expect((await caller.get(`/people/${id}`)).body).toMatchObject({ id });
});

test("matches by likeness alone are listed by what a mistake would cost, page by page", async () => {
  const { body } = await caller.get("/people/review");
  expect(body).toMatchObject({ total: 2, matches: [{ row_count: 2 }, { row_count: 1 }] });
  const [first, second] = body.matches;
  expect(first.record_ids).toEqual([...second.record_ids].reverse());
  expect(first.expected_wrong_rows).toBeCloseTo(2 * (1 - first.probability), 9);
  expect((await caller.get("/people/review?limit=1&offset=1")).body).toMatchObject({
    total: 2,
    matches: [second],
  });
});

test("records that are nobody are listed with the reason", async () => {
  const { body } = await caller.get("/people/unidentified");
  expect(body).toMatchObject({
    records: [{ row_count: 1, fields: { person_last_name: "Quuxley" }, reason: "last_name_alone" }],
    reasons: [{ reason: "last_name_alone", record_count: 1, row_count: 1 }],
    total: 1,
  });
  expect((await caller.get("/people/unidentified?offset=1")).body).toMatchObject({ records: [], total: 1 });
});

test("a third file with other columns adds its records to the people who are there, and IDs stay", async () => {
  const before = new Map((await crosswalk()).rows.map(({ record_id, person_id }) => [record_id, person_id]));
  await upload("letters", "mail\ndag@example.com\nnew@example.com\n");
  await dataset({
    name: "Letters",
    identity_sets: { reader: { email: "mail" } },
    options: { type: "hosted_csv", upload_directory: "letters" },
  });
  await api.build();
  const { rows } = await crosswalk();
  const now = new Map(rows.map(({ record_id, person_id }) => [record_id, person_id]));
  expect([...before].filter(([record, person]) => now.get(record!) !== person)).toEqual([]);
  const dag = rows.filter(({ email }) => email === "dag@example.com");
  expect(new Set(dag.map(({ dataset: name }) => name))).toEqual(new Set(["Contacts", "Letters", "Orders"]));
  expect(new Set(dag.map(({ person_id }) => person_id)).size).toBe(1);
  expect(new Set(now.values()).size).toBe(new Set(before.values()).size + 1);
});

test("whoever is on a privacy list is not in it", async () => {
  await upload("stop", "mail\nbo@example.com\n");
  await dataset({
    name: "Stop",
    privacy: "suppress",
    identity_sets: { customer: { email: "mail" } },
    options: { type: "hosted_csv", upload_directory: "stop" },
  });
  await api.build();
  const { rows, body } = await crosswalk();
  expect(body).not.toContain("bo@example.com");
  expect(new Set(rows.map(({ person_id }) => person_id)).size).toBe(5);
});

test("the command line writes it to a file, or to standard output", async () => {
  const { body } = await crosswalk();
  const url = await api.app.listen({ port: 0, host: "127.0.0.1" });
  const file = path.join(dir, "crosswalk.csv");
  const run = async (...more: string[]) => {
    const { terminal, out } = quiet();
    await people.verbs.export!.run([...more, "--url", url, "--key", caller.key], terminal);
    return out();
  };
  expect(await run()).toBe(body);
  await run("--out", file);
  expect(readFileSync(file, "utf8")).toBe(body);
  const { terminal, out } = quiet();
  await people.verbs.review!.run(["--limit", "1", "--url", url, "--key", caller.key], terminal);
  expect(out()).toMatch(/wrong rows\n\d+ .*\n\n2 pairs to review\. Too few decisions .*\n$/);
});
