import fc from "fast-check";
import { sql } from "kysely";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { onEveryStore } from "../../test/support/stores.js";
import type { Db } from "../db/connection.js";
import { ownMs } from "../db/shared-clock.js";
import { createQueue, type Job, type NewJob, type Queue, type QueueOptions, retryDelayMs } from "./queue.js";

const leaseMs = 1_000;

onEveryStore(({ open }) => {
  let db: Db;
  let now: number;
  beforeAll(async () => {
    db = await open();
    await sql`create table effect (job_id text not null)`.execute(db.kysely);
    for (const id of ["a", "b", "c"])
      await db.kysely
        .insertInto("account")
        .values({ id, name: id, email: "owner@example.com", created_at: 1, updated_at: 1 })
        .execute();
  });
  beforeEach(async () => {
    now = 1_700_000_000_000;
    await db.kysely.deleteFrom("job").execute();
    await sql`delete from effect`.execute(db.kysely);
  });

  const optionsOf = (owner: string): QueueOptions => ({
    db,
    owner,
    leaseMs,
    clock: () => now,
    leaseNow: () => ownMs(now),
  });
  const queueOf = (owner: string): Queue => createQueue(optionsOf(owner));
  const enqueue = (queue: Queue, name: string, job: Partial<NewJob> = {}) =>
    queue.enqueue(db.kysely, { accountId: "a", kind: "build", payload: { name }, ...job });
  const nameOf = (job: Job | null) => (job?.payload as { name: string } | undefined)?.name;
  const claimNames = async (queue: Queue, count: number) => {
    const names = [];
    for (let i = 0; i < count; i++) names.push(nameOf(await queue.claim("build")));
    return names;
  };
  const leaveEffect = (job: Job) => async (trx: Db["kysely"]) => {
    await sql`insert into effect (job_id) values (${job.id})`.execute(trx);
  };
  const effects = async () => {
    const { rows } = await sql<{ job_id: string }>`select job_id from effect`.execute(db.kysely);
    return rows.map((row) => row.job_id);
  };

  test("jobs are claimed in order of time, each once, and only those of the requested kind", async () => {
    const queue = queueOf("one");
    await enqueue(queue, "second");
    await enqueue(queue, "third");
    await enqueue(queue, "first", { runAt: now - 1 });
    await enqueue(queue, "tomorrow", { runAt: now + 1 });
    await enqueue(queue, "a mail", { kind: "mail" });
    expect(await claimNames(queue, 4)).toEqual(["first", "second", "third", undefined]);
    now += 1;
    expect(await claimNames(queue, 2)).toEqual(["tomorrow", undefined]);
  });

  test("concurrent claims never return the same job", async () => {
    const queue = queueOf("one");
    for (let i = 0; i < 20; i++) await enqueue(queue, `job ${i}`);
    const jobs = await Promise.all(Array.from({ length: 30 }, () => queue.claim("build")));
    const ids = jobs.filter((job) => job !== null).map((job) => job.id);
    expect(new Set(ids).size).toBe(ids.length);
    while (await queue.claim("build")) ids.push("later");
    expect(ids).toHaveLength(20);
  });

  test("jobs of one account are done together, and an effect is left by those alone whose lease is not lost", async () => {
    const queue = queueOf("one");
    for (const name of ["a1", "a2", "a3", "later"])
      await enqueue(queue, name, { dedupeKey: name, runAt: name === "later" ? now + 1 : now });
    await enqueue(queue, "b1", { accountId: "b", dedupeKey: "b1" });
    const first = (await queue.claim("build"))!;
    await queue.workBatch(first, ["a2", "a3", "later", "b1"], async (others) => {
      expect(others.map(nameOf).sort()).toEqual(["a2", "a3"]);
      expect(await claimNames(queue, 2)).toEqual(["b1", undefined]);
      await db.kysely.updateTable("job").set({ attempt: 9 }).where("id", "=", others[1]!.id).execute();
      await queue.completeAll([first, ...others], async (trx, held) => {
        for (const job of [first, ...others]) if (held.has(job.id)) await leaveEffect(job)(trx);
      });
      expect((await effects()).sort()).toEqual([first.id, others[0]!.id].sort());
    });
    expect(await queue.pending("a")).toMatchObject({ queued: 1, running: 1 });
  });

  test("the account with the fewest running jobs goes first", async () => {
    const queue = queueOf("one");
    for (const name of ["a1", "a2", "a3"]) await enqueue(queue, name);
    now += 10;
    for (const name of ["b1", "b2"]) await enqueue(queue, name, { accountId: "b" });
    expect(await claimNames(queue, 5)).toEqual(["a1", "b1", "a2", "b2", "a3"]);
  });

  test("with one slot, an account's first job follows after at most one of an account with many, and then they alternate", async () => {
    const queue = queueOf("one");
    for (let i = 0; i < 20; i++) await enqueue(queue, `a${i}`);
    const next = async () => {
      const job = (await queue.claim("build"))!;
      await queue.complete(job, async () => {});
      return nameOf(job)![0];
    };
    expect([await next(), await next()]).toEqual(["a", "a"]);
    now += 10;
    for (let i = 0; i < 3; i++) await enqueue(queue, `b${i}`, { accountId: "b" });
    const order = [];
    for (let i = 0; i < 7; i++) order.push(await next());
    expect(order.join("")).toBe("bababaa");
  });

  test("with one slot, a chain of short jobs waits for one long job of another account, and they share the time", async () => {
    let ticks = 0;
    const queue = createQueue({ ...optionsOf("one"), ticks: () => ticks });
    for (let i = 0; i < 5; i++) await enqueue(queue, `a${i}`);
    const next = async () => {
      let account = "";
      await queue.work("build", async (job) => {
        account = job.accountId;
        ticks += account === "a" ? 20_000 : 2_000;
        await queue.complete(job, async () => {});
      });
      return account;
    };
    const order = [await next()];
    for (let i = 0; i < 16; i++) await enqueue(queue, `b${i}`, { accountId: "b" });
    for (let i = 0; i < 12; i++) order.push(await next());
    expect(order.join("")).toMatch(/^ab{8,10}ab+$/);
    await enqueue(queue, "c", { accountId: "c" });
    expect(await next()).toBe("c");
  });

  test("a job of an account with nothing running is claimed alone where only that is wanted", async () => {
    const queue = queueOf("one");
    for (const name of ["a1", "a2"]) await enqueue(queue, name);
    expect(await claimNames(queue, 1)).toEqual(["a1"]);
    expect(await queue.claim("build", { ofIdle: true })).toBeNull();
    for (const name of ["b1", "b2"]) await enqueue(queue, name, { accountId: "b" });
    expect(nameOf(await queue.claim("build", { ofIdle: true }))).toBe("b1");
    now += leaseMs + 1;
    expect(nameOf(await queue.claim("build", { ofIdle: true }))).toBe("a2");
    expect(nameOf(await queue.claim("build", { ofIdle: true }))).toBe("b2");
    expect(await queue.claim("build", { ofIdle: true })).toBeNull();
    expect(await claimNames(queue, 2)).toEqual(["a1", "b1"]);
  });

  test("an account waits for another one when it has a due job and nothing running", async () => {
    const queue = queueOf("one");
    const isOtherWaiting = () => queue.isOtherWaiting("build", "a", 60);
    await enqueue(queue, "a1");
    await enqueue(queue, "b1", { accountId: "b" });
    await enqueue(queue, "b2", { accountId: "b", runAt: now + 10_000 });
    expect(await isOtherWaiting()).toBe(false);
    now += 60;
    expect(await isOtherWaiting()).toBe(true);
    await claimNames(queue, 2);
    now += 10_060;
    expect(await isOtherWaiting()).toBe(true);
    await enqueue(queue, "b3", { accountId: "b" });
    await claimNames(queue, 2);
    await enqueue(queue, "b4", { accountId: "b", runAt: now - 60 });
    expect(await isOtherWaiting()).toBe(false);
  });

  test("no account has all of several slots once another has waited, whatever comes and ends", async () => {
    const queue = queueOf("one");
    const waitMs = 100;
    const step = fc.record({
      act: fc.constantFrom("come", "end", "wait"),
      account: fc.constantFrom("a", "b", "c"),
      which: fc.nat(9),
    });
    const waitingSince = async (since: number) => {
      const rows = db.kysely.selectFrom("job").select("account_id").where("state", "=", "queued");
      return (await rows.where("run_at", "<=", since).execute()).map((row) => row.account_id);
    };
    const play = async (slots: number, steps: { act: string; account: string; which: number }[]) => {
      await db.kysely.deleteFrom("job").execute();
      const held: Job[] = [];
      const isAllOfOne = () => held.length === slots && new Set(held.map((job) => job.accountId)).size === 1;
      const fill = async () => {
        while (held.length < slots) {
          const waiting = await waitingSince(now);
          const job = await queue.claim("build");
          if (!job) return;
          held.push(job);
          if (isAllOfOne()) expect(waiting.filter((account) => account !== job.accountId)).toEqual([]);
        }
      };
      for (const [i, { act, account, which }] of steps.entries()) {
        if (act === "come") await enqueue(queue, `${i}`, { accountId: account });
        if (act === "wait") now += waitMs / 2;
        if (act === "end" && held.length > 0)
          await queue.complete(held.splice(which % held.length, 1)[0]!, async () => {});
        for (const job of held) await queue.heartbeat(job);
        await fill();
        if (isAllOfOne() && (await queue.isOtherWaiting("build", held[0]!.accountId, waitMs))) {
          await queue.release(held.pop()!);
          await fill();
        }
        const late = (await waitingSince(now - waitMs)).filter((each) => each !== held[0]?.accountId);
        if (isAllOfOne()) expect(late).toEqual([]);
      }
    };
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 2, max: 3 }), fc.array(step, { maxLength: 25 }), play),
      { numRuns: 25 },
    );
  });

  test("an account whose jobs all run or are not due yet is passed over", async () => {
    const queue = queueOf("one");
    await enqueue(queue, "later", { runAt: now + 1000 });
    await enqueue(queue, "twin", { dedupeKey: "k" });
    expect(nameOf(await queue.claim("build"))).toBe("twin");
    await enqueue(queue, "twin", { dedupeKey: "k" });
    await enqueue(queue, "b1", { accountId: "b" });
    expect(await claimNames(queue, 2)).toEqual(["b1", undefined]);
  });

  test("a job that ends is removed together with its effect", async () => {
    const queue = queueOf("one");
    await enqueue(queue, "job");
    const job = (await queue.claim("build"))!;
    expect(await queue.complete(job, leaveEffect(job))).toBe(true);
    expect(await effects()).toEqual([job.id]);
    expect(await queue.pending()).toEqual({ queued: 0, running: 0, failed: 0 });
    expect(await queue.complete(job, leaveEffect(job))).toBe(false);
    expect(await effects()).toEqual([job.id]);
  });

  test("an effect that throws leaves the job running", async () => {
    const queue = queueOf("one");
    await enqueue(queue, "job");
    const job = (await queue.claim("build"))!;
    const ending = queue.complete(job, async (trx) => {
      await leaveEffect(job)(trx);
      throw new Error("no");
    });
    await expect(ending).rejects.toThrow("no");
    expect(await effects()).toEqual([]);
    expect(await queue.heartbeat(job)).toBe(true);
  });

  test("a job whose lease expired is taken over, and its first owner can no longer change it", async () => {
    const [first, second] = [queueOf("first"), queueOf("second")];
    await enqueue(first, "job");
    const lost = (await first.claim("build"))!;
    now += leaseMs - 1;
    expect(await second.claim("build")).toBeNull();
    now += 1;
    const held = (await second.claim("build"))!;
    expect(held).toMatchObject({ id: lost.id, owner: "second", attempt: 2 });
    expect(await first.heartbeat(lost)).toBe(false);
    expect(await first.complete(lost, leaveEffect(lost))).toBe(false);
    expect(await first.fail(lost, "late", leaveEffect(lost))).toBe(false);
    await first.retryLater(lost, "late", 0);
    await first.release(lost);
    expect(await effects()).toEqual([]);
    expect(await second.complete(held, leaveEffect(held))).toBe(true);
  });

  test("a worker that lost its own job to itself is fenced by the attempt", async () => {
    const queue = queueOf("one");
    await enqueue(queue, "job");
    const lost = (await queue.claim("build"))!;
    now += leaseMs;
    const held = (await queue.claim("build"))!;
    expect(await queue.complete(lost, leaveEffect(lost))).toBe(false);
    expect(await queue.heartbeat(held)).toBe(true);
  });

  test("a heartbeat keeps the job", async () => {
    const queue = queueOf("one");
    await enqueue(queue, "job");
    const job = (await queue.claim("build"))!;
    for (let beat = 0; beat < 3; beat++) {
      now += leaseMs - 1;
      expect(await queue.heartbeat(job)).toBe(true);
    }
    expect(await queueOf("other").claim("build")).toBeNull();
  });

  test("a job to be retried waits for its delay, and keeps the reason", async () => {
    const queue = queueOf("one");
    await enqueue(queue, "job");
    await queue.retryLater((await queue.claim("build"))!, "the disk is full", 500);
    expect(await queue.claim("build")).toBeNull();
    const row = await db.kysely.selectFrom("job").select(["state", "error"]).executeTakeFirst();
    expect(row).toMatchObject({ state: "queued", error: "the disk is full" });
    now += 500;
    expect(await queue.claim("build")).toMatchObject({ attempt: 2, failures: 1 });
  });

  test("after the clock was set back, a job waits for as long as it was to wait, and its lease is as long as a new one", async () => {
    const [queue, other] = [queueOf("one"), queueOf("other")];
    await enqueue(queue, "later", { runAt: now + 500 });
    await enqueue(queue, "at once");
    const held = (await queue.claim("build"))!;
    now -= 7 * 24 * 3_600_000;
    expect(await other.claim("build")).toBeNull();
    await queue.clockMoved(-7 * 24 * 3_600_000);
    expect(await other.claim("build")).toBeNull();
    now += 500;
    expect(nameOf(await other.claim("build"))).toBe("later");
    now += leaseMs - 500;
    expect(await other.claim("build")).toMatchObject({ id: held.id, attempt: 2 });
  });

  test("a job that would wait for more than a day, because the clock was set back while no service ran, starts at once", async () => {
    const queue = queueOf("one");
    await enqueue(queue, "next month", { runAt: now + 30 * 24 * 3_600_000 });
    await enqueue(queue, "tonight", { runAt: now + 3_600_000 });
    await queue.clockMoved(0);
    expect(await claimNames(queue, 2)).toEqual(["next month", undefined]);
  });

  test("an attempt that was released, lost or left by a dead process is not a failure", async () => {
    const queue = queueOf("one");
    await enqueue(queue, "job");
    for (const end of [
      (job: Job) => queue.release(job),
      () => queue.requeueMine("one"),
      async () => {
        now += leaseMs;
      },
    ])
      await end((await queue.claim("build"))!);
    expect(await queue.claim("build")).toMatchObject({ attempt: 4, failures: 0 });
  });

  test("a failed job is forgotten by its age, and one that waits is not", async () => {
    const queue = queueOf("one");
    await enqueue(queue, "given up");
    await queue.fail((await queue.claim("build"))!, "no");
    await enqueue(queue, "waits");
    await queue.forgetFailed(now);
    expect(await queue.pending()).toEqual({ queued: 1, running: 0, failed: 1 });
    await queue.forgetFailed(now + 1);
    expect(await queue.pending()).toEqual({ queued: 1, running: 0, failed: 0 });
  });

  test("a failed job stays for the record and is not claimed again", async () => {
    const queue = queueOf("one");
    await enqueue(queue, "job");
    const job = (await queue.claim("build"))!;
    expect(await queue.fail(job, "gave up", leaveEffect(job))).toBe(true);
    now += 10 * leaseMs;
    expect(await queue.claim("build")).toBeNull();
    expect(await queue.pending()).toEqual({ queued: 0, running: 0, failed: 1 });
    expect(await effects()).toEqual([job.id]);
  });

  test("a released job can be claimed at once", async () => {
    const queue = queueOf("one");
    await enqueue(queue, "job");
    await queue.release((await queue.claim("build"))!);
    expect(await queue.claim("build")).toMatchObject({ attempt: 2 });
  });

  test("an equal job that is queued is not duplicated, but brought forward", async () => {
    const queue = queueOf("one");
    expect(await enqueue(queue, "job", { dedupeKey: "k", runAt: now + 500 })).toBe(true);
    expect(await enqueue(queue, "job", { dedupeKey: "k", runAt: now + 900 })).toBe(false);
    now += 500;
    expect(await claimNames(queue, 2)).toEqual(["job", undefined]);
    await enqueue(queue, "job", { dedupeKey: "l", runAt: now + 500 });
    expect(await enqueue(queue, "job", { dedupeKey: "l" })).toBe(false);
    expect(await claimNames(queue, 2)).toEqual(["job", undefined]);
  });

  test("an equal job waits until the running one has ended", async () => {
    const queue = queueOf("one");
    await enqueue(queue, "job", { dedupeKey: "k" });
    const running = (await queue.claim("build"))!;
    expect(await enqueue(queue, "job", { dedupeKey: "k" })).toBe(true);
    expect(await queue.claim("build")).toBeNull();
    await queue.complete(running, async () => {});
    expect(await queue.claim("build")).toMatchObject({ attempt: 1 });
  });

  test("a requeued job is dropped if its twin is queued", async () => {
    const queue = queueOf("one");
    for (const requeue of [
      (job: Job) => queue.retryLater(job, "again", 500),
      (job: Job) => queue.release(job),
      () => queue.requeueMine("one"),
    ]) {
      await enqueue(queue, "job", { dedupeKey: "k" });
      const running = (await queue.claim("build"))!;
      await enqueue(queue, "job", { dedupeKey: "k" });
      await requeue(running);
      expect(await queue.pending()).toEqual({ queued: 1, running: 0, failed: 0 });
      await queue.complete((await queue.claim("build"))!, async () => {});
    }
  });

  test("at start a machine requeues the jobs of its dead process, and no others", async () => {
    for (const owner of ["host-1/17/dead", "host-10/4/alive"]) {
      await enqueue(queueOf(owner), owner);
      await queueOf(owner).claim("build");
    }
    const restarted = queueOf("host-1/18/new");
    expect(await restarted.requeueMine("host-1/")).toBe(1);
    expect(await claimNames(restarted, 2)).toEqual(["host-1/17/dead", undefined]);
  });

  test("the pending jobs of an account are counted by state", async () => {
    const queue = queueOf("one");
    for (const name of ["1", "2", "3"]) await enqueue(queue, name);
    await enqueue(queue, "4", { accountId: "b" });
    await queue.claim("build");
    expect(await queue.pending("a")).toEqual({ queued: 2, running: 1, failed: 0 });
    expect(await queue.pending()).toEqual({ queued: 3, running: 1, failed: 0 });
  });

  test("a sleeping worker wakes when a job is committed, and finds it", async () => {
    const queue = queueOf("one");
    const found = queue.waitForWork(new AbortController().signal, 60_000).then(() => queue.claim("build"));
    await db.transaction((trx) =>
      queue.enqueue(trx, { accountId: "a", kind: "build", payload: { name: "job" } }),
    );
    expect(nameOf(await found)).toBe("job");
  });

  test("a sleeping worker wakes when the program stops, and when its time is up", async () => {
    const queue = queueOf("one");
    const stopping = new AbortController();
    const asleep = queue.waitForWork(stopping.signal, 60_000);
    stopping.abort();
    await asleep;
    await queue.waitForWork(stopping.signal, 60_000);
    await queue.waitForWork(new AbortController().signal, 1);
  });

  test("every job has exactly one effect, whatever expires, is lost or comes late", async () => {
    const queues = [queueOf("one"), queueOf("two")];
    const step = fc.record({
      worker: fc.nat(1),
      act: fc.constantFrom("claim", "complete", "retry", "release", "lapse"),
      which: fc.nat(9),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 30 }), async (steps) => {
        await db.kysely.deleteFrom("job").execute();
        await sql`delete from effect`.execute(db.kysely);
        for (let i = 0; i < 3; i++) await enqueue(queues[0]!, `job ${i}`, { dedupeKey: `key ${i}` });
        const claimed: Job[] = [];
        for (const { worker, act, which } of steps) {
          const queue = queues[worker]!;
          const job = claimed[which % Math.max(1, claimed.length)];
          if (act === "claim")
            claimed.push(...[await queue.claim("build")].filter((found) => found !== null));
          if (act === "lapse") now += leaseMs;
          if (act === "complete" && job) await queue.complete(job, leaveEffect(job));
          if (act === "retry" && job) await queue.retryLater(job, "again", 10);
          if (act === "release" && job) await queue.release(job);
        }
        now += leaseMs;
        for (let job = await queues[0]!.claim("build"); job; job = await queues[0]!.claim("build"))
          await queues[0]!.complete(job, leaveEffect(job));
        const done = await effects();
        expect([done.length, new Set(done).size]).toEqual([3, 3]);
      }),
      { numRuns: 25 },
    );
  });
});

test.each([
  [1, 1_000],
  [2, 4_000],
  [3, 16_000],
  [4, 64_000],
  [5, 256_000],
  [6, 300_000],
  [50, 300_000],
])("after failure %i the next attempt waits %i ms", (failures, delayMs) => {
  expect(retryDelayMs(failures)).toBe(delayMs);
});
