// The guard of stored files: a file is checked before it is read, and a damaged one is reported, so that it
// is made again, and never read.

import path from "node:path";
import type { FileHash } from "../domain/machine/stored-file.js";
import { type Refusal, retryLater } from "../errors/refusal.js";
import type { FileChecker, FileFault } from "./file-checker.js";

/** Owner of a file: a result can be made again, an upload cannot. */
export type FileOwner =
  | { of: "result"; resourceId: string; resultDir: string }
  | { of: "upload"; accountId: string; directory: string; filename: string };

/** A file that the store names. */
export interface NamedFile {
  owner: FileOwner;
  /** Relative to the data directory. */
  path: string;
  expected: FileHash;
  /** Present for a file whose absence is no damage: an upload that was replaced. */
  mayBeGone?: true;
}

export interface DamagedFile {
  file: NamedFile;
  fault: FileFault;
}

/** Brings files here that are kept elsewhere. */
export interface FileSource {
  /** Returns the faults of those that cannot be brought because they are missing or damaged there, by path. */
  fetch(files: readonly NamedFile[]): Promise<ReadonlyMap<string, FileFault>>;
}

export interface FileGuardOptions {
  dataDir: string;
  /** Absent: all files are in the data directory. */
  source?: FileSource | undefined;
  checker: FileChecker;
  /** Records the damage, and has the file made again. */
  report(damaged: readonly DamagedFile[]): Promise<void>;
}

export class FileGuard {
  readonly checker: FileChecker;

  constructor(private readonly options: FileGuardOptions) {
    this.checker = options.checker;
  }

  /** Refuses `result-damaged` and `upload-damaged`, after reporting it. */
  async require(files: readonly NamedFile[]): Promise<void> {
    const damaged = await findDamage(files, this.options);
    if (damaged.length > 0) throw await this.damage(damaged);
  }

  /** Reports files that were found to be damaged while they were read; returns the refusal. */
  async damage(damaged: readonly DamagedFile[]): Promise<Refusal> {
    const { dataDir, checker, report } = this.options;
    for (const { file } of damaged) checker.forget(path.join(dataDir, file.path));
    await report(damaged);
    return refusalFor(damaged[0]!.file.owner);
  }
}

export const findDamage = async (
  files: readonly NamedFile[],
  { dataDir, checker, source }: Pick<FileGuardOptions, "dataDir" | "checker" | "source">,
): Promise<DamagedFile[]> => {
  const damaged: DamagedFile[] = [];
  const faults = await source?.fetch(files);
  for (const file of files) {
    if (file.mayBeGone) continue;
    const full = path.join(dataDir, file.path);
    const fault = faults?.get(file.path) ?? (await checker.faultOf(full, file.expected));
    if (fault) damaged.push({ file, fault });
  }
  return damaged;
};

const retrySeconds = 5;

export const refusalFor = (owner: FileOwner): Refusal =>
  owner.of === "upload"
    ? retryLater("upload-damaged", { file: `${owner.directory}/${owner.filename}` })
    : retryLater("result-damaged", { seconds: retrySeconds });
