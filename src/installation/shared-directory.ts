// Shared directory: the data directory that all nodes see, told from a copy of it, which has the same id.
// Each node holds a lock there and counts its beats in a mark, before it tells them to the store. So if the
// lock of a node is held, or its mark is as new as the store says, both nodes use the same directory.

import { mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { tryLock } from "../db/directory-lock.js";
import type { NodeRow } from "../store/nodes.js";

const nodesDir = (dataDir: string): string => path.join(dataDir, "nodes");

export const makeNodesDir = (dataDir: string) => mkdir(nodesDir(dataDir), { recursive: true, mode: 0o700 });

export const lockFileOf = (dataDir: string, name: string): string =>
  path.join(nodesDir(dataDir), `${name}.lock`);

const markFileOf = (dataDir: string, name: string): string => path.join(nodesDir(dataDir), `${name}.json`);

/** Mark that a node leaves in the directory. */
export type Mark = Pick<NodeRow, "run" | "beat">;

type Marked = Mark & Pick<NodeRow, "name">;

export const leaveMark = async (dataDir: string, { name, run, beat }: Marked): Promise<void> => {
  const file = markFileOf(dataDir, name);
  await writeFile(`${file}.new`, JSON.stringify({ run, beat } satisfies Mark), { mode: 0o600 });
  await rename(`${file}.new`, file);
};

export const removeMark = (dataDir: string, name: string): Promise<void> =>
  rm(markFileOf(dataDir, name), { force: true });

const readMark = async (dataDir: string, name: string): Promise<Mark | null> => {
  try {
    return JSON.parse(await readFile(markFileOf(dataDir, name), "utf8")) as Mark;
  } catch {
    return null;
  }
};

export interface Patience {
  /** A node that lives beats at least once in this time. */
  beatMs: number;
  /** File systems of networks show a new file to other machines some seconds later. */
  showsAfterMs: number;
}

const pollMs = 200;

/** Waits until the directory is known to be that of all other nodes that live. Throws for the operator if it is not. */
export const requireShared = async (
  dataDir: string,
  others: () => Promise<readonly Marked[]>,
  { beatMs, showsAfterMs }: Patience,
): Promise<void> => {
  const first = new Map((await others()).map(({ run, beat }) => [run, beat]));
  const beganMs = performance.now();
  for (; ; await sleep(pollMs)) {
    const waitedMs = performance.now() - beganMs;
    const open: string[] = [];
    for (const node of (await others()).filter(({ run }) => first.has(run))) {
      const sign = await signOf(dataDir, node, first.get(node.run)!);
      if (sign === "stale" || (sign === "silent" && waitedMs < 2 * beatMs)) open.push(node.name);
    }
    if (open.length === 0) return;
    if (waitedMs >= showsAfterMs) throw new Error(notShared(dataDir, open));
  }
};

/**
 * `seen`: it works in this directory. `stale`: its mark does not keep up, or shows later. `silent`: it was in
 * this directory, and may have died since.
 */
const signOf = async (
  dataDir: string,
  node: Marked,
  firstBeat: number,
): Promise<"seen" | "stale" | "silent"> => {
  if (isLocked(lockFileOf(dataDir, node.name))) return "seen";
  const mark = await readMark(dataDir, node.name);
  if (mark?.run !== node.run || mark.beat < node.beat) return "stale";
  return node.beat > firstBeat ? "seen" : "silent";
};

/** False, too, on a file system without locks. */
const isLocked = (file: string): boolean => {
  try {
    const unlock = tryLock(file, "shared");
    unlock?.();
    return unlock === null;
  } catch {
    return false;
  }
};

const notShared = (dataDir: string, names: readonly string[]): string =>
  `Another Bellwether (${names.join(", ")}) runs on the metadata store at DATABASE_URL with another data directory: ${dataDir} is a copy of its own, or is not shared. Set BELLWETHER_DATA to the directory that all share, or stop the other one. Nothing was changed.`;
