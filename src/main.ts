// The only place that constructs things and connects them: store, queue, builders, post and the HTTP edge.

import { mkdir } from "node:fs/promises";
import { hostname } from "node:os";
import path from "node:path";
import { runStepProcess } from "./builds/execute/process.js";
import { Runner } from "./builds/execute/runner.js";
import { clearWork } from "./builds/execute/sweep.js";
import { startWorker } from "./builds/execute/worker.js";
import { createInspector } from "./builds/inspect/inspector.js";
import { reconcile } from "./builds/plan/reconcile.js";
import type { Config } from "./config/config.js";
import { openDb } from "./db/connection.js";
import { lockDirectory } from "./db/directory-lock.js";
import { hostOf } from "./domain/private-address.js";
import { buildApp } from "./http/app.js";
import { announce } from "./notify/announce.js";
import { createMailer } from "./notify/mail.js";
import { startPostman } from "./notify/postman.js";
import { announceToEndpoints } from "./notify/webhook-announce.js";
import { startCourier } from "./notify/webhook-courier.js";
import { createWebhookSender } from "./notify/webhook-send.js";
import { createQueue } from "./queue/queue.js";

export interface Service {
  url: string;
  /** Stops taking requests, puts running builds back into the queue, and closes the store. */
  close(): Promise<void>;
}

const leaseMs = 30_000;

/** Where `vite build web` puts the console. */
const consoleDir = path.resolve(import.meta.dirname, "../../dist/web");

/** How long running requests may go on once the service is told to stop: a client that has stalled would never end. */
const graceMs = 5_000;

/** Jobs of an owner that begins like this belong to a process that is gone: there is one service to a data directory. */
const ownerPrefix = (dataDir: string): string => `${hostname()}:${dataDir}#`;

/** Starts the whole service in this process; builds run in children of it. */
export const startService = async (config: Config, clock: () => number = Date.now): Promise<Service> => {
  const { dataDir } = config;
  await mkdir(dataDir, { recursive: true });
  const unlockDirectory = lockDirectory(dataDir);
  const db = await openDb(
    config.databaseUrl ? { url: config.databaseUrl } : { file: path.join(dataDir, "bellwether.sqlite") },
  );
  const queue = createQueue({
    db,
    owner: `${ownerPrefix(dataDir)}${process.pid}.${clock()}`,
    leaseMs,
    clock,
  });
  await clearWork(dataDir);
  await queue.requeueMine(ownerPrefix(dataDir));

  const privateAddresses = mayReachPrivateAddresses(config);
  const mailer = config.smtpUrl ? createMailer(config.smtpUrl, config.mailFrom) : null;
  const inspector = createInspector(db, dataDir);
  const app = buildApp({
    db,
    dataDir,
    clock,
    reconcile: (trx, accountId, now) => reconcile(trx, queue, accountId, now),
    inspect: inspector.inspect,
    limits: {
      uploadBytes: config.maxUploadBytes,
      bodyBytes: config.maxBodyBytes,
      requestsPerMinute: config.requestsPerMinute,
    },
    accountDeletionDays: config.accountDeletionDays,
    webhooks: { privateAddresses, enqueue: (trx, job) => queue.enqueue(trx, job) },
    signUp: config.signUp,
    consoleDir,
    publicUrl: config.publicUrl,
    logger: { level: config.logLevel },
  });
  // First, for a port that is taken must end this process before it starts to work.
  const url = await app.listen({ host: config.host, port: config.port }).catch(async (error) => {
    await db.close();
    unlockDirectory();
    throw error;
  });
  const builder = new Runner({
    db,
    queue,
    dataDir,
    clock,
    privateAddresses,
    memoryMb: config.buildMemoryMb,
    threads: config.buildThreads,
    runStep: runStepProcess,
    announce: (trx, resource, now) => announce(trx, mailer && queue, resource.accountId, resource, now),
    announceToEndpoints: (trx, resource, now) => announceToEndpoints(trx, queue, resource, now),
    log: app.log,
  });
  const stopWorker = startWorker({
    db,
    queue,
    runner: builder,
    dataDir,
    parallelBuilds: config.parallelBuilds,
    clock,
    log: app.log,
  });
  const send = createWebhookSender({ privateAddresses });
  const stopCourier = startCourier({ db, queue, send, clock, log: app.log });
  const stopPostman = mailer ? startPostman({ db, queue, mailer, clock, log: app.log }) : async () => {};

  return {
    url,
    close: async () => {
      const lastResort = setTimeout(() => app.server.closeAllConnections(), graceMs);
      await Promise.all([app.close(), stopWorker(), stopPostman(), stopCourier()]);
      inspector.close();
      clearTimeout(lastResort);
      await db.close();
      unlockDirectory();
    },
  };
};

/** Who can reach the service only from its own machine could as well send the request themselves. */
const mayReachPrivateAddresses = ({ webhookPrivateAddresses: rule, host, publicUrl }: Config): boolean =>
  rule === "always" ||
  (rule === "if-local" && isLoopback(host) && (publicUrl === undefined || isLoopback(hostOf(publicUrl))));

const isLoopback = (host: string): boolean =>
  host === "localhost" || host === "::1" || /^127\.[\d.]+$/.test(host);
