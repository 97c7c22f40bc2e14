import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type DbOptions, openDb } from "../../src/db/connection.js";
import { createQueue } from "../../src/queue/queue.js";
import { type Compiled, compile } from "../support/compiled.js";
import { onEveryStore } from "../support/stores.js";

const jobs = 250;
const killsPerWorker = 11;
const workers = ["one", "two"];

let compiled: Compiled;
beforeAll(() => {
  compiled = compile(["src/db", "src/queue", "src/domain", "src/errors", "test/crash"]);
});
afterAll(() => compiled.remove());

const startWorker = (place: DbOptions, name: string): ChildProcess =>
  fork(compiled.pathOf("test/crash/queue-worker.ts"), [JSON.stringify(place), name]);

/** Kills the worker when it has sent `count` messages. False if it ended before. */
const killAfter = (worker: ChildProcess, count: number): Promise<boolean> => {
  let received = 0;
  worker.on("message", () => {
    if (++received === count) worker.kill("SIGKILL");
  });
  return once(worker, "exit").then(([, signal]) => signal === "SIGKILL");
};

/** Reproducible number of messages before the kill: one at the start, then three for each job. */
const messagesOf = (worker: number, life: number): number => 1 + ((worker * 31 + life * 17) % 11);

onEveryStore(({ place }) => {
  test(`every job has one effect, even if ${workers.length} workers are killed ${killsPerWorker} times each`, async () => {
    const where = await place();
    const db = await openDb(where);
    await sql`create table effect (job_id text not null, done_by text not null)`.execute(db.kysely);
    const account = { id: "a", name: "a", email: "a@example.com", created_at: 1, updated_at: 1 };
    await db.kysely.insertInto("account").values(account).execute();
    const queue = createQueue({ db, owner: "test", leaseMs: 60_000, clock: Date.now });
    await db.transaction(async (trx) => {
      for (let i = 0; i < jobs; i++) await queue.enqueue(trx, { accountId: "a", kind: "build", payload: i });
    });

    const kills = await Promise.all(
      workers.map(async (name, worker) => {
        let kills = 0;
        for (let life = 0; life < killsPerWorker; life++)
          if (await killAfter(startWorker(where, name), messagesOf(worker, life))) kills++;
        return kills;
      }),
    );
    for (const name of workers) await once(startWorker(where, name), "exit");

    const { rows } = await sql<{ job_id: string }>`select job_id from effect`.execute(db.kysely);
    expect({ kills, effects: rows.length, jobs: new Set(rows.map((row) => row.job_id)).size }).toEqual({
      kills: workers.map(() => killsPerWorker),
      effects: jobs,
      jobs,
    });
    expect(await queue.pending()).toEqual({ queued: 0, running: 0, failed: 0 });
    await db.close();
  });

  test("processes that open a new store at the same time all find it complete", async () => {
    const where = await place();
    const exits = workers.concat(workers).map((name, i) => once(startWorker(where, `${name}${i}`), "exit"));
    expect(await Promise.all(exits)).toEqual(exits.map(() => [0, null]));
  });
});
