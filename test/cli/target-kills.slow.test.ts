// Taps and targets that are killed at drawn moments, again and again, and go on from the last state that came back: an
// incremental stream by its key, one without a key, and a whole table with versions. In the end nothing is missing, and
// nothing counts twice.

import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { text } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { expect, onTestFinished, test } from "vitest";
import { type Random, randomFor } from "../../examples/shop/random.js";
import { createClient } from "../../src/cli/client.js";
import { exitCodes } from "../../src/cli/exit.js";
import { quiet } from "../../src/cli/fixtures.js";
import { run } from "../../src/cli/run.js";
import { amountOf, rotatingSeed } from "../run/amounts.js";
import { reportFaults } from "../support/faults.js";
import { startService } from "../support/service.js";

const kills = amountOf("taps", { whole: 100, sample: 8 });
const program = fileURLToPath(new URL("../../dist/src/cli/main.js", import.meta.url));

const orders = 3_000;
const changes = 1_000;
const visits = 2_000;
const members = 150;
const customer = (n: number) => `customer-${n % 300}@example.com`;
const moment = (n: number) => new Date(Date.UTC(2025, 0, 1) + n * 600_000).toISOString();

/** What the source has: each step is a record and the state after it. Orders are changed after they were made. */
const steps = [
  ...Array.from({ length: orders }, (_, n) => ({
    stream: "orders",
    record: { order_number: n + 1, email: customer(n), created_at: moment(n), total: 10 + (n % 7) },
  })),
  ...Array.from({ length: changes }, (_, n) => ({
    stream: "orders",
    record: { order_number: n + 1, email: customer(n), created_at: moment(n), total: 100 },
  })),
  ...Array.from({ length: visits }, (_, n) => ({
    stream: "visits",
    record: { email: customer(n), visited_at: moment(n), page: `/page-${n}` },
  })),
];
const ordersTotal = Array.from({ length: orders }, (_, n) => (n < changes ? 100 : 10 + (n % 7))).reduce(
  (a, b) => a + b,
);

interface Dataset {
  name: string;
  ledger?: Record<string, { events: number; value_total?: number }>;
}

const properties = (record: object) => ({
  properties: Object.fromEntries(
    Object.keys(record).map((name) => [name, { type: ["null", "string", "number"] }]),
  ),
});

/** All that a tap writes from a state on. It begins with the record of the state, as taps do, and ends with a table. */
function* messages(from: number, version: number): Generator<string> {
  const line = (message: object) => `${JSON.stringify(message)}\n`;
  const member = (n: number) => ({
    member_number: n + 1,
    email: customer(n),
    joined_at: moment(n),
    plan: "gold",
  });
  yield line({
    type: "SCHEMA",
    stream: "orders",
    key_properties: ["order_number"],
    schema: properties(steps[0]!.record),
  });
  yield line({
    type: "SCHEMA",
    stream: "visits",
    key_properties: [],
    schema: properties(steps.at(-1)!.record),
  });
  yield line({
    type: "SCHEMA",
    stream: "members",
    key_properties: ["member_number"],
    schema: properties(member(0)),
  });
  for (let n = 0; n < members; n++)
    yield line({ type: "RECORD", stream: "members", record: member(n), version });
  yield line({ type: "ACTIVATE_VERSION", stream: "members", version });
  for (let at = from; at < steps.length; at++) {
    yield line({ type: "RECORD", ...steps[at] });
    if (at % 40 === 39) yield line({ type: "STATE", value: { at } });
  }
  yield line({ type: "STATE", value: { at: steps.length } });
}

/** A tap of this process and a target of its own, of which one is killed after a number of messages. */
const runUntilKilled = async (
  target: ChildProcessWithoutNullStreams,
  from: number,
  kill: { after: number; of: "tap" | "target" | null; waitMs: number; bytes: number },
): Promise<{ at: number | undefined; said: string }> => {
  const states = text(target.stdout);
  const said = text(target.stderr);
  const ended = once(target, "close");
  target.stdin.on("error", () => {});
  let sent = 0;
  for (const message of messages(from, Date.now())) {
    if (kill.of !== null && sent++ >= kill.after) {
      // A killed program leaves half a message in the pipe.
      target.stdin.write(message.slice(0, kill.bytes % message.length));
      break;
    }
    if (!target.stdin.write(message) && target.stdin.writable)
      await Promise.race([once(target.stdin, "drain"), ended]);
    if (sent % 100 === 0) await sleep(1);
  }
  if (kill.of === "target") {
    await sleep(kill.waitMs);
    target.kill("SIGKILL");
  } else target.stdin.end();
  await ended;
  const whole = (await states).split("\n").slice(0, -1);
  const last = whole.at(-1);
  return { at: last === undefined ? undefined : JSON.parse(last).at, said: await said };
};

test(`${kills} kills of tap or target lose nothing and double nothing`, async () => {
  const service = await startService({ env: { BELLWETHER_PARALLEL_BUILDS: "1" } });
  const dir = await mkdtemp(path.join(tmpdir(), "bellwether-kills-"));
  onTestFinished(async () => {
    await service.kill();
    await rm(service.dataDir, { recursive: true, force: true });
    await rm(dir, { recursive: true });
  });
  const signUp = await createClient({ url: `${service.url}/v1` }).post<{ api_key: string }>("/accounts", {
    name: "Shop",
    email: "me@example.com",
  });
  const key = signUp.api_key;
  const client = createClient({ url: `${service.url}/v1`, key });
  const start = (...args: string[]) =>
    spawn(process.execPath, [program, "target", "--prefix", "shop", ...args], {
      env: { ...process.env, BELLWETHER_URL: service.url, BELLWETHER_KEY: key, TMPDIR: dir },
    });
  const random: Random = randomFor(rotatingSeed);
  let at = 0;
  let repeated = 0;
  for (let n = 0; n < kills; n++) {
    const left = steps.length - at;
    const { at: reached } = await runUntilKilled(
      start("--datasets", "preview", "--batch-seconds", "0.05"),
      at,
      {
        of: random() < 0.6 ? "target" : "tap",
        after: members + Math.floor(random() * Math.min(left, 400)),
        waitMs: random() * 1_200,
        bytes: Math.floor(random() * 300),
      },
    );
    if (reached === undefined || reached <= at) repeated++;
    // Whoever is through all of it begins again: the same source, read from its start.
    at = reached === undefined ? at : reached >= steps.length ? 0 : reached;
  }
  const end = await runUntilKilled(start("--datasets", "preview"), Math.min(at, steps.length), {
    of: null,
    after: 0,
    waitMs: 0,
    bytes: 0,
  });
  expect(end.at, end.said).toBe(steps.length);
  for (const stream of ["orders", "visits", "members"]) {
    const { terminal, err } = quiet({ BELLWETHER_URL: service.url, BELLWETHER_KEY: key });
    expect(await run(["import", "--directory", `shop_${stream}`, "--yes"], terminal), err()).toBe(
      exitCodes.done,
    );
  }
  const datasets = await client.get<Dataset[]>("/datasets");
  const counted = Object.fromEntries(
    datasets.map(({ name, ledger = {} }) => [
      name,
      Object.values(ledger).map(({ events, value_total }) => [events, value_total]),
    ]),
  );
  console.info(`${kills} kills, ${repeated} of them before a new state`);
  expect(counted).toEqual({
    "Shop orders": [[orders, ordersTotal]],
    "Shop visits": [[visits, undefined]],
    "Shop members": [[members, undefined]],
  });
  reportFaults("tap or target killed", { faults: kills, lost: 0, wrongBytes: 0 });
});
