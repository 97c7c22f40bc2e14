// Watch over the thread of the service, loaded into its process with `--import`: a line for each time that
// the thread gave no turn to a timer for longer than some milliseconds, with the processor time that it used
// meanwhile. A machine that others use, too, makes the wait longer, and not the processor time.

import { appendFileSync, readFileSync } from "node:fs";

/** Wall clock, in milliseconds since 1970, and how long the thread was held, in milliseconds. */
export interface Hold {
  at: number;
  wallMs: number;
  processorMs: number;
}

const everyMs = 5;
const leastMs = 10;

const file = process.env.THREAD_WATCH_FILE;

/** Processor time of the main thread, whose id is that of the process (Linux). */
const processorMs = (): number => {
  const [nanoseconds] = readFileSync(`/proc/self/task/${process.pid}/schedstat`, "utf8").split(" ");
  return Number(nanoseconds) / 1e6;
};

const watch = (to: string): void => {
  let [wall, processor] = [performance.now(), processorMs()];
  let holds: Hold[] = [];
  setInterval(() => {
    const [nowMs, usedMs] = [performance.now(), processorMs()];
    const hold = { at: Date.now(), wallMs: nowMs - wall, processorMs: usedMs - processor };
    if (hold.wallMs - everyMs >= leastMs) holds.push(hold);
    [wall, processor] = [nowMs, usedMs];
  }, everyMs).unref();
  setInterval(() => {
    appendFileSync(to, holds.map((hold) => `${JSON.stringify(hold)}\n`).join(""));
    holds = [];
  }, 250).unref();
};

// Build steps are children of the service and inherit its options.
if (file && process.argv.includes("serve")) watch(file);
