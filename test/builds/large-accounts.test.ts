// Plans of a large account: many changes share one, and it waits for its share of the time.

import { expect, test, vi } from "vitest";
import { reconcile } from "../../src/builds/plan/reconcile.js";
import { noteEverything } from "../../src/db/noted-changes.js";
import { limits } from "../../src/domain/resource/limits.js";
import { insertResource } from "../../src/store/resources.js";
import { startBuildingApi } from "../api/building.js";

const csv = { "content-type": "application/octet-stream" };

const openAccount = async (cohorts: number) => {
  const api = await startBuildingApi();
  const caller = await api.signUp();
  const dataset = {
    name: "Orders",
    identity_sets: { customer: { customer_id: "id" } },
    options: { type: "hosted_csv", upload_directory: "shop" },
    output_to_streams: { transaction: { data_map: { datetime: { column_name: "day" } } } },
  };
  const { id } = (await caller.post("/datasets", dataset)).body;
  await api.db.transaction(async (trx) => {
    for (let i = 0; i < cohorts; i++)
      await insertResource(
        trx,
        {
          accountId: caller.accountId,
          type: "cohorts",
          name: `${i}`,
          config: { stream_name: "nothing" },
          upstreamIds: [],
          uniqueName: false,
        },
        api.now(),
      );
  });
  return {
    api,
    upload: (name: string) => caller.post(`/uploads/shop/${name}.csv`, "id,day\n1,2025-01-01\n", csv),
    status: async () => (await caller.get(`/datasets/${id}`)).body.status,
    plan: (meanwhile = () => {}) =>
      api.db.transaction(async (trx) => {
        noteEverything(trx);
        const planned = await reconcile(trx, api.queue, caller.accountId, api.now());
        meanwhile();
        return planned;
      }),
    waiting: () =>
      api.db.kysely.selectFrom("job").select(["kind", "run_at"]).where("state", "=", "queued").execute(),
  };
};

test("changes of a large account share a plan, which waits for nine times as long as the last one took", async () => {
  const { api, upload, status, plan, waiting } = await openAccount(limits.resourcesPlannedAtOnce.is);
  let ticks = 0;
  vi.spyOn(performance, "now").mockImplementation(() => ticks);
  await plan(() => {
    ticks += 100;
  });
  ticks += 200;
  expect(await plan()).toBe("later");
  for (const name of ["a", "b"]) expect((await upload(name)).status).toBe(200);
  expect(await waiting()).toEqual([{ kind: "plan", run_at: api.now() + 700 }]);
  expect(await status()).toBe("new");
  api.tick(699);
  await api.build();
  expect(await status()).toBe("new");
  api.tick(1);
  await api.build();
  expect(await status()).toBe("ready");
  expect(await waiting()).toEqual([]);
  ticks += 1_000;
  expect(await plan()).toBe("all");
});

test("other accounts are planned with each change", async () => {
  const { upload, status, plan } = await openAccount(limits.resourcesPlannedAtOnce.is - 10);
  let ticks = 0;
  vi.spyOn(performance, "now").mockImplementation(() => ticks);
  await plan(() => {
    ticks += 100;
  });
  expect(await plan()).toBe("all");
  expect((await upload("a")).status).toBe(200);
  expect(await status()).toBe("starting");
});
