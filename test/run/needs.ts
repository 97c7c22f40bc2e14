// Needs of tests beyond Node and what `npm ci` installs. A test whose need is missing is skipped, and the end
// of the run lists what is missing, how many tests wait for it, and how to get it.

import type { TestContext } from "vitest";

declare module "vitest" {
  interface TaskMeta {
    need?: Need;
  }
}

/** What is missing, by name, and how to get it on Debian. */
export const needs = {
  BELLWETHER_SCREENSHOTS: "set it to 1: the pictures of the documentation are made again",
  "a C compiler on Linux": "apt-get install gcc",
  faketime: "apt-get install faketime",
  fish: "apt-get install fish",
  kubectl: "the client of Kubernetes, in PATH",
  Linux: "run the tests on Linux",
  MariaDB: "apt-get install mariadb-server openssl",
  PostgreSQL: "apt-get install postgresql",
  prlimit: "apt-get install util-linux",
  "public data": "data sets in ../shared/data, or where BELLWETHER_TEST_DATA says",
  "Python 3": "apt-get install python3",
  "Python's packages": "apt-get install python3-venv, and a way to PyPI",
  "rights to mount": "run the tests as root, where mount is allowed",
  "script (a terminal)": "apt-get install bsdutils",
  "systemd-analyze": "apt-get install systemd",
  "the npm registry": "a way to it",
  "the S3 server": "test/objects/server.sh, which needs Go 1.25 and its module proxy",
  xgboost: "pip install xgboost, for /usr/bin/python3",
  zsh: "apt-get install zsh",
} as const;

export type Need = keyof typeof needs;

/** Options of a test or suite that is skipped where its need is missing. */
export const needing = (need: Need, isThere: boolean): { skip: boolean; meta: { need: Need } } => ({
  skip: !isThere,
  meta: { need },
});

/** Skips a test that has found out, once it ran, that its need is missing. */
export const skipWithout = (need: Need, { task, skip }: Pick<TestContext, "task" | "skip">): never => {
  task.meta.need = need;
  return skip();
};
