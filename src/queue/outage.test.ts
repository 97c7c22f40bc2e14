// Jobs of a store that goes away while they are done: a real PostgreSQL, killed and started again.

import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { needing } from "../../test/run/needs.js";
import { eventually } from "../../test/support/eventually.js";
import { type Postgres, postgresBin, startPostgres } from "../../test/support/postgres.js";
import { type Db, openDb } from "../db/connection.js";
import { ownMs } from "../db/shared-clock.js";
import { createQueue, type Queue } from "./queue.js";

const leaseMs = 1_000;
const bin = postgresBin();

describe("a store that goes away", needing("PostgreSQL", bin !== undefined), () => {
  let server: Postgres;
  let db: Db;
  let queue: Queue;
  let now: number;
  let stopping: AbortController;
  beforeAll(async () => {
    server = await startPostgres(bin!);
  });
  afterAll(() => server.stop());
  beforeEach(async () => {
    now = 1_700_000_000_000;
    stopping = new AbortController();
    db = await openDb({ url: server.url("public") });
    onTestFinished(() => db.close());
    await sql`create table if not exists effect (job_id text not null)`.execute(db.kysely);
    await sql`delete from effect`.execute(db.kysely);
    await db.kysely.deleteFrom("account").execute();
    const account = { id: "a", name: "a", email: "", created_at: 1, updated_at: 1 };
    await db.kysely.insertInto("account").values(account).execute();
    queue = createQueue({
      db,
      owner: "one",
      leaseMs,
      clock: () => now,
      stopping: stopping.signal,
      leaseNow: () => ownMs(now),
    });
    await queue.enqueue(db.kysely, { accountId: "a", kind: "build", payload: null });
  });
  const effects = async () => (await sql`select job_id from effect`.execute(db.kysely)).rows.length;

  test("a job that ends meanwhile is ended when the store is back, once, although its lease has expired", async () => {
    let ends = 0;
    const working = queue.work("build", async (job) => {
      await server.kill();
      const ending = queue.complete(job, async (trx) => {
        await sql`insert into effect (job_id) values (${job.id})`.execute(trx);
      });
      now += 10 * leaseMs;
      await server.start();
      expect(await queue.claim("build").catch(() => null)).toBeNull();
      if (await ending) ends++;
    });
    expect(await working).toBe(true);
    expect({ ends, effects: await effects(), ...(await queue.pending()) }).toEqual({
      ends: 1,
      effects: 1,
      queued: 0,
      running: 0,
      failed: 0,
    });
  });

  test("a job whose work needs the store is requeued, without a failure", async () => {
    const working = queue.work("build", async () => {
      await server.kill();
      await db.kysely
        .selectFrom("account")
        .selectAll()
        .execute()
        .finally(() => server.start());
    });
    await expect(working).rejects.toMatchObject({ code: "store-unavailable" });
    now += 1_000;
    expect(await queue.claim("build")).toMatchObject({ attempt: 2, failures: 0 });
  });

  test("a service that stops does not wait for the store", async () => {
    let isEnding = false;
    const working = queue.work("build", async (job) => {
      await server.kill();
      isEnding = true;
      await queue.complete(job, async () => {});
    });
    await eventually("the job ends", async () => isEnding || undefined);
    stopping.abort();
    await expect(working).rejects.toMatchObject({ code: "store-unavailable" });
    await server.start();
  });
});
