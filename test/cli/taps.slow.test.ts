// Taps, targets and sources of the registry, unmodified, with the program as their other half: a database, CSV files under
// Meltano, Airbyte's source of made-up shops, and what the account has in a database and in files.

import { spawn } from "node:child_process";
import { once } from "node:events";
import { createReadStream } from "node:fs";
import { mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { createGunzip } from "node:zlib";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Client, createClient } from "../../src/cli/client.js";
import { postgresBin } from "../support/postgres.js";
import { pythonEnvironment } from "../support/python-environment.js";
import { type RunningService, startService } from "../support/service.js";
import { sharedPostgres } from "../support/shared-postgres.js";

const [program, target] = ["main", "target-bellwether"].map((name) =>
  fileURLToPath(new URL(`../../dist/src/cli/${name}.js`, import.meta.url)),
) as [string, string];

let service: RunningService;
let client: Client;
let dir: string;
let connection: { BELLWETHER_URL: string; BELLWETHER_KEY: string };

beforeAll(async () => {
  service = await startService({ env: { BELLWETHER_PARALLEL_BUILDS: "1" } });
  dir = await mkdtemp(path.join(tmpdir(), "bellwether-taps-"));
  const url = `${service.url}/v1`;
  const { api_key: key } = await createClient({ url }).post<{ api_key: string }>("/accounts", {
    name: "Shop",
    email: "me@example.com",
  });
  client = createClient({ url, key });
  connection = { BELLWETHER_URL: service.url, BELLWETHER_KEY: key };
});
afterAll(async () => {
  await service.kill();
  await rm(service.dataDir, { recursive: true, force: true });
  await rm(dir, { recursive: true });
});

/** Output of a program that succeeds. */
const ran = async (
  command: string,
  args: readonly string[],
  { input, env = {}, cwd }: { input?: string; env?: Record<string, string>; cwd?: string } = {},
): Promise<string> => {
  const child = spawn(command, args, {
    env: { ...process.env, ...connection, ...env },
    ...(cwd !== undefined && { cwd }),
  });
  child.stdin.on("error", () => {});
  child.stdin.end(input ?? "");
  const [out, err] = [text(child.stdout), text(child.stderr)];
  const [code] = await once(child, "close");
  expect(code, (await err).slice(-3000)).toBe(0);
  return out;
};
const bellwether = (args: readonly string[], input?: string) =>
  ran(process.execPath, [program, ...args], { ...(input !== undefined && { input }) });

const written = async (name: string, content: unknown): Promise<string> => {
  const file = path.join(dir, name);
  await writeFile(file, typeof content === "string" ? content : JSON.stringify(content));
  return file;
};

const lastLine = (output: string): string => output.trim().split("\n").at(-1) ?? "";

/** Rows of a directory by their key, the newest of each. */
const rowsIn = async (directory: string, keys: readonly string[]): Promise<Record<string, unknown>[]> => {
  const rows = new Map<string, Record<string, unknown>>();
  const files = await client.get<{ subpath: string }[]>(`/uploads?directory=${directory}`);
  for (const { subpath } of files.toReversed()) {
    const { body } = await client.send("GET", `/uploads/${subpath}`);
    const lines = await text(Readable.fromWeb(body as never).pipe(createGunzip()));
    for (const line of lines.trim().split("\n")) {
      const row: Record<string, unknown> = JSON.parse(line);
      rows.set(JSON.stringify(keys.map((key) => row[key])), row);
    }
  }
  return [...rows.values()];
};

test("a table of PostgreSQL comes by tap-postgres, and then what is new in it", async (context) => {
  const [bin, tap] = [
    postgresBin(),
    await pythonEnvironment("tap-postgres", ["meltanolabs-tap-postgres==0.10.0"]),
  ];
  if (!bin || !tap) return context.skip("PostgreSQL or tap-postgres is missing.");
  const server = await sharedPostgres(bin);
  const host = path.dirname(server.socket);
  const db = new pg.Client({ host, user: "postgres", database: "postgres" });
  await db.connect();
  await db.query("create schema shop");
  await db.query(
    "create table shop.orders (order_number bigint primary key, email text, total numeric(12,2), changed_at timestamptz, lines jsonb)",
  );
  const insert = (from: number, to: number, total: string) =>
    db.query(
      `insert into shop.orders select 9007199254740993 + n, 'c' || n % 50 || '@example.com', ${total}, '2025-01-01'::timestamptz + n * interval '1 hour', '[{"title": "Soap"}]' from generate_series(${from}, ${to}) n`,
    );
  await insert(1, 500, "n + 0.25");
  const config = await written("tap-postgres.json", {
    // The socket's directory after an address that nobody reads.
    sqlalchemy_url: `postgresql+psycopg2://postgres:none@localhost/postgres?host=${encodeURIComponent(host)}`,
    filter_schemas: ["shop"],
  });
  const program = path.join(tap, "tap-postgres");
  const catalog = JSON.parse(await ran(program, ["--config", config, "--discover"]));
  for (const entry of catalog.streams) {
    Object.assign(entry, { replication_method: "INCREMENTAL", replication_key: "changed_at" });
    for (const { breadcrumb, metadata } of entry.metadata)
      if (breadcrumb.length === 0)
        Object.assign(metadata, {
          selected: true,
          "replication-method": "INCREMENTAL",
          "replication-key": "changed_at",
        });
  }
  const selected = await written("catalog.json", catalog);
  const sync = async (state: string | null) => {
    const more = state === null ? [] : ["--state", await written("state.json", state)];
    const messages = await ran(program, ["--config", config, "--catalog", selected, ...more]);
    return lastLine(await bellwether(["target", "--prefix", "pg", "--datasets", "preview"], messages));
  };
  const state = await sync(null);
  await insert(501, 600, "n");
  await db.query(
    "update shop.orders set total = 1, changed_at = '2026-01-01' where order_number <= 9007199254740993 + 10",
  );
  await db.end();
  expect(await sync(state)).toContain("2026-01-01");
  const rows = await rowsIn("pg_shop-orders", ["order_number"]);
  expect(rows).toHaveLength(600);
  expect(rows.filter(({ total }) => Number(total) === 1)).toHaveLength(10);
  expect(rows.map(({ order_number }) => String(order_number))).toContain("9007199254740994");
});

test("CSV files come by tap-csv-folder under Meltano, which keeps the state", async (context) => {
  const tap = await pythonEnvironment("tap-csv-folder", ["tap-csv-folder==0.0.1a1"]);
  const meltano = await pythonEnvironment("meltano", ["meltano==4.4.1"]);
  if (!tap || !meltano) return context.skip("tap-csv-folder or Meltano is missing.");
  const project = path.join(dir, "meltano");
  await mkdir(path.join(project, "in"), { recursive: true });
  await writeFile(
    path.join(project, "in/orders.csv"),
    "id,email,total\n1,ada@example.com,10\n2,cy@example.com,20\n",
  );
  const loader = path.join(project, "target-bellwether");
  await writeFile(loader, `#!/bin/sh\nexec ${process.execPath} ${target} "$@"\n`, { mode: 0o755 });
  const plugins = {
    version: 1,
    send_anonymous_usage_stats: false,
    default_environment: "dev",
    environments: [{ name: "dev" }],
    plugins: {
      extractors: [
        {
          name: "tap-csv-folder",
          namespace: "tap_csv_folder",
          executable: path.join(tap, "tap-csv-folder"),
          capabilities: ["state"],
          config: {
            filesystem: "local",
            path: path.join(project, "in"),
            read_mode: "one_stream_per_file",
            start_date: "2020-01-01",
          },
        },
      ],
      loaders: [
        {
          name: "target-bellwether",
          namespace: "target_bellwether",
          executable: loader,
          settings: [
            { name: "url" },
            { name: "key", sensitive: true },
            { name: "prefix" },
            { name: "datasets" },
          ],
          config: { url: connection.BELLWETHER_URL, prefix: "files", datasets: "preview" },
        },
      ],
    },
  };
  // JSON is YAML.
  await writeFile(path.join(project, "meltano.yml"), JSON.stringify(plugins));
  const env = { TARGET_BELLWETHER_KEY: connection.BELLWETHER_KEY, HOME: project };
  const run = (...args: string[]) => ran(path.join(meltano, "meltano"), args, { env, cwd: project });
  await run("run", "tap-csv-folder", "target-bellwether");
  const rows = await rowsIn("files_orders", ["_sdc_line_number"]);
  expect(rows.map(({ id, email }) => [id, email])).toEqual([
    ["1", "ada@example.com"],
    ["2", "cy@example.com"],
  ]);
  expect(await run("state", "get", "dev:tap-csv-folder-to-target-bellwether")).toContain("_sdc_modified_at");
});

test("a shop of Airbyte's source-faker comes whole, and each state comes back with its records", async (context) => {
  const faker = await pythonEnvironment("airbyte-source-faker", ["airbyte-source-faker==7.2.1"]);
  if (!faker) return context.skip("airbyte-source-faker is missing.");
  const source = path.join(faker, "source-faker");
  const config = await written("faker.json", { count: 300, seed: 1, parallelism: 1 });
  const found = (await ran(source, ["discover", "--config", config]))
    .split("\n")
    .find((line) => line.includes('"CATALOG"'));
  const streams = JSON.parse(found!).catalog.streams.map(
    (stream: { source_defined_primary_key: unknown }) => ({
      stream,
      sync_mode: "incremental",
      destination_sync_mode: "append_dedup",
      primary_key: stream.source_defined_primary_key,
      cursor_field: ["updated_at"],
      generation_id: 1,
      minimum_generation_id: 0,
      sync_id: 1,
    }),
  );
  const catalog = await written("configured.json", { streams });
  const destination = await written("destination.json", {
    url: connection.BELLWETHER_URL,
    key: connection.BELLWETHER_KEY,
    prefix: "faker",
    datasets: "preview",
  });
  expect(JSON.parse(await bellwether(["airbyte", "check", "--config", destination]))).toEqual({
    type: "CONNECTION_STATUS",
    connectionStatus: { status: "SUCCEEDED" },
  });
  const messages = await ran(source, ["read", "--config", config, "--catalog", catalog]);
  const records = messages.split("\n").filter((line) => line.startsWith('{"type":"RECORD"'));
  const write = () =>
    bellwether(["airbyte", "write", "--config", destination, "--catalog", catalog], messages);
  const answers = (await write())
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
  const states = answers.filter(({ type }) => type === "STATE").map(({ state }) => state);
  const sent = messages
    .split("\n")
    .filter((line) => line.startsWith('{"type":"STATE"'))
    .map((line) => JSON.parse(line).state);
  expect(states.map(({ destinationStats: _, ...state }) => state)).toEqual(sent);
  const counts: number[] = states.map(({ destinationStats }) => destinationStats.recordCount);
  expect(counts.reduce((sum, count) => sum + count)).toBe(records.length);
  await write();
  const users = await rowsIn("faker_users", ["id"]);
  expect(users).toHaveLength(300);
  expect(users[0]).toHaveProperty(["address.city"]);
});

test("people go by the tap into PostgreSQL and into files, and once they are there not again", async (context) => {
  const bin = postgresBin();
  const toPostgres = await pythonEnvironment("target-postgres", ["meltanolabs-target-postgres==0.8.1"]);
  const toFiles = await pythonEnvironment("target-jsonl", ["target-jsonl==0.1.4"]);
  if (!bin || !toPostgres || !toFiles)
    return context.skip("PostgreSQL, target-postgres or target-jsonl is missing.");
  const rows = Array.from(
    { length: 40 },
    (_, n) => `${n},c${n}@example.com,2025-01-${String(1 + (n % 28)).padStart(2, "0")},10`,
  );
  const orders = await written("orders.csv", ["Customer ID,Email,Order date,Total", ...rows].join("\n"));
  await bellwether(["import", orders, "--name", "Orders", "--yes"]);
  await bellwether(["wait", "--all"]);
  const messages = await bellwether(["tap"]);

  const server = await sharedPostgres(bin);
  const host = path.dirname(server.socket);
  const config = await written("target-postgres.json", {
    sqlalchemy_url: `postgresql+psycopg2://postgres@/postgres?host=${host}`,
    default_target_schema: "scores",
  });
  const load = (input: string) =>
    ran(path.join(toPostgres, "target-postgres"), ["--config", config], { input });
  const state = lastLine(await load(messages));
  await load(messages);
  const db = new pg.Client({ host, user: "postgres", database: "postgres" });
  await db.connect();
  const counted = await db.query(
    "select count(*)::int as rows, count(distinct email)::int as emails from scores.people",
  );
  await db.end();
  expect(counted.rows).toEqual([{ rows: 40, emails: 40 }]);

  const again = await bellwether(["tap", "--state", await written("tap-state.json", state)]);
  expect(
    again
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line).type),
  ).toEqual(["STATE"]);

  const files = path.join(dir, "files");
  await mkdir(files);
  const options = await written("target-jsonl.json", { destination_path: files });
  await ran(path.join(toFiles, "target-jsonl"), ["--config", options], { input: messages });
  const [file] = await readdir(files);
  expect((await text(createReadStream(path.join(files, file!)))).trim().split("\n")).toHaveLength(40);
});
