import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import fc from "fast-check";
import { beforeEach, expect, onTestFinished, test } from "vitest";
import { openNewStore } from "../../test/support/new-store.js";
import type { Db } from "../db/connection.js";
import { claim, judged } from "../domain/pipeline/fixtures.js";
import { limits } from "../domain/resource/limits.js";
import { Troubles } from "../errors/troubles.js";
import { createQueue } from "../queue/queue.js";
import { createAccount, updateAccount } from "../store/accounts.js";
import { saveClaims } from "../store/claims.js";
import { noteBuild } from "../store/mailed-builds.js";
import { listOutbox } from "../store/outbox.js";
import { insertResource, markStatus } from "../store/resources.js";
import { startMailServer } from "./fixtures.js";
import { createMailer } from "./mail.js";
import { settleRuns } from "./mail-clock.js";
import { textOf } from "./mail-page.js";
import { mailMonthly } from "./monthly-mail.js";
import { monthlyPage } from "./monthly-message.js";
import { deliverOne } from "./postman.js";
import { type RunMailRules, settleRun } from "./run-mail.js";

const day = 86_400_000;
const publicUrl = "https://shop.example.com";

let db: Db;
let now: number;
let accountId: string;
let rules: RunMailRules;
let predictionId: string;
let pipelineId: string;
beforeEach(async () => {
  const directory = await mkdtemp(path.join(tmpdir(), "run-mail-"));
  db = await openNewStore(path.join(directory, "metadata.db"), { isAlone: true });
  onTestFinished(async () => {
    await db.close();
    await rm(directory, { recursive: true });
  });
  now = Date.UTC(2026, 0, 15);
  await openAccount();
});

const openAccount = async () => {
  accountId = (await createAccount(db.kysely, { name: "Shop", email: "owner@example.com" }, now)).id;
  rules = { queue: createQueue({ db, owner: "one", leaseMs: 30_000, clock: () => now }), publicUrl };
  predictionId = await insert("outcomes", "Repeat <purchase>", {
    attainment_cohort_id: await insert("cohorts", "Repeat buyers", { stream_name: "order", min_count: 2 }),
    eligible_cohort_id: await insert("cohorts", "Buyers", { stream_name: "order", min_count: 1 }),
  });
  pipelineId = await insert("scopes", "Everyone", {
    population: { cohort_ids: [] },
    payload: { outcome_ids: [predictionId] },
    preview: true,
  });
  await record(predictionId, prediction());
  await record(pipelineId, scored(100));
};

const insert = async (
  type: "outcomes" | "scopes" | "cohorts" | "datasets" | "people",
  name: string,
  config: object,
) => {
  const resource = { accountId, type, name, config, upstreamIds: [], uniqueName: false } as never;
  const { id } = await db.transaction((trx) => insertResource(trx, resource, now));
  await db.transaction((trx) => markStatus(trx, id, "ready", now));
  return id;
};
const record = (resource_id: string, result: object) =>
  db.kysely
    .insertInto("result")
    .values({ resource_id, result: JSON.stringify(result), files: "[]" })
    .onConflict((same) => same.column("resource_id").doUpdateSet({ result: JSON.stringify(result) }))
    .execute();

const deciles = Array.from({ length: 10 }, (_, n) => ({
  people: 100,
  lowest: 0,
  highest: 1,
  rate_low: 0,
  rate_high: 1,
  expected: n === 0 ? 40 : 8,
  attained: n === 0 ? 41 : 8,
}));
const prediction = (decision = "clearly_better") => ({
  mode: "point_in_time",
  horizon_days: 90,
  roc_auc: 0.8,
  deciles,
  warnings: [],
  performance: { model: { base_rate: 0.113, people: 1000, auc: 0.8 }, candidates: {} },
  verdict: {
    decision,
    code: "model_against_rule",
    figures: { rule: "constant", gain: 0.1, low: 0.05, high: 0.2 },
  },
});
const observed = (cutoff: number) => ({
  cutoff,
  horizon_days: 90,
  model: "m",
  people: 1000,
  left_out: 0,
  deciles: [],
  expected: 100,
  expected_interval: { low: 80, high: 120 },
  attained: 97,
});
const scored = (expected: number, cutoffs: number[] = []) => ({
  population_count: 1000,
  outcomes: {
    [predictionId]: {
      scored: 900,
      attained: 60,
      not_eligible: 40,
      expected,
      expected_interval: { low: expected - 20, high: expected + 20 },
    },
  },
  performance: { [predictionId]: { question: {}, waiting: [], observed: cutoffs.map(observed) } },
});

const note = (resourceId: string, isAwaited = true, news: "built" | "failed" = "built") =>
  noteBuild(db.kysely, accountId, { resourceId, news, isAwaited });
const settle = () => settleRuns(db, rules, now);
const mails = () => listOutbox(db.kysely, accountId);

test("a run is one mail with the verdict, the figures and links that open, sent once as text and HTML", async () => {
  const server = await startMailServer();
  const mailer = createMailer(server.url, "bellwether@example.com");
  onTestFinished(async () => {
    mailer.close();
    await server.close();
  });
  await note(predictionId);
  await note(pipelineId);
  await note(await insert("cohorts", "Customers", {}));
  await settle();
  await settle();
  const [mail, ...others] = await mails();
  expect(others).toEqual([]);
  expect(mail!.subject).toBe("“Repeat <purchase>”: 100 expected (80 to 120)");
  for (const text of [
    "Use this model",
    "100 of 900 customers are expected to buy again within 90 days (95 % interval 80 to 120).",
    "Top 10 %: in the test, 41 % of them reached the goal within 90 days, compared with 11 % of all people.",
    `See results: ${publicUrl}/console/predictions/${predictionId}\n`,
    `Get the list: ${publicUrl}/console/predictions/${predictionId}?list=1\n`,
    "Cohort “Customers”.",
    "Settings › E-mails",
  ])
    expect(mail!.body).toContain(text);
  expect(mail!.html).toContain("Repeat &lt;purchase&gt;");
  const queue = createQueue({ db, owner: "one", leaseMs: 30_000, clock: () => now });
  const troubles = new Troubles(() => now);
  const deliver = () =>
    deliverOne({ db, queue, mailer, clock: () => now, troubles, log: { error: () => {} } });
  expect([await deliver(), await deliver()]).toEqual([true, false]);
  expect(server.received).toHaveLength(1);
  expect(server.received[0]!.raw).toContain("multipart/alternative");
});

test("a mail says which claims were judged since the last one, once", async () => {
  await saveClaims(db.kysely, accountId, [judged(10, 441), judged(20, 400), claim(60)]);
  await note(predictionId);
  await settle();
  const [mail] = await mails();
  expect(mail!.body).toContain("Did it come true?\n\nOf 2 claims judged, 1 held.");
  expect(mail!.body).toContain(
    "Repeat purchase: 452 of 2,000 people expected to buy again by 2 March 1970 (411 to 496): 400 did. Broken.",
  );
  expect(mail!.body).toContain(`See all claims: ${publicUrl}/console/claims\n`);
  now += 2 * day;
  await note(predictionId);
  await settle();
  expect((await mails())[0]!.body).not.toContain("Did it come true?");
});

test("a verdict that falls because claims broke is mailed", async () => {
  await note(predictionId);
  await settle();
  now += 2 * day;
  const broken = [0, 40, 80].map((from) => ({ ...judged(from, 600), outcome_id: predictionId }));
  await saveClaims(db.kysely, accountId, broken);
  await note(pipelineId, false);
  await settle();
  expect(await mails()).toHaveLength(2);
  expect((await mails())[0]!.body).toContain(
    "Of the last 3 lists whose day has passed, 3 brought more or fewer people",
  );
});

test("a mail says that the data are old, where they are", async () => {
  const people = await insert("people", "People", {});
  await record(people, { data_through: Date.UTC(2025, 8, 1) / 1000 });
  await note(predictionId);
  await settle();
  expect((await mails())[0]!.body).toContain(
    "The data end on 31 August 2025, 136 days ago: the time of the prediction, 90 days, is over. Upload newer files.",
  );
});

test("a prediction without dates is mailed without an expected number", async () => {
  await record(predictionId, { ...prediction(), mode: "static" });
  await note(predictionId);
  await settle();
  const [mail] = await mails();
  expect(mail!.subject).toBe("“Repeat <purchase>”: 900 people ranked");
  expect(mail!.body).toContain(
    "900 people ranked by likeness to those in “Repeat buyers”. Learned without dates, so this is no forecast.",
  );
  expect(mail!.body).toContain("in the test, 41 % of them were in the goal's cohort, compared with");
});

test("nothing is mailed while anything is queued or running, but a build that waits for the world holds nothing up", async () => {
  await note(predictionId);
  await db.transaction((trx) => markStatus(trx, pipelineId, "starting", now));
  await settle();
  expect(await mails()).toEqual([]);
  await db.transaction((trx) => markStatus(trx, pipelineId, "starting", now, "The disk is full."));
  await settle();
  expect(await mails()).toHaveLength(1);
});

test("a run that failed is one mail with the error and the page of the resource", async () => {
  await db.transaction((trx) => markStatus(trx, predictionId, "error", now, "Nobody reached the goal."));
  await note(predictionId, true, "failed");
  await settle();
  const [mail] = await mails();
  expect(mail!.subject).toBe("Prediction “Repeat <purchase>” needs attention");
  expect(mail!.body).toContain("Nobody reached the goal.");
  expect(mail!.body).toContain(`${publicUrl}/console/predictions/${predictionId}`);
});

test("a mail about hundreds of failures describes the first and counts the others", async () => {
  for (let i = 0; i < 10 * limits.mailSections.is; i++) {
    const id = await insert("cohorts", `Cohort ${i}`, {});
    await db.transaction((trx) => markStatus(trx, id, "error", now, "Unknown stream."));
    await note(id, true, "failed");
  }
  await note(predictionId);
  await settle();
  const [mail] = await mails();
  expect(mail!.subject).toContain("200 builds failed");
  expect(mail!.body.split("Unknown stream.")).toHaveLength(1 + limits.mailSections.is);
  expect(mail!.body).toContain(`And 181 more\n\nOpen the console: ${publicUrl}/console/\n`);
});

test("a monthly mail of hundreds of predictions describes the first and counts the others", async () => {
  const outcome = { id: predictionId, name: "Repeat purchase" };
  const comparisons = Array.from({ length: 10 * limits.mailSections.is }, () => ({
    outcome,
    observed: [observed(1)],
  }));
  const { sections, subject } = monthlyPage(comparisons, null);
  expect(subject).toBe("Predicted against actual: 200 predictions");
  expect(sections).toHaveLength(limits.mailSections.is + 1);
  expect(textOf({ subject, sections, footer: [] })).toContain(
    "And 180 more\n\nOpen Predictions in the console.",
  );
});

test("the warnings of a dataset are in the mail about it", async () => {
  const config = { identity_sets: {}, output_to_streams: {}, output_to_traits: {}, options: {} };
  const dataset = await insert("datasets", "Orders", config);
  const figures = { streams: {}, funnel: { total: 3 }, identities: 0, rejected_count: 0, rejects: [] };
  await record(dataset, figures);
  await note(dataset);
  await settle();
  expect((await mails())[0]!.subject).toBe("Dataset “Orders” is ready");
  expect((await mails())[0]!.body).toContain("Warning: No column is mapped");
});

test("a file that brings far less than those before is mailed once", async () => {
  const config = {
    identity_sets: { of: {} },
    output_to_streams: { transaction: {} },
    output_to_traits: {},
    options: {},
  };
  const dataset = await insert("datasets", "Orders", config);
  const counts = { rows: 1, events: 1, without_customer: 0, customers: 1, repeat_customers: 0 };
  const read = async (...events: number[]) => {
    now += day;
    const files = events.map((each, i) => ({
      ...counts,
      file: `${i}.csv`,
      arrived_at: i,
      events: each,
      left_out_by: [],
    }));
    const streams = { transaction: { counts, files } };
    await record(dataset, { streams, funnel: { total: 3 }, identities: 0, rejected_count: 0, rejects: [] });
    await note(dataset, false);
    await settle();
    return (await mails()).length;
  };
  expect(await read(40, 41, 42, 43)).toBe(0);
  expect(await read(40, 41, 42, 43, 12)).toBe(1);
  expect((await mails())[0]!.subject).toBe("Dataset “Orders”: “4.csv” brought 12 orders, not the usual 42");
  expect((await mails())[0]!.body).toContain(
    "Warning: “4.csv” brought 12 orders, the file before 43. That is less than half of the usual 42 orders.",
  );
  expect(await read(40, 41, 42, 43, 12)).toBe(1);
  expect(await read(40, 41, 42, 43, 12, 40)).toBe(1);
});

test("without a public URL the mail names the page", async () => {
  rules = { ...rules, publicUrl: null };
  await note(predictionId);
  await settle();
  const [mail] = await mails();
  expect(mail!.body).toContain("Open Predictions › Repeat <purchase> in the console.");
  expect(mail!.body).not.toContain("/console/");
});

test("scores of every day are mailed only if what the reader decides has changed, at most once a day", async () => {
  await note(predictionId);
  await settle();
  const rescored = async (expected: number, hours: number) => {
    now += hours * 3_600_000;
    await record(pipelineId, scored(expected));
    await note(pipelineId, false);
    await settle();
    return (await mails()).length;
  };
  expect(await rescored(105, 24)).toBe(1);
  expect(await rescored(95, 24)).toBe(1);
  expect(await rescored(150, 24)).toBe(2);
  expect(await rescored(200, 6)).toBe(2);
  now += day;
  await settle();
  expect((await mails())[0]!.subject).toContain("200 expected");
  expect(await mails()).toHaveLength(3);
});

test.each([
  ["errors", 0],
  ["each_resource", 0],
  ["none", 0],
  ["summary", 1],
] as const)("who chose %s gets %i summaries of a run without errors", async (builds, expected) => {
  await updateAccount(db.kysely, accountId, { emails: { builds } }, now);
  await note(predictionId);
  await settle();
  expect(await mails()).toHaveLength(expected);
});

test("a pipeline that was changed is mailed only if its figures moved", async () => {
  await note(predictionId);
  await note(pipelineId);
  await settle();
  await record(pipelineId, scored(101));
  await note(pipelineId);
  await settle();
  expect(await mails()).toHaveLength(1);
  await record(pipelineId, scored(50));
  await note(pipelineId);
  await settle();
  expect((await mails())[0]!.subject).toBe("“Repeat <purchase>”: 50 expected (30 to 70)");
});

test("a monthly mail compares what was expected with what came, each comparison once, and can be switched off", async () => {
  const month = 31 * day;
  const mailed = () => mailMonthly(db, rules, now);
  expect(await mailed()).toBe(0);
  await record(pipelineId, scored(100, [1_000_000]));
  expect([await mailed(), await mailed()]).toEqual([1, 0]);
  const [mail] = await mails();
  expect(mail!.subject).toBe("“Repeat <purchase>”: expected 100, actual 97");
  expect(mail!.body).toContain("inside the 95 % interval 80 to 120");
  expect(mail!.body).toContain(`${publicUrl}/console/predictions/${predictionId}`);
  expect(mail!.body).toContain("Settings › E-mails");
  await record(pipelineId, scored(100, [1_000_000, 2_000_000]));
  expect(await mailed()).toBe(0);
  now += month;
  expect([await mailed(), await mailed()]).toEqual([1, 0]);
  now += month;
  expect(await mailed()).toBe(0);
  await record(pipelineId, scored(100, [1_000_000, 2_000_000, 3_000_000]));
  await updateAccount(db.kysely, accountId, { emails: { monthly: false } }, now);
  expect(await mailed()).toBe(0);
});

/** Ends of jobs as the runner records them; `kill` undoes the transaction. */
const step = fc.record({
  act: fc.constantFrom("start", "build", "fail", "rescore", "kill"),
  which: fc.integer({ min: 0, max: 2 }),
});

test("whatever the order of builds, failures and kills, a run is mailed at most once, and each failure at least once", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 25 }), async (steps) => {
      await openAccount();
      const cohort = await insert("cohorts", "Customers", {});
      const ids = [predictionId, pipelineId, cohort];
      const failures = new Set<string>();
      let runs = 0;
      for (const { act, which } of steps) {
        const id = ids[which]!;
        now += 60_000;
        const ended = db.transaction(async (trx) => {
          if (act === "start") return markStatus(trx, id, "starting", now);
          const news = act === "fail" ? ("failed" as const) : ("built" as const);
          const why = act === "fail" ? `Failure ${now}.` : null;
          await markStatus(trx, id, act === "fail" ? "error" : "ready", now, why);
          await noteBuild(trx, accountId, { resourceId: id, news, isAwaited: act !== "rescore" });
          await settleRun(trx, rules, accountId, now);
          if (act === "kill") throw new Error("killed");
        });
        await ended.catch(() => {});
        const states = await db.kysely
          .selectFrom("resource")
          .select(["status", "status_error"])
          .where("account_id", "=", accountId)
          .execute();
        const isResting = states.every(({ status }) => status !== "starting");
        if (act !== "kill" && act !== "start" && isResting) runs++;
        if (isResting) for (const { status_error } of states) if (status_error) failures.add(status_error);
        const sent = await mails();
        expect(sent.length).toBeLessThanOrEqual(runs);
        await settle();
        expect(await mails()).toHaveLength(sent.length);
      }
      const bodies = (await mails()).map(({ body }) => body).join("\n");
      for (const failure of failures) expect(bodies).toContain(failure);
    }),
    { numRuns: 40 },
  );
});
