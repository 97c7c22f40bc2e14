// Cohorts that are built in one step: each has its own record, and what becomes of one leaves the others alone.

import { expect, onTestFinished, test } from "vitest";
import type { StepOutput } from "../../src/builds/execute/step.js";
import { StepCrashed, type StepProcessOptions } from "../../src/builds/execute/step-process.js";
import { queuedJobs } from "../../src/queue/account-queue.js";
import { listResources, type Resource } from "../../src/store/resources.js";
import { type BuildingApi, runHere, startBuildingApi } from "../api/building.js";

type Request = StepProcessOptions["request"];

/** An account whose stream is built, and cohorts of 1, 2, … purchases that wait. */
const openCohorts = async (
  count: number,
  runStep: (options: StepProcessOptions) => Promise<StepOutput> = runHere,
) => {
  const steps: Request[] = [];
  const watched = (options: StepProcessOptions) => {
    if (options.request.type === "cohorts") steps.push(options.request);
    return runStep(options);
  };
  const api = await startBuildingApi({}, { runStep: watched, onFailure: () => {} });
  onTestFinished(() => api.close());
  const caller = await api.signUp();
  const rows = Array.from({ length: 40 }, (_, i) => `p${i % 9}@example.com,2025-01-${10 + (i % 19)}`);
  const csv = `mail,day\n${rows.join("\n")}\n`;
  await caller.post("/uploads/orders/orders.csv", csv, { "content-type": "text/csv" });
  await caller.post("/datasets", {
    name: "Orders",
    identity_sets: { customer: { email: "mail" } },
    options: { type: "hosted_csv", upload_directory: "orders" },
    output_to_streams: { order: { data_map: { datetime: "day" } } },
  });
  await api.build();
  const post = (more: object) => caller.post("/cohorts", { name: "Buyers", stream_name: "order", ...more });
  for (let min_count = 1; min_count <= count; min_count++) await post({ min_count });
  return { api, post, steps, account: caller.accountId };
};

const cohortsOf = async ({ api, account }: { api: BuildingApi; account: string }) =>
  (await listResources(api.db.kysely, account, "cohorts")).toReversed();
const statusOf = ({ status, result }: Resource<"cohorts">) => `${status} ${result?.population_count}`;

test("cohorts that wait are built in one step, and each has a result and files of its own", async () => {
  const opened = await openCohorts(6);
  await opened.api.build();
  expect(opened.steps.map(({ parts }) => parts?.length)).toEqual([6]);
  const cohorts = await cohortsOf(opened);
  expect(cohorts.map(statusOf)).toEqual(["ready 9", "ready 9", "ready 9", "ready 9", "ready 4", "ready 0"]);
  expect(new Set(cohorts.map(({ resultDir }) => resultDir)).size).toBe(6);
  for (const { resultFiles } of cohorts) expect(resultFiles).toMatchObject([{ path: "members.parquet" }]);
  expect(await queuedJobs(opened.api.db.kysely, opened.account, ["build"])).toEqual(new Map());
});

test("a cohort that is refused says why, and the others are ready", async () => {
  const opened = await openCohorts(2);
  await opened.post({ min_value: 3 });
  await opened.api.build();
  expect(opened.steps).toHaveLength(1);
  const cohorts = await cohortsOf(opened);
  expect(cohorts.map(({ status }) => status)).toEqual(["ready", "ready", "error"]);
  expect(cohorts[2]?.statusError).toContain("value");
});

test("a cohort that fails is tried again alone, and the others are ready", async () => {
  const opened = await openCohorts(3, async (options) => {
    const output = await runHere(options);
    const [first, , ...others] = output.parts ?? [];
    return first ? { ...output, parts: [first, { at: "failed", message: "boom" }, ...others] } : output;
  });
  await opened.api.build();
  expect(opened.steps.map(({ parts }) => parts?.length)).toEqual([3, undefined]);
  expect((await cohortsOf(opened)).map(({ status }) => status)).toEqual(["ready", "ready", "ready"]);
});

test("in one batch, cohorts are ready, refused, wait for the world and are tried again, each for itself", async () => {
  const cluster = { isAway: false };
  const opened = await openCohorts(5, async (options) => {
    const output = await runHere(options);
    const [first, , , , last] = output.parts ?? [];
    if (!first || !last || !cluster.isAway) return output;
    const away = { at: "refused", code: "cluster-unavailable", params: {} } as const;
    const refused = { at: "refused", code: "stream-unknown", params: { name: "visit" } } as const;
    return { ...output, parts: [first, away, refused, { at: "failed", message: "boom" }, last] };
  });
  cluster.isAway = true;
  await opened.api.buildSome(1);
  const shown = async () =>
    (await cohortsOf(opened)).map(({ status, waitingFor }) => [status, waitingFor?.split(". ")[0]]);
  expect(await shown()).toEqual([
    ["ready", undefined],
    ["starting", "The Spark cluster does not answer"],
    ["error", undefined],
    ["starting", expect.stringContaining("tried again")],
    ["ready", undefined],
  ]);
  expect((await queuedJobs(opened.api.db.kysely, opened.account, ["build"])).size).toBe(2);
  cluster.isAway = false;
  opened.api.tick(60_000);
  await opened.api.build();
  const statuses = (await shown()).map(([status]) => status);
  expect(statuses).toEqual(["ready", "ready", "error", "ready", "ready"]);
});

test("when the step of a batch crashes, each cohort has a step of its own", async () => {
  const opened = await openCohorts(3, (options) =>
    options.request.parts ? Promise.reject(new StepCrashed("killed")) : runHere(options),
  );
  await opened.api.build();
  expect(opened.steps.map(({ parts }) => parts?.length)).toEqual([3, undefined, undefined, undefined]);
  expect((await cohortsOf(opened)).map(({ status }) => status)).toEqual(["ready", "ready", "ready"]);
});

test("a cohort that is deleted while its batch is built leaves the others alone", async () => {
  let remove = async () => {};
  const opened = await openCohorts(3, async (options) => {
    if (options.request.parts) await remove();
    return runHere(options);
  });
  const [first] = await cohortsOf(opened);
  remove = async () => {
    await opened.api.db.kysely.deleteFrom("resource").where("id", "=", first!.id).execute();
  };
  await opened.api.build();
  expect((await cohortsOf(opened)).map(({ status }) => status)).toEqual(["ready", "ready"]);
});
