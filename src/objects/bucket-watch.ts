// Watch on the bucket: whether it answered last is in `GET /ready`. While nobody uses it, it is asked now and then.

import type { Troubles } from "../errors/troubles.js";
import { operatorNotes } from "../errors/world.js";
import type { Bucket } from "./bucket.js";

const askEveryMs = 10_000;
const source = "bucket";

export class BucketWatch {
  private lastAnswerMs = Number.NEGATIVE_INFINITY;

  constructor(private readonly troubles: Pick<Troubles, "report" | "clear">) {}

  /** An operation was answered (null), or failed. */
  note(error: unknown): void {
    if (error === null) {
      this.lastAnswerMs = performance.now();
      this.troubles.clear("files-unavailable", source);
    } else if ((error as { code?: unknown }).code === "files-unavailable") {
      const { cause } = error as Error;
      this.troubles.report("files-unavailable", operatorNotes["files-unavailable"], cause, source);
    }
  }

  /** The returned function stops it. */
  start(bucket: Bucket): () => void {
    const asking = setInterval(() => {
      if (performance.now() - this.lastAnswerMs < askEveryMs) return;
      // Its answer is noted.
      void bucket.read("installation.json").catch(() => {});
    }, askEveryMs).unref();
    return () => clearInterval(asking);
  }
}
