// Runs of builds: files that arrive while builds go on wait for the next run, so that every chain comes to its end.

import { expect, test } from "vitest";
import { reconcile } from "../../src/builds/plan/reconcile.js";
import { limits } from "../../src/domain/resource/limits.js";
import { findById } from "../../src/store/resources.js";
import { type Api, type Caller, dataset, openApi, repeatPurchase } from "../api/harness.js";
import { chanceOf } from "../api/random/chance.js";
import { rotatingSeed } from "../run/amounts.js";
import { beginBuild, type Ending } from "./made-up-builds.js";

interface Shop {
  api: Api;
  caller: Caller;
  /** Resources that are built. */
  links: number;
  upload(directory?: string): Promise<void>;
  /** Ends a build; its type, or null if none was queued. */
  build(ending?: Ending): Promise<string | null>;
  /** Until nothing is queued; the types that were built. */
  settle(): Promise<string[]>;
  orders(): Promise<{ status: string; waitingFor: string | null }>;
  /** The record of the target. */
  target(): Promise<{ status: string; waiting_files: number }>;
}

/** Nothing has been sent yet. */
const openEmptyShop = async (): Promise<Shop> => {
  const api: Api = await openApi({ reconcile: (trx, id, now) => reconcile(trx, api.queue, id, now) });
  // Time goes on within a transaction: a build is queued some milliseconds after the plan has begun.
  const { enqueue } = api.queue;
  api.queue.enqueue = (trx, job) => {
    api.tick(5);
    return enqueue.call(api.queue, trx, job);
  };
  const caller = await api.signUp();
  const ids = await repeatPurchase(caller);
  let uploads = 0;
  const shop: Shop = {
    api,
    caller,
    links: 9,
    async upload(directory = "orders") {
      api.tick(1_000);
      const csv = `First,Last,Date\nAnn,Lee,2025-01-01\n,,${++uploads}\n`;
      const headers = { "content-type": "text/csv" };
      const answer = await caller.post(`/uploads/${directory}/${uploads}.csv`, csv, headers);
      expect(answer.status).toBe(200);
    },
    async build(ending) {
      api.tick(1_000);
      const begun = await beginBuild(api);
      await begun?.end(ending);
      return begun?.type ?? null;
    },
    async settle() {
      const built: string[] = [];
      for (let type = await shop.build(); type !== null; type = await shop.build()) built.push(type);
      return built;
    },
    orders: async () => (await findById(api.db.kysely, ids.datasetId))!,
    target: async () => (await caller.get(`/targets/${ids.target}`)).body,
  };
  return shop;
};

const openShop = async (): Promise<Shop> => {
  const shop = await openEmptyShop();
  await shop.upload();
  await shop.settle();
  return shop;
};

test("with a file before each build, every chain comes to its end, one after the other", async () => {
  const shop = await openShop();
  const built: string[] = [];
  for (let i = 0; i < 4 * (shop.links + 1); i++) {
    await shop.upload();
    built.push((await shop.build())!);
  }
  expect(built.filter((type) => type === "targets").length).toBeGreaterThanOrEqual(4);
  // The dataset is read twice: the second time with the files that came during the first.
  const chains = built
    .join(" ")
    .replaceAll("datasets datasets", "datasets")
    .split(/(?<=targets) /);
  for (const chain of chains) expect(chains[0]).toMatch(new RegExp(`^${chain}`));
});

test("with files and builds in any order, a target is never more than one run behind", async () => {
  const shop = await openShop();
  const chance = chanceOf(rotatingSeed);
  let since = 0;
  for (let i = 0; i < 100; i++) {
    if (chance.is(0.5)) await shop.upload();
    const type = await shop.build();
    if (type === "datasets") expect(++since).toBeLessThanOrEqual(2);
    if (type === "targets") since = 0;
  }
  await shop.settle();
  expect(await shop.orders()).toMatchObject({ status: "ready" });
});

test("a target says how many files are newer than its own, while a build goes on and while they wait", async () => {
  const shop = await openShop();
  expect(await shop.target()).toMatchObject({ status: "ready", waiting_files: 0 });
  await shop.upload();
  const dataset = await beginBuild(shop.api);
  expect(await shop.target()).toMatchObject({ status: "new", waiting_files: 1 });
  await dataset!.end();
  await shop.upload();
  await shop.upload();
  await shop.upload("elsewhere");
  expect(await shop.target()).toMatchObject({ status: "new", waiting_files: 3 });
  let type = await shop.build();
  while (type !== "targets") type = await shop.build();
  expect(await shop.target()).toMatchObject({ waiting_files: 2 });
  const [listed] = (await shop.caller.get("/targets")).body;
  expect(listed).toMatchObject({ waiting_files: 2 });
  await shop.settle();
  expect(await shop.target()).toMatchObject({ status: "ready", waiting_files: 0 });
});

test("what a first build has read is not taken back until the next run", async () => {
  const shop = await openEmptyShop();
  await shop.upload();
  await shop.upload();
  expect((await shop.settle()).slice(0, 2)).toEqual(["datasets", "people"]);
  expect(await shop.orders()).toMatchObject({ status: "ready" });
});

test("files that are sent one after another are in one run", async () => {
  const shop = await openShop();
  await shop.upload();
  const first = await beginBuild(shop.api);
  for (let i = 0; i < 3; i++) await shop.upload();
  await first!.end();
  expect((await shop.settle()).slice(0, 2)).toEqual(["datasets", "people"]);
  expect(await shop.settle()).toEqual([]);
  expect(await shop.orders()).toMatchObject({ status: "ready" });
});

test("a dataset says how many files wait, and is read again when the run has ended", async () => {
  const shop = await openShop();
  await shop.upload();
  expect(await shop.orders()).toMatchObject({ status: "starting" });
  expect(await shop.build()).toBe("datasets");
  await shop.upload();
  await shop.upload();
  expect(await shop.orders()).toMatchObject({
    status: "new",
    waitingFor: "2 newer files wait until the scores from the files before them are made.",
  });
  expect((await shop.settle()).filter((type) => type === "datasets")).toHaveLength(1);
  expect(await shop.orders()).toMatchObject({ status: "ready" });
});

test("a dataset that has no result, or whose files were refused, waits for no run", async () => {
  const shop = await openShop();
  await shop.upload();
  expect(await shop.build("refused")).toBe("datasets");
  await shop.upload();
  expect(await shop.build()).toBe("datasets");
  const more = { ...dataset, name: "More", options: { type: "hosted_csv", upload_directory: "more" } };
  await shop.upload("more");
  expect(await shop.caller.post("/datasets", more)).toMatchObject({ status: 201 });
  expect(await shop.build()).toBe("datasets");
});

test("a deleted file is gone at once", async () => {
  const shop = await openShop();
  await shop.upload();
  await shop.upload();
  expect(await shop.build()).toBe("datasets");
  expect((await shop.caller.delete("/uploads/orders/2.csv")).status).toBe(204);
  expect(await shop.build()).toBe("datasets");
});

test("a build that waits to be tried again holds no files up", async () => {
  const shop = await openShop();
  await shop.upload();
  expect(await shop.build()).toBe("datasets");
  expect(await shop.build("tried again")).toBe("people");
  await shop.upload();
  expect(await shop.build()).toBe("datasets");
});

test("builds that follow one another without end hold files up for a day at most", async () => {
  const shop = await openShop();
  await shop.upload();
  expect(await shop.build()).toBe("datasets");
  await shop.upload();
  expect(await shop.orders()).toMatchObject({ status: "new" });
  shop.api.tick(limits.runHours.is * 3_600_000);
  await shop.upload();
  expect(await shop.build()).toBe("datasets");
});
