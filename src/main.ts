// The service: the only place that constructs its parts and connects them: store, queue, builds, notices and
// the HTTP API. With PostgreSQL, several nodes on one store share the work: some answer requests, some build,
// most do both.

import { readFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { hostname } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { FastifyBaseLogger, FastifyInstance } from "fastify";
import { generateShop } from "../examples/shop/shop.js";
import { withClusterSession } from "./builds/execute/cluster-sessions.js";
import { watchCluster } from "./builds/execute/cluster-watch.js";
import { workDirOf } from "./builds/execute/data-directory.js";
import { type MachineState, stateText } from "./builds/execute/given-up.js";
import { startHousekeeper } from "./builds/execute/housekeeper.js";
import { ObjectSweep } from "./builds/execute/object-sweep.js";
import { Reads } from "./builds/execute/reads.js";
import { Runner } from "./builds/execute/runner.js";
import type { StepOutput } from "./builds/execute/step.js";
import { runStepProcess, type StepProcessOptions } from "./builds/execute/step-process.js";
import { StepProcesses } from "./builds/execute/step-processes.js";
import { clearWork, Sweeper } from "./builds/execute/sweep.js";
import { isMachineTrouble } from "./builds/execute/waits.js";
import { startWorker } from "./builds/execute/worker.js";
import { createInspector } from "./builds/inspect/inspector.js";
import { createLiveScorer, type LiveScorer } from "./builds/live/live-processes.js";
import { startLiveTriggers } from "./builds/live/live-triggers.js";
import { reconcile } from "./builds/plan/reconcile.js";
import {
  type DamageOptions,
  reportDamage,
  reportMended,
  showDamagedUploads,
} from "./builds/repair/damage.js";
import { startPatrol } from "./builds/repair/patrol.js";
import type { Config } from "./config/config.js";
import { bucketPlaceOf, filesDirOf } from "./config/files-place.js";
import { asksForConfirmation, isLocalOnly, mayReachPrivateAddresses } from "./config/private-addresses.js";
import { programVersion } from "./config/version.js";
import type { Db } from "./db/connection.js";
import { lockDirectory, shareDirectory } from "./db/directory-lock.js";
import { makePrivate } from "./db/private-directory.js";
import { openWhenReady, startWithStore } from "./db/wait-for-store.js";
import type { NodeRole } from "./domain/machine/node.js";
import { limits } from "./domain/resource/limits.js";
import { refuse } from "./errors/refusal.js";
import { Troubles } from "./errors/troubles.js";
import { buildApp } from "./http/app.js";
import type { MetricsOptions } from "./http/options.js";
import { buildProbes } from "./http/probes.js";
import { type FilesInBucket, openFilesInBucket } from "./installation/files-in-bucket.js";
import { requirePair } from "./installation/join.js";
import { joinNodes, type Node } from "./installation/node.js";
import { holdRemoval } from "./installation/removal.js";
import { diskSpace } from "./integrity/disk-space.js";
import { FileChecker } from "./integrity/file-checker.js";
import { type DamagedFile, FileGuard } from "./integrity/file-guard.js";
import { type Hasher, openHasher } from "./integrity/hasher.js";
import { openAuditStream } from "./log/audit-stream.js";
import { LogWriter } from "./log/log-lines.js";
import { measureMails, measureSteps, measureWebhooks } from "./metrics/measure.js";
import { createMetrics, type Metrics, measureProcess, type Sources } from "./metrics/metrics.js";
import { announceByMail, announcePeople, announceToEndpoints } from "./notify/announce.js";
import { createMailer, type Mailer } from "./notify/mail.js";
import { startMailClock } from "./notify/mail-clock.js";
import { startPostman } from "./notify/postman.js";
import { settleRun } from "./notify/run-mail.js";
import { startCourier } from "./notify/webhook-courier.js";
import { createWebhookSender, type WebhookSender } from "./notify/webhook-send.js";
import type { Bucket } from "./objects/bucket.js";
import { startTidying } from "./objects/cache-sweep.js";
import { FileCache } from "./objects/file-cache.js";
import { createQueue, type Queue } from "./queue/queue.js";
import { readProviderFile } from "./sso/provider-file.js";
import { listenToAudit } from "./store/audit-chain.js";
import { pathsInUse } from "./store/discards.js";
import { noteBuild } from "./store/mailed-builds.js";
import { readCounts } from "./store/metrics.js";
import { liveNodes } from "./store/nodes.js";
import { sealingKey } from "./store/secrets.js";

export interface Service {
  /** Undefined for a node that only builds and has no port for probes. */
  url: string | undefined;
  /** Resolves if another process has taken the name of this node: it must be closed. */
  lost: Promise<void>;
  /**
   * Puts running builds back into the queue at once, takes no more requests after the time to drain, and
   * closes the store.
   */
  close(): Promise<void>;
}

export interface ServiceOptions {
  /** Role of this node; several need PostgreSQL. */
  role?: NodeRole;
  clock?: () => number;
  /** Receives lines for the operator while the start waits. */
  say?(line: string): void;
  /** Absent: the machine itself. A simulation has its own. */
  outside?: Outside;
}

/** What the service needs of the machine besides its disk and its clocks: a port, child processes, threads and the network. */
export interface Outside {
  /** Resolves to the address. */
  listen(app: FastifyInstance, place: { host: string; port: number }): Promise<string>;
  runStep(options: StepProcessOptions, processes: StepProcesses): Promise<StepOutput>;
  openHasher(): Hasher;
  webhookSender(options: { privateAddresses: boolean }): WebhookSender;
  createMailer: typeof createMailer;
  /** Where the console's files are. Undefined: it is not served. */
  consoleDir: string | undefined;
}

/** Where `vite build web` puts the console. */
const consoleDir = path.resolve(import.meta.dirname, "../../dist/web");

const machineItself: Outside = {
  listen: (app, place) => app.listen(place),
  runStep: runStepProcess,
  openHasher,
  webhookSender: createWebhookSender,
  createMailer,
  consoleDir,
};

/** Interval at which `GET /ready` learns of damaged uploads. */
const damagedUploadsMs = 10_000;

const leaseMs = 30_000;

/** Enough for a clear verdict. */
const sampleCustomers = 6000;

/** The guides, which the package has too. */
const docsDir = path.resolve(import.meta.dirname, "../../docs");

/** Time that running requests get when the service stops: a stalled client would never end. */
const graceMs = 5_000;

/** A log that cannot be written does not keep the service from ending. */
const longestFlushMs = 1_000;

const toStandardError = (line: string): void => void process.stderr.write(`${line}\n`);

/**
 * Starts the whole service in this process, or the part of it that its role names. Builds run in child
 * processes. Waits for a PostgreSQL that does not answer yet, and `say`s so. Throws for the operator.
 */
export const startService = async (
  given: Config,
  { role = "all", clock = Date.now, say = toStandardError, outside = machineItself }: ServiceOptions = {},
): Promise<Service> => {
  const config = { ...given, dataDir: filesDirOf(given), storeDir: given.dataDir };
  // A command that gives no key ends the start.
  if (config.sealingKeyCommand !== undefined) sealingKey(config.dataDir, config.sealingKeyCommand);
  const installation = await startWithStore(() => openInstallation(config, { role, clock, say }), { say });
  const { db, node, troubles } = installation;
  const ownerPrefix = `${config.node}#`;
  const stopping = new AbortController();
  const owner = `${ownerPrefix}${node.run}`;
  const queue = createQueue({ db, owner, leaseMs, clock, stopping: stopping.signal });
  const logWriter = new LogWriter();
  const shared = shareParts({ config, role, clock, queue, logWriter, outside, ...installation });
  const stopWatchingLog = watchLog(shared);
  const closeAuditStream = await streamAudit(shared).catch(async (error) => {
    await installation.close();
    throw new Error(`BELLWETHER_AUDIT_FILE cannot be written: ${error.message}`, { cause: error });
  });
  const stopTidying = startTidying(shared.cache, () => pathsInUse(db.kysely));
  const front = role === "work" ? openProbes(shared) : openFront(shared);
  const { log } = front.app;
  troubles.logTo(log);
  // Listen first: if the port is taken, this process must end before it starts to work.
  const url = await front.listen().catch(async (error) => {
    await installation.close();
    throw error;
  });
  // It waits for a store that cannot be written, and reading need not wait for it. A SQLite store has one
  // process, and it is this one.
  const requeueing = queue.requeueMine(db.kind === "sqlite" ? "" : ownerPrefix).catch((error) => {
    if (!stopping.signal.aborted) log.error({ err: error }, "jobs of the last start could not be requeued");
  });
  const stopBuilding = role === "serve" ? async () => {} : startBuilding(shared, log);
  const stopSending = role === "work" ? async () => {} : startSending(shared, log);
  const stopKeeping = startKeeping(shared, log);
  const stopJudging = front.live ? startJudging(shared, front.live, log) : async () => {};

  return {
    url,
    lost: installation.lost,
    close: async () => {
      const building = stopBuilding();
      if (role !== "work") await drain(shared);
      const lastResort = setTimeout(() => front.app.server.closeAllConnections(), graceMs);
      stopping.abort();
      await Promise.all([front.close(), building, stopSending(), stopKeeping(), stopJudging(), requeueing]);
      await stopTidying();
      await shared.closeFiles();
      clearTimeout(lastResort);
      await closeAuditStream();
      await installation.close();
      await logWriter.flush(longestFlushMs);
      stopWatchingLog();
    },
  };
};

/** Says when the log cannot be written. The returned function ends that. */
const watchLog = ({ logWriter, troubles, metrics }: Shared): (() => void) => {
  const code = "log-unwritable";
  logWriter.watch({
    dropped: (lines) => metrics.logLinesDropped.inc(lines),
    trouble: (isPresent, cause) => {
      if (isPresent) troubles.report(code, refuse(code).message, cause);
      else troubles.clear(code);
    },
  });
  const flush = () => logWriter.flushNow();
  process.on("exit", flush);
  return () => void process.off("exit", flush);
};

/** Sends the audit log to a system log and a file, where there are such. The returned function ends that. */
const streamAudit = async ({
  config,
  db,
  clock,
  metrics,
  troubles,
}: Shared): Promise<() => Promise<void>> => {
  const { auditFile: file, auditSyslog: syslog } = config;
  if (file === undefined && syslog === undefined) return async () => {};
  const code = "audit-stream-unwritable";
  const stream = openAuditStream({
    file,
    syslog,
    host: hostname(),
    clock,
    dropped: (messages) => metrics.auditMessagesDropped.inc(messages),
    trouble: (isPresent, cause, source) => {
      if (isPresent) troubles.report(code, refuse(code).message, cause, source);
      else troubles.clear(code, source);
    },
  });
  listenToAudit(db.kysely, stream.tell);
  return stream.close;
};

/** Lets load balancers find out that no more requests should come. Those that come are answered. */
const drain = async ({ config, troubles }: Shared): Promise<void> => {
  if (config.drainSeconds === 0) return;
  troubles.report("service-stopping", refuse("service-stopping", { seconds: config.drainSeconds }).message);
  await sleep(config.drainSeconds * 1000);
};

/** `dataDir` has uploads and results or, with a bucket, their copies; `storeDir` has the store, if that is SQLite. */
type PlacedConfig = Config & { storeDir: string };

interface Installation {
  db: Db;
  /** Absent: all files are in the data directory. */
  bucket?: Bucket;
  node: Node;
  troubles: Troubles;
  reads: Reads;
  /** Where this node works. */
  workDir: string;
  machineState(): MachineState;
  /** The state under which this node builds; null: it builds nothing. */
  buildState(): string | null;
  lost: Promise<void>;
  close(): Promise<void>;
}

/** Opens the store, checks that the data directory is its own, and joins the other nodes; or leaves nothing open. */
const openInstallation = async (
  config: PlacedConfig,
  { role, clock, say }: Required<Omit<ServiceOptions, "outside">>,
): Promise<Installation> => {
  const { dataDir, databaseUrl, storeDir, files } = config;
  for (const dir of [storeDir, dataDir]) await makePrivate(dir);
  // With a bucket, the directory is this node's own.
  const isShared = databaseUrl !== undefined && files === undefined;
  if (databaseUrl === undefined && role !== "all") throw new Error(needsPostgres);
  const unlockDirectory = (isShared ? shareDirectory : lockDirectory)(dataDir);
  const troubles = new Troubles(clock);
  const version = programVersion();
  const machineState = machineStateOf(config, version, troubles);
  const buildState = () => (role === "serve" ? null : stateText(machineState()));
  const { lost, onLost } = lossOfNode();
  let node: Node | undefined;
  const reads = new Reads(() => node?.beatAt() ?? 0);
  const store = await openStore(config, { clock, troubles, say }).catch((error) => {
    unlockDirectory();
    throw error;
  });
  const { db, bucketMark } = store;
  const closeStore = () => store.close().then(unlockDirectory);
  try {
    node = await joinNodes({
      db,
      dataDir,
      bucketMark,
      name: config.node,
      role,
      version,
      leaseMs,
      report: () => ({ reads: reads.byAccount(), troubles: troubles.list(), buildState: buildState() }),
      onLost,
    });
    await clearWork(dataDir, () => otherNodes(db, config.node));
  } catch (error) {
    // Where the store is away, the node's entry ends with its lease.
    await node?.leave().catch(() => {});
    await closeStore();
    throw error;
  }
  const workDir = workDirOf(dataDir, config.node);
  return {
    ...store,
    node,
    troubles,
    reads,
    workDir,
    machineState,
    buildState,
    lost,
    close: async () => {
      await rm(workDir, { recursive: true, force: true });
      await node.leave();
      await closeStore();
    },
  };
};

/** Promise that is fulfilled by `onLost`. */
const lossOfNode = () => {
  let onLost = (): void => {};
  const lost = new Promise<void>((resolve) => {
    onLost = resolve;
  });
  return { lost, onLost };
};

const machineStateOf =
  ({ buildMemoryMb, buildThreads }: PlacedConfig, version: string, troubles: Troubles) =>
  (): MachineState => ({
    programVersion: version,
    memoryMb: buildMemoryMb,
    threads: buildThreads,
    isTroubled: troubles.list().some(({ code }) => isMachineTrouble(code)),
  });

const otherNodes = async (db: Db, own: string): Promise<string[]> =>
  db.kind === "sqlite"
    ? []
    : (await liveNodes(db.kysely)).map(({ name }) => name).filter((name) => name !== own);

const needsPostgres =
  "Several processes share their work by PostgreSQL alone: set DATABASE_URL, or run bellwether serve, which answers requests and builds.";

interface OpenStore extends Partial<Pick<FilesInBucket, "bucket" | "bucketMark">> {
  db: Db;
  close(): Promise<void>;
}

const openStore = async (
  config: PlacedConfig,
  { clock, troubles, say }: { clock: () => number; troubles: Troubles; say(line: string): void },
): Promise<OpenStore> => {
  const { dataDir, databaseUrl, storeDir } = config;
  const db = await openWhenReady(
    databaseUrl ? { url: databaseUrl } : { file: path.join(storeDir, "bellwether.sqlite") },
    { troubles, say },
  );
  try {
    const place = bucketPlaceOf(config);
    if (!place) {
      await requirePair({ db, dataDir }, clock());
      return { db, close: () => db.close() };
    }
    const files = await openFilesInBucket(place, { db, dataDir, troubles, say });
    const close = () => db.close().finally(files.close);
    return { ...files, db, close };
  } catch (error) {
    await db.close();
    throw error;
  }
};

interface Given extends Installation {
  config: PlacedConfig;
  role: NodeRole;
  clock: () => number;
  queue: Queue;
  logWriter: LogWriter;
  outside: Outside;
}

type Shared = ReturnType<typeof shareParts>;

/** Parts that several of the others use. */
const shareParts = (given: Given) => {
  const { config, role, clock, db, bucket, workDir, reads, queue, troubles, outside } = given;
  const metrics = createMetrics(programVersion());
  measureProcess(metrics);
  const hasher = outside.openHasher();
  const checker = new FileChecker(hasher.hash);
  const cache =
    bucket &&
    new FileCache({
      bucket,
      checker,
      dir: config.dataDir,
      tempDir: workDir,
      maxBytes: config.filesCacheMb * 1e6,
      isHeld: (name) => reads.includes(name),
    });
  const isRequired = asksForConfirmation(config, role);
  const mailQueue = config.smtpUrl === undefined ? null : queue;
  const damage = (log: DamageOptions["log"]): DamageOptions => ({ db, queue, clock, troubles, log });
  return {
    ...given,
    metrics,
    checker,
    cache,
    damage,
    closeFiles: hasher.close,
    privateAddresses: mayReachPrivateAddresses(config, role),
    sealingKeyCommand: config.sealingKeyCommand,
    isTlsRequired: config.tls === "required",
    ssoProviders: readProviderFile(config.ssoFile),
    tableGrants: config.sparkUrl === undefined ? undefined : config.sparkTables,
    mailRules: { queue: mailQueue, isRequired, publicUrl: config.publicUrl ?? null },
  };
};

interface Front {
  app: FastifyInstance;
  /** Absent: it answers no requests. */
  live?: LiveScorer;
  listen(): Promise<string | undefined>;
  close(): Promise<void>;
}

/** Probes alone, for a node that only builds. */
const openProbes = (shared: Shared): Front => {
  const { config, outside } = shared;
  const app = buildProbes({
    ...shared,
    dataDir: config.dataDir,
    metrics: metricsOf(shared),
    logger: { level: config.logLevel, stream: shared.logWriter },
  });
  const { probePort: port } = config;
  return {
    app,
    listen: async () => (port === undefined ? undefined : outside.listen(app, { host: config.host, port })),
    close: () => app.close(),
  };
};

/** The API and the console. */
const openFront = (shared: Shared): Front => {
  const { config, db, queue, troubles, clock, reads, workDir, node, mailRules, outside } = shared;
  const { dataDir, maxUnpackedBytes } = config;
  const report = (damaged: readonly DamagedFile[]) => reportDamage(shared.damage(app.log), damaged);
  const { cache } = shared;
  const files = new FileGuard({ dataDir, source: cache, checker: shared.checker, report });
  const { privateAddresses } = shared;
  const { sealingKeyCommand, isTlsRequired } = shared;
  const places = { dataDir, workDir, privateAddresses, sealingKeyCommand, isTlsRequired, maxUnpackedBytes };
  const inspector = createInspector(db, places, { files, reads });
  const live = createLiveScorer({
    db,
    dataDir,
    workDir,
    files,
    reads,
    report: (error) => app.log.error({ err: error }, "live scores failed"),
  });
  const app = buildApp({
    db,
    dataDir,
    cache,
    files,
    clock,
    troubles,
    otherTroubles: () => node.others().flatMap((other) => other.troubles),
    reconcile: (trx, accountId, now) => reconcile(trx, queue, accountId, now),
    inspect: inspector.inspect,
    askLive: live.ask,
    events: {
      seconds: config.eventSeconds,
      node: config.node,
      ...(db.kind === "postgres" && {
        liveNodes: async () => (await liveNodes(db.kysely)).map(({ name }) => name),
      }),
    },
    limits: {
      uploadBytes: config.maxUploadBytes,
      bodyBytes: config.maxBodyBytes,
      requestsPerMinute: config.requestsPerMinute,
      eventRequestsPerMinute: config.eventRequestsPerMinute,
      unkeyedRequestsPerMinute: limits.unkeyedRequestsPerMinute.is,
      signUpsPerHour: limits.signUpsPerHour.is,
      resources: config.maxResources,
      streams: limits.streams.is,
      storedBytes: config.maxStoredBytes,
      files: config.maxFiles,
      noticeStreams: limits.noticeStreams.is,
      connections: config.maxConnections,
    },
    accountDeletionDays: config.accountDeletionDays,
    ...(shared.tableGrants && { tableGrants: shared.tableGrants }),
    isTlsRequired,
    webhooks: { privateAddresses, enqueue: (trx, job) => queue.enqueue(trx, job) },
    sso: { providers: shared.ssoProviders, dnsServers: config.dnsServers },
    linkDays: config.linkDays,
    confirmation: {
      isRequired: mailRules.isRequired,
      enqueue: mailRules.queue && ((trx, job) => queue.enqueue(trx, job)),
    },
    signUp: config.signUp,
    consoleDir: outside.consoleDir,
    docsDir,
    sampleShop: (out, through) => generateShop({ customers: sampleCustomers, seed: 1, out, through }),
    publicUrl: config.publicUrl,
    assistantsUrl: config.assistantsUrl,
    trustedProxies: config.trustedProxies,
    metrics: metricsOf(shared),
    logger: { level: config.logLevel, stream: shared.logWriter },
  });
  return {
    app,
    live,
    listen: () => outside.listen(app, { host: config.host, port: config.port }),
    close: async () => {
      await app.close();
      inspector.close();
      live.close();
    },
  };
};

const metricsOf = ({ metrics, config, role, db, troubles, clock }: Shared): MetricsOptions => ({
  metrics,
  sources: metricSources(db, config.dataDir, troubles, clock),
  token: config.metricsToken,
  isOpen: isLocalOnly(config, role),
});

/** The returned function requeues running builds. */
const startBuilding = (shared: Shared, log: FastifyBaseLogger): (() => Promise<void>) => {
  const { config, queue, troubles, mailRules, outside } = shared;
  const { sparkUrl: url, sparkFromEvents: fromEvents } = config;
  const stepProcesses = new StepProcesses();
  const runInProcess = (options: StepProcessOptions) => outside.runStep(options, stepProcesses);
  const runStep = url ? withClusterSession(runInProcess, { url, fromEvents }) : runInProcess;
  const { parallelBuilds, parallelConnected } = config;
  const runner = new Runner({
    ...shared,
    parallelBuilds,
    parallelConnected,
    dataDir: config.dataDir,
    memoryMb: config.buildMemoryMb,
    threads: config.buildThreads,
    buildTime: {
      minutes: config.buildMinutes,
      processorMinutes: limits.processorShare.is * config.buildMinutes,
    },
    maxUnpackedBytes: config.maxUnpackedBytes,
    runStep: measureSteps(shared.metrics, runStep),
    announce: (trx, resource, now) => announceByMail(trx, mailRules, resource.accountId, resource, now),
    noteBuild,
    settleRun: (trx, accountId, now) => settleRun(trx, mailRules, accountId, now),
    announceToEndpoints: (trx, resource, now) => announceToEndpoints(trx, queue, resource, now),
    announcePeople: (trx, trigger, news, now) => announcePeople(trx, queue, trigger, news, now),
    log,
  });
  const stopWorker = startWorker({ queue, runner, parallelBuilds, parallelConnected, troubles, log });
  const stopWatch = url ? watchCluster({ ...shared, url, log }) : async () => {};
  return async () => {
    await Promise.all([stopWorker(), stopWatch()]);
    stepProcesses.close();
  };
};

const mailAuthorities = ({ smtpCa }: PlacedConfig): string | undefined =>
  smtpCa === undefined ? undefined : readFileSync(smtpCa, "utf8");

/** Mails and webhooks. */
const startSending = (shared: Shared, log: FastifyBaseLogger): (() => Promise<void>) => {
  const { config, metrics, privateAddresses, outside } = shared;
  const send = measureWebhooks(metrics, outside.webhookSender({ privateAddresses }));
  const stopCourier = startCourier({ ...shared, send, log });
  const mailer = config.smtpUrl
    ? measuredMailer(
        metrics,
        outside.createMailer(config.smtpUrl, config.mailFrom, undefined, mailAuthorities(config)),
      )
    : null;
  const stopPostman = mailer ? startPostman({ ...shared, mailer, log }) : async () => {};
  return async () => void (await Promise.all([stopCourier(), stopPostman()]));
};

/** Starts what judges live triggers. */
const startJudging = (shared: Shared, scorer: LiveScorer, log: FastifyBaseLogger): (() => Promise<void>) => {
  const { config, queue, node } = shared;
  return startLiveTriggers({
    ...shared,
    dataDir: config.dataDir,
    scorer,
    holder: node.run,
    // With a bucket, a node does not see the logs of the others.
    settleMs: shared.bucket ? 60_000 + 2000 * config.eventSeconds : 5_000,
    announce: (trx, trigger, messages, now) =>
      announcePeople(trx, queue, trigger, { messages, goneIds: [] }, now),
    log,
  });
};

/** Starts what one node does for all: sweeping, what is due by time alone, the patrol. */
const startKeeping = (shared: Shared, log: FastifyBaseLogger): (() => Promise<void>) => {
  const { config, db, bucket, node, queue, reads, troubles, clock } = shared;
  const { dataDir, trashDays } = config;
  const isKeeper = () => node.isKeeper();
  const monotonicMs = () => performance.now();
  const objects = bucket && new ObjectSweep({ db, bucket, trashDays, clock, monotonicMs, log });
  const sweeper = new Sweeper({
    db,
    dataDir,
    objects,
    reads,
    troubles,
    clock,
    log,
    trashDays,
    monotonicMs,
    otherReads: () => node.others(),
  });
  const stopHousekeeper = startHousekeeper({
    db,
    queue,
    sweeper,
    objects,
    isKeeper,
    dataDir,
    clock,
    troubles,
    log,
    auditDays: config.auditDays,
    buildStates: () =>
      [shared.buildState(), ...node.others().map((other) => other.buildState)].filter(
        (state) => state !== null,
      ),
    holdRemoval: () => holdRemoval({ db, dataDir }, node.run),
  });
  const stopMailClock = startMailClock({
    db,
    rules: shared.mailRules,
    queue,
    isKeeper,
    clock,
    troubles,
    log,
  });
  // The doctor, in another process, marks uploads, too.
  const lookAtUploads = () => showDamagedUploads({ db, troubles }).catch(() => {});
  void lookAtUploads();
  const looking = setInterval(lookAtUploads, damagedUploadsMs).unref();
  const patrolling = shared.outside.openHasher();
  const stopPatrol = startPatrol(
    {
      db,
      dataDir,
      bucket,
      isKeeper,
      hash: patrolling.hash,
      log,
      report: (damaged) => reportDamage(shared.damage(log), damaged),
      mended: (upload) => reportMended(shared.damage(log), upload),
    },
    config.patrolDays,
  );
  return async () => {
    clearInterval(looking);
    await Promise.all([stopHousekeeper(), stopMailClock(), stopPatrol()]);
    await patrolling.close();
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
