// Clock of the machine: it is moved forwards and backwards, by minutes to weeks, under a service with work in
// its queue. No write is lost, no build and no delivery waits for a moment that is far away, and nothing is
// deleted before its time. Needs libfaketime.

import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { type Random, randomFor } from "../../examples/shop/random.js";
import type { Client } from "../../src/cli/client.js";
import { startReceiver } from "../../src/notify/fixtures.js";
import { needing } from "../run/needs.js";
import { signUp } from "../support/drive.js";
import { eventually } from "../support/eventually.js";
import { reportFaults } from "../support/faults.js";
import { hasMovableClock, movableClock } from "../support/movable-clock.js";
import { type RunningService, startService } from "../support/service.js";

const moves = 50;
const minute = 60;
const day = 86_400;

let dir: string;
beforeAll(async () => {
  dir = await mkdtemp(path.join(tmpdir(), "bellwether-clock-"));
});
afterAll(() => rm(dir, { recursive: true }));

/** A clock that also moves by minutes to weeks, forwards or backwards, at most a month from now. */
const restlessClock = async () => {
  const clock = await movableClock(path.join(dir, "clock"));
  let offset = 0;
  const set = async (seconds: number): Promise<void> => {
    offset = seconds;
    await clock.set(seconds);
  };
  const move = async (random: Random): Promise<void> => {
    const seconds = Math.round(5 * minute * 8_000 ** random());
    const isForward = offset < -30 * day || (offset < 30 * day && random() < 0.5);
    await set(offset + (isForward ? seconds : -seconds));
  };
  return { env: clock.env, set, move };
};

const customers = (file: number): string =>
  `id,date\n${[1, 2, 3].map((customer) => `c${file}-${customer},2024-0${customer}-01\n`).join("")}`;

const dataset = {
  name: "Orders",
  identity_sets: { customer: { customer_id: "id" } },
  options: { type: "hosted_csv", upload_directory: "orders" },
  output_to_streams: { transaction: { data_map: { datetime: "date" } } },
};

interface DatasetRecord {
  id: string;
  status: string;
  updates?: { rows_added: number }[];
}

const allBuilt = (client: Client, id: string, files: number): Promise<true> =>
  eventually(`${files} files are built`, async () => {
    const { status, updates = [] } = await client.get<DatasetRecord>(`/datasets/${id}`);
    return (status === "ready" && updates.length === files) || undefined;
  });

const uploadText = async (client: Client, name: string, text: string): Promise<void> => {
  const file = path.join(dir, name);
  await writeFile(file, text);
  await client.upload("orders", name, file);
};

const tus = { "tus-resumable": "1.0.0" };

/** Announces a file and sends its first half. Resolves to the function that sends the rest. */
const startResumable = async (client: Client, name: string, text: string): Promise<() => Promise<void>> => {
  const metadata = [`directory ${btoa("orders")}`, `filename ${btoa(name)}`].join(",");
  const announced = { ...tus, "upload-length": String(text.length), "upload-metadata": metadata };
  const created = await client.send("POST", "/resumable_uploads", { headers: announced });
  const at = new URL(created.headers.get("location")!, "http://localhost").pathname;
  const half = Math.floor(text.length / 2);
  const send = async (from: number, to: number): Promise<void> => {
    const headers = {
      ...tus,
      "upload-offset": String(from),
      "content-type": "application/offset+octet-stream",
    };
    await client.send("PATCH", at, { headers, body: text.slice(from, to) });
  };
  await send(0, half);
  return () => send(half, text.length);
};

/** Signs in as the console does. Resolves to whether the session still lasts. */
const signIn = async ({ url }: RunningService, key: string): Promise<() => Promise<boolean>> => {
  const answer = await fetch(`${url}/v1/sessions`, {
    method: "POST",
    headers: { "content-type": "application/json", origin: url },
    body: JSON.stringify({ api_key: key }),
  });
  expect(answer.status).toBeLessThan(300);
  const cookie = answer.headers.get("set-cookie")!.split(";")[0]!;
  return async () => {
    const current = await fetch(`${url}/v1/sessions/current`, { headers: { cookie } });
    return ((await current.json()) as { account: object | null }).account !== null;
  };
};

test(
  `a service lives through ${moves} moves of its clock (without the Debian package faketime this is skipped)`,
  needing("faketime", hasMovableClock),
  async () => {
    const clock = await restlessClock();
    const random = randomFor(20_110_301, moves);
    const service = await startService({ env: clock.env });
    onTestFinished(async () => {
      await service.stop();
      await rm(service.dataDir, { recursive: true, force: true });
    });
    const receiver = await startReceiver();
    onTestFinished(() => receiver.close());
    const { client, key } = await signUp(service.url);
    const isSignedIn = await signIn(service, key);
    const leaving = await signUp(service.url);
    const { id: leavingId } = await leaving.client.get<{ id: string }>("/accounts/current");
    await leaving.client.delete(`/accounts/${leavingId}`);
    await client.post("/webhook_endpoints", { url: receiver.url });
    const { id } = await client.post<DatasetRecord>("/datasets", dataset);
    const finish = await startResumable(client, "parts.csv", customers(0));

    for (let move = 1; move <= moves; move++) {
      await uploadText(client, `${move}.csv`, customers(move));
      await sleep(300 * random());
      await clock.move(random);
      if (move % 10 === 0) await allBuilt(client, id, move);
    }
    await clock.set(0);
    await finish();
    await allBuilt(client, id, moves + 1);

    const uploads = await client.get<{ subpath: string }[]>("/uploads");
    const newestFirst = Array.from({ length: moves }, (_, i) => `orders/${moves - i}.csv`);
    expect(uploads.map(({ subpath }) => subpath)).toEqual(["orders/parts.csv", ...newestFirst]);
    expect(await isSignedIn()).toBe(true);
    expect(await leaving.client.get("/accounts/current")).toMatchObject({ id: leavingId });
    await eventually("the receiver has a message", async () => receiver.received.length > 0 || undefined);
    expect(service.output()).toContain("the clock of this machine was moved");
    reportFaults("clock moved", { faults: moves, lost: 0, wrongBytes: 0 });
  },
);
