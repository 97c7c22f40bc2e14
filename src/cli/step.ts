// The `bellwether step` command: runs the step of one resource without publishing its result, to debug a
// build. It reads the store and the data directory as the service does, and changes neither.

import { randomUUID } from "node:crypto";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { withClusterSession } from "../builds/execute/cluster-sessions.js";
import { workRoot } from "../builds/execute/data-directory.js";
import { runStep, type StepOutput, type StepRequest } from "../builds/execute/step.js";
import { defaultSeed, runStepProcess, type StepProcessOptions } from "../builds/execute/step-process.js";
import { planBuild } from "../builds/plan/plan.js";
import { filesRead } from "../builds/repair/named-files.js";
import type { Config } from "../config/config.js";
import { filesDirOf } from "../config/files-place.js";
import { mayReachPrivateAddresses } from "../config/private-addresses.js";
import type { Db } from "../db/connection.js";
import { grantedTo } from "../domain/data/table-grant.js";
import { singular } from "../domain/resource/resource.js";
import { isTable, type TargetConfig } from "../domain/target/target.js";
import { FileChecker } from "../integrity/file-checker.js";
import type { NamedFile } from "../integrity/file-guard.js";
import { hashFile } from "../integrity/file-hash.js";
import { FileCache } from "../objects/file-cache.js";
import { findById, listResources, type Resource } from "../store/resources.js";
import { runOf } from "../store/runs.js";
import { listFileVersions } from "../store/uploads.js";
import { command } from "./command.js";
import { UsageError } from "./exit.js";
import { openLocalBucket, openLocalStore } from "./local-store.js";
import type { Terminal } from "./terminal.js";

export const step = command({
  usage: "step ID [--in-process] [--keep]",
  text: `Runs the step that builds a resource, to debug a build. It reads the store and the data directory of the service
(BELLWETHER_DATA, DATABASE_URL) and changes neither: the result goes to a new directory, and nothing is published. It uses a
cluster (BELLWETHER_SPARK_URL) as the service does. Run it on the service's machine; the service may be running.`,
  options: {
    "in-process": {
      type: "boolean",
      text: "Run in this process, where a debugger can be attached, instead of in a child process.",
    },
    keep: {
      type: "boolean",
      text: "Keep the directory and print its path: input.json, result.json and the files in output/. With a cluster it is in the data directory, below work, and the service removes it at its next start.",
    },
  },
  operands: [1, 1],
  async run({ operands: [id = ""], values }, terminal) {
    const { config, db } = await openLocalStore(terminal.environment);
    const dir = await newDir(config);
    try {
      const resource = await resourceOf(id, db);
      const request = await requestFor(resource, dir, config, db);
      const startedMs = performance.now();
      const { result } = await runs(request, values["in-process"] ?? false, config, terminal);
      const seconds = ((performance.now() - startedMs) / 1000).toFixed(1);
      if (values.keep) await writeFile(path.join(dir, "result.json"), JSON.stringify(result, null, 2));
      terminal.err.write(
        `Built ${singular[resource.type]} ${resource.name} in ${seconds} s. Nothing was published.\n`,
      );
    } finally {
      await db.close();
      if (values.keep) terminal.out.write(`${dir}\n`);
      else await rm(dir, { recursive: true, force: true });
    }
  },
});

/** A cluster has to see it. */
const newDir = async (config: Config): Promise<string> => {
  if (config.sparkUrl === undefined) return mkdtemp(path.join(tmpdir(), "bellwether-step-"));
  const dir = path.join(workRoot(filesDirOf(config)), `step-${randomUUID()}`);
  await mkdir(dir, { recursive: true });
  return dir;
};

const resourceOf = async (id: string, { kysely }: Db): Promise<Resource> => {
  const resource = await findById(kysely, id);
  if (!resource) throw new UsageError(`There is no resource with the id ${id}.`);
  if (resource.type === "targets" && writesTable(resource.config))
    throw new UsageError("The step of this target would write to its table, so it is not run.");
  return resource;
};

const writesTable = ({ options }: TargetConfig): boolean =>
  isTable(options) || options.type === "spark_table";

/** Throws where the resource has no step, or waits for its inputs. */
const requestFor = async (
  { id, type, accountId }: Resource,
  dir: string,
  config: Config,
  { kysely }: Db,
): Promise<StepRequest> => {
  if (type === "traits")
    throw new UsageError("A trait has no step: it is found with the people who have it.");
  const now = Date.now();
  const resources = await listResources(kysely, accountId);
  const uploads = await listFileVersions(kysely, accountId);
  const { until } = await runOf(kysely, accountId);
  const plan = planBuild(resources, uploads, now, until);
  const verdict = plan.verdicts.get(id);
  if (verdict === undefined) throw new UsageError("The resource is archived.");
  if (verdict.at === "waiting") throw new UsageError(`The resource cannot be built yet. ${verdict.reason}`);
  const { buildMemoryMb: memoryMb, buildThreads: threads } = config;
  const dataDir = config.files === undefined ? config.dataDir : path.join(dir, "files");
  const input = plan.stepInput(id, {
    dataDir,
    privateAddresses: mayReachPrivateAddresses(config),
    sealingKeyCommand: config.sealingKeyCommand,
    isTlsRequired: config.tls === "required",
    maxUnpackedBytes: config.maxUnpackedBytes,
    tables: config.sparkUrl === undefined ? undefined : grantedTo(accountId, config.sparkTables),
  });
  await fetchFiles(filesRead(input, dataDir, { accountId, resources, uploads }), dataDir, config);
  await writeFile(path.join(dir, "input.json"), JSON.stringify(input, null, 2));
  const dirs = { dir: path.join(dir, "output"), tempDir: path.join(dir, "spill") };
  return { type, input, ...dirs, memoryMb, threads, now, seed: defaultSeed };
};

/** Copies what the step reads from the bucket, if the files are in one. */
const fetchFiles = async (files: readonly NamedFile[], dir: string, config: Config): Promise<void> => {
  const bucket = await openLocalBucket(config);
  if (!bucket) return;
  const checker = new FileChecker(hashFile);
  const cache = new FileCache({ bucket, dir, tempDir: dir, checker, maxBytes: Infinity, isHeld: () => true });
  await cache.fetch(files).finally(() => bucket.close());
};

const runs = (
  request: StepRequest,
  isInProcess: boolean,
  { sparkUrl: url, sparkFromEvents: fromEvents }: Config,
  { err, signal }: Terminal,
): Promise<StepOutput> => {
  const onProgress = (fraction: number, doing: string): void => {
    err.write(`${String(Math.round(100 * fraction)).padStart(3)} %  ${doing}\n`);
  };
  const run = isInProcess ? runHere : runStepProcess;
  const runInSession = url ? withClusterSession(run, { url, fromEvents }) : run;
  const onLine = (line: string) => void err.write(`${line}\n`);
  return runInSession({ request, onProgress, onLine, onUsage: () => {}, signal });
};

const runHere = ({ request, onProgress }: StepProcessOptions): Promise<StepOutput> =>
  runStep(request, onProgress);
