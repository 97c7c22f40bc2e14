// The destination of Airbyte's protocol against the real app: what is uploaded, and which states come back when.

import { Readable } from "node:stream";
import { expect, test } from "vitest";
import { createClient } from "../../src/cli/client.js";
import { UsageError } from "../../src/cli/exit.js";
import { configuredStreams, writeRecords } from "../../src/cli/singer/airbyte.js";
import { RecordSink } from "../../src/cli/singer/record-sink.js";
import { openApi } from "../api/harness.js";

const open = async () => {
  const { app, signUp } = await openApi();
  const { key } = await signUp();
  const url = await app.listen({ host: "127.0.0.1", port: 0 });
  const client = createClient({ url: `${url}/v1`, key });
  const files = async (): Promise<string[]> => {
    const all = await client.get<{ subpath: string }[]>("/uploads");
    return all.map(({ subpath }) => subpath.replace(/[0-9a-f]{24}\.jsonl\.gz$/, "")).toReversed();
  };
  const send = async (catalog: object, messages: readonly unknown[], characters = 1 << 20) => {
    const sink = new RecordSink({ client, prefix: "shop", signal: new AbortController().signal });
    const written: object[] = [];
    const lines = messages.map((each) =>
      Buffer.from(`${typeof each === "string" ? each : JSON.stringify(each)}\n`),
    );
    const failure = await writeRecords({
      input: Readable.from(lines),
      streams: configuredStreams({ streams: [catalog] }, "catalog.json", 7),
      sink,
      write: (message) => written.push(message),
      batch: { ms: 60_000, characters },
    }).then(
      () => null,
      (error: Error) => error.message,
    );
    return { written, failure };
  };
  return { files, send };
};

const stream = { name: "orders", namespace: "web", json_schema: { properties: { id: {}, total: {} } } };
const record = (id: number) => ({
  type: "RECORD",
  record: { stream: "orders", namespace: "web", data: { id, total: 1 }, emitted_at: 0 },
});
const state = (at: number) => ({ type: "STATE", state: { type: "GLOBAL", global: { at } } });
const status = (of: string) => ({
  type: "TRACE",
  trace: {
    type: "STREAM_STATUS",
    stream_status: { stream_descriptor: { name: "orders", namespace: "web" }, status: of },
  },
});
const dedup = { stream, destination_sync_mode: "append_dedup", primary_key: [["id"]] };

test("every state comes back in its order, with the records before it, once they are files", async () => {
  const { send, files } = await open();
  const { written, failure } = await send(dedup, [
    record(1),
    record(2),
    state(1),
    record(3),
    state(2),
    record(4),
  ]);
  expect(failure).toBe(null);
  expect(written).toEqual([
    { type: "STATE", state: { type: "GLOBAL", global: { at: 1 }, destinationStats: { recordCount: 2 } } },
    { type: "STATE", state: { type: "GLOBAL", global: { at: 2 }, destinationStats: { recordCount: 1 } } },
  ]);
  expect(await files()).toEqual(["shop_web_orders/"]);
});

test("a stream that overwrites keeps the former rows until it is complete", async () => {
  const { send, files } = await open();
  const generation = (id: number) => ({ stream, destination_sync_mode: "overwrite", generation_id: id });
  await send(generation(1), [record(1), status("COMPLETE")]);
  await send(generation(2), [record(2), status("INCOMPLETE")]);
  expect(await files()).toEqual(["shop_web_orders/v1-", "shop_web_orders/v2-"]);
  await send(generation(2), [record(3), status("COMPLETE")]);
  expect(await files()).toEqual(["shop_web_orders/v2-", "shop_web_orders/v2-"]);
});

test("a line that cannot be used is refused by its number, once what came before it is durable", async () => {
  const { send, files } = await open();
  const { written, failure } = await send(dedup, [record(1), state(1), "{oops"]);
  expect(failure).toContain("Line 3: it is no JSON message");
  expect([written.length, await files()]).toEqual([1, ["shop_web_orders/"]]);
  const keyless = { ...record(1), record: { ...record(1).record, data: { total: 1 } } };
  expect((await send(dedup, [keyless])).failure).toContain("Line 1: the record of web_orders has no id");
});

test("a catalog without streams, or with one that has no name, is refused", () => {
  expect(() => configuredStreams({}, "c.json", 7)).toThrow(UsageError);
  expect(() => configuredStreams({ streams: [{ stream: {} }] }, "c.json", 7)).toThrow(
    "A stream of the catalog c.json has no name.",
  );
});
