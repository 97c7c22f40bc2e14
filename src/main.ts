// The service: the only place that constructs its parts and connects them: store, queue, builds, notices and the HTTP API.

import { hostname } from "node:os";
import path from "node:path";
import { generateShop } from "../examples/shop/shop.js";
import { Reads } from "./builds/execute/reads.js";
import { Runner } from "./builds/execute/runner.js";
import { runStepProcess } from "./builds/execute/step-process.js";
import { StepProcesses } from "./builds/execute/step-processes.js";
import { clearWork, Sweeper } from "./builds/execute/sweep.js";
import { isMachineTrouble } from "./builds/execute/waits.js";
import { startWorker } from "./builds/execute/worker.js";
import { createInspector } from "./builds/inspect/inspector.js";
import { reconcile } from "./builds/plan/reconcile.js";
import {
  type DamageOptions,
  reportDamage,
  reportMended,
  showDamagedUploads,
} from "./builds/repair/damage.js";
import { startPatrol } from "./builds/repair/patrol.js";
import type { Config } from "./config/config.js";
import { asksForConfirmation, isLocalOnly, mayReachPrivateAddresses } from "./config/private-addresses.js";
import { programVersion } from "./config/version.js";
import type { Db } from "./db/connection.js";
import { lockDirectory } from "./db/directory-lock.js";
import { makePrivate } from "./db/private-directory.js";
import { openWhenReady } from "./db/wait-for-store.js";
import { limits } from "./domain/limits.js";
import { Troubles } from "./errors/troubles.js";
import { buildApp } from "./http/app.js";
import { requirePair, type SetAside } from "./installation/join.js";
import { holdLease } from "./installation/lease.js";
import { diskSpace } from "./integrity/disk-space.js";
import { FileChecker } from "./integrity/file-checker.js";
import { type DamagedFile, FileGuard } from "./integrity/file-guard.js";
import { openHasher } from "./integrity/hasher.js";
import { measureMails, measureSteps, measureWebhooks } from "./metrics/measure.js";
import { createMetrics, type Metrics, measureProcess, type Sources } from "./metrics/metrics.js";
import { announceByMail, announceToEndpoints } from "./notify/announce.js";
import { createMailer, type Mailer } from "./notify/mail.js";
import { startMailClock } from "./notify/mail-clock.js";
import { startPostman } from "./notify/postman.js";
import { settleRun } from "./notify/run-mail.js";
import { startCourier } from "./notify/webhook-courier.js";
import { createWebhookSender } from "./notify/webhook-send.js";
import { createQueue } from "./queue/queue.js";
import { noteBuild } from "./store/mailed-builds.js";
import { readCounts } from "./store/metrics.js";

export interface Service {
  url: string;
  /** Resolves if another service has taken the store over: this one must be closed. */
  lost: Promise<void>;
  /** Stops taking requests, puts running builds back into the queue, and closes the store. */
  close(): Promise<void>;
}

/** How often `GET /ready` learns of damaged uploads. */
const damagedUploadsMs = 10_000;

const leaseMs = 30_000;

/** Enough for a clear verdict. */
const sampleCustomers = 6000;

/** Where `vite build web` puts the console. */
const consoleDir = path.resolve(import.meta.dirname, "../../dist/web");

/** Time that running requests get when the service stops: a stalled client would never end. */
const graceMs = 5_000;

/** Prefix of the owner of jobs. At start, jobs of such an owner belong to a dead process: one service runs per data directory. */
const ownerPrefix = (dataDir: string): string => `${hostname()}:${dataDir}#`;

const toStandardError = (line: string): void => void process.stderr.write(`${line}\n`);

/**
 * Starts the whole service in this process. Builds run in child processes. Waits for a PostgreSQL that does not answer yet, and `say`s so.
 */
export const startService = async (
  config: Config,
  clock: () => number = Date.now,
  say: (line: string) => void = toStandardError,
): Promise<Service> => {
  const { dataDir } = config;
  const troubles = new Troubles(clock);
  await makePrivate(dataDir);
  const unlockDirectory = lockDirectory(dataDir);
  const owner = `${ownerPrefix(dataDir)}${process.pid}.${clock()}`;
  let onLost = (): void => {};
  const lost = new Promise<void>((resolve) => {
    onLost = resolve;
  });
  const { db, setAside, endLease } = await openStore(config, {
    ...{ holder: owner, clock, troubles, say },
    onLost: () => onLost(),
  }).catch((error) => {
    unlockDirectory();
    throw error;
  });
  const stopping = new AbortController();
  const queue = createQueue({ db, owner, leaseMs, clock, stopping: stopping.signal });
  await clearWork(dataDir);

  const privateAddresses = mayReachPrivateAddresses(config);
  const isRequired = asksForConfirmation(config);
  const version = programVersion();
  const metrics = createMetrics(version);
  measureProcess(metrics);
  const mailer = config.smtpUrl
    ? measuredMailer(metrics, createMailer(config.smtpUrl, config.mailFrom))
    : null;
  const hasher = openHasher();
  const checker = new FileChecker(hasher.hash);
  const report = (damaged: readonly DamagedFile[]) => reportDamage(damage(), damaged);
  const damage = (): DamageOptions => ({ db, queue, clock, troubles, log: app.log });
  const files = new FileGuard({ dataDir, checker, report });
  const reads = new Reads();
  const inspector = createInspector(db, dataDir, { files, reads });
  const app = buildApp({
    db,
    dataDir,
    files,
    clock,
    troubles,
    reconcile: (trx, accountId, now) => reconcile(trx, queue, accountId, now),
    inspect: inspector.inspect,
    limits: {
      uploadBytes: config.maxUploadBytes,
      bodyBytes: config.maxBodyBytes,
      requestsPerMinute: config.requestsPerMinute,
      unkeyedRequestsPerMinute: config.unkeyedRequestsPerMinute,
      signUpsPerHour: config.signUpsPerHour,
      resources: config.maxResources,
      streams: config.maxStreams,
      storedBytes: config.maxStoredBytes,
      noticeStreams: limits.noticeStreams.is,
      connections: config.maxConnections,
    },
    accountDeletionDays: config.accountDeletionDays,
    webhooks: { privateAddresses, enqueue: (trx, job) => queue.enqueue(trx, job) },
    linkDays: config.linkDays,
    confirmation: { isRequired, enqueue: mailer ? (trx, job) => queue.enqueue(trx, job) : null },
    signUp: config.signUp,
    consoleDir,
    sampleShop: (out, through) => generateShop({ customers: sampleCustomers, seed: 1, out, through }),
    publicUrl: config.publicUrl,
    metrics: {
      metrics,
      sources: metricSources(db, dataDir, troubles, clock),
      token: config.metricsToken,
      isOpen: isLocalOnly(config),
    },
    logger: { level: config.logLevel },
  });
  troubles.logTo(app.log);
  if (setAside.entries > 0)
    app.log.warn({ ...setAside }, "moved files that the store does not know to the trash");
  // Listen first: if the port is taken, this process must end before it starts to work.
  const url = await app.listen({ host: config.host, port: config.port }).catch(async (error) => {
    await endLease();
    await db.close();
    unlockDirectory();
    throw error;
  });
  // It waits for a store that cannot be written, and reading need not wait for it.
  const requeueing = queue.requeueMine(ownerPrefix(dataDir)).catch((error) => {
    if (!stopping.signal.aborted)
      app.log.error({ err: error }, "jobs of the last start could not be put back");
  });
  const machineState = () => ({
    programVersion: version,
    memoryMb: config.buildMemoryMb,
    threads: config.buildThreads,
    isTroubled: troubles.list().some(({ code }) => isMachineTrouble(code)),
  });
  const stepProcesses = new StepProcesses();
  const mailRules = { queue: mailer && queue, isRequired, publicUrl: config.publicUrl ?? null };
  const runner = new Runner({
    db,
    troubles,
    machineState,
    queue,
    dataDir,
    checker,
    reads,
    clock,
    privateAddresses,
    memoryMb: config.buildMemoryMb,
    threads: config.buildThreads,
    buildTime: { minutes: config.buildMinutes, processorMinutes: config.buildProcessorMinutes },
    maxUnpackedBytes: config.maxUnpackedBytes,
    runStep: measureSteps(metrics, (options) => runStepProcess(options, stepProcesses)),
    announce: (trx, resource, now) => announceByMail(trx, mailRules, resource.accountId, resource, now),
    noteBuild,
    settleRun: (trx, accountId, now) => settleRun(trx, mailRules, accountId, now),
    announceToEndpoints: (trx, resource, now) => announceToEndpoints(trx, queue, resource, now),
    log: app.log,
  });
  const sweeper = new Sweeper({
    db,
    dataDir,
    reads,
    trashDays: config.trashDays,
    troubles,
    clock,
    monotonicMs: () => performance.now(),
    log: app.log,
  });
  const stopWorker = startWorker({
    db,
    queue,
    runner,
    sweeper,
    machineState,
    dataDir,
    parallelBuilds: config.parallelBuilds,
    auditDays: config.auditDays,
    clock,
    troubles,
    log: app.log,
  });
  const send = measureWebhooks(metrics, createWebhookSender({ privateAddresses }));
  const stopCourier = startCourier({ db, queue, send, clock, troubles, log: app.log });
  const stopPostman = mailer
    ? startPostman({ db, queue, mailer, clock, troubles, log: app.log })
    : async () => {};
  const stopMailClock = startMailClock({ db, rules: mailRules, clock, troubles, log: app.log });
  // The doctor, in another process, marks uploads, too.
  const lookAtUploads = () => showDamagedUploads(damage()).catch(() => {});
  void lookAtUploads();
  const looking = setInterval(lookAtUploads, damagedUploadsMs).unref();
  const patrolling = openHasher();
  const stopPatrol = startPatrol(
    {
      ...{ db, dataDir, report, hash: patrolling.hash, log: app.log },
      mended: (upload) => reportMended(damage(), upload),
    },
    config.patrolDays,
  );

  return {
    url,
    lost,
    close: async () => {
      const lastResort = setTimeout(() => app.server.closeAllConnections(), graceMs);
      stopping.abort();
      const loops = [stopWorker(), stopPostman(), stopMailClock(), stopCourier(), stopPatrol(), requeueing];
      await Promise.all([app.close(), ...loops]);
      clearInterval(looking);
      stepProcesses.close();
      inspector.close();
      await Promise.all([hasher.close(), patrolling.close()]);
      clearTimeout(lastResort);
      await endLease();
      await db.close();
      unlockDirectory();
    },
  };
};

const measuredMailer = (metrics: Metrics, mailer: Mailer): Mailer => ({
  send: measureMails(metrics, mailer.send),
  close: mailer.close,
});

const metricSources = (db: Db, dataDir: string, troubles: Troubles, clock: () => number): Sources => ({
  counts: () => readCounts(db.kysely, clock()),
  disk: () => diskSpace(dataDir),
  troubles: () => troubles.list().map(({ code }) => code),
});

interface Opening {
  /** The name of this service. */
  holder: string;
  clock: () => number;
  troubles: Troubles;
  say(line: string): void;
  /** Another service has taken the store over. */
  onLost(): void;
}

/** Opens the store, checks that the data directory is its own, and takes the lease; or leaves nothing open. */
const openStore = async (
  { dataDir, databaseUrl }: Config,
  { holder, clock, troubles, say, onLost }: Opening,
): Promise<{ db: Db; setAside: SetAside; endLease(): Promise<void> }> => {
  const db = await openWhenReady(
    databaseUrl ? { url: databaseUrl } : { file: path.join(dataDir, "bellwether.sqlite") },
    { troubles, say },
  );
  try {
    const setAside = await requirePair({ db, dataDir }, clock());
    const endLease = await holdLease({ db, holder, place: ownerPrefix(dataDir), leaseMs, onLost });
    return { db, setAside, endLease };
  } catch (error) {
    await db.close();
    throw error;
  }
};
