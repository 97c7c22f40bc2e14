// Process tree: a process and all processes that it started, and those started. Read from /proc; elsewhere
// than on Linux, figures are 0.

import { readdirSync, readFileSync } from "node:fs";

interface ProcessFacts {
  pid: number;
  parent: number;
  /** Processor time of the process alone. */
  ownSeconds: number;
  /** Processor time of processes that it started and that have ended. */
  endedSeconds: number;
}

/** Linux counts processor time for programs in hundredths of a second, whatever its clock. */
const ticksPerSecond = 100;
const sampleMs = 200;

const factsOf = (pid: string): ProcessFacts | undefined => {
  const text = read(`/proc/${pid}/stat`);
  if (text === "") return undefined;
  // The second field is a name in brackets that may have spaces; the parent is the fourth field, times are
  // the 14th to 17th.
  const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
  const [user, system, endedUser, endedSystem] = fields
    .slice(11, 15)
    .map((field) => Number(field) / ticksPerSecond);
  return {
    pid: Number(pid),
    parent: Number(fields[1]),
    ownSeconds: user! + system!,
    endedSeconds: endedUser! + endedSystem!,
  };
};

/** A process may end at any moment. */
const read = (file: string): string => {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return "";
  }
};

const treeOf = (root: number): ProcessFacts[] => {
  const children = new Map<number, ProcessFacts[]>();
  for (const facts of running()) children.set(facts.parent, [...(children.get(facts.parent) ?? []), facts]);
  const tree = [factsOf(String(root))].filter((facts) => facts !== undefined);
  for (const { pid } of tree) tree.push(...(children.get(pid) ?? []));
  return tree;
};

const running = (): ProcessFacts[] => {
  try {
    return readdirSync("/proc")
      .filter((name) => /^\d+$/.test(name))
      .flatMap((pid) => factsOf(pid) ?? []);
  } catch {
    return [];
  }
};

/** Processor time of a process alone, and of its whole tree with processes that have ended. */
export const processorSecondsOf = (root: number): { own: number; all: number } => {
  const tree = treeOf(root);
  const all = tree.reduce((sum, { ownSeconds, endedSeconds }) => sum + ownSeconds + endedSeconds, 0);
  return { own: tree[0]?.ownSeconds ?? 0, all };
};

const memoryMbOf = (root: number): number =>
  treeOf(root).reduce((sum, { pid }) => sum + kilobytesIn("VmRSS", read(`/proc/${pid}/status`)) / 1024, 0);

/** Peak memory of one process so far. */
export const peakMbOf = (pid: number): number =>
  Math.round(kilobytesIn("VmHWM", read(`/proc/${pid}/status`)) / 1024);

const kilobytesIn = (field: string, status: string): number =>
  Number(new RegExp(`${field}:\\s+(\\d+) kB`).exec(status)?.[1] ?? 0);

export interface PeakWatch {
  /** Highest sum of the memory of all processes at one moment; pages that they share count for each. */
  peakMb(): number;
  stop(): void;
}

export const watchPeak = (root: number): PeakWatch => {
  let peak = memoryMbOf(root);
  const timer = setInterval(() => {
    peak = Math.max(peak, memoryMbOf(root));
  }, sampleMs);
  return { peakMb: () => Math.round(peak), stop: () => clearInterval(timer) };
};
