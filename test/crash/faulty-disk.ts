// Disk that fails on demand, below one directory, for a service and the processes of its steps. It needs
// Linux and a C compiler.

import { execFileSync, spawnSync } from "node:child_process";
import { closeSync, openSync, readSync, writeSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { constants, tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { onTestFinished } from "vitest";

export const canFail = process.platform === "linux" && spawnSync("cc", ["--version"]).status === 0;

const source = fileURLToPath(new URL("faulty-disk.c", import.meta.url));

const calls = ["write", "pwrite", "fsync", "rename", "open"] as const;

export interface DiskFault {
  call: (typeof calls)[number];
  /** `short`: half of the bytes are written. */
  outcome: "short" | "EIO" | "ENOSPC";
  /** Share of the calls that fail, as one in so many. */
  oneIn: number;
}

export interface FaultyDisk {
  /** For the service. */
  env: Record<string, string>;
  fail(fault: DiskFault): void;
  heal(): void;
  /** Calls that failed since the last fault was switched on. */
  failed(): { inAll: number; inSteps: number };
}

/** The control has six numbers: call, error, one in, calls seen, calls failed, and those of steps. */
const numbers = 6;

/** Works until the test ends. */
export const openFaultyDisk = async (dataDir: string): Promise<FaultyDisk> => {
  const dir = await mkdtemp(path.join(tmpdir(), "bellwether-faulty-"));
  const library = path.join(dir, "faulty-disk.so");
  execFileSync("cc", ["-shared", "-fPIC", "-O2", "-o", library, source, "-ldl"]);
  const file = path.join(dir, "control");
  const control = openSync(file, "w+");
  onTestFinished(async () => {
    closeSync(control);
    await rm(dir, { recursive: true });
  });
  const set = (...values: number[]) => writeSync(control, Uint32Array.from(values), 0, null, 0);
  set(0, 0, 0, 0, 0, 0);
  return {
    env: { LD_PRELOAD: library, FAULTY_DISK_CONTROL: file, FAULTY_DISK_BELOW: dataDir },
    fail: ({ call, outcome, oneIn }) => {
      const error = outcome === "short" ? 0 : constants.errno[outcome];
      set(calls.indexOf(call), error, oneIn, 0, 0, 0);
    },
    heal: () => set(0, 0, 0),
    failed: () => {
      const values = new Uint32Array(numbers);
      readSync(control, values, 0, values.byteLength, 0);
      return { inAll: values[4]!, inSteps: values[5]! };
    },
  };
};
