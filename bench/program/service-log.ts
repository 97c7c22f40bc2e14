// Time and memory of builds, from the service's log.

import { table } from "../../src/cli/table.js";

export interface BuiltLine {
  /** Type and name of the resource. */
  what: string;
  /** When it ended, in milliseconds since 1970. */
  endedMs: number;
  /** Time of the build; one that was made together with others has its share of their time. */
  ms: number;
  together: number;
  cpuSeconds: number;
  peakMb: number;
}

interface LogLine extends Pick<BuiltLine, "ms" | "cpuSeconds" | "peakMb"> {
  msg: string;
  time: number;
  together?: number;
}

/** In order of building; a resource may occur more than once. */
export const builtIn = (log: string): BuiltLine[] =>
  log
    .split("\n")
    .filter((line) => line.includes('"msg":"built '))
    .map((line) => JSON.parse(line) as LogLine)
    .map(({ msg, time, ms, cpuSeconds, peakMb, together = 1 }) => ({
      what: msg.slice("built ".length),
      endedMs: time,
      ms,
      together,
      cpuSeconds,
      peakMb,
    }));

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
