// Archives of people: everything that the account has of somebody, and nothing of anybody else.

import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openBuiltShop } from "../accounts/built-shop.js";
import { type BuildingApi, startBuildingApi } from "../api/building.js";
import type { Caller } from "../api/harness.js";

let api: BuildingApi;
beforeAll(async () => {
  api = await startBuildingApi();
});
afterAll(() => api.close());

// biome-ignore lint/suspicious/noExplicitAny: lines of every kind
type Line = any;

const archiveOf = async (shop: Caller, id: string): Promise<{ text: string; lines: Line[] }> => {
  const { status, body, headers } = await shop.get(`/people/${id}/archive.jsonl`);
  expect(status).toBe(200);
  expect(headers["content-type"]).toContain("application/x-ndjson");
  const text = String(body).trimEnd();
  return { text, lines: text.split("\n").map((line) => JSON.parse(line)) };
};

const linesOf = (lines: Line[], kind: string) => lines.filter((line) => line.kind === kind);

const orders = {
  name: "Orders",
  identity_sets: { buyer: { customer_id: "number", email: "mail" }, receiver: { email: "to" } },
  options: { type: "hosted_csv", upload_directory: "orders" },
  output_to_streams: {
    order: {
      data_map: { datetime: { column_name: "day" }, note: { column_name: "note" } },
    },
  },
};

const visits = {
  name: "Visits",
  identity_sets: { visitor: { email: "who" } },
  options: { type: "hosted_csv", upload_directory: "visits" },
  output_to_streams: { visit: { data_map: { datetime: { column_name: "at" } } } },
};

const csv = { "content-type": "text/csv" };
const mark = (person: number, row: string) => `mark-${person}-${row}`;

/** Rows by their person, each with a note that names it. */
const openMarkedShop = async (owners: readonly number[], looks: readonly number[]) => {
  const shop = await api.signUp();
  const order = (p: number, i: number) =>
    `N${p},p${p}@example.com,${i % 3 === 0 ? `gift${p}@example.com` : ""},2025-01-0${1 + (i % 9)},${mark(p, `o${i}`)}`;
  const visit = (p: number, i: number) => `p${p}@example.com,2025-02-0${1 + (i % 9)},${mark(p, `v${i}`)}`;
  const files = {
    "orders/a.csv": ["number,mail,to,day,note", ...owners.map(order)],
    "visits/a.csv": ["who,at,page", ...looks.map(visit)],
  };
  for (const [name, lines] of Object.entries(files))
    await shop.post(`/uploads/${name}`, `${lines.join("\n")}\n`, csv);
  for (const dataset of [orders, visits])
    expect(await shop.post("/datasets", dataset)).toMatchObject({ status: 201 });
  await api.build();
  return { shop, files };
};

test("of random shops, the archives together have each row once, and none has a row or a mark of anybody else", async () => {
  const rows = fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 5, maxLength: 40 });
  await fc.assert(
    fc.asyncProperty(rows, rows, async (owners, looks) => {
      const { shop, files } = await openMarkedShop(owners, looks);
      const places: string[] = [];
      for (const p of new Set([...owners, ...looks])) {
        const [{ id }] = (await shop.get(`/people?email=p${p}@example.com`)).body;
        const { text, lines } = await archiveOf(shop, id);
        expect(lines[0]).toMatchObject({ kind: "archive", person_id: id });
        const marks = [...text.matchAll(/mark-(\d+)-/g)].map(([, person]) => Number(person));
        const mailboxes = [...text.matchAll(/(?:p|gift)(\d+)@example\.com/g)].map(([, person]) =>
          Number(person),
        );
        expect(new Set([...marks, ...mailboxes])).toEqual(new Set([p]));
        const own = linesOf(lines, "row");
        for (const { dataset, file, line, values } of own) {
          const written = files[`${dataset.name.toLowerCase()}/${file}` as keyof typeof files][line - 1]!;
          expect(Object.values(values).join()).toBe(written.split(",").filter(Boolean).join());
        }
        places.push(...own.map(({ dataset, line }) => `${dataset.name} ${line}`));
        expect(linesOf(lines, "event")).toHaveLength(own.length);
      }
      expect(places).toHaveLength(owners.length + looks.length);
      expect(new Set(places).size).toBe(places.length);
    }),
    { numRuns: 3 },
  );
});

test("a row that names somebody else too, after a split, keeps their columns empty", async () => {
  const shop = await api.signUp();
  const rows = ["number,mail,to,day,note", "N1,ada@example.com,bob@example.com,2025-01-01,a gift"];
  await shop.post("/uploads/orders/a.csv", `${rows.join("\n")}\n`, csv);
  await shop.post("/datasets", orders);
  await api.build();
  const [{ id }] = (await shop.get("/people?email=ada@example.com")).body;
  const { records } = (await shop.get(`/people/${id}`)).body;
  const bobs = records.find(({ fields }: Line) => fields.email === "bob@example.com");
  expect((await shop.post(`/people/${id}/split`, { records: [bobs.id] })).status).toBe(201);
  await api.build();
  const textOf = async (email: string) => {
    const [person] = (await shop.get(`/people?email=${email}`)).body;
    return archiveOf(shop, person.id);
  };
  const [ada, bob] = [await textOf("ada@example.com"), await textOf("bob@example.com")];
  expect(ada.text).not.toContain("bob@");
  expect(bob.text).not.toMatch(/ada@|N1/);
  expect(linesOf(bob.lines, "row")).toMatchObject([{ line: 2, values: { to: "bob@example.com" } }]);
  for (const { lines } of [ada, bob]) expect(linesOf(lines, "decision")).toHaveLength(1);
});

test("rows of the mailbox that a customer had before are theirs too", async () => {
  const shop = await api.signUp();
  const dataset = {
    ...orders,
    upsert_columns: ["number"],
    identity_sets: { buyer: { customer_id: "number", email: "mail" } },
  };
  await shop.post(
    "/uploads/orders/a.csv",
    "number,mail,day,note\nN1,old@example.com,2025-01-01,first\n",
    csv,
  );
  expect(await shop.post("/datasets", dataset)).toMatchObject({ status: 201 });
  await api.build();
  await shop.post(
    "/uploads/orders/b.csv",
    "number,mail,day,note\nN1,new@example.com,2025-02-01,second\n",
    csv,
  );
  await api.build();
  const [{ id }] = (await shop.get("/people?email=new@example.com")).body;
  const { lines } = await archiveOf(shop, id);
  expect(linesOf(lines, "row").map(({ values }) => values.mail)).toEqual([
    "old@example.com",
    "new@example.com",
  ]);
});

test("an archive also has predictions, cohorts and personas, is an entry of the audit log, and is closed to others", async () => {
  const { api: own, shop: built } = await openBuiltShop();
  const shop = own.as(built.key);
  const [{ person_id: id }] = (await shop.get(`/scopes/${built.created.scoring!.id}/top_people?limit=1`))
    .body;
  const { lines } = await archiveOf(shop, id);
  const kinds = new Set(lines.map(({ kind }) => kind));
  expect([...kinds]).toEqual(expect.arrayContaining(["record", "event", "score", "cohort", "row"]));
  const { body: log } = await shop.get("/accounts/current/audit?action=export_person");
  expect(log.entries).toMatchObject([{ resource: { type: "people", id } }]);
  const stranger = await own.signUp();
  expect((await stranger.get(`/people/${id}/archive.jsonl`)).status).not.toBe(200);
  expect((await shop.get("/people/12345/archive.jsonl")).status).toBe(404);
  await own.close();
});
