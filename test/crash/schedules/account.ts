// Account of a schedule: two datasets of one shop, whose churn is scored and delivered. Its steps run where
// the test says, and its clock stands still but for what the test adds.

import { createHash } from "node:crypto";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect } from "vitest";
import type { StepOutput } from "../../../src/builds/execute/step.js";
import type { StepProcessOptions } from "../../../src/builds/execute/step-process.js";
import { cancellationsDataset, transactionsDataset } from "../../../src/cli/demo/workflows.js";
import { openEngine } from "../../../src/warehouse/engine.js";
import { peopleFiles, relation } from "../../../src/warehouse/relations.js";
import { sql } from "../../../src/warehouse/sql/sql.js";
import { type BuildingApi, startBuildingApi } from "../../api/building.js";
import type { Caller } from "../../api/harness.js";
import type { Arrival } from "./arrivals.js";

export interface Schedulable {
  api: BuildingApi;
  upload(arrival: Arrival): Promise<void>;
  /** Builds until nothing is left to do. */
  settle(): Promise<void>;
  /** Requests another build of everything that was given up. */
  rebuildFailed(): Promise<void>;
  /** Hash of the people's ids and of the delivered file. */
  hash(): Promise<string>;
}

export interface Machine {
  runStep(options: StepProcessOptions): Promise<StepOutput>;
  threads: number;
}

/** The longest pause between two attempts of a build. */
const pauseMs = 60_000;

export const openAccount = async (machine: Machine): Promise<Schedulable> => {
  const api = await startBuildingApi({}, { ...machine, onFailure: () => {} });
  const caller = await api.signUp();
  const { target, outcome } = await createResources(caller);
  const { accountId } = caller;
  const statuses = () =>
    api.db.kysely
      .selectFrom("resource")
      .select(["id", "type", "name", "status", "result_dir"])
      .where("account_id", "=", accountId)
      .orderBy("type")
      .execute();
  const settle = async (): Promise<void> => {
    do {
      await api.build();
      api.tick(pauseMs);
    } while ((await api.queue.pending(accountId)).queued > 0);
  };
  return {
    api,
    settle,
    upload: async ({ directory, filename, csv }) => {
      const answer = await api.app.inject({
        method: "POST",
        url: `/uploads/${directory}/${filename}`,
        headers: { authorization: `Bearer ${caller.key}`, "content-type": "text/csv" },
        payload: csv,
      });
      expect(answer.statusCode).toBe(200);
    },
    rebuildFailed: async () => {
      for (;;) {
        const recorded = await statuses();
        const failed = recorded.filter(({ status }) => status === "error");
        if (failed.length === 0) return;
        // People are built again when a dataset is.
        const types: string[] = failed.map(({ type }) => (type === "people" ? "datasets" : type));
        for (const { id, type } of recorded.filter((each) => types.includes(each.type)))
          expect((await caller.post(`/${type}/${id}/force_update`)).status).toBeLessThan(300);
        await settle();
      }
    },
    hash: async () => {
      const recorded = await statuses();
      expect(recorded.filter(({ status }) => status !== "ready")).toEqual([]);
      const people = recorded.find(({ type }) => type === "people")!;
      const ids = await personIds(path.join(api.dataDir, people.result_dir!));
      const { body } = await caller.get(`/targets/${target}/download.csv`);
      const delivered = String(body).replaceAll(outcome.replaceAll("-", "_"), "outcome");
      return createHash("sha256").update(JSON.stringify(ids)).update(delivered).digest("hex").slice(0, 16);
    },
  };
};

const personIds = async (dir: string): Promise<object[]> => {
  const engine = await openEngine({ memoryMb: 256, threads: 1, tempDir: tmpdir() });
  try {
    return await engine.rows(
      sql`select cast(identity_key as varchar) as identity, cast(person_id as varchar) as person
      from ${relation(peopleFiles(dir).persons)} order by 1`,
    );
  } finally {
    engine.close();
  }
};

const createResources = async (caller: Caller): Promise<{ outcome: string; target: string }> => {
  const create = async (url: string, body: object): Promise<string> => {
    const answer = await caller.post(url, body);
    expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300);
    return answer.body.id;
  };
  await create("/datasets", transactionsDataset);
  await create("/datasets", cancellationsDataset);
  const customers = await create("/cohorts", { name: "Customers", stream_name: "transaction" });
  const churned = await create("/cohorts", { name: "Churned", stream_name: "cancellation" });
  const outcome = await create("/outcomes", { name: "Churn", attainment: churned, eligible: customers });
  const scope = await create("/scopes", {
    name: "Churn scoring",
    population: { include: [customers] },
    payload: { outcome_ids: [outcome] },
  });
  const target = await create("/targets", {
    name: "Scores",
    scope_id: scope,
    representation: { mode: "identified" },
    options: { type: "hosted_csv" },
  });
  return { outcome, target };
};
