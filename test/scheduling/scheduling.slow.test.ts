// The guide of schedulers, run as it is written: docs/scheduling.md from a new file to a list, by cron's
// script, by the three calls, by Airflow and by dbt.

import { execFile } from "node:child_process";
import { chmod, copyFile, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { generateShop } from "../../examples/shop/shop.js";
import { skipWithout } from "../run/needs.js";
import { signUp } from "../support/drive.js";
import { postgresBin, startPostgres } from "../support/postgres.js";
import { pythonEnvironment } from "../support/python-environment.js";
import { type RunningService, startService } from "../support/service.js";

const run = promisify(execFile);
const root = path.resolve(import.meta.dirname, "../..");

let dir: string;
let orders: string;
let guide: string;
let service: RunningService;
let env: NodeJS.ProcessEnv;

beforeAll(async () => {
  dir = await mkdtemp(path.join(tmpdir(), "bellwether-scheduling-"));
  orders = path.join(dir, "orders.csv");
  guide = await readFile(path.join(root, "docs/scheduling.md"), "utf8");
  await copyFile((await generateShop({ customers: 300, seed: 1, out: dir })).transactions, orders);
  service = await startService();
  const { key } = await signUp(service.url);
  env = {
    ...process.env,
    BELLWETHER_URL: service.url,
    BELLWETHER_KEY: key,
    PATH: `${dir}:${process.env.PATH}`,
  };
  await program("bellwether", `#!/bin/sh\nexec node ${path.join(root, "dist/src/cli/main.js")} "$@"\n`);
});
afterAll(async () => {
  await service.stop();
  await Promise.all([dir, service.dataDir].map((each) => rm(each, { recursive: true, force: true })));
});

/** The code blocks of a language below a heading of the guide. */
const blocks = (heading: string, language: string): string[] => {
  const section = guide.split(/^## /m).find((each) => each.startsWith(`${heading}\n`))!;
  return [...section.matchAll(/^```(\w*)\n([\s\S]*?)^```$/gm)].flatMap(([, of, code]) =>
    of === language ? [code!] : [],
  );
};

const program = async (name: string, text: string): Promise<string> => {
  const file = path.join(dir, name);
  await writeFile(file, text);
  await chmod(file, 0o755);
  return file;
};

/** Runs lines of the guide as a shell does that stops at the first failure. */
const shell = (lines: string, extra: NodeJS.ProcessEnv = {}) =>
  run("sh", ["-euc", lines], { cwd: dir, env: { ...env, ...extra } });

/** Puts the programs of these packages behind those of PATH. */
const isInstalled = async (name: string, packages: readonly string[]): Promise<boolean> => {
  const programs = await pythonEnvironment(name, packages);
  if (programs !== undefined) env = { ...env, PATH: `${env.PATH}:${programs}` };
  return programs !== undefined;
};

const header = async (file: string): Promise<string> => (await readFile(file, "utf8")).split("\n")[0]!;

test("cron's script makes a list, and keeps it when the service does not answer", async () => {
  await shell(`bellwether apply ${path.join(root, "examples/pipelines/repeat-purchase.yaml")} --yes`);
  const script = await program("nightly.sh", blocks("cron", "sh")[0]!);
  const list = path.join(dir, "likely-buyers.csv");
  await shell(`${script} ${orders} ${list}`);
  expect(await header(list)).toContain("propensity_probability");
  const made = await readFile(list, "utf8");
  const away = { BELLWETHER_URL: "http://127.0.0.1:1" };
  await expect(shell(`${script} ${orders} ${list}`, away)).rejects.toMatchObject({ code: 3 });
  expect(await readFile(list, "utf8")).toBe(made);
});

test("three calls do the same without the command line", async () => {
  const { stdout } = await shell("bellwether target list --json");
  const [{ id }] = JSON.parse(stdout) as [{ id: string }];
  await shell(blocks("Without the command line", "sh")[0]!, { TARGET: id });
  expect(await header(path.join(dir, "scores.csv"))).toContain("propensity_probability");
});

test("Airflow runs the DAG", async (context) => {
  const packages = ["apache-airflow==3.3.2", "apache-airflow-providers-standard==1.21.0"];
  if (!(await isInstalled("airflow", packages))) return skipWithout("Python's packages", context);
  const home = path.join(dir, "airflow");
  for (const each of ["airflow/dags", "orders", "scores"])
    await mkdir(path.join(dir, each), { recursive: true });
  await copyFile(orders, path.join(dir, "orders/2026-01-31.csv"));
  const dag = blocks("Airflow", "python")[0]!.replaceAll("/srv/", `${dir}/`);
  await writeFile(path.join(home, "dags/bellwether_scores.py"), dag);
  const airflow = { AIRFLOW_HOME: home, AIRFLOW__CORE__LOAD_EXAMPLES: "false" };
  await shell("airflow db migrate", airflow);
  await shell("airflow dags test bellwether_scores 2026-01-31", airflow);
  expect(await readdir(path.join(dir, "scores"))).toEqual(["2026-01-31.csv"]);
});

test("dbt builds the orders, and models of the scores", async (context) => {
  const bin = postgresBin();
  if (bin === undefined) return skipWithout("PostgreSQL", context);
  const packages = ["dbt-core==1.10.23", "dbt-postgres==1.11.0"];
  if (!(await isInstalled("dbt", packages))) return skipWithout("Python's packages", context);
  const server = await startPostgres(bin);
  const client = new pg.Client(server.url("public"));
  await client.connect();
  try {
    await client.query(rawOrders);
    const cwd = await dbtProject(client.host);
    const login = {
      SHOP_HOST: client.host,
      SHOP_DATABASE: "postgres",
      SHOP_USER: "postgres",
      SHOP_PASSWORD: "x",
    };
    const account = { BELLWETHER_KEY: (await signUp(service.url)).key };
    const [first, nightly] = blocks("dbt", "sh");
    const setUp = first!
      .replace("SHOP_HOST=db.example.com SHOP_PASSWORD=…", "")
      .replace("examples/", `${path.join(root, "examples")}/`);
    await shell(`cd ${cwd}\n${setUp}`, { ...account, ...login });
    await client.query("insert into raw_orders values ('late@example.com', '2025-02-04', 12)");
    await shell(`cd ${cwd}\n${nightly}`, account);
    const { rows } = await client.query("select count(*)::int as people, max(chance) as most from chances");
    expect(rows).toEqual([{ people: 241, most: expect.any(Number) }]);
  } finally {
    await client.end();
    await server.stop();
  }
});

/** Person p orders 1 to 5 times over 400 days. */
const rawOrders = `create table raw_orders as
  select 'p' || p || '@example.com' as email,
    timestamptz '2024-01-01 00:00:00+00' + interval '1 day' * ((p * 37 + k * (61 + p % 50)) % 400) as ordered_at, 10.5 + k as total
  from generate_series(1, 240) as p, generate_series(0, (p * 7) % 5) as k`;

/** A project with a model of the orders, and one of the scores. */
const dbtProject = async (host: string): Promise<string> => {
  const cwd = path.join(dir, "dbt");
  const login = { type: "postgres", host, port: 5432, user: "postgres", password: "x", dbname: "postgres" };
  const files = {
    "dbt_project.yml": JSON.stringify({ name: "shop", version: "1.0", profile: "shop" }),
    "profiles.yml": JSON.stringify({
      shop: { target: "dev", outputs: { dev: { ...login, schema: "public", threads: 1 } } },
    }),
    "models/orders.sql": "{{ config(materialized='table') }} select * from public.raw_orders",
    "models/chances.sql":
      "select email, next_order_propensity_probability as chance from {{ source('bellwether', 'scores') }}",
    "models/sources.yml": blocks("dbt", "yaml")[0]!,
  };
  await mkdir(path.join(cwd, "models"), { recursive: true });
  for (const [name, text] of Object.entries(files)) await writeFile(path.join(cwd, name), text);
  return cwd;
};
