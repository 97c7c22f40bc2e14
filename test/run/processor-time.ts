// Processor time of a test file: seconds of this process and of the ended children that it waited for, from
// the file's import to its last hook. A set-up file runs again for each test file; the reporter of costs
// reads the result from the file's meta data.

import { readFileSync } from "node:fs";
import { afterAll } from "vitest";

declare module "vitest" {
  interface TaskMeta {
    /** Absent where the platform does not tell. */
    processorSeconds?: number;
  }
}

/** Linux counts a child's time in hundredths of a second, whatever the clock of the kernel. */
const ticksPerSecond = 100;

/** Seconds that this process's ended children used; 0 where there is no /proc. */
const childrenSeconds = (): number => {
  let stat: string;
  try {
    stat = readFileSync("/proc/self/stat", "utf8");
  } catch {
    return 0;
  }
  // The name of the program, in parentheses, may hold spaces. Behind it, cutime and cstime are fields 16 and
  // 17 of proc(5).
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return (Number(fields[13]) + Number(fields[14])) / ticksPerSecond;
};

const processorSeconds = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6 + childrenSeconds();
};

const before = processorSeconds();

// biome-ignore lint/correctness/noEmptyPattern: vitest asks for a pattern, and no fixture is needed.
afterAll(({}, suite) => {
  suite.file.meta.processorSeconds = processorSeconds() - before;
});
