// Small file system in memory, to run out of room for real. It needs root, and mount(8).

import { execFileSync, spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, open, rm } from "node:fs/promises";
import path from "node:path";
import { onTestFinished } from "vitest";

export const canMount = process.getuid?.() === 0 && existsSync("/usr/bin/mount") && isAllowed();

function isAllowed(): boolean {
  try {
    execFileSync("unshare", ["--mount", "mount", "-t", "tmpfs", "tmpfs", "/mnt"], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}

/** Mounts until the test ends. */
export const mountTmpfs = async (dir: string, megabytes: number): Promise<void> => {
  await mkdir(dir, { recursive: true });
  execFileSync("mount", ["-t", "tmpfs", "-o", `size=${megabytes}m`, "tmpfs", dir]);
  onTestFinished(() => unmount(dir));
};

/** Processes that still have files there keep it until they end. Does nothing for a directory that is not mounted. */
export const unmount = (dir: string): void => {
  const { status } = spawnSync("mountpoint", ["--quiet", dir]);
  if (status === 0) execFileSync("umount", ["--lazy", dir]);
};

const filler = (dir: string): string => path.join(dir, "filler");

/** Takes all the room that is left. */
export const fillDisk = async (dir: string): Promise<void> => {
  const handle = await open(filler(dir), "a");
  try {
    for (let bytes = 1 << 20; bytes >= 1; bytes = bytes >> 1)
      while (
        await handle.write(Buffer.alloc(bytes)).then(
          ({ bytesWritten }) => bytesWritten === bytes,
          () => false,
        )
      );
  } finally {
    await handle.close();
  }
};

export const freeDisk = (dir: string): Promise<void> => rm(filler(dir), { force: true });
