// No value of a person outside the data: an engine that fails with an error which quotes people, at any
// statement of any step or request, leaves none of them in the log, in what records say, in e-mails,
// webhooks, metrics, the audit log or the doctor's findings.
//
// Values stand where they are meant to: in files and in what requests about people answer, in configurations
// (conditions and addresses) as their owner wrote them, and in the description of personas.

import { readdir } from "node:fs/promises";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { reconcile } from "../../src/builds/plan/reconcile.js";
import { examine } from "../../src/doctor/examination.js";
import type { InspectionName } from "../../src/domain/kinds/inspection.js";
import type { BuiltType } from "../../src/domain/resource/resource.js";
import { announceByMail, announceToEndpoints } from "../../src/notify/announce.js";
import { type MailServer, type Receiver, startMailServer, startReceiver } from "../../src/notify/fixtures.js";
import { createMailer } from "../../src/notify/mail.js";
import { deliverOne } from "../../src/notify/postman.js";
import { deliverWebhook } from "../../src/notify/webhook-courier.js";
import { createWebhookSender } from "../../src/notify/webhook-send.js";
import { listResources, markForced } from "../../src/store/resources.js";
import { EngineError } from "../../src/warehouse/engine-error.js";
import { type BuildingApi, runHere, startBuildingApi } from "../api/building.js";
import { inspectHere } from "../api/inspect-here.js";
import { amountOf, rotatingSeed } from "../run/amounts.js";
import { reportFaults } from "../support/faults.js";
import { type EngineFaults, faultyEngine } from "./engine-faults.js";
import {
  buildNeedleAccount,
  choosyCohort,
  mailOf,
  type NeedleAccount,
  quotedRows,
  stemsIn,
} from "./needle-account.js";

let api: BuildingApi;
let account: NeedleAccount;
let faults: EngineFaults;
let mailServer: MailServer;
let receiver: Receiver;
const log: string[] = [];
const never = new AbortController().signal;
/** Number of statements of each kind's largest step, and of each inspection. */
const statements: Partial<Record<BuiltType, number>> = {};
/** Errors of single statements that had a needle. */
const rehearsed = { statements: 0, leaks: [] as string[] };

const hear = (message: string, statement: string): void => {
  const error = new EngineError(message, statement);
  rehearsed.statements++;
  const said = [String(error), error.stack, error.engineMessage, error.inWords(), JSON.stringify(error)];
  if (stemsIn(said.join("\n")).length > 0) rehearsed.leaks.push(`${message}\n=> ${error.engineMessage}`);
};

beforeAll(async () => {
  faults = faultyEngine(quotedRows, rotatingSeed);
  mailServer = await startMailServer();
  receiver = await startReceiver(200);
  api = await startBuildingApi(
    {
      logger: { level: "trace", stream: { write: (line) => log.push(line) } },
      inspect: (...question) => inspectHere(api.db, api.dataDir)(...question),
    },
    {
      runStep: async (options) => {
        const { type } = options.request;
        const before = faults.seen();
        const output = await runHere(options);
        const count = faults.seen() - before;
        // A trigger that is built again has no news, and fewer statements.
        const fewest = type === "triggers" ? (statements[type] ?? count) : count;
        statements[type] = Math.min(fewest, Math.max(statements[type] ?? 0, count));
        return output;
      },
      runner: ({ app, queue }) => ({
        log: app.log,
        announce: (trx, resource, now) => announceByMail(trx, { queue }, resource.accountId, resource, now),
        announceToEndpoints: (trx, resource, now) => announceToEndpoints(trx, queue, resource, now),
      }),
    },
  );
  faults.rehearse(hear);
  account = await buildNeedleAccount(api, receiver.url);
  faults.rehearse(null);
  if (tried.includes("replays")) await countStatementsOfReplay();
});
afterAll(async () => {
  faults.restore();
  await api.close();
  await mailServer.close();
  await receiver.close();
});

/** Counts the statements of a replay with all its steps. */
const countStatementsOfReplay = async (): Promise<void> => {
  const dates = [new Date(api.now()).toISOString()];
  const { status } = await account.post(`/scopes/${account.ids.scope}/replays`, { dates });
  expect(status).toBe(201);
  faults.failAt(null);
  await api.build();
  statements.replays = faults.seen();
};

/** Lines of the log since the last call that have a needle. */
const leakedLines = (): string[] => log.splice(0).filter((line) => stemsIn(line).length > 0);

test("the error of each statement of a build is without values, whatever the engine quotes", () => {
  expect(rehearsed.statements).toBeGreaterThan(500);
  expect(rehearsed.leaks).toEqual([]);
  expect(leakedLines()).toEqual([]);
});

/** Some of so many statements, spread over them; others with each seed. */
const chosen = (count: number, most: number): number[] => {
  const amount = Math.min(count, most);
  return Array.from({ length: amount }, (_, i) => {
    const [from, until] = [Math.floor((i * count) / amount), Math.floor(((i + 1) * count) / amount)];
    return from + (rotatingSeed % (until - from));
  });
};

/**
 * A build is given up after four failures, and then announced: that of a cohort costs least. A replay has the
 * steps of all others.
 */
const faultsOf = (type: keyof typeof steps): number => {
  if (type === "cohorts") return amountOf("leaks", { whole: 20, sample: 4 });
  if (type === "replays") return amountOf("leaks", { whole: 4, sample: 0 });
  return amountOf("leaks", { whole: 20, sample: 1 });
};

const built = async (type: BuiltType) =>
  (await listResources(api.db.kysely, account.accountId, type)).find(
    ({ name }) => name !== "Gone" && name !== "Customers",
  )!;

/** Builds a resource of a kind again, with an error at a statement. Returns whether the build came that far. */
const buildAgain = async (type: BuiltType, statement: number | null): Promise<boolean> => {
  const { id, status } = await built(type);
  if (status === "ready" || status === "error")
    await api.db.transaction(async (trx) => {
      await markForced(trx, id);
      await reconcile(trx, api.queue, account.accountId, api.now());
    });
  api.tick(60_000);
  faults.failAt(statement);
  await api.build();
  const hasMet = faults.seen() > (statement ?? 0);
  faults.failAt(null);
  return hasMet;
};

/** All that use the engine: connections do not. */
const steps: Record<Exclude<BuiltType, "connections">, true> = {
  datasets: true,
  people: true,
  streams: true,
  places: true,
  atlases: true,
  cohorts: true,
  outcomes: true,
  persona_sets: true,
  recommenders: true,
  holdouts: true,
  scopes: true,
  targets: true,
  triggers: true,
  replays: true,
};

const tried = (Object.keys(steps) as (keyof typeof steps)[]).filter((type) => faultsOf(type) > 0);

test.each(tried)("a step of %s that fails says no value", async (type) => {
  const count = statements[type] ?? 0;
  expect(count).toBeGreaterThan(0);
  const leaks: Record<number, unknown> = {};
  let met = 0;
  for (const statement of chosen(count, faultsOf(type))) {
    if (await buildAgain(type, statement)) met++;
    const { statusError, waitingFor } = await built(type);
    const found = [
      ...leakedLines(),
      ...[statusError, waitingFor].filter((text) => stemsIn(text ?? "").length > 0),
    ];
    if (found.length > 0) leaks[statement] = found;
  }
  if ((await built(type)).status !== "ready") await buildAgain(type, null);
  expect(await built(type)).toMatchObject({ status: "ready" });
  expect(leaks).toEqual({});
  expect(met).toBeGreaterThan(0);
  reportFaults("engine error", { faults: met, lost: 0, wrongBytes: 0 });
});

type SentRequest = [method: "GET" | "POST", url: string, body?: object];

/** A request that asks each of the inspections. */
const requests: Record<InspectionName, (ids: Record<string, string>) => SentRequest> = {
  people: () => ["GET", `/people?email=${mailOf(7)}&name=Quitzow&phone=8028631049&address=8+Nadelstrasse`],
  person: ({ person }) => ["GET", `/people/${person}`],
  person_events: ({ person }) => ["GET", `/people/${person}/events?limit=5`],
  person_scores: ({ person }) => ["GET", `/people/${person}/scores`],
  person_archive: ({ person }) => ["GET", `/people/${person}/archive.jsonl`],
  pair: ({ person, other }) => ["GET", `/people/why?left=${person}&right=${other}`],
  cohort_preview: () => ["POST", "/cohorts/preview", choosyCohort],
  outcome_preview: ({ customers, choosy }) => [
    "POST",
    "/outcomes/preview",
    { attainment: choosy, eligible: customers, horizon_days: 60 },
  ],
  review: () => ["GET", "/people/review"],
  unidentified: () => ["GET", "/people/unidentified"],
  crosswalk: () => ["GET", "/people/crosswalk.csv"],
  suggestions: () => ["GET", "/suggestions"],
  list: ({ scope, outcome }) => ["GET", `/scopes/${scope}/list.csv?outcome_id=${outcome}`],
  top_people: ({ scope, outcome }) => ["GET", `/scopes/${scope}/top_people?outcome_id=${outcome}`],
  retention: () => ["GET", "/streams/transaction/analysis/retention"],
  people_states: () => ["GET", "/streams/transaction/analysis/states"],
  treatment: () => ["GET", "/streams/transaction/analysis/treatment?goal=transaction&days=30"],
  geography: ({ scope }) => ["GET", `/scopes/${scope}/analysis/geography`],
  locations: ({ atlas }) => ["GET", `/atlases/${atlas}/locations`],
  reach: ({ scope, outcome }) => ["GET", `/scopes/${scope}/reach?outcome_id=${outcome}`],
  left_out_rows: ({ orders }) => ["GET", `/datasets/${orders}/ledger/no_date`],
  changes: ({ file }) => ["GET", `/targets/${file}/changes.csv`],
  movers: ({ scope, outcome }) => ["GET", `/scopes/${scope}/movers?outcome_id=${outcome}`],
  // The last ones change the account, whose scores are then of before.
  records: ({ person, other }) => ["POST", `/people/${person}/merge`, { with: other }],
  patterns: () => ["POST", "/cohorts", { ...choosyCohort, name: "Choosy too" }],
};

let ids: Record<string, string> | undefined;
const idOf = async (p: number): Promise<string> =>
  (await account.get(`/people?email=${mailOf(p)}`)).body[0].id;

test.each(Object.keys(requests) as InspectionName[])(
  "a request of %s that fails says no value",
  async (name) => {
    ids ??= { ...account.ids, person: await idOf(7), other: await idOf(8) };
    const [method, url, body] = requests[name](ids);
    const send = () => (method === "GET" ? account.get(url) : account.post(url, body));
    log.splice(0);
    faults.failAt(null);
    faults.rehearse(hear);
    const answer = await send();
    faults.rehearse(null);
    expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300);
    const count = faults.seen();
    expect(count).toBeGreaterThan(0);
    expect(rehearsed.leaks).toEqual([]);
    const leaks: Record<number, unknown> = {};
    let failed = 0;
    for (const statement of chosen(count, amountOf("leaks", { whole: 20, sample: 2 }))) {
      faults.failAt(statement);
      const { status, body: said } = await send();
      if (status >= 400) failed++;
      const found = [...leakedLines(), ...(status >= 400 ? stemsIn(JSON.stringify(said)) : [])];
      if (found.length > 0) leaks[statement] = { status, found };
    }
    faults.failAt(null);
    expect(leaks).toEqual({});
    reportFaults("engine error", { faults: failed, lost: 0, wrongBytes: 0 });
  },
);

/**
 * Fields of records that are meant to have values: rows, and configurations and findings in the words of the
 * data.
 */
const ofData = new Set([
  "sample",
  "stream_conditions",
  "traits",
  "output_to_streams",
  "sentence",
  "addresses",
  "locations",
  "personas",
  "categories",
  "features",
  "fields_used",
]);

/** Paths to the texts of a record that have a needle. */
const needlesIn = (value: unknown, at: string): string[] => {
  if (typeof value === "string") return stemsIn(value).length > 0 ? [`${at}: ${value}`] : [];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([field, inner]) =>
    ofData.has(field) ? [] : [...needlesIn(field, at), ...needlesIn(inner, `${at}.${field}`)],
  );
};

const surfaces: Record<string, () => Promise<string>> = {
  log: async () => log.join(""),
  "what records say": async () => {
    const types = [...Object.keys(steps), "connections"].filter(
      (type) => !["people", "replays"].includes(type),
    );
    const said: string[] = [];
    for (const type of types)
      for (const record of (await account.get(`/${type}`)).body) said.push(...needlesIn(record, type));
    return said.join("\n");
  },
  metrics: async () => (await api.app.inject("/metrics")).body,
  "GET /ready": async () => (await api.app.inject("/ready")).body,
  "audit log": async () => (await account.get("/accounts/current/audit.csv")).body,
  graph: async () => JSON.stringify((await account.get("/graph")).body),
  "e-mails as written": async () =>
    JSON.stringify(await api.db.kysely.selectFrom("outbox").selectAll().execute()),
  "e-mails as sent": async () => mailServer.received.map(({ raw }) => raw.replaceAll("=\r\n", "")).join("\n"),
  webhooks: async () => JSON.stringify(receiver.received),
  jobs: async () => JSON.stringify(await api.db.kysely.selectFrom("job").selectAll().execute()),
  "deliveries of webhooks": async () =>
    JSON.stringify(await api.db.kysely.selectFrom("webhook_delivery").selectAll().execute()),
  "findings of the doctor": async () => {
    const { findings } = await examine({
      db: api.db,
      dataDir: api.dataDir,
      progress: () => {},
      signal: never,
    });
    return JSON.stringify(findings);
  },
};

/** Sends what was announced. */
const sendAll = async (): Promise<void> => {
  const { db, queue, app, troubles } = api;
  const mailer = createMailer(mailServer.url, "bellwether@example.com");
  const parts = { db, queue, clock: api.now, troubles, log: app.log };
  while (await deliverOne({ ...parts, mailer }));
  mailer.close();
  const send = createWebhookSender({ privateAddresses: true });
  while (await deliverWebhook({ ...parts, send }, never));
};

test("after all of that, no value is anywhere outside the data", async () => {
  await sendAll();
  expect(mailServer.received.length).toBeGreaterThan(5);
  expect(receiver.received.length).toBeGreaterThan(5);
  const found: Record<string, string[]> = {};
  for (const [name, read] of Object.entries(surfaces)) {
    const text = await read();
    const stems = stemsIn(text);
    if (stems.length > 0) found[name] = text.split("\n").filter((line) => stemsIn(line).length > 0);
  }
  expect(found).toEqual({});
  expect(await readdir(path.join(api.dataDir, "work"))).toEqual([]);
});
