import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { openNewStore } from "../../test/support/new-store.js";
import type { Db } from "../db/connection.js";
import type { ConfigOf } from "../domain/kinds/kinds.js";
import type { ResourceType } from "../domain/resource/resource.js";
import { createAccount } from "../store/accounts.js";
import { findById, insertResource } from "../store/resources.js";
import { putUpload } from "../store/uploads.js";
import { quiet } from "./fixtures.js";
import { run } from "./run.js";

const now = 1_700_000_000_000;

let dir: string;
let db: Db;
let accountId: string;
let dataset: string;
let stream: string;
beforeEach(async () => {
  dir = await mkdtemp(path.join(tmpdir(), "bw-step-"));
  db = await openNewStore(path.join(dir, "bellwether.sqlite"));
  accountId = (await createAccount(db.kysely, { name: "Shop", email: "" }, now)).id;
  dataset = await create("datasets", {
    identity_sets: { buyer: { email: "email" } },
    options: { type: "hosted_csv", upload_directory: "orders" },
    output_to_streams: { order: { data_map: { datetime: { column_name: "date" } } } },
    output_to_traits: {},
  });
  await create("people", {});
  stream = await create("streams", {});
  const file = path.join("uploads", accountId, "orders.csv");
  await mkdir(path.join(dir, "uploads", accountId), { recursive: true });
  await writeFile(path.join(dir, file), "email,date\na@example.com,2023-01-01\n");
  const upload = {
    directory: "orders",
    filename: "orders.csv",
    path: file,
    bytes: 36,
    md5: "",
    sha256: "aa",
  };
  await db.transaction((trx) => putUpload(trx, { ...upload, account_id: accountId, created_at: now }));
});
afterEach(async () => {
  await db.close();
  await rm(dir, { recursive: true });
});

const create = <T extends ResourceType>(type: T, config: ConfigOf<T>): Promise<string> =>
  db.transaction(async (trx) => {
    const resource = { accountId, type, name: `The ${type}`, config, upstreamIds: [], uniqueName: true };
    return (await insertResource(trx, resource, now)).id;
  });

const step = async (...args: string[]) => {
  const { terminal, out, err } = quiet({ BELLWETHER_DATA: dir, BUILD_MEMORY_MB: "512" });
  return { code: await run(["step", ...args], terminal), out: out().trim(), err: err() };
};

test("a step runs in this process, keeps its directory, and publishes nothing", async () => {
  const { code, out: kept, err } = await step(dataset, "--in-process", "--keep");
  expect({ code, err }).toEqual({ code: 0, err: expect.stringContaining("Built dataset The datasets in") });
  expect((await readdir(kept)).sort()).toEqual(["input.json", "output", "result.json", "spill"]);
  expect(await readdir(path.join(kept, "output"))).toContain("identities.parquet");
  const result = JSON.parse(await readFile(path.join(kept, "result.json"), "utf8"));
  expect(result).toMatchObject({ identities: 1, streams: { order: { events: 1 } } });
  expect(await findById(db.kysely, dataset)).toMatchObject({ status: "new", result: null, resultDir: null });
  expect(existsSync(path.join(dir, "relations"))).toBe(false);
  await rm(kept, { recursive: true });
});

test("without --keep nothing is left", async () => {
  expect(await step(dataset, "--in-process")).toMatchObject({ code: 0, out: "" });
});

test("a resource that waits, or that does not exist, says why it is not built", async () => {
  const waiting = await step(stream, "--in-process");
  expect(waiting).toMatchObject({ code: 2, err: expect.stringContaining("cannot be built yet") });
  expect(await step("nobody")).toMatchObject({
    code: 2,
    err: expect.stringContaining("There is no resource with the id nobody."),
  });
});
