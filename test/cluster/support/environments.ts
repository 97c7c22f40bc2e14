// Environments of the engines: Spark and Sail from PyPI, each in a virtual environment below the user's
// cache, where later runs find it.

import { execFile, execFileSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { homedir, tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";

/** An exact version of a package. Sail refuses to run beside this Spark, so each has an environment of its own. */
export const spark = "pyspark==4.3.0";
/** Spark of the tests of lakes: see `lake-spark.ts`. */
export const olderSpark = "pyspark==4.1.4";
export const sail = "pysail==0.7.2";

type SparkPackage = typeof spark | typeof olderSpark;
type Package = SparkPackage | typeof sail;

export const cache = path.join(
  process.env.XDG_CACHE_HOME || path.join(homedir(), ".cache"),
  "bellwether",
  "cluster",
);

/**
 * The environment's directory. It is installed if it is missing, which takes minutes. Throws with what to do
 * if it cannot be.
 */
export const environmentOf = async (pinned: Package): Promise<string> => {
  const dir = path.join(cache, pinned.replace("==", "-"));
  // Programs of an environment name its path, so it is made in its place.
  const whole = path.join(dir, "whole");
  if (existsSync(whole)) return dir;
  requireProgram("python3", ["-m", "venv", "--help"], "Install python3 with venv (Debian: python3-venv).");
  rmSync(dir, { recursive: true, force: true });
  mkdirSync(cache, { recursive: true });
  process.stdout.write(`Installing ${pinned} into ${dir}; later runs find it there.\n`);
  await run("python3", ["-m", "venv", dir]);
  await run(path.join(dir, "bin", "pip"), ["install", "--quiet", "--no-cache-dir", pinned]);
  writeFileSync(whole, "");
  return dir;
};

const run = promisify(execFile);

/**
 * Options under which a Java of this Spark starts in a third of the processor time: its classes come from an
 * archive (https://docs.oracle.com/en/java/javase/17/vm/class-data-sharing.html), which is made once, and
 * short runs are compiled once.
 */
export const quickJava = async (pinned: SparkPackage): Promise<string> => {
  const home = await sparkHome(pinned);
  const archive = path.join(await environmentOf(pinned), `classes-${requireJava()}.jsa`);
  const options = "-XX:+UseSerialGC -XX:TieredStopAtLevel=1";
  if (!existsSync(archive)) await archiveClasses(home, archive, options);
  return `${options} -XX:SharedArchiveFile=${archive}`;
};

/** By a program that uses what the tests use. */
const archiveClasses = async (home: string, archive: string, options: string): Promise<void> => {
  process.stdout.write(`Archiving the classes of ${home}; later runs start faster.\n`);
  const dir = mkdtempSync(path.join(tmpdir(), "bw-classes-"));
  const made = `${archive}.${process.pid}`;
  const settings = {
    "spark.ui.enabled": false,
    "spark.sql.catalogImplementation": "in-memory",
    "spark.sql.warehouse.dir": path.join(dir, "warehouse"),
    "spark.driver.extraJavaOptions": `${options} -XX:ArchiveClassesAtExit=${made}`,
  };
  const conf = Object.entries(settings).flatMap(([key, value]) => ["--conf", `${key}=${value}`]);
  const env = { ...process.env, SPARK_HOME: home, SPARK_LOCAL_IP: "127.0.0.1" };
  const statements = warmingUp(path.join(dir, "out"));
  await run(path.join(home, "bin", "spark-sql"), ["--master", "local[2]", ...conf, "-e", statements], {
    env,
    maxBuffer: 1e9,
  });
  renameSync(made, archive);
  rmSync(dir, { recursive: true });
};

const warmingUp = (dir: string): string => `
  insert overwrite directory '${dir}' using parquet select id, id % 100 as person, cast(id as string) as text, id / 3e0 as value
    from range(0, 1000, 1, 4) order by person nulls last, id;
  select count(*) from (select own.person, array_sort(collect_list(own.id)), sum(cast(own.value as decimal(38, 6))),
    count(distinct own.text) from (select e.*, row_number() over (partition by e.person order by e.id) as place
    from parquet.\`${dir}\` as e join range(100) as p on p.id = e.person) as own group by own.person);`;

const oldestJava = 17;

/** The version of Java. Throws with what to do. */
export const requireJava = (): string => {
  const said = requireProgram(
    "java",
    ["-version"],
    `Install Java ${oldestJava} or newer, which Spark runs on.`,
  );
  const version = /version "([^"]+)/.exec(said)?.[1] ?? "";
  const major = Number.parseInt(version, 10);
  if (!(major >= oldestJava))
    throw new Error(`The cluster's tests need Java ${oldestJava} or newer, and java is ${major}.`);
  return version;
};

/** Output of the program. */
const requireProgram = (program: string, args: string[], advice: string): string => {
  try {
    return execFileSync("sh", ["-c", '"$@" 2>&1', "sh", program, ...args], { encoding: "utf8" });
  } catch {
    throw new Error(`The cluster's tests need ${program}, which does not run here. ${advice}`);
  }
};

/** The installation of Spark within its environment. */
export const sparkHome = async (pinned: SparkPackage): Promise<string> => {
  const python = path.join(await environmentOf(pinned), "bin", "python");
  return execFileSync(python, ["-c", "import pyspark, os; print(os.path.dirname(pyspark.__file__))"], {
    encoding: "utf8",
  }).trim();
};
