// Services that must not start: on a store that was lost or belongs to another directory, and beside another service.

import { existsSync } from "node:fs";
import { cp, mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { needing } from "../run/needs.js";
import { signUp } from "../support/drive.js";
import { type Postgres, postgresBin, startPostgres } from "../support/postgres.js";
import { type RunningService, type ServiceOptions, startService } from "../support/service.js";

const start = async (options: ServiceOptions = {}): Promise<RunningService> => {
  const service = await startService(options);
  onTestFinished(service.kill);
  return service;
};

const refusal = async (options: ServiceOptions): Promise<string> => {
  const error = await startService(options).then(
    () => "it started",
    (cause: Error) => cause.message,
  );
  return error.replace(/\s+/g, " ");
};

const directory = async (): Promise<string> => {
  const dir = await mkdtemp(path.join(tmpdir(), "bellwether-installation-"));
  onTestFinished(() => rm(dir, { recursive: true, force: true }));
  return dir;
};

const uploadTo = async ({ url }: RunningService) => {
  const { client, key } = await signUp(url);
  const headers = { authorization: `Bearer ${key}`, "content-type": "text/csv" };
  await fetch(`${url}/v1/uploads/orders/a.csv`, { method: "POST", headers, body: "a,b\n1,2\n" });
  return client;
};

const uploadsIn = async (dataDir: string): Promise<string[]> =>
  (await readdir(path.join(dataDir, "uploads"), { recursive: true })).filter((name) => name.endsWith(".csv"));

test("a service whose metadata file was lost refuses to start, and the uploads stay", async () => {
  const service = await start({ dataDir: await directory() });
  const { dataDir } = service;
  await uploadTo(service);
  await service.kill();
  for (const name of await readdir(dataDir))
    if (name.startsWith("bellwether.sqlite")) await rm(path.join(dataDir, name));
  const message = await refusal({ dataDir });
  expect(message).toContain("ended with 1");
  expect(message).toContain("does not know the uploads and results");
  expect(message).toContain("restore it from a backup");
  expect(await uploadsIn(dataDir)).toHaveLength(1);
  expect(existsSync(path.join(dataDir, "trash"))).toBe(false);
});

const bin = postgresBin();
const postgres = async (): Promise<Postgres> => {
  const server = await startPostgres(bin!);
  onTestFinished(() => server.stop());
  return server;
};

test(
  "on one PostgreSQL, a second directory and a copied directory are refused, and a killed service starts again at once",
  needing("PostgreSQL", bin !== undefined),
  async () => {
    const env = { DATABASE_URL: (await postgres()).url("public") };
    const first = await start({ dataDir: await directory(), env });
    await uploadTo(first);
    expect(await refusal({ dataDir: await directory(), env })).toContain("belongs to another data directory");
    const copy = await directory();
    await cp(first.dataDir, copy, { recursive: true });
    expect(await refusal({ dataDir: copy, env })).toContain("of the name");
    await first.kill();
    const again = await start({ dataDir: first.dataDir, env, port: first.port });
    expect(await refusal({ dataDir: copy, env: { ...env, BELLWETHER_NODE: "copied" } })).toContain(
      "runs on the metadata store at DATABASE_URL with another data directory",
    );
    await again.stop();
    const moved = await start({ dataDir: copy, env });
    expect(await uploadsIn(moved.dataDir)).toHaveLength(1);
    expect(await moved.stop()).toBe(0);
  },
);
