// Needs of tests beyond Node and what `npm ci` installs. A test whose need is missing is skipped. The end of a
// run lists what was missing, how many tests wait for it, and how to get it; `npm run doctor` lists it before.

import { spawnSync } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { homedir } from "node:os";
import path from "node:path";
import type { TestContext } from "vitest";

declare module "vitest" {
  interface TaskMeta {
    need?: Need;
  }
}

const root = process.cwd();
const cache = path.join(process.env.XDG_CACHE_HOME ?? path.join(homedir(), ".cache"), "bellwether");

const isProgram = (name: string): boolean =>
  [...(process.env.PATH ?? "").split(path.delimiter), "/usr/sbin"].some((at) =>
    existsSync(path.join(at, name)),
  );
const succeeds = (name: string, ...args: string[]): boolean =>
  spawnSync(name, args, { stdio: "ignore" }).status === 0;
const readdirIn = (dir: string): string[] => (existsSync(dir) ? readdirSync(dir) : []);

interface Found {
  /** Way to get it on Debian. */
  from: string;
  isThere(): boolean;
}

const program = (name: string, from: string): Found => ({ from, isThere: () => isProgram(name) });
const python = (module: string): boolean => succeeds("/usr/bin/python3", "-c", `import ${module}`);
const [isLinux, isRoot] = [process.platform === "linux", process.getuid?.() === 0];

export const needs = {
  BELLWETHER_SCREENSHOTS: {
    from: "set it to 1: the pictures of the documentation are made again",
    isThere: () => process.env.BELLWETHER_SCREENSHOTS === "1",
  },
  "a C compiler on Linux": { from: "apt-get install gcc", isThere: () => isLinux && isProgram("cc") },
  faketime: program("faketime", "apt-get install faketime"),
  fish: program("fish", "apt-get install fish"),
  Go: program("go", "Go 1.22 or later from go.dev, and a way to its module proxy"),
  groff: program("groff", "apt-get install groff-base"),
  helm: program("helm", "go install helm.sh/helm/v3/cmd/helm@v3.22.0, with Go and its module proxy, in PATH"),
  kubectl: program("kubectl", "the client of Kubernetes, in PATH"),
  Linux: { from: "run the tests on Linux", isThere: () => isLinux },
  MariaDB: {
    from: "apt-get install mariadb-server openssl",
    isThere: () => isProgram("mariadbd") && isProgram("openssl"),
  },
  Maven: {
    from: "apt-get install maven default-jdk-headless, and a way to Maven Central",
    isThere: () => isProgram("mvn") && isProgram("java"),
  },
  openssl: program("openssl", "apt-get install openssl"),
  PostgreSQL: { from: "apt-get install postgresql", isThere: () => existsSync("/usr/lib/postgresql") },
  prlimit: program("prlimit", "apt-get install util-linux"),
  "public data": {
    from: "data sets in ../shared/data, or where BELLWETHER_TEST_DATA says",
    isThere: () =>
      existsSync(path.resolve(root, process.env.BELLWETHER_TEST_DATA ?? "../shared/data", "tasks.json")),
  },
  "Python 3": program("python3", "apt-get install python3"),
  "Python's packages": {
    from: "apt-get install python3-venv, and a way to PyPI",
    isThere: () => python("ensurepip"),
  },
  "rights to mount": {
    from: "run the tests as root, where mount is allowed",
    isThere: () => isRoot && succeeds("unshare", "--mount", "mount", "-t", "tmpfs", "tmpfs", "/mnt"),
  },
  "script (a terminal)": program("script", "apt-get install bsdutils"),
  "systemd-analyze": program("systemd-analyze", "apt-get install systemd"),
  sshd: program("sshd", "apt-get install openssh-server openssl"),
  "the npm registry": { from: "a way to it", isThere: () => succeeds("npm", "ping", "--fetch-retries=0") },
  "the S3 server": {
    from: "test/objects/server.sh, which needs Go 1.25 and its module proxy",
    isThere: () => readdirIn(cache).some((name) => name.startsWith("versitygw-")),
  },
  xgboost: { from: "pip install xgboost, for /usr/bin/python3", isThere: () => python("xgboost") },
  zsh: program("zsh", "apt-get install zsh"),
} as const satisfies Record<string, Found>;

export type Need = keyof typeof needs;

/** Options of a test or suite that is skipped where its need is missing. */
export const needing = (
  need: Need,
  isThere = needs[need].isThere(),
): { skip: boolean; meta: { need: Need } } => ({
  skip: !isThere,
  meta: { need },
});

/** Skips a test that has found out, once it ran, that its need is missing. */
export const skipWithout = (need: Need, { task, skip }: Pick<TestContext, "task" | "skip">): never => {
  task.meta.need = need;
  return skip();
};
