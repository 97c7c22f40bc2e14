// Events that programs send: what is taken, named and refused, and the files that they become.

import { mkdir, mkdtemp, readdir, readFile, rm, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { limits } from "../../src/domain/resource/limits.js";
import { recordResult } from "../../src/store/resources.js";
import { eventually } from "../support/eventually.js";
import { type Api, type Caller, openApi, startApi, testLimits } from "./harness.js";

const send = (caller: Caller, body: unknown, headers: Record<string, string> = {}, stream = "transaction") =>
  caller.post(`/streams/${stream}/events`, body, headers);

const open = (seconds = 1000, overrides = {}) => openApi({ events: { seconds, node: "one" }, ...overrides });

const order = { email: "ada@example.com", datetime: "2025-12-31T10:00:00Z", value: 24.9, event_id: "o-1" };

/** Rows of all files of a stream's directory, as texts. */
const rowsOf = async ({ dataDir }: Api, accountId: string, directory = "events_transaction") => {
  const dir = path.join(dataDir, "uploads", accountId, directory);
  const names = (await readdir(dir).catch(() => [])).filter((name) => name.endsWith(".csv"));
  const texts = await Promise.all(names.map((name) => readFile(path.join(dir, name), "utf8")));
  return texts.flatMap((text) => text.trimEnd().split("\n").slice(1)).sort();
};

/** Waits until the directory has so many files that are recorded. */
const recorded = (caller: Caller, files: number) =>
  eventually(`${files} files`, async () => {
    const { body } = await caller.get("/uploads?directory=events_transaction");
    return body.length === files ? true : undefined;
  });

const logged = async ({ dataDir }: Api): Promise<string> => {
  const dir = path.join(dataDir, "events");
  const names = await readdir(dir, { recursive: true }).catch(() => []);
  const logs = names.filter((name) => name.endsWith(".log"));
  return (await Promise.all(logs.map((name) => readFile(path.join(dir, name), "utf8")))).join("");
};

test("an event is on the disk when it is acknowledged, and makes its stream and dataset", async () => {
  const api = await open();
  const shop = await api.signUp();
  const { status, body } = await send(shop, order);
  expect([status, body]).toEqual([200, { taken: 1, repeated: 0, refused: 0, refusals: [] }]);
  expect(await logged(api)).toContain("ada@example.com");
  const [dataset] = (await shop.get("/datasets")).body;
  expect(dataset).toMatchObject({
    name: "Events: Transaction",
    identity_sets: { person: { email: "email" } },
    options: { upload_directory: "events_transaction", row_id_column: "event_id" },
    output_to_streams: {
      transaction: { data_map: { datetime: { column_name: "datetime" }, value: { column_name: "value" } } },
    },
  });
  expect((await shop.get("/streams/transaction")).status).toBe(200);
});

test("an event counts once, however often it is sent", async () => {
  const api = await open();
  const shop = await api.signUp();
  await send(shop, order);
  expect((await send(shop, { ...order, value: 1 })).body).toMatchObject({ taken: 0, repeated: 1 });
  expect((await send(shop, [order, { ...order, event_id: "o-2" }])).body).toMatchObject({
    taken: 1,
    repeated: 1,
  });
  const same = { email: "a@example.com", datetime: 1_767_000_000 };
  expect((await send(shop, [same, same])).body).toMatchObject({ taken: 1, repeated: 1 });
  const undated = { email: "a@example.com" };
  expect((await send(shop, [undated, undated])).body).toMatchObject({ taken: 2, repeated: 0 });
  const other = await api.signUp("Other");
  expect((await send(other, order)).body).toMatchObject({ taken: 1 });
});

test("of many requests with one event at the same time, one takes it", async () => {
  const api = await open();
  const shop = await api.signUp();
  const answers = await Promise.all(Array.from({ length: 20 }, () => send(shop, order)));
  expect(answers.map(({ body }) => body.taken).filter((taken) => taken === 1)).toHaveLength(1);
  expect((await logged(api)).trimEnd().split("\n")).toHaveLength(1);
});

test("an event that is too large or too deep is refused in whatever form it comes", async () => {
  const api = await open(1000, { limits: { ...testLimits, uploadBytes: 1e7 } });
  const shop = await api.signUp();
  const large = JSON.stringify({ ...order, note: "x".repeat(limits.eventBytes.is) });
  const deep = JSON.stringify(order).replace("}", `,"a":${'{"a":'.repeat(4_000)}1${"}".repeat(4_001)}`);
  const many = Array<string>(40).fill(large).join(",");
  for (const bad of [large, `[${large}]`, `[${many}]`, deep, `[${deep}]`, `${deep}\n${deep}`]) {
    const { status, body } = await send(shop, bad);
    expect({ status, error: body.error }).toEqual({ status: 400, error: "VALIDATION_FAILED" });
    const { body: mixed } = await send(shop, `${JSON.stringify(order)}\n${large}`);
    expect(mixed).toMatchObject({ refused: 1 });
  }
});

test("good lines count, and bad ones are named with the field and what to do", async () => {
  const api = await open();
  const shop = await api.signUp();
  const lines = [
    JSON.stringify(order),
    "{not json",
    JSON.stringify({ datetime: "2025-01-01" }),
    "",
    JSON.stringify({ ...order, event_id: "o-2", datetime: "yesterday" }),
    JSON.stringify({ ...order, event_id: "o-3", value: "much" }),
    JSON.stringify({ ...order, event_id: "o-4", note: "x".repeat(limits.eventBytes.is) }),
    JSON.stringify({ ...order, event_id: "o-5" }),
  ];
  const { status, body } = await send(shop, lines.join("\n"), { "content-type": "application/x-ndjson" });
  expect(status).toBe(200);
  expect(body).toMatchObject({ taken: 2, repeated: 0, refused: 5 });
  expect(body.refusals.map(({ line, field }: { line: number; field: string }) => [line, field])).toEqual([
    [2, ""],
    [3, "customer_id"],
    [5, "datetime"],
    [6, "value"],
    [7, ""],
  ]);
  const none = await send(shop, [{ email: "a@example.com", datetime: "soon" }]);
  expect(none.status).toBe(400);
  expect(none.body.note).toContain("line 1: datetime: Send a date in ISO 8601");
  expect(none.body.validationErrors).toMatchObject([{ path: "1.datetime" }]);
});

test("bodies that are no events are refused whole", async () => {
  const api = await open();
  const shop = await api.signUp();
  expect((await send(shop, "{", { "content-type": "application/json" })).body.note).toContain(
    "not valid JSON",
  );
  expect((await send(shop, "  ", { "content-type": "application/json" })).body.note).toContain("no body");
  const packed = { "content-type": "application/json", "content-encoding": "gzip" };
  expect((await send(shop, "plain", packed)).body.note).toContain("not compressed with gzip");
  expect((await send(shop, order, {}, "!!")).body.note).toContain("!!");
  expect((await send(shop, gzipSync(JSON.stringify(order)), packed)).body).toMatchObject({ taken: 1 });
});

test("a long array and long JSON Lines are read as they arrive", async () => {
  const api = await open(1000, { limits: { ...testLimits, uploadBytes: 10_000_000 } });
  const shop = await api.signUp();
  const many = Array.from({ length: 12_000 }, (_, i) => ({
    ...order,
    event_id: `m-${i}`,
    note: "n".repeat(40),
  }));
  const json = { "content-type": "application/json" };
  expect((await send(shop, JSON.stringify(many), json)).body).toMatchObject({ taken: 12_000, refused: 0 });
  const lines = many.map((each) => JSON.stringify({ ...each, event_id: `l${each.event_id}` })).join("\n");
  expect((await send(shop, lines, json)).body).toMatchObject({ taken: 12_000, refused: 0 });
  const cut = JSON.stringify(many.map((each) => ({ ...each, event_id: `c${each.event_id}` }))).slice(0, -30);
  const { body } = await send(shop, cut, json);
  expect(body).toMatchObject({ taken: 11_999, refused: 1 });
  expect(body.refusals[0].note).toContain("Nothing is read from here on");
});

test("the log becomes files after some seconds, and new fields are mapped", async () => {
  const api = await open(0.1);
  const shop = await api.signUp();
  await send(shop, order);
  await recorded(shop, 1);
  await eventually("an empty log", async () => ((await logged(api)) === "" ? true : undefined));
  const more = { customer_id: "7", channel: "web", products: [{ name: "tea" }], event_id: "o-2" };
  await send(shop, { ...more, datetime: "2025-12-30", address: { city: "Bonn, DE" } });
  await recorded(shop, 2);
  const [dataset] = (await shop.get("/datasets")).body;
  expect(dataset.identity_sets).toEqual({ person: { email: "email", customer_id: "customer_id" } });
  expect(dataset.output_to_streams.transaction.data_map).toMatchObject({
    channel: { column_name: "channel" },
    products: { column_name: "products", format: "list_json" },
    address_city: { column_name: "address.city" },
  });
});

test("what an owner has changed in the mapping stays", async () => {
  const api = await open(0.1);
  const shop = await api.signUp();
  await send(shop, { ...order, channel: "web" });
  const [{ id }] = (await shop.get("/datasets")).body;
  await recorded(shop, 1);
  await shop.patch(
    `/datasets/${id}`,
    { name: "Orders", output_to_streams: { transaction: { data_map: { value: null } } } },
    { "content-type": "application/merge-patch+json" },
  );
  await send(shop, { ...order, event_id: "o-2", colour: "red" });
  await recorded(shop, 2);
  const { body } = await shop.get(`/datasets/${id}`);
  expect(body.name).toBe("Orders");
  expect(Object.keys(body.output_to_streams.transaction.data_map)).toEqual(["datetime", "channel", "colour"]);
});

test("events of a process that was killed become files at the next start, once", async () => {
  const first = await startApi({ events: { seconds: 1000, node: "one" } });
  const shop = await first.signUp();
  await send(shop, [order, { ...order, event_id: "o-2" }]);
  const left = await logged(first);
  await first.app.close();
  expect(await rowsOf(first, shop.accountId)).toHaveLength(2);
  // As if it had been killed before it removed the log, and in the middle of a line.
  const dir = path.join(first.dataDir, "events", shop.accountId, "one");
  const [upload] = await readdir(path.join(first.dataDir, "uploads", shop.accountId, "events_transaction"));
  const name = upload!.replace(/^[0-9a-f-]{36}-/, "").replace(".csv", ".log");
  await writeFile(path.join(dir, name), left);
  await writeFile(
    path.join(dir, "20260101T000000Z-other.log"),
    `${left.replaceAll("o-", "p-")}{"stream":"tr`,
  );
  await first.db.close();
  const again = await startApi({ events: { seconds: 1000, node: "two" } }, first.dataDir);
  await again.app.ready();
  await eventually("two more rows", async () =>
    (await rowsOf(again, shop.accountId)).length === 4 ? true : undefined,
  );
  await eventually("an empty log", async () => ((await logged(again)) === "" ? true : undefined));
  await again.close();
  await rm(first.dataDir, { recursive: true });
});

test("the log of a node that is dead becomes files at another, and that of a live one does not", async () => {
  const dir = await mkdtemp(path.join(tmpdir(), "bellwether-nodes-"));
  const first = await startApi({ events: { seconds: 1000, node: "one" } }, dir);
  const shop = await first.signUp();
  await send(shop, order);
  const line = await logged(first);
  await first.close();
  const dirOf = (node: string) => path.join(first.dataDir, "events", shop.accountId, node);
  const dead = new Date(Date.now() - 3_600_000);
  for (const [i, node] of ["dead", "live", "young"].entries()) {
    await mkdir(dirOf(node), { recursive: true });
    const file = path.join(dirOf(node), `20260101T000000Z-0000000${i}.log`);
    await writeFile(file, line.replaceAll("o-1", `${node}-1`));
    if (node !== "young") await utimes(file, dead, dead);
  }
  const liveNodes = async () => ["live", "two"];
  const again = await startApi({ events: { seconds: 1000, node: "two", liveNodes } }, first.dataDir);
  await again.app.ready();
  await eventually("the dead node's event", async () =>
    (await rowsOf(again, shop.accountId)).some((row) => row.includes("dead-1")) ? true : undefined,
  );
  const left = await eventually("the dead node's log is gone", async () => {
    const lines = await logged(again);
    return lines.includes("dead-1") ? undefined : lines;
  });
  expect([left.includes("live-1"), left.includes("young-1")]).toEqual([true, true]);
  await again.close();
  await rm(first.dataDir, { recursive: true });
});

test("files that every dataset has read become one, with all columns and the last arrival", async () => {
  const api = await openApi({ events: { seconds: 0.1, node: "one", filesMerged: 3 } });
  const shop = await api.signUp();
  const sent = [{ note: 'a "b",\nc' }, { channel: "web" }, {}, { channel: "shop", note: "x" }];
  const sendNext = async (i: number) => {
    await send(shop, { ...order, event_id: `o-${i}`, ...sent[i] });
    await eventually(`event ${i} in a file`, async () =>
      (await rowsOf(api, shop.accountId)).some((row) => row.includes(`o-${i}`)) ? true : undefined,
    );
  };
  for (const i of [0, 1, 2]) await sendNext(i);
  await recorded(shop, 3);
  const before = (await shop.get("/uploads?directory=events_transaction")).body;
  const [{ id }] = (await shop.get("/datasets")).body;
  const result = { detected_columns: [], streams: {}, arrivals_through: Date.parse(before[0].created_at) };
  const built = { result: result as never, resultDir: "relations/none", resultFiles: [], fingerprint: "f" };
  await recordResult(api.db.kysely, id, built, api.now());
  await sendNext(3);
  await recorded(shop, 2);
  const [, merged] = (await shop.get("/uploads?directory=events_transaction")).body;
  expect(merged.subpath).toMatch(/-m1\.csv$/);
  expect(merged.created_at).toBe(before[0].created_at);
  const text = (await shop.get(`/uploads/${merged.subpath}`)).body;
  expect(text).toBe(
    [
      "email,datetime,value,note,event_id,channel",
      'ada@example.com,2025-12-31T10:00:00.000Z,24.9,"a ""b"",\nc",o-0,',
      "ada@example.com,2025-12-31T10:00:00.000Z,24.9,,o-1,web",
      "ada@example.com,2025-12-31T10:00:00.000Z,24.9,,o-2,",
      "",
    ].join("\n"),
  );
});

test("events are refused before they are acknowledged where there is no room for their files", async () => {
  const api = await open(0.1, { limits: { ...testLimits, files: 1 } });
  const shop = await api.signUp();
  await send(shop, order);
  await recorded(shop, 1);
  const full = await open(1000, { limits: { ...testLimits, storedBytes: 1 } });
  const other = await full.signUp();
  await send(other, order);
  const { status, body } = await send(other, { ...order, event_id: "o-2" });
  expect([status, body.note]).toEqual([403, expect.stringContaining("can store 1 bytes")]);
});

test("a stream has a limited number of fields", async () => {
  const api = await open();
  const shop = await api.signUp();
  const wide = (from: number, count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, i) => [`f${from + i}`, "x"]));
  await send(shop, { ...order, ...wide(0, 90) });
  await send(shop, { ...order, event_id: "o-2", ...wide(90, 90) });
  const { status, body } = await send(shop, { ...order, event_id: "o-3", ...wide(180, 30) });
  expect(status).toBe(400);
  expect(body.note).toContain("different fields");
  expect((await send(shop, { ...order, event_id: "o-4", ...wide(0, 90) })).body.taken).toBe(1);
});

test("keys that only read send no events, and each key has its own allowance of them", async () => {
  const api = await open(1000, { limits: { ...testLimits, eventRequestsPerMinute: 2 } });
  const shop = await api.signUp();
  const { body: key } = await shop.post("/accounts/current/api_keys", { name: "reader", scope: "read" });
  expect((await send(api.as(key.api_key), order)).status).toBe(403);
  await send(shop, order);
  await send(shop, order);
  expect((await send(shop, order)).status).toBe(429);
  expect((await shop.get("/datasets")).status).toBe(200);
});
