// Small disk that a test can fill: a file system in memory. Mounting one needs root.

import { execFileSync } from "node:child_process";
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

export interface SmallDisk {
  dir: string;
  /** Leaves not a byte. */
  fill(): void;
  free(): void;
  unmount(): void;
}

/** Undefined where it cannot be mounted. */
export const mountSmallDisk = (megabytes: number): SmallDisk | undefined => {
  const dir = mkdtempSync(path.join(tmpdir(), "bw-disk-"));
  try {
    execFileSync("mount", ["-t", "tmpfs", "-o", `size=${megabytes}m`, "tmpfs", dir], { stdio: "ignore" });
  } catch {
    rmSync(dir, { recursive: true });
    return undefined;
  }
  const ballast = path.join(dir, "ballast");
  return {
    dir,
    fill: () => fillUp(ballast),
    free: () => rmSync(ballast, { force: true }),
    unmount: () => {
      execFileSync("umount", ["--lazy", dir]);
      rmSync(dir, { recursive: true, force: true });
    },
  };
};

const fillUp = (file: string): void => {
  const handle = openSync(file, "a");
  try {
    for (const bytes of [1 << 20, 4096, 1]) writeAll(handle, Buffer.alloc(bytes));
  } finally {
    closeSync(handle);
  }
};

const writeAll = (handle: number, block: Buffer): void => {
  try {
    for (;;) writeSync(handle, block);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOSPC") throw error;
  }
};
