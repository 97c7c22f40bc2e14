// The target of Singer's protocol against the real app: what is uploaded, what is acknowledged and when.

import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { pathToFileURL } from "node:url";
import { createGunzip, gzipSync } from "node:zlib";
import { expect, onTestFinished, test } from "vitest";
import { type Client, createClient } from "../../src/cli/client.js";
import { exitCodes } from "../../src/cli/exit.js";
import { quiet } from "../../src/cli/fixtures.js";
import { run } from "../../src/cli/run.js";
import { RecordSink } from "../../src/cli/singer/record-sink.js";
import { receiveMessages } from "../../src/cli/singer/target.js";
import { openApi } from "../api/harness.js";

const batch = { ms: 60_000, characters: 1 << 20 };
const never = new AbortController().signal;

const open = async () => {
  const { app, signUp } = await openApi();
  const { key } = await signUp();
  const url = await app.listen({ host: "127.0.0.1", port: 0 });
  const client = createClient({ url: `${url}/v1`, key });
  const files = async (): Promise<string[]> => {
    const all = await client.get<{ subpath: string }[]>("/uploads");
    return all.map(({ subpath }) => subpath).toReversed();
  };
  const rowsOf = async (file: string): Promise<Record<string, unknown>[]> => {
    const { body } = await client.send("GET", `/uploads/${file}`);
    const lines = await text(Readable.fromWeb(body as never).pipe(createGunzip()));
    return lines
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
  };
  /** The states that come back, and why it stopped. */
  const receive = async (input: AsyncIterable<Buffer>, of: Partial<typeof batch> = {}) => {
    const sink = new RecordSink({ client, prefix: "shop", signal: never });
    const states: string[] = [];
    const failure = await receiveMessages({
      input,
      sink,
      batch: { ...batch, ...of },
      writeState: (line) => states.push(line),
    }).then(
      () => null,
      (error: Error) => error.message,
    );
    await sink.discard();
    return { states, failure };
  };
  const send = (messages: readonly unknown[], of?: Partial<typeof batch>) => receive(written(messages), of);
  return { client, files, rowsOf, receive, send };
};

const written = (messages: readonly unknown[]) =>
  Readable.from(
    messages.map((message) =>
      Buffer.from(`${typeof message === "string" ? message : JSON.stringify(message)}\n`),
    ),
  );

const properties = { id: { type: "integer" }, total: { type: "number" } };
const schema = { type: "SCHEMA", stream: "orders", key_properties: ["id"], schema: { properties } };
const record = (id: number, total = 10, more: object = {}) => ({
  type: "RECORD",
  stream: "orders",
  record: { id, total },
  ...more,
});
const state = (value: unknown) => ({ type: "STATE", value });

test("the newest state comes back once all records are files", async () => {
  const { send, files, rowsOf } = await open();
  expect(await send([schema, record(1), state({ at: 1 }), record(2), state({ at: 2 }), record(3)])).toEqual({
    states: ['{"at":2}'],
    failure: null,
  });
  const [file, ...others] = await files();
  expect(others).toEqual([]);
  expect(file).toMatch(/^shop_orders\/[0-9a-f]{24}\.jsonl\.gz$/);
  expect(await rowsOf(file!)).toEqual([1, 2, 3].map((id) => ({ id, total: 10 })));
});

test("records that come again replace their own file", async () => {
  const { send, files } = await open();
  const messages = [schema, record(1), record(2), state({ at: 2 })];
  await send(messages);
  const before = await files();
  await send(messages);
  expect(await files()).toEqual(before);
});

test("much that waits is uploaded before the tap ends, and the state with it", async () => {
  const { send, files } = await open();
  const messages = [schema, ...[1, 2, 3].flatMap((id) => [record(id), state({ at: id })])];
  expect((await send(messages, { characters: 30 })).states).toEqual(['{"at":1}', '{"at":3}']);
  expect(await files()).toHaveLength(2);
});

test("what waits while the tap is silent is uploaded in time", async () => {
  const { receive, files } = await open();
  let arrived = 0;
  async function* slowly() {
    yield* written([schema, record(1), state({ at: 1 })]);
    while ((await files()).length === 0) arrived++;
    yield* written([record(2), state({ at: 2 })]);
  }
  expect((await receive(slowly(), { ms: 1 })).states.at(0)).toBe('{"at":1}');
  expect(arrived).toBeGreaterThan(0);
});

test("an activated version has the files of others deleted, and no file of anybody else", async () => {
  const { client, send, files, rowsOf } = await open();
  await client.send("POST", "/uploads/shop_orders/by-hand.csv", { body: "id,total\n9,1\n" });
  const run = (version: number, ids: number[]) => [
    schema,
    ...ids.map((id) => record(id, version, { version })),
    { type: "ACTIVATE_VERSION", stream: "orders", version },
    state({ version }),
  ];
  await send([schema, record(8)]);
  await send(run(1700000000001, [1, 2, 3]));
  await send(run(1700000000002, [1, 3]));
  const [byHand, newest, ...others] = await files();
  expect([byHand, others]).toEqual(["shop_orders/by-hand.csv", []]);
  expect(newest).toContain("/v1700000000002-");
  expect(await rowsOf(newest!)).toEqual([1, 3].map((id) => ({ id, total: 1700000000002 })));
});

test("rows of a version that began after the activated one stay", async () => {
  const { send, files } = await open();
  await send([
    schema,
    record(1, 1, { version: 5 }),
    { type: "ACTIVATE_VERSION", stream: "orders", version: 5 },
    record(1, 2, { version: 6 }),
  ]);
  expect((await files()).map((file) => file.slice(0, 15))).toEqual(["shop_orders/v5-", "shop_orders/v6-"]);
});

test("a record without a key is known by all that it says", async () => {
  const { send, files, rowsOf } = await open();
  const visit = (page: string, at = "") => ({
    type: "RECORD",
    stream: "visits",
    record: { page, _sdc_extracted_at: at },
  });
  await send([
    { type: "SCHEMA", stream: "visits", schema: { properties: { page: {} } } },
    visit("a"),
    visit("b"),
    visit("a", "2026-01-01"),
  ]);
  const [a, b, again] = (await rowsOf((await files())[0]!)).map(({ _sdc_row_hash: hash }) => hash);
  expect(a).toMatch(/^[0-9a-f]{24}$/);
  expect([a === again, a === b]).toEqual([true, false]);
});

test.each([
  ["INFO starting", "Line 3: it is no JSON message"],
  [[1], "Line 3: it has no type"],
  [
    { type: "RECORD", stream: "others", record: {} },
    "Line 3: nothing has said yet what the stream others is",
  ],
  [{ type: "RECORD", stream: "orders", record: { total: 1 } }, "Line 3: the record of orders has no id"],
  [{ type: "RECORD", stream: "orders" }, "Line 3: the RECORD of orders has no record"],
  [{ type: "RECORD", record: {} }, "Line 3: this RECORD names no stream"],
  [record(1, 1, { version: "new" }), 'Line 3: its version is "new"'],
  [{ type: "SCHEMA", stream: "b" }, "Line 3: the SCHEMA of b has no schema"],
  [
    { ...schema, stream: "orders!", key_properties: "id" },
    "Line 3: the key_properties of orders! are no list",
  ],
  [{ type: "LOG", stream: "orders" }, "Line 3: there is no message LOG"],
])(
  "a line that cannot be used is refused by its number, once what came before it is durable: %j",
  async (line, says) => {
    const { send, files } = await open();
    const { states, failure } = await send([schema, record(1), line, state({ at: 9 })]);
    expect(failure).toContain(says);
    expect([states, (await files()).length]).toEqual([[], 1]);
  },
);

test("a service that refuses is said, and nothing is acknowledged", async () => {
  const { client } = await open();
  const stranger = { ...client, send: () => Promise.reject(new Error("401")) };
  const sink = new RecordSink({ client: stranger, prefix: "shop", signal: never });
  const others = { ...schema, stream: "others" };
  const input = written([
    schema,
    record(1),
    others,
    { ...record(1), stream: "others", record: { id: 1, note: "x".repeat(300_000) } },
    state({ at: 1 }),
  ]);
  const states: string[] = [];
  const receiving = receiveMessages({ input, sink, batch, writeState: (line) => states.push(line) });
  await expect(receiving).rejects.toThrow("401");
  await sink.discard();
  expect(states).toEqual([]);
});

test("an upload that breaks off is sent again, whole", async () => {
  const { client, rowsOf, files } = await open();
  let tries = 0;
  const breaking: Client = {
    ...client,
    send(method, to, sent) {
      if (method !== "POST" || tries++ > 0) return client.send(method, to, sent);
      const body = (sent!.body as ReadableStream).pipeThrough(
        new TransformStream({ transform: () => Promise.reject(new Error("cable")) }),
      );
      return client.send(method, to, { ...sent, body });
    },
  };
  const sink = new RecordSink({ client: breaking, prefix: "shop", signal: never });
  await receiveMessages({ input: written([schema, record(1)]), sink, batch, writeState: () => {} });
  expect(tries).toBe(2);
  expect(await rowsOf((await files())[0]!)).toHaveLength(1);
});

test("a directory without files is not imported", async () => {
  const { app, signUp } = await openApi();
  const { key } = await signUp();
  const url = await app.listen({ host: "127.0.0.1", port: 0 });
  const { terminal, err } = quiet({ BELLWETHER_URL: url, BELLWETHER_KEY: key });
  expect(await run(["import", "--directory", "shop_orders"], terminal)).toBe(exitCodes.misused);
  expect(err()).toContain("There are no files in the upload directory shop_orders.");
  expect(await run(["import"], terminal)).toBe(exitCodes.misused);
});

test("two streams of one directory are refused", async () => {
  const { send } = await open();
  const named = (stream: string) => ({ ...schema, stream });
  expect((await send([named("a-b c"), named("a-b.c")])).failure).toContain(
    "Line 2: the streams a-b c and a-b.c would both be stored in shop_a-b_c",
  );
});

test("records of a batch are read from its files", async () => {
  const { send, files, rowsOf } = await open();
  const dir = await mkdtemp(path.join(tmpdir(), "bellwether-target-"));
  onTestFinished(() => rm(dir, { recursive: true }));
  const file = path.join(dir, "orders.json.gz");
  await writeFile(file, gzipSync('{"id":1,"total":2}\n{"id":2,"total":3}\n'));
  const encoding = { format: "jsonl", compression: "gzip" };
  const of = (manifest: string[]) => ({ type: "BATCH", stream: "orders", encoding, manifest });
  expect(await send([schema, of([pathToFileURL(file).href]), state({ at: 2 })])).toEqual({
    states: ['{"at":2}'],
    failure: null,
  });
  expect(await rowsOf((await files())[0]!)).toEqual([
    { id: 1, total: 2 },
    { id: 2, total: 3 },
  ]);
  expect((await send([schema, of(["s3://bucket/orders"])])).failure).toContain(
    'Line 2: it names "s3://bucket/orders"',
  );
  expect((await send([schema, of([pathToFileURL(`${file}x`).href])])).failure).toContain("ENOENT");
});
