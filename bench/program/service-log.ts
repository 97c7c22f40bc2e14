// Time and memory of builds, from the service's log.

import { readFile } from "node:fs/promises";
import { table } from "../../src/cli/table.js";

export interface BuiltLine {
  /** Type and name of the resource. */
  what: string;
  ms: number;
  cpuSeconds: number;
  peakMb: number;
}

/** In order of building; a resource may occur more than once. */
export const builtIn = (log: string): BuiltLine[] =>
  log
    .split("\n")
    .filter((line) => line.includes('"msg":"built '))
    .map((line) => JSON.parse(line) as Omit<BuiltLine, "what"> & { msg: string })
    .map(({ msg, ms, cpuSeconds, peakMb }) => ({ what: msg.slice("built ".length), ms, cpuSeconds, peakMb }));

export const usageTable = (built: readonly BuiltLine[], orders: number): string[] => {
  const row = (what: string, ms: number, cpuSeconds: number, peakMb: number) => [
    what,
    (ms / 1000).toFixed(1),
    cpuSeconds.toFixed(1),
    String(peakMb),
    Math.round((1000 * orders) / ms).toLocaleString("en-US"),
  ];
  const sum = (of: (line: BuiltLine) => number) => built.reduce((total, line) => total + of(line), 0);
  const all = row(
    "all builds",
    sum(({ ms }) => ms),
    sum(({ cpuSeconds }) => cpuSeconds),
    Math.max(...built.map(({ peakMb }) => peakMb)),
  );
  const rows = built.map(({ what, ms, cpuSeconds, peakMb }) => row(what, ms, cpuSeconds, peakMb));
  return table(["build", "wall s", "cpu s", "peak MB", "orders/s"], [...rows, all]);
};

/** Peak memory of a running process; 0 where the system does not report it. */
export const peakMbOf = async (pid: number): Promise<number> => {
  const status = await readFile(`/proc/${pid}/status`, "utf8").catch(() => "");
  return Math.round(Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1] ?? 0) / 1024);
};
