// Commits of SQLite, flushed to the disk beside the thread. SQLite would flush each commit before it goes on, and
// the whole service would wait with it. Here it writes a commit into the write-ahead log and goes on; the log is
// flushed in the thread pool, for all commits that came meanwhile together, and whoever made or read one of them
// waits until then. So nothing is answered or done because of a commit that a power cut could undo.

import { type FileHandle, open, realpath } from "node:fs/promises";
import path from "node:path";
import { DatabaseSync } from "@photostructure/sqlite";

export class FlushedCommits {
  private made = 0;
  private flushed = 0;
  private flushing: Promise<void> | undefined;
  private hasFailed = false;
  private log: FileHandle | undefined;

  /** @param file of a database that is open and in WAL mode: as long as it is, its log is the same file. */
  constructor(
    private readonly file: string,
    private readonly explain: (error: unknown) => unknown,
  ) {}

  /** Notes that there may be a new commit in the log. */
  note(): void {
    this.made++;
  }

  /** Resolves once every commit from before the call is on the disk. Throws the explained error of the disk. */
  async wait(): Promise<void> {
    const { made } = this;
    while (this.flushed < made) {
      this.flushing ??= this.flush().finally(() => {
        this.flushing = undefined;
      });
      await this.flushing;
    }
  }

  async close(): Promise<void> {
    await this.flushing?.catch(() => {});
    await this.log?.close();
  }

  private async flush(): Promise<void> {
    const { made } = this;
    try {
      if (this.hasFailed) moveLogInto(this.file);
      else {
        this.log ??= await openLog(this.file);
        await this.log.datasync();
      }
      this.flushed = made;
      this.hasFailed = false;
    } catch (error) {
      this.hasFailed = true;
      throw this.explain(error);
    }
  }
}

/** The name of the log is flushed as well: the log is made with its first commit. */
const openLog = async (file: string): Promise<FileHandle> => {
  const database = await realpath(file);
  const directory = await open(path.dirname(database));
  await directory.sync().finally(() => directory.close());
  return open(`${database}-wal`, "r+");
};

/**
 * Writes what the log holds into the database and flushes that. After a failed flush, a second one would succeed
 * although the system has given up the bytes that it could not write.
 */
const moveLogInto = (file: string): void => {
  const database = new DatabaseSync(file);
  try {
    const moved = database.prepare("pragma wal_checkpoint(passive)").get() as {
      log: number;
      checkpointed: number;
    };
    if (moved.checkpointed !== moved.log)
      throw new Error(`The log of ${file} is being read and cannot be moved.`);
  } finally {
    database.close();
  }
};
