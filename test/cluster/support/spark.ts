// Spark as a company runs it: a master, two workers and a Connect server, each in a process of its own on this machine.

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { greetCluster } from "../../../src/warehouse/cluster/probe.js";
import { eventually } from "../../support/eventually.js";
import { freePorts } from "../../support/ports.js";
import type { Engine } from "./engine.js";
import { quickJava, requireJava, sparkHome, spark as sparkPackage } from "./environments.js";
import { type Program, startProgram } from "./program.js";

export interface Spark extends Engine {
  port: number;
  /** kill -9 of a worker with its executor, and a start of another one in its place. */
  replaceWorker(): Promise<void>;
  /** Resolves with what `act` does, while no query can end. */
  whileNoQueryEnds<T>(act: () => Promise<T>): Promise<T>;
  killServer(): Promise<void>;
  /** Starts the Connect server again, on the same port. */
  startServer(): Promise<void>;
  /** Queries that the server has begun, the oldest first. */
  queries(): Promise<Query[]>;
}

interface Query {
  /** RUNNING, COMPLETED or FAILED. */
  status: string;
  description: string;
}

const workers = 2;

/** Small heaps: all of it together stays below 4 GB. */
const daemonMemory = "192m";
const serverMemory = "768m";
const executorMemory = "640m";

export const startSpark = async (): Promise<Spark> => {
  requireJava();
  const home = await sparkHome(sparkPackage);
  const java = await quickJava(sparkPackage);
  const dir = mkdtempSync(path.join(tmpdir(), "bw-spark-"));
  const [masterPort, port, uiPort, ...rest] = (await freePorts(5 + workers)) as [
    number,
    number,
    number,
    ...number[],
  ];
  const master = `spark://127.0.0.1:${masterPort}`;
  const env = {
    SPARK_HOME: home,
    SPARK_LOCAL_IP: "127.0.0.1",
    SPARK_LOCAL_DIRS: path.join(dir, "tmp"),
    SPARK_LAUNCHER_OPTS: "-XX:TieredStopAtLevel=1",
  };
  const daemonEnv = { ...env, SPARK_DAEMON_MEMORY: daemonMemory, SPARK_DAEMON_JAVA_OPTS: java };
  const start = (name: string, className: string, ...args: string[]): Program =>
    startProgram([path.join(home, "bin", "spark-class"), className, ...args], {
      log: path.join(dir, `${name}.log`),
      env: daemonEnv,
    });
  const masterProgram = start(
    "master",
    "org.apache.spark.deploy.master.Master",
    ...["--host", "127.0.0.1", "--port", String(masterPort), "--webui-port", String(rest[0])],
  );
  let started = 0;
  const startWorker = (): Program =>
    start(
      `worker-${++started}`,
      "org.apache.spark.deploy.worker.Worker",
      ...["--host", "127.0.0.1", "--cores", "1", "--memory", "1g", "--webui-port", "0"],
      ...["--work-dir", path.join(dir, `work-${started}`), master],
    );
  const startConnect = (): Program =>
    startProgram(connectCommand(home, { java, master, port, uiPort, dir }), {
      log: path.join(dir, "server.log"),
      env,
    });
  const running = Array.from({ length: workers }, startWorker);
  let server = startConnect();
  const url = `sc://127.0.0.1:${port}`;
  const isReady = async () => {
    let reached = "nothing";
    await eventually("Spark answers", async () => {
      if (!server.isAlive()) throw new Error("Spark's Connect server ended");
      const executors = await fromUi(uiPort, "executors").catch(() => []);
      reached = `${executors.length} executors with its driver`;
      if (executors.length < 1 + workers) return undefined;
      return greetCluster(url).then(
        () => true,
        () => undefined,
      );
    }).catch((error: Error) => {
      throw new Error(`${error.message}. Reached: ${reached}.\n${server.output().slice(-4_000)}`);
    });
  };
  await isReady();
  return {
    url,
    port,
    replaceWorker: async () => {
      await running.shift()!.kill();
      running.push(startWorker());
    },
    whileNoQueryEnds: async (act) => {
      for (const worker of running) worker.freeze();
      return act().finally(() => {
        for (const worker of running) worker.thaw();
      });
    },
    killServer: () => server.kill(),
    startServer: async () => {
      server = startConnect();
      await isReady();
    },
    queries: () => fromUi<Query>(uiPort, "sql?details=false&length=10000"),
    stop: async () => {
      await Promise.all([server, ...running, masterProgram].map((program) => program.kill()));
      rmSync(dir, { recursive: true, force: true });
    },
  };
};

interface ConnectOptions {
  /** Options of Java. */
  java: string;
  /** URL of the master. */
  master: string;
  port: number;
  uiPort: number;
  dir: string;
}

/** Its own settings make it quick to notice and to tell; what queries mean is set by their sessions. */
const connectCommand = (
  home: string,
  { java, master, port, uiPort, dir }: ConnectOptions,
): [string, ...string[]] => {
  const settings = {
    "spark.driver.host": "127.0.0.1",
    "spark.driver.bindAddress": "127.0.0.1",
    "spark.driver.extraJavaOptions": java,
    "spark.executor.extraJavaOptions": java,
    "spark.ui.port": uiPort,
    // A port that something else holds ends the server, in place of another port that nobody knows.
    "spark.port.maxRetries": 0,
    "spark.ui.showConsoleProgress": false,
    "spark.deploy.maxExecutorRetries": -1,
    "spark.connect.grpc.binding.address": "127.0.0.1",
    "spark.connect.grpc.binding.port": port,
    "spark.connect.progress.reportInterval": "50ms",
    "spark.sql.warehouse.dir": path.join(dir, "warehouse"),
    "spark.sql.catalogImplementation": "in-memory",
    "spark.sql.shuffle.partitions": 8,
    "spark.sql.files.minPartitionNum": 8,
    "spark.sql.adaptive.coalescePartitions.enabled": false,
  };
  return [
    path.join(home, "bin", "spark-submit"),
    ...["--master", master, "--driver-memory", serverMemory, "--executor-memory", executorMemory],
    ...["--executor-cores", "1"],
    ...Object.entries(settings).flatMap(([key, value]) => ["--conf", `${key}=${value}`]),
    ...["--class", "org.apache.spark.sql.connect.service.SparkConnectServer", "spark-internal"],
  ];
};

/** Answer of the interface for Spark's own pages, about its only application. */
const fromUi = async <T>(port: number, of: string): Promise<T[]> => {
  const base = `http://127.0.0.1:${port}/api/v1/applications`;
  const [application] = (await (await fetch(base)).json()) as { id: string }[];
  return (await (await fetch(`${base}/${application!.id}/${of}`)).json()) as T[];
};
